//! Which strategy does best in the place of one player: what each wins there against what the last
//! one wins there, on the same blocks.

use super::batch::{Batch, Block};
use super::label::{Candidate, InPlace};
use super::quantities::WinRate;
use super::quantity::Quantity;
use super::shape::Shape;
use super::sums::{Brought, Credits};
use super::wins::common_multiple;
use fairdeal_stats::Overflow;

impl InPlace {
    /// In how many games of each block both win as many as they would in one, so that what they win
    /// can be compared.
    pub fn games(shapes: [&Shape; 2], pair: [Candidate; 2]) -> u64 {
        let [one, other] =
            [0, 1].map(|side| shapes[side].places_per_block(pair[side].strategy) as u64);
        common_multiple(one, other)
    }

    /// Counts for each pair that is compared, all zero. `shape`: that of a cell.
    pub(super) fn counts<'a>(&self, shape: impl Fn(usize) -> &'a Shape) -> Vec<Credits> {
        let new = |pair: [Candidate; 2]| {
            let shapes = pair.map(|one| shape(one.cell));
            Credits::new(shapes[0], Self::games(shapes, pair) as usize)
        };
        self.compared().map(new).collect()
    }

    /// Counts the same blocks for each pair that is compared.
    ///
    /// # Errors
    /// When a count would overflow.
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

/// What a strategy wins in the place, as if it were this many games. Where others play like it,
/// each of its seats may be the place: seats and neighbours are balanced, so all of them win as
/// much in the mean, and that mean tells of the place with the least noise.
fn of_place<'b>(
    batch: &'b Batch<'_>,
    strategy: usize,
    games: u64,
) -> impl Fn(Block<'_>) -> Brought + 'b {
    let times = (games / (batch.shape.places_per_block(strategy) as u64).max(1)) as i64;
    let won = WinRate::of_block(batch, strategy);
    move |block| {
        let won = won(block);
        Brought { points: won.points * times, ..won }
    }
}
