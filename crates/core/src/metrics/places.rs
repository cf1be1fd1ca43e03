//! Wins by place: the distance of a seat from the player who takes the first decision, in turn
//! order; strategies balanced.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::shape::Shape;
use super::wins::Record;
use crate::game::Description;
use crate::seat::Seat;
use fairdeal_stats::{Overflow, merged};

/// Counts for every place except the first, which [`FirstPlayer`](super::first_player::FirstPlayer)
/// counts: the player after the first one, and so on.
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
