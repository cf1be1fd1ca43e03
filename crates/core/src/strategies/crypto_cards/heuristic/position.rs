//! The markets after a choice, and the cards that can be sold there.

use crate::cards::standard::{Card, CardSet, Suit};
use crate::games::crypto_cards::{FACES, NUMBERS, View, ranks_reached};

/// The markets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Markets {
    /// In every suit the ranks from 0 up to the top of its market.
    reached: CardSet,
    /// By suit: the number of these ranks, one more than the rank of the top.
    above: [u32; 4],
}

/// The cards that can be sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stock {
    /// The number of number cards.
    pub(super) numbers: u32,
    /// The number of them up to one above the tops of their markets.
    pub(super) ready: u32,
    /// The number of ranks that the markets must rise for all others, added up.
    pub(super) missing: u32,
}

/// By the cards of a suit above the top of its market, where bit `k` is the card for which the
/// market must rise by `k` ranks: the number of cards without that of bit 0, times 256, plus the
/// sum of the ranks.
static STUCK: [u16; 1024] = {
    let mut all = [0; 1024];
    let mut cards = 0;
    while cards < all.len() {
        let mut rise = 1;
        while rise < 10 {
            if (cards >> rise) & 1 == 1 {
                all[cards] += 256 + rise;
            }
            rise += 1;
        }
        cards += 1;
    }
    all
};

impl Markets {
    /// Returns the markets with these ranks reached.
    #[inline(always)]
    fn new(reached: CardSet) -> Self {
        let above = |suit| reached.ranks(suit).count_ones();
        Self {
            reached,
            above: [
                above(Suit::Clubs),
                above(Suit::Diamonds),
                above(Suit::Hearts),
                above(Suit::Spades),
            ],
        }
    }

    /// Returns the present markets.
    #[inline(always)]
    pub(super) fn of(view: &View<'_>) -> Self {
        Self::new(view.table.reached)
    }

    /// Returns whether a card can be sold without a face card.
    pub(super) fn can_sell(&self, card: Card) -> bool {
        card.rank() <= 10 && u32::from(card.rank()) <= self.above[card.suit() as usize]
    }

    /// Returns the markets after the sale of a card.
    #[inline(always)]
    pub(super) fn with(&self, card: Card) -> Self {
        let lowest = 1 << (card.number() & 0b11_0000);
        let rise = (CardSet::only(card).bits() << 1).wrapping_sub(lowest);
        Self::new(self.reached.union(CardSet::from_bits(rise)))
    }

    /// Returns the markets with these cards, after a card was bought.
    #[inline(always)]
    pub(super) fn with_cards(cards: CardSet) -> Self {
        Self::new(ranks_reached(cards))
    }

    /// Returns whether the tops are the same.
    #[inline(always)]
    pub(super) fn level(&self, other: &Self) -> bool {
        self.reached == other.reached
    }

    /// Returns the cards of a suit above the top of its market, among some number cards: bit 0 is
    /// the next one.
    #[inline(always)]
    pub(super) fn beyond(&self, numbers: CardSet, suit: usize) -> u32 {
        (((numbers.bits() >> (16 * suit)) & 0xffff) as u32) >> (self.above[suit] & 31)
    }

    /// Returns the cards of a set that can be sold, and how far the others are from it.
    #[inline(always)]
    pub(super) fn stock(&self, cards: CardSet) -> Stock {
        let numbers = cards.and(NUMBERS);
        let mut stuck = 0;
        for suit in 0..4 {
            stuck += u32::from(STUCK[self.beyond(numbers, suit) as usize & 1023]);
        }
        Stock {
            numbers: numbers.count(),
            ready: numbers.count() - (stuck >> 8),
            missing: stuck & 0xff,
        }
    }

    /// Returns the number of cards in portfolio and hand that could be sold after the highest one
    /// of the portfolio, in the suit with the most of these.
    #[inline(always)]
    pub(super) fn opened(&self, portfolio: CardSet, hand: CardSet) -> u32 {
        let (portfolio, all) = (portfolio.and(NUMBERS), portfolio.union(hand).and(NUMBERS));
        let mut most = 0;
        for suit in 0..4 {
            // The next card above the top needs no other, so it is not counted.
            let highest = 32 - (self.beyond(portfolio, suit) >> 1).leading_zeros();
            let opened = (self.beyond(all, suit) >> 1) & ((1 << (highest & 31)) - 1);
            most = opened.count_ones().max(most);
        }
        most
    }

    /// Returns the rank of the top card of a suit; 0 if there is none.
    #[inline(always)]
    pub(super) fn top(&self, suit: usize) -> u32 {
        self.above[suit & 3] - 1
    }

    /// Returns the price of a suit.
    #[inline(always)]
    pub(super) fn price(&self, suit: usize) -> f64 {
        f64::from(self.top(suit))
    }

    /// Returns the worth of cards.
    #[inline(always)]
    pub(super) fn worth(&self, cards: CardSet) -> f64 {
        let numbers = cards.and(NUMBERS);
        let mut worth = 10.0 * f64::from(cards.and(FACES).count());
        for suit in Suit::ALL {
            worth += f64::from(numbers.ranks(suit).count_ones()) * self.price(suit as usize);
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn stock_and_opened_are_what_they_say(
            market in any::<u64>(),
            portfolio in any::<u64>(),
            hand in any::<u64>(),
        ) {
            // Few cards in the markets, so that not all are at their tops.
            let market = CardSet::from_bits(
                market & market.rotate_left(7) & market.rotate_left(23) & market.rotate_left(31),
            )
            .and(NUMBERS);
            let (portfolio, hand) = (
                CardSet::from_bits(portfolio & !market.bits()),
                CardSet::from_bits(hand & !portfolio & !market.bits()),
            );
            let markets = Markets::with_cards(market);
            let top = |suit: Suit| {
                market.iter().filter(|card| card.suit() == suit).map(Card::rank).max().unwrap_or(0)
            };
            let rise =
                |card: Card| u32::from(card.rank()).saturating_sub(u32::from(top(card.suit())) + 1);
            let numbers: Vec<Card> = portfolio.and(NUMBERS).iter().collect();
            let stock = Stock {
                numbers: numbers.len() as u32,
                ready: numbers.iter().filter(|card| rise(**card) == 0).count() as u32,
                missing: numbers.iter().map(|card| rise(*card)).sum(),
            };
            prop_assert_eq!(markets.stock(portfolio), stock);
            let opened = |suit: Suit| {
                let highest = numbers
                    .iter()
                    .filter(|card| card.suit() == suit)
                    .map(|card| card.rank())
                    .max()
                    .unwrap_or(0);
                let all = portfolio.union(hand).and(NUMBERS);
                all.iter()
                    .filter(|card| card.suit() == suit && rise(*card) > 0 && card.rank() <= highest)
                    .count()
            };
            prop_assert_eq!(
                markets.opened(portfolio, hand) as usize,
                Suit::ALL.into_iter().map(opened).max().unwrap_or(0)
            );
            for card in NUMBERS.minus(market).iter() {
                let (sold, expected) = (markets.with(card), Markets::with_cards(market.with(card)));
                prop_assert!(sold.level(&expected) && sold.above == expected.above);
            }
        }
    }
}
