//! Wins of every seat, strategies balanced: what sitting there is worth, whoever does.

use super::shares::{self, Share};
use super::verdict::Standing;
use super::wins::Record;
use super::{Analysis, Batch, Label, Labelled, Metric, Sentence, Shape, Table, Value};
use crate::game::{Description, Playthrough};
use crate::seat::{Seat, SeatSet};
use crate::stats::Overflow;

/// Counts for every seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatBalance {
    records: Vec<Record>,
    unfinished: u64,
    /// The seats that ever went first.
    first: SeatSet,
}

impl SeatBalance {
    fn shares<'a>(&'a self, label: &Label) -> impl Iterator<Item = Share<'a>> + use<'a> {
        let players = label.shape.players();
        let unfinished = self.unfinished.into();
        self.records.iter().map(move |record| Share { record, unfinished, players, certain: players == 1 })
    }
}

impl Metric for SeatBalance {
    const DEFINITION: (&'static str, &'static str) = (
        "seat_balance.csv",
        "win rate of each seat over all arrangements, so that every strategy sat in it as often as in any other, against the fair share; advantage, interval, \
         p-value and verdict as in first_player.csv",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { records: vec![Record::new(shape.players()); shape.players()], unfinished: 0, first: SeatSet::NONE }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.unfinished += batch.unfinished();
        self.first = batch.alike().flat_map(|(block, _)| block.games).fold(self.first, |first, game| first.with(game.first_player));
        for (seat, record) in Seat::all(self.records.len()).zip(&mut self.records) {
            let credit = move |game: &Playthrough| (game.outcome.winners.credit(seat), !game.outcome.unfinished);
            record.observe(batch.shape.games_per_block(), batch.alike().map(|(block, times)| (block.games.iter().map(credit), times)))?;
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.unfinished = self.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
        self.first = Seat::all(self.records.len()).filter(|seat| other.first.contains(*seat)).fold(self.first, SeatSet::with);
        self.records.iter_mut().zip(&other.records).try_for_each(|(record, other)| record.merge(other))
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

    /// Of seats that are worth more or less than others beyond doubt. Not of the one that always goes first, of which that is told; and not of the
    /// other one of two.
    fn sentences(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Sentence> {
        let shares: Vec<_> = cells.iter().flat_map(|cell| cell.counts.shares(cell.label).map(move |share| (cell.label, share))).collect();
        let seats: Vec<_> = cells.iter().flat_map(|cell| Seat::all(cell.label.shape.players()).map(move |seat| (cell, seat))).collect();
        let who = |index: usize| {
            let (Labelled { label, counts }, seat) = seats[index];
            let clear = shares[index].1.finding(analysis).is_some_and(|finding| finding.verdict.standing() == Standing::Beyond);
            let told =
                counts.first == SeatSet::only(seat) || (label.shape.players() == 2 && (seat.index() == 1 || counts.first.count() == 1));
            (clear && !told).then(|| format!("seat {seat}"))
        };
        shares::sentences(&shares, who, analysis)
    }
}
