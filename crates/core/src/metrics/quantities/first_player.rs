//! Wins of the player who takes the first decision.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{
    About, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit,
    WhenAsked, even_credit,
};
use crate::metrics::sums::Contribution;

/// Wins of the player who takes the first decision.
pub(in crate::metrics) struct FirstPlayerWinRate;

impl Quantity for FirstPlayerWinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "first_player_win_rate",
        meaning: "the share of games won by the player who takes the first decision; an unfinished \
            game counts as shared by all",
        topic: Topic::GoingFirst,
        about: About::SeveralPlayers,
        kind: Kind::Wins,
        sampled: false,
        of_ended: true,
        unit: Unit::Percent,
        tolerance: Tolerance::WinRate,
        asked: WhenAsked::Always,
        phrase: "going first wins {after}{instead}{split}",
    };
    const IN_CELL: Option<FindInCell> =
        Some(|cell, shape, _| Some(CellValue::Wins(cell.first_player.wins(shape))));
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        _subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let players = batch.shape.players();
        move |block| {
            let credits =
                block.games.iter().map(|game| even_credit(game, game.first_player, players));
            credits.fold(Contribution::default(), Contribution::with_credit)
        }
    }
}
