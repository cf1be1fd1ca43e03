//! The cards of Crackpipe: up to four standard decks with Jokers, each card told apart from all others.
//!
//! An identity is `64 * deck + number`, the number being that of [`Card`] with high Aces; so its lowest four bits are the rank, and those above
//! tell equal cards apart. Identity 0 is no card.

use crate::cards::standard::{Ace, Card, JOKER, Suit};

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

/// All cards of so many decks with so many Jokers each, in ascending order.
pub(super) fn all_cards(decks: u8, jokers_per_deck: u8) -> Vec<u8> {
    let jokers = Suit::ALL.into_iter().take(jokers_per_deck.into()).map(|suit| Card::new(suit, JOKER));
    let numbers: Vec<u8> = Card::deck(Ace::High).into_iter().chain(jokers).map(Card::number).collect();
    let mut cards: Vec<u8> = (0..decks).flat_map(|deck| numbers.iter().map(move |number| 64 * deck + number)).collect();
    cards.sort_unstable();
    cards
}
