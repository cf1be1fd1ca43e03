//! Differences and ratios of two variants that are played on the same blocks.
//!
//! Both variants play each block with the same cards: a block is one observation of both, and only
//! blocks are independent. The luck that both share cancels in the difference, so the difference
//! needs fewer games than two runs with different cards:
//! [`variance_ratio`](PairedDifference::variance_ratio) says how many fewer.
//!
//! The variance is the cluster-robust variance of the linearised residuals of whole blocks, as in
//! [`clustered`](super::clustered): of `(x - p m) / M - (y - q k) / K` for blocks with `x` points
//! in `m` games of one variant and `y` points in `k` games of the other, `M` and `K` games in all
//! and the overall rates `p` and `q` (W. G. Cochran, "Sampling Techniques", 3rd edition, section
//! 6.19). It is evaluated exactly in integers, so it is exactly 0 where the variants do not differ.

use super::clustered::Arm;
use super::interval::{Confidence, Interval};
use super::ratio::{Covariances, PairedRatio};
use super::student;
use super::wide::{Wide, nearest, not_negative};

/// The rates of two variants on the same blocks, and their difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedDifference {
    /// The first variant's rate or mean.
    pub first: f64,
    /// The second variant's rate or mean.
    pub second: f64,
    /// The first minus the second; exactly 0 where the sums of both are the same.
    pub difference: f64,
    /// The standard error of the difference; `None` with a single block, which has no spread, and
    /// exactly 0 where every block has the same difference.
    pub standard_error: Option<f64>,
    /// One less than the number of blocks.
    pub degrees_of_freedom: u64,
    /// The variance of the difference if the variants were played with different cards, divided by
    /// its actual variance: with different cards, the same precision would take this many times as
    /// many blocks. `None` where the difference has no variance.
    pub variance_ratio: Option<f64>,
}

impl PairedDifference {
    /// Returns the two-sided interval of the difference by Student's distribution, `None` with a
    /// single block and where all blocks agree.
    ///
    /// It is not cut at the ends of the possible range. If fewer than about ten blocks differ, it
    /// misses the truth more often than it should: then use a [`PairedTable`](super::PairedTable)
    /// of the outcome.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        student::interval(
            self.difference, self.standard_error?, self.degrees_of_freedom, confidence,
        )
    }

    /// Returns the two-sided p-value of the hypothesis that the true difference is `against`,
    /// `None` with a single block.
    ///
    /// If all blocks agree, it is 1 where the difference equals `against`, and 0 otherwise.
    pub fn p_value(&self, against: f64) -> Option<f64> {
        student::test(self.difference, self.standard_error?, self.degrees_of_freedom, against)
    }
}

/// The sums of both variants and their products.
pub(super) struct Joint {
    pub(super) blocks: u64,
    pub(super) first: Arm,
    pub(super) second: Arm,
    /// The sum over blocks of the first variant's points times the second one's points; and so on.
    pub(super) points: Wide,
    pub(super) points_games: Wide,
    pub(super) games_points: Wide,
    pub(super) games: Wide,
}

/// The exact sums of squares and products of both variants' scaled residuals.
struct Residuals {
    first: Wide,
    second: Wide,
    mixed: Wide,
}

impl Joint {
    fn residuals(&self) -> Residuals {
        let (first, second) = (&self.first, &self.second);
        let mixed = first.games * second.games * self.points
            + first.points * second.points * self.games
            - first.games * second.points * self.points_games
            - first.points * second.games * self.games_points;
        Residuals { first: first.residual_squares(), second: second.residual_squares(), mixed }
    }

    /// The square of the factor by which the residuals of the difference are too large, in floating
    /// point: `M^2 K^2` for `M` and `K` games.
    fn scale(&self) -> f64 {
        let (first, second) = (nearest(self.first.games), nearest(self.second.games));
        first * first * (second * second)
    }

    /// `G / (G - 1)` for `G` blocks, `None` with a single one.
    fn correction(&self) -> Option<f64> {
        (self.blocks > 1).then(|| self.blocks as f64 / (self.blocks - 1) as f64)
    }

    pub(super) fn difference(&self, unit: u64) -> Option<PairedDifference> {
        let (first, second) = (&self.first, &self.second);
        if self.blocks == 0 || first.games.is_zero() || second.games.is_zero() || unit == 0 {
            return None;
        }
        let (unpaired, paired) = self.spreads()?;
        let unit = unit as f64;
        let (first_games, second_games) = (nearest(first.games), nearest(second.games));
        let apart = first.points * second.games - second.points * first.games;
        Some(PairedDifference {
            first: nearest(first.points) / (first_games * unit),
            second: nearest(second.points) / (second_games * unit),
            difference: nearest(apart) / (first_games * second_games) / unit,
            standard_error: self
                .correction()
                .map(|correction| (correction * paired).sqrt() / self.scale() / unit),
            degrees_of_freedom: self.blocks - 1,
            variance_ratio: (paired > 0.0).then(|| unpaired / paired),
        })
    }

    /// The sums of squares of the residuals of the difference if the variants were independent, and
    /// as they are, times `M^4 K^4`. `None` where one would be negative.
    fn spreads(&self) -> Option<(f64, f64)> {
        let Residuals { first, second, mixed } = self.residuals();
        let (left, right) =
            (self.second.games * self.second.games, self.first.games * self.first.games);
        let unpaired = left * left * first + right * right * second;
        let mixed = left * right * mixed;
        Some((nearest(not_negative(unpaired)?), nearest(not_negative(unpaired - mixed - mixed)?)))
    }

    pub(super) fn ratio(&self, confidence: Confidence) -> Option<PairedRatio> {
        let (first, second) = (&self.first, &self.second);
        if first.games.is_zero() || second.games.is_zero() || second.points.is_zero() {
            return None;
        }
        let correction = self.correction()?;
        let residuals = self.residuals();
        let (first_games, second_games) = (nearest(first.games), nearest(second.games));
        // Both are exact, and rounded once.
        let contrast = nearest(not_negative(self.contrast(&residuals))?);
        let determinant = nearest(not_negative(
            residuals.first * residuals.second - residuals.mixed * residuals.mixed,
        )?);
        let scale = self.scale();
        let covariances = Covariances {
            second: correction * nearest(residuals.second)
                / (second_games * second_games)
                / (second_games * second_games),
            mixed: correction * nearest(residuals.mixed)
                / (first_games * first_games)
                / (second_games * second_games),
            contrast: correction * contrast / scale / scale,
            determinant: correction * correction * determinant / scale / scale,
        };
        let (first_rate, second_rate) =
            (nearest(first.points) / first_games, nearest(second.points) / second_games);
        let t = student::two_sided_quantile(self.blocks - 1, confidence)?;
        Some(PairedRatio::new(first_rate, second_rate, &covariances, t))
    }

    /// The sum of squares of the residuals of `q` times the first rate minus `p` times the second
    /// one, for the observed rates `p` and `q`, times `M^4 K^4`.
    fn contrast(&self, residuals: &Residuals) -> Wide {
        let left = self.second.points * self.second.games;
        let right = self.first.points * self.first.games;
        let mixed = left * right * residuals.mixed;
        left * left * residuals.first + right * right * residuals.second - mixed - mixed
    }
}
