//! Piles of cards that can be joined at both ends, however long they are.
//!
//! Each card is linked to the one below it, and a pile is known by its two ends. So putting a stack on top or at the bottom, taking the top card off
//! and throwing a whole pipe onto the resin are a few links each.

use super::cards::IDENTITIES;

/// The ends of a pile, and its size. The top and bottom of an empty pile are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) top: u8,
    pub(super) bottom: u8,
    pub(super) size: u8,
}

impl Chain {
    pub(super) const EMPTY: Self = Self { top: 0, bottom: 0, size: 0 };

    /// A pile of one card.
    #[inline(always)]
    pub(super) const fn only(card: u8) -> Self {
        Self { top: card, bottom: card, size: 1 }
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.size == 0
    }
}

/// For each card, the one below it in its pile; 0 below the lowest.
#[derive(Clone, Debug)]
pub(super) struct Links([u8; IDENTITIES]);

impl Links {
    /// No card lies on another.
    pub(super) const NONE: Self = Self([0; IDENTITIES]);

    /// Puts one card on another, or with 0 on none.
    #[inline(always)]
    pub(super) fn link(&mut self, upper: u8, lower: u8) {
        self.0[usize::from(upper)] = lower;
    }

    /// Puts a pile that is not empty on another one.
    #[inline(always)]
    #[must_use]
    pub(super) fn join(&mut self, upper: Chain, lower: Chain) -> Chain {
        self.link(upper.bottom, lower.top);
        let bottom = if lower.is_empty() { upper.bottom } else { lower.bottom };
        Chain { top: upper.top, bottom, size: upper.size + lower.size }
    }

    /// The pile without its top card; it must not be empty.
    #[inline(always)]
    #[must_use]
    pub(super) fn without_top(&self, pile: Chain) -> Chain {
        // What lies below the last card is no card: the top is 0 then. The bottom is asked for in no empty pile.
        Chain { top: self.0[usize::from(pile.top)], bottom: pile.bottom, size: pile.size - 1 }
    }

    /// The cards of a pile from its top.
    #[inline]
    pub(super) fn cards(&self, pile: Chain) -> impl Iterator<Item = u8> + '_ {
        let mut next = pile.top;
        (0..pile.size).map(move |_| {
            let card = next;
            next = self.0[usize::from(card)];
            card
        })
    }
}
