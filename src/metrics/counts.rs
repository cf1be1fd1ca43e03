//! Everything that a run counted.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::label::Layout;
use super::metric::Metric;
use super::odd_games::{Flip, OddGames};
use super::quantities::QUANTITIES;
use super::quantity::{Paired, ShareCounts};
use super::round_robin::RoundRobin;
use super::shape::Shape;
use super::{decisions, first_player, lengths, neighbours, seat_balance, seats, strategies};
use crate::game::Description;
use crate::stats::Overflow;

/// Declares the list of metrics: the counts of one cell.
macro_rules! metrics {
    ($($(#[$meta:meta])* $field:ident: $metric:ty),* $(,)?) => {
        /// All counts of one variant and one line-up.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Cell {
            $($(#[$meta])* pub $field: $metric,)*
            /// By quantity and subject, of those that are counted by themselves.
            pub shares: Vec<Vec<ShareCounts>>,
        }

        impl Cell {
            /// Counts for the games of a shape, all zero.
            pub fn new(shape: &Shape, game: &Description) -> Self {
                Self {
                    $($field: Metric::new(shape, game),)*
                    shares: QUANTITIES.iter().map(|entry| entry.shares(shape, game)).collect(),
                }
            }

            /// Counts the games of a batch.
            ///
            /// # Errors
            /// When a count would overflow.
            pub fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
                $(self.$field.observe(batch)?;)*
                QUANTITIES.iter().zip(&mut self.shares).try_for_each(|(entry, shares)| entry.observe(batch, shares))
            }

            fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
                $(self.$field.merge(&other.$field)?;)*
                let pairs = self.shares.iter_mut().flatten().zip(other.shares.iter().flatten());
                pairs.into_iter().try_for_each(|(share, other)| share.merge(other))
            }
        }
    };
}

metrics! {
    /// Wins and scores by seat.
    seats: seats::Seats,
    /// Wins of the first player.
    first_player: first_player::FirstPlayer,
    /// Wins of every seat, strategies balanced.
    seat_balance: seat_balance::SeatBalance,
    /// Wins by strategy.
    strategies: strategies::Strategies,
    /// Wins by neighbours.
    neighbours: neighbours::Neighbours,
    /// Lengths.
    lengths: lengths::Lengths,
    /// Decisions.
    decisions: decisions::Decisions,
    /// Games that stand out.
    odd_games: OddGames,
}

/// What one variant and the baseline make of the same blocks: by quantity and subject.
///
/// A block is the same cards under both rules, with the same players in the same seats; what it makes of both is one observation. Luck with the
/// cards then mostly cancels in the difference, so that it takes fewer games than two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    pub(crate) pairs: Vec<Vec<Paired>>,
    /// The first game that has another winner.
    pub(crate) flip: Option<Flip>,
}

impl Comparison {
    /// Counts for the games of a shape, all zero.
    pub fn new(shape: &Shape, game: &Description) -> Self {
        Self { pairs: QUANTITIES.iter().map(|entry| entry.pairs(shape, game)).collect(), flip: None }
    }

    /// Counts the games of the same blocks by the variant and by the baseline.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn observe(&mut self, variant: &Batch<'_>, baseline: &Batch<'_>) -> Result<(), Overflow> {
        self.flip = Flip::merge(self.flip, Flip::first(variant, baseline));
        QUANTITIES.iter().zip(&mut self.pairs).try_for_each(|(entry, pairs)| entry.observe_pairs(variant, baseline, pairs))
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.flip = Flip::merge(self.flip, other.flip);
        self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()).try_for_each(|(pair, other)| pair.merge(other))
    }
}

/// Everything that some blocks of a run counted: whole numbers only, which can be written, read back and added in any order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// How many blocks.
    pub blocks: u64,
    /// The counts of every cell of the layout.
    pub cells: Vec<Cell>,
    /// Those of every pair that is compared.
    pub comparisons: Vec<Comparison>,
    /// Who won against whom, where all strategies meet.
    pub round_robin: Option<RoundRobin>,
    /// The same by group of blocks, where the groups tell how sure the answer is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Self>,
}

impl Counts {
    /// Of no blocks.
    pub fn new(layout: &Layout) -> Self {
        let shape = |cell: usize| &layout.cells[cell].shape;
        Self {
            blocks: 0,
            cells: layout.cells.iter().map(|label| Cell::new(&label.shape, layout.game)).collect(),
            comparisons: layout.pairs.iter().map(|pair| Comparison::new(shape(pair.variant), layout.game)).collect(),
            round_robin: layout.field.as_ref().map(RoundRobin::new),
            groups: Vec::new(),
        }
    }

    /// Counts blocks, all cells of which were played: one batch for each.
    ///
    /// # Errors
    /// When a count would overflow; some of the blocks are then counted.
    pub fn observe(&mut self, layout: &Layout, batches: &[Batch<'_>]) -> Result<(), Overflow> {
        self.cells.iter_mut().zip(batches).try_for_each(|(cell, batch)| cell.observe(batch))?;
        for (pair, counts) in layout.pairs.iter().zip(&mut self.comparisons) {
            counts.observe(&batches[pair.variant], &batches[pair.baseline])?;
        }
        if let (Some(round_robin), Some(field)) = (&mut self.round_robin, &layout.field) {
            round_robin.observe(field, batches)?;
        }
        let blocks = batches.first().map_or(0, |batch| batch.blocks().len() as u64);
        self.blocks = self.blocks.checked_add(blocks).ok_or(Overflow)?;
        Ok(())
    }

    /// Adds the counts of other blocks of the same layout.
    ///
    /// # Errors
    /// When a count would overflow; some of them are then added.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.cells.iter_mut().zip(&other.cells).try_for_each(|(cell, other)| cell.merge(other))?;
        self.comparisons.iter_mut().zip(&other.comparisons).try_for_each(|(pair, other)| pair.merge(other))?;
        self.round_robin.iter_mut().zip(&other.round_robin).try_for_each(|(standings, other)| standings.merge(other))?;
        self.blocks = self.blocks.checked_add(other.blocks).ok_or(Overflow)?;
        let known = self.groups.len().min(other.groups.len());
        self.groups.iter_mut().zip(&other.groups).try_for_each(|(group, other)| group.merge(other))?;
        self.groups.extend_from_slice(&other.groups[known..]);
        Ok(())
    }

    /// How many decisions were taken in all games.
    pub fn decisions(&self) -> u128 {
        self.cells.iter().map(|cell| cell.lengths.total(0)).sum()
    }
}
