//! Decisions with a single legal action.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit, WhenAsked,
};
use crate::metrics::sums::Contribution;

/// Decisions with a single legal action.
pub(in crate::metrics) struct ForcedDecisions;

impl Quantity for ForcedDecisions {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "forced_decisions",
        meaning: "the share of decisions with a single legal action",
        topic: Topic::Play,
        about: About::Table,
        kind: Kind::Share,
        sampled: true,
        of_ended: false,
        unit: Unit::Percent,
        tolerance: Tolerance::Share,
        asked: WhenAsked::Never,
        phrase: "{after} of decisions are forced{instead}",
    };

    #[inline]
    fn of_block<'b>(
        _batch: &'b Batch<'_>,
        _subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        |block| {
            block.samples.iter().fold(Contribution::default(), |sum, game| Contribution {
                points: sum.points + i64::from(game.forced),
                among: sum.among + u64::from(game.decisions),
                shared: false,
            })
        }
    }
}
