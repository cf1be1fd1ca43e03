//! What a player of Scrip may choose.

use crate::cards::standard::{Card, CardSet};

/// The kinds of action, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A Market card for Spades.
    Buy,
    /// A Market card for a card of the hand, which takes its place.
    Exchange,
    /// A Market card for nothing, if no opponent counters.
    Steal,
    /// The end of the turn.
    End,
    /// A Club against a steal: the stolen card goes to the player of the Club.
    Counter,
    /// No Club against a steal.
    Pass,
}

impl Kind {
    /// The names, in order.
    pub const NAMES: [&'static str; 6] = ["buy", "exchange", "steal", "end", "counter", "pass"];

    /// The name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// Stands where there is no card: its rank is 0, and it is in no set of cards.
pub(super) const NO_CARD: Card = Card::from_number(0);

/// What a seat may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    pub(super) kind: Kind,
    /// The Market card that is taken, or [`NO_CARD`].
    pub(super) card: Card,
    /// What leaves the hand.
    pub(super) used: CardSet,
}

impl Action {
    /// The end of the turn.
    pub const END: Self = Self { kind: Kind::End, card: NO_CARD, used: CardSet::EMPTY };
    /// No Club against a steal.
    pub const PASS: Self = Self { kind: Kind::Pass, card: NO_CARD, used: CardSet::EMPTY };

    /// To buy a Market card with Spades.
    #[inline(always)]
    pub const fn buy(card: Card, spades: CardSet) -> Self {
        Self { kind: Kind::Buy, card, used: spades }
    }

    /// To exchange a card of the hand for a Market card.
    #[inline(always)]
    pub const fn exchange(given: Card, card: Card) -> Self {
        Self { kind: Kind::Exchange, card, used: CardSet::only(given) }
    }

    /// To steal a Market card.
    #[inline(always)]
    pub const fn steal(card: Card) -> Self {
        Self { kind: Kind::Steal, card, used: CardSet::EMPTY }
    }

    /// To counter with a Club.
    #[inline(always)]
    pub const fn counter(club: Card) -> Self {
        Self { kind: Kind::Counter, card: NO_CARD, used: CardSet::only(club) }
    }

    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The Market card that is bought, exchanged for or stolen; none for `end`, `counter` and `pass`.
    #[inline(always)]
    pub fn card(self) -> Option<Card> {
        (self.card != NO_CARD).then_some(self.card)
    }

    /// The cards that leave the hand: the Spades of a buy, the card of an exchange, the Club of a counter.
    #[inline(always)]
    pub const fn used(self) -> CardSet {
        self.used
    }
}
