//! The stash: the pile that hits are drawn from. The order of its cards is all that is hidden.

use super::cards::IDENTITIES;
use super::piles::Stack;
use crate::cards::standard::CardSet;

/// The cards from the top, those drawn already before them.
#[derive(Clone, Debug)]
pub(super) struct Stash {
    /// From index 1 on: so the index of the last card drawn is also how many were drawn.
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
            self.end += 1;
            self.cards[usize::from(self.end)] = 64 * deck + rest.trailing_zeros() as u8;
            rest &= rest - 1;
        }
    }

    /// Forgets the cards drawn, which must be all.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.drawn, self.end) = (0, 0);
    }

    /// Draws this many cards into `stack`, or all that there are: the first drawn is at the bottom. The stash must not be empty, nor the number 0.
    ///
    /// Returns whether it was emptied.
    #[inline(always)]
    pub(super) fn draw(&mut self, wanted: u8, stack: &mut Stack) -> bool {
        let before = self.drawn;
        let (mut drawn, mut emptied) = (before + wanted, false);
        if drawn >= self.end {
            // Seldom: a branch that is foreseen is quicker than the smaller of two numbers.
            cold();
            (drawn, emptied) = (self.end, true);
        }
        self.drawn = drawn;
        let bottom = self.cards[usize::from(before.wrapping_add(1))];
        *stack = Stack::new(self.cards[usize::from(drawn)], bottom, drawn - before);
        emptied
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
        &self.cards[1..][usize::from(self.drawn)..usize::from(self.end)]
    }

    /// Its cards from the top, to be put in another order.
    #[inline(always)]
    pub(super) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards[1..][usize::from(self.drawn)..usize::from(self.end)]
    }
}

/// Marks the branch in which it is called as one that is seldom taken.
#[cold]
#[inline(never)]
fn cold() {}
