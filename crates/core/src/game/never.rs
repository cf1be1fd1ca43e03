//! The actions that a strategy never takes.

use super::KindSet;
use crate::cards::standard::{CardSet, HIGH_ACE, Suit};

/// A restriction that a strategy file can name. With the name of a kind of action it is about all
/// actions of that kind, and its meaning says which of their cards count. With another name
/// ("lead") it is about the actions that satisfy [`Game::meets`](super::Game::meets).
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The name: that of a kind, or other words separated by spaces.
    pub name: &'static str,
    /// The actions that meet it, for a designer; with cards, which of them are meant.
    pub meaning: &'static str,
    /// Whether it can be narrowed to some cards: "lead Q".
    pub has_cards: bool,
}

impl Condition {
    /// Returns a condition that has no cards.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, has_cards: false }
    }

    /// Returns a condition that can be narrowed to some cards.
    pub const fn with_cards(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, has_cards: true }
    }
}

/// Cards that a restriction can name: "diamonds", "Q" or "2C".
#[derive(Clone, Copy, Debug)]
pub struct NamedCards {
    /// The name: one word.
    pub name: &'static str,
    /// The cards, as the game numbers them.
    pub cards: u64,
}

impl NamedCards {
    /// Returns cards with their name.
    pub const fn new(name: &'static str, cards: u64) -> Self {
        Self { name, cards }
    }

    /// All cards of one rank or more, as bits; an Ace is low or high.
    const fn of_ranks(name: &'static str, ranks: u16) -> Self {
        Self::new(name, CardSet::of_ranks(ranks).bits())
    }

    const fn of_suit(name: &'static str, suit: Suit) -> Self {
        Self::new(name, CardSet::of_suit(suit).bits())
    }

    const fn of_suits(name: &'static str, one: Suit, other: Suit) -> Self {
        Self::new(name, CardSet::of_suit(one).union(CardSet::of_suit(other)).bits())
    }
}

/// The ranks of an Ace, low and high.
const ACES: u16 = 1 << 1 | 1 << HIGH_ACE;

/// The cards of all ranks with their names, in the suits given.
macro_rules! named_cards {
    ($($rank:literal: $ranks:expr),+) => {
        &[
            NamedCards::of_suit("clubs", Suit::Clubs),
            NamedCards::of_suit("diamonds", Suit::Diamonds),
            NamedCards::of_suit("hearts", Suit::Hearts),
            NamedCards::of_suit("spades", Suit::Spades),
            NamedCards::of_suits("red", Suit::Diamonds, Suit::Hearts),
            NamedCards::of_suits("black", Suit::Clubs, Suit::Spades),
            NamedCards::of_ranks("numbers", 0x07fc | ACES),
            NamedCards::of_ranks("faces", 0x3800),
            $(NamedCards::of_ranks($rank, $ranks),)+
            $(named_cards!($rank, "C", Clubs, $ranks),)+
            $(named_cards!($rank, "D", Diamonds, $ranks),)+
            $(named_cards!($rank, "H", Hearts, $ranks),)+
            $(named_cards!($rank, "S", Spades, $ranks),)+
        ]
    };
    ($rank:literal, $letter:literal, $suit:ident, $ranks:expr) => {
        NamedCards::new(
            concat!($rank, $letter),
            CardSet::of_ranks($ranks).and(CardSet::of_suit(Suit::$suit)).bits(),
        )
    };
}

/// The cards of a standard deck: by suit, colour, rank and one by one. Aces count as numbers.
pub const STANDARD_CARDS: &[NamedCards] = named_cards!(
    "A": ACES, "2": 1 << 2, "3": 1 << 3, "4": 1 << 4, "5": 1 << 5, "6": 1 << 6, "7": 1 << 7,
    "8": 1 << 8, "9": 1 << 9, "10": 1 << 10, "J": 1 << 11, "Q": 1 << 12, "K": 1 << 13
);

/// The actions that an entry of a restriction is about: places in the game's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meant {
    /// All actions of a kind.
    Kind(usize),
    /// Actions that meet a condition.
    Condition(usize),
}

/// The actions that an entry of a restriction forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Forbidden {
    /// The actions that it is about.
    pub meant: Meant,
    /// The cards of which an action must have one, a place in the description's `named_cards`; all
    /// actions are forbidden without.
    pub cards: Option<usize>,
}

impl Forbidden {
    /// Returns the kind of which all actions are forbidden; `None` if it is no kind, or only some.
    pub const fn whole_kind(self) -> Option<usize> {
        match self {
            Self { meant: Meant::Kind(kind), cards: None } => Some(kind),
            _ => None,
        }
    }
}

/// The actions that a strategy never takes at its own decisions, unless nothing else is legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Never(Option<&'static Parts>);

#[derive(Debug, PartialEq, Eq)]
struct Parts {
    /// The kinds of which all actions are forbidden.
    kinds: KindSet,
    /// The other entries.
    finer: Box<[Forbidden]>,
}

impl Never {
    /// Nothing is forbidden.
    pub const NOTHING: Self = Self(None);

    /// Returns these entries. They are kept as long as the program runs, so that sets of legal
    /// actions can hold them without a copy: make one for each strategy, not for each decision.
    pub fn new(forbidden: impl IntoIterator<Item = Forbidden>) -> Self {
        let (mut kinds, mut finer) = (KindSet::NONE, Vec::new());
        for entry in forbidden {
            match entry.whole_kind() {
                Some(kind) => kinds = kinds.with(kind),
                None => finer.push(entry),
            }
        }
        if kinds.is_empty() && finer.is_empty() {
            return Self::NOTHING;
        }
        Self(Some(Box::leak(Box::new(Parts { kinds, finer: finer.into() }))))
    }

    /// Returns whether nothing is forbidden.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_none()
    }

    /// Returns whether an action of this kind is forbidden; `meets` says whether it meets a
    /// condition of the description, and `has_card` whether it has one of these named cards.
    #[inline]
    pub fn forbids(
        self,
        kind: usize,
        meets: impl Fn(usize) -> bool,
        has_card: impl Fn(usize) -> bool,
    ) -> bool {
        self.0.is_some_and(|Parts { kinds, finer }| {
            let is_met = |entry: &Forbidden| match entry.meant {
                Meant::Kind(meant) => meant == kind,
                Meant::Condition(condition) => meets(condition),
            };
            kinds.contains(kind)
                || finer.iter().any(|entry| is_met(entry) && entry.cards.is_none_or(&has_card))
        })
    }
}
