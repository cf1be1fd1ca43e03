//! The error of any estimate, from its values with parts of the data left out.

/// Returns the standard error of an estimate, in its unit, from its values with one of `k` equal
/// parts of the data left out at a time: the square root of `(k - 1) / k` times the sum of their
/// squared distances from their mean (J. W. Tukey, "Bias and confidence in not-quite large
/// samples", Annals of Mathematical Statistics 29, 1958).
///
/// `None` for fewer than two parts, and where a value is not finite.
pub fn standard_error(left_out: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = left_out.collect();
    let parts = values.len() as f64;
    if values.len() < 2 || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let centre = values.iter().sum::<f64>() / parts;
    let squares: f64 = values.iter().map(|value| (value - centre) * (value - centre)).sum();
    Some((squares * (parts - 1.0) / parts).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    /// The values of an estimator with each value left out in turn.
    fn without_each<T: Copy>(values: &[T], estimator: impl Fn(&[T]) -> f64) -> Vec<f64> {
        let without = |left_out| {
            values
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != left_out)
                .map(|(_, value)| *value)
                .collect::<Vec<T>>()
        };
        (0..values.len()).map(|index| estimator(&without(index))).collect()
    }

    #[test]
    fn the_error_of_a_mean_is_the_usual_one() {
        let values = [1.0, 2.0, 3.0, 4.0];
        let means =
            without_each(&values, |values| values.iter().sum::<f64>() / values.len() as f64);
        // The variance is 5 / 3.
        assert_close(
            standard_error(means.into_iter()).expect("four"),
            (5.0_f64 / 12.0).sqrt(),
            1e-15,
        );
    }

    #[test]
    fn the_correlation_at_fifteen_law_schools() {
        // B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 11:
        // 0.1425.
        let schools = [
            (576.0, 3.39),
            (635.0, 3.30),
            (558.0, 2.81),
            (578.0, 3.03),
            (666.0, 3.44),
            (580.0, 3.07),
            (555.0, 3.00),
            (661.0, 3.43),
            (651.0, 3.36),
            (605.0, 3.13),
            (653.0, 3.12),
            (575.0, 2.74),
            (545.0, 2.76),
            (572.0, 2.88),
            (594.0, 2.96),
        ];
        let correlation = |schools: &[(f64, f64)]| {
            let count = schools.len() as f64;
            let (x, y) = schools
                .iter()
                .fold((0.0, 0.0), |(x, y), school| (x + school.0 / count, y + school.1 / count));
            let products = |pick: fn((f64, f64)) -> f64| {
                schools.iter().map(|school| pick((school.0 - x, school.1 - y))).sum::<f64>()
            };
            products(|(x, y)| x * y) / (products(|(x, _)| x * x) * products(|(_, y)| y * y)).sqrt()
        };
        let error =
            standard_error(without_each(&schools, correlation).into_iter()).expect("fifteen");
        assert!((error - 0.1425).abs() < 5e-5, "{error}");
    }

    #[test]
    fn without_an_error_it_is_none() {
        assert_eq!(standard_error([].into_iter()), None);
        assert_eq!(standard_error([1.0].into_iter()), None);
        assert_eq!(standard_error([1.0, f64::NAN].into_iter()), None);
        assert_eq!(standard_error([1.0, 1.0].into_iter()), Some(0.0));
    }
}
