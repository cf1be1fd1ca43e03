//! Random numbers: the only module that names a generator.
//!
//! A game's random numbers come from named streams, derived from (experiment seed, block,
//! [`Purpose`]). Numbers taken from one stream never shift another stream, so variants, line-ups
//! and arrangements of one block meet the same cards, and any game can be played again by its
//! number. The generator is PCG64 DXSM, portable and pinned. Two algorithms turn its words into
//! choices: uniform numbers below a bound, and the shuffle. They stand here so that no update of a
//! library can change a result.

use std::convert::Infallible;

pub use rand;
use rand::rand_core::utils::fill_bytes_via_next_word;
use rand::{Rng, TryRng};
use rand_pcg::Pcg64Dxsm;

/// The purpose of a stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The deck of a deal, or of a draw pile that all share; counted from 0 in each game.
    Deck(u32),
    /// The choices of the strategy in a seat.
    Strategy(u8),
    /// A new shuffle of a seat's own pile; counted from 0 for each seat of a game.
    Reshuffle {
        /// The seat.
        seat: u8,
        /// The number of earlier shuffles.
        times: u32,
    },
    /// The position at which a further card goes into a shuffled deck; counted from 0 in each game.
    Insertion(u8),
    /// The first player, where the rules draw lots.
    FirstPlayer,
    /// The arrangement, where a block does not play every arrangement.
    Arrangement,
    /// Any other chance event of a game; numbered by the game.
    Other(u32),
    /// A further random event of this number, if the numbers of a game do not tell how often it
    /// came before; `times` is below 2^31.
    Again {
        /// The number of the event.
        number: u32,
        /// How often its numbers were used up before: at least 1.
        times: u32,
    },
    /// Rollouts from a decision of the game, counted from 0.
    Rollouts(u32),
    /// The card that a card is exchanged for, to measure its worth; numbered by seat, card and
    /// exchange.
    Exchange(u32),
}

impl Purpose {
    /// Returns a different number for every purpose. Published results depend on it, so it must
    /// never change.
    #[inline(always)]
    const fn code(self) -> u64 {
        match self {
            Self::Deck(deal) => (1 << 32) | deal as u64,
            Self::Strategy(seat) => (2 << 32) | seat as u64,
            Self::Reshuffle { seat, times } => ((16 + seat as u64) << 32) | times as u64,
            Self::Insertion(card) => (3 << 32) | card as u64,
            Self::FirstPlayer => 4 << 32,
            Self::Arrangement => 5 << 32,
            Self::Other(number) => (6 << 32) | number as u64,
            Self::Again { number, times } => (1 << 63) | (times as u64) << 32 | number as u64,
            Self::Rollouts(decision) => (7 << 32) | decision as u64,
            Self::Exchange(number) => (8 << 32) | number as u64,
        }
    }
}

/// The odd constant of the 64-bit golden ratio, whose multiples are spread evenly.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a bijection of 64-bit words in which every input bit moves about half of the output bits
/// (the finalizer of `SplitMix64`: Steele, Lea, Flood 2014, with Stafford's "Mix13" constants).
#[inline(always)]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Returns another seed, by its number: that of an experiment whose blocks have nothing in common
/// with those of `seed`.
pub const fn other_seed(seed: u64, number: u64) -> u64 {
    mix(mix(seed).wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// The streams of one block of an experiment.
///
/// For one seed, any two different (block, purpose) pairs start the generator in different states:
/// blocks map one-to-one to the upper half of the state, and within a block purposes map one-to-one
/// to the lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockStreams {
    upper: u64,
    lower_key: u64,
}

impl BlockStreams {
    /// Returns the streams of block `block` in the experiment with seed `seed`.
    #[inline]
    pub const fn new(seed: u64, block: u64) -> Self {
        let key = mix(seed.wrapping_add(GOLDEN));
        let upper = mix(key.wrapping_add(block.wrapping_mul(GOLDEN)));
        Self { upper, lower_key: mix(upper ^ key) }
    }

    /// Returns the stream for one purpose, from its beginning.
    #[inline(always)]
    pub fn stream(&self, purpose: Purpose) -> Stream {
        let lower = mix(self.lower_key.wrapping_add(purpose.code().wrapping_mul(GOLDEN)));
        let state = (u128::from(self.upper) << 64) | u128::from(lower);
        Stream::of(Pcg64Dxsm::new(state, 0))
    }
}

/// A stream of random numbers.
///
/// It is a generator of the crate [`rand`]: a strategy can use every distribution of that crate on
/// it. What [`Stream::below`] and [`Stream::shuffle`] return stays the same for ever; what `rand`
/// makes of the stream may change with the version of `rand`.
///
/// ```
/// use fairdeal_core::rng::rand::RngExt;
/// use fairdeal_core::rng::rand::seq::IndexedRandom;
/// use fairdeal_core::rng::{BlockStreams, Purpose};
///
/// let mut stream = BlockStreams::new(1, 0).stream(Purpose::Strategy(0));
/// assert!((1..=6).contains(&stream.random_range(1..=6)));
/// assert!(["hearts", "spades"].choose(&mut stream).is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// One word ahead of the stream.
    generator: Pcg64Dxsm,
    /// The next word, drawn in advance: the code after a draw often waits for it at a branch that
    /// cannot be predicted.
    next: u64,
}

