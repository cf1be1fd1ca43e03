//! Games that several players win together.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit, WhenAsked, share,
};
use crate::metrics::sums::Contribution;

/// Games that several players win together.
pub(in crate::metrics) struct SharedWins;

impl Quantity for SharedWins {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "shared_wins",
        meaning: "the share of games that several players win together",
        topic: Topic::Endings,
        about: About::Table,
        kind: Kind::Share,
        sampled: false,
        of_ended: false,
        unit: Unit::Percent,
        tolerance: Tolerance::Share,
        asked: WhenAsked::Never,
        phrase: "{after} of {games} are won by several players together{instead}",
    };
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        _batch: &'b Batch<'_>,
        _subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        share(|game| game.outcome.winners.count() > 1)
    }
}
