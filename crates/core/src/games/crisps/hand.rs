//! Multisets of ranks as bit planes.

use super::combination::{Combination, RANKS};

/// One bit in each of the four planes.
const PLANES: u64 = 0x0001_0001_0001_0001;

/// A multiset of ranks with at most four of each: a hand, or cards that were played.
///
/// Four planes of 16 bits in one word: bit `r` of plane `k` is set if there are more than `k` cards
/// of rank index `r` (0 for the 2, up to 9 for the special rank). So plane 0 is the set of singles,
/// plane 1 that of pairs, and a card of a rank is removed by moving its column down one plane, for
/// many ranks at once.
#[must_use]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);

    /// Returns the hand of the cards with these identities: bit `16 * copy + rank` for each.
    #[inline(always)]
    pub const fn from_identities(cards: u64) -> Self {
        const LANE: u64 = 0xffff;
        let (a, b, c, d) = (cards & LANE, (cards >> 16) & LANE, (cards >> 32) & LANE, cards >> 48);
        let (one_low, two_low, one_high, two_high) = (a | b, a & b, c | d, c & d);
        let at_least_1 = one_low | one_high;
        let at_least_2 = two_low | two_high | (one_low & one_high);
        let at_least_3 = (two_low & one_high) | (one_low & two_high);
        let at_least_4 = two_low & two_high;
        Self(at_least_1 | (at_least_2 << 16) | (at_least_3 << 32) | (at_least_4 << 48))
    }

    /// Returns the planes, lowest first: plane `k` in bits `16 * k` and up.
    #[inline(always)]
    pub const fn planes(self) -> u64 {
        self.0
    }

    /// Returns the number of cards.
    #[inline(always)]
    pub const fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the hand is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards of a rank.
    #[inline(always)]
    pub const fn count(self, rank: u8) -> u32 {
        (self.0 & (PLANES << rank)).count_ones()
    }

    /// Returns the ranks of which there are at least `copies` (1 to 4), as bits.
    #[inline(always)]
    pub const fn ranks(self, copies: u32) -> u16 {
        (self.0 >> (16 * (copies - 1))) as u16
    }

    /// Returns the hand with one more card of a rank, which must have fewer than four.
    #[inline(always)]
    pub const fn with(self, rank: u8) -> Self {
        let column = PLANES << rank;
        Self((self.0 & !column) | ((self.0 << 16) & column) | (1 << rank))
    }

    /// Returns the hand with the cards of a combination added.
    #[inline(always)]
    pub const fn with_combination(self, combination: &Combination) -> Self {
        let columns = combination.columns;
        // Two shifts, since a quad moves its column by the whole word.
        let moved = (self.0 << 16) << combination.further_shift;
        Self((self.0 & !columns) | (moved & columns) | combination.cards_as_planes)
    }

    /// Returns the hand without the cards of a combination, ignoring those that it does not have.
    #[inline(always)]
    pub const fn without_combination(self, combination: &Combination) -> Self {
        let columns = combination.columns;
        let moved = (self.0 >> 16) >> combination.further_shift;
        Self((self.0 & !columns) | (moved & columns))
    }

    /// Returns the hand without `copies` (1 to 4) cards of a rank, ignoring those that it does not
    /// have.
    #[inline(always)]
    pub const fn without_copies(self, rank: u8, copies: u32) -> Self {
        let column = PLANES << rank;
        Self((self.0 & !column) | (((self.0 >> 16) >> (16 * (copies - 1))) & column))
    }

    /// Returns the number of cards of a combination that the hand does not have.
    #[inline(always)]
    pub const fn lacks(self, combination: &Combination) -> u32 {
        (combination.cards_as_planes & !self.0).count_ones()
    }

    /// Iterates over the rank of each card, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..RANKS).flat_map(move |rank| std::iter::repeat_n(rank, self.count(rank) as usize))
    }

    /// Returns the cards of both hands, which together may have at most four of a rank.
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        // At least 2, 3 and 4 of a rank: also as 1 here and 1, 2 and 3 there, as 2 here and 1 and 2
        // there, as 3 here and 1 there.
        let (one, two, three) = (self.having(1), self.having(2), self.having(3));
        let mixed = ((one & other.0) << 16) | ((two & other.0) << 32) | ((three & other.0) << 48);
        Self(self.0 | other.0 | mixed)
    }

    /// Returns the cards that are not in `other`, copy by copy.
    #[inline(always)]
    pub const fn minus(self, other: Self) -> Self {
        // At least 1 to 4 of a rank remain if there are that many more than are taken: none taken,
        // at most 1, at most 2, at most 3.
        let none = other.lacking(0);
        let at_most_1 = other.lacking(1);
        let at_most_2 = other.lacking(2);
        let at_most_3 = other.lacking(3);
        Self(
            (self.0 & none)
                | ((self.0 >> 16) & at_most_1)
                | ((self.0 >> 32) & at_most_2)
                | ((self.0 >> 48) & at_most_3),
        )
    }

    /// Returns `whole` without these cards, all of which are in it; `whole` has `copies` (1 to 4)
    /// of each of its ranks.
    ///
    /// The result equals that of [`Hand::minus`], in fewer steps: with equal copies, the planes of
    /// the rest are those of the removed cards in reverse.
    #[inline(always)]
    pub const fn rest_of(self, whole: Self, copies: u8) -> Self {
        const EVEN: u64 = 0x0000_ffff_0000_ffff;
        let halves = self.0.rotate_left(32);
        let turned = ((halves & EVEN) << 16) | ((halves >> 16) & EVEN);
        Self(whole.0 & !(turned >> (16 * (4 - copies as u32))))
    }

    /// Returns the ranks with at most `copies` (0 to 3) cards, in all planes.
    #[inline(always)]
    const fn lacking(self, copies: u32) -> u64 {
        (!(self.0 >> (16 * copies)) & 0xffff) * PLANES
    }

    /// Returns the ranks with at least `copies` (1 to 4) cards, in all planes.
    #[inline(always)]
    const fn having(self, copies: u32) -> u64 {
        self.ranks(copies) as u64 * PLANES
    }
}

