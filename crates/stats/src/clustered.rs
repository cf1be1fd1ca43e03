//! The rate of points per game, where the games of one block depend on each other.
//!
//! The games of a block are played with the same cards, so the block is the unit of observation:
//! blocks are independent, the games within a block are not. The estimator is the ratio of all
//! points to all games. Its variance is the cluster-robust variance of the residuals of whole
//! blocks (W. G. Cochran, "Sampling Techniques", 3rd edition, section 6.3; the same as ordinary
//! least squares on a constant with clustered standard errors). Its distribution is Student's t
//! with one degree of freedom less than there are blocks.

use super::interval::{Confidence, Interval};
use super::merge::Merge;
use super::overflow::Overflow;
use super::student;
use super::sums::sums;
use super::wide::{Wide, nearest, not_negative, wide};

sums! {
    /// The sums over blocks from which a rate is estimated: six integers for any number of blocks.
    ///
    /// ```
    /// use fairdeal_stats::{BlockSums, Confidence};
    ///
    /// // Three blocks of two games; a win counts 840, a shared one 420.
    /// let mut sums = BlockSums::default();
    /// for points in [1680, 840, 420] {
    ///     sums.observe(points, 2)?;
    /// }
    /// let rate = sums.estimate(840).expect("games were played");
    /// assert!((rate.rate - 2940.0 / 5040.0).abs() < 1e-15);
    /// assert!(rate.interval(Confidence::default()).is_some());
    /// # Ok::<(), fairdeal_stats::Overflow>(())
    /// ```
    pub struct BlockSums {
        /// The number of blocks.
        pub blocks: u64,
        /// The sum over blocks of their points.
        pub points: u128,
        /// The sum over blocks of their games.
        pub games: u128,
        /// The sum over blocks of the square of their points.
        pub points_squared: u128,
        /// The sum over blocks of their points times their games.
        pub points_games: u128,
        /// The sum over blocks of the square of their games.
        pub games_squared: u128,
    }
}

impl BlockSums {
    /// Returns the sums of blocks that all have the same number of games.
    ///
    /// # Errors
    /// If a sum does not fit.
    #[inline]
    pub fn of_equal_games(
        blocks: u64,
        games: u64,
        points: u128,
        points_squared: u128,
    ) -> Result<Self, Overflow> {
        let (all, games) = (u128::from(blocks), u128::from(games));
        let times = |one: u128, other: u128| one.checked_mul(other).ok_or(Overflow);
        Ok(Self {
            blocks,
            points,
            games: times(all, games)?,
            points_squared,
            points_games: times(points, games)?,
            games_squared: times(times(games, games)?, all)?,
        })
    }

    /// Adds one block: the points made in all of its games, and the number of games.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe(&mut self, points: u64, games: u64) -> Result<(), Overflow> {
        let (points, games) = (u128::from(points), u128::from(games));
        self.merge(&Self {
            blocks: 1,
            points,
            games,
            points_squared: points * points,
            points_games: points * games,
            games_squared: games * games,
        })
    }

    /// Estimates the rate of wins per game, where one whole win counts `unit` points.
    ///
    /// `None` without games, for a `unit` of 0, and for sums that cannot come from blocks.
    pub fn estimate(&self, unit: u64) -> Option<Clustered> {
        if self.blocks == 0 || self.games == 0 || unit == 0 {
            return None;
        }
        let unit = unit as f64;
        let games = self.games as f64;
        let residuals = nearest(not_negative(Arm::from(self).residual_squares())?);
        let degrees_of_freedom = self.blocks - 1;
        let standard_error = (degrees_of_freedom > 0).then(|| {
            let correction = self.blocks as f64 / degrees_of_freedom as f64;
            (correction * residuals).sqrt() / games / (games * unit)
        });
        Some(Clustered {
            rate: self.points as f64 / (games * unit),
            standard_error,
            degrees_of_freedom,
        })
    }
}

/// The sums of blocks of games, as wide integers.
pub(super) struct Arm {
    pub(super) points: Wide,
    pub(super) games: Wide,
    pub(super) points_squared: Wide,
    pub(super) points_games: Wide,
    pub(super) games_squared: Wide,
}

impl From<&BlockSums> for Arm {
    fn from(sums: &BlockSums) -> Self {
        Self {
            points: wide(sums.points),
            games: wide(sums.games),
            points_squared: wide(sums.points_squared),
            points_games: wide(sums.points_games),
            games_squared: wide(sums.games_squared),
        }
    }
}

