//! Differences and ratios of what two variants make of the same blocks.
//!
//! Both variants play each block with the same cards, so that what one block makes of both is one
//! observation; only blocks are independent. What the cards give to both cancels in the difference, and
//! that is why it needs fewer games than two runs with cards of their own:
//! [`variance_ratio`](PairedDifference::variance_ratio) says how many fewer.
//!
//! The variance is the cluster-robust one of the linearised residuals of whole blocks, as in
//! [`clustered`](super::clustered): of `(x - p m) / M - (y - q k) / K` for blocks with `x` points in `m`
//! games of one variant and `y` points in `k` games of the other, `M` and `K` games in all and the
//! overall rates `p` and `q` (W. G. Cochran, "Sampling Techniques", 3rd edition, section 6.19). It is
//! evaluated exactly in integers, and so is exactly 0 where the variants do not differ.

use super::clustered::BlockSums;
use super::interval::{Confidence, Interval};
use super::overflow::Overflow;
use super::ratio::{Covariances, PairedRatio};
use super::student;
use super::wide::{Signed, Wide};

/// What must be remembered of blocks with one whole number for each of two variants: points, or cards
/// played, or turns.
///
/// ```
/// use fairdeal::stats::{Confidence, PairedSums};
///
/// let mut sums = PairedSums::default();
/// for (longer, shorter) in [(12, 10), (15, 15), (11, 8), (20, 17)] {
///     sums.observe(longer, shorter)?;
/// }
/// let means = sums.estimate(1).expect("several blocks");
/// assert_eq!(means.difference, 2.0);
/// assert!(means.variance_ratio.expect("they differ") > 10.0);
/// assert!(means.interval(Confidence::default()).expect("several blocks").low < 2.0);
/// # Ok::<(), fairdeal::stats::Overflow>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
        let square = |value: i64| {
            let square = u128::from(value.unsigned_abs()) * u128::from(value.unsigned_abs());
            square.checked_mul(times.into()).ok_or(Overflow)
        };
        let product = i128::from(first) * i128::from(second);
        self.merge(&Self {
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

    /// Adds the blocks that another accumulator has seen; they must not be the same ones.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        *self = self.checked_add(other).ok_or(Overflow)?;
        Ok(())
    }

    #[inline]
    fn checked_add(&self, other: &Self) -> Option<Self> {
        Some(Self {
            blocks: self.blocks.checked_add(other.blocks)?,
            changed: self.changed.checked_add(other.changed)?,
            first: self.first.checked_add(other.first)?,
            second: self.second.checked_add(other.second)?,
            first_squared: self.first_squared.checked_add(other.first_squared)?,
            second_squared: self.second_squared.checked_add(other.second_squared)?,
            products: self.products.checked_add(other.products)?,
        })
    }

    /// Estimates the means per block, in `unit`s, and their difference.
    ///
    /// `None` without blocks, for a `unit` of 0, and for sums that no blocks can have.
    pub fn estimate(&self, unit: u64) -> Option<PairedDifference> {
        self.joint()?.difference(unit)
    }

    /// Estimates the first mean as a multiple of the second one; see [`PairedRatio`].
    ///
    /// `None` where the second mean is 0, with a single block, and for sums that no blocks can have.
    pub fn ratio(&self, confidence: Confidence) -> Option<PairedRatio> {
        self.joint()?.ratio(confidence)
    }

    /// The same as blocks of one game for each variant.
    fn joint(&self) -> Option<Joint> {
        let count = i128::from(self.blocks);
        let squared = |sum: u128| i128::try_from(sum).ok();
        Some(Joint {
            blocks: self.blocks,
            first: Arm {
                points: self.first,
                games: count,
                points_squared: squared(self.first_squared)?,
                points_games: self.first,
                games_squared: count,
            },
            second: Arm {
                points: self.second,
                games: count,
                points_squared: squared(self.second_squared)?,
                points_games: self.second,
                games_squared: count,
            },
            points: self.products,
            points_games: self.first,
            games_points: self.second,
            games: count,
        })
    }
}

/// What must be remembered of blocks with several games for each of two variants, to compare their
/// rates of points per game.
///
/// The numbers of games may differ from block to block and between the variants. Where each block has
/// one game of each, or the same number, [`PairedSums`] say the same with less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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

impl PairedBlocks {
    /// Adds one block: for each variant, the points made in all of its games and how many those were.
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

