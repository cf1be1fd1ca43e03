//! The wins of the strategies of a ladder against each other.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::label::Contestants;
use crate::seat::{Seat, WIN};
use fairdeal_stats::{BlockSums, BlockWins, Merge, Overflow};

/// The wins of each strategy of a ladder in every block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meetings {
    /// Wins in 840ths over all games of a block.
    pub blocks: BlockWins,
    /// By pair of indices, the first below the second, row by row: the wins of the first in the
    /// games in which both sat, in 840ths, and those of both together.
    pub pairs: Vec<BlockSums>,
}

impl Meetings {
    /// Returns counts of no blocks.
    pub(super) fn new(field: &Contestants) -> Self {
        let strategies = field.strategies.len();
        Self {
            blocks: BlockWins::new(strategies),
            pairs: vec![BlockSums::default(); strategies * strategies.saturating_sub(1) / 2],
        }
    }

    /// Counts the games of the same blocks by all cells.
    ///
    /// # Errors
    /// If a count would overflow.
    pub(super) fn observe(
        &mut self,
        field: &Contestants,
        batches: &[Batch<'_>],
    ) -> Result<(), Overflow> {
        let blocks = batches.first().map_or(0, |batch| batch.blocks().len());
        let mut points = vec![0u32; field.strategies.len()];
        let mut won = vec![(0u64, 0u64); self.pairs.len()];
        for index in 0..blocks {
            points.fill(0);
            won.fill((0, 0));
            let mut missing: Vec<(&[usize], u32)> = Vec::new();
            for (batch, places) in batches.iter().zip(&field.places) {
                // Games of a strategy against itself show no strength.
                let &[one, other] = &places[..] else { continue };
                let shape = batch.shape;
                let mut credits = [0u32; 2];
                let block = batch.block(index);
                for (game, arrangement) in block.games.iter().zip(batch.arrangements().of(block)) {
                    for seat in Seat::all(shape.players()) {
                        credits[arrangement.strategy(seat)] +=
                            game.outcome.winners.credit(seat) as u32;
                    }
                }
                // Games without a winner are not comparisons.
                let lost =
                    shape.games_per_block() as u32 * WIN as u32 - credits.iter().sum::<u32>();
                if lost > 0 {
                    missing.push((&places[..], lost));
                }
                points[one] += credits[0];
                points[other] += credits[1];
                let [low, high] = if one < other { credits } else { [credits[1], credits[0]] };
                let pair = &mut won[pair_of(one, other)];
                *pair = (pair.0 + u64::from(low), pair.1 + u64::from(high));
            }
            self.blocks.observe(&points, &missing).map_err(|_| Overflow)?;
            self.pairs
                .iter_mut()
                .zip(&won)
                .try_for_each(|(pair, (low, high))| pair.observe(*low, low + high))?;
        }
        Ok(())
    }
}

impl Merge for Meetings {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.pairs.merge(&other.pairs)?;
        self.blocks.merge(&other.blocks).map_err(|_| Overflow)
    }
}

/// Returns the index of a pair of different strategies: row by row of the triangle below the
/// diagonal.
pub fn pair_of(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    high * (high - 1) / 2 + low
}
