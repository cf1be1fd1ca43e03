//! Scores: each Heart counts its rank, and the highest sum of Diamonds gets a bonus; plus the
//! points of a place.

use super::rules::{DiamondTie, MOST_PLAYERS, Rules};
use crate::cards::standard::{CardSet, Suit};
use crate::seat::MAX_SEATS;

impl Rules {
    /// Returns the points of the Hearts among these cards, and of the place.
    #[inline(always)]
    pub fn points(&self, seat: usize, owned: CardSet) -> i32 {
        let hearts = self.values.sum(owned.and(CardSet::of_suit(Suit::Hearts)));
        hearts as i32 + i32::from(self.knobs.place_points) * seat as i32
    }

    /// Returns the bonus of each of the players who have the highest sum of Diamonds, if there are this
    /// many of them. (R5)
    #[inline(always)]
    pub fn bonus(&self, level: i32) -> i32 {
        match self.knobs.diamond_tie {
            DiamondTie::Nobody if level > 1 => 0,
            DiamondTie::Nobody | DiamondTie::Each => self.knobs.diamond_bonus,
            DiamondTie::Split => self.knobs.diamond_bonus / level.max(1),
        }
    }

    /// Returns the points of every seat that owns these cards; 0 beyond the players. (R5)
    #[inline(always)]
    pub(super) fn scores(&self, owned: &[CardSet; MOST_PLAYERS]) -> [i64; MAX_SEATS] {
        let players = usize::from(self.players).min(MOST_PLAYERS);
        // Loops and not chains of iterators: a game is compiled as one piece only if everything in it
        // is sure to be inlined.
        let (mut diamonds, mut most, mut level) = ([0; MOST_PLAYERS], 0, 0);
        for seat in 0..players {
            let sum = self.values.sum(owned[seat].and(CardSet::of_suit(Suit::Diamonds)));
            diamonds[seat] = sum;
            if sum > most {
                (most, level) = (sum, 0);
            }
            level += i32::from(sum == most);
        }
        let bonus = self.bonus(level);
        let mut scores = [0; MAX_SEATS];
        for seat in 0..players {
            let of_diamonds = if diamonds[seat] == most { bonus } else { 0 };
            scores[seat] = i64::from(self.points(seat, owned[seat]) + of_diamonds);
        }
        scores
    }
}
