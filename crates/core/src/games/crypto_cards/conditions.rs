//! Restrictions for strategies of Crypto Cards: kinds of action, and which of their cards count. A
//! kind is about the card that moves or about the face card that is played, never about both. So
//! the sales that remain are still all pairs of some face cards and some number cards.

use super::actions::{self, Action, Kind};
use crate::cards::standard::CardSet;
use crate::game::{Condition, STANDARD_CARDS};

pub(super) static CONDITIONS: [Condition; 6] = [
    Condition::with_cards("sell", "selling this card without a face card"),
    Condition::with_cards("face", "playing this face card to sell a card"),
    Condition::with_cards("also", "selling this card too, for the same face card"),
    Condition::with_cards("buy", "buying this card back"),
    Condition::new("keep", "ending the sales"),
    Condition::with_cards("transfer", "laying this card from the hand into the portfolio"),
];

/// Returns whether the card of an action is among these of [`STANDARD_CARDS`].
pub(super) fn has_card(action: Action, named: usize) -> bool {
    let cards = match action.kind() {
        Kind::Face => actions::lone(action.face()),
        Kind::Keep => CardSet::EMPTY,
        Kind::Sell | Kind::Also | Kind::Buy | Kind::Transfer => actions::lone(action.card()),
    };
    STANDARD_CARDS[named].cards & cards.bits() != 0
}
