//! The sums over blocks of two variants from which [`PairedDifference`] is estimated.

use super::clustered::{Arm, BlockSums};
use super::interval::Confidence;
use super::merge::Merge;
use super::overflow::Overflow;
use super::paired_difference::{Joint, PairedDifference};
use super::ratio::PairedRatio;
use super::sums::{Words, observe_all, sums};
use super::wide::wide;

sums! {
    /// Sums over blocks with one whole number for each of two variants: points, cards played or
    /// turns.
    ///
    /// ```
    /// use fairdeal_stats::{Confidence, PairedSums};
    ///
    /// let mut sums = PairedSums::default();
    /// for (longer, shorter) in [(12, 10), (15, 15), (11, 8), (20, 17)] {
    ///     sums.observe(longer, shorter)?;
    /// }
    /// let means = sums.estimate(1).expect("several blocks");
    /// assert_eq!(means.difference, 2.0);
    /// assert!(means.variance_ratio.expect("they differ") > 10.0);
    /// assert!(means.interval(Confidence::default()).expect("several blocks").low < 2.0);
    /// # Ok::<(), fairdeal_stats::Overflow>(())
    /// ```
    pub struct PairedSums {
        /// The number of blocks.
        pub blocks: u64,
        /// The number of blocks whose two values differ.
        pub changed: u64,
        /// The sum over blocks of the first variant's values.
        pub first: i128,
        /// The sum over blocks of the second variant's values.
        pub second: i128,
        /// The sum over blocks of the squares of the first variant's values.
        pub first_squared: u128,
        /// The sum over blocks of the squares of the second variant's values.
        pub second_squared: u128,
        /// The sum over blocks of the product of both values.
        pub products: i128,
    }
}

impl PairedSums {
    /// Adds one block: the value of each variant.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe(&mut self, first: i64, second: i64) -> Result<(), Overflow> {
        self.observe_many(first, second, 1)
    }

    /// Adds `times` blocks with the same values of each variant.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe_many(&mut self, first: i64, second: i64, times: u64) -> Result<(), Overflow> {
        self.merge(&Self::of(first, second, times)?)
    }

    /// Adds many blocks; faster than one by one.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe_all(
        &mut self,
        blocks: impl Iterator<Item = (i64, i64)>,
    ) -> Result<(), Overflow> {
        let of_words = |words: &Words<2>| Self {
            blocks: words.count,
            changed: words.changed,
            first: words.sums[0].into(),
            second: words.sums[1].into(),
            first_squared: words.products[0][0].unsigned_abs().into(),
            second_squared: words.products[1][1].unsigned_abs().into(),
            products: words.products[1][0].into(),
        };
        observe_all(
            self,
            blocks.map(|(first, second)| [first, second]),
            |[first, second]| Self::of(first, second, 1),
            of_words,
        )
    }

    #[inline]
    fn of(first: i64, second: i64, times: u64) -> Result<Self, Overflow> {
        let square = |value: i64| {
            let square = u128::from(value.unsigned_abs()) * u128::from(value.unsigned_abs());
            square.checked_mul(times.into()).ok_or(Overflow)
        };
        let product = i128::from(first) * i128::from(second);
        Ok(Self {
            blocks: times,
            changed: if first == second { 0 } else { times },
            // At most 2^63 times 2^64 in magnitude: fits.
            first: i128::from(first) * i128::from(times),
            second: i128::from(second) * i128::from(times),
            first_squared: square(first)?,
            second_squared: square(second)?,
            products: product.checked_mul(times.into()).ok_or(Overflow)?,
        })
    }

    /// Estimates the means per block, in `unit`s, and their difference.
    ///
    /// `None` without blocks, for a `unit` of 0, and for sums that cannot come from blocks.
    pub fn estimate(&self, unit: u64) -> Option<PairedDifference> {
        // This equals blocks of one game for each variant.
        let games = wide(self.blocks);
        let arm = |points: i128, points_squared: u128| Arm {
            points: wide(points),
            games,
            points_squared: wide(points_squared),
            points_games: wide(points),
            games_squared: games,
        };
        let joint = Joint {
            blocks: self.blocks,
            first: arm(self.first, self.first_squared),
            second: arm(self.second, self.second_squared),
            points: wide(self.products),
            points_games: wide(self.first),
            games_points: wide(self.second),
            games,
        };
        joint.difference(unit)
    }
}

