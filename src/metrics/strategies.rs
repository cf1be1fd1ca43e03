//! Wins by strategy, seats balanced.

use super::wins::fair_share;
use super::{Analysis, Batch, Labelled, Metric, Shape, Table, Value, Wins};
use crate::game::Description;
use crate::seat::Seat;
use crate::stats::Overflow;

/// Counts for every strategy of the shape, over all seats that it holds in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategies {
    wins: Vec<Wins>,
    games: u64,
    unfinished: u64,
}

impl Metric for Strategies {
    const DEFINITION: (&'static str, &'static str) = (
        "strategies.csv",
        "win rate of each strategy, seats balanced: every rotation of the seats is played with the same cards; a game counts once for each \
         seat that the strategy holds; fair_share is what each seat would win if all were equal",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { wins: vec![Wins::default(); shape.strategies.len()], games: 0, unfinished: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let shape = batch.shape;
        self.games += batch.games.len() as u64;
        self.unfinished += batch.unfinished();
        for (strategy, wins) in self.wins.iter_mut().enumerate() {
            let held: Vec<(usize, Seat)> = (0..shape.rotations)
                .flat_map(|rotation| Seat::all(shape.players()).map(move |seat| (rotation, seat)))
                .filter(|(rotation, seat)| shape.strategy(seat.index(), *rotation) == strategy)
                .collect();
            let credits = batch.blocks().map(|games| held.iter().map(|(rotation, seat)| games[*rotation].outcome.winners.credit(*seat)));
            wins.observe(held.len(), credits)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.games = self.games.checked_add(other.games).ok_or(Overflow)?;
        self.unfinished = self.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
        self.wins.iter_mut().zip(&other.wins).try_for_each(|(wins, other)| wins.merge(other))
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new(
            "strategies.csv",
            &[
                "game",
                "variant",
                "lineup",
                "strategy",
                "blocks",
                "games",
                "wins_840",
                "wins_840_squares",
                "win_rate",
                "low",
                "high",
                "interval",
                "fair_share",
            ],
        );
        for Labelled { label, counts } in cells {
            for (strategy, wins) in label.shape.strategies.iter().zip(&counts.wins) {
                // Against itself a strategy wins its share by necessity: there is nothing to estimate.
                let mirror = label.shape.strategies.len() == 1;
                let interval = if mirror { None } else { wins.interval(analysis.confidence) };
                table.rows.push(vec![
                    label.game.name.into(),
                    label.variant.as_str().into(),
                    label.lineup.as_str().into(),
                    strategy.as_str().into(),
                    wins.blocks().into(),
                    wins.games().into(),
                    wins.credits().into(),
                    wins.squares().into(),
                    Value::real(wins.rate()),
                    Value::real(interval.map(|interval| interval.low)),
                    Value::real(interval.map(|interval| interval.high)),
                    if mirror { Value::Empty } else { wins.method().into() },
                    Value::Real(fair_share(counts.games.into(), counts.unfinished.into(), label.shape.players())),
                ]);
            }
        }
        vec![table]
    }
}
