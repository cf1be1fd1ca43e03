//! The cards of Crackpipe: up to four standard decks with Jokers, each card told apart from all others.
//!
//! An identity is `64 * deck + number`, the number being that of [`Card`] with high Aces; so its lowest four bits are the rank, and those above
//! tell equal cards apart. Identity 0 is no card.

use crate::cards::standard::{Ace, Card, CardSet, JOKER, Suit};

/// How many numbers ranks are among: 0 for no card, 2 to 10, Jack 11, Queen 12, King 13, Ace 14, Joker 15; 1 is no rank.
pub const RANKS: usize = 16;

/// The rank of no card: the top of an empty pipe. It is below all others.
pub const NO_CARD: u8 = 0;

/// How many identities there are: as many as a `u8` can count, so that looking one up in a table needs no check.
pub(super) const IDENTITIES: usize = 256;

/// The rank of a card, or [`NO_CARD`] for identity 0.
#[inline(always)]
pub(super) const fn rank_of(identity: u8) -> u8 {
    identity & 15
}

/// The card as it is written.
#[inline(always)]
pub(super) const fn card_of(identity: u8) -> Card {
    Card::from_number(identity)
}

/// Are two cards alike? Those of the same rank and suit are, and all Jokers.
pub(super) const fn alike(one: u8, other: u8) -> bool {
    card_of(one).number() == card_of(other).number() || (rank_of(one) == JOKER && rank_of(other) == JOKER)
}

/// The cards of a deck with this many Jokers, by their numbers.
pub(super) fn deck_of(jokers: u8) -> CardSet {
    let jokers = Suit::ALL.into_iter().take(jokers.into()).map(|suit| Card::new(suit, JOKER));
    Card::deck(Ace::High).into_iter().chain(jokers).collect()
}

/// Some cards, one mark a card. (Marks are set one by one and then read by the deck: quicker than bits, of which each waits for the one before.)
#[derive(Clone, Copy, Debug)]
pub(super) struct CardMarks([u8; IDENTITIES]);

impl CardMarks {
    /// No card.
    pub(super) const NONE: Self = Self([0; IDENTITIES]);

    /// Marks a card.
    #[inline(always)]
    pub(super) fn mark(&mut self, card: u8) {
        self.0[usize::from(card)] = 1;
    }

    /// The marked cards of a deck as bits, by their numbers.
    #[inline(always)]
    pub(super) fn of_deck(&self, deck: u8) -> CardSet {
        let lanes = &self.0.as_chunks::<8>().0.as_chunks::<8>().0[usize::from(deck)];
        let mut bits = 0;
        for (lane, marks) in lanes.iter().enumerate() {
            // Eight marks at once: a multiplication moves the lowest bit of each byte into the highest byte.
            bits |= (u64::from_le_bytes(*marks).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * lane);
        }
        CardSet::from_bits(bits)
    }
}
