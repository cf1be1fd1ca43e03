//! Wins by the players before and after, and by the order around the table.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::neighbourhoods::Neighbourhoods;
use super::shape::Shape;
use crate::game::Description;
use crate::seat::Seat;
use fairdeal_stats::{BlockSums, Merge, Overflow, RateGroups, merged};

/// Counts by neighbourhood and by order around the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    /// Wins of each neighbourhood, over the blocks in which it occurred.
    pub sums: Vec<BlockSums>,
    /// Wins of each neighbourhood by group of blocks.
    pub neighbourhoods: RateGroups,
    /// Wins by strategy and order around the table; without kinds where blocks draw their
    /// arrangements.
    pub orders: RateGroups,
    /// The number of counted blocks.
    pub blocks: u64,
}

merged!(Neighbours { sums, neighbourhoods, orders, blocks });

impl Metric for Neighbours {
    fn new(shape: &Shape, _game: &Description) -> Self {
        let Neighbourhoods { strategies, all, orders, .. } = &*shape.neighbourhoods;
        Self {
            sums: vec![BlockSums::default(); all.len()],
            neighbourhoods: RateGroups::new(all.len()),
            orders: RateGroups::new(orders.len() * strategies),
            blocks: 0,
        }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let (known, players) = (&*batch.shape.neighbourhoods, batch.shape.players());
        if known.all.is_empty() {
            return Ok(());
        }
        let mut of_block = vec![(0u64, 0u64); known.all.len()];
        let mut of_orders = vec![(0u64, 0u64); self.orders.kinds()];
        let arrangements = batch.arrangements();
        for block in batch.blocks() {
            of_block.fill((0, 0));
            of_orders.fill((0, 0));
            for (index, (game, arrangement)) in
                block.games.iter().zip(arrangements.of(block)).enumerate()
            {
                let winners = game.outcome.winners;
                let mut add = |seat: Seat, kind: usize| {
                    let credit = winners.credit(seat);
                    of_block[kind] = (of_block[kind].0 + credit, of_block[kind].1 + 1);
                    credit
                };
                if let Some((order, kinds)) = known.games.get(index) {
                    for (seat, kind) in Seat::all(players).zip(kinds) {
                        let credit = add(seat, *kind);
                        let of_order =
                            &mut of_orders[known.of_order(arrangement.strategy(seat), *order)];
                        *of_order = (of_order.0 + credit, of_order.1 + 1);
                    }
                } else {
                    Seat::all(players).zip(known.of_seats(arrangement, players)).for_each(
                        |(seat, kind)| {
                            add(seat, kind);
                        },
                    );
                }
            }
            let seen = self.sums.iter_mut().zip(&of_block).filter(|(_, (_, games))| *games > 0);
            for (sums, (points, games)) in seen {
                sums.observe(*points, *games)?;
            }
            let number = batch.first_block + block.index as u64;
            self.neighbourhoods.observe(number, &of_block)?;
            self.orders.observe(number, &of_orders)?;
        }
        self.blocks.merge(&(batch.blocks().len() as u64))
    }
}