sums! {
    /// Sums over blocks with several games for each of two variants, to compare their rates of
    /// points per game.
    ///
    /// The numbers of games may differ from block to block and between the variants. If all blocks
    /// have the same number of games, [`PairedSums`] give the same estimates with fewer sums.
    pub struct PairedBlocks {
        /// The first variant's own sums.
        pub first: BlockSums,
        /// The second variant's own sums.
        pub second: BlockSums,
        /// The number of blocks where points or games differ between the variants.
        pub changed: u64,
        /// The sum over blocks of the first variant's points times the second one's points.
        pub points: u128,
        /// The sum over blocks of the first variant's points times the second one's games.
        pub points_games: u128,
        /// The sum over blocks of the first variant's games times the second one's points.
        pub games_points: u128,
        /// The sum over blocks of the first variant's games times the second one's games.
        pub games: u128,
    }
}

impl PairedBlocks {
    /// Returns the sums of blocks that all have the same number of `games` of each variant, from
    /// the sums of their points.
    ///
    /// `None` where points are below 0, and where a sum would not fit.
    pub fn of_equal_games(sums: &PairedSums, games: u64) -> Option<Self> {
        let points = |sum: i128| u128::try_from(sum).ok();
        let own = |sum: i128, squares: u128| {
            BlockSums::of_equal_games(sums.blocks, games, points(sum)?, squares).ok()
        };
        let first = own(sums.first, sums.first_squared)?;
        let second = own(sums.second, sums.second_squared)?;
        Some(Self {
            first,
            second,
            changed: sums.changed,
            points: points(sums.products)?,
            points_games: first.points_games,
            games_points: second.points_games,
            games: first.games_squared,
        })
    }

