//! The values of ranks: their numbers, except for the Ace.

use crate::cards::standard::{Card, CardSet, HIGH_ACE};

/// The highest rank that an Ace can be given.
pub const HIGHEST_ACE: usize = 20;

/// By the rank of the Ace and by rank number: the value of the rank, in each of eight lanes of a
/// word. Numbers that are not ranks have the value 0.
static VALUES: [[u64; 16]; HIGHEST_ACE + 1] = {
    let mut all = [[0; 16]; HIGHEST_ACE + 1];
    let mut ace = 0;
    while ace <= HIGHEST_ACE {
        let mut rank = 2;
        while rank < HIGH_ACE {
            all[ace][rank as usize] = rank as u64 * ONES;
            rank += 1;
        }
        all[ace][HIGH_ACE as usize] = ace as u64 * ONES;
        ace += 1;
    }
    all
};

/// One in each of eight lanes.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The value of each rank: as a price, as payment, in exchanges, in counters, in scores.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Values(&'static [u64; 16]);

impl Values {
    /// Returns the values with an Ace of this rank, 1 to 20.
    pub(super) fn with_ace(ace_rank: u8) -> Self {
        Self(&VALUES[usize::from(ace_rank).min(HIGHEST_ACE)])
    }

    /// Returns the value of a rank number; 0 for 0.
    #[inline(always)]
    pub(super) fn of_rank(self, rank: u8) -> u8 {
        self.in_lanes(rank) as u8
    }

    /// Returns the value of a rank number, in each of eight lanes.
    #[inline(always)]
    pub(super) fn in_lanes(self, rank: u8) -> u64 {
        self.0[usize::from(rank & 15)]
    }

    /// Returns the value of a card.
    #[inline(always)]
    pub fn of(self, card: Card) -> u8 {
        self.of_rank(card.number())
    }

    /// Returns the sum of the values of cards.
    #[inline(always)]
    pub fn sum(self, cards: CardSet) -> u32 {
        // The sum of the rank numbers, by their bits: except for the Ace, the rank number is the
        // value.
        let with = |mask: u16| cards.and(CardSet::of_ranks(mask)).count();
        let aces = with(1 << HIGH_ACE);
        let numbers = with(0b0010_1010_1010_1010)
            + 2 * with(0b0000_1100_1100_1100)
            + 4 * with(0b0011_0000_1111_0000)
            + 8 * with(0b0011_1111_0000_0000);
        numbers + aces * u32::from(self.of_rank(HIGH_ACE))
    }
}

impl std::fmt::Debug for Values {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Ace {}", self.of_rank(HIGH_ACE))
    }
}

/// The number of cards in the deck.
pub(super) const CARDS: usize = 52;

/// The numbers of the cards in canonical order, as before the shuffle: suit by suit, from the 2 to
/// the Ace.
pub(super) static DECK: [u8; CARDS] = {
    let mut numbers = [0; CARDS];
    let mut index = 0;
    while index < CARDS {
        numbers[index] = (16 * (index / 13) + index % 13 + 2) as u8;
        index += 1;
    }
    numbers
};

/// All cards.
pub(super) const WHOLE: CardSet = CardSet::of_ranks(0x7ffc);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::standard::Ace;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    #[test]
    fn the_deck_is_the_canonical_one() {
        assert_eq!(DECK.map(Card::from_number), Card::deck(Ace::High));
        assert_eq!(DECK.map(Card::from_number).into_iter().collect::<CardSet>(), WHOLE);
    }

    proptest! {
        #[test]
        fn sums_add_up(bits in any::<u64>(), ace in 1u8..=20) {
            let values = Values::with_ace(ace);
            let cards = CardSet::from_bits(bits).and(WHOLE);
            let expected: u32 =
                cards
                    .iter()
                    .map(|card| {
                        if card.rank() == HIGH_ACE {
                            u32::from(ace)
                        } else {
                            u32::from(card.rank())
                        }
                    })
                    .sum();
            prop_assert_eq!(values.sum(cards), expected);
            prop_assert_eq!(
                cards.iter().map(|card| u32::from(values.of(card))).sum::<u32>(),
                expected
            );
        }
    }
}
