//! The fixed action space of Crisps.
//!
//! An action is a number below 192. The numbers are chosen so that the legal actions of a hand
//! follow from its planes:
//!
//! | bits | actions |
//! | --- | --- |
//! | 0 to 63, lanes of 16 | singles, pairs, triples, quads: the planes of the hand itself; in lane 0 also `pass` and the two ways to take |
//! | 64 to 127 | runs: those of 2 ranks by their lowest, then those of 3, and so on to 10 |
//! | 128 to 191 | stairs, in the same order |
//!
//! The runs in a hand depend only on the 10 bits of its ranks, so they are looked up. Stairs are
//! the runs of the ranks that the hand has twice.

use super::combination::{Combination, Kind, RANKS};
use super::hand::Hand;
use crate::cards::bits::BitSet;
use crate::game::{ActionSet, Code};

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(pub(super) u8);

/// The legal actions of a decision.
pub type Legal = ActionSet<Action, 3>;

/// The size of tables by action: 256, so that looking up a `u8` needs no check.
pub(super) const TABLE: usize = 256;

/// The numbers of the first run and the first stair.
const FIRST_RUN: u8 = 64;
const FIRST_STAIR: u8 = 128;

/// The index of a sequence among all: after every shorter one, by its lowest rank.
const fn sequence(length: u8, rank: u8) -> u8 {
    let mut place = rank;
    let mut shorter = 2;
    while shorter < length {
        place += RANKS + 1 - shorter;
        shorter += 1;
    }
    place
}

/// By the ranks of a hand, as bits: the sequences in it, as bits.
static SEQUENCES: [u64; 1 << RANKS] = {
    let mut all = [0; 1 << RANKS];
    let mut ranks = 0;
    while ranks < all.len() {
        let mut length = 2;
        while length <= RANKS {
            let mut rank = 0;
            while rank + length <= RANKS {
                let needed = ((1 << length) - 1) << rank;
                if ranks & needed == needed {
                    all[ranks] |= 1 << sequence(length, rank);
                }
                rank += 1;
            }
            length += 1;
        }
        ranks += 1;
    }
    all
};

/// The cards of every action.
static COMBINATIONS: [Combination; TABLE] = {
    let mut all = [Combination::NONE; TABLE];
    let kinds = [Kind::Single, Kind::Pair, Kind::Triple, Kind::Quad];
    let mut copies = 1;
    while copies <= 4 {
        let mut rank = 0;
        while rank < RANKS {
            all[(16 * (copies - 1) + rank) as usize] =
                Combination::new(kinds[copies as usize - 1], rank, 1, copies);
            rank += 1;
        }
        copies += 1;
    }
    let mut length = 2;
    while length <= RANKS {
        let mut rank = 0;
        while rank + length <= RANKS {
            let place = sequence(length, rank);
            all[(FIRST_RUN + place) as usize] = Combination::new(Kind::Run, rank, length, 1);
            all[(FIRST_STAIR + place) as usize] = Combination::new(Kind::Stair, rank, length, 2);
            rank += 1;
        }
        length += 1;
    }
    all[Action::TAKE_FACE_UP.0 as usize].kind = Kind::Take;
    all[Action::TAKE_PILE.0 as usize].kind = Kind::Take;
    all
};

impl Action {
    /// Not playing, which ends the round.
    pub const PASS: Self = Self(10);
    /// Gaining the card that lies face up.
    pub const TAKE_FACE_UP: Self = Self(11);
    /// Gaining the unseen top card of the pile.
    pub const TAKE_PILE: Self = Self(12);

    /// Returns the cards of the action; none for `pass` and `take`.
    #[inline(always)]
    pub fn combination(self) -> &'static Combination {
        &COMBINATIONS[usize::from(self.0)]
    }

    /// Returns the kind of the action.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        self.combination().kind
    }

    /// Iterates over all actions under any rules.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..192).map(Self).filter(|action| {
            action.combination().cards > 0
                || [Self::PASS, Self::TAKE_FACE_UP, Self::TAKE_PILE].contains(action)
        })
    }
}

impl Code for Action {
    #[inline(always)]
    fn from_code(code: u16) -> Self {
        Self(code as u8)
    }

    #[inline(always)]
    fn code(self) -> u16 {
        u16::from(self.0)
    }
}

/// `pass` and the two ways to take: they need no cards.
const NO_CARDS: u64 =
    (1 << Action::PASS.0) | (1 << Action::TAKE_FACE_UP.0) | (1 << Action::TAKE_PILE.0);

