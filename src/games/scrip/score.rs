//! What cards score: each Heart its rank, and a bonus for the highest sum of Diamonds.

use super::rules::{DiamondTie, MOST_PLAYERS, Rules};
use crate::cards::standard::{CardSet, Suit};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The points of every seat that owns these cards; 0 beyond the players. (R5)
#[inline(always)]
pub(super) fn scores(rules: &Rules, owned: &[CardSet; MOST_PLAYERS]) -> [i32; MAX_SEATS] {
    let owned = &owned[..usize::from(rules.players)];
    let sum = |cards: &CardSet, suit| rules.values.sum(cards.and(CardSet::of_suit(suit)));
    let most = owned.iter().map(|cards| sum(cards, Suit::Diamonds)).max();
    let has_most = |cards: &CardSet| Some(sum(cards, Suit::Diamonds)) == most;
    let level = owned.iter().filter(|cards| has_most(cards)).count() as i32;
    let bonus = match rules.diamond_tie {
        DiamondTie::Nobody if level > 1 => 0,
        DiamondTie::Nobody | DiamondTie::Each => rules.diamond_bonus,
        DiamondTie::Split => rules.diamond_bonus / level.max(1),
    };
    let mut scores = [0; MAX_SEATS];
    for (score, cards) in scores.iter_mut().zip(owned) {
        *score = sum(cards, Suit::Hearts) as i32 + if has_most(cards) { bonus } else { 0 };
    }
    scores
}

/// The players with the highest score. (R6)
#[inline(always)]
pub(super) fn leaders(rules: &Rules, scores: &[i32; MAX_SEATS]) -> SeatSet {
    let scores = &scores[..usize::from(rules.players)];
    let best = scores.iter().max();
    let leads = |(seat, score)| (Some(score) == best).then_some(seat);
    Seat::all(scores.len()).zip(scores).filter_map(leads).fold(SeatSet::NONE, SeatSet::with)
}
