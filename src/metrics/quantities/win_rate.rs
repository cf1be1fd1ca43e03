//! Wins of a strategy.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Told, Tolerance, Unit};

/// Wins of a strategy.
pub(in crate::metrics) struct WinRate;

impl Quantity for WinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "win_rate",
        meaning: "the share of its games that a strategy wins, seats and neighbours balanced",
        about: About::Rivals,
        kind: Kind::Wins,
        unit: Unit::Percent,
        tolerance: Tolerance::WinRate,
        told: Told::Always,
        phrase: "{subject} wins {after} instead of {before}",
    };
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(batch: &'b Batch<'_>, subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        let held = batch.places(subject);
        move |block| {
            let credits = held.of(block).iter().map(|(game, seat)| block.games[usize::from(*game)].outcome.winners.credit(*seat));
            credits.fold(Brought::default(), Brought::with_credit)
        }
    }
}
