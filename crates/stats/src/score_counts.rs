//! How often each score of a block occurred, for few possible scores with a known maximum.

use super::histogram::Histogram;
use super::interval::{Confidence, Interval};

/// Counts of scores from 0 to 1, each a whole number of `1 / unit`.
///
/// For example the wins of a block in 840ths: with two games, the unit is 1680. Or the length of a
/// game, with the longest allowed one as the unit.
///
/// ```
/// use fairdeal_stats::{Confidence, Histogram, ScoreCounts};
///
/// // Pairs of games: lost both, one and a half, and so on.
/// let mut pairs = Histogram::default();
/// for (score, times) in [(0, 34), (1, 54), (2, 63), (3, 64), (4, 75)] {
///     pairs.observe_many(score, times)?;
/// }
/// let scores = ScoreCounts::new(4, pairs).expect("no score is above the unit");
/// let interval = scores.confidence_sequence(Confidence::default()).expect("there were blocks");
/// assert!(interval.low > 0.5);
/// # Ok::<(), fairdeal_stats::Overflow>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreCounts {
    unit: u64,
    counts: Histogram,
}

impl ScoreCounts {
    /// Returns counts of scores; the highest possible score is `unit`. `None` for a unit of 0, and
    /// for a score above the unit.
    pub fn new(unit: u64, counts: Histogram) -> Option<Self> {
        let fits = counts.max().is_none_or(|most| most <= unit);
        (unit > 0 && fits).then_some(Self { unit, counts })
    }

    /// Returns the score that counts as 1.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns how often each score occurred.
    pub fn counts(&self) -> &Histogram {
        &self.counts
    }

    /// Returns the mean score, from 0 to 1; `None` without scores.
    pub fn mean(&self) -> Option<f64> {
        let count = u128::from(self.counts.count());
        (count > 0)
            .then(|| self.counts.moments().sum as f64 / (count * u128::from(self.unit)) as f64)
    }
}

/// Counts of the difference of two variants' scores on the same block, from -1 to 1.
///
/// They are kept as [`ScoreCounts`] of half the difference plus one half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceCounts(ScoreCounts);

impl DifferenceCounts {
    /// Returns counts of differences, each with `unit` added; the highest possible score of either
    /// variant is `unit`. `None` for a unit of 0, and for a difference above the unit.
    pub fn new(unit: u64, shifted: Histogram) -> Option<Self> {
        ScoreCounts::new(unit.checked_mul(2)?, shifted).map(Self)
    }

    /// Returns the logarithm of the evidence against a mean difference of `against`, strictly
    /// between -1 and 1; see [`ScoreCounts::log_e_value`].
    pub fn log_e_value(&self, against: f64) -> Option<f64> {
        self.0.log_e_value(f64::midpoint(against, 1.0))
    }

    /// Returns the confidence sequence of the mean difference, in [-1, 1]; `None` without blocks.
    /// See [`ScoreCounts::confidence_sequence`].
    pub fn confidence_sequence(&self, confidence: Confidence) -> Option<Interval> {
        let shifted = self.0.confidence_sequence(confidence)?;
        Some(Interval { low: unshifted(shifted.low), high: unshifted(shifted.high) })
    }
}

fn unshifted(score: f64) -> f64 {
    2.0 * score - 1.0
}

#[cfg(test)]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    fn histogram(counts: &[(u64, u64)]) -> Histogram {
        let mut histogram = Histogram::default();
        for (score, times) in counts {
            histogram.observe_many(*score, *times).expect("few");
        }
        histogram
    }

    #[test]
    fn invalid_scores_are_refused() {
        assert_eq!(ScoreCounts::new(0, Histogram::default()), None);
        assert_eq!(ScoreCounts::new(4, histogram(&[(5, 1)])), None);
        let scores = ScoreCounts::new(4, histogram(&[(4, u64::MAX)])).expect("scores");
        assert_eq!(scores.mean(), Some(1.0));
        assert_eq!(DifferenceCounts::new(u64::MAX, Histogram::default()), None);
        assert_eq!(DifferenceCounts::new(2, histogram(&[(5, 1)])), None);
    }

    #[test]
    fn differences_are_centred() {
        let none = DifferenceCounts::new(2, Histogram::default()).expect("a unit");
        assert_eq!(none.confidence_sequence(Confidence::default()), None);
        // Two points more three times, as many ten times, one point less twice.
        let shifted = histogram(&[(4, 3), (2, 10), (1, 2)]);
        let DifferenceCounts(shifted) = DifferenceCounts::new(2, shifted).expect("scores");
        assert_close(unshifted(shifted.mean().expect("blocks")), 2.0 / 15.0, 1e-15);
    }
}
