//! Piles of cards that can be joined at both ends in constant time.
//!
//! Each card is linked to the one below it, and a pile is known by its two ends. So putting a stack
//! on top or at the bottom and taking the top card off change only a few links. The resin lies
//! under THE pipe: THE pipe is flipped by setting its size to 0.

use std::hint::select_unpredictable;

use super::cards::{IDENTITIES, MOST_DECKS, card_of, rank_of};
use crate::cards::standard::CardSet;
use crate::seat::MAX_SEATS;

/// A pile of cards held together: its ends and its size.
///
/// One number, read and written as a whole: if bytes are written one by one, the processor waits
/// when they are read together. From the lowest byte up: the top card, the lowest card, the number
/// of cards, and once more the top card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack(u32);

/// The positions of the parts in a stack's number.
const TOP: u32 = 0xff;
const BOTTOM: u32 = 0xff << 8;
const SIZE: u32 = 0xff << 16;
const UPPERMOST: u32 = 0xff << 24;
/// The difference of one card in the size.
const ONE_CARD: u32 = 1 << 16;

impl Stack {
    pub(super) const EMPTY: Self = Self::new(0, 0, 0);

    #[inline(always)]
    pub(super) const fn new(top: u8, bottom: u8, size: u8) -> Self {
        Self(u32::from_le_bytes([top, bottom, size, top]))
    }

    /// Returns the top card; 0 if there is none.
    #[inline(always)]
    pub(super) const fn top(self) -> u8 {
        self.0 as u8
    }

