//! Sums of a quantity over blocks: in one cell, and in two cells that are compared.

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use super::wins::credit_unit;
use crate::arrangement::Arrangement;
use crate::seat::WIN;
use fairdeal_stats::{BlockSums, Histogram, Merge, Overflow, PairedBlocks, PairedSums, merged};

/// The contribution of one block to a quantity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contribution {
    /// The counted points.
    pub(super) points: i64,
    /// The number of games or decisions.
    pub(super) among: u64,
    /// Whether a win was shared.
    pub(super) shared: bool,
}

impl Contribution {
    /// Adds the credit of one more game.
    #[inline(always)]
    #[must_use]
    pub(super) fn with_credit(self, credit: u64) -> Self {
        Self {
            points: self.points + credit as i64,
            among: self.among + 1,
            shared: self.shared || !credit.is_multiple_of(WIN),
        }
    }
}

/// The counts of a share or a mean in one cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ShareCounts {
    /// The sums over blocks of the points, and of the number of games or decisions.
    pub sums: BlockSums,
    /// The first block in which it happened, and the arrangement of the first such game in it.
    pub first: Option<(u64, Arrangement)>,
}

impl Merge for ShareCounts {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.first = match (self.first, other.first) {
            (Some(one), Some(two)) => Some(if two.0 < one.0 { two } else { one }),
            (one, two) => one.or(two),
        };
        self.sums.merge(&other.sums)
    }
}

/// The sums of a quantity under two variants on the same blocks; the variant first, the baseline
/// second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Paired {
    /// Wins.
    Credits(Credits),
    /// Whole numbers, summed over the same number of games in each block.
    Sums(PairedSums),
    /// Points and their number, both of which may differ from block to block.
    Blocks(PairedBlocks),
    /// Nothing: it is computed from the counts of the cells.
    Derived,
}

impl Merge for Paired {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        match (self, other) {
            (Self::Credits(one), Self::Credits(two)) => one.merge(two),
            (Self::Sums(one), Self::Sums(two)) => one.merge(two),
            (Self::Blocks(one), Self::Blocks(two)) => one.merge(two),
            _ => Ok(()),
        }
    }
}

/// Credits of a player in the games of each block, under the variant and under the baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credits {
    /// Every sum is a multiple of this many credits.
    pub unit: i64,
    /// The most credits that a block can have.
    pub most: i64,
    /// How often each difference of a block's credits occurred, in units above the lowest possible
    /// one.
    pub differences: Histogram,
    /// In 840ths of a win.
    pub sums: PairedSums,
    /// Blocks in which a win was shared.
    pub shared: u64,
}

merged!(Credits { differences, sums, shared; unit, most });

impl Credits {
    /// Returns counts of a player who sits in `games` places of each block, all zero.
    pub(super) fn new(shape: &Shape, games: usize) -> Self {
        Self {
            unit: credit_unit(shape.players()) as i64,
            most: (WIN * games as u64) as i64,
            differences: Histogram::default(),
            sums: PairedSums::default(),
            shared: 0,
        }
    }

    /// Counts blocks: the contribution under the variant and under the baseline, and the number of
    /// such blocks.
    pub(super) fn observe(
        &mut self,
        mut blocks: impl Iterator<Item = (Contribution, Contribution, u64)>,
    ) -> Result<(), Overflow> {
        blocks.try_for_each(|(one, other, times)| {
            self.shared.merge(&(times * u64::from(one.shared || other.shared)))?;
            self.differences.observe_many(
                ((one.points - other.points + self.most) / self.unit).cast_unsigned(),
                times,
            )?;
            self.sums.observe_many(one.points, other.points, times)
        })
    }
}
