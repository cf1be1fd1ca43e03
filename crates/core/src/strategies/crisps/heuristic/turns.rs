//! The number of turns that a hand needs: a fast split of it into combinations.

use std::sync::OnceLock;

use crate::games::crisps::{Hand, RANKS, SPECIAL, View};

/// More than the cards of any deck: a power of two, so that a look-up needs no check.
const CARDS: usize = 64;

/// By the number of cards, and the number of these that have some property: the share of the
/// latter; 0 for no cards. A table, since a division takes longer.
static QUOTIENTS: [[f64; CARDS]; CARDS] = {
    let mut all = [[0.0; CARDS]; CARDS];
    let mut index = CARDS;
    while index < CARDS * CARDS {
        all[index / CARDS][index % CARDS] = (index % CARDS) as f64 / (index / CARDS) as f64;
        index += 1;
    }
    all
};

/// One bit in each of the four planes of a hand.
const PLANES: u64 = 0x0001_0001_0001_0001;

/// The number of sets of ranks.
const SETS: usize = 1 << RANKS;

/// The bits of the ranks in one plane of a hand.
const ALL_RANKS: u16 = SETS as u16 - 1;

/// The smallest possible number of ranks in the shortest sequence.
const LEAST_SHORTEST: u8 = 2;

/// The largest.
const MOST_SHORTEST: u8 = 9;

/// By ranks as bits: these bits as digits to base three.
static DIGITS: [u16; SETS] = {
    let mut digits = [0; SETS];
    let mut ranks = 1;
    while ranks < digits.len() {
        // Halving the bits drops the lowest digit.
        digits[ranks] = 3 * digits[ranks >> 1] + (ranks & 1) as u16;
        ranks += 1;
    }
    digits
};

/// A table about sequences with a minimum number of ranks.
///
/// First, by the digits of the ranks to base three, the sequence that clears the most. A sequence
/// takes a rank if there are enough cards of it, and clears it if no cards of it are left. The
/// digit is 0 with too few cards, 1 with more cards than it takes, 2 if it clears the rank. An
/// entry is 0 if no sequence clears two ranks; otherwise it has the ranks of the sequence as bits,
/// and from bit [`RANKS`] up the number that it clears. On a tie it is the lowest sequence.
///
/// From [`LONG`] on, by the ranks of a hand, as bits: the ranks in stretches of consecutive ranks
/// that are long enough. From [`JOINING`] on, by the same: the ranks that are in such a stretch or
/// would be if they were added.
///
/// An array with an element for every `u16`, so that a look-up needs no check; and a single array,
/// so that it takes one address.
type Table = [u16; 1 << 16];

/// The start of the ranks in long stretches in a table: after all numbers with as many digits as
/// there are ranks.
const LONG: usize = 3_usize.pow(RANKS as u32);

/// The start of the ranks that join long stretches.
const JOINING: usize = LONG + SETS;

/// By the minimum number of ranks of a sequence minus [`LEAST_SHORTEST`], and by whether it may
/// contain the special rank: computed on first use.
///
/// Boxed, since otherwise the program's file would contain the bytes of every table, used or not.
static TABLES: [[OnceLock<Box<Table>>; 2]; (MOST_SHORTEST - LEAST_SHORTEST + 1) as usize] =
    [const { [const { OnceLock::new() }; 2] }; _];

/// The table for sequences of these ranks, of all ranks or all except the special one, and of at
/// least this many.
#[inline(always)]
fn table(ranks: u16, shortest: u8) -> &'static Table {
    let tables = &TABLES[usize::from(shortest - LEAST_SHORTEST) % TABLES.len()];
    tables[usize::from(ranks >> SPECIAL) % 2].get_or_init(|| {
        // Zeroed memory that the system only reserves: parts that are never written take none.
        let mut table: Box<Table> = vec![0; 1 << 16].try_into().expect("as long as a table");
        fill(&mut table, ranks, u32::from(shortest));
        table
    })
}

