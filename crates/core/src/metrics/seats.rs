//! Wins and scores by seat and strategy.

use serde::{Deserialize, Serialize};

use super::batch::{Batch, Block};
use super::metric::Metric;
use super::shape::Shape;
use super::wins::Wins;
use crate::game::{Description, Playthrough};
use crate::seat::Seat;
use fairdeal_stats::{Moments, Overflow, merged};

/// Counts for one strategy in one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub wins: Wins,
    pub unfinished: u64,
    pub scores: Moments,
}

/// Counts for every seat and every strategy that sits there in some arrangement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seats {
    /// By seat, then by strategy of the shape.
    pub tallies: Vec<Vec<Tally>>,
}

merged!(Tally { wins, unfinished, scores });
merged!(Seats { tallies });

impl Metric for Seats {
    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { tallies: vec![vec![Tally::default(); shape.strategies.len()]; shape.players()] }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let shape = batch.shape;
        let some_unfinished = batch.unfinished() > 0;
        for seat in Seat::all(shape.players()) {
            for (strategy, tally) in self.tallies[seat.index()].iter_mut().enumerate() {
                let held = batch.places_in(strategy, seat);
                let games_of =
                    |block: Block<'_>| held.of(block).iter().map(|(game, _)| usize::from(*game));
                let credits = batch.alike().map(|(block, times)| {
                    (
                        games_of(block)
                            .map(move |game| block.games[game].outcome.winners.credit(seat)),
                        times,
                    )
                });
                tally.wins.observe(held.length, credits)?;
                let games = || {
                    batch
                        .blocks()
                        .flat_map(|block| games_of(block).map(move |game| &block.games[game]))
                };
                let score = |game: &Playthrough| game.outcome.scores[seat.index()];
                if held.length == shape.games_per_block() {
                    // It holds the seat in all games, where one pass over them takes a third of the
                    // time.
                    tally.scores.observe_all(batch.games.iter().map(score))?;
                } else {
                    tally.scores.observe_all(games().map(score))?;
                }
                if some_unfinished {
                    tally.unfinished +=
                        games().filter(|game| game.outcome.unfinished).count() as u64;
                }
            }
        }
        Ok(())
    }
}
