//! The score of a strategy, over all its seats.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit,
    WhenAsked,
};
use crate::metrics::sums::Contribution;

/// The score of a strategy, over all its seats.
pub(in crate::metrics) struct Score;

impl Quantity for Score {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "score",
        meaning: "the mean score of a strategy",
        topic: Topic::Score,
        about: About::Strategies,
        kind: Kind::SignedMean,
        sampled: false,
        of_ended: true,
        unit: Unit::Number,
        tolerance: Tolerance::Score,
        asked: WhenAsked::Alone,
        phrase: "{subject} scores {after}{instead}",
    };
    const IN_CELL: Option<FindInCell> = Some(|cell, _, subject| {
        let scores = cell
            .seats
            .tallies
            .iter()
            .filter_map(|seat| seat.get(subject))
            .map(|tally| tally.scores);
        let (sum, count) = scores.fold((0, 0), |(sum, count), scores| {
            (sum + scores.sum, count + u128::from(scores.count))
        });
        Some(CellValue::Mean { sum, count })
    });

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let held = batch.places(subject);
        move |block| {
            let scores = held.of(block).iter().map(|(game, seat)| {
                i64::from(block.games[usize::from(*game)].outcome.scores[seat.index()])
            });
            Contribution { points: scores.sum(), ..Contribution::default() }
        }
    }
}
