//! The cards of Crackpipe: up to four standard decks with Jokers, where every card has its own
//! identity.
//!
//! An identity is `64 * deck + number`, where the number is that of [`Card`] with high Aces. So its
//! lowest four bits are the rank, and the higher bits distinguish equal cards. Identity 0 is no
//! card.

use crate::cards::standard::{Ace, Card, CardSet, JOKER, Suit};

/// The size of tables by rank: 0 for no card, 2 to 10, Jack 11, Queen 12, King 13, Ace 14, Joker
/// 15; 1 is unused.
pub const RANKS: usize = 16;

/// The rank of no card: the top of an empty pipe. It is below all others.
pub const NO_CARD: u8 = 0;

/// The most decks that are shuffled together.
pub(super) const MOST_DECKS: usize = 4;

/// The size of tables by identity: 256, so that looking up a `u8` needs no check.
pub(super) const IDENTITIES: usize = 256;

/// Returns the rank of a card, or [`NO_CARD`] for identity 0.
#[inline(always)]
pub(super) const fn rank_of(identity: u8) -> u8 {
    identity & 15
}

/// Counts some cards by rank.
#[inline(always)]
pub(super) fn counts(cards: &[u8]) -> [u8; RANKS] {
    const LOW_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    // Sixteen counts of four bits in a register, without memory accesses; for at most as many cards
    // at once as cannot overflow a count. Then even and odd ranks with a byte each.
    let (mut even, mut odd) = (0, 0);
    let mut rest = cards;
    while !rest.is_empty() {
        let (some, others) = rest.split_at(rest.len().min(15));
        let mut nibbles = 0;
        for card in some {
            nibbles += 1u64 << (4 * u32::from(rank_of(*card)));
        }
        even += nibbles & LOW_NIBBLES;
        odd += (nibbles >> 4) & LOW_NIBBLES;
        rest = others;
    }
    let half = |part: u32| spread(even >> part) | (spread(odd >> part) << 8);
    (u128::from(half(0)) | (u128::from(half(32)) << 64)).to_le_bytes()
}

/// The four lowest bytes, each followed by an empty one.
#[inline(always)]
const fn spread(bytes: u64) -> u64 {
    let pairs = (bytes & 0xffff) | ((bytes & 0xffff_0000) << 16);
    (pairs | (pairs << 8)) & 0x00ff_00ff_00ff_00ff
}

/// Returns the text of a card.
#[inline(always)]
pub(super) const fn card_of(identity: u8) -> Card {
    Card::from_number(identity)
}

/// Returns whether two cards are equal: in rank and suit, or both Jokers.
pub(super) const fn alike(one: u8, other: u8) -> bool {
    card_of(one).number() == card_of(other).number()
        || (rank_of(one) == JOKER && rank_of(other) == JOKER)
}

/// Returns the cards of a deck with this many Jokers, by their numbers.
pub(super) fn deck_of(jokers: u8) -> CardSet {
    let jokers = Suit::ALL.into_iter().take(jokers.into()).map(|suit| Card::new(suit, JOKER));
    Card::deck(Ace::High).into_iter().chain(jokers).collect()
}

/// A card without its suit, which does not matter: "K", "10", "JK".
pub(super) fn rank_name(card: Card) -> String {
    let mut name = card.to_string();
    name.truncate(name.len() - usize::from(card.rank() != JOKER));
    name
}
