//! Wins of the player who takes the first decision.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Told, Tolerance, Unit};

/// Wins of the player who takes the first decision.
pub(in crate::metrics) struct FirstPlayerWinRate;

impl Quantity for FirstPlayerWinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "first_player_win_rate",
        meaning: "the share of games that the player wins who takes the first decision",
        about: About::Table,
        kind: Kind::FirstPlayer,
        unit: Unit::Percent,
        tolerance: Tolerance::WinRate,
        told: Told::WhereAllEnded,
        phrase: "going first wins {after} instead of {before}",
    };
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(_batch: &'b Batch<'_>, _subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        |block| block.games.iter().map(|game| game.outcome.winners.credit(game.first_player)).fold(Brought::default(), Brought::with_credit)
    }
}
