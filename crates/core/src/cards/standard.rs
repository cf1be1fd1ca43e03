//! The standard deck: 52 cards in four suits, and Jokers.

use std::fmt;

/// A suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, `C`.
    Clubs,
    /// Diamonds, `D`.
    Diamonds,
    /// Hearts, `H`.
    Hearts,
    /// Spades, `S`.
    Spades,
}

impl Suit {
    /// All four suits, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the letter of the suit.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }
}

/// The position of the Ace among the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ace {
    /// Below the 2: its rank is 1.
    Low,
    /// Above the King: its rank is 14.
    High,
}

/// A card: `16 * suit + rank`, below 64.
///
/// The ranks are 2 to 10 as written, Jack 11, Queen 12, King 13, the Ace 1 or 14 (see [`Ace`]), and
/// a Joker 15. The suits of Jokers only tell four of them apart. Rank 0 is not a card, so 0 can
/// mark an empty place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

/// The rank of the Jack.
pub const JACK: u8 = 11;
/// The rank of the Queen.
pub const QUEEN: u8 = 12;
/// The rank of the King.
pub const KING: u8 = 13;
/// The rank of an Ace that stands above the King.
pub const HIGH_ACE: u8 = 14;
/// The rank of a Joker, above all others.
pub const JOKER: u8 = 15;

impl Card {
    /// By number: the text of the card; empty for the numbers of rank 0.
    #[rustfmt::skip]
    pub const NAMES: [&'static str; 64] = [
        "", "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC", "JK",
        "", "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD", "JK",
        "", "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH", "JK",
        "", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", "JK",
    ];

    /// Returns the card of a suit with a rank from 1 to 15.
    #[inline(always)]
    pub const fn new(suit: Suit, rank: u8) -> Self {
        debug_assert!(rank >= 1 && rank <= JOKER);
        Self(((suit as u8) << 4) | rank)
    }

    /// Returns the card with this number; only its lowest six bits count.
    #[inline(always)]
    pub const fn from_number(number: u8) -> Self {
        Self(number & 63)
    }

    /// Returns the number of the card: `16 * suit + rank`.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the rank of the card, 1 to 15.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }

    /// Returns the suit of the card.
    #[inline(always)]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4) as usize & 3]
    }

    /// Returns the 52 cards: suit by suit, each in ascending order of rank.
    pub fn deck(ace: Ace) -> [Self; 52] {
        let lowest = match ace {
            Ace::Low => 1,
            Ace::High => 2,
        };
        std::array::from_fn(|index| Self::new(Suit::ALL[index / 13], lowest + (index % 13) as u8))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(Self::NAMES[usize::from(self.0 & 63)])
    }
}

impl fmt::Debug for Card {
    /// As it is written.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl serde::Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of cards, one bit per card: suits are lanes of 16 bits, ranks the bits of a lane.
#[must_use]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the cards whose numbers are the bits set.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the numbers of the cards, as bits.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set with this card only.
    #[inline(always)]
    pub const fn only(card: Card) -> Self {
        Self(1 << (card.0 & 63))
    }

    /// Returns all cards of some ranks, given as bits (bit 11 for the Jacks), in all suits.
    #[inline(always)]
    pub const fn of_ranks(ranks: u16) -> Self {
        Self(ranks as u64 * 0x0001_0001_0001_0001)
    }

    /// Returns all cards of a suit.
    #[inline(always)]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0xffff << (16 * suit as u32))
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the card is in the set.
    #[inline(always)]
    pub const fn contains(self, card: Card) -> bool {
        (self.0 >> (card.0 & 63)) & 1 == 1
    }

