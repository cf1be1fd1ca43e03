//! The markets as they are after a choice, and what cards can be sold there.

use crate::cards::standard::{Card, CardSet, Suit};
use crate::games::crypto_cards::{FACES, NUMBERS, View, ranks_reached};

/// The markets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Markets {
    cards: CardSet,
    /// In every suit the ranks from 0 up to the top of its market.
    reached: CardSet,
}

/// What cards can be sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stock {
    /// The number cards.
    pub(super) numbers: u32,
    /// Those up to one above the tops of their markets.
    pub(super) ready: u32,
    /// How many ranks the markets must rise for all others, added up.
    pub(super) missing: u32,
}

impl Markets {
    /// As they are now.
    #[inline(always)]
    pub(super) fn of(view: &View<'_>) -> Self {
        Self { cards: view.market(), reached: view.reached() }
    }

    /// With a card sold.
    #[inline(always)]
    pub(super) fn with(self, card: Card) -> Self {
        let rise = ranks_reached(CardSet::only(card));
        Self { cards: self.cards.with(card), reached: self.reached.union(rise) }
    }

    /// With a card bought.
    #[inline(always)]
    pub(super) fn without(self, card: Card) -> Self {
        let cards = self.cards.without(card);
        Self { cards, reached: ranks_reached(cards) }
    }

    /// What can be sold of some cards.
    #[inline(always)]
    pub(super) fn stock(&self, cards: CardSet) -> Stock {
        let numbers = cards.and(NUMBERS);
        let reached = self.reached.bits();
        let ready = numbers.and(CardSet::from_bits(reached | (reached << 1)));
        let stuck = numbers.minus(ready);
        // From rank 0 on, a market has reached one rank more than its top says.
        let below: u32 = Suit::ALL.into_iter().map(|suit| stuck.ranks(suit).count_ones() * self.reached.ranks(suit).count_ones()).sum();
        let missing = if stuck.is_empty() { 0 } else { stuck.sum_of_ranks() - below };
        Stock { numbers: numbers.count(), ready: ready.count(), missing }
    }

    /// How many cards of one suit in portfolio and hand could be sold once the highest of the portfolio is, in the suit where these are the most.
    #[inline(always)]
    pub(super) fn opened(&self, portfolio: CardSet, hand: CardSet) -> u32 {
        let reached = self.reached.bits();
        let stuck = portfolio.union(hand).and(NUMBERS).minus(CardSet::from_bits(reached | (reached << 1)));
        let opened = stuck.and(ranks_reached(portfolio.and(NUMBERS)));
        let of_suit = |suit: Suit| opened.ranks(suit).count_ones();
        Suit::ALL.into_iter().map(of_suit).max().unwrap_or(0)
    }

    /// The prices by suit.
    #[inline(always)]
    pub(super) fn prices(&self) -> [f64; 4] {
        Suit::ALL.map(|suit| f64::from(self.reached.ranks(suit).count_ones() - 1))
    }
}

/// What cards are worth at these prices.
#[inline(always)]
pub(super) fn worth(cards: CardSet, prices: &[f64; 4]) -> f64 {
    let numbers = cards.and(NUMBERS);
    let of_suit = |suit: Suit| f64::from(numbers.ranks(suit).count_ones()) * prices[suit as usize];
    10.0 * f64::from(cards.and(FACES).count()) + Suit::ALL.into_iter().map(of_suit).sum::<f64>()
}
