//! Hands, ready to be compared with prices.

use super::values::Values;
use crate::cards::standard::{CardSet, Suit};

/// Lanes in a word, of eight bits each.
pub(super) const LANES: u32 = 8;
/// The Spades whose sets one word tells apart.
pub(super) const SPADES_PER_WORD: u32 = 3;
/// The most cards in a hand.
pub(super) const MOST_IN_HAND: u32 = 6;

/// The sets in whose numbers the first, second and third Spade stand, as lanes.
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

/// A hand, with what its cards and its Spades together count.
///
/// It is made when cards are drawn or leave the hand, long before the comparison that a player
/// waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Hand {
    // In this order: where lanes and payments lie side by side, compilers take both for a vector,
    // and wait for it to be written.
    lanes: u64,
    cards: CardSet,
    payments: u64,
}

impl Hand {
    /// No cards.
    pub(super) const EMPTY: Self = Self { lanes: 0, cards: CardSet::EMPTY, payments: 0x7f };

    /// A hand of these cards, of which there are at most `most`.
    #[inline(always)]
    pub(super) fn new(cards: CardSet, most: u8, values: Values) -> Self {
        // Always as many steps, whether there are this many cards or not: their number cannot be
        // predicted.
        let lanes =
            if most <= 3 { in_lanes::<3>(cards, values) } else { in_lanes::<6>(cards, values) };
        // Spades are the last cards of a hand.
        let spades = cards.ranks(Suit::Spades).count_ones();
        let of_spades = lanes >> ((8 * (cards.count() - spades)) & 63);
        let part = |spade: u32| ((of_spades >> (8 * spade)) & 0xff) * WITH_SPADE[spade as usize];
        // Sets of Spades that are not there count nothing.
        let sets = SETS[spades as usize & 7];
        Self { lanes, cards, payments: ((part(0) + part(1) + part(2)) & sets) | 0x7f }
    }

    /// The cards.
    #[inline(always)]
    pub(super) const fn cards(&self) -> CardSet {
        self.cards
    }

    /// What the cards count, each in a lane, in ascending order; 0 where there is none.
    #[inline(always)]
    pub(super) const fn lanes(&self) -> u64 {
        self.lanes
    }

    /// What the first three Spades count together: in lane `s` those of the set `s`, where bit `i`
    /// stands for the `i`-th Spade.
    ///
    /// With no Spade, lane 0, it is more than any price, since to steal costs nothing; and 0 for a
    /// set of Spades that are not there.
    #[inline(always)]
    pub(super) const fn payments(&self) -> u64 {
        self.payments
    }
}

/// What each of at most `MOST` cards counts.
#[inline(always)]
fn in_lanes<const MOST: u32>(cards: CardSet, values: Values) -> u64 {
    let mut rest = cards.bits();
    let mut lanes = 0;
    for card in 0..MOST {
        // Where none is left, the rank number is that of no card, and counts nothing.
        lanes |= u64::from(values.of_rank(rest.trailing_zeros() as u8)) << (8 * card);
        rest &= rest.wrapping_sub(1);
    }
    lanes
}