    /// Returns the set with one more card.
    #[inline(always)]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | Self::only(card).0)
    }

    /// Returns the set without a card.
    #[inline(always)]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !Self::only(card).0)
    }

    /// Returns the cards in either set.
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards in both sets.
    #[inline(always)]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cards that are not in the other set.
    #[inline(always)]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the ranks of a suit's cards in the set, as bits.
    #[inline(always)]
    pub const fn ranks(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit as u32)) as u16
    }

    /// Returns the sum of the cards' ranks.
    #[inline(always)]
    pub const fn sum_of_ranks(self) -> u32 {
        // For each bit of the rank, the number of cards whose rank has it.
        let ones =
            self.and(Self::of_ranks(0xaaaa)).count() + 2 * self.and(Self::of_ranks(0xcccc)).count();
        ones + 4 * self.and(Self::of_ranks(0xf0f0)).count()
            + 8 * self.and(Self::of_ranks(0xff00)).count()
    }

    /// Returns the `n`-th card in ascending order, counted from 0; `n` must be below
    /// [`CardSet::count`].
    #[inline(always)]
    pub fn nth(self, n: u32) -> Card {
        Card::from_number(super::bits::nth_set_bit(self.0, n) as u8)
    }

    /// Returns the first card in ascending order, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// Lists the numbers of the cards, in ascending order, in the first of these places. Returns how
    /// many there are.
    #[inline(always)]
    pub fn list(self, places: &mut [u8]) -> usize {
        let mut rest = self.0;
        for place in &mut places[..self.count() as usize] {
            *place = rest.trailing_zeros() as u8;
            rest &= rest - 1;
        }
        self.count() as usize
    }

    /// Iterates over the cards in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = Self(rest).first();
            rest &= rest.wrapping_sub(1);
            card
        })
    }
}

impl serde::Serialize for CardSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter().map(|card| card.to_string())).finish()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_property::proptest;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn cards_are_written_as_the_rules_say() {
        let names = |ace| Card::deck(ace).map(|card| card.to_string());
        let (low, high) = (names(Ace::Low), names(Ace::High));
        assert_eq!(low[..4], ["AC", "2C", "3C", "4C"]);
        assert_eq!(high[..9], ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C"]);
        assert_eq!(high[9..15], ["JC", "QC", "KC", "AC", "2D", "3D"]);
        assert_eq!(BTreeSet::from(low), BTreeSet::from(high.clone()));
        assert_eq!(high.len(), 52);
        assert_eq!(Card::new(Suit::Spades, JOKER).to_string(), "JK");
        for suit in Suit::ALL {
            for rank in 1..=JOKER {
                let card = Card::new(suit, rank);
                assert_eq!(
                    (card.suit(), card.rank(), Card::from_number(card.number())),
                    (suit, rank, card)
                );
                let suit = suit.letter();
                let name = match rank {
                    JOKER => "JK".to_owned(),
                    1 | HIGH_ACE => format!("A{suit}"),
                    JACK => format!("J{suit}"),
                    QUEEN => format!("Q{suit}"),
                    KING => format!("K{suit}"),
                    number => format!("{number}{suit}"),
                };
                assert_eq!(card.to_string(), name);
            }
        }
    }

    proptest! {
        #[test]
        fn sets_are_sets(one in any::<u64>(), other in any::<u64>()) {
            let cards = |bits: u64| {
                (0..64)
                    .filter(|number| (bits >> number) & 1 == 1)
                    .map(Card::from_number)
                    .collect::<BTreeSet<_>>()
            };
            let (first, second) = (CardSet::from_bits(one), CardSet::from_bits(other));
            let (a, b) = (cards(one), cards(other));
            prop_assert!(first.iter().eq(a.iter().copied()));
            prop_assert_eq!(first.count() as usize, a.len());
            prop_assert_eq!(first.first(), a.first().copied());
            prop_assert_eq!(
                first.sum_of_ranks(),
                a.iter().map(|card| u32::from(card.rank())).sum::<u32>()
            );
            prop_assert!(first.union(second).iter().eq(a.union(&b).copied()));
            prop_assert!(first.and(second).iter().eq(a.intersection(&b).copied()));
            prop_assert!(first.minus(second).iter().eq(a.difference(&b).copied()));
            prop_assert_eq!(a.iter().copied().collect::<CardSet>(), first);
            for (n, card) in a.iter().enumerate() {
                prop_assert_eq!(first.nth(n as u32), *card);
                prop_assert!(first.contains(*card) && !first.without(*card).contains(*card));
                prop_assert_eq!(first.without(*card).with(*card), first);
            }
            for suit in Suit::ALL {
                let ranks = first
                    .and(CardSet::of_suit(suit))
                    .iter()
                    .fold(0, |ranks, card| ranks | 1u16 << card.rank());
                prop_assert_eq!(first.ranks(suit), ranks);
                let all: CardSet =
                    a.iter().copied().filter(|card| ranks & (1 << card.rank()) != 0).collect();
                prop_assert_eq!(first.and(CardSet::of_ranks(ranks)), all);
            }
        }
    }
}
