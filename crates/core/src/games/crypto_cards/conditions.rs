//! The conditions on actions of Crypto Cards that a strategy can be forbidden to meet. Each is about
//! the card that moves or about the face card that is played, never about both: so the sales that
//! are left are still all pairs of some face cards and some number cards.

use super::actions::{self, Action, Kind};
use super::view::View;
use crate::cards::standard::Card;
use crate::game::{Condition, conditions_of};

/// The cards of an action that meets a condition; `None` if it does not.
pub(super) type Test = fn(&View<'_>, Action) -> Option<u64>;

pub(super) const TESTS: [(Condition, Test); 10] = [
    (Condition::with_cards("sell", "selling this card without a face card"), |_, action| {
        moved(action, action.kind() == Kind::Sell)
    }),
    (Condition::with_cards("face", "playing this face card to sell a card"), |_, action| {
        (action.kind() == Kind::Face).then(|| actions::lone(action.face()).bits())
    }),
    (
        Condition::with_cards("also", "selling this card too, for the same face card"),
        |_, action| moved(action, action.kind() == Kind::Also),
    ),
    (Condition::with_cards("buy", "buying this card back"), |_, action| {
        moved(action, action.kind() == Kind::Buy)
    }),
    (Condition::new("keep", "ending the sales"), |_, action| {
        moved(action, action.kind() == Kind::Keep)
    }),
    (
        Condition::with_cards("transfer", "laying this card from the hand into the portfolio"),
        |_, action| moved(action, action.kind() == Kind::Transfer),
    ),
    (Condition::with_cards("face sell", "selling this card for a face card"), |_, action| {
        moved(action, action.kind() == Kind::Face)
    }),
    (
        Condition::with_cards(
            "sell next",
            "selling a card that is one above the top of its market",
        ),
        |view, action| {
            moved(action, action.kind() == Kind::Sell && !is_reached(view, action.card()))
        },
    ),
    (
        Condition::with_cards("sell lower", "selling a card below the top of its market"),
        |view, action| {
            moved(action, action.kind() == Kind::Sell && is_reached(view, action.card()))
        },
    ),
    (
        Condition::with_cards("transfer mined", "laying the card that was mined in this turn"),
        |view, action| {
            let mined = view.mined() == Some(action.card());
            moved(action, action.kind() == Kind::Transfer && mined)
        },
    ),
];

pub(super) static CONDITIONS: [Condition; TESTS.len()] = conditions_of(&TESTS);

/// The card that moves, if the action is meant.
fn moved(action: Action, is_meant: bool) -> Option<u64> {
    is_meant.then(|| actions::lone(action.card()).bits())
}

/// Whether a card is below the top of its market.
fn is_reached(view: &View<'_>, card: Card) -> bool {
    view.table.reached.contains(card)
}
