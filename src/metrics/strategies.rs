//! Wins by strategy, seats and neighbours balanced.

use super::shares::{self, Share};
use super::wins::Record;
use super::{Analysis, Batch, Label, Labelled, Metric, Shape, Table, Value};
use crate::game::{Description, Playthrough};
use crate::stats::{Overflow, ScoreCounts};

/// Counts for every strategy of the shape, over all seats that it holds in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategies {
    records: Vec<Record>,
    games: u64,
    unfinished: u64,
}

impl Strategies {
    /// The wins of each strategy; against itself a strategy wins its share by necessity.
    pub(super) fn shares<'a>(&'a self, label: &Label) -> impl Iterator<Item = Share<'a>> + use<'a> {
        let (players, certain) = (label.shape.players(), label.shape.strategies.len() == 1);
        self.records.iter().map(move |record| {
            // A game counts once for each seat that the strategy holds, and so does an unfinished one.
            let unfinished = if self.games == 0 { 0 } else { u128::from(self.unfinished) * record.wins.games() / u128::from(self.games) };
            Share { record, unfinished, players, certain }
        })
    }

    /// The wins of each strategy of the shape, in 840ths.
    pub(super) fn credits(&self) -> impl Iterator<Item = u128> + '_ {
        self.records.iter().map(|record| record.wins.credits())
    }

    /// The win rate of each strategy of the shape.
    pub(super) fn rates(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.records.iter().map(|record| record.wins.rate())
    }

    /// How many blocks were counted.
    pub(super) fn blocks(&self) -> u64 {
        self.records.first().map_or(0, |record| record.wins.blocks())
    }

    /// How often each score of a block occurred, of the first strategy of the line-up; an unfinished game is shared by all players.
    pub(super) fn block_scores(&self) -> Option<ScoreCounts> {
        self.records.first()?.even.block_scores()
    }
}

impl Metric for Strategies {
    const DEFINITION: (&'static str, &'static str) = (
        "strategies.csv",
        "win rate of each strategy, seats and neighbours balanced: every arrangement of the strategies over the seats is played with the same cards \
         (at tables with more than 24, random ones); a game counts once for each seat that the strategy holds; low and high belong to the win rate; strength = win rate - fair share, with its interval, p-value and verdict",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { records: vec![Record::new(shape.players()); shape.strategies.len()], games: 0, unfinished: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let shape = batch.shape;
        self.games += batch.games.len() as u64;
        self.unfinished += batch.unfinished();
        for (strategy, record) in self.records.iter_mut().enumerate() {
            let credit = |game: &Playthrough, seat| (game.outcome.winners.credit(seat), !game.outcome.unfinished);
            let held = batch.places(strategy);
            let credits = batch.alike().map(|(block, times)| {
                (held.of(block).iter().map(move |(game, seat)| credit(&block.games[usize::from(*game)], *seat)), times)
            });
            record.observe(shape.places_per_block(strategy), credits)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.games = self.games.checked_add(other.games).ok_or(Overflow)?;
        self.unfinished = self.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
        self.records.iter_mut().zip(&other.records).try_for_each(|(record, other)| record.merge(other))
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
