//! Adjusted p-values for a family of hypotheses that are tested together.
//!
//! Each function takes the p-values of the family, in [0, 1], and returns as many adjusted ones in
//! the same order. A hypothesis may be rejected at a significance `a` where its adjusted p-value is
//! at most `a`. The order of equal p-values does not matter. The caller leaves out undefined
//! values, which are not part of the family.
//!
//! Use Holm for a few planned comparisons, Benjamini-Hochberg for a large sweep.

/// Returns Holm's adjusted p-values, which bound the probability of even one false rejection, under
/// any dependence.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6 (1979).
///
/// ```
/// let adjusted = fairdeal_stats::families::holm(&[0.5, 0.25]);
/// assert_eq!(adjusted, [0.5, 0.5]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut adjusted = vec![0.0; count];
    let mut largest = 0.0_f64;
    for (rank, index) in increasing(p_values).into_iter().enumerate() {
        let remaining = (count - rank) as f64;
        largest = largest.max((remaining * p_values[index]).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

/// Returns Benjamini and Hochberg's adjusted p-values, which bound the expected share of false ones
/// among the rejections, where the tests are independent or positively dependent.
///
/// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
/// Statistical Society B 57 (1995).
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len() as f64;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut smallest = 1.0_f64;
    for (rank, index) in increasing(p_values).into_iter().enumerate().rev() {
        smallest = smallest.min(count * p_values[index] / (rank + 1) as f64);
        adjusted[index] = smallest;
    }
    adjusted
}

/// The indices of the p-values in increasing order, equal ones by index.
fn increasing(p_values: &[f64]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..p_values.len()).collect();
    // A stable sort, which keeps equal ones in place.
    indices.sort_by(|&left, &right| p_values[left].total_cmp(&p_values[right]));
    indices
}

#[cfg(test)]
#[expect(clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    #[track_caller]
    fn assert_all_close(actual: &[f64], expected: &[f64]) {
        assert_eq!(actual.len(), expected.len());
        for (&actual, &expected) in actual.iter().zip(expected) {
            assert_close(actual, expected, 1e-12);
        }
    }

    const FOUR: [f64; 4] = [0.01, 0.04, 0.03, 0.005];
    const TEN: [f64; 10] = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216];

    // The known values are those of statsmodels, multipletests.

    #[test]
    fn holm_has_its_known_values() {
        assert_all_close(&holm(&FOUR), &[0.03, 0.06, 0.06, 0.02]);
        let expected = [0.01, 0.072, 0.312, 0.312, 0.312, 0.312, 0.312, 0.615, 0.615, 0.615];
        assert_all_close(&holm(&TEN), &expected);
        assert_all_close(&holm(&[0.02; 3]), &[0.06; 3]);
        assert_all_close(&holm(&[0.9]), &[0.9]);
        assert_all_close(&holm(&[0.9, 0.8]), &[1.0, 1.0]);
        assert_all_close(&holm(&[]), &[]);
    }

    #[test]
    fn benjamini_hochberg_has_its_known_values() {
        assert_all_close(&benjamini_hochberg(&FOUR), &[0.02, 0.04, 0.04, 0.02]);
        let expected =
            [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.10571428571428572, 0.216, 0.216, 0.216];
        assert_all_close(&benjamini_hochberg(&TEN), &expected);
        assert_all_close(&benjamini_hochberg(&[0.02; 3]), &[0.02; 3]);
        assert_all_close(&benjamini_hochberg(&[0.9]), &[0.9]);
        assert_all_close(&benjamini_hochberg(&[]), &[]);
    }

    proptest! {
        #[test]
        fn adjusting_raises_keeps_the_order_and_follows_the_hypothesis(
            p_values in prop::collection::vec(0.0..=1.0_f64, 1..20),
        ) {
            let reversed: Vec<f64> = p_values.iter().rev().copied().collect();
            for adjust in [holm, benjamini_hochberg] {
                let adjusted = adjust(&p_values);
                for (&p, &raised) in p_values.iter().zip(&adjusted) {
                    prop_assert!(p * (1.0 - 1e-15) <= raised && raised <= 1.0);
                    for (&other, &other_raised) in p_values.iter().zip(&adjusted) {
                        prop_assert!(p > other || raised <= other_raised);
                    }
                }
                let mut back = adjust(&reversed);
                back.reverse();
                prop_assert_eq!(back, adjusted);
            }
        }
    }
}
