//! The value of the top card of a pipe: the cards that it will bring in later turns.
//!
//! A high card draws more, but few stacks stay on it; a low one keeps nearly all. The balance is
//! computed backwards from the last turn, as if every hit were drawn from the whole deck: each time
//! the best of keeping the cards, giving them to THE pipe, and losing the top card.

use crate::games::crackpipe::{NO_CARD, RANKS, View};

/// The largest number of turns to look ahead.
const TURNS: usize = 8;

/// The inputs of the prospects, by rank except for the last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Basis {
    hits: [u8; RANKS],
    flips: [bool; RANKS],
    /// The number of cards.
    cards: [u8; RANKS],
    /// The cost of each card that must be given away.
    loss: f64,
}

/// The prospects of every top card, for the number of turns that its player has left, in cards.
#[derive(Clone, Debug)]
pub struct Prospects {
    basis: Basis,
    /// Whether the basis matches the rules of the game; checked at its first decision.
    suits: bool,
    /// By turns left and rank.
    by_rank: [[f64; RANKS]; TURNS + 1],
    /// By turns left, for the average card.
    average: [f64; TURNS + 1],
    /// By turns left, from 1 on, by rank on top and by value of a hit: the best result, if THE pipe
    /// takes it and if not.
    of_values: Box<[[[[f64; 2]; RANKS]; RANKS]]>,
}

impl Default for Prospects {
    fn default() -> Self {
        Self::unknown()
    }
}

impl Prospects {
    /// Returns prospects without known rules.
    pub(super) fn unknown() -> Self {
        Self {
            basis: Basis { hits: [0; RANKS], flips: [false; RANKS], cards: [0; RANKS], loss: 0.0 },
            suits: false,
            by_rank: [[0.0; RANKS]; TURNS + 1],
            average: [0.0; TURNS + 1],
            of_values: vec![[[[0.0; 2]; RANKS]; RANKS]; TURNS].into(),
        }
    }

    /// Prepares for a new game, perhaps under other rules.
    #[inline(always)]
    pub(super) fn new_game(&mut self) {
        self.suits = false;
    }

    /// Computes the prospects under the rules of the game, unless they are known; `loss` is the
    /// cost of each card to be given away, for one opponent.
    #[inline(always)]
    pub(super) fn suit(&mut self, view: &View<'_>, loss: f64) {
        if !self.suits {
            self.base_on(view, loss);
            self.suits = true;
        }
    }

    #[inline(never)]
    pub(super) fn base_on(&mut self, view: &View<'_>, loss: f64) {
        let loss = loss / (view.players() as f64 - 1.0);
        let ranks: [u8; RANKS] = std::array::from_fn(|rank| rank as u8);
        let (hits, flips) =
            (ranks.map(|rank| view.rules.hit(rank)), ranks.map(|rank| view.rules.flips(rank)));
        let basis = Basis { hits, flips, cards: view.rules.by_rank, loss };
        if self.basis != basis {
            self.basis = basis;
            self.find();
        }
    }

    /// Computes the prospects for more and more turns.
    #[cold]
    fn find(&mut self) {
        let cards = self.basis.cards.map(f64::from);
        let total: f64 = cards.iter().sum();
        // The chance that THE pipe has a higher card: one that does not flip it.
        let lies_there = |rank: usize| if self.basis.flips[rank] { 0.0 } else { cards[rank] };
        let refused: [f64; RANKS] =
            std::array::from_fn(|value| (value + 1..RANKS).map(lies_there).sum::<f64>() / total);
        for turns in 1..=TURNS {
            for rank in 0..RANKS {
                let hit = f64::from(self.basis.hits[rank]);
                self.of_values[turns - 1][rank] = std::array::from_fn(|value| {
                    [0.0, 1.0].map(|refused| self.best(turns, rank, value, hit, refused))
                });
                let of_hits = (0..RANKS)
                    .map(|value| cards[value] * self.best(turns, rank, value, hit, refused[value]));
                self.by_rank[turns][rank] = of_hits.sum::<f64>() / total;
            }
            let row = &self.by_rank[turns];
            self.average[turns] =
                row.iter().zip(cards).map(|(worth, count)| worth * count).sum::<f64>() / total;
        }
    }