/// Fills a table of zeros.
///
/// Every entry is written once: the top stretch of consecutive ranks, with the ranks below it,
/// whose entries are already there. This matters to workers that play for only half a second.
#[cold]
#[inline(never)]
fn fill(table: &mut Table, all: u16, shortest: u32) {
    let (clearing, others) = table.split_at_mut(LONG);
    let (long, joining) = others.split_at_mut(SETS);
    for high in 0..all.count_ones() {
        for low in 0..=high {
            let stretch = (2 << high) - (1 << low);
            // A gap separates it from the ranks below.
            let below = 1 << low.saturating_sub(1);
            let is_long = high - low + 1 >= shortest;
            let (long, others) = long.split_at_mut(usize::from(stretch));
            for (long, others) in others.iter_mut().zip(&long[..below]) {
                *long = others | if is_long { stretch } else { 0 };
            }
            let below = usize::from(DIGITS[below]);
            for cleared in subsets(stretch) {
                let alone = if is_long { entry(stretch, cleared, shortest) } else { 0 };
                let (clearing, others) = clearing.split_at_mut(place(stretch, cleared));
                for (clearing, others) in others.iter_mut().zip(&clearing[..below]) {
                    // On a tie the lowest, which is never alone at the top.
                    *clearing = if alone > others | ALL_RANKS { alone } else { *others };
                }
            }
        }
    }
    for (ranks, joining) in (0..=all).zip(joining) {
        let joins = |rank: &u16| long[usize::from(ranks | rank)] & rank != 0;
        *joining = (0..all.count_ones()).map(|rank| 1 << rank).filter(joins).sum();
    }
}

/// The index in the table of ranks of which a sequence clears some.
fn place(ranks: u16, cleared: u16) -> usize {
    usize::from(DIGITS[usize::from(ranks)] + DIGITS[usize::from(cleared)])
}

/// The table's entry for a stretch of ranks that is long enough, of which a sequence clears some.
fn entry(stretch: u16, cleared: u16, shortest: u32) -> u16 {
    let clears = cleared.count_ones();
    if clears > 1 { ((clears as u16) << RANKS) | trimmed(stretch, cleared, shortest) } else { 0 }
}

/// Iterates over all subsets of these ranks.
fn subsets(ranks: u16) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(ranks), move |some| (*some != 0).then(|| (some - 1) & ranks))
}

/// The part of a stretch of ranks from the lowest to the highest that it clears, extended if it
/// would be too short.
fn trimmed(stretch: u16, cleared: u16, shortest: u32) -> u16 {
    let (low, high) = (cleared.trailing_zeros(), cleared.ilog2());
    let high = high.max((low + shortest - 1).min(stretch.ilog2()));
    let low = low.min(high + 1 - shortest);
    ((2 << high) - (1 << low)) as u16
}

/// Planes of a hand with some columns moved down by one or more planes: without this many cards of
/// each of these ranks.
#[inline(always)]
const fn moved_down(planes: u64, columns: u64, copies: u32) -> u64 {
    // Two shifts, since four cards move a column by the whole word.
    (planes & !columns) | (((planes >> 16) >> (16 * (copies - 1))) & columns)
}

/// The rules about runs and stairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequences {
    /// The ranks allowed in them, as bits in all planes.
    columns: u64,
    /// The tables for runs and for stairs.
    tables: [&'static Table; 2],
}

impl Sequences {
    /// Returns the sequences under the seat's rules.
    #[inline(always)]
    pub(super) fn of(view: &View<'_>) -> Self {
        Self::new(view.rules.sequence_ranks, [view.rules.knobs.run_min, view.rules.knobs.stair_min])
    }

    /// Returns the sequences of these ranks, with at least this many.
    #[inline(always)]
    fn new(ranks: u16, shortest: [u8; 2]) -> Self {
        Self {
            columns: u64::from(ranks) * PLANES,
            tables: [table(ranks, shortest[0]), table(ranks, shortest[1])],
        }
    }

    /// Returns the ranks in a hand's stretches of ranks in sequence that are long enough for a run
    /// or a stair, as bits.
    #[inline(always)]
    pub(super) fn long(self, hand: Hand) -> u16 {
        let ranks = |copies: u32| usize::from(hand.ranks(copies) & self.columns as u16) % SETS;
        self.tables[0][LONG + ranks(1)] | self.tables[1][LONG + ranks(2)]
    }

    /// Returns the ranks of which one more card could be part of a run or stair, as bits.
    #[inline(always)]
    pub(super) fn joining(self, hand: Hand) -> u16 {
        let ranks = |copies: u32| usize::from(hand.ranks(copies) & self.columns as u16) % SETS;
        self.tables[0][JOINING + ranks(1)] | (self.tables[1][JOINING + ranks(2)] & hand.ranks(1))
    }