impl Arm {
    /// Returns the sum over blocks of `(points - p games)^2`, where `p` is the overall points per
    /// game, times the square of all games. An integer: in floating point it would be a small
    /// difference of large numbers, and lose its digits. Negative only for sums that cannot come
    /// from blocks.
    pub(super) fn residual_squares(&self) -> Wide {
        let mixed = self.points * self.games * self.points_games;
        self.games * self.games * self.points_squared
            + self.points * self.points * self.games_squared
            - mixed
            - mixed
    }
}

/// The rate of wins per game, estimated from blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clustered {
    /// Wins per game over all games.
    pub rate: f64,
    /// The standard error of the rate; `None` with a single block, which has no spread.
    pub standard_error: Option<f64>,
    /// One less than the number of blocks.
    pub degrees_of_freedom: u64,
}

impl Clustered {
    /// Returns the two-sided interval of the rate, `None` with a single block and where all blocks
    /// agree.
    ///
    /// It is symmetric about the rate and not cut at 0 and 1. With few blocks it may reach beyond
    /// them.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let standard_error = self.standard_error?;
        student::interval(self.rate, standard_error, self.degrees_of_freedom, confidence)
    }

    /// Returns the two-sided p-value of the hypothesis that the true rate is `against`, `None` with
    /// a single block.
    ///
    /// If all blocks agree, it is 1 where the rate equals `against`, and 0 otherwise.
    pub fn p_value(&self, against: f64) -> Option<f64> {
        student::test(self.rate, self.standard_error?, self.degrees_of_freedom, against)
    }
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    fn sums_of(blocks: &[(u64, u64)]) -> BlockSums {
        let mut sums = BlockSums::default();
        for &(points, games) in blocks {
            sums.observe(points, games).expect("small numbers");
        }
        sums
    }

    fn estimate(blocks: &[(u64, u64)], unit: u64) -> Clustered {
        sums_of(blocks).estimate(unit).expect("there were games")
    }

    #[test]
    fn rates_and_errors_have_their_known_values() {
        // statsmodels, ordinary least squares on a constant, cov_type "cluster".
        let pairs = [(2, 2), (1, 2), (0, 2), (2, 2), (1, 2), (2, 2)];
        let mut ten = vec![(1, 2); 5];
        ten.extend([(2, 2); 3]);
        ten.extend([(0, 2); 2]);
        // Halves, so that one win counts 2.
        let uneven = [(5, 4), (4, 2), (2, 3), (5, 5), (2, 1)];
        for (blocks, unit, rate, standard_error) in [
            (&pairs[..], 1, 0.66666666666666667, 0.16666666666666667),
            (&ten[..], 1, 0.55, 0.11666666666666665),
            (&uneven[..], 2, 0.6, 0.097182531580755002),
        ] {
            let estimate = estimate(blocks, unit);
            assert_close(estimate.rate, rate, 1e-12);
            assert_close(estimate.standard_error.expect("several blocks"), standard_error, 1e-12);
            assert_eq!(estimate.degrees_of_freedom, blocks.len() as u64 - 1);
        }
    }

    #[test]
    fn the_interval_is_students() {
        let mut blocks = vec![(1, 2); 5];
        blocks.extend([(2, 2); 3]);
        blocks.extend([(0, 2); 2]);
        let estimate = estimate(&blocks, 1);
        let interval = estimate.interval(Confidence::default()).expect("ten blocks");
        let half_width = 2.2621571627982049 * 0.11666666666666665;
        assert_close(interval.low, 0.55 - half_width, 1e-12);
        assert_close(interval.high, 0.55 + half_width, 1e-12);
        let p = estimate.p_value(interval.low).expect("ten blocks");
        assert_close(p, 0.05, 1e-12);
        assert_close(estimate.p_value(0.55).expect("ten blocks"), 1.0, 1e-9);
    }

    #[test]
    fn equal_blocks_have_no_spread() {
        let estimate = estimate(&[(280, 1), (280, 1), (560, 2)], 840);
        assert_eq!(estimate.standard_error, Some(0.0));
        assert_eq!(estimate.interval(Confidence::default()), None);
        assert_eq!(estimate.p_value(1.0 / 3.0), Some(1.0));
        assert_eq!(estimate.p_value(0.5), Some(0.0));
    }

    #[test]
    fn one_block_has_no_error() {
        assert_eq!(BlockSums::default().estimate(840), None);
        assert_eq!(sums_of(&[(0, 0), (0, 0)]).estimate(840), None);
        assert_eq!(sums_of(&[(840, 2)]).estimate(0), None);
        let single = estimate(&[(840, 2)], 840);
        assert_close(single.rate, 0.5, 0.0);
        assert_eq!(single.standard_error, None);
        assert_eq!(single.interval(Confidence::default()), None);
        assert_eq!(single.p_value(0.5), None);
        let impossible = BlockSums { points_squared: 0, ..sums_of(&[(840, 2), (0, 2)]) };
        assert_eq!(impossible.estimate(840), None);
    }

    #[test]
    fn the_largest_runs_are_exact() {
        // 2^40 blocks of 64 games: half of them win everything, half of them a single point.
        const HALF: u64 = 1 << 39;
        const BEST: u128 = 840 * 64;
        let half = u128::from(HALF);
        let sums = BlockSums {
            blocks: 2 * HALF,
            points: half * (BEST + 1),
            games: 2 * half * 64,
            points_squared: half * (BEST * BEST + 1),
            points_games: half * (BEST + 1) * 64,
            games_squared: 2 * half * 64 * 64,
        };
        let estimate = sums.estimate(840).expect("there were games");
        assert_close(estimate.rate, (BEST + 1) as f64 / (2 * BEST) as f64, 1e-15);
        // Every block lies (BEST - 1) / 2 points from the mean.
        let blocks = (2 * HALF) as f64;
        let expected = (BEST - 1) as f64 / 2.0 / (blocks - 1.0).sqrt() / (840.0 * 64.0);
        assert_close(estimate.standard_error.expect("many blocks"), expected, 1e-14);
    }

    #[test]
    fn nothing_cancels() {
        // 2^40 blocks that agree, except for one a point above and one a point below. In floating
        // point, the sum of squares would be rounding error alone.
        const POINTS: u128 = 420 * 64;
        let blocks = 1_u64 << 40;
        let count = u128::from(blocks);
        let sums = BlockSums {
            blocks,
            points: count * POINTS,
            games: count * 64,
            points_squared: count * POINTS * POINTS + 2,
            points_games: count * POINTS * 64,
            games_squared: count * 64 * 64,
        };
        let estimate = sums.estimate(840).expect("there were games");
        let blocks = blocks as f64;
        let expected = (blocks / (blocks - 1.0) * 2.0).sqrt() / (blocks * 64.0 * 840.0);
        assert_close(estimate.standard_error.expect("many blocks"), expected, 1e-14);
    }

    #[test]
    fn sums_that_overflow_are_refused_unchanged() {
        let full = BlockSums { points_squared: u128::MAX, ..sums_of(&[(1, 1)]) };
        let mut sums = full;
        assert_eq!(sums.observe(1, 1), Err(Overflow));
        assert_eq!(sums, full);
        assert_eq!(sums.merge(&full), Err(Overflow));
        assert_eq!(sums, full);
        let largest = BlockSums {
            blocks: u64::MAX,
            points: u128::MAX,
            games: u128::MAX,
            points_squared: u128::MAX,
            points_games: u128::MAX,
            games_squared: u128::MAX,
        };
        let estimate = largest.estimate(u64::MAX).expect("no sum is too large to evaluate");
        assert_eq!(estimate.standard_error, Some(0.0));
        let mut once = BlockSums::default();
        assert_eq!(once.observe(u64::MAX, u64::MAX), Ok(()));
        assert_eq!(once.estimate(1).map(|estimate| estimate.rate), Some(1.0));
    }

    fn some_blocks() -> impl Strategy<Value = Vec<(u64, u64)>> {
        prop::collection::vec(
            (1_u64..=64).prop_flat_map(|games| (0..=840 * games, Just(games))),
            2..40,
        )
    }

    proptest! {
        #[test]
        fn any_split_merges_to_the_whole(blocks in some_blocks(), cut: prop::sample::Index) {
            let (left, right) = blocks.split_at(cut.index(blocks.len()));
            let whole = sums_of(&blocks);
            let (left, right) = (sums_of(left), sums_of(right));
            let mut forward = left;
            forward.merge(&right).expect("small numbers");
            let mut backward = right;
            backward.merge(&left).expect("small numbers");
            prop_assert_eq!(forward, whole);
            prop_assert_eq!(backward, whole);
            let mut same = whole;
            same.merge(&BlockSums::default()).expect("nothing to add");
            prop_assert_eq!(same, whole);
        }

        #[test]
        fn agrees_with_the_formula_in_floating_point(blocks in some_blocks()) {
            let count = blocks.len() as f64;
            let games: f64 = blocks.iter().map(|block| block.1 as f64).sum();
            let wins: f64 = blocks.iter().map(|block| block.0 as f64 / 840.0).sum();
            let rate = wins / games;
            let squares: f64 = blocks
                .iter()
                .map(|&(points, games)| (points as f64 / 840.0 - rate * games as f64).powi(2))
                .sum();
            let standard_error = (count / (count - 1.0) * squares).sqrt() / games;
            let estimate = estimate(&blocks, 840);
            assert_close(estimate.rate, rate, 1e-12);
            let exact = estimate.standard_error.expect("several blocks");
            prop_assert!((exact - standard_error).abs() < 1e-12);
        }
    }
}
