//! What going first wins over a fair share of the games that ended, times the number of players.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Told, Tolerance, Unit};
use crate::seat::WIN;

/// What going first wins over a fair share of the games that ended, times the number of players.
pub(in crate::metrics) struct FirstPlayerAdvantage;

impl Quantity for FirstPlayerAdvantage {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "first_player_advantage",
        meaning: "what going first wins over a fair share of the games that ended",
        about: About::Table,
        kind: Kind::Advantage,
        unit: Unit::Points { signed: true },
        tolerance: Tolerance::WinRate,
        told: Told::WhereSomeDidNotEnd,
        phrase: "in the {games} that ended, going first is worth {after} over a fair share instead of {before}",
    };
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(batch: &'b Batch<'_>, _subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        let players = batch.shape.players() as i64;
        move |block| {
            let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
            let over_fair = ended.map(|game| players * game.outcome.winners.credit(game.first_player) as i64 - WIN as i64);
            Brought { points: over_fair.sum(), ..Brought::default() }
        }
    }
}
