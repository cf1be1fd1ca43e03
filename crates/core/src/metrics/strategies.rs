//! Wins by strategy, seats and neighbours balanced.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::shape::Shape;
use super::wins::{PlayerWins, Record};
use crate::game::{Description, Playthrough};
use crate::seat::SeatSet;
use fairdeal_stats::{Overflow, merged};

/// Counts for every strategy of the shape, over all its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strategies {
    /// The wins of each strategy.
    pub records: Vec<Record>,
    /// The number of counted games.
    pub games: u64,
    /// The number of games that did not end.
    pub unfinished: u64,
}

merged!(Strategies { records, games, unfinished });

impl Strategies {
    /// Returns the wins of a strategy, by its index in the shape.
    pub fn wins(&self, shape: &Shape, strategy: usize) -> Option<PlayerWins<'_>> {
        let record = self.records.get(strategy)?;
        // A game counts once for each seat that the strategy holds, and so does an unfinished one.
        let unfinished = if self.games == 0 {
            0
        } else {
            u128::from(self.unfinished) * record.wins.games() / u128::from(self.games)
        };
        Some(PlayerWins { record, unfinished, certain: shape.strategies.len() == 1 })
    }
}

impl Metric for Strategies {
    fn new(shape: &Shape, _game: &Description) -> Self {
        Self {
            records: vec![Record::new(shape.players()); shape.strategies.len()],
            games: 0,
            unfinished: 0,
        }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let shape = batch.shape;
        self.games += batch.games.len() as u64;
        self.unfinished += batch.unfinished();
        for (strategy, record) in self.records.iter_mut().enumerate() {
            let credit = |game: &Playthrough, seat| {
                (game.outcome.winners.credit(seat), game.outcome.winners != SeatSet::NONE)
            };
            let held = batch.places(strategy);
            let credits = batch.alike().map(|(block, times)| {
                (
                    held.of(block)
                        .iter()
                        .map(move |(game, seat)| credit(&block.games[usize::from(*game)], *seat)),
                    times,
                )
            });
            record.observe(shape.places_per_block(strategy), credits)?;
        }
        Ok(())
    }
}
