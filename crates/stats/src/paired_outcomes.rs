//! The difference of two rates on the same blocks, where each of two variants has a yes or no in
//! every block.

#![expect(clippy::doc_markdown, reason = "McNemar was a person")]

use super::interval::{Confidence, Interval};
use super::roots::bisect;
use super::sign_test;

/// How often each of two variants had the outcome in question, on the same blocks.
///
/// ```
/// use fairdeal_stats::{Confidence, PairedTable};
///
/// let table = PairedTable { both: 20, first_only: 12, second_only: 2, neither: 16 };
/// assert_eq!(table.difference(), Some(0.2));
/// let interval = table.score_interval(Confidence::default()).expect("there were blocks");
/// assert!(interval.low > 0.06 && interval.high < 0.35);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairedTable {
    /// The number of blocks in which both variants had it.
    pub both: u64,
    /// The number of blocks in which the first variant had it and the second had not.
    pub first_only: u64,
    /// The number of blocks in which the second variant had it and the first had not.
    pub second_only: u64,
    /// The number of blocks in which neither had it.
    pub neither: u64,
}

impl PairedTable {
    /// Returns the number of blocks, `None` where it does not fit.
    pub fn blocks(&self) -> Option<u64> {
        self.changed()?.checked_add(self.both)?.checked_add(self.neither)
    }

    /// Returns the number of blocks in which the variants differ, `None` where it does not fit.
    pub fn changed(&self) -> Option<u64> {
        self.first_only.checked_add(self.second_only)
    }

    /// Returns how much higher the first rate is, from -1 to 1; `None` without blocks.
    pub fn difference(&self) -> Option<f64> {
        let blocks = self.some_blocks()?;
        Some((i128::from(self.first_only) - i128::from(self.second_only)) as f64 / blocks as f64)
    }

    /// Returns the score interval of the difference, within [-1, 1]; `None` without blocks.
    ///
    /// It holds the differences that the score test does not reject, where the test uses the
    /// variance implied by the difference tested: T. Tango, "Equivalence test and confidence
    /// interval for the difference in proportions for the paired-sample design", Statistics in
    /// Medicine 17 (1998). It keeps its level where few blocks differ: if none of `n` blocks
    /// differs, it reaches `z^2 / (n + z^2)` to either side.
    pub fn score_interval(&self, confidence: Confidence) -> Option<Interval> {
        let blocks = self.some_blocks()? as f64;
        let z = confidence.z();
        let (first, second) = (self.first_only as f64, self.second_only as f64);
        let difference = self.difference()?;
        let low = -upper_end(second, first, blocks, z);
        let high = upper_end(first, second, blocks, z);
        // This matters only where the interval is narrower than the distance between two doubles.
        Some(Interval { low: low.min(difference), high: high.max(difference) })
    }

    /// Returns McNemar's exact two-sided p-value of the hypothesis that both rates are the same; 1
    /// where no block differs.
    ///
    /// Only the blocks that differ count: under the hypothesis they are equally likely to differ
    /// either way. The p-value is conservative, much so for few blocks.
    pub fn exact_p_value(&self) -> f64 {
        sign_test::two_sided_p_value(self.first_only, self.second_only)
    }

    /// The number of blocks, `None` if it is 0 or does not fit.
    fn some_blocks(&self) -> Option<u64> {
        self.blocks().filter(|&blocks| blocks > 0)
    }
}

/// The largest difference that the score test does not reject, after `first` blocks for it and
/// `second` blocks against it.
///
/// The test is never negative as the difference falls from 1 to the observed one, so bisection
/// finds the end. An end below 0 is also found by bisection from the observed difference.
fn upper_end(first: f64, second: f64, blocks: f64, z: f64) -> f64 {
    // 2^-1074 is the smallest number of all, and the bracket is at most 2 wide.
    const STEPS: u32 = 1100;
    let rejects = |difference: f64| {
        let distance = blocks * difference - (first - second);
        distance > z * hypothesis_deviation(first, second, blocks, difference)
    };
    bisect(STEPS, 1.0, (first - second) / blocks, rejects).0
}

/// The standard deviation of `first - second` where the true difference is `difference`, under the
/// most likely rates with this difference.
fn hypothesis_deviation(first: f64, second: f64, blocks: f64, difference: f64) -> f64 {
    if difference < 0.0 {
        return hypothesis_deviation(second, first, blocks, -difference);
    }
    // The larger root of 2 n q^2 + B q + C = 0. C is not positive, so nothing cancels in the
    // discriminant; the chosen form avoids cancellation in the numerator.
    let linear = (2.0 * blocks - first + second) * difference - first - second;
    let constant = second * difference * (1.0 - difference);
    let root = (linear * linear + 8.0 * blocks * constant).sqrt();
    let rate = if linear > 0.0 {
        2.0 * constant / (linear + root)
    } else {
        (root - linear) / (4.0 * blocks)
    };
    (blocks * (2.0 * rate + difference * (1.0 - difference))).sqrt()
}

