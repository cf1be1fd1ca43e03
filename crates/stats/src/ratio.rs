//! The ratio of two means that are observed together, for relative tolerances.

use super::interval::Interval;

/// One rate or mean as a multiple of another one, from the same blocks.
///
/// The interval holds the multiples `r` for which Student's test does not reject that the first
/// mean is `r` times the second (E. C. Fieller, "Some problems in interval estimation", Journal of
/// the Royal Statistical Society B 16, 1954). Its ends are not symmetric about the ratio. It is
/// exact where the means are normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedRatio {
    /// The first mean divided by the second one.
    pub ratio: f64,
    /// The interval of the ratio; `None` where the second mean may be 0, so that no finite interval
    /// holds the ratio.
    pub interval: Option<Interval>,
}

impl PairedRatio {
    /// Returns the difference of the means as a share of the second: the ratio minus 1.
    pub fn relative_difference(&self) -> f64 {
        self.ratio - 1.0
    }

    /// Returns the interval of [`relative_difference`](Self::relative_difference).
    pub fn relative_interval(&self) -> Option<Interval> {
        self.interval
            .map(|interval| Interval { low: interval.low - 1.0, high: interval.high - 1.0 })
    }

    /// Returns the ratio of `first` to `second`, which is not 0, and its interval at the quantile
    /// `t`.
    ///
    /// The ends solve `(first - r second)^2 = t^2 Var(first - r second)`. The difference of the
    /// coefficients would cancel, so the root of the discriminant is computed from the two exact
    /// variances that it consists of.
    pub(super) fn new(first: f64, second: f64, covariances: &Covariances, t: f64) -> Self {
        let ratio = first / second;
        let square = t * t;
        let leading = second * second - square * covariances.second;
        let spread = covariances.contrast - square * covariances.determinant;
        // Where the leading coefficient is positive, a spread below 0 is a rounding error.
        let interval = (leading > 0.0).then(|| {
            let centre = (first * second - square * covariances.mixed) / leading;
            let half_width = t * spread.max(0.0).sqrt() / leading;
            // This matters only where the interval is narrower than its rounding.
            Interval {
                low: (centre - half_width).min(ratio),
                high: (centre + half_width).max(ratio),
            }
        });
        Self { ratio, interval }
    }
}

/// The variances and covariances of two means, `a` and `b`, for [`PairedRatio::new`].
pub(super) struct Covariances {
    /// The variance of `b`.
    pub(super) second: f64,
    /// The covariance of `a` and `b`.
    pub(super) mixed: f64,
    /// The variance of `v a - u b`, for the observed values `u` of `a` and `v` of `b`.
    pub(super) contrast: f64,
    /// The determinant of the covariance matrix of `a` and `b`.
    pub(super) determinant: f64,
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::interval::Confidence;
    use super::super::paired_sums::PairedBlocks;
    use super::super::student;
    use super::super::tests::assertions::assert_close;

    fn sums_of(values: &[(u64, u64)]) -> PairedBlocks {
        let mut sums = PairedBlocks::default();
        for &(first, second) in values {
            sums.observe((first, 1), (second, 1)).expect("small numbers");
        }
        sums
    }

    #[test]
    fn the_ratio_to_itself_is_exactly_one() {
        let ratio = sums_of(&[(31, 31), (47, 47), (40, 40), (38, 38)])
            .ratio(Confidence::default())
            .expect("lengths");
        assert_close(ratio.ratio, 1.0, 0.0);
        let interval = ratio.relative_interval().expect("far from 0");
        assert_close(interval.low, 0.0, 0.0);
        assert_close(interval.high, 0.0, 0.0);
    }

    #[test]
    fn the_ratio_of_doubles_is_exactly_two() {
        let ratio = sums_of(&[(62, 31), (94, 47), (80, 40), (76, 38)])
            .ratio(Confidence::default())
            .expect("lengths");
        let interval = ratio.interval.expect("far from 0");
        assert_close(interval.low, 2.0, 1e-15);
        assert_close(interval.high, 2.0, 1e-15);
        assert_close(ratio.relative_difference(), 1.0, 0.0);
    }

    #[test]
    fn a_ratio_to_zero_is_undefined() {
        assert_eq!(sums_of(&[(5, 0), (7, 0)]).ratio(Confidence::default()), None);
        assert_eq!(sums_of(&[(5, 3)]).ratio(Confidence::default()), None);
        assert_eq!(PairedBlocks::default().ratio(Confidence::default()), None);
        // Not different from 0.
        let vague =
            sums_of(&[(5, 9), (7, 0), (6, 1)]).ratio(Confidence::default()).expect("a mean");
        assert_eq!(vague.interval, None);
    }

    proptest! {
        #[test]
        fn the_ends_are_where_the_test_begins_to_reject(
            values in prop::collection::vec((20_u64..60, 20_u64..60), 3..40),
            level in 0.6..0.99_f64,
        ) {
            let confidence = Confidence::new(level).expect("a level");
            let ratio = sums_of(&values).ratio(confidence).expect("lengths");
            let count = values.len() as f64;
            let t =
                student::two_sided_quantile(values.len() as u64 - 1, confidence).expect("blocks");
            if let Some(interval) = ratio.interval {
                for end in [interval.low, interval.high] {
                    let residuals: Vec<f64> = values
                        .iter()
                        .map(|&(one, other)| one as f64 - end * other as f64)
                        .collect();
                    let mean = residuals.iter().sum::<f64>() / count;
                    let squares: f64 =
                        residuals.iter().map(|residual| (residual - mean).powi(2)).sum();
                    let error = (squares / (count - 1.0) / count).sqrt();
                    prop_assert!((mean.abs() - t * error).abs() < 1e-8, "{} {}", mean, t * error);
                }
            }
        }
    }
}
