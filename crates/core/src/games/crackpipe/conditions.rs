//! Restrictions for strategies of Crackpipe: kinds of action. Their card is the top card of the
//! stack that is placed or put away.

use super::view::{Pile, View};
use crate::cards::standard::JOKER;
use crate::game::{Condition, NamedCards};

pub(super) static NAMED_CARDS: [NamedCards; 15] = [
    NamedCards::new("2", 1 << 2),
    NamedCards::new("3", 1 << 3),
    NamedCards::new("4", 1 << 4),
    NamedCards::new("5", 1 << 5),
    NamedCards::new("6", 1 << 6),
    NamedCards::new("7", 1 << 7),
    NamedCards::new("8", 1 << 8),
    NamedCards::new("9", 1 << 9),
    NamedCards::new("10", 1 << 10),
    NamedCards::new("J", 1 << 11),
    NamedCards::new("Q", 1 << 12),
    NamedCards::new("K", 1 << 13),
    NamedCards::new("A", 1 << 14),
    NamedCards::new("JK", 1 << JOKER),
    NamedCards::new("faces", 0b111 << 11),
];

pub(super) static CONDITIONS: [Condition; 4] = [
    Condition::with_cards("own", "placing a stack with this top card on one's own pipe"),
    Condition::with_cards("the", "placing a stack with this top card on THE pipe"),
    Condition::with_cards("top", "putting a stack with this top card on top"),
    Condition::with_cards("bottom", "putting a stack with this top card at the bottom"),
];

/// Returns whether the top card of the stack, which the seat that decides always sees, is among
/// these of [`NAMED_CARDS`].
pub(super) fn has_card(view: &View<'_>, named: usize) -> bool {
    let top = view.stack().map_or(super::NO_CARD, Pile::top);
    NAMED_CARDS[named].cards >> top & 1 == 1
}
