//! Differences in strength on the Elo scale: 400 points are ten wins to one.

use std::f64::consts::LN_10;

use super::interval::Interval;

/// Returns the two ends of the interval of a difference in Elo, from the interval of the score. An
/// end is `None` where the interval of the score reaches 0 or 1, so that the difference has no
/// bound there.
pub fn elo_ends(score: Interval) -> (Option<f64>, Option<f64>) {
    (elo_of_score(score.low), elo_of_score(score.high))
}

/// Returns the difference in Elo at which a score is expected, `-400 log10(1 / score - 1)`; `None`
/// unless the score lies strictly between 0 and 1.
pub fn elo_of_score(score: f64) -> Option<f64> {
    // The difference of two logarithms is more accurate than the logarithm of 1 / score - 1.
    (score > 0.0 && score < 1.0).then(|| (libm::log(score) - libm::log1p(-score)) * (400.0 / LN_10))
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn scores_have_their_known_strengths() {
        // The scores of the examples of fastchess's own tests, and their Elo.
        for (score, elo) in [
            (0.57931034482758625, 55.579780420445879),
            (0.48756476683937822, -8.64266726796901),
            (0.50143816594876445, 0.9993428129307208),
        ] {
            assert_close(elo_of_score(score).expect("inside"), elo, 1e-12);
        }
    }

    #[test]
    fn what_is_undefined_is_nothing() {
        let (low, high) = elo_ends(Interval { low: 0.25, high: 1.0 });
        assert!(low.is_some_and(|low| low < 0.0) && high.is_none(), "one end reaches 1");
        for score in [0.0, 1.0, -0.1, f64::NAN] {
            assert_eq!(elo_of_score(score), None);
        }
    }

    proptest! {
        #[test]
        fn the_other_side_has_the_opposite_strength(score in 0.001..0.999_f64) {
            let (one, other) = (elo_of_score(score), elo_of_score(1.0 - score));
            prop_assert!((one.expect("inside") + other.expect("inside")).abs() < 1e-9);
        }

        #[test]
        fn scores_and_elo_invert_each_other(elo in -3000.0..3000.0_f64) {
            let score = 1.0 / (1.0 + libm::exp(-elo * (LN_10 / 400.0)));
            prop_assert!((elo_of_score(score).expect("inside") - elo).abs() < 1e-5);
        }
    }
}
