//! Wins by strategy, seats balanced.

use super::shares::{self, Share};
use super::{Analysis, Batch, Label, Labelled, Metric, Shape, Table, Value, Wins};
use crate::game::Description;
use crate::stats::{Overflow, ScoreCounts};

/// Counts for every strategy of the shape, over all seats that it holds in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategies {
    wins: Vec<Wins>,
    games: u64,
    unfinished: u64,
}

impl Strategies {
    /// The wins of each strategy; against itself a strategy wins its share by necessity.
    pub(super) fn shares<'a>(&'a self, label: &Label) -> impl Iterator<Item = Share<'a>> + use<'a> {
        let (players, certain) = (label.shape.players(), label.shape.strategies.len() == 1);
        self.wins.iter().map(move |wins| {
            // A game counts once for each seat that the strategy holds, and so does an unfinished one.
            let unfinished = if self.games == 0 { 0 } else { u128::from(self.unfinished) * wins.games() / u128::from(self.games) };
            Share { wins, unfinished, players, certain }
        })
    }

    /// The wins of each strategy of the shape, in 840ths.
    pub(super) fn credits(&self) -> impl Iterator<Item = u128> + '_ {
        self.wins.iter().map(Wins::credits)
    }

    /// The win rate of each strategy of the shape.
    pub(super) fn rates(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.wins.iter().map(Wins::rate)
    }

    /// How many blocks were counted.
    pub(super) fn blocks(&self) -> u64 {
        self.wins.first().map_or(0, Wins::blocks)
    }

    /// How often each score of a block occurred, of the first strategy of the line-up.
    pub(super) fn block_scores(&self) -> Option<ScoreCounts> {
        self.wins.first()?.block_scores()
    }
}

impl Metric for Strategies {
    const DEFINITION: (&'static str, &'static str) = (
        "strategies.csv",
        "win rate of each strategy, seats balanced: every rotation of the seats is played with the same cards; a game counts once for each \
         seat that the strategy holds; low and high belong to the win rate; strength = win rate - fair share, with its interval, p-value and verdict",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { wins: vec![Wins::with_scores(shape.players()); shape.strategies.len()], games: 0, unfinished: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let shape = batch.shape;
        self.games += batch.games.len() as u64;
        self.unfinished += batch.unfinished();
        for (strategy, wins) in self.wins.iter_mut().enumerate() {
            let held = shape.held_by(strategy);
            let credits = batch
                .alike()
                .map(|(games, times)| (held.iter().map(move |(rotation, seat)| games[*rotation].outcome.winners.credit(*seat)), times));
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
        let columns = shares::COLUMNS.map(|column| match column {
            "win_rate_low" => "low",
            "win_rate_high" => "high",
            "advantage" => "strength",
            "low" => "strength_low",
            "high" => "strength_high",
            other => other,
        });
        let mut table = Table::new("strategies.csv", &[&["game", "variant", "lineup", "strategy"], &columns[..]].concat());
        let all: Vec<Share<'_>> = cells.iter().flat_map(|cell| cell.counts.shares(cell.label)).collect();
        let keys = cells.iter().flat_map(|cell| cell.label.shape.strategies.iter().map(move |strategy| (cell.label, strategy)));
        for ((label, strategy), row) in keys.zip(shares::rows(&all, analysis)) {
            table.rows.push(label.key().into_iter().chain([Value::from(strategy.as_str())]).chain(row).collect());
        }
        vec![table]
    }
}
