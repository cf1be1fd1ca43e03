//! The conditions on actions of Scrip that a strategy can be forbidden to meet.

use super::actions::{Action, Kind, NO_CARD};
use crate::cards::standard::{Card, CardSet};
use crate::game::{Condition, Forbidden, Never, STANDARD_CARDS, conditions_of};

/// The cards of an action that meets a condition, `stolen` being the card that can be countered;
/// `None` if it does not.
type Test = fn(Action, stolen: Option<Card>) -> Option<u64>;

const TESTS: [(Condition, Test); 9] = [
    (Condition::with_cards("buy", "buying this card"), |action, _| taken(action, Kind::Buy)),
    (Condition::with_cards("exchange", "giving this card in an exchange"), |action, _| {
        used(action, Kind::Exchange)
    }),
    (Condition::with_cards("steal", "stealing this card"), |action, _| taken(action, Kind::Steal)),
    (Condition::new("end", "ending the turn"), |action, _| taken(action, Kind::End)),
    (Condition::with_cards("counter", "countering a steal with this Club"), |action, _| {
        used(action, Kind::Counter)
    }),
    (Condition::with_cards("pass", "letting this card be stolen"), |action, stolen| {
        if action.is(Kind::Pass) { Some(bits(stolen)) } else { None }
    }),
    (Condition::with_cards("buy with", "spending this Spade"), |action, _| used(action, Kind::Buy)),
    (Condition::with_cards("exchange for", "taking this card in an exchange"), |action, _| {
        taken(action, Kind::Exchange)
    }),
    (Condition::with_cards("counter for", "countering a steal of this card"), |action, stolen| {
        if action.is(Kind::Counter) { Some(bits(stolen)) } else { None }
    }),
];

pub(super) static CONDITIONS: [Condition; TESTS.len()] = conditions_of(&TESTS);

fn bits(card: Option<Card>) -> u64 {
    card.map_or(0, |card| CardSet::only(card).bits())
}

/// The Market card that is taken, if the action is of this kind.
fn taken(action: Action, kind: Kind) -> Option<u64> {
    let card = (action.taken() != NO_CARD).then(|| action.taken());
    if action.is(kind) { Some(bits(card)) } else { None }
}

/// The cards that leave the hand, if the action is of this kind.
fn used(action: Action, kind: Kind) -> Option<u64> {
    action.is(kind).then(|| action.used().bits())
}

/// Returns whether an action meets a condition; `stolen` is the card that can be countered.
pub(super) fn meets(action: Action, stolen: Option<Card>, condition: Forbidden) -> bool {
    let (_, test) = TESTS[condition.condition];
    condition.is_met(test(action, stolen), STANDARD_CARDS)
}

/// Returns whether a player who never takes some actions is forbidden to take this one.
pub(super) fn is_forbidden(action: Action, stolen: Option<Card>, never: Never) -> bool {
    never.forbids(action.kind() as usize, |condition| meets(action, stolen, condition))
}
