//! Games whose winners came from behind.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit, WhenAsked,
};
use crate::metrics::sums::Contribution;

/// Games whose winners came from behind.
pub(in crate::metrics) struct Comebacks;

impl Quantity for Comebacks {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "comebacks",
        meaning: "among games with a winner, the share in which no winner was ahead when half of \
            the decisions were taken; a player is ahead who would win if the game ended there",
        topic: Topic::Play,
        about: About::Table,
        kind: Kind::Share,
        sampled: true,
        of_ended: true,
        unit: Unit::Percent,
        tolerance: Tolerance::Share,
        asked: WhenAsked::Never,
        phrase: "in {after} of {games} the winner came from behind{instead}",
    };

    #[inline]
    fn of_block<'b>(
        _batch: &'b Batch<'_>,
        _subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        |block| {
            let won = block.samples.iter().filter_map(|game| game.comeback);
            won.fold(Contribution::default(), |sum, comeback| Contribution {
                points: sum.points + i64::from(comeback),
                among: sum.among + 1,
                shared: false,
            })
        }
    }
}
