//! The length of the games that ended.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit,
    WhenAsked,
};
use crate::metrics::sums::Contribution;

/// The length of the games that ended.
pub(in crate::metrics) struct Length;

impl Quantity for Length {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "length",
        meaning: "the mean length of the games that ended",
        topic: Topic::Length,
        about: About::LengthUnits,
        kind: Kind::Mean,
        sampled: false,
        of_ended: true,
        unit: Unit::Number,
        tolerance: Tolerance::Length,
        asked: WhenAsked::FirstUnit,
        phrase: "the mean number of {subject}{ended} is {after}{instead}",
    };
    const IN_CELL: Option<FindInCell> = Some(|cell, _, unit| {
        let finished = cell.lengths.unit(unit).finished;
        let moments = finished.moments();
        Some(CellValue::Mean { sum: moments.sum, count: moments.count.into() })
    });
    const BY_ENDED_GAME: bool = true;

    #[inline]
    fn of_block<'b>(
        _batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        move |block| {
            let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
            ended.fold(Contribution::default(), |sum, game| Contribution {
                points: sum.points + i64::from(game.lengths[subject]),
                among: sum.among + 1,
                shared: false,
            })
        }
    }
}
