//! Wins of every seat, strategies balanced: the value of the seat itself.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::shape::Shape;
use super::wins::Record;
use crate::game::Description;
use crate::seat::{Seat, SeatSet};
use fairdeal_stats::{Merge, Overflow, merged};

/// Counts for every seat.
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