impl TryRng for Stream {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.word() as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

impl Stream {
    /// Returns the stream of an empty seat.
    #[inline(always)]
    pub(crate) fn idle() -> Self {
        Self::of(Pcg64Dxsm::new(0, 0))
    }

    /// Returns the stream of a generator, from its beginning.
    #[inline(always)]
    fn of(mut generator: Pcg64Dxsm) -> Self {
        let next = generator.next_u64();
        Self { generator, next }
    }

    /// Returns the next 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        std::mem::replace(&mut self.next, self.generator.next_u64())
    }

    /// Returns a uniform number in `0..bound`, exactly, for a `bound` of at least 1.
    ///
    /// Lemire's method (ACM TOMACS 2019): multiply, take the high half, and reject the few low
    /// halves that would favour some results. Each choice takes a whole word. Cutting four choices
    /// from one word was tried: its branch costs more than the words.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "a choice among none");
        let product = u128::from(self.word()) * u128::from(bound);
        if (product as u64) < u64::from(bound) {
            self.redraw_below(product, bound)
        } else {
            (product >> 64) as u32
        }
    }

    /// The cold path of [`Stream::below`]: draws again while the product must be rejected.
    #[cold]
    fn redraw_below(&mut self, mut product: u128, bound: u32) -> u32 {
        let bound = u64::from(bound);
        let rejected = bound.wrapping_neg() % bound;
        while (product as u64) < rejected {
            product = u128::from(self.word()) * u128::from(bound);
        }
        (product >> 64) as u32
    }

    /// Shuffles `items`, at most 1,024 of them: every order is equally likely.
    ///
    /// Fisher and Yates's method. Several choices are cut from one random word, and rejected
    /// together where they would be uneven (Brackett-Rozinsky and Lemire, "Batched ranged random
    /// integer generation", 2024).
    ///
    /// # Panics
    /// With more than 1,024 items.
    #[inline(always)]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        assert!(items.len() <= 1024, "a shuffle of more than 1,024 items");
        // One word is used for as many choices as keep the product of their bounds below 2^57:
        // rejection is then rarer than 1 in 128.
        let left = if items.len() > 16 { self.place_all_but_sixteen(items) } else { items.len() };
        if left > 1 {
            let rest = Self::place(self.word(), &mut items[..left], left - 1);
            if rest < 1 << 57 {
                self.redraw_places(rest, &mut items[..left], left - 1);
            }
        }
    }

    /// Fills the places of a shuffle from the last one down until at most sixteen are left; returns
    /// the number left.
    #[inline(never)]
    fn place_all_but_sixteen<T>(&mut self, items: &mut [T]) -> usize {
        let mut left = items.len();
        while left > 256 {
            left = self.place_some::<T, 5>(&mut items[..left]);
        }
        while left > 64 {
            left = self.place_some::<T, 7>(&mut items[..left]);
        }
        while left > 32 {
            left = self.place_some::<T, 9>(&mut items[..left]);
        }
        while left > 16 {
            left = self.place_some::<T, 11>(&mut items[..left]);
        }
        left
    }

    /// Fills the last `BATCH` places of `items` with one word; returns the number of places left.
    /// (The batch is a constant so that the compiler unrolls the loop.)
    #[inline(always)]
    fn place_some<T, const BATCH: usize>(&mut self, items: &mut [T]) -> usize {
        let (mut word, size) = (self.word(), items.len());
        for placed in 0..BATCH.min(size) {
            let wide = u128::from(word) * (size - placed) as u128;
            word = wide as u64;
            items.swap(size - placed - 1, (wide >> 64) as usize);
        }
        if word < 1 << 57 {
            self.redraw_places(word, items, BATCH);
        }
        size - BATCH
    }

    /// The cold path of [`Stream::place`]: draws again while the word must be rejected. The swaps
    /// of a rejected word need not be undone: new choices make every order equally likely from any
    /// order.
    #[cold]
    fn redraw_places<T>(&mut self, mut rest: u64, items: &mut [T], batch: usize) {
        let product: u64 = (0..=items.len() as u64).rev().take(batch).product();
        let rejected = product.wrapping_neg() % product;
        while rest < rejected {
            rest = Self::place(self.word(), items, batch);
        }
    }

    /// Fills the last `batch` places of `items`, each with a random one of the items up to it. The
    /// choices come from the high end of `word`; returns the rest of it.
    #[inline(always)]
    fn place<T>(mut word: u64, mut items: &mut [T], batch: usize) -> u64 {
        let rest = items.len() - batch;
        // In this form the compiler sees that there is a last item.
        while items.len() > rest
            && let Some(last) = items.len().checked_sub(1)
        {
            let wide = u128::from(word) * items.len() as u128;
            word = wide as u64;
            items.swap(last, (wide >> 64) as usize);
            items = &mut items[..last];
        }
        word
    }
}

#[cfg(test)]
mod tests;
