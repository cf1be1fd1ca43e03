//! The lengths of games, in each unit.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::shape::Shape;
use crate::game::Description;
use fairdeal_stats::{Histogram, Overflow, merged, quantile_difference};

/// The lengths in one unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The games that ended.
    pub finished: Histogram,
    /// The games that `max_turns` cut: their true length is at least this.
    pub unfinished: Histogram,
}

/// The lengths of all units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    pub units: Vec<Unit>,
}

merged!(Unit { finished, unfinished });
merged!(Lengths { units });

impl Lengths {
    /// Returns the lengths in one unit, and the number of games that were cut.
    pub fn unit(&self, index: usize) -> quantile_difference::Lengths<'_> {
        let Unit { finished, unfinished } = &self.units[index];
        quantile_difference::Lengths { finished, cut_off: unfinished.count() }
    }

    /// Returns the sum over all games in a unit, unfinished ones included.
    pub(crate) fn total(&self, index: usize) -> u128 {
        let Unit { finished, unfinished } = &self.units[index];
        [finished, unfinished].map(|lengths| lengths.moments().sum.unsigned_abs()).iter().sum()
    }
}

impl Metric for Lengths {
    fn new(_shape: &Shape, game: &Description) -> Self {
        Self { units: vec![Unit::default(); game.length_units.len()] }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let some_unfinished = batch.unfinished() > 0;
        for (index, unit) in self.units.iter_mut().enumerate() {
            for game in batch.games {
                let cut = some_unfinished && game.outcome.unfinished;
                let histogram = if cut { &mut unit.unfinished } else { &mut unit.finished };
                histogram.observe(game.lengths[index])?;
            }
        }
        Ok(())
    }
}
