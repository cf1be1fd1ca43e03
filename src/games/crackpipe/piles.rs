//! Piles of cards that can be joined at both ends, however long they are.
//!
//! Each card is linked to the one below it, and a pile is known by its two ends. So putting a stack on top or at the bottom and taking the top card
//! off are a few links each. The resin lies under THE pipe: to flip that is to say that it has no cards.

use std::hint::select_unpredictable;

use super::cards::{IDENTITIES, MOST_DECKS, NO_CARD, card_of, rank_of, sum_of_bytes};
use crate::cards::standard::CardSet;
use crate::seat::MAX_SEATS;

/// A pile of cards held together: its ends, and how many it has. The top of an empty one is 0.
///
/// Each a word, though a byte would hold it: bytes side by side may be read together with their neighbours, and so wait until all of these are
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack {
    top: u32,
    bottom: u32,
    size: u32,
}

impl Stack {
    pub(super) const EMPTY: Self = Self::new(0, 0, 0);

    #[inline(always)]
    pub(super) const fn new(top: u8, bottom: u8, size: u8) -> Self {
        Self { top: top as u32, bottom: bottom as u32, size: size as u32 }
    }

    /// The top card; 0 if there is none.
    #[inline(always)]
    pub(super) const fn top(&self) -> u8 {
        self.top as u8
    }

    /// The lowest card; it means nothing in an empty stack.
    #[inline(always)]
    pub(super) const fn bottom(&self) -> u8 {
        self.bottom as u8
    }

    /// How many cards.
    #[inline(always)]
    pub(super) const fn size(&self) -> u8 {
        self.size as u8
    }

    /// Puts a card under all others.
    #[inline(always)]
    fn add_below(&mut self, card: u8) {
        self.bottom = u32::from(card);
        self.size += 1;
    }
}

/// As many piles as an index of four bits can name.
const PILES: usize = 16;

/// THE pipe, among the piles.
pub(super) const THE_PIPE: usize = MAX_SEATS;

/// The pipes by seat, and THE pipe.
///
/// What is told of a pile stands in a table each, not side by side: bytes that are written one by one and read together make the processor wait.
#[derive(Clone, Debug)]
pub(super) struct Piles {
    /// For each card, the one below it in its pile.
    below: [u8; IDENTITIES],
    /// By pile, four bits each: the rank of its top card. One word, since every turn waits for it.
    ranks: u64,
    /// The top card; 0 if there is none. Under THE pipe it is the top card of the resin, so that this is how both lie together.
    tops: [u8; PILES],
    /// The lowest card; it means nothing in an empty pile.
    bottoms: [u8; PILES],
    sizes: [u8; PILES],
}

impl Piles {
    /// No card anywhere.
    pub(super) const EMPTY: Self = Self { below: [0; IDENTITIES], ranks: 0, tops: [0; PILES], bottoms: [0; PILES], sizes: [0; PILES] };

    /// Links each of these cards to the one before it.
    #[inline(always)]
    pub(super) fn link(&mut self, cards: &[u8]) {
        let mut below = 0;
        for &card in cards {
            self.below[usize::from(card)] = below;
            below = card;
        }
    }

    /// The rank on top of a pile; [`NO_CARD`] if it is empty.
    #[inline(always)]
    pub(super) fn rank(&self, pile: usize) -> u8 {
        (self.ranks >> (4 * (pile % PILES))) as u8 & 15
    }

    /// Takes note that another rank is on top of a pile.
    #[inline(always)]
    fn change_rank(&mut self, pile: usize, rank: u8) {
        self.ranks ^= u64::from(self.rank(pile) ^ rank) << (4 * pile);
    }

    /// How many cards a pile has.
    #[inline(always)]
    pub(super) fn size(&self, pile: usize) -> u8 {
        self.sizes[pile % PILES]
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, pile: usize) -> bool {
        self.size(pile) == 0
    }

