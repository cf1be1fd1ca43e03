//! The sequential test of two hypotheses about the strength of a strategy, as the testing
//! frameworks of chess engines run it.
//!
//! The generalised log-likelihood ratio of fishtest (`LLRcalc.py`, M. Van den Bergh) compares the
//! most likely distributions of a pair's score under either hypothesis. It is here for comparison
//! with those frameworks. The [confidence sequences](super::anytime) need no hypotheses, and also
//! say how large the effect is.

use super::pentanomial::score_of_elo;
use super::roots::bisect;

/// Returns the log-likelihood ratio of the hypotheses that a strategy is better by `hypotheses.1`
/// Elo and by `hypotheses.0` Elo. It is positive where the data support the first of these.
///
/// `counts` are the counts of each score, evenly spaced from 0 to 1: three counts are losses, draws
/// and wins of single games, five are the scores of pairs of games with the same cards. A score
/// that never occurred counts as a thousandth, as in fishtest.
///
/// # Errors
///
/// [`UndefinedRatio`] where the ratio has no value.
pub fn log_likelihood_ratio(counts: &[u64], hypotheses: (f64, f64)) -> Result<f64, UndefinedRatio> {
    if counts.len() < 2 || counts.iter().all(|&count| count == 0) {
        return Err(UndefinedRatio::NoScores);
    }
    if !(hypotheses.0.is_finite() && hypotheses.1.is_finite()) {
        return Err(UndefinedRatio::InfiniteElo);
    }
    let observed = Observed::new(counts);
    let most_likely =
        |elo: f64| observed.with_mean(score_of_elo(elo).ok_or(UndefinedRatio::InfiniteElo)?);
    let (below, above) = (most_likely(hypotheses.0)?, most_likely(hypotheses.1)?);
    let ratio: f64 = observed
        .shares
        .iter()
        .zip(below.iter().zip(&above))
        .map(|(share, (below, above))| share * libm::log(above / below))
        .sum();
    let ratio = observed.total * ratio;
    if ratio.is_finite() { Ok(ratio) } else { Err(UndefinedRatio::NotConverged) }
}

/// The two values of the log-likelihood ratio at which the sequential test ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The first hypothesis is accepted when the ratio falls to this.
    pub lower: f64,
    /// The second hypothesis is accepted when the ratio rises to this.
    pub upper: f64,
}

impl Bounds {
    /// Returns the bounds of A. Wald's test ("Sequential Analysis", 1947) for the probability
    /// `false_alarm` of accepting the second hypothesis where the first is right, and `miss` of the
    /// opposite.
    ///
    /// `None` unless both are positive and their sum is less than 1.
    pub fn new(false_alarm: f64, miss: f64) -> Option<Self> {
        (false_alarm > 0.0 && miss > 0.0 && false_alarm + miss < 1.0).then(|| Self {
            lower: libm::log(miss / (1.0 - false_alarm)),
            upper: libm::log((1.0 - miss) / false_alarm),
        })
    }
}

/// The reason why a log-likelihood ratio has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UndefinedRatio {
    /// Nothing was played.
    #[error("there are no scores to compare")]
    NoScores,
    /// A hypothesis is not a finite number of Elo.
    #[error("a hypothesis must be a finite number of Elo")]
    InfiniteElo,
    /// All scores lie to one side of the hypothesis, so that no distribution of them meets it.
    #[error("no distribution of these scores meets the hypothesis")]
    Unreachable,
    /// The iteration did not reach the most likely distribution.
    #[error("the most likely distribution under a hypothesis was not found")]
    NotConverged,
}

/// The observed distribution of scores.
struct Observed {
    scores: Vec<f64>,
    shares: Vec<f64>,
    total: f64,
}

