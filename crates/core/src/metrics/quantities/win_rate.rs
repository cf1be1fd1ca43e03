//! Wins of a strategy.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit,
    WhenAsked, even_credit,
};
use crate::metrics::sums::Contribution;

/// Wins of a strategy.
pub(in crate::metrics) struct WinRate;

impl Quantity for WinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "win_rate",
        meaning: "the share of its games that a strategy wins, seats and neighbours balanced; an \
            unfinished game counts as shared by all",
        topic: Topic::Strength,
        about: About::DifferentStrategies,
        kind: Kind::Wins,
        sampled: false,
        of_ended: true,
        unit: Unit::Percent,
        tolerance: Tolerance::WinRate,
        asked: WhenAsked::Always,
        phrase: "{subject} wins {after}{instead}{split}",
    };
    const IN_CELL: Option<FindInCell> =
        Some(|cell, shape, subject| cell.strategies.wins(shape, subject).map(CellValue::Wins));
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let (held, players) = (batch.places(subject), batch.shape.players());
        move |block| {
            let credits = held
                .of(block)
                .iter()
                .map(|(game, seat)| even_credit(&block.games[usize::from(*game)], *seat, players));
            credits.fold(Contribution::default(), Contribution::with_credit)
        }
    }
}
