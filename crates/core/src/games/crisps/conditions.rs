//! The conditions on actions of Crisps that a strategy can be forbidden to meet.

use super::actions::Action;
use super::combination::{Kind, SPECIAL};
use super::view::View;
use crate::game::{Condition, NamedCards, conditions_of};

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

/// The ranks of an action that meets a condition, as bits; `None` if it does not.
pub(super) type Test = fn(&View<'_>, Action) -> Option<u64>;

pub(super) const TESTS: [(Condition, Test); 26] = [
    (Condition::with_cards("single", "a single card"), of::<{ Kind::Single as u8 }>),
    (Condition::with_cards("pair", "a pair"), of::<{ Kind::Pair as u8 }>),
    (Condition::with_cards("run", "a run that contains the rank"), of::<{ Kind::Run as u8 }>),
    (Condition::with_cards("stair", "a stair that contains the rank"), of::<{ Kind::Stair as u8 }>),
    (Condition::with_cards("triple", "a triple"), of::<{ Kind::Triple as u8 }>),
    (Condition::with_cards("quad", "a quad"), of::<{ Kind::Quad as u8 }>),
    (Condition::new("pass", "passing, which ends the round"), of::<{ Kind::Pass as u8 }>),
    (
        Condition::with_cards("take", "choosing a card to gain, while this rank lies face up"),
        of::<{ Kind::Take as u8 }>,
    ),
    (Condition::with_cards("special", "a triple or a quad"), special),
    (Condition::with_cards("lead", "leading a combination that contains the rank"), lead),
    (Condition::with_cards("lead single", "leading a single card"), led::<{ Kind::Single as u8 }>),
    (Condition::with_cards("lead pair", "leading a pair"), led::<{ Kind::Pair as u8 }>),
    (Condition::with_cards("lead run", "leading a run"), led::<{ Kind::Run as u8 }>),
    (Condition::with_cards("lead stair", "leading a stair"), led::<{ Kind::Stair as u8 }>),
    (Condition::with_cards("lead special", "leading a triple or a quad"), |view, action| {
        lead(view, action).and(special(view, action))
    }),
    (Condition::new("lead pass", "passing on the lead"), |view, action| {
        passed(action, leads(view))
    }),
    (
        Condition::with_cards("follow", "following with a combination that contains the rank"),
        follow,
    ),
    (
        Condition::with_cards("follow single", "following with a single card"),
        followed::<{ Kind::Single as u8 }>,
    ),
    (
        Condition::with_cards("follow pair", "following with a pair"),
        followed::<{ Kind::Pair as u8 }>,
    ),
    (Condition::with_cards("follow run", "following with a run"), followed::<{ Kind::Run as u8 }>),
    (
        Condition::with_cards("follow stair", "following with a stair"),
        followed::<{ Kind::Stair as u8 }>,
    ),
    (
        Condition::with_cards("follow special", "following with a triple or a quad"),
        |view, action| follow(view, action).and(special(view, action)),
    ),
    (Condition::new("follow pass", "passing instead of following"), |view, action| {
        passed(action, view.to_beat().is_some())
    }),
    (
        Condition::with_cards("answer", "following a combination that contains the rank"),
        |view, action| {
            follow(view, action)?;
            ranks(view, view.to_beat()?)
        },
    ),
    (
        Condition::with_cards("take face_up", "gaining the card that lies face up, of this rank"),
        |view, action| {
            if action == Action::TAKE_FACE_UP { ranks(view, action) } else { None }
        },
    ),
    (
        Condition::with_cards("take pile", "gaining an unseen card, while this rank lies face up"),
        |view, action| if action == Action::TAKE_PILE { ranks(view, action) } else { None },
    ),
];

pub(super) static CONDITIONS: [Condition; TESTS.len()] = conditions_of(&TESTS);

/// The ranks of the combination; for a card to gain, the rank that lies face up.
#[expect(clippy::unnecessary_wraps, reason = "the answer of a test that every action passes")]
fn ranks(view: &View<'_>, action: Action) -> Option<u64> {
    let combination = action.combination();
    Some(if action.kind() == Kind::Take {
        view.table.face_up().map_or(0, |rank| 1 << rank)
    } else {
        ((1 << combination.length) - 1) << combination.rank
    })
}

fn of<const KIND: u8>(view: &View<'_>, action: Action) -> Option<u64> {
    if action.kind() as u8 == KIND { ranks(view, action) } else { None }
}

fn special(view: &View<'_>, action: Action) -> Option<u64> {
    if action.kind().is_special_combination() { ranks(view, action) } else { None }
}

fn leads(view: &View<'_>) -> bool {
    view.to_beat().is_none() && !view.takes()
}

fn lead(view: &View<'_>, action: Action) -> Option<u64> {
    if leads(view) && action.combination().cards > 0 { ranks(view, action) } else { None }
}

fn led<const KIND: u8>(view: &View<'_>, action: Action) -> Option<u64> {
    lead(view, action).and(of::<KIND>(view, action))
}

fn follow(view: &View<'_>, action: Action) -> Option<u64> {
    let follows = view.to_beat().is_some() && action.combination().cards > 0;
    if follows { ranks(view, action) } else { None }
}

fn followed<const KIND: u8>(view: &View<'_>, action: Action) -> Option<u64> {
    follow(view, action).and(of::<KIND>(view, action))
}

/// No cards, if the action is a pass at a decision of the sort that is meant.
fn passed(action: Action, is_meant: bool) -> Option<u64> {
    (action == Action::PASS && is_meant).then_some(0)
}
