//! Hands, in a form that is fast to compare with prices.

use super::values::Values;
use crate::cards::standard::{CardSet, Suit};

/// Lanes in a word, of eight bits each.
pub(super) const LANES: u32 = 8;
/// The number of Spades whose sets fit in one word.
pub(super) const SPADES_PER_WORD: u32 = 3;
/// The most cards in a hand.
pub(super) const MOST_IN_HAND: u32 = 6;

/// The lanes of the sets that contain the first, second and third Spade.
const WITH_SPADE: [u64; 3] = [0x0100_0100_0100_0100, 0x0101_0000_0101_0000, 0x0101_0101_0000_0000];

/// By the number of Spades: the lanes of all sets of them, at most of the first three.
static SETS: [u64; 8] = {
    let mut sets = [u64::MAX; 8];
    let mut spades = 0;
    while spades < SPADES_PER_WORD {
        sets[spades as usize] = (1 << (LANES << spades)) - 1;
        spades += 1;
    }
    sets
};

/// A hand, with the values of its cards and of its sets of Spades.
///
/// It is made when cards are drawn or leave the hand, long before a player waits for the
/// comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Hand {
    // In this order: if lanes and payments are adjacent, compilers load both as a vector, and wait
    // until it is written.
    lanes: u64,
    cards: CardSet,
    payments: u64,
}

impl Hand {
    /// The empty hand.
    pub(super) const EMPTY: Self = Self { lanes: 0, cards: CardSet::EMPTY, payments: 0x7f };

    /// Returns a hand of these cards, of which there are at most `most`.
    #[inline(always)]
    pub(super) fn new(cards: CardSet, most: u8, values: Values) -> Self {
        // The number of steps is constant, since the number of cards cannot be predicted.
        let lanes =
            if most <= 3 { in_lanes::<3>(cards, values) } else { in_lanes::<6>(cards, values) };
        // Spades are the last cards of a hand.
        let spades = cards.ranks(Suit::Spades).count_ones();
        let of_spades = lanes >> ((8 * (cards.count() - spades)) & 63);
        let part = |spade: u32| ((of_spades >> (8 * spade)) & 0xff) * WITH_SPADE[spade as usize];
        // Sets with missing Spades have the value 0.
        let sets = SETS[spades as usize & 7];
        Self { lanes, cards, payments: ((part(0) + part(1) + part(2)) & sets) | 0x7f }
    }

    /// Returns the cards.
    #[inline(always)]
    pub(super) const fn cards(&self) -> CardSet {
        self.cards
    }

    /// Returns the values of the cards, each in a lane, in ascending order; 0 without a card.
    #[inline(always)]
    pub(super) const fn lanes(&self) -> u64 {
        self.lanes
    }

    /// Returns the values of the sets of the first three Spades: lane `s` is for the set `s`, where
    /// bit `i` stands for the `i`-th Spade.
    ///
    /// Lane 0, for no Spade, is higher than any price, since stealing costs nothing. Sets with
    /// missing Spades have the value 0.
    #[inline(always)]
    pub(super) const fn payments(&self) -> u64 {
        self.payments
    }
}

/// The value of each of at most `MOST` cards.
#[inline(always)]
fn in_lanes<const MOST: u32>(cards: CardSet, values: Values) -> u64 {
    let mut rest = cards.bits();
    let mut lanes = 0;
    for card in 0..MOST {
        // If no card is left, the rank number is that of no card, with the value 0.
        lanes |= u64::from(values.of_rank(rest.trailing_zeros() as u8)) << (8 * card);
        rest &= rest.wrapping_sub(1);
    }
    lanes
}