    /// The best result of a hit of this value and size, with `rank` on top of the pipe and this
    /// many turns left, including this one; `refused` is the chance that THE pipe has a higher
    /// card.
    #[inline(always)]
    fn best(&self, turns: usize, rank: usize, value: usize, hit: f64, refused: f64) -> f64 {
        let later = &self.by_rank[turns - 1];
        let loss = self.basis.loss * (hit + 1.0);
        let the_pipe = later[rank] - loss * refused;
        let own =
            if value >= rank { hit + later[value] } else { self.average[turns - 1] - 1.0 - loss };
        own.max(the_pipe)
    }

    /// Returns the prospects of a rank on top of a pipe, with this many turns left.
    #[inline(always)]
    pub(super) fn of(&self, turns: usize, rank: u8) -> f64 {
        self.by_rank[turns.min(TURNS)][usize::from(rank) % RANKS]
    }

    /// Returns the prospects of a rank on top of the pipe of the next player, who draws from this
    /// stash and meets this rank on THE pipe; and the expected number of cards that this player
    /// must give away.
    #[inline(always)]
    pub(super) fn of_next(
        &self,
        turns: usize,
        rank: u8,
        the_pipe: u8,
        stash: &Draws,
    ) -> (f64, f64) {
        if turns == 0 || stash.size == 0 {
            return (0.0, 0.0);
        }
        let (turns, rank) = (turns.min(TURNS), usize::from(rank) % RANKS);
        let hit = u32::from(self.basis.hits[rank]);
        let brings = if hit <= stash.size {
            let of_values = &self.of_values[turns - 1][rank];
            let mut brings = 0.0;
            for value in FIRST_RANK..RANKS {
                brings += COUNTS[usize::from(stash.counts[value])]
                    * of_values[value][usize::from(value < usize::from(the_pipe))];
            }
            brings
        } else {
            self.brought_by_all(turns, rank, the_pipe, stash)
        };
        let gives = stash.below(rank.min(the_pipe.into()));
        let size = COUNTS[stash.size as usize & 0xff];
        (brings / size, (f64::from(hit.min(stash.size)) + 1.0) * gives / size)
    }

    /// The total for all cards of the stash, each drawn with all others.
    #[cold]
    fn brought_by_all(&self, turns: usize, rank: usize, the_pipe: u8, stash: &Draws) -> f64 {
        let of_value = |value: usize| {
            let refused = if value < usize::from(the_pipe) { 1.0 } else { 0.0 };
            f64::from(stash.counts[value])
                * self.best(turns, rank, value, f64::from(stash.size), refused)
        };
        (FIRST_RANK..RANKS).map(of_value).sum()
    }
}

/// The first used rank.
const FIRST_RANK: usize = NO_CARD as usize + 2;

/// Numbers of cards as floating point numbers.
static COUNTS: [f64; 256] = {
    let mut counts = [0.0; 256];
    let mut count = 0;
    while count < 256 {
        counts[count] = count as f64;
        count += 1;
    }
    counts
};

/// The cards that may be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws {
    /// The number of cards in the stash.
    size: u32,
    /// By rank: the number of cards that may be in it.
    counts: [u8; RANKS],
}

impl Draws {
    /// Returns the draws from a stash of this many cards, which these may be in.
    #[inline(always)]
    pub(super) fn new(size: u32, counts: [u8; RANKS]) -> Self {
        Self { size, counts }
    }

    /// Returns the number of cards below this rank.
    #[inline(always)]
    fn below(&self, rank: usize) -> f64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let below = u128::from_le_bytes(self.counts) & ((1 << (8 * (rank % RANKS))) - 1);
        // The number of cards fits in a byte.
        let sum = ((below as u64) + (below >> 64) as u64).wrapping_mul(ONES) >> 56;
        COUNTS[sum as usize]
    }
}
