//! Wins of the player who takes the first decision.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::shape::Shape;
use super::wins::{PlayerWins, Record};
use crate::game::Description;
use fairdeal_stats::{Overflow, merged};

/// Counts for the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstPlayer {
    pub record: Record,
    pub unfinished: u64,
}

merged!(FirstPlayer { record, unfinished });

impl FirstPlayer {
    /// Returns the wins of going first. With a single player they are fixed.
    pub fn wins(&self, shape: &Shape) -> PlayerWins<'_> {
        PlayerWins {
            record: &self.record,
            unfinished: self.unfinished.into(),
            certain: shape.players() == 1,
        }
    }

    /// Returns whether every game ended.
    pub fn all_ended(&self) -> bool {
        self.unfinished == 0
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
