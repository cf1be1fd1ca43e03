//! Wins and scores by seat and strategy.

use super::wins::Wins;
use super::{Analysis, Batch, Block, Labelled, Metric, Shape, Table, Value};
use crate::game::Description;
use crate::seat::Seat;
use crate::stats::{Moments, Overflow};

/// Counts for one strategy in one seat.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    wins: Wins,
    unfinished: u64,
    scores: Moments,
}

/// Counts for every seat and every strategy that sits there in some arrangement.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// By seat, then by strategy of the shape.
    tallies: Vec<Vec<Tally>>,
}

impl Metric for Seats {
    const DEFINITION: (&'static str, &'static str) = (
        "seats.csv",
        "win rate and score of each strategy in each seat; a shared win counts as its share (in 840ths), an unfinished game is nobody's win",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { tallies: vec![vec![Tally::default(); shape.strategies.len()]; shape.players()] }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let shape = batch.shape;
        let some_unfinished = batch.unfinished() > 0;
        for seat in Seat::all(shape.players()) {
            for (strategy, tally) in self.tallies[seat.index()].iter_mut().enumerate() {
                let held = batch.places_in(strategy, seat);
                let games_of = |block: Block<'_>| held.of(block).iter().map(|(game, _)| usize::from(*game));
                let credits = batch
                    .alike()
                    .map(|(block, times)| (games_of(block).map(move |game| block.games[game].outcome.winners.credit(seat)), times));
                tally.wins.observe(held.length, credits)?;
                let games = || batch.blocks().flat_map(|block| games_of(block).map(move |game| &block.games[game]));
                let scores = games().map(|game| i64::from(game.outcome.scores[seat.index()]));
                tally.scores.observe_all(scores)?;
                if some_unfinished {
                    tally.unfinished += games().filter(|game| game.outcome.unfinished).count() as u64;
                }
            }
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        for (tally, other) in self.tallies.iter_mut().flatten().zip(other.tallies.iter().flatten()) {
            tally.wins.merge(&other.wins)?;
            tally.unfinished = tally.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
            tally.scores.merge(&other.scores)?;
        }
        Ok(())
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new(
            "seats.csv",
            &[
                "game",
                "variant",
                "lineup",
                "players",
                "seat",
                "strategy",
                "games",
                "unfinished",
                "wins_840",
                "score_sum",
                "score_squares",
                "win_rate",
                "win_rate_low",
                "win_rate_high",
                "interval",
                "score_mean",
                "score_sd",
            ],
        );
        for Labelled { label, counts } in cells {
            for (seat, tallies) in counts.tallies.iter().enumerate() {
                for (strategy, Tally { wins, unfinished, scores }) in label.shape.strategies.iter().zip(tallies) {
                    let interval = wins.interval(analysis.confidence);
                    table.rows.push(vec![
                        label.game.name.into(),
                        label.variant.as_str().into(),
                        label.lineup.as_str().into(),
                        label.shape.players().into(),
                        seat.into(),
                        strategy.as_str().into(),
                        wins.games().into(),
                        (*unfinished).into(),
                        wins.credits().into(),
                        scores.sum.into(),
                        scores.squares.into(),
                        Value::real(wins.rate()),
                        Value::real(interval.map(|interval| interval.low)),
                        Value::real(interval.map(|interval| interval.high)),
                        wins.method().into(),
                        Value::real(scores.mean()),
                        Value::real(scores.standard_deviation()),
                    ]);
                }
            }
        }
        vec![table]
    }
}