/// Returns all combinations in a hand, with `pass` and the ways to take; `sequence_ranks` are the
/// ranks allowed in runs and stairs, as bits.
#[inline(always)]
pub(super) fn within(hand: Hand, sequence_ranks: u16) -> BitSet<3> {
    let sequences =
        |copies| SEQUENCES[usize::from(hand.ranks(copies) & sequence_ranks) % SEQUENCES.len()];
    BitSet([hand.planes() | NO_CARDS, sequences(1), sequences(2)])
}

/// Returns whether `pass` is among these actions.
#[inline(always)]
pub(super) fn may_pass(actions: &BitSet<3>) -> bool {
    actions.0[0] & (1 << Action::PASS.0) != 0
}

/// Iterates over the combinations among these actions, from the highest number down: stairs and
/// runs, the longest first, then sets.
#[inline(always)]
pub(super) fn combinations_from_the_longest(actions: BitSet<3>) -> impl Iterator<Item = Action> {
    let mut words = actions.0;
    words[0] &= !NO_CARDS;
    (0..3u8).rev().flat_map(move |index| {
        let mut word = words[usize::from(index)];
        std::iter::from_fn(move || {
            let bit = word.checked_ilog2()?;
            word ^= 1 << bit;
            Some(Action(64 * index + bit as u8))
        })
    })
}

/// Passes each kind to `count`, with the number of its legal actions.
#[inline(always)]
pub(super) fn count_kinds(legal: &Legal, count: &mut impl FnMut(usize, u32)) {
    const LANE: u64 = 0xffff;
    const RANK_BITS: u64 = (1 << RANKS) - 1;
    let [sets, runs, stairs] = legal.bits().0;
    let by_kind = [
        sets & RANK_BITS,
        sets & (LANE << 16),
        runs,
        stairs,
        sets & (LANE << 32),
        sets & (LANE << 48),
        sets & (1 << Action::PASS.0),
        sets & ((1 << Action::TAKE_FACE_UP.0) | (1 << Action::TAKE_PILE.0)),
    ];
    for (kind, actions) in by_kind.iter().enumerate() {
        count(kind, actions.count_ones());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::combination::SPECIAL;
    use super::*;
    use crate::game::LegalSet;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    #[test]
    fn the_space_has_every_combination_once() {
        let combinations: Vec<_> =
            Action::all().filter(|action| action.combination().cards > 0).collect();
        assert_eq!(combinations.len(), 4 * 10 + 2 * 45);
        let mut different = HashSet::new();
        for action in &combinations {
            let Combination { kind, rank, length, .. } = *action.combination();
            assert!(
                length > 0
                    && rank + length <= RANKS
                    && (length > 1) == matches!(kind, Kind::Run | Kind::Stair)
            );
            assert!(different.insert((kind, rank, length)), "{action:?}");
        }
        assert_eq!(Action::all().count(), 133);
    }

    proptest! {
        #[test]
        fn a_hand_holds_the_combinations_whose_cards_it_has(
            cards in any::<u64>(),
            sequence_ranks in prop_oneof![Just(0x3ffu16), Just(0x1ff)],
        ) {
            let hand = Hand::from_identities(cards & 0x03ff_03ff_03ff_03ff);
            let within = within(hand, sequence_ranks);
            for action in Action::all() {
                let combination = action.combination();
                let needed: Hand = match combination.cards {
                    0 => Hand::EMPTY,
                    cards => (0..cards)
                        .map(|card| combination.rank + card % combination.length)
                        .collect(),
                };
                let sequence = matches!(combination.kind, Kind::Run | Kind::Stair);
                let allowed = !sequence
                    || sequence_ranks & (1 << SPECIAL) != 0
                    || !combination.contains_special();
                let held = (0..RANKS).all(|rank| hand.count(rank) >= needed.count(rank));
                prop_assert_eq!(
                    within.contains(action.code()),
                    held && allowed,
                    "{:?}",
                    combination
                );
                prop_assert_eq!(hand.lacks(combination) == 0, held);
                if held {
                    prop_assert_eq!(hand.without_combination(combination), hand.minus(needed));
                    prop_assert_eq!(
                        hand.without_combination(combination).with_combination(combination),
                        hand
                    );
                }
            }
            prop_assert!(
                within.iter().all(|number| Action::all().any(|action| action.code() == number))
            );
        }

        #[test]
        fn kinds_are_counted(words in any::<[u64; 3]>()) {
            let legal: Legal =
                Action::all().filter(|action| BitSet(words).contains(action.code())).collect();
            let mut counts = [0; Kind::NAMES.len()];
            count_kinds(&legal, &mut |kind, actions| counts[kind] += actions as usize);
            for (kind, counted) in counts.into_iter().enumerate() {
                let expected =
                    legal.iter().filter(|action| action.kind() as usize == kind).count();
                prop_assert_eq!(counted, expected);
            }
        }
    }
}
