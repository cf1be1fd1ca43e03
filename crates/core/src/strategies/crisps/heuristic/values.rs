//! The values of parts of a hand, computed once for the weights of a player.

use super::Weights;
use crate::games::crisps::{RANKS, SPECIAL};

/// The values of parts of a hand. The sizes of all tables are powers of two, so that a look-up
/// needs no check.
#[derive(Debug)]
pub(super) struct Values {
    /// By whether the hand is one combination, its special cards, and its triples and quads: see
    /// [`Values::sets`].
    sets: [f64; 256],
    turns: [f64; 32],
    low_singles: [f64; 64],
    low_pairs: [f64; 64],
    high_cards: [f64; 16],
    deny: [f64; 16],
}

impl Values {
    /// Computes the tables for these weights.
    pub(super) fn new(weights: &Weights) -> Self {
        let last_turn = [0.0, weights.last_turn];
        let number = |place: usize| place as f64;
        Self {
            sets: std::array::from_fn(|place| {
                last_turn[place / 128]
                    + weights.special_card * number(place / 16 % 8)
                    + weights.triple_or_quad * number(place % 16)
            }),
            turns: std::array::from_fn(|turns| weights.turn * number(turns)),
            low_singles: std::array::from_fn(|ranks| weights.low_single * height(ranks)),
            low_pairs: std::array::from_fn(|ranks| weights.low_pair * height(ranks)),
            high_cards: std::array::from_fn(|rank| weights.high_card * height(rank)),
            deny: std::array::from_fn(|rank| weights.deny * height(rank)),
        }
    }

    /// Returns the value of being one turn from the end, of special cards, and of triples and
    /// quads.
    #[inline(always)]
    pub(super) fn sets(&self, last_turn: bool, special_cards: u32, triples_and_quads: u32) -> f64 {
        self.sets[(usize::from(last_turn) << 7 | (special_cards << 4 | triples_and_quads) as usize)
            % self.sets.len()]
    }

    /// Returns the cost of this many turns.
    #[inline(always)]
    pub(super) fn turns(&self, turns: u32) -> f64 {
        self.turns[turns as usize % self.turns.len()]
    }

    /// Returns the cost of loose singles of these ranks, given as bits.
    #[inline(always)]
    pub(super) fn low_singles(&self, ranks: u16) -> f64 {
        self.low_singles[below_special(ranks) % self.low_singles.len()]
    }

    /// Returns the cost of loose pairs of these ranks, given as bits.
    #[inline(always)]
    pub(super) fn low_pairs(&self, ranks: u16) -> f64 {
        self.low_pairs[below_special(ranks) % self.low_pairs.len()]
    }

    /// Returns the cost of spending a single or pair of this rank.
    #[inline(always)]
    pub(super) fn high_card(&self, rank: u8) -> f64 {
        self.high_cards[usize::from(rank) % self.high_cards.len()]
    }

    /// Returns the value of taking a card of this rank from the opponent.
    #[inline(always)]
    pub(super) fn deny(&self, rank: u8) -> f64 {
        self.deny[usize::from(rank) % self.deny.len()]
    }
}

/// The height of a rank on a scale from 0 for the 2 to 1 for the special rank.
fn height(ranks: usize) -> f64 {
    ranks as f64 / f64::from(SPECIAL)
}

/// By ranks as bits: the sum of their distances below the special rank.
static BELOW_SPECIAL: [u8; 1 << RANKS] = {
    let mut below = [0; 1 << RANKS];
    let mut ranks = 1;
    while ranks < below.len() {
        below[ranks] = below[ranks & (ranks - 1)] + SPECIAL - ranks.trailing_zeros() as u8;
        ranks += 1;
    }
    below
};

/// The sum of the distances of these ranks below the special rank.
#[inline(always)]
fn below_special(ranks: u16) -> usize {
    BELOW_SPECIAL[usize::from(ranks) % BELOW_SPECIAL.len()].into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Settings;
    use crate::strategies::crisps::heuristic::Heuristic;
    use crate::strategy::StrategyKind;

    #[test]
    fn values_add_up() {
        let weights = Weights::read(&Settings::defaults(Heuristic::KNOBS));
        let values = Values::new(&weights);
        for ranks in 0..1u16 << RANKS {
            let lowness: f64 = (0..RANKS)
                .filter(|rank| (ranks >> rank) & 1 == 1)
                .map(|rank| 1.0 - f64::from(rank) / 9.0)
                .sum();
            assert!((values.low_singles(ranks) - weights.low_single * lowness).abs() < 1e-9);
            assert!((values.low_pairs(ranks) - weights.low_pair * lowness).abs() < 1e-9);
        }
        for (special_cards, sets) in [(0, 0), (4, 0), (0, 10), (3, 7)] {
            let of_cards = weights.special_card * f64::from(special_cards)
                + weights.triple_or_quad * f64::from(sets);
            assert!((values.sets(false, special_cards, sets) - of_cards).abs() < 1e-9);
            assert!(
                (values.sets(true, special_cards, sets) - of_cards - weights.last_turn).abs()
                    < 1e-9
            );
        }
        assert!((values.turns(20) - 20.0 * weights.turn).abs() < 1e-9);
        assert!(
            (values.high_card(SPECIAL) - weights.high_card).abs() < 1e-9
                && values.high_card(0).abs() < 1e-9
        );
        assert!((values.deny(SPECIAL) - weights.deny).abs() < 1e-9 && values.deny(0).abs() < 1e-9);
    }
}
