//! Functions for games that deal cards: decks dealt from the top, and unseen cards dealt anew for a
//! determinization.

use super::{ActionSet, Chance, Code};
use crate::cards::bits::BitSet;
use crate::cards::standard::{Card, CardSet};
use crate::rng::{Purpose, Stream};

/// Choosing a card: the actions of many games.
impl Code for Card {
    #[inline(always)]
    fn from_code(code: u16) -> Self {
        Self::from_number(code as u8)
    }

    #[inline(always)]
    fn code(self) -> u16 {
        self.number().into()
    }
}

impl From<CardSet> for ActionSet<Card, 1> {
    #[inline(always)]
    fn from(cards: CardSet) -> Self {
        Self::new(BitSet([cards.bits()]))
    }
}

/// More than the cards of any set.
const PLACES: usize = 64;

/// Cards in random order, dealt from the top.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    cards: [u8; PLACES],
    top: usize,
    size: usize,
}

impl Pile {
    /// The cards of a set in ascending order.
    #[inline(always)]
    fn sorted(cards: CardSet) -> Self {
        let mut places = [0; PLACES];
        let size = cards.list(&mut places);
        Self { cards: places, top: 0, size }
    }

    /// Shuffles cards.
    #[inline(always)]
    pub fn shuffled(cards: CardSet, purpose: Purpose, chance: &mut impl Chance) -> Self {
        let mut pile = Self::sorted(cards);
        chance.shuffle(purpose, &mut pile.cards[..pile.size]);
        pile
    }

    /// Takes this many cards from the top, or all that are left.
    #[inline(always)]
    pub fn deal(&mut self, count: u32) -> CardSet {
        let end = self.size.min(self.top.saturating_add(count as usize));
        let mut dealt = CardSet::EMPTY;
        for card in &self.cards[self.top..end] {
            dealt = dealt.with(Card::from_number(*card));
        }
        self.top = end;
        dealt
    }
}

/// Deals cards one at a time to the seats in turn, and skips a seat that has all its cards. Returns
/// the seat for each card, from the first one dealt; entries beyond the cards dealt are
/// meaningless.
pub fn dealt_in_turn<const CARDS: usize>(sizes: &[u8]) -> [u8; CARDS] {
    let rounds = sizes.iter().copied().max().unwrap_or(0);
    let of_round =
        |round| (0..).zip(sizes).filter(move |(_, size)| **size > round).map(|(seat, _)| seat);
    let mut seats = [0; CARDS];
    for (place, seat) in seats.iter_mut().zip((0..rounds).flat_map(of_round)) {
        *place = seat;
    }
    seats
}

/// The cards that a seat cannot see, and the hands that they may be in, for a determinization.
/// Cards may be left over.
#[derive(Clone, Copy, Debug)]
pub struct UnseenCards<const HANDS: usize> {
    /// The cards.
    pub cards: CardSet,
    /// The number of them in each hand; 0 for the seat's own.
    pub sizes: [u32; HANDS],
    /// The cards that each hand can have.
    pub allowed: [CardSet; HANDS],
}

impl<const HANDS: usize> UnseenCards<HANDS> {
    /// Deals the hands; returns them and the cards left over. All possible deals are equally
    /// likely.
    ///
    /// It deals until a deal is possible, so there must be one.
    #[inline(always)]
    pub fn deal(&self, stream: &mut Stream) -> ([CardSet; HANDS], CardSet) {
        let mut pile = Pile::sorted(self.cards);
        loop {
            stream.shuffle(&mut pile.cards[..pile.size]);
            pile.top = 0;
            let (mut hands, mut possible) = ([CardSet::EMPTY; HANDS], true);
            for (hand, (size, allowed)) in
                hands.iter_mut().zip(self.sizes.iter().zip(&self.allowed))
            {
                *hand = pile.deal(*size);
                possible &= hand.minus(*allowed).is_empty();
            }
            if possible {
                return (hands, pile.deal(u32::MAX));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cards::standard::Suit;
    use crate::rng::BlockStreams;

    #[test]
    fn possible_deals_are_equally_likely() {
        let unseen = CardSet::of_ranks(0b1100).minus(CardSet::of_suit(Suit::Spades));
        let allowed = [unseen.minus(CardSet::of_suit(Suit::Clubs)), unseen, CardSet::EMPTY];
        let unseen_cards = UnseenCards { cards: unseen, sizes: [2, 3, 0], allowed };
        let mut stream = BlockStreams::new(2, 2).stream(Purpose::Strategy(0));
        let mut counts: BTreeMap<[u64; 2], u32> = BTreeMap::new();
        for _ in 0..36_000 {
            let ([one, other, nobody], rest) = unseen_cards.deal(&mut stream);
            assert_eq!(one.union(other).union(rest), unseen);
            assert!(
                nobody.is_empty() && one.and(other).is_empty() && one.minus(allowed[0]).is_empty()
            );
            assert_eq!((one.count(), other.count()), (2, 3));
            *counts.entry([one.bits(), other.bits()]).or_default() += 1;
        }
        // Two of four cards, then three of four: 24 deals, each about 1500 times.
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| (1300..1700).contains(count)), "{counts:?}");
    }

    #[test]
    fn full_hands_are_skipped() {
        assert_eq!(dealt_in_turn::<8>(&[2, 2, 2]), [0, 1, 2, 0, 1, 2, 0, 0]);
        assert_eq!(dealt_in_turn::<8>(&[1, 4, 0, 2]), [0, 1, 3, 1, 3, 1, 1, 0]);
    }

    #[test]
    fn a_pile_is_dealt_to_its_end() {
        let mut pile = Pile::shuffled(
            CardSet::of_ranks(0b100),
            Purpose::Deck(0),
            &mut BlockStreams::new(1, 1),
        );
        let (three, rest) = (pile.deal(3), pile.deal(3));
        assert_eq!(
            (three.count(), three.union(rest), pile.deal(1)),
            (3, CardSet::of_ranks(0b100), CardSet::EMPTY)
        );
    }
}
