//! The score of a strategy, over all its seats.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Tolerance, Unit, WhenAsked};

/// The score of a strategy, over all its seats.
pub(in crate::metrics) struct Score;

impl Quantity for Score {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "score",
        meaning: "the mean score of a strategy",
        about: About::Strategies,
        kind: Kind::Score,
        unit: Unit::Number,
        tolerance: Tolerance::Score,
        asked: WhenAsked::Alone,
        phrase: "{subject} scores {after} instead of {before}",
    };

    #[inline]
    fn of_block<'b>(batch: &'b Batch<'_>, subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        let held = batch.places(subject);
        move |block| {
            let scores = held.of(block).iter().map(|(game, seat)| i64::from(block.games[usize::from(*game)].outcome.scores[seat.index()]));
            Brought { points: scores.sum(), ..Brought::default() }
        }
    }
}
