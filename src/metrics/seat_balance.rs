//! Wins of every seat, strategies balanced: what sitting there is worth, whoever does.

use super::shares::{self, Share};
use super::{Analysis, Batch, Label, Labelled, Metric, Shape, Table, Value, Wins};
use crate::game::Description;
use crate::seat::Seat;
use crate::stats::Overflow;

/// Counts for every seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatBalance {
    wins: Vec<Wins>,
    unfinished: u64,
}

impl SeatBalance {
    fn shares<'a>(&'a self, label: &Label) -> impl Iterator<Item = Share<'a>> + use<'a> {
        let players = label.shape.players();
        let unfinished = self.unfinished.into();
        self.wins.iter().map(move |wins| Share { wins, unfinished, players, certain: players == 1 })
    }
}

impl Metric for SeatBalance {
    const DEFINITION: (&'static str, &'static str) = (
        "seat_balance.csv",
        "win rate of each seat over all rotations, so that every strategy sat in it equally often, against the fair share; advantage, interval, \
         p-value and verdict as in first_player.csv",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { wins: vec![Wins::with_scores(shape.players()); shape.players()], unfinished: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.unfinished += batch.unfinished();
        for (seat, wins) in Seat::all(self.wins.len()).zip(&mut self.wins) {
            let credits = batch.blocks().map(|games| games.iter().map(|game| game.outcome.winners.credit(seat)));
            wins.observe(batch.shape.rotations, credits)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.unfinished = self.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
        self.wins.iter_mut().zip(&other.wins).try_for_each(|(wins, other)| wins.merge(other))
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new("seat_balance.csv", &[&["game", "variant", "lineup", "seat"], &shares::COLUMNS[..]].concat());
        let all: Vec<Share<'_>> = cells.iter().flat_map(|cell| cell.counts.shares(cell.label)).collect();
        let keys = cells.iter().flat_map(|cell| (0..cell.label.shape.players()).map(move |seat| (cell.label, seat)));
        for ((label, seat), row) in keys.zip(shares::rows(&all, analysis)) {
            table.rows.push(label.key().into_iter().chain([Value::from(seat)]).chain(row).collect());
        }
        vec![table]
    }

    /// With more than two players; with two, it says the same as going first.
    fn sentences(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<String> {
        let several = cells.iter().filter(|cell| cell.label.shape.players() > 2);
        several
            .flat_map(|Labelled { label, counts }| {
                let shares = counts.shares(label).enumerate();
                shares.filter_map(|(seat, share)| share.sentence(&format!("seat {seat}"), label, analysis)).collect::<Vec<_>>()
            })
            .collect()
    }
}
