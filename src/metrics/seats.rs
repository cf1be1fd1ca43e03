//! Wins and scores by seat and strategy.

use super::{Analysis, Block, Labelled, Metric, Shape, Table, Value, Wins};
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

/// Counts for every seat and every strategy that sits there in some rotation.
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

    fn observe(&mut self, block: &Block<'_>) -> Result<(), Overflow> {
        let shape = block.shape;
        for (rotation, game) in block.games.iter().enumerate() {
            for seat in Seat::all(shape.players()) {
                let tally = &mut self.tallies[seat.index()][shape.strategy(seat.index(), rotation)];
                tally.wins.game(game.outcome.winners.credit(seat));
                tally.unfinished += u64::from(game.outcome.unfinished);
                tally.scores.observe(i64::from(game.outcome.scores[seat.index()]))?;
            }
        }
        for tally in self.tallies.iter_mut().flatten() {
            tally.wins.end_block()?;
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