    /// Returns the lowest card, which is meaningless in an empty stack.
    #[inline(always)]
    pub(super) const fn bottom(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Returns the number of cards.
    #[inline(always)]
    pub(super) const fn size(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// Returns whether the stack is empty.
    #[inline(always)]
    const fn is_empty(self) -> bool {
        self.0 & SIZE == 0
    }

    /// Returns the card on top; for an empty pile that lies on others, their top card.
    #[inline(always)]
    const fn uppermost(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Puts a card under all others.
    #[inline(always)]
    fn add_below(&mut self, card: u8) {
        self.0 = ((self.0 & !BOTTOM) | (u32::from(card) << 8)) + ONE_CARD;
    }
}

/// The number of piles that an index of four bits can name.
const PILES: usize = 16;

/// The index of THE pipe among the piles.
pub(super) const THE_PIPE: usize = MAX_SEATS;

/// The pipes by seat, and THE pipe.
#[derive(Clone, Debug)]
pub(super) struct Piles {
    /// For each card, the one below it in its pile.
    below: [u8; IDENTITIES],
    /// The ends and sizes. If THE pipe has no cards itself, its top card is that of the resin: this
    /// is how both lie together.
    piles: [Stack; PILES],
}

impl Piles {
    /// Piles without cards.
    pub(super) const EMPTY: Self = Self { below: [0; IDENTITIES], piles: [Stack::EMPTY; PILES] };

    /// Links each of these cards to the one before it.
    #[inline(always)]
    pub(super) fn link(&mut self, cards: &[u8]) {
        let mut below = 0;
        for &card in cards {
            self.below[usize::from(card)] = below;
            below = card;
        }
    }

    /// Returns the rank on top of a pile; [`super::cards::NO_CARD`] if it is empty.
    #[inline(always)]
    pub(super) fn rank(&self, pile: usize) -> u8 {
        rank_of(self.piles[pile % PILES].top())
    }

    /// Returns how many cards a pile has.
    #[inline(always)]
    pub(super) fn size(&self, pile: usize) -> u8 {
        self.piles[pile % PILES].size()
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, pile: usize) -> bool {
        self.piles[pile % PILES].is_empty()
    }

    /// Takes the resin away, and returns its cards by deck.
    pub(super) fn take_resin(&mut self) -> [CardSet; MOST_DECKS] {
        let the_pipe = self.piles[THE_PIPE];
        let mut card = if the_pipe.is_empty() {
            self.piles[THE_PIPE] = Stack::EMPTY;
            the_pipe.uppermost()
        } else {
            std::mem::take(&mut self.below[usize::from(the_pipe.bottom())])
        };
        let mut decks = [CardSet::EMPTY; MOST_DECKS];
        while card != 0 {
            let deck = &mut decks[usize::from(card >> 6)];
            *deck = deck.with(card_of(card));
            card = self.below[usize::from(card)];
        }
        decks
    }

    /// Returns a pile as a stack, and leaves it in place.
    #[inline(always)]
    pub(super) fn whole(&self, pile: usize) -> Stack {
        let pile = self.piles[pile % PILES];
        Stack::new(pile.top(), pile.bottom(), pile.size())
    }

    /// Puts a stack on top of a pile. If `flip` is set, which is only for THE pipe, the pile then
    /// goes to the resin.
    #[inline(always)]
    pub(super) fn put_on_top(&mut self, pile: usize, stack: Stack, flipped: bool) {
        let pile = &mut self.piles[pile % PILES];
        self.below[usize::from(stack.bottom())] = pile.uppermost();
        // Selected, not branched to: it cannot be predicted whether the pile is empty or flipped.
        let lower = select_unpredictable(pile.is_empty(), stack, *pile);
        let joined = (stack.0 & (TOP | UPPERMOST))
            | (lower.0 & BOTTOM)
            | ((pile.0 & SIZE) + (stack.0 & SIZE));
        pile.0 = joined & select_unpredictable(flipped, UPPERMOST, u32::MAX);
    }

    /// Puts a stack on top of a pile that is not empty, or at its bottom.
    #[inline(always)]
    pub(super) fn put(&mut self, pile: usize, stack: Stack, at_the_bottom: bool) {
        let pile = &mut self.piles[pile % PILES];
        // Selected, not branched to: the end cannot be predicted. The stack and the pile, in the
        // order in which they lie afterwards.
        let upper = select_unpredictable(at_the_bottom, *pile, stack);
        let lower = select_unpredictable(at_the_bottom, stack, *pile);
        self.below[usize::from(stack.bottom())] = 0;
        self.below[usize::from(upper.bottom())] = lower.top();
        pile.0 = (upper.0 & (TOP | UPPERMOST))
            | (lower.0 & BOTTOM)
            | ((pile.0 & SIZE) + (stack.0 & SIZE));
    }

    /// Moves the top card of a pile that is not empty to the bottom of a stack.
    #[inline(always)]
    pub(super) fn take_top(&mut self, pile: usize, stack: &mut Stack) {
        let pile = &mut self.piles[pile % PILES];
        let card = pile.top();
        // Below the last card of a pipe is 0: no card. Below that of THE pipe is the resin.
        let under = u32::from(self.below[usize::from(card)]);
        let rest = (pile.0 - ONE_CARD) & (BOTTOM | SIZE);
        pile.0 = rest | (under << 24) | select_unpredictable(rest & SIZE == 0, 0, under);
        self.below[usize::from(stack.bottom())] = card;
        stack.add_below(card);
    }

    /// Gives another order to the cards under the tops of all piles, those of the resin and
    /// `further` cards, all together.
    pub(super) fn exchange_buried(
        &mut self,
        players: usize,
        further: &mut [u8],
        order: impl FnOnce(&mut [u8]),
    ) {
        let piles = || (0..players).chain([THE_PIPE]);
        let (mut all, mut size) = ([0; IDENTITIES], 0);
        let mut note = |card: u8| {
            all[size] = card;
            size += 1;
        };
        for pile in piles() {
            self.cards(self.whole(pile)).skip(1).for_each(&mut note);
        }
        let the_pipe = self.piles[THE_PIPE];
        let mut resin = if the_pipe.is_empty() {
            the_pipe.uppermost()
        } else {
            self.below[usize::from(the_pipe.bottom())]
        };
        let mut in_resin = 0;
        while resin != 0 {
            note(resin);
            in_resin += 1;
            resin = self.below[usize::from(resin)];
        }
        further.iter().copied().for_each(&mut note);
        order(&mut all[..size]);
        let mut rest = all[..size].iter().copied();
        for pile in piles() {
            let cards = self.piles[pile].size();
            let mut lowest = self.piles[pile].top();
            for card in rest.by_ref().take(usize::from(cards).saturating_sub(1)) {
                self.below[usize::from(lowest)] = card;
                lowest = card;
            }
            if cards > 0 {
                self.below[usize::from(lowest)] = 0;
                self.piles[pile] = Stack::new(self.piles[pile].top(), lowest, cards);
            }
        }
        let mut above = (!self.is_empty(THE_PIPE)).then(|| self.piles[THE_PIPE].bottom());
        for card in rest.by_ref().take(in_resin) {
            match above {
                Some(above) => self.below[usize::from(above)] = card,
                None => self.piles[THE_PIPE] = Stack(u32::from(card) << 24),
            }
            self.below[usize::from(card)] = 0;
            above = Some(card);
        }
        for (place, card) in further.iter_mut().zip(rest) {
            *place = card;
        }
    }

    /// Returns the card below another one, which is not the last of its pile.
    #[inline(always)]
    pub(super) fn under(&self, card: u8) -> u8 {
        self.below[usize::from(card)]
    }

    /// Returns the number of cards in all piles.
    #[inline(always)]
    pub(super) fn total(&self) -> u8 {
        let mut total = 0;
        for pile in &self.piles {
            total += pile.size();
        }
        total
    }

    /// Returns the cards of a stack from its top.
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