    /// Adds the blocks that another accumulator has seen; they must not be the same ones.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        let mut sum = *self;
        sum.first.merge(&other.first)?;
        sum.second.merge(&other.second)?;
        sum.changed = sum.changed.checked_add(other.changed).ok_or(Overflow)?;
        sum.points = sum.points.checked_add(other.points).ok_or(Overflow)?;
        sum.points_games = sum.points_games.checked_add(other.points_games).ok_or(Overflow)?;
        sum.games_points = sum.games_points.checked_add(other.games_points).ok_or(Overflow)?;
        sum.games = sum.games.checked_add(other.games).ok_or(Overflow)?;
        *self = sum;
        Ok(())
    }

    /// Estimates both rates of wins per game, where one whole win counts `unit` points, and their
    /// difference.
    ///
    /// `None` unless both variants had games, for a `unit` of 0, and for sums that no blocks can have.
    pub fn estimate(&self, unit: u64) -> Option<PairedDifference> {
        self.joint()?.difference(unit)
    }

    /// Estimates the first rate as a multiple of the second one; see [`PairedRatio`].
    ///
    /// `None` where the second rate is 0, with a single block, and for sums that no blocks can have.
    pub fn ratio(&self, confidence: Confidence) -> Option<PairedRatio> {
        self.joint()?.ratio(confidence)
    }

    fn joint(&self) -> Option<Joint> {
        if self.first.blocks != self.second.blocks {
            return None;
        }
        let signed = |sum: u128| i128::try_from(sum).ok();
        Some(Joint {
            blocks: self.first.blocks,
            first: Arm::of(&self.first)?,
            second: Arm::of(&self.second)?,
            points: signed(self.points)?,
            points_games: signed(self.points_games)?,
            games_points: signed(self.games_points)?,
            games: signed(self.games)?,
        })
    }
}

/// The rates of two variants on the same blocks, and their difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedDifference {
    /// The first variant's rate or mean.
    pub first: f64,
    /// The second variant's rate or mean.
    pub second: f64,
    /// How much higher the first is; exactly 0 where the sums of both are the same.
    pub difference: f64,
    /// The standard error of the difference; `None` with a single block, which shows no spread, and
    /// exactly 0 where every block has the same difference.
    pub standard_error: Option<f64>,
    /// One less than the number of blocks.
    pub degrees_of_freedom: u64,
    /// The variance that the difference would have had if each variant had been given cards of its
    /// own, divided by the one it has: how many times more blocks that would have taken. `None` where
    /// the difference has no variance.
    pub variance_ratio: Option<f64>,
}

impl PairedDifference {
    /// Returns the two-sided interval of the difference by Student's distribution, `None` with a
    /// single block.
    ///
    /// It is not cut at the ends of what is possible. Where all blocks agree it is the point itself;
    /// what they all agree in may still have exceptions among blocks not played, as a rule at most 3
    /// in as many blocks as there were. Where fewer than some ten blocks differ at all it misses the truth more
    /// often than it should, and a [`PairedTable`](super::PairedTable) of the outcome is the better choice.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        student::interval(self.difference, self.standard_error?, self.degrees_of_freedom, confidence)
    }

    /// Returns the two-sided p-value of the hypothesis that the true difference is `against`, `None`
    /// with a single block.
    ///
    /// Where all blocks agree it is 1 if the difference equals `against`, and 0 if not.
    pub fn p_value(&self, against: f64) -> Option<f64> {
        student::test(self.difference, self.standard_error?, self.degrees_of_freedom, against)
    }
}

/// The sums of one variant.
struct Arm {
    points: i128,
    games: i128,
    points_squared: i128,
    points_games: i128,
    games_squared: i128,
}

impl Arm {
    fn of(sums: &BlockSums) -> Option<Self> {
        let signed = |sum: u128| i128::try_from(sum).ok();
        Some(Self {
            points: signed(sums.points)?,
            games: signed(sums.games)?,
            points_squared: signed(sums.points_squared)?,
            points_games: signed(sums.points_games)?,
            games_squared: signed(sums.games_squared)?,
        })
    }

    /// The sum over blocks of the squares of `games * x - points * m`, for `x` points in `m` games.
    fn residual_squares(&self) -> Signed {
        let mixed = Signed::product([self.points, self.games, self.points_games]);
        Signed::product([self.games, self.games, self.points_squared])
            .plus(Signed::product([self.points, self.points, self.games_squared]))
            .minus(mixed.plus(mixed))
    }
}

/// The sums of both variants and their products.
struct Joint {
    blocks: u64,
    first: Arm,
    second: Arm,
    points: i128,
    points_games: i128,
    games_points: i128,
    games: i128,
}

/// The exact sums of squares and products of both variants' scaled residuals.
struct Residuals {
    first: Signed,
    second: Signed,
    mixed: Signed,
}