impl FromIterator<u8> for Hand {
    fn from_iter<I: IntoIterator<Item = u8>>(ranks: I) -> Self {
        ranks.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    fn counts() -> impl Strategy<Value = [u32; RANKS as usize]> {
        proptest::array::uniform10(0u32..=4)
    }

    fn hand_of(counts: &[u32; RANKS as usize]) -> Hand {
        (0..RANKS)
            .flat_map(|rank| std::iter::repeat_n(rank, counts[usize::from(rank)] as usize))
            .collect()
    }

    proptest! {
        #[test]
        fn a_hand_counts_its_cards(counts in counts()) {
            let hand = hand_of(&counts);
            prop_assert_eq!(hand.size(), counts.iter().sum::<u32>());
            prop_assert_eq!(hand.is_empty(), hand.size() == 0);
            for rank in 0..RANKS {
                let count = counts[usize::from(rank)];
                prop_assert_eq!(hand.count(rank), count);
                if count < 4 {
                    prop_assert_eq!(hand.with(rank).count(rank), count + 1);
                }
                for copies in 1..=4 {
                    prop_assert_eq!((hand.ranks(copies) >> rank) & 1 == 1, count >= copies);
                }
            }
        }

        #[test]
        fn identities_do_not_matter(cards in any::<u64>()) {
            let cards = cards & 0x03ff_03ff_03ff_03ff;
            let expected: Hand =
                (0..64).filter(|bit| (cards >> bit) & 1 == 1).map(|bit: u8| bit % 16).collect();
            prop_assert_eq!(Hand::from_identities(cards), expected);
        }

        #[test]
        fn minus_undoes_union(all in counts(), part in counts()) {
            let part: [u32; 10] = std::array::from_fn(|rank| part[rank].min(all[rank]));
            let (all, part) = (hand_of(&all), hand_of(&part));
            prop_assert_eq!(all.minus(part).union(part), all);
        }

        #[test]
        fn complements_agree_with_differences(
            copies in 1..=4u8,
            ranks in any::<u16>(),
            gone in counts(),
        ) {
            let whole = hand_of(&std::array::from_fn(|rank| {
                if (ranks >> rank) & 1 == 1 { copies.into() } else { 0 }
            }));
            let gone =
                hand_of(&std::array::from_fn(|rank| gone[rank].min(whole.count(rank as u8))));
            prop_assert_eq!(gone.rest_of(whole, copies), whole.minus(gone));
        }
    }
}
