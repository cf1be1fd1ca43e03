//! Which strategy does best as one player among given others: the wins of each candidate compared
//! with those of the last one, on the same blocks.

use super::batch::{Batch, Block};
use super::counting::Contributing;
use super::label::{Candidate, InPlace};
use super::quantities::WinsOfStrategy;
use super::shape::Shape;
use super::sums::{Contribution, Credits};
use super::wins::common_multiple;
use fairdeal_stats::Overflow;

impl InPlace {
    /// Returns the number of games per block to which the wins of both candidates are scaled, so
    /// that they can be compared.
    pub fn games(shapes: [&Shape; 2], pair: [Candidate; 2]) -> u64 {
        let [one, other] =
            [0, 1].map(|side| shapes[side].places_per_block(pair[side].strategy) as u64);
        common_multiple(one, other)
    }

    /// Returns counts for each compared pair, all zero. `shape` returns the shape of a cell.
    pub(super) fn counts<'a>(&self, shape: impl Fn(usize) -> &'a Shape) -> Vec<Credits> {
        let new = |pair: [Candidate; 2]| {
            let shapes = pair.map(|one| shape(one.cell));
            Credits::new(shapes[0], Self::games(shapes, pair) as usize)
        };
        self.compared().map(new).collect()
    }

    /// Counts the same blocks for each compared pair.
    ///
    /// # Errors
    /// If a count would overflow.
    pub(super) fn observe(
        &self,
        counts: &mut [Credits],
        batches: &[Batch<'_>],
    ) -> Result<(), Overflow> {
        for (credits, pair) in counts.iter_mut().zip(self.compared()) {
            let [one, other] = pair.map(|candidate| &batches[candidate.cell]);
            let games = Self::games([one.shape, other.shape], pair);
            let [first, second] = [(one, pair[0]), (other, pair[1])]
                .map(|(batch, candidate)| of_place(batch, candidate.strategy, games));
            credits.observe(
                one.alike_with(other)
                    .map(|(block, same, times)| (first(block), second(same), times)),
            )?;
        }
        Ok(())
    }
}

/// The wins of a strategy as the one player, scaled to this many games. If the others use it too,
/// each of its seats may be that player. Seats and neighbours are balanced, so all of them win
/// equally often on average, and the mean over them has the least noise.
fn of_place<'b>(
    batch: &'b Batch<'_>,
    strategy: usize,
    games: u64,
) -> impl Fn(Block<'_>) -> Contribution + 'b {
    let times = (games / (batch.shape.places_per_block(strategy) as u64).max(1)) as i64;
    let won = WinsOfStrategy.of_block(batch, strategy);
    move |block| {
        let won = won(block);
        Contribution { points: won.points * times, ..won }
    }
}