impl Joint {
    fn residuals(&self) -> Residuals {
        let (first, second) = (&self.first, &self.second);
        let mixed = Signed::product([first.games, second.games, self.points])
            .plus(Signed::product([first.points, second.points, self.games]))
            .minus(Signed::product([first.games, second.points, self.points_games]))
            .minus(Signed::product([first.points, second.games, self.games_points]));
        Residuals { first: first.residual_squares(), second: second.residual_squares(), mixed }
    }

    /// The square of the factors that the residuals of the difference are too large by, in floating
    /// point: `M^2 K^2` for `M` and `K` games.
    fn scale(&self) -> f64 {
        let (first, second) = (self.first.games as f64, self.second.games as f64);
        first * first * (second * second)
    }

    /// `G / (G - 1)` for `G` blocks, `None` with a single one.
    fn correction(&self) -> Option<f64> {
        (self.blocks > 1).then(|| self.blocks as f64 / (self.blocks - 1) as f64)
    }

    fn difference(&self, unit: u64) -> Option<PairedDifference> {
        let (first, second) = (&self.first, &self.second);
        if self.blocks == 0 || first.games <= 0 || second.games <= 0 || unit == 0 {
            return None;
        }
        let residuals = self.residuals();
        let (unpaired, paired) = self.spreads(&residuals)?;
        let (unpaired, paired) = (unpaired.to_f64(), paired.to_f64());
        let unit = unit as f64;
        let (first_games, second_games) = (first.games as f64, second.games as f64);
        let apart = Signed::product([first.points, second.games]).minus(Signed::product([second.points, first.games]));
        Some(PairedDifference {
            first: first.points as f64 / (first_games * unit),
            second: second.points as f64 / (second_games * unit),
            difference: apart.to_f64() / (first_games * second_games) / unit,
            standard_error: self.correction().map(|correction| (correction * paired).sqrt() / self.scale() / unit),
            degrees_of_freedom: self.blocks - 1,
            variance_ratio: (paired > 0.0).then(|| unpaired / paired),
        })
    }

    /// The sums of squares of the residuals of the difference without and with what both have in
    /// common, times `M^4 K^4`. `None` where one would be negative.
    fn spreads(&self, residuals: &Residuals) -> Option<(Wide, Wide)> {
        let (first, second) = (self.first.games, self.second.games);
        let left = Signed::product([second; 4]).checked_times(residuals.first)?;
        let right = Signed::product([first; 4]).checked_times(residuals.second)?;
        let mixed = Signed::product([first, first, second, second]).checked_times(residuals.mixed)?;
        let unpaired = left.plus(right);
        let paired = unpaired.minus(mixed.plus(mixed));
        Some((unpaired.checked_magnitude()?, paired.checked_magnitude()?))
    }

    fn ratio(&self, confidence: Confidence) -> Option<PairedRatio> {
        let (first, second) = (&self.first, &self.second);
        if first.games <= 0 || second.games <= 0 || second.points == 0 {
            return None;
        }
        let correction = self.correction()?;
        let residuals = self.residuals();
        let (first_games, second_games) = (first.games as f64, second.games as f64);
        // Both are exact, and rounded once.
        let contrast = self.contrast(&residuals)?.to_f64();
        let determinant = residuals.first.checked_times(residuals.second)?.minus(residuals.mixed.checked_times(residuals.mixed)?);
        let determinant = determinant.checked_magnitude()?.to_f64();
        let scale = self.scale();
        let covariances = Covariances {
            second: correction * residuals.second.to_f64() / (second_games * second_games) / (second_games * second_games),
            mixed: correction * residuals.mixed.to_f64() / (first_games * first_games) / (second_games * second_games),
            contrast: correction * contrast / scale / scale,
            determinant: correction * correction * determinant / scale / scale,
        };
        let (first_rate, second_rate) = (first.points as f64 / first_games, second.points as f64 / second_games);
        let t = student::two_sided_quantile(self.blocks - 1, confidence)?;
        Some(PairedRatio::new(first_rate, second_rate, &covariances, t))
    }

