//! The legal and the chosen actions of the strategies, by kind.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::samples::DecisionTally;
use super::shape::Shape;
use crate::game::Description;
use fairdeal_stats::{Merge, Overflow, merged};

/// The decisions of every strategy of the shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decisions {
    pub tallies: Vec<DecisionTally>,
    pub games: u64,
}

merged!(Decisions { tallies, games });

impl Metric for Decisions {
    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { tallies: vec![DecisionTally::default(); shape.strategies.len()], games: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.games += batch.samples.games.len() as u64;
        self.tallies
            .iter_mut()
            .zip(batch.samples.decisions)
            .try_for_each(|(tally, seen)| tally.merge(seen))
    }
}
