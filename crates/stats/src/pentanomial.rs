//! Matches of two strategies in pairs of games, in the way chess engines are compared: each pair
//! has one of five scores, and strength is given in Elo.
//!
//! Both games of a pair are played with the same cards and exchanged seats. The formulas are those
//! of the match runner fastchess (`elo_pentanomial.cpp`). While fastchess prints one symmetric
//! "+/-", both ends are transformed separately here.

use std::f64::consts::LN_10;

use super::interval::{Confidence, Interval};

/// How often a pair of games brought each number of half points.
///
/// ```
/// use fairdeal_stats::{Confidence, Pentanomial};
///
/// let pairs = Pentanomial { counts: [34, 54, 63, 64, 75] };
/// let match_score = pairs.estimate().expect("there were pairs");
/// assert!((match_score.elo().expect("not all won") - 55.58).abs() < 0.01);
/// let elo = match_score.elo_interval(Confidence::default());
/// assert!(elo.0.expect("above 0") > 28.2 && elo.1.expect("below 1") < 83.6);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// The number of pairs with 0, 1, 2, 3 and 4 half points of the first strategy.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// Returns the number of pairs, `None` where it does not fit.
    pub fn pairs(&self) -> Option<u64> {
        self.counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count))
    }

    /// Estimates the score of the first strategy, `None` without pairs.
    pub fn estimate(&self) -> Option<MatchScore> {
        let pairs = u128::from(self.pairs()?);
        if pairs == 0 {
            return None;
        }
        let weighted = |power: u32| {
            (0_u128..)
                .zip(self.counts)
                .map(|(half_points, count)| half_points.pow(power) * u128::from(count))
                .sum()
        };
        let (sum, squares): (u128, u128) = (weighted(1), weighted(2));
        // Four half points are a score of 1. The squared distances of the pairs from the mean, in
        // quarters of the number of pairs, are exact, and below 2^122 for fewer than 2^59 pairs.
        let spread = pairs.checked_mul(squares)?.checked_sub(sum.checked_mul(sum)?)?;
        let scale = 4.0 * pairs as f64;
        let variance = spread as f64 / scale / scale;
        Some(MatchScore { mean: sum as f64 / scale, variance, pairs: pairs as f64 })
    }
}

/// The score of one strategy against another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchScore {
    /// The mean score per pair, from 0 to 1.
    pub mean: f64,
    /// The variance of the score of a pair, with the number of pairs as the divisor.
    pub variance: f64,
    pairs: f64,
}

impl MatchScore {
    /// Returns the standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.pairs).sqrt()
    }

    /// Returns the interval of the mean by the normal distribution, not cut at 0 and 1; `None`
    /// where all pairs have the same score.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let half_width = confidence.z() * self.standard_error();
        Interval { low: self.mean - half_width, high: self.mean + half_width }.unless_point()
    }

    /// Returns the difference in strength in Elo, on the logistic scale; `None` where every game
    /// was won or every game lost.
    pub fn elo(&self) -> Option<f64> {
        elo_of_score(self.mean)
    }

    /// Returns the two ends of the interval of [`elo`](Self::elo), as [`elo_ends`] does; both are
    /// `None` where all pairs have the same score.
    pub fn elo_interval(&self, confidence: Confidence) -> (Option<f64>, Option<f64>) {
        self.interval(confidence).map_or((None, None), elo_ends)
    }
}

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

/// Returns the score that is expected at a difference in Elo, from 0 to 1; `None` if the difference
/// is NaN.
pub fn score_of_elo(elo: f64) -> Option<f64> {
    (!elo.is_nan()).then(|| 1.0 / (1.0 + libm::exp(-elo * (LN_10 / 400.0))))
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    fn estimate(counts: [u64; 5]) -> MatchScore {
        Pentanomial { counts }.estimate().expect("there were pairs")
    }

    #[test]
    fn matches_have_their_known_values() {
        // The first two are the examples of fastchess's own tests.
        for (counts, mean, variance, elo, low, high) in [
            (
                [34, 54, 63, 64, 75],
                0.57931034482758625,
                0.1131064209274673,
                55.579780420445879,
                28.27615975741,
                83.58301877020,
            ),
            (
                [332, 433, 498, 333, 334],
                0.48756476683937822,
                0.11092049450991973,
                -8.64266726796901,
                -18.98450868585,
                1.68388016294,
            ),
            (
                [365, 16618, 36229, 16974, 390],
                0.50143816594876445,
                0.032420426577819655,
                0.9993428129307208,
                0.07627305365,
                1.92242668040,
            ),
        ] {
            let score = estimate(counts);
            let confidence = Confidence::default();
            assert_close(score.mean, mean, 1e-12);
            assert_close(score.variance, variance, 1e-12);
            assert_close(score.elo().expect("inside"), elo, 1e-12);
            let (from, to) = score.elo_interval(confidence);
            // Published to eleven decimal places.
            assert!(
                (from.expect("inside") - low).abs() < 6e-12
                    && (to.expect("inside") - high).abs() < 6e-12
            );
        }
    }

    #[test]
    fn undefined_results_are_none() {
        assert_eq!(Pentanomial::default().estimate(), None);
        let won = estimate([0, 0, 0, 0, 7]);
        assert_eq!(won.elo(), None);
        assert_eq!(won.elo_interval(Confidence::default()), (None, None));
        // One end passes 1.
        let nearly = estimate([0, 0, 0, 1, 4]).elo_interval(Confidence::default());
        assert!(nearly.0.is_some() && nearly.1.is_none());
        for score in [0.0, 1.0, -0.1, f64::NAN] {
            assert_eq!(elo_of_score(score), None);
        }
        assert_eq!(score_of_elo(f64::NAN), None);
        assert_eq!(
            (score_of_elo(f64::INFINITY), score_of_elo(f64::NEG_INFINITY)),
            (Some(1.0), Some(0.0))
        );
    }

    proptest! {
        #[test]
        fn exchanging_the_strategies_changes_the_sign(counts: [u32; 5]) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let counts = counts.map(u64::from);
            let mut exchanged = counts;
            exchanged.reverse();
            let (one, other) = (estimate(counts), estimate(exchanged));
            prop_assert!((one.mean + other.mean - 1.0).abs() < 1e-15);
            prop_assert_eq!(one.variance.to_bits(), other.variance.to_bits());
            if let (Some(one), Some(other)) = (one.elo(), other.elo()) {
                prop_assert!((one + other).abs() < 1e-9);
            }
        }

        #[test]
        fn scores_and_elo_invert_each_other(elo in -3000.0..3000.0_f64) {
            let score = score_of_elo(elo).expect("a number");
            prop_assert!((elo_of_score(score).expect("inside") - elo).abs() < 1e-5);
        }
    }
}
