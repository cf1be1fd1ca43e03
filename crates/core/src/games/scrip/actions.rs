//! The actions of a player of Scrip.

use crate::cards::standard::{Card, CardSet, Suit};

/// The kinds of action, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Taking a Market card for Spades.
    Buy,
    /// Taking a Market card for a card of the hand, which goes to the Market.
    Exchange,
    /// Taking a Market card for nothing, unless an opponent counters.
    Steal,
    /// The end of the turn.
    End,
    /// Playing a Club against a steal: the stolen card goes to the player of the Club.
    Counter,
    /// Not playing a Club against a steal.
    Pass,
}

impl Kind {
    /// The names, in order.
    pub const NAMES: [&'static str; 6] = ["buy", "exchange", "steal", "end", "counter", "pass"];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// No card: its rank is 0, and no pile, hand or market has it.
pub(super) const NO_CARD: Card = Card::from_number(0);

/// An action of a seat.
///
/// One number, so that it stays in a register: the kind, the Market card that is taken, and the
/// cards that leave the hand (for a buy the ranks of the Spades as bits, otherwise the number of a
/// card; 0 is no card).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u32);

const CARD: u32 = 16;
const KIND: u32 = 24;

impl Action {
    /// Ends the turn.
    pub const END: Self = Self::new(Kind::End, NO_CARD, 0);
    /// Plays no Club against a steal.
    pub const PASS: Self = Self::new(Kind::Pass, NO_CARD, 0);

    #[inline(always)]
    const fn new(kind: Kind, card: Card, used: u16) -> Self {
        Self(((kind as u32) << KIND) | ((card.number() as u32) << CARD) | used as u32)
    }

    /// Buys a Market card with the Spades of these ranks, as bits.
    #[inline(always)]
    pub const fn buy(card: Card, spades: u16) -> Self {
        Self::new(Kind::Buy, card, spades)
    }

    /// Exchanges a card of the hand for a Market card.
    #[inline(always)]
    pub const fn exchange(given: Card, card: Card) -> Self {
        Self::new(Kind::Exchange, card, given.number() as u16)
    }

    /// Steals a Market card.
    #[inline(always)]
    pub const fn steal(card: Card) -> Self {
        Self::new(Kind::Steal, card, 0)
    }

    /// Counters with a Club.
    #[inline(always)]
    pub const fn counter(club: Card) -> Self {
        Self::new(Kind::Counter, NO_CARD, club.number() as u16)
    }

    /// Returns the kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        match self.0 >> KIND {
            0 => Kind::Buy,
            1 => Kind::Exchange,
            2 => Kind::Steal,
            3 => Kind::End,
            4 => Kind::Counter,
            _ => Kind::Pass,
        }
    }

    /// Returns whether it is of this kind. (Kinds are tested one by one: a jump table would be hard
    /// to predict.)
    #[inline(always)]
    pub(super) const fn is(self, kind: Kind) -> bool {
        self.0 >> KIND == kind as u32
    }

    /// Returns the Market card that is taken, or [`NO_CARD`].
    #[inline(always)]
    pub(super) const fn taken(self) -> Card {
        Card::from_number((self.0 >> CARD) as u8)
    }

    /// The Market card that is bought, exchanged for or stolen; none for `end`, `counter` and
    /// `pass`.
    #[inline(always)]
    pub fn card(self) -> Option<Card> {
        (self.taken() != NO_CARD).then_some(self.taken())
    }

    /// Returns the cards that leave the hand: the Spades of a buy, the card of an exchange, the
    /// Club of a counter.
    #[inline(always)]
    pub const fn used(self) -> CardSet {
        let used = self.0 as u16;
        let spades = (used as u64) << (16 * Suit::Spades as u32);
        // Both no card and nothing spent have the number 0.
        let card = CardSet::only(Card::from_number(used as u8)).bits() & !1;
        CardSet::from_bits(if self.is(Kind::Buy) { spades } else { card })
    }
}

/// Returns the text of cards of one suit: from the highest rank down, joined by `+`.
pub(super) fn sum_name(cards: CardSet) -> String {
    let mut names: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    names.reverse();
    names.join("+")
}

impl std::fmt::Display for Action {
    /// Writes `buy 10C with 8S+2S`, `exchange KC for QH`, `steal 10C`, `end`, `counter 5C`, `pass`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (card, used) = (self.taken(), sum_name(self.used()));
        formatter.write_str(self.kind().name())?;
        match self.kind() {
            Kind::Buy => write!(formatter, " {card} with {used}"),
            Kind::Exchange => write!(formatter, " {used} for {card}"),
            Kind::Steal => write!(formatter, " {card}"),
            Kind::Counter => write!(formatter, " {used}"),
            Kind::End | Kind::Pass => Ok(()),
        }
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, formatter)
    }
}