impl Observed {
    fn new(counts: &[u64]) -> Self {
        const MISSING: f64 = 1e-3;
        let filled: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { MISSING } else { count as f64 }).collect();
        let total: f64 = filled.iter().sum();
        let last = (counts.len() - 1) as f64;
        Self {
            scores: (0..counts.len()).map(|index| index as f64 / last).collect(),
            shares: filled.iter().map(|count| count / total).collect(),
            total,
        }
    }

    /// The most likely distribution with this mean: each share divided by `1 + theta (score -
    /// mean)`, where `theta` is chosen for this mean.
    fn with_mean(&self, mean: f64) -> Result<Vec<f64>, UndefinedRatio> {
        let values: Vec<f64> = self.scores.iter().map(|&score| score - mean).collect();
        let theta = self.multiplier(&values)?;
        let shares: Vec<f64> = self
            .shares
            .iter()
            .zip(&values)
            .map(|(share, value)| share / (1.0 + theta * value))
            .collect();
        if shares.iter().all(|share| share.is_finite() && *share > 0.0) {
            Ok(shares)
        } else {
            Err(UndefinedRatio::NotConverged)
        }
    }

    /// The root of `sum of share * value / (1 + theta * value)`, which falls from infinity to minus
    /// infinity between the two nearest poles; by bisection.
    fn multiplier(&self, values: &[f64]) -> Result<f64, UndefinedRatio> {
        const STEPS: u32 = 200;
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
        if !(smallest < 0.0 && largest > 0.0) {
            return Err(UndefinedRatio::Unreachable);
        }
        let (low, high) = (-1.0 / largest, -1.0 / smallest);
        if !(low.is_finite() && high.is_finite()) {
            return Err(UndefinedRatio::Unreachable);
        }
        let is_below = |theta: f64| {
            self.shares
                .iter()
                .zip(values)
                .map(|(share, value)| share * value / (1.0 + theta * value))
                .sum::<f64>()
                > 0.0
        };
        let (low, high) = bisect(STEPS, low, high, is_below);
        Ok(f64::midpoint(low, high))
    }
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn ratios_have_their_known_values() {
        // fishtest's LLRcalc.py, carried on until it converges.
        for (counts, hypotheses, logistic) in [
            (&[365, 16618, 36229, 16974, 390][..], (0.0, 2.0), -0.0059199325684),
            (&[127, 4883, 10712, 5150, 104], (-1.75, 0.25), 6.8620034363111),
            (&[34, 54, 63, 64, 75], (0.0, 20.0), 4.6040687700303),
            (&[10789, 19328, 33806, 19402, 10543], (-3.0, 1.0), 2.1310678117879),
            (&[223, 9863, 21279, 10037, 246], (0.5, 2.5), -3.0741264395892),
            (&[0, 0, 0, 0, 5550], (0.0, 5.0), 79.2962511471),
            (&[36027, 68692, 36433], (0.0, 2.0), -0.0029819772191),
            (&[21184, 40708, 21404], (0.5, 2.5), -1.5718887926922),
        ] {
            let ratio = log_likelihood_ratio(counts, hypotheses).expect("defined");
            assert!(
                (ratio - logistic).abs() < 1e-9 * logistic.abs().max(1.0),
                "{ratio} {logistic}"
            );
        }
    }

    #[test]
    fn undefined_ratios_are_errors() {
        let lopsided = [144, 3, 1, 0, 0];
        let ratio = log_likelihood_ratio(&lopsided, (-1500.0, -500.0)).expect("defined");
        assert_close(ratio, 4.8677994774456, 1e-9);
        let ratio = log_likelihood_ratio;
        assert_eq!(ratio(&[], (0.0, 1.0)), Err(UndefinedRatio::NoScores));
        assert_eq!(ratio(&[7], (0.0, 1.0)), Err(UndefinedRatio::NoScores));
        assert_eq!(ratio(&[0; 5], (0.0, 1.0)), Err(UndefinedRatio::NoScores));
        assert_eq!(ratio(&[1; 5], (0.0, f64::NAN)), Err(UndefinedRatio::InfiniteElo));
        assert_eq!(ratio(&[1; 5], (0.0, f64::INFINITY)), Err(UndefinedRatio::InfiniteElo));
        assert!(ratio(&[1; 5], (0.0, 1e300)).is_err());
    }

    #[test]
    fn bounds_have_their_known_values() {
        for (false_alarm, miss, lower, upper) in [
            (0.05, 0.05, -2.9444389791664403, 2.9444389791664403),
            (0.05, 0.10, -2.2512917986064949, 2.8903717578961645),
        ] {
            let bounds = Bounds::new(false_alarm, miss).expect("probabilities");
            assert_close(bounds.lower, lower, 1e-14);
            assert_close(bounds.upper, upper, 1e-14);
        }
        for (false_alarm, miss) in
            [(0.0, 0.1), (0.1, 0.0), (0.5, 0.5), (f64::NAN, 0.1), (-0.1, 0.5)]
        {
            assert_eq!(Bounds::new(false_alarm, miss), None);
        }
    }

    proptest! {
        #[test]
        fn always_a_number_or_an_error(
            counts in prop::collection::vec(prop_oneof![Just(0_u64), 0_u64..100, 0_u64..1_000_000_000], 0..7),
            one in -5000.0..5000.0_f64,
            other in -5000.0..5000.0_f64,
        ) {
            if let Ok(ratio) = log_likelihood_ratio(&counts, (one, other)) {
                prop_assert!(ratio.is_finite());
            }
        }

        #[test]
        fn exchanging_the_hypotheses_changes_the_sign(counts: [u16; 5], one in -50.0..50.0_f64, other in -50.0..50.0_f64) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let counts = counts.map(u64::from);
            let mut exchanged = counts;
            exchanged.reverse();
            let ratio = log_likelihood_ratio(&counts, (one, other));
            let back = log_likelihood_ratio(&counts, (other, one));
            let mirrored = log_likelihood_ratio(&exchanged, (-one, -other));
            if let (Ok(ratio), Ok(back), Ok(mirrored)) = (ratio, back, mirrored) {
                prop_assert!((ratio + back).abs() <= 1e-9 * (1.0 + ratio.abs()));
                prop_assert!((ratio - mirrored).abs() <= 1e-6 * (1.0 + ratio.abs()));
            }
        }
    }
}
