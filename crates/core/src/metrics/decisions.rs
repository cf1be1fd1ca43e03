//! The legal and the chosen actions of the strategies, by kind.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::samples::{DecisionTally, KindTally, groups, kinds};
use super::shape::Shape;
use crate::game::Description;
use fairdeal_stats::{Merge, Overflow, merged};

/// The decisions of every strategy of the shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decisions {
    /// By strategy, then by group of kinds of action.
    tallies: Vec<DecisionTally>,
    /// The number of sampled games.
    pub games: u64,
}

impl Decisions {
    /// Returns the counts of a strategy of the shape by kind of action, in the order of the game's
    /// description.
    pub fn of_strategy(
        &self,
        game: &Description,
        strategy: usize,
    ) -> impl Iterator<Item = KindTally> + '_ {
        let groups = groups(game);
        let own = self.tallies.get(strategy * groups..(strategy + 1) * groups);
        kinds(own.unwrap_or_default()).take(game.action_kinds.len())
    }
}

merged!(Decisions { tallies, games });

impl Metric for Decisions {
    fn new(shape: &Shape, game: &Description) -> Self {
        let tallies = shape.strategies.len() * groups(game);
        Self { tallies: vec![DecisionTally::default(); tallies], games: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.games += batch.samples.games.len() as u64;
        self.tallies
            .iter_mut()
            .zip(batch.samples.decisions)
            .try_for_each(|(tally, seen)| tally.merge(seen))
    }
}
