//! The reasons why games end.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit, WhenAsked, share,
};
use crate::metrics::sums::Contribution;

/// The share of games that end for each reason.
pub(in crate::metrics) struct Endings;

impl Quantity for Endings {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "ending",
        meaning: "the share of games that end for this reason",
        topic: Topic::Endings,
        about: About::EndReasons,
        kind: Kind::Share,
        sampled: false,
        of_ended: false,
        unit: Unit::Percent,
        tolerance: Tolerance::Share,
        asked: WhenAsked::Never,
        phrase: "{after} of {games} end with \"{subject}\"{instead}",
    };
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        _batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        share(move |game| usize::from(game.outcome.end_reason) == subject)
    }
}
