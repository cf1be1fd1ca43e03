//! The length of the games that ended.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Tolerance, Unit, WhenAsked};

/// The length of the games that ended.
pub(in crate::metrics) struct Length;

impl Quantity for Length {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "length",
        meaning: "the mean length of the games that ended",
        about: About::LengthUnits,
        kind: Kind::Length,
        unit: Unit::Number,
        tolerance: Tolerance::Length,
        asked: WhenAsked::FirstUnit,
        phrase: "the mean number of {subject}{ended} is {after} instead of {before}",
    };

    #[inline]
    fn of_block<'b>(_batch: &'b Batch<'_>, subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        move |block| {
            let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
            ended.fold(Brought::default(), |sum, game| Brought {
                points: sum.points + i64::from(game.lengths[subject]),
                among: sum.among + 1,
                shared: false,
            })
        }
    }
}
