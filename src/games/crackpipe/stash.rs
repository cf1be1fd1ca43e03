//! The stash: the pile that hits are drawn from. The order of its cards is all that is hidden.

use super::cards::IDENTITIES;
use super::chain::{Chain, Links};

/// The cards from the top, those drawn already before them.
#[derive(Clone, Debug)]
pub(super) struct Stash {
    cards: [u8; IDENTITIES],
    drawn: u8,
    end: u8,
}

impl Stash {
    /// A stash of these cards, of which there are `size`.
    #[inline(always)]
    pub(super) const fn new(cards: [u8; IDENTITIES], size: u8) -> Self {
        Self { cards, drawn: 0, end: size }
    }

    /// Makes these cards the stash, in ascending order: an order that depends on nothing but which cards they are.
    pub(super) fn refill(&mut self, cards: impl Iterator<Item = u8>) {
        let mut present = [0u64; IDENTITIES / 64];
        for card in cards {
            present[usize::from(card >> 6)] |= 1 << (card & 63);
        }
        (self.drawn, self.end) = (0, 0);
        for (deck, word) in (0..).zip(present) {
            let mut rest = word;
            while rest != 0 {
                self.cards[usize::from(self.end)] = 64 * deck + rest.trailing_zeros() as u8;
                self.end += 1;
                rest &= rest - 1;
            }
        }
    }

    /// Links each card to the one drawn before it, so that whatever is drawn together is a pile already. (No pile leads to a card not drawn yet.)
    #[inline(always)]
    pub(super) fn link(&self, links: &mut Links) {
        let mut below = 0;
        for &card in self.cards() {
            links.link(card, below);
            below = card;
        }
    }

    /// Draws so many cards, or all that there are: the first drawn is at the bottom. The stash must not be empty, nor the number 0.
    #[inline(always)]
    pub(super) fn draw(&mut self, wanted: u8, links: &mut Links) -> Chain {
        let size = wanted.min(self.size());
        let bottom = self.cards[usize::from(self.drawn)];
        self.drawn += size;
        let top = self.cards[usize::from(self.drawn - 1)];
        links.link(bottom, 0);
        Chain { top, bottom, size }
    }

    /// How many cards it has.
    #[inline(always)]
    pub(super) const fn size(&self) -> u8 {
        self.end - self.drawn
    }

    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.size() == 0
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
