//! How often each score of a block occurred, for few possible scores with a known maximum.

use std::collections::BTreeMap;

use super::interval::{Confidence, Interval};
use super::overflow::Overflow;

/// Counts of scores from 0 to 1, each a whole number of `1 / unit`.
///
/// For example the wins of a block in 840ths: with two games, the unit is 1680. Or the length of a
/// game, with the longest allowed one as the unit.
///
/// ```
/// use fairdeal_stats::{Confidence, ScoreCounts};
///
/// // Pairs of games: lost both, one and a half, and so on.
/// let mut scores = ScoreCounts::new(4)?;
/// for (score, times) in [(0, 34), (1, 54), (2, 63), (3, 64), (4, 75)] {
///     scores.observe_many(score, times)?;
/// }
/// let interval = scores.confidence_sequence(Confidence::default()).expect("there were blocks");
/// assert!(interval.low > 0.5);
/// # Ok::<(), fairdeal_stats::InvalidScore>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreCounts {
    unit: u64,
    count: u64,
    /// How often each score occurred; holds no zeros.
    counts: BTreeMap<u64, u64>,
}

impl ScoreCounts {
    /// Returns no scores yet; the highest possible score is `unit`.
    ///
    /// # Errors
    ///
    /// [`InvalidScore::NoUnit`] for a unit of 0.
    pub fn new(unit: u64) -> Result<Self, InvalidScore> {
        if unit == 0 {
            return Err(InvalidScore::NoUnit);
        }
        Ok(Self { unit, count: 0, counts: BTreeMap::new() })
    }

    /// Adds the same score `times` times; 0 times changes nothing.
    ///
    /// # Errors
    ///
    /// [`InvalidScore`] for a score above the unit, and where the count would not fit; nothing is
    /// then changed.
    pub fn observe_many(&mut self, score: u64, times: u64) -> Result<(), InvalidScore> {
        if score > self.unit {
            return Err(InvalidScore::AboveUnit { score, unit: self.unit });
        }
        self.count = self.count.checked_add(times).ok_or(Overflow)?;
        if times > 0 {
            // No single count exceeds the count of all.
            *self.counts.entry(score).or_default() += times;
        }
        Ok(())
    }

    /// Returns the score that counts as 1.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns the number of scores.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Iterates over the scores that occurred, in increasing order, and their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(&score, &times)| (score, times))
    }

    /// Returns the mean score, from 0 to 1; `None` without scores.
    pub fn mean(&self) -> Option<f64> {
        // At most 2^64 scores below 2^64.
        let sum: u128 =
            self.iter().map(|(score, times)| u128::from(score) * u128::from(times)).sum();
        (self.count > 0)
            .then(|| sum as f64 / (u128::from(self.count) * u128::from(self.unit)) as f64)
    }
}

/// Counts of the difference of two variants' scores on the same block, from -1 to 1.
///
/// The same as [`ScoreCounts`] of half the difference plus one half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceCounts {
    unit: u64,
    shifted: ScoreCounts,
}

impl DifferenceCounts {
    /// Returns no blocks yet; the highest possible score of either variant is `unit`.
    ///
    /// # Errors
    ///
    /// [`InvalidScore`] for a unit of 0, or one whose double does not fit.
    pub fn new(unit: u64) -> Result<Self, InvalidScore> {
        Ok(Self { unit, shifted: ScoreCounts::new(unit.checked_mul(2).ok_or(Overflow)?)? })
    }

    /// Adds `times` blocks with these scores of the two variants.
    ///
    /// # Errors
    ///
    /// [`InvalidScore`] for a score above the unit, and where the count would not fit; nothing is
    /// then changed.
    pub fn observe_many(
        &mut self,
        first: u64,
        second: u64,
        times: u64,
    ) -> Result<(), InvalidScore> {
        for score in [first, second] {
            if score > self.unit {
                return Err(InvalidScore::AboveUnit { score, unit: self.unit });
            }
        }
        self.shifted.observe_many(self.unit + first - second, times)
    }

    /// Returns the logarithm of the evidence against a mean difference of `against`, strictly
    /// between -1 and 1; see [`ScoreCounts::log_e_value`].
    pub fn log_e_value(&self, against: f64) -> Option<f64> {
        self.shifted.log_e_value(f64::midpoint(against, 1.0))
    }

    /// Returns the confidence sequence of the mean difference, in [-1, 1]; `None` without blocks.
    /// See [`ScoreCounts::confidence_sequence`].
    pub fn confidence_sequence(&self, confidence: Confidence) -> Option<Interval> {
        let shifted = self.shifted.confidence_sequence(confidence)?;
        Some(Interval { low: unshifted(shifted.low), high: unshifted(shifted.high) })
    }
}

fn unshifted(score: f64) -> f64 {
    2.0 * score - 1.0
}

/// A score that cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidScore {
    /// Scores need a unit.
    #[error("the highest possible score cannot be 0")]
    NoUnit,
    /// The score is above the highest possible score.
    #[error("a score of {score} is above the highest possible one, {unit}")]
    AboveUnit {
        /// The score.
        score: u64,
        /// The highest possible score.
        unit: u64,
    },
    /// The count would not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

#[cfg(test)]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn invalid_scores_are_refused_unchanged() {
        assert_eq!(ScoreCounts::new(0), Err(InvalidScore::NoUnit));
        let mut scores = ScoreCounts::new(4).expect("a unit");
        assert_eq!(scores.observe_many(5, 1), Err(InvalidScore::AboveUnit { score: 5, unit: 4 }));
        scores.observe_many(4, u64::MAX).expect("fits");
        let full = scores.clone();
        assert_eq!(scores.observe_many(0, 1), Err(InvalidScore::Overflow(Overflow)));
        assert_eq!(scores, full);
        assert_eq!(scores.mean(), Some(1.0));
        assert!(DifferenceCounts::new(u64::MAX).is_err());
        let mut differences = DifferenceCounts::new(2).expect("a unit");
        assert_eq!(
            differences.observe_many(1, 3, 1),
            Err(InvalidScore::AboveUnit { score: 3, unit: 2 })
        );
    }

    #[test]
    fn differences_are_centred() {
        let mut differences = DifferenceCounts::new(2).expect("a unit");
        assert_eq!(differences.confidence_sequence(Confidence::default()), None);
        for (first, second, times) in [(2, 0, 3), (1, 1, 10), (0, 1, 2)] {
            differences.observe_many(first, second, times).expect("scores");
        }
        assert_close(unshifted(differences.shifted.mean().expect("blocks")), 2.0 / 15.0, 1e-15);
        assert_eq!(differences.shifted.iter().collect::<Vec<_>>(), [(1, 2), (2, 10), (4, 3)]);
    }
}
