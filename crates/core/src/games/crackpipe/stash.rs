//! The stash: the pile that hits are drawn from. The order of its cards is all that is hidden.

use super::cards::IDENTITIES;
use super::piles::Stack;
use crate::cards::standard::CardSet;

/// The most cards of a hit.
pub(super) const MOST_DRAWN: usize = 8;

/// The cards from the top, those drawn already before them.
#[derive(Clone, Debug)]
pub(super) struct Stash {
    /// More than all decks have: after the last card there is room for those of a hit.
    cards: [u8; IDENTITIES],
    drawn: u8,
    end: u8,
}

impl Stash {
    /// A stash with no cards.
    pub(super) const EMPTY: Self = Self { cards: [0; IDENTITIES], drawn: 0, end: 0 };

    /// Adds cards of a deck at the end, in ascending order.
    #[inline(always)]
    pub(super) fn add(&mut self, deck: u8, cards: CardSet) {
        let mut rest = cards.bits();
        while rest != 0 {
            self.cards[usize::from(self.end)] = 64 * deck + rest.trailing_zeros() as u8;
            self.end += 1;
            rest &= rest - 1;
        }
    }

    /// Adds all cards of a stash that is whole to one that is empty.
    #[inline(always)]
    pub(super) fn add_all(&mut self, other: &Self) {
        self.end = other.end;
        self.cards_mut().copy_from_slice(other.cards());
    }

    /// Forgets the cards drawn, which must be all.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.drawn, self.end) = (0, 0);
    }

    /// Are there more cards than this many, so that drawing these leaves some?
    #[inline(always)]
    pub(super) const fn has_more_than(&self, cards: u8) -> bool {
        self.drawn + cards < self.end
    }

    /// Draws this many cards, at least one and no more than there are, into `stack`: the first
    /// drawn is at the bottom.
    #[inline(always)]
    pub(super) fn draw(&mut self, cards: u8, stack: &mut Stack) {
        // All that a hit may be of, at once: which they are need not wait until it is known how
        // many they are.
        let at = usize::from(self.drawn);
        let next = self.cards[at..]
            .first_chunk()
            .map_or(0, |next: &[u8; MOST_DRAWN]| u64::from_le_bytes(*next));
        *stack = Stack::new((next >> (8 * (cards - 1))) as u8, next as u8, cards);
        self.drawn += cards;
    }

    /// How many cards it has.
    #[inline(always)]
    pub(super) const fn size(&self) -> u8 {
        self.end - self.drawn
    }

    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.end == self.drawn
    }

    /// Has no card been drawn since it was shuffled?
    pub(super) const fn is_whole(&self) -> bool {
        self.drawn == 0
    }

    /// Its cards from the top.
    #[inline(always)]
    pub(super) fn cards(&self) -> &[u8] {
        &self.cards[usize::from(self.drawn)..usize::from(self.end)]
    }

    /// Its cards from the top, to be put in another order.
    #[inline(always)]
    pub(super) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards[usize::from(self.drawn)..usize::from(self.end)]
    }
}