    /// Takes the resin away: its cards by deck.
    pub(super) fn take_resin(&mut self) -> [CardSet; MOST_DECKS] {
        let seam = if self.is_empty(THE_PIPE) { &mut self.tops[THE_PIPE] } else { &mut self.below[usize::from(self.bottoms[THE_PIPE])] };
        let mut card = std::mem::take(seam);
        let mut decks = [CardSet::EMPTY; MOST_DECKS];
        while card != 0 {
            let deck = &mut decks[usize::from(card >> 6)];
            *deck = deck.with(card_of(card));
            card = self.below[usize::from(card)];
        }
        decks
    }

    /// A pile as a stack that stays where it is.
    #[inline(always)]
    pub(super) fn whole(&self, pile: usize) -> Stack {
        let pile = pile % PILES;
        let top = if self.sizes[pile] == 0 { 0 } else { self.tops[pile] };
        Stack::new(top, self.bottoms[pile], self.sizes[pile])
    }

    /// Puts a stack on top of a pile, which is then flipped into the resin if that is said: as only THE pipe is.
    #[inline(always)]
    pub(super) fn put_on_top(&mut self, pile: usize, stack: &Stack, flipped: bool) {
        let pile = pile % PILES;
        let size = self.sizes[pile];
        self.below[usize::from(stack.bottom())] = self.tops[pile];
        self.tops[pile] = stack.top();
        // Selected, not branched to: whether the pile is empty, and whether it is flipped, cannot be predicted. The bottom of a pile that is not
        // empty stays, and the stack's is written where none is looked for.
        self.bottoms[select_unpredictable(size == 0, pile, PILES - 1)] = stack.bottom();
        let kept = u8::from(flipped).wrapping_sub(1);
        self.sizes[pile] = (size + stack.size()) & kept;
        self.change_rank(pile, rank_of(stack.top()) & kept);
    }

    /// Puts a stack on top of a pile that is not empty, or at its bottom.
    #[inline(always)]
    pub(super) fn put(&mut self, pile: usize, stack: &Stack, at_the_bottom: bool) {
        let pile = pile % PILES;
        let (top, bottom) = (self.tops[pile], self.bottoms[pile]);
        // Selected, not branched to: which end it is cannot be predicted. The stack and the pile, in the order in which they lie then.
        let upper = select_unpredictable(at_the_bottom, (top, bottom), (stack.top(), stack.bottom()));
        let lower = select_unpredictable(at_the_bottom, (stack.top(), stack.bottom()), (top, bottom));
        self.below[usize::from(stack.bottom())] = 0;
        self.below[usize::from(upper.1)] = lower.0;
        self.tops[pile] = upper.0;
        self.bottoms[pile] = lower.1;
        self.sizes[pile] += stack.size();
        self.change_rank(pile, rank_of(upper.0));
    }

    /// Moves the top card of a pile that is not empty to the bottom of a stack.
    #[inline(always)]
    pub(super) fn take_top(&mut self, pile: usize, stack: &mut Stack) {
        let pile = pile % PILES;
        let card = self.tops[pile];
        // What lies below the last card of a pipe is 0: no card. Below that of THE pipe is the resin.
        let under = self.below[usize::from(card)];
        self.tops[pile] = under;
        self.sizes[pile] -= 1;
        self.change_rank(pile, select_unpredictable(self.sizes[pile] == 0, NO_CARD, rank_of(under)));
        self.below[usize::from(stack.bottom())] = card;
        stack.add_below(card);
    }

    /// The card below another one, which is not the last of its pile.
    #[inline(always)]
    pub(super) fn under(&self, card: u8) -> u8 {
        self.below[usize::from(card)]
    }

    /// How many cards lie in the piles.
    #[inline(always)]
    pub(super) fn total(&self) -> u8 {
        sum_of_bytes(u128::from_le_bytes(self.sizes))
    }

    /// The cards of a stack from its top.
    #[inline]
    pub(super) fn cards(&self, stack: Stack) -> impl Iterator<Item = u8> + '_ {
        let mut next = stack.top();
        (0..stack.size()).map(move |_| {
            let card = next;
            next = self.below[usize::from(card)];
            card
        })
    }
}
