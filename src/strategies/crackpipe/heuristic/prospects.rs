//! What the top card of a pipe is worth: the cards that it will bring in the turns to come.
//!
//! A high card draws more, but few stacks stay on it; a low one keeps nearly all. What that comes to is worked out backwards from the last turn, as
//! if every hit were drawn from the whole deck: the best of keeping the cards, giving them to THE pipe, and losing the top card.

use crate::games::crackpipe::{NO_CARD, RANKS, View};

/// How many turns are looked ahead at most.
pub(super) const TURNS: usize = 8;

/// What the rules say of hits and cards: what prospects depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Basis {
    hits: [u8; RANKS],
    flips: [bool; RANKS],
    cards: [u8; RANKS],
    loss: f64,
}

/// The prospects of every top card for a number of turns of its player to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospects {
    basis: Basis,
    /// By turns to come and rank.
    cards: [[f64; RANKS]; TURNS + 1],
    /// By turns to come: of an average card.
    average: [f64; TURNS + 1],
}

impl Prospects {
    /// By the rules of a game; `loss` is the cost of each card that must be given to another player. What is `known` already is kept where it holds.
    pub(super) fn of(view: &View<'_>, loss: f64, known: Option<Self>) -> Self {
        let every_rank = std::array::from_fn(|rank| rank as u8);
        let hits = every_rank.map(|rank| view.hit(rank) as u8);
        let basis = Basis { hits, flips: every_rank.map(|rank| view.flips(rank)), cards: view.all_cards(), loss };
        known.filter(|known| known.basis == basis).unwrap_or_else(|| Self::new(basis))
    }

    fn new(basis: Basis) -> Self {
        let total: f64 = basis.cards.iter().map(|count| f64::from(*count)).sum();
        // Cards on THE pipe that a stack may meet there: those that do not flip it.
        let on_the_pipe: [u8; RANKS] = std::array::from_fn(|rank| if basis.flips[rank] { 0 } else { basis.cards[rank] });
        let mut prospects = Self { basis, cards: [[0.0; RANKS]; TURNS + 1], average: [0.0; TURNS + 1] };
        for turns in 1..=TURNS {
            for rank in 0..RANKS {
                let mut higher: f64 = on_the_pipe.iter().map(|count| f64::from(*count)).sum();
                let mut sum = 0.0;
                for (value, (count, lying)) in basis.cards.iter().zip(on_the_pipe).enumerate() {
                    higher -= f64::from(lying);
                    let best = prospects.of_value(turns, rank, value, f64::from(basis.hits[rank]), higher / total);
                    sum += f64::from(*count) * best;
                }
                prospects.cards[turns][rank] = sum / total;
            }
            let row = &prospects.cards[turns];
            prospects.average[turns] = row.iter().zip(basis.cards).map(|(worth, count)| worth * f64::from(count)).sum::<f64>() / total;
        }
        prospects
    }

    /// The best that comes of a hit of this value and size, with so many turns to come, this one among them, and `rank` on top of the pipe;
    /// `refused` is the chance that THE pipe has a higher card.
    #[inline(always)]
    fn of_value(&self, turns: usize, rank: usize, value: usize, hit: f64, refused: f64) -> f64 {
        let later = &self.cards[turns - 1];
        let loss = self.basis.loss * (hit + 1.0);
        let the_pipe = later[rank] - loss * refused;
        let own = if value >= rank { hit + later[value] } else { self.average[turns - 1] - 1.0 - loss };
        if own > the_pipe { own } else { the_pipe }
    }

    /// The prospects of a rank on top of a pipe, with so many turns to come.
    #[inline(always)]
    pub(super) fn with(&self, turns: usize, rank: u8) -> f64 {
        self.cards[turns.min(TURNS)][usize::from(rank) % RANKS]
    }

    /// The prospects of a rank on top of the pipe whose turn is next, when the top of THE pipe is known, and how many cards of each rank are left
    /// to draw. Besides, how many cards it will probably have to give away.
    #[inline]
    pub(super) fn of_next(&self, turns: usize, rank: u8, the_pipe: u8, stash: &[u8; RANKS], stash_size: u32) -> (f64, f64) {
        if turns == 0 || stash_size == 0 {
            return (0.0, 0.0);
        }
        let rank = usize::from(rank) % RANKS;
        let hit = u32::from(self.basis.hits[rank]).min(stash_size);
        let (mut sum, mut refused) = (0.0, 0.0);
        for (value, count) in stash.iter().enumerate().skip(usize::from(NO_CARD) + 1) {
            let count = f64::from(*count);
            let higher = if value < usize::from(the_pipe) { 1.0 } else { 0.0 };
            sum += count * self.of_value(turns.min(TURNS), rank, value, f64::from(hit), higher);
            refused += if value < rank { count * higher } else { 0.0 };
        }
        let size = f64::from(stash_size);
        (sum / size, f64::from(hit + 1) * refused / size)
    }
}
