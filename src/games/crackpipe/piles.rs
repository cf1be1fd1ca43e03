//! Piles of cards that can be joined at both ends, however long they are.
//!
//! Each card is linked to the one below it, and a pile is known by its two ends. So putting a stack on top or at the bottom and taking the top card
//! off are a few links each. The resin needs no pile: it is whatever is nowhere else.

use super::cards::{CardMarks, IDENTITIES, rank_of};
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
    /// The top card; 0 if there is none.
    tops: [u8; PILES],
    /// The lowest card; it means nothing in an empty pile.
    bottoms: [u8; PILES],
    sizes: [u8; PILES],
}

impl Piles {
    /// No card anywhere.
    pub(super) const EMPTY: Self = Self { below: [0; IDENTITIES], tops: [0; PILES], bottoms: [0; PILES], sizes: [0; PILES] };

    /// Links each of these cards to the one before it.
    #[inline(always)]
    pub(super) fn link(&mut self, cards: &[u8]) {
        let mut below = 0;
        for &card in cards {
            self.below[usize::from(card)] = below;
            below = card;
        }
    }

    /// The top card of a pile; 0 if it is empty.
    #[inline(always)]
    pub(super) fn top(&self, pile: usize) -> u8 {
        self.tops[pile % PILES]
    }

    /// The rank on top of a pile; [`super::NO_CARD`] if it is empty.
    #[inline(always)]
    pub(super) fn rank(&self, pile: usize) -> u8 {
        rank_of(self.top(pile))
    }

    /// How many cards a pile has.
    #[inline(always)]
    pub(super) fn size(&self, pile: usize) -> u8 {
        self.sizes[pile % PILES]
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, pile: usize) -> bool {
        self.top(pile) == 0
    }

    /// Which cards are in the pipes of this many players, on THE pipe or in the stack.
    #[inline(always)]
    pub(super) fn located(&mut self, players: usize, stack: &Stack) -> CardMarks {
        let mut marks = CardMarks::NONE;
        // No card lies below the last of a pile; so it is with the stack as long as it is held.
        self.below[usize::from(stack.bottom())] = 0;
        let mut mark = |top: u8| {
            let mut card = top;
            while card != 0 {
                marks.mark(card);
                card = self.below[usize::from(card)];
            }
        };
        for seat in 0..players {
            mark(self.tops[seat % PILES]);
        }
        mark(self.tops[THE_PIPE]);
        mark(stack.top());
        marks
    }

    /// A pile as a stack that stays where it is.
    #[inline(always)]
    pub(super) fn whole(&self, pile: usize) -> Stack {
        let pile = pile % PILES;
        Stack::new(self.tops[pile], self.bottoms[pile], self.sizes[pile])
    }

    /// Puts a stack on top of a pile, which is emptied then if it is flipped.
    #[inline(always)]
    pub(super) fn put_on_top(&mut self, pile: usize, stack: &Stack, flipped: bool) {
        let pile = pile % PILES;
        let lower = self.tops[pile];
        self.below[usize::from(stack.bottom())] = lower;
        // By arithmetic, not by branches: whether the pile is empty, and whether it is flipped, cannot be predicted. The bottom of a pile that is
        // not empty stays, and the stack's is written where none is looked for.
        let not_empty = usize::from(lower != 0).wrapping_neg();
        self.bottoms[(pile | not_empty) % PILES] = stack.bottom();
        let kept = u8::from(flipped).wrapping_sub(1);
        self.tops[pile] = stack.top() & kept;
        self.sizes[pile] = (self.sizes[pile] + stack.size()) & kept;
    }

    /// Puts a stack on top of a pile that is not empty, or at its bottom.
    #[inline(always)]
    pub(super) fn put(&mut self, pile: usize, stack: &Stack, at_the_bottom: bool) {
        let pile = pile % PILES;
        let (top, bottom) = (self.tops[pile], self.bottoms[pile]);
        // By conditional moves, not by a branch: which end it is, cannot be predicted.
        let (seam, lower) = if at_the_bottom { (bottom, stack.top()) } else { (stack.bottom(), top) };
        self.below[usize::from(stack.bottom())] = 0;
        self.below[usize::from(seam)] = lower;
        self.tops[pile] = if at_the_bottom { top } else { stack.top() };
        self.bottoms[pile] = if at_the_bottom { stack.bottom() } else { bottom };
        self.sizes[pile] += stack.size();
    }

    /// Moves the top card of a pile that is not empty to the bottom of a stack.
    #[inline(always)]
    pub(super) fn take_top(&mut self, pile: usize, stack: &mut Stack) {
        let pile = pile % PILES;
        let card = self.tops[pile];
        // What lies below the last card is 0: no card.
        self.tops[pile] = self.below[usize::from(card)];
        self.sizes[pile] -= 1;
        self.below[usize::from(stack.bottom())] = card;
        stack.add_below(card);
    }

    /// How many cards lie in the piles.
    #[inline(always)]
    pub(super) fn total(&self) -> u8 {
        self.sizes.iter().sum()
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
