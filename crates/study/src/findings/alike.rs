//! Intervals for blocks that all agree, or all but a few. Their spread says nothing about the
//! error, but the number of deviating blocks has a bound.

use super::Analysis;
use fairdeal_stats::anytime::rate_confidence_sequence;
use fairdeal_stats::{Interval, proportion};

/// Fewer deviating blocks than this are too few for an interval from their spread.
pub(super) const MIN_DEVIATING: u64 = 20;

/// The range of a rate.
pub(super) const ZERO_TO_ONE: (Option<f64>, Option<f64>) = (Some(0.0), Some(1.0));

impl Analysis {
    /// The upper bound on the share of all blocks that deviate, where `deviating` of `blocks` did.
    pub(super) fn share_deviating(&self, deviating: u64, blocks: u64) -> Option<f64> {
        let share = if self.is_anytime() {
            rate_confidence_sequence(deviating, blocks, self.confidence)
        } else {
            proportion::wilson(deviating, blocks, self.confidence_after(blocks))
        };
        share.map(|share| share.high)
    }

    /// The interval of a mean that all of these blocks agree on, where each may have any value in a
    /// range.
    pub(super) fn interval_if_alike(
        &self,
        mean: f64,
        blocks: u64,
        range: (f64, f64),
    ) -> Option<Interval> {
        Some(alike(mean, mean, self.share_deviating(0, blocks)?, range))
    }
}

/// The interval of a mean over blocks that all have the value `common`, except for at most this share
/// of them, which may have any value in a range. `mean` is the mean that was observed.
pub(super) fn alike(common: f64, mean: f64, share: f64, (lowest, highest): (f64, f64)) -> Interval {
    let (low, high) =
        (common * (1.0 - share) + lowest * share, common + share * (highest - common));
    Interval { low: low + (mean - common).min(0.0), high: high + (mean - common).max(0.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use fairdeal_property::proptest;

    proptest! {
        /// Whatever the deviating blocks are, the mean of all lies in the interval; it may lie on an
        /// end.
        #[test]
        fn no_mean_of_such_blocks_lies_outside(
            value in -3.0..3.0_f64,
            below in 0.0..2.0_f64,
            above in 0.0..2.0_f64,
            others in prop::collection::vec((0.0..=1.0_f64, 0.0..=1.0_f64), 1..5),
        ) {
            let (lowest, highest) = (value - below, value + above);
            let most = others.iter().map(|(share, _)| share).sum::<f64>().min(1.0);
            let Interval { low, high } = alike(value, value, most, (lowest, highest));
            let shares = others.iter().map(|(share, _)| share).sum::<f64>().max(1.0);
            let moved: f64 = others.iter().map(|(share, place)| share / shares * (lowest + place * (highest - lowest) - value)).sum();
            prop_assert!(low - 1e-12 <= value + moved && value + moved <= high + 1e-12);
            for (end, bound) in [(lowest, low), (highest, high)] {
                prop_assert!((value + most * (end - value) - bound).abs() < 1e-12);
            }
        }
    }
}
