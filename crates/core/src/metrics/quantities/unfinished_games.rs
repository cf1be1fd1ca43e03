//! Games cut by `max_turns`.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit, WhenAsked, share,
};
use crate::metrics::sums::Contribution;

/// Games cut by `max_turns`.
pub(in crate::metrics) struct UnfinishedGames;

impl Quantity for UnfinishedGames {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "unfinished_games",
        meaning: "the share of games cut by max_turns",
        topic: Topic::Endings,
        about: About::Table,
        kind: Kind::Share,
        sampled: false,
        of_ended: false,
        unit: Unit::Percent,
        tolerance: Tolerance::Share,
        asked: WhenAsked::Never,
        phrase: "{after} of {games} do not end{instead}",
    };
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        _batch: &'b Batch<'_>,
        _subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        share(|game| game.outcome.unfinished)
    }
}
