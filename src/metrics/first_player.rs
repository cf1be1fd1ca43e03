//! Wins of the player who takes the first decision.

use super::shares::{self, Share};
use super::wins::Record;
use super::{Analysis, Batch, Label, Labelled, Metric, Sentence, Shape, Table};
use crate::game::{Description, Playthrough};
use crate::stats::Overflow;

/// Counts for the first player.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstPlayer {
    record: Record,
    unfinished: u64,
}

impl FirstPlayer {
    /// The win rate.
    pub(super) fn rate(&self) -> Option<f64> {
        self.record.wins.rate()
    }

    /// Did every game end?
    pub(super) fn all_ended(&self) -> bool {
        self.unfinished == 0
    }

    /// The share of games cut by `max_turns`.
    pub(super) fn unfinished_share(&self) -> Option<f64> {
        let games = self.record.wins.games();
        (games > 0).then(|| self.unfinished as f64 / games as f64)
    }

    /// The wins of going first; a player alone goes before nobody.
    pub(super) fn share(&self, label: &Label) -> Share<'_> {
        let players = label.shape.players();
        Share { record: &self.record, unfinished: self.unfinished.into(), players, certain: players == 1 }
    }
}

impl Metric for FirstPlayer {
    const DEFINITION: (&'static str, &'static str) = (
        "first_player.csv",
        "win rate of the player who takes the first decision, against the fair share (the share of finished games, divided by the players); \
         advantage = win rate - fair share, with its interval (low, high), p-value and verdict",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { record: Record::new(shape.players()), unfinished: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.unfinished += batch.unfinished();
        let credit = |game: &Playthrough| (game.outcome.winners.credit(game.first_player), !game.outcome.unfinished);
        let blocks = batch.alike().map(|(block, times)| (block.games.iter().map(credit), times));
        self.record.observe(batch.shape.games_per_block(), blocks)
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.unfinished = self.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
        self.record.merge(&other.record)
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new("first_player.csv", &[&["game", "variant", "lineup"], &shares::COLUMNS[..]].concat());
        let all: Vec<Share<'_>> = cells.iter().map(|cell| cell.counts.share(cell.label)).collect();
        for (cell, row) in cells.iter().zip(shares::rows(&all, analysis)) {
            table.rows.push(cell.label.key().into_iter().chain(row).collect());
        }
        vec![table]
    }

    fn sentences(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Sentence> {
        let shares: Vec<_> = cells.iter().map(|Labelled { label, counts }| (*label, counts.share(label))).collect();
        shares::sentences(&shares, |_| Some("going first".to_owned()), analysis)
    }
}