    /// The sum of squares of the residuals of `q` times the first rate less `p` times the second one, for
    /// the observed rates `p` and `q`, times `M^4 K^4`.
    fn contrast(&self, residuals: &Residuals) -> Option<Wide> {
        let left = [self.second.points, self.second.games];
        let right = [self.first.points, self.first.games];
        let pair = |one: [i128; 2], other: [i128; 2]| Signed::product([one[0], one[1], other[0], other[1]]);
        let mixed = pair(left, right).checked_times(residuals.mixed)?;
        pair(left, left)
            .checked_times(residuals.first)?
            .plus(pair(right, right).checked_times(residuals.second)?)
            .minus(mixed.plus(mixed))
            .checked_magnitude()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::assertions::assert_close;
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
        let estimate = sums_of(&[(12, 10), (15, 15), (11, 8), (20, 17)]).estimate(1).expect("several blocks");
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
    fn a_thing_compared_with_itself_does_not_differ() {
        let values = [(12, 12), (-7, -7), (1_000_003, 1_000_003), (5, 5)];
        let sums = sums_of(&values);
        assert_eq!(sums.changed, 0);
        let estimate = sums.estimate(840).expect("several blocks");
        assert_close(estimate.difference, 0.0, 0.0);
        assert_eq!((estimate.standard_error, estimate.variance_ratio), (Some(0.0), None));
        assert_eq!(estimate.interval(Confidence::default()), Some(Interval { low: 0.0, high: 0.0 }));
        assert_eq!((estimate.p_value(0.0), estimate.p_value(0.1)), (Some(1.0), Some(0.0)));
        let blocks = blocks_of(&[((840, 2), (840, 2)), ((1, 3), (1, 3)), ((2520, 3), (2520, 3))]);
        let estimate = blocks.estimate(840).expect("several blocks");
        assert_close(estimate.difference, 0.0, 0.0);
        assert_eq!((estimate.standard_error, blocks.changed), (Some(0.0), 0));
    }

    #[test]
    fn too_little_gives_less() {
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
    fn sums_that_do_not_fit_are_refused_and_change_nothing() {
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
            let total = |pick: fn(&Block) -> u64| blocks.iter().map(|block| pick(block) as f64).sum::<f64>();
            let (first_games, second_games) = (total(|block| block.0.1), total(|block| block.1.1));
            let first = total(|block| block.0.0) / first_games;
            let second = total(|block| block.1.0) / second_games;
            let residual = |arm: (u64, u64), rate: f64, games: f64| (arm.0 as f64 - rate * arm.1 as f64) / games;
            let residuals: Vec<(f64, f64)> = blocks
                .iter()
                .map(|&(one, other)| (residual(one, first, first_games), residual(other, second, second_games)))
                .collect();
            let correction = count / (count - 1.0);
            let paired: f64 = residuals.iter().map(|(one, other)| (one - other).powi(2)).sum();
            let unpaired: f64 = residuals.iter().map(|(one, other)| one * one + other * other).sum();
            let estimate = blocks_of(&blocks).estimate(1).expect("games");
            assert_close(estimate.first, first, 1e-12);
            assert_close(estimate.second, second, 1e-12);
            prop_assert!((estimate.difference - (first - second)).abs() < 1e-9);
            let standard_error = estimate.standard_error.expect("several blocks");
            prop_assert!((standard_error - (correction * paired).sqrt()).abs() < 1e-9);
            if let Some(ratio) = estimate.variance_ratio && paired > 1e-6 {
                assert_close(ratio, unpaired / paired, 1e-9);
            }
        }

        #[test]
        fn equal_numbers_of_games_make_both_forms_one(
            values in prop::collection::vec((0_u64..1000, 0_u64..1000), 2..30),
        ) {
            let signed: Vec<(i64, i64)> = values.iter().map(|&(one, other)| (one as i64, other as i64)).collect();
            let blocks: Vec<Block> = values.iter().map(|&(one, other)| ((one, 4), (other, 4))).collect();
            let (sums, blocks) = (sums_of(&signed), blocks_of(&blocks));
            prop_assert_eq!(sums.changed, blocks.changed);
            let (means, rates) = (sums.estimate(4).expect("blocks"), blocks.estimate(1).expect("blocks"));
            prop_assert!((means.difference - rates.difference).abs() < 1e-12);
            let (one, other) = (means.standard_error.expect("several"), rates.standard_error.expect("several"));
            prop_assert!((one - other).abs() <= 1e-13 * one);
            let confidence = Confidence::default();
            let ends = |ratio: Option<PairedRatio>| ratio.and_then(|ratio| ratio.interval).map(|interval| (interval.low, interval.high));
            let (one, other) = (ends(sums.ratio(confidence)), ends(blocks.ratio(confidence)));
            prop_assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!((one.0 - other.0).abs() <= 1e-9 * (1.0 + one.0.abs()));
                prop_assert!((one.1 - other.1).abs() <= 1e-9 * (1.0 + one.1.abs()));
            }
        }

        #[test]
        fn exchanging_the_variants_exchanges_the_sign(blocks in some_blocks()) {
            let exchanged: Vec<Block> = blocks.iter().map(|&(first, second)| (second, first)).collect();
            let (one, other) = (blocks_of(&blocks).estimate(840), blocks_of(&exchanged).estimate(840));
            let (one, other) = (one.expect("games"), other.expect("games"));
            assert_close(one.difference, -other.difference, 0.0);
            prop_assert_eq!(one.standard_error, other.standard_error);
            prop_assert_eq!(one.variance_ratio, other.variance_ratio);
        }
    }
}
