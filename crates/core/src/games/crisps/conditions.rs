//! Restrictions for strategies of Crisps: kinds of action, and combinations in some place.

use super::actions::Action;
use super::combination::SPECIAL;
use super::view::View;
use crate::game::{Condition, NamedCards};

/// The ranks: the special rank has the names of both of its cards.
pub(super) static NAMED_CARDS: [NamedCards; 11] = [
    NamedCards::new("2", 1 << 0),
    NamedCards::new("3", 1 << 1),
    NamedCards::new("4", 1 << 2),
    NamedCards::new("5", 1 << 3),
    NamedCards::new("6", 1 << 4),
    NamedCards::new("7", 1 << 5),
    NamedCards::new("8", 1 << 6),
    NamedCards::new("9", 1 << 7),
    NamedCards::new("10", 1 << 8),
    NamedCards::new("Q", 1 << SPECIAL),
    NamedCards::new("J", 1 << SPECIAL),
];

/// The places of the conditions that are no kinds.
const LEAD: usize = 8;
const FOLLOW_SPECIAL: usize = 9;

pub(super) static CONDITIONS: [Condition; 10] = [
    Condition::with_cards("single", "a single card"),
    Condition::with_cards("pair", "a pair"),
    Condition::with_cards("run", "a run that contains the rank"),
    Condition::with_cards("stair", "a stair that contains the rank"),
    Condition::with_cards("triple", "a triple"),
    Condition::with_cards("quad", "a quad"),
    Condition::new("pass", "passing, which ends the round"),
    Condition::new("take", "choosing a card to gain"),
    Condition::with_cards("lead", "leading a combination that contains the rank"),
    Condition::with_cards("follow special", "following with a triple or a quad"),
];

/// Returns whether an action meets a condition that is no kind of action.
pub(super) fn meets(view: &View<'_>, action: Action, condition: usize) -> bool {
    match condition {
        LEAD => action.combination().cards > 0 && view.to_beat().is_none() && !view.takes(),
        FOLLOW_SPECIAL => action.kind().is_special_combination() && view.to_beat().is_some(),
        _ => false,
    }
}

/// Returns whether the combination contains one of these ranks of [`NAMED_CARDS`].
pub(super) fn has_card(action: Action, named: usize) -> bool {
    let combination = action.combination();
    let ranks = ((1 << combination.length) - 1) << combination.rank;
    NAMED_CARDS[named].cards & ranks != 0
}
