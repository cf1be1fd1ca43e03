//! Counts of games that are played beside the cells of an experiment, each for its own question.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::decisions::Decisions;
use super::label::{Crossing, Layout};
use super::metric::Metric;
use super::quantities::even_credit;
use super::shape::Shape;
use super::strategies::Strategies;
use crate::game::Description;
use crate::seat::{Seat, WIN};
use fairdeal_stats::{Crossed, Overflow, merged};

/// The counts of all games played beside the cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AsideCounts {
    /// The wins of each exploiting search, which is the first strategy of the line-up, and of the
    /// others.
    pub exploiters: Vec<Strategies>,
    /// By restricted player.
    pub restricted: Vec<RestrictedCounts>,
    /// By pair of crossed strategies.
    pub crossed: Vec<Crossed>,
}

/// The wins and decisions of a restricted player, which is the first strategy of the line-up, and
/// of the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RestrictedCounts {
    pub strategies: Strategies,
    pub decisions: Decisions,
}

merged!(AsideCounts { exploiters, restricted, crossed });
merged!(RestrictedCounts { strategies, decisions });

impl Metric for RestrictedCounts {
    fn new(shape: &Shape, game: &Description) -> Self {
        Self { strategies: Metric::new(shape, game), decisions: Metric::new(shape, game) }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.strategies.observe(batch)?;
        self.decisions.observe(batch)
    }
}

impl AsideCounts {
    /// Returns counts of no blocks.
    pub(super) fn new(layout: &Layout) -> Self {
        let shape = |aside: usize| &layout.asides.labels[aside].shape;
        let exploiters =
            layout.asides.exploiters.iter().map(|one| Metric::new(shape(one.aside), layout.game));
        let restricted =
            layout.asides.restricted.iter().map(|one| Metric::new(shape(one.aside), layout.game));
        let players = |crossing: &Crossing| layout.cells[crossing.cell].shape.players();
        let crossed = layout.asides.crossed.iter().map(|crossing| Crossed::new(players(crossing)));
        Self {
            exploiters: exploiters.collect(),
            restricted: restricted.collect(),
            crossed: crossed.collect(),
        }
    }

    /// Counts blocks: one batch for each cell, then one for each label of the asides.
    ///
    /// # Errors
    /// If a count would overflow.
    pub(super) fn observe(
        &mut self,
        layout: &Layout,
        batches: &[Batch<'_>],
    ) -> Result<(), Overflow> {
        let batch = |aside: usize| &batches[layout.cells.len() + aside];
        for (counts, one) in self.exploiters.iter_mut().zip(&layout.asides.exploiters) {
            counts.observe(batch(one.aside))?;
        }
        for (counts, one) in self.restricted.iter_mut().zip(&layout.asides.restricted) {
            counts.observe(batch(one.aside))?;
        }
        self.crossed
            .iter_mut()
            .zip(&layout.asides.crossed)
            .try_for_each(|(counts, crossing)| cross(counts, crossing, batches))
    }
}

/// Counts the blocks of two crossed strategies. An unfinished game counts as shared by all players,
/// so that the fair share is known.
fn cross(counts: &mut Crossed, crossing: &Crossing, batches: &[Batch<'_>]) -> Result<(), Overflow> {
    let (players, first) = (counts.players(), &batches[crossing.cells[0]]);
    // By the number of seats that the second strategy holds: its index at this table.
    let second = |batch: &Batch<'_>| {
        batch.shape.strategies.iter().position(|strategy| *strategy == crossing.strategies[1])
    };
    let held: Vec<(&Batch<'_>, Option<usize>)> =
        crossing.cells.iter().map(|cell| (&batches[*cell], second(&batches[*cell]))).collect();
    let mut points = vec![0; players << players];
    for index in 0..first.blocks().len() {
        for (batch, second) in &held {
            let block = batch.block(index);
            for (game, arrangement) in block.games.iter().zip(batch.arrangements().of(block)) {
                let is_second = |seat: &Seat| Some(arrangement.strategy(*seat)) == *second;
                let choice = Seat::all(players)
                    .filter(is_second)
                    .fold(0, |choice, seat| choice | 1 << seat.index());
                for seat in Seat::all(players) {
                    points[players * choice + seat.index()] =
                        even_credit(game, seat, players) as u32;
                }
            }
        }
        counts.observe(first.first_block + index as u64, &points, WIN as u32)?;
    }
    Ok(())
}
