//! Wins by place and by seat, strategies balanced. A place is the distance of a seat from the player
//! who takes the first decision, in turn order.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::shape::Shape;
use super::wins::{PlayerWins, Record};
use crate::game::Description;
use crate::seat::{Seat, SeatSet};
use fairdeal_stats::{Merge, Overflow, merged};

/// Counts for the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstPlayer {
    pub record: Record,
    pub unfinished: u64,
}

merged!(FirstPlayer { record, unfinished });

impl FirstPlayer {
    /// Returns the wins of going first.
    pub fn wins(&self) -> PlayerWins<'_> {
        PlayerWins { record: &self.record, unfinished: self.unfinished.into(), certain: false }
    }

    /// Returns whether every game ended.
    pub fn all_ended(&self) -> bool {
        self.unfinished == 0
    }

    /// Returns whether every game had a winner.
    pub fn all_won(&self) -> bool {
        self.record.wins == self.record.even
    }
}

impl Metric for FirstPlayer {
    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { record: Record::new(shape.players()), unfinished: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.unfinished += batch.unfinished();
        self.record.observe_seat(batch, |game| game.first_player)
    }
}

/// Counts for every place except the first, which [`FirstPlayer`] counts: the player after the first one, and so on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Places {
    pub records: Vec<Record>,
}

merged!(Places { records });

impl Metric for Places {
    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { records: vec![Record::new(shape.players()); shape.players().saturating_sub(1)] }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let players = batch.shape.players();
        for (place, record) in (1..).zip(&mut self.records) {
            record.observe_seat(batch, |game| {
                Seat::new(((game.first_player.index() + place) % players) as u8)
            })?;
        }
        Ok(())
    }
}

/// Counts for every seat: the value of the seat itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatBalance {
    pub records: Vec<Record>,
    pub unfinished: u64,
    /// The seats that ever went first.
    pub first: SeatSet,
}

merged!(SeatBalance { records, unfinished, first });

impl Merge for SeatSet {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        *self = self.union(*other);
        Ok(())
    }
}

impl Metric for SeatBalance {
    fn new(shape: &Shape, _game: &Description) -> Self {
        Self {
            records: vec![Record::new(shape.players()); shape.players()],
            unfinished: 0,
            first: SeatSet::NONE,
        }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.unfinished += batch.unfinished();
        self.first = batch
            .alike()
            .flat_map(|(block, _)| block.games)
            .fold(self.first, |first, game| first.with(game.first_player));
        for (seat, record) in Seat::all(self.records.len()).zip(&mut self.records) {
            record.observe_seat(batch, |_| seat)?;
        }
        Ok(())
    }
}