#[cfg(test)]
#[expect(clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    fn table(both: u64, first_only: u64, second_only: u64, neither: u64) -> PairedTable {
        PairedTable { both, first_only, second_only, neither }
    }

    fn tango(table: PairedTable) -> Interval {
        table.score_interval(Confidence::default()).expect("there were blocks")
    }

    #[test]
    fn differences_and_intervals_have_their_known_values() {
        for (table, difference, low, high) in [
            (table(20, 12, 2, 16), 0.2, 0.061112406186344, 0.344708748282149),
            (table(36, 12, 2, 0), 0.2, 0.061112406186344, 0.344708748282149),
            (table(43, 0, 3, 8), -0.055555555555556, -0.151072143181661, 0.014547676318168),
            (table(400000, 60000, 59000, 481000), 0.001, 0.000323888345968, 0.001676132410063),
        ] {
            assert_close(table.difference().expect("blocks"), difference, 1e-13);
            let interval = tango(table);
            assert!((interval.low - low).abs() < 2e-15, "{} {low}", interval.low);
            assert!((interval.high - high).abs() < 2e-15, "{} {high}", interval.high);
        }
    }

    #[test]
    fn p_values_have_their_known_values() {
        assert_close(table(20, 12, 2, 16).exact_p_value(), 0.012939453125, 1e-12);
        assert_close(table(43, 0, 3, 8).exact_p_value(), 0.25, 1e-12);
        assert_close(table(7, 0, 0, 2).exact_p_value(), 1.0, 0.0);
    }

    #[test]
    fn without_a_difference_the_interval_is_still_honest() {
        let square = Confidence::default().z() * Confidence::default().z();
        for blocks in [1, 10, 1000, 1_000_000_007] {
            let interval = tango(table(blocks / 3, 0, 0, blocks - blocks / 3));
            let reach = square / (blocks as f64 + square);
            assert_close(interval.high, reach, 1e-13);
            assert_close(interval.low, -reach, 1e-13);
        }
    }

    #[test]
    fn where_all_blocks_differ_the_end_is_exact() {
        for blocks in [1, 10, 1_000_000_007] {
            let interval = tango(table(0, blocks, 0, 0));
            assert_close(interval.high, 1.0, 0.0);
            assert!(interval.low < 1.0);
            assert_close(tango(table(0, 0, blocks, 0)).low, -1.0, 0.0);
        }
    }

    #[test]
    fn too_little_and_too_much_give_nothing() {
        let none = PairedTable::default();
        assert_eq!(none.difference(), None);
        assert_eq!(none.score_interval(Confidence::default()), None);
        assert_eq!(table(u64::MAX, 1, 0, 0).difference(), None);
        assert!(tango(table(0, u64::MAX / 2, u64::MAX / 2, 1)).contains(0.0));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_difference_and_mirrors(
            both in 0_u64..10_000,
            first in 0_u64..10_000,
            second in 0_u64..10_000,
            neither in 0_u64..10_000,
            level in 0.51..0.9999_f64,
        ) {
            prop_assume!(both + first + second + neither > 0);
            let confidence = Confidence::new(level).expect("a level");
            let interval =
                table(both, first, second, neither).score_interval(confidence).expect("blocks");
            let mirrored =
                table(both, second, first, neither).score_interval(confidence).expect("blocks");
            prop_assert!(
                interval
                    .contains(table(both, first, second, neither).difference().expect("blocks"))
            );
            prop_assert!(-1.0 <= interval.low && interval.high <= 1.0);
            prop_assert_eq!(interval.low.to_bits(), (-mirrored.high).to_bits());
        }

        #[test]
        fn the_ends_solve_tangos_equation(
            both in 0_u64..1000,
            first in 1_u64..1000,
            second in 1_u64..1000,
            neither in 0_u64..1000,
        ) {
            let interval = tango(table(both, first, second, neither));
            let blocks = (both + first + second + neither) as f64;
            let (first, second) = (first as f64, second as f64);
            for end in [interval.low, interval.high] {
                // As published, with its cancellations.
                let linear = -first - second + (2.0 * blocks - first + second) * end;
                let constant = -second * end * (1.0 - end);
                let rate =
                    ((linear * linear - 8.0 * blocks * constant).sqrt() - linear) / (4.0 * blocks);
                let score = (first - second - blocks * end)
                    / (blocks * (2.0 * rate + end * (1.0 - end))).sqrt();
                assert_close(score.abs(), Confidence::default().z(), 1e-7);
            }
        }
    }
}
