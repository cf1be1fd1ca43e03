//! The stash: the pile from which hits are drawn. The order of its cards is the only hidden
//! information.

use super::cards::IDENTITIES;
use super::piles::Stack;
use crate::cards::standard::CardSet;

/// The most cards of a hit.
pub(super) const MOST_DRAWN: usize = 8;

/// The cards from the top, after those that were already drawn.
#[derive(Clone, Debug)]
pub(super) struct Stash {
    /// Longer than all decks together: after the last card there is room for a whole hit.
    cards: [u8; IDENTITIES],
    drawn: u8,
    end: u8,
}

impl Stash {
    /// An empty stash.
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

    /// Adds all cards of an undrawn stash to an empty one.
    #[inline(always)]
    pub(super) fn add_all(&mut self, other: &Self) {
        self.end = other.end;
        self.cards_mut().copy_from_slice(other.cards());
    }

    /// Removes the drawn cards, which must be all.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.drawn, self.end) = (0, 0);
    }

    /// Returns whether there are more cards than this, so that drawing this many leaves some.
    #[inline(always)]
    pub(super) const fn has_more_than(&self, cards: u8) -> bool {
        self.drawn + cards < self.end
    }

    /// Draws this many cards, at least one and no more than there are, into `stack`; the first
    /// drawn card is at the bottom.
    #[inline(always)]
    pub(super) fn draw(&mut self, cards: u8, stack: &mut Stack) {
        // Reads the largest possible hit at once, so that reading need not wait until the size of
        // the hit is known.
        let at = usize::from(self.drawn);
        let next = self.cards[at..]
            .first_chunk()
            .map_or(0, |next: &[u8; MOST_DRAWN]| u64::from_le_bytes(*next));
        *stack = Stack::new((next >> (8 * (cards - 1))) as u8, next as u8, cards);
        self.drawn += cards;
    }

    /// Returns how many cards it has.
    #[inline(always)]
    pub(super) const fn size(&self) -> u8 {
        self.end - self.drawn
    }

    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.end == self.drawn
    }

    /// Returns whether no card was drawn since the shuffle.
    pub(super) const fn is_whole(&self) -> bool {
        self.drawn == 0
    }

    /// Returns its cards from the top.
    #[inline(always)]
    pub(super) fn cards(&self) -> &[u8] {
        &self.cards[usize::from(self.drawn)..usize::from(self.end)]
    }

    /// Returns its cards from the top, for sorting or shuffling.
    #[inline(always)]
    pub(super) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards[usize::from(self.drawn)..usize::from(self.end)]
    }
}
