//! What cards score: each Heart its rank, and a bonus for the highest sum of Diamonds; with them the points that a place is worth.

use super::rules::{DiamondTie, MOST_PLAYERS, Rules};
use crate::cards::standard::{CardSet, Suit};
use crate::seat::MAX_SEATS;

/// The points of every seat that owns these cards; 0 beyond the players. (R5)
#[inline(always)]
pub(super) fn scores(rules: &Rules, owned: &[CardSet; MOST_PLAYERS]) -> [i32; MAX_SEATS] {
    let players = usize::from(rules.players).min(MOST_PLAYERS);
    // Loops and not chains of iterators here, since a game is compiled as one piece only as far as everything is sure to be inlined.
    let (mut diamonds, mut most, mut level) = ([0; MOST_PLAYERS], 0, 0);
    for seat in 0..players {
        let sum = rules.values.sum(owned[seat].and(CardSet::of_suit(Suit::Diamonds)));
        diamonds[seat] = sum;
        if sum > most {
            (most, level) = (sum, 0);
        }
        level += i32::from(sum == most);
    }
    let bonus = match rules.knobs.diamond_tie {
        DiamondTie::Nobody if level > 1 => 0,
        DiamondTie::Nobody | DiamondTie::Each => rules.knobs.diamond_bonus,
        DiamondTie::Split => rules.knobs.diamond_bonus / level.max(1),
    };
    let mut scores = [0; MAX_SEATS];
    for seat in 0..players {
        let hearts = rules.values.sum(owned[seat].and(CardSet::of_suit(Suit::Hearts)));
        let of_place = i32::from(rules.knobs.place_points) * seat as i32;
        scores[seat] = hearts as i32 + of_place + if diamonds[seat] == most { bonus } else { 0 };
    }
    scores
}