    /// Returns the run or stair in these planes that clears the most ranks: its ranks as bits, none
    /// if no sequence clears two; and whether it is a stair.
    ///
    /// On a tie it is the first: runs before stairs, the lowest first.
    #[inline(always)]
    fn most_clearing(self, planes: u64) -> (u16, bool) {
        let planes = planes & self.columns;
        let digits = |copies: u32| DIGITS[(planes >> (16 * (copies - 1))) as usize % SETS];
        // A rank with more cards has twice its digit minus 1: 1 instead of 2.
        let (one, two, three) = (digits(1), digits(2), digits(3));
        let run = self.tables[0][usize::from((2 * one).wrapping_sub(two))];
        let stair = self.tables[1][usize::from((2 * two).wrapping_sub(three))];
        let is_stair = stair > run | ALL_RANKS;
        ((if is_stair { stair } else { run }) & ALL_RANKS, is_stair)
    }
}

/// A hand split into combinations: runs and stairs first, then the rest of each rank as one
/// combination.
///
/// A remaining rank costs one turn whether one, two, three or four cards of it are left. So a run
/// or stair saves as many turns as it *clears* ranks, minus the one turn that it takes itself. The
/// split greedily takes the one that saves the most. The result is seldom more than the minimum
/// number of turns, never less, and takes some nanoseconds.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The number of runs and stairs.
    sequences: u32,
    /// The cards outside runs and stairs, in the planes of a hand.
    loose: u64,
    /// The ranks next to the ends of runs, as bits, if they may be in runs.
    ends: u16,
}

impl Split {
    /// Splits a hand.
    #[inline(always)]
    pub(super) fn of(hand: Hand, sequences: Sequences) -> Self {
        let mut split = Self { sequences: 0, loose: hand.planes(), ends: 0 };
        // There is no test whether one exists, because the branch could not be predicted.
        // Two are rare.
        let first = sequences.most_clearing(split.loose);
        split.take(first);
        loop {
            let next = sequences.most_clearing(split.loose);
            if next.0 == 0 {
                break;
            }
            split.take(next);
        }
        split.ends &= sequences.columns as u16;
        split
    }

    /// Removes a run or stair from the loose cards, if there is one: its ranks, and whether it is a
    /// stair.
    #[inline(always)]
    fn take(&mut self, (ranks, is_stair): (u16, bool)) {
        self.loose = moved_down(self.loose, u64::from(ranks) * PLANES, 1 + u32::from(is_stair));
        self.sequences += u32::from(ranks != 0);
        // The ends of a run. A mask selects them, since a branch on the kind could
        // not be predicted.
        self.ends |= (((ranks << 1) | (ranks >> 1)) & !ranks) & u16::from(is_stair).wrapping_sub(1);
    }

    /// Returns the split without `copies` (1 to 4) cards of a rank that is in no stretch of ranks
    /// for a run or stair ([`Sequences::long`]): all other cards keep their combinations.
    #[inline(always)]
    pub(super) const fn without(self, rank: u8, copies: u32) -> Self {
        Self { loose: moved_down(self.loose, PLANES << rank, copies), ..self }
    }

    /// Returns the split with one more card of a rank that could not be part of a run or stair
    /// ([`Sequences::joining`]).
    #[inline(always)]
    pub(super) const fn with(self, rank: u8) -> Self {
        let column = PLANES << rank;
        Self { loose: (self.loose & !column) | ((self.loose << 16) & column) | (1 << rank), ..self }
    }

    /// Returns the number of combinations.
    #[inline(always)]
    pub(super) const fn turns(&self) -> u32 {
        // Three or four special cards are not a combination.
        self.sequences
            + (self.loose as u16).count_ones()
            + (self.loose >> (32 + SPECIAL)) as u32 % 2
    }

    /// Returns the chance that one of these unseen cards, gained next, needs no further turn.
    #[inline(always)]
    pub(super) fn chance_to_fit(&self, unseen: Hand) -> f64 {
        let fits = (self.loose as u16 & !((self.loose >> 48) as u16)) | self.ends;
        let fitting = unseen.planes() & (u64::from(fits) * PLANES);
        QUOTIENTS[unseen.size() as usize % CARDS][fitting.count_ones() as usize % CARDS]
    }

