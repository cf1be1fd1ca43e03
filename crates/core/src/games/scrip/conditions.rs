//! Restrictions for strategies of Scrip: kinds of action, and which of their cards count.

use super::actions::{Action, Kind};
use crate::cards::standard::CardSet;
use crate::game::{Condition, Never, STANDARD_CARDS};

pub(super) static CONDITIONS: [Condition; 6] = [
    Condition::with_cards("buy", "buying this card"),
    Condition::with_cards("exchange", "giving this card in an exchange"),
    Condition::with_cards("steal", "stealing this card"),
    Condition::new("end", "ending the turn"),
    Condition::with_cards("counter", "countering a steal with this Club"),
    Condition::new("pass", "letting a card be stolen"),
];

/// Returns whether a card of an action is among these of [`STANDARD_CARDS`].
pub(super) fn has_card(action: Action, named: usize) -> bool {
    let cards = match action.kind() {
        Kind::Buy | Kind::Steal => CardSet::only(action.taken()),
        Kind::Exchange | Kind::Counter => action.used(),
        Kind::End | Kind::Pass => CardSet::EMPTY,
    };
    STANDARD_CARDS[named].cards & cards.bits() != 0
}

/// Returns whether a player who never takes some actions is forbidden to take this one.
pub(super) fn is_forbidden(action: Action, never: Never) -> bool {
    never.forbids(action.kind() as usize, |_| false, |named| has_card(action, named))
}
