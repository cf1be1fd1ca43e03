//! Wins of the player who takes the first decision.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, Kind, Own, OwnIn, Quantity, QuantityDescription, Tolerance, Topic, Unit, WhenAsked,
    even_credit,
};
use crate::metrics::sums::Brought;

/// Wins of the player who takes the first decision.
pub(in crate::metrics) struct FirstPlayerWinRate;

impl Quantity for FirstPlayerWinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "first_player_win_rate",
        meaning: "the share of games that the player wins who takes the first decision; an unfinished game counts as shared by all",
        topic: Topic::GoingFirst,
        about: About::Company,
        kind: Kind::Wins,
        sampled: false,
        of_ended: true,
        unit: Unit::Percent,
        tolerance: Tolerance::WinRate,
        asked: WhenAsked::Always,
        phrase: "going first wins {after}{instead}{split}",
    };
    const OWN: Option<OwnIn> = Some(|cell, shape, _| Some(Own::Wins(cell.first_player.own(shape))));
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(batch: &'b Batch<'_>, _subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        let players = batch.shape.players();
        move |block| {
            let credits =
                block.games.iter().map(|game| even_credit(game, game.first_player, players));
            credits.fold(Brought::default(), Brought::with_credit)
        }
    }
}