    /// Returns the ranks with exactly `copies` (1 to 3) cards outside runs and stairs, as bits.
    #[inline(always)]
    pub(super) const fn loose(&self, copies: u32) -> u16 {
        (self.loose >> (16 * (copies - 1))) as u16 & !((self.loose >> (16 * copies)) as u16)
    }

    /// Returns the ranks with three or four cards outside runs and stairs, as bits.
    #[inline(always)]
    pub(super) const fn sets(&self) -> u16 {
        (self.loose >> 32) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crisps::{Action, Kind};
    use crate::rng::{BlockStreams, Purpose};
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    fn queens() -> Sequences {
        Sequences::new(0x1ff, [3, 2])
    }

    /// The run or stair that clears the most, found by definition.
    fn most_clearing_by_hand(planes: u64, columns: u64, shortest: [u8; 2]) -> (u16, bool) {
        let (mut best, mut most) = ((0, false), 1);
        for copies in [1, 2] {
            let of_rank = |copies: u32, rank: u32| {
                (planes >> (16 * (copies - 1) + rank)) & (columns >> rank) & 1 == 1
            };
            let shortest = u32::from(shortest[copies as usize - 1]);
            let mut low = 0;
            while low < u32::from(RANKS) {
                let length = (low..16).take_while(|&rank| of_rank(copies, rank)).count() as u32;
                let clears = |rank: &u32| !of_rank(copies + 1, *rank);
                let cleared: Vec<u32> = (low..low + length).filter(clears).collect();
                if cleared.len() > most && length >= shortest {
                    most = cleared.len();
                    let bits = |ranks: &[u32]| ranks.iter().fold(0, |all, rank| all | 1 << rank);
                    let stretch: Vec<u32> = (low..low + length).collect();
                    best = (trimmed(bits(&stretch), bits(&cleared), shortest), copies == 2);
                }
                low += length + 1;
            }
        }
        best
    }

    /// The minimum number of combinations of a hand, by trying all that hold its lowest rank.
    fn fewest(hand: Hand) -> u32 {
        let Some(lowest) = hand.iter().next() else { return 0 };
        let known = |action: &Action| {
            let combination = action.combination();
            combination.rank == lowest
                && combination.cards > 0
                && hand.lacks(combination) == 0
                && match combination.kind {
                    Kind::Run => combination.length >= 3 && !combination.contains_special(),
                    Kind::Stair => !combination.contains_special(),
                    Kind::Triple | Kind::Quad => lowest != SPECIAL,
                    _ => true,
                }
        };
        let rest = Action::all()
            .filter(known)
            .map(|action| fewest(hand.without_combination(action.combination())));
        1 + rest.min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn a_split_is_never_below_the_fewest(ranks in proptest::collection::vec(0..RANKS, 1..10)) {
            let hand = ranks.into_iter().fold(Hand::EMPTY, Hand::with);
            prop_assert!(Split::of(hand, queens()).turns() >= fewest(hand));
        }
    }

    proptest! {
        #[test]
        fn a_rank_outside_long_stretches_does_not_matter_to_others(
            cards in any::<u64>(),
            more in any::<u64>(),
            shortest in proptest::array::uniform2(LEAST_SHORTEST..=4),
        ) {
            let (sequences, hand) = (
                Sequences::new(0x1ff, shortest),
                Hand::from_identities(cards & more & 0x03ff_03ff_03ff_03ff),
            );
            let split = Split::of(hand, sequences);
            for rank in (0..RANKS).filter(|rank| (sequences.long(hand) >> rank) & 1 == 0) {
                for copies in 1..=hand.count(rank) {
                    let rest = (0..copies).map(|_| rank).collect();
                    prop_assert_eq!(
                        split.without(rank, copies),
                        Split::of(hand.minus(rest), sequences)
                    );
                }
            }
            for rank in (0..RANKS)
                .filter(|rank| (sequences.joining(hand) >> rank) & 1 == 0 && hand.count(*rank) < 4)
            {
                prop_assert_eq!(split.with(rank), Split::of(hand.with(rank), sequences));
            }
        }
    }

    proptest! {
        #[test]
        fn the_sequence_found_clears_the_most(
            cards in any::<u64>(),
            more in any::<u64>(),
            ranks in prop_oneof![Just(0x3ffu16), Just(0x1ff)],
            shortest in proptest::array::uniform2(LEAST_SHORTEST..=MOST_SHORTEST),
        ) {
            let sequences = Sequences::new(ranks, shortest);
            for cards in [cards, cards & more, cards | more] {
                let planes = Hand::from_identities(cards & 0x03ff_03ff_03ff_03ff).planes();
                let found = sequences.most_clearing(planes);
                prop_assert_eq!(
                    (found.0, found.0 != 0 && found.1),
                    most_clearing_by_hand(planes, sequences.columns, shortest)
                );
            }
        }
    }

    /// The stretches of ranks in sequence, the lowest first.
    fn stretches(ranks: u16) -> Vec<u16> {
        let starts = (0..RANKS).filter(|rank| (ranks & !(ranks << 1)) >> rank & 1 == 1);
        starts
            .map(|low| {
                (low..RANKS).map(|rank| 1 << rank).take_while(|rank| ranks & rank != 0).sum()
            })
            .collect()
    }

    /// The entry of these ranks, found among all of their stretches.
    fn clearing_by_hand(long: &[u16], cleared: u16, shortest: u32) -> u16 {
        let (mut most, mut best) = (1, 0);
        for stretch in long {
            let clears = (stretch & cleared).count_ones();
            if clears > most {
                most = clears;
                best = ((clears as u16) << RANKS) | trimmed(*stretch, stretch & cleared, shortest);
            }
        }
        best
    }

    #[test]
    fn tables_agree_with_a_direct_search() {
        for (all, shortest) in [
            (0x1ff, LEAST_SHORTEST),
            (0x1ff, 4),
            (ALL_RANKS, 3),
            (0x1ff, MOST_SHORTEST),
            (ALL_RANKS, MOST_SHORTEST),
        ] {
            let (table, shortest) = (table(all, shortest), u32::from(shortest));
            for ranks in 0..=all {
                let long: Vec<u16> = stretches(ranks)
                    .into_iter()
                    .filter(|stretch| stretch.count_ones() >= shortest)
                    .collect();
                assert_eq!(table[LONG + usize::from(ranks)], long.iter().sum::<u16>());
                for cleared in subsets(ranks) {
                    assert_eq!(
                        table[place(ranks, cleared)],
                        clearing_by_hand(&long, cleared, shortest),
                        "{ranks:b}, {cleared:b}"
                    );
                }
                let joins = |rank: &u16| {
                    stretches(ranks | rank)
                        .iter()
                        .any(|long| long & rank != 0 && long.count_ones() >= shortest)
                };
                let joining: u16 = (0..RANKS)
                    .map(|rank| 1 << rank)
                    .filter(|rank| all & rank != 0)
                    .filter(joins)
                    .sum();
                assert_eq!(table[JOINING + usize::from(ranks)], joining, "{ranks:b}");
            }
        }
    }

    #[test]
    fn a_split_is_seldom_above_the_fewest() {
        let mut stream = BlockStreams::new(1, 1).stream(Purpose::Strategy(0));
        let hands = (0..1000)
            .map(|_| (0..9).map(|_| stream.below(u32::from(RANKS)) as u8).collect::<Hand>());
        let above: u32 = hands.map(|hand| Split::of(hand, queens()).turns() - fewest(hand)).sum();
        assert!(above < 50, "{above} turns too many in 1000 hands");
    }

    #[test]
    fn runs_and_stairs_are_found() {
        let turns = |ranks: &[u8]| Split::of(ranks.iter().copied().collect(), queens()).turns();
        assert_eq!(turns(&[0, 1, 2, 3, 4]), 1);
        assert_eq!(turns(&[0, 0, 1, 1, 2, 2]), 1);
        assert_eq!(turns(&[0, 0, 0, 1, 2]), 2);
        assert_eq!(turns(&[7, 8, 9]), 3);
        assert_eq!(turns(&[9, 9, 9]), 2);
    }

    #[test]
    fn a_card_at_its_end_extends_a_run() {
        let split = Split::of([1, 2, 3, 6].into_iter().collect(), queens());
        let fits = |rank: u8| split.chance_to_fit(Hand::EMPTY.with(rank)) > 0.0;
        assert_eq!((0..RANKS).filter(|rank| fits(*rank)).collect::<Vec<_>>(), [0, 4, 6]);
    }
}
