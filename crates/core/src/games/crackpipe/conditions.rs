//! The conditions on actions of Crackpipe that a strategy can be forbidden to meet. Their card is
//! the top card of the stack that is placed or put away.

use super::actions::Action;
use super::view::{Pile, View};
use crate::cards::standard::JOKER;
use crate::game::{Condition, NamedCards, conditions_of};

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

/// The card of an action that meets a condition, as a bit; `None` if it does not.
pub(super) type Test = fn(&View<'_>, Action) -> Option<u64>;

pub(super) const TESTS: [(Condition, Test); 9] = [
    (Condition::with_cards("own", "placing a stack with this top card on one's own pipe"), own),
    (Condition::with_cards("the", "placing a stack with this top card on THE pipe"), the),
    (Condition::with_cards("top", "putting a stack with this top card on top"), |view, action| {
        top_if(view, action == Action::TOP)
    }),
    (
        Condition::with_cards("bottom", "putting a stack with this top card at the bottom"),
        |view, action| top_if(view, action == Action::BOTTOM),
    ),
    (
        Condition::with_cards("own stay", "placing a stack on one's own pipe, where it stays"),
        |view, action| own(view, action).filter(|_| !is_passed(view, view.pipe(view.seat))),
    ),
    (
        Condition::with_cards(
            "own pass",
            "placing a stack on one's own pipe, so that it is passed",
        ),
        |view, action| own(view, action).filter(|_| is_passed(view, view.pipe(view.seat))),
    ),
    (
        Condition::with_cards("the stay", "placing a stack on THE pipe, where it stays"),
        |view, action| the(view, action).filter(|_| !is_passed(view, view.the_pipe())),
    ),
    (
        Condition::with_cards("the pass", "placing a stack on THE pipe, so that it is passed"),
        |view, action| the(view, action).filter(|_| is_passed(view, view.the_pipe())),
    ),
    (
        Condition::with_cards("flip", "placing a stack on THE pipe, which it flips"),
        |view, action| {
            let flips = !is_passed(view, view.the_pipe()) && view.rules.flips(top(view));
            the(view, action).filter(|_| flips)
        },
    ),
];

pub(super) static CONDITIONS: [Condition; TESTS.len()] = conditions_of(&TESTS);

/// The rank of the top card of the stack, which the seat that decides always sees.
fn top(view: &View<'_>) -> u8 {
    view.stack().map_or(super::NO_CARD, Pile::top)
}

fn top_if(view: &View<'_>, is_meant: bool) -> Option<u64> {
    is_meant.then(|| 1 << top(view))
}

fn own(view: &View<'_>, action: Action) -> Option<u64> {
    top_if(view, action == Action::OWN)
}

fn the(view: &View<'_>, action: Action) -> Option<u64> {
    top_if(view, action == Action::THE)
}

/// Whether a stack that is placed on this pile is passed on.
fn is_passed(view: &View<'_>, pile: Pile<'_>) -> bool {
    pile.top() > top(view)
}