    /// Adds one block: for each variant, the points made in all of its games and the number of
    /// games.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe(&mut self, first: (u64, u64), second: (u64, u64)) -> Result<(), Overflow> {
        let mut block = Self { changed: u64::from(first != second), ..Self::default() };
        block.first.observe(first.0, first.1)?;
        block.second.observe(second.0, second.1)?;
        let product = |left: u64, right: u64| u128::from(left) * u128::from(right);
        block.points = product(first.0, second.0);
        block.points_games = product(first.0, second.1);
        block.games_points = product(first.1, second.0);
        block.games = product(first.1, second.1);
        self.merge(&block)
    }

    /// Estimates both rates of wins per game, where one whole win counts `unit` points, and their
    /// difference.
    ///
    /// `None` unless both variants had games, for a `unit` of 0, and for sums that cannot come from
    /// blocks.
    pub fn estimate(&self, unit: u64) -> Option<PairedDifference> {
        self.joint()?.difference(unit)
    }

    /// Estimates the first rate as a multiple of the second one; see [`PairedRatio`].
    ///
    /// `None` where the second rate is 0, with a single block, and for sums that cannot come from
    /// blocks.
    pub fn ratio(&self, confidence: Confidence) -> Option<PairedRatio> {
        self.joint()?.ratio(confidence)
    }

    fn joint(&self) -> Option<Joint> {
        (self.first.blocks == self.second.blocks).then(|| Joint {
            blocks: self.first.blocks,
            first: Arm::from(&self.first),
            second: Arm::from(&self.second),
            points: wide(self.points),
            points_games: wide(self.points_games),
            games_points: wide(self.games_points),
            games: wide(self.games),
        })
    }
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::student;
    use super::super::tests::assertions::assert_close;
    use super::*;

    type Block = ((u64, u64), (u64, u64));

    fn blocks_of(blocks: &[Block]) -> PairedBlocks {
        let mut sums = PairedBlocks::default();
        for &(first, second) in blocks {
            sums.observe(first, second).expect("small numbers");
        }
        sums
    }

    fn sums_of(values: &[(i64, i64)]) -> PairedSums {
        let mut sums = PairedSums::default();
        for &(first, second) in values {
            sums.observe(first, second).expect("small numbers");
        }
        sums
    }

    #[test]
    fn four_differences_by_hand() {
        // 2, 0, 3, 3: mean 2, variance 2; the values' own variances are 49/3 and 53/3.
        let estimate =
            sums_of(&[(12, 10), (15, 15), (11, 8), (20, 17)]).estimate(1).expect("several blocks");
        assert_close(estimate.first, 14.5, 0.0);
        assert_close(estimate.second, 12.5, 0.0);
        assert_close(estimate.difference, 2.0, 0.0);
        assert_close(estimate.standard_error.expect("several blocks"), 0.5_f64.sqrt(), 1e-15);
        assert_close(estimate.variance_ratio.expect("spread"), 17.0, 1e-15);
        assert_eq!(estimate.degrees_of_freedom, 3);
        // t = 2 / sqrt(1/2) with three degrees of freedom.
        let p = student::two_sided_p_value(8.0_f64.sqrt(), 3).expect("degrees of freedom");
        assert_close(estimate.p_value(0.0).expect("several blocks"), p, 1e-14);
        assert_eq!(sums_of(&[(12, 10), (15, 15)]).changed, 1);
    }

    #[test]
    fn scores_of_a_million_million_have_exact_sums() {
        // Blocks of 64 games, in which two variants score the most and the least, or one less.
        let most = 64_000_000_000_000_i64;
        let mut sums = PairedSums::default();
        let blocks = [(most, -most), (-most, most), (most - 1, most), (-most, 1 - most)];
        sums.observe_all((0..4000).map(|block| blocks[block % 4])).expect("fits");
        let mut expected = PairedSums::default();
        for (first, second) in blocks {
            expected.observe_many(first, second, 1000).expect("fits");
        }
        assert_eq!(sums, expected);
        let wide = i128::from(most);
        assert_eq!((sums.first, sums.second), (-1000, 1000));
        let squares = 3 * wide * wide + (wide - 1) * (wide - 1);
        assert_eq!(sums.first_squared, 1000 * squares.unsigned_abs());
        assert_eq!(sums.products, 1000 * (-2 * wide * wide + 2 * (wide - 1) * wide));
        assert!((sums.estimate(1).expect("blocks").difference + 0.5).abs() < 1e-12);
        // A million million of these blocks are too many, and change nothing.
        assert_eq!(sums.observe_many(most, most, 1_000_000_000_000), Err(Overflow));
        assert_eq!(sums, expected);
    }

    #[test]
    fn a_variant_does_not_differ_from_itself() {
        let values = [(12, 12), (-7, -7), (1_000_003, 1_000_003), (5, 5)];
        let sums = sums_of(&values);
        assert_eq!(sums.changed, 0);
        let estimate = sums.estimate(840).expect("several blocks");
        assert_close(estimate.difference, 0.0, 0.0);
        assert_eq!((estimate.standard_error, estimate.variance_ratio), (Some(0.0), None));
        assert_eq!(estimate.interval(Confidence::default()), None);
        assert_eq!((estimate.p_value(0.0), estimate.p_value(0.1)), (Some(1.0), Some(0.0)));
        let blocks = blocks_of(&[((840, 2), (840, 2)), ((1, 3), (1, 3)), ((2520, 3), (2520, 3))]);
        let estimate = blocks.estimate(840).expect("several blocks");
        assert_close(estimate.difference, 0.0, 0.0);
        assert_eq!((estimate.standard_error, blocks.changed), (Some(0.0), 0));
    }

    #[test]
    fn one_block_has_no_error() {
        assert_eq!(PairedSums::default().estimate(1), None);
        assert_eq!(PairedBlocks::default().estimate(1), None);
        assert_eq!(sums_of(&[(1, 2)]).estimate(0), None);
        let single = sums_of(&[(1, 2)]).estimate(1).expect("a block");
        assert_eq!((single.standard_error, single.interval(Confidence::default())), (None, None));
        assert_eq!(blocks_of(&[((1, 1), (0, 0))]).estimate(1), None);
        let impossible = PairedSums { first_squared: 0, ..sums_of(&[(5, 1), (0, 1)]) };
        assert_eq!(impossible.estimate(1), None);
        let mut uneven = blocks_of(&[((1, 1), (0, 1)), ((0, 1), (1, 1))]);
        uneven.first.blocks = 3;
        assert_eq!(uneven.estimate(1), None);
    }

    #[test]
    fn nothing_cancels_in_the_largest_runs() {
        // 2^40 blocks that agree in all but two, where the difference is one point up and one down.
        const POINTS: u128 = 420 * 64;
        let blocks = 1_u64 << 40;
        let count = u128::from(blocks);
        let arm = BlockSums {
            blocks,
            points: count * POINTS,
            games: count * 64,
            points_squared: count * POINTS * POINTS,
            points_games: count * POINTS * 64,
            games_squared: count * 64 * 64,
        };
        let sums = PairedBlocks {
            first: BlockSums { points_squared: arm.points_squared + 2, ..arm },
            second: arm,
            changed: 2,
            points: count * POINTS * POINTS,
            points_games: count * POINTS * 64,
            games_points: count * POINTS * 64,
            games: count * 64 * 64,
        };
        let estimate = sums.estimate(840).expect("there were games");
        let blocks = blocks as f64;
        let expected = (blocks / (blocks - 1.0) * 2.0).sqrt() / (blocks * 64.0 * 840.0);
        assert_close(estimate.standard_error.expect("many blocks"), expected, 1e-14);
        assert_close(estimate.difference, 0.0, 0.0);
    }

    #[test]
    fn sums_that_overflow_are_refused_unchanged() {
        let full = PairedSums { products: i128::MAX, ..sums_of(&[(1, 1)]) };
        let mut sums = full;
        assert_eq!(sums.observe(1, 1), Err(Overflow));
        assert_eq!(sums, full);
        let full = PairedBlocks { games: u128::MAX, ..blocks_of(&[((1, 1), (1, 1))]) };
        let mut sums = full;
        assert_eq!(sums.observe((1, 1), (1, 1)), Err(Overflow));
        assert_eq!(sums, full);
        assert_eq!(full.estimate(1), None);
        let mut extreme = PairedSums::default();
        assert_eq!(extreme.observe(i64::MIN, i64::MIN), Ok(()));
        assert_eq!(extreme.estimate(1).map(|estimate| estimate.difference), Some(0.0));
    }

    fn some_blocks() -> impl Strategy<Value = Vec<Block>> {
        let arm = || (1_u64..=12).prop_flat_map(|games| (0..=840 * games, Just(games)));
        prop::collection::vec((arm(), arm()), 2..30)
    }

    proptest! {
        #[test]
        fn any_split_merges_to_the_whole(blocks in some_blocks(), cut: prop::sample::Index) {
            let (left, right) = blocks.split_at(cut.index(blocks.len()));
            let whole = blocks_of(&blocks);
            let (left, right) = (blocks_of(left), blocks_of(right));
            let mut forward = left;
            forward.merge(&right).expect("small numbers");
            let mut backward = right;
            backward.merge(&left).expect("small numbers");
            prop_assert_eq!(forward, whole);
            prop_assert_eq!(backward, whole);
        }

        #[test]
        fn agrees_with_the_formula_in_floating_point(blocks in some_blocks()) {
            let count = blocks.len() as f64;
            let total = |pick: fn(&Block) -> u64| {
                blocks.iter().map(|block| pick(block) as f64).sum::<f64>()
            };
            let (first_games, second_games) = (total(|block| block.0.1), total(|block| block.1.1));
            let first = total(|block| block.0.0) / first_games;
            let second = total(|block| block.1.0) / second_games;
            let residual = |arm: (u64, u64), rate: f64, games: f64| {
                (arm.0 as f64 - rate * arm.1 as f64) / games
            };
            let residuals: Vec<(f64, f64)> = blocks
                .iter()
                .map(|&(one, other)| {
                    (residual(one, first, first_games), residual(other, second, second_games))
                })
                .collect();
            let correction = count / (count - 1.0);
            let paired: f64 = residuals.iter().map(|(one, other)| (one - other).powi(2)).sum();
            let unpaired: f64 =
                residuals.iter().map(|(one, other)| one * one + other * other).sum();
            let estimate = blocks_of(&blocks).estimate(1).expect("games");
            assert_close(estimate.first, first, 1e-12);
            assert_close(estimate.second, second, 1e-12);
            prop_assert!((estimate.difference - (first - second)).abs() < 1e-9);
            let standard_error = estimate.standard_error.expect("several blocks");
            prop_assert!((standard_error - (correction * paired).sqrt()).abs() < 1e-9);
            if let Some(ratio) = estimate.variance_ratio
                && paired > 1e-6
            {
                assert_close(ratio, unpaired / paired, 1e-9);
            }
        }

        #[test]
        fn equal_numbers_of_games_make_both_forms_one(
            values in prop::collection::vec((0_u64..1000, 0_u64..1000), 2..30),
        ) {
            let signed: Vec<(i64, i64)> =
                values.iter().map(|&(one, other)| (one as i64, other as i64)).collect();
            let blocks: Vec<Block> =
                values.iter().map(|&(one, other)| ((one, 4), (other, 4))).collect();
            let (sums, blocks) = (sums_of(&signed), blocks_of(&blocks));
            prop_assert_eq!(sums.changed, blocks.changed);
            let (means, rates) =
                (sums.estimate(4).expect("blocks"), blocks.estimate(1).expect("blocks"));
            prop_assert!((means.difference - rates.difference).abs() < 1e-12);
            let (one, other) =
                (means.standard_error.expect("several"), rates.standard_error.expect("several"));
            prop_assert!((one - other).abs() <= 1e-13 * one);
            let confidence = Confidence::default();
            let ends = |ratio: Option<PairedRatio>| {
                ratio.and_then(|ratio| ratio.interval).map(|interval| (interval.low, interval.high))
            };
            let (one, other) = (
                ends(
                    PairedBlocks::of_equal_games(&sums, 1).and_then(|sums| sums.ratio(confidence)),
                ),
                ends(blocks.ratio(confidence)),
            );
            prop_assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!((one.0 - other.0).abs() <= 1e-9 * (1.0 + one.0.abs()));
                prop_assert!((one.1 - other.1).abs() <= 1e-9 * (1.0 + one.1.abs()));
            }
        }

        #[test]
        fn exchanging_the_variants_exchanges_the_sign(blocks in some_blocks()) {
            let exchanged: Vec<Block> =
                blocks.iter().map(|&(first, second)| (second, first)).collect();
            let (one, other) =
                (blocks_of(&blocks).estimate(840), blocks_of(&exchanged).estimate(840));
            let (one, other) = (one.expect("games"), other.expect("games"));
            assert_close(one.difference, -other.difference, 0.0);
            prop_assert_eq!(one.standard_error, other.standard_error);
            prop_assert_eq!(one.variance_ratio, other.variance_ratio);
        }

        #[test]
        fn batches_agree_with_single_values(
            blocks in prop::collection::vec((prop_oneof![-9_i64..9, -(1_i64 << 40)..1 << 40], -99_i64..99), 0..40),
        ) {
            let mut one_by_one = PairedSums::default();
            for (first, second) in &blocks {
                prop_assert_eq!(one_by_one.observe(*first, *second), Ok(()));
            }
            let (left, right) = blocks.split_at(blocks.len() / 3);
            let mut at_once = PairedSums::default();
            prop_assert_eq!(at_once.observe_all(left.iter().copied()), Ok(()));
            prop_assert_eq!(at_once.observe_all(right.iter().copied()), Ok(()));
            prop_assert_eq!(at_once, one_by_one);
        }

        #[test]
        fn equal_games_are_as_if_counted(
            blocks in prop::collection::vec((0_u64..999, 0_u64..999), 0..40),
            games in 1_u64..9,
        ) {
            let mut sums = PairedSums::default();
            let mut counted = PairedBlocks::default();
            for (first, second) in &blocks {
                prop_assert_eq!(sums.observe(*first as i64, *second as i64), Ok(()));
                prop_assert_eq!(counted.observe((*first, games), (*second, games)), Ok(()));
            }
            prop_assert_eq!(PairedBlocks::of_equal_games(&sums, games), Some(counted));
        }
    }
}
