//! How many turns a hand needs: a fast split of it into combinations.

use std::sync::OnceLock;

use crate::games::crisps::{Hand, RANKS, SPECIAL, View};

/// More than any deck has cards: a power of two, so that looking up needs no check.
const CARDS: usize = 64;

/// By how many cards there are, and how many of them are of some sort: the share of these; of no
/// cards none. Looked up, since a division takes longer.
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

/// How many sets of ranks there are.
const SETS: usize = 1 << RANKS;

/// The bits of the ranks in one plane of a hand.
const ALL_RANKS: u16 = SETS as u16 - 1;

/// The fewest ranks of a sequence that any rules ask for.
const LEAST_SHORTEST: u8 = 2;

/// The most.
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

/// What there is to know about sequences of a least number of ranks.
///
/// First, by the digits of the ranks to base three, the sequence that clears the most: where there
/// are as many of a rank as it takes of one, it takes the rank; where there are no more, it clears
/// it. The digits are 0 where there are too few, 1 where there are more, 2 where it clears the
/// rank. An entry is 0 if none clears two ranks; otherwise the ranks of the sequence as bits, and
/// from bit [`RANKS`] up how many it clears. Of those that clear as many it is the lowest.
///
/// From [`LONG`] on, by the ranks there are, as bits: those of them that stand in stretches of
/// ranks in sequence that are long enough. From [`JOINING`] on, by the same: those that would stand
/// in such a stretch if they were there, or do.
///
/// An array that every `u16` is a place of, so that looking up needs no check; and all in one, so
/// that it takes one address.
type Table = [u16; 1 << 16];

/// Where the ranks in long stretches begin in a table: after all numbers of as many digits as there
/// are ranks.
const LONG: usize = 3_usize.pow(RANKS as u32);

/// Where the ranks that join long stretches begin.
const JOINING: usize = LONG + SETS;

/// By the fewest ranks of a sequence less [`LEAST_SHORTEST`], and by whether the special rank may
/// stand in it: made when they are first asked for.
///
/// Boxes, since the program's file would hold as many bytes for every table that nobody ever asks
/// for.
static TABLES: [[OnceLock<Box<Table>>; 2]; (MOST_SHORTEST - LEAST_SHORTEST + 1) as usize] =
    [const { [const { OnceLock::new() }; 2] }; _];

/// The table for sequences of these ranks, of all but the special one or of all, and of at least
/// this many.
#[inline(always)]
fn table(ranks: u16, shortest: u8) -> &'static Table {
    let tables = &TABLES[usize::from(shortest - LEAST_SHORTEST) % TABLES.len()];
    tables[usize::from(ranks >> SPECIAL) % 2].get_or_init(|| {
        // Memory that the system only has to promise: what is never written to takes none.
        let mut table: Box<Table> = vec![0; 1 << 16].try_into().expect("as long as a table");
        fill(&mut table, ranks, u32::from(shortest));
        table
    })
}

/// Fills a table of zeros.
///
/// Every entry is written once: ranks in sequence at the top and those below them, of which the
/// entries are there already. That matters to workers that play for half a second only.
#[cold]
#[inline(never)]
fn fill(table: &mut Table, all: u16, shortest: u32) {
    let (clearing, others) = table.split_at_mut(LONG);
    let (long, joining) = others.split_at_mut(SETS);
    for high in 0..all.count_ones() {
        for low in 0..=high {
            let stretch = (2 << high) - (1 << low);
            // A gap parts it from the ranks below.
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
                    // Of those that clear as many the lowest, which is never alone at the top.
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

/// The place of ranks in the table, of which a sequence clears some.
fn place(ranks: u16, cleared: u16) -> usize {
    usize::from(DIGITS[usize::from(ranks)] + DIGITS[usize::from(cleared)])
}

/// What the table says of a stretch of ranks that is long enough, of which a sequence clears some.
fn entry(stretch: u16, cleared: u16, shortest: u32) -> u16 {
    let clears = cleared.count_ones();
    if clears > 1 { ((clears as u16) << RANKS) | trimmed(stretch, cleared, shortest) } else { 0 }
}

/// Some of these ranks, in all ways.
fn subsets(ranks: u16) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(ranks), move |some| (*some != 0).then(|| (some - 1) & ranks))
}

/// The part of a stretch of ranks from the lowest to the highest that it clears, made longer where
/// it would be too short.
fn trimmed(stretch: u16, cleared: u16, shortest: u32) -> u16 {
    let (low, high) = (cleared.trailing_zeros(), cleared.ilog2());
    let high = high.max((low + shortest - 1).min(stretch.ilog2()));
    let low = low.min(high + 1 - shortest);
    ((2 << high) - (1 << low)) as u16
}

/// Planes of a hand with some columns moved down by one plane or more: without this many cards of
/// each of these ranks.
#[inline(always)]
const fn moved_down(planes: u64, columns: u64, copies: u32) -> u64 {
    // In two shifts, since four move a column by the whole word.
    (planes & !columns) | (((planes >> 16) >> (16 * (copies - 1))) & columns)
}

/// What the rules say about runs and stairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequences {
    /// The ranks that may stand in them, as bits in all planes.
    columns: u64,
    /// What is known of runs and of stairs.
    tables: [&'static Table; 2],
}

impl Sequences {
    /// As the seat's rules have them.
    #[inline(always)]
    pub(super) fn of(view: &View<'_>) -> Self {
        Self::new(view.rules.sequence_ranks, [view.rules.knobs.run_min, view.rules.knobs.stair_min])
    }

    /// Of these ranks, and of this many at least.
    #[inline(always)]
    fn new(ranks: u16, shortest: [u8; 2]) -> Self {
        Self {
            columns: u64::from(ranks) * PLANES,
            tables: [table(ranks, shortest[0]), table(ranks, shortest[1])],
        }
    }

    /// The ranks in a hand's stretches of ranks in sequence that are long enough for a run or a
    /// stair, as bits.
    #[inline(always)]
    pub(super) fn long(self, hand: Hand) -> u16 {
        let ranks = |copies: u32| usize::from(hand.ranks(copies) & self.columns as u16) % SETS;
        self.tables[0][LONG + ranks(1)] | self.tables[1][LONG + ranks(2)]
    }

    /// The ranks of which one more card could be part of a run or stair, as bits.
    #[inline(always)]
    pub(super) fn joining(self, hand: Hand) -> u16 {
        let ranks = |copies: u32| usize::from(hand.ranks(copies) & self.columns as u16) % SETS;
        self.tables[0][JOINING + ranks(1)] | (self.tables[1][JOINING + ranks(2)] & hand.ranks(1))
    }

    /// The run or stair in these planes that clears the most ranks: its ranks as bits, none if no
    /// sequence clears two; and whether it is a stair.
    ///
    /// Of those that clear as many it is the first: runs before stairs, the lowest first.
    #[inline(always)]
    fn most_clearing(self, planes: u64) -> (u16, bool) {
        let planes = planes & self.columns;
        let digits = |copies: u32| DIGITS[(planes >> (16 * (copies - 1))) as usize % SETS];
        // A rank of which there are more has one less than twice its digit: 1 instead of 2.
        let (one, two, three) = (digits(1), digits(2), digits(3));
        let run = self.tables[0][usize::from((2 * one).wrapping_sub(two))];
        let stair = self.tables[1][usize::from((2 * two).wrapping_sub(three))];
        let is_stair = stair > run | ALL_RANKS;
        ((if is_stair { stair } else { run }) & ALL_RANKS, is_stair)
    }
}

/// A hand split into combinations: runs and stairs first, then whatever is left of each rank as one
/// combination.
///
/// A rank that is left over costs one turn whether one, two, three or four cards of it remain, so a
/// run or stair saves turns by the ranks that it *clears*, less the one turn that it takes itself.
/// The split takes what saves the most, again and again. That is seldom more than the fewest turns
/// possible, never less, and takes some nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// How many runs and stairs there are.
    sequences: u32,
    /// The cards outside runs and stairs, in the planes of a hand.
    loose: u64,
    /// The ranks next to the ends of runs, as bits; those that may not stand in runs are not among
    /// them.
    ends: u16,
}

impl Split {
    /// Splits a hand.
    #[inline(always)]
    pub(super) fn of(hand: Hand, sequences: Sequences) -> Self {
        let mut split = Self { sequences: 0, loose: hand.planes(), ends: 0 };
        // Without a look whether there is one: that cannot be predicted. Two are rare.
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

    /// Takes a run or stair out of the loose cards, if there is one: its ranks, and whether it is a
    /// stair.
    #[inline(always)]
    fn take(&mut self, (ranks, is_stair): (u16, bool)) {
        self.loose = moved_down(self.loose, u64::from(ranks) * PLANES, 1 + u32::from(is_stair));
        self.sequences += u32::from(ranks != 0);
        // Those of a run: a mask, since which of the two it is, cannot be predicted.
        self.ends |= (((ranks << 1) | (ranks >> 1)) & !ranks) & u16::from(is_stair).wrapping_sub(1);
    }

    /// How the hand splits without `copies` (1 to 4) cards of a rank that stands in no stretch of
    /// ranks that could be a run or stair ([`Sequences::long`]): every other card stays where it
    /// is.
    #[inline(always)]
    #[must_use]
    pub(super) const fn without(self, rank: u8, copies: u32) -> Self {
        Self { loose: moved_down(self.loose, PLANES << rank, copies), ..self }
    }

    /// How the hand splits with one more card of a rank that could not be part of a run or stair
    /// ([`Sequences::joining`]).
    #[inline(always)]
    #[must_use]
    pub(super) const fn with(self, rank: u8) -> Self {
        let column = PLANES << rank;
        Self { loose: (self.loose & !column) | ((self.loose << 16) & column) | (1 << rank), ..self }
    }

    /// How many combinations there are.
    #[inline(always)]
    pub(super) const fn turns(&self) -> u32 {
        // Three or four special cards are no combination.
        self.sequences
            + (self.loose as u16).count_ones()
            + (self.loose >> (32 + SPECIAL)) as u32 % 2
    }

    /// The chance that one of these unseen cards, gained next, needs no further turn.
    #[inline(always)]
    pub(super) fn chance_to_fit(&self, unseen: Hand) -> f64 {
        let fits = (self.loose as u16 & !((self.loose >> 48) as u16)) | self.ends;
        let fitting = unseen.planes() & (u64::from(fits) * PLANES);
        QUOTIENTS[unseen.size() as usize % CARDS][fitting.count_ones() as usize % CARDS]
    }

    /// The ranks of which exactly `copies` (1 to 3) are left outside runs and stairs, as bits.
    #[inline(always)]
    pub(super) const fn loose(&self, copies: u32) -> u16 {
        (self.loose >> (16 * (copies - 1))) as u16 & !((self.loose >> (16 * copies)) as u16)
    }

    /// The ranks of which three or four are left outside runs and stairs, as bits.
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

    /// The run or stair that clears the most, sought as it is said.
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

    /// The fewest combinations that a hand can be split into, by trying all that hold its lowest
    /// rank.
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
        fn a_rank_in_no_long_stretch_does_not_matter_to_the_others(cards in any::<u64>(), more in any::<u64>(), shortest in proptest::array::uniform2(LEAST_SHORTEST..=4)) {
            let (sequences, hand) = (Sequences::new(0x1ff, shortest), Hand::from_identities(cards & more & 0x03ff_03ff_03ff_03ff));
            let split = Split::of(hand, sequences);
            for rank in (0..RANKS).filter(|rank| (sequences.long(hand) >> rank) & 1 == 0) {
                for copies in 1..=hand.count(rank) {
                    let rest = (0..copies).map(|_| rank).collect();
                    prop_assert_eq!(split.without(rank, copies), Split::of(hand.minus(rest), sequences));
                }
            }
            for rank in (0..RANKS).filter(|rank| (sequences.joining(hand) >> rank) & 1 == 0 && hand.count(*rank) < 4) {
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
                prop_assert_eq!((found.0, found.0 != 0 && found.1), most_clearing_by_hand(planes, sequences.columns, shortest));
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

    /// The entry of these ranks, sought in all of their stretches.
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
    fn tables_made_of_their_own_entries_are_those_sought_by_hand() {
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
    fn a_run_is_made_longer_by_a_card_at_its_end() {
        let split = Split::of([1, 2, 3, 6].into_iter().collect(), queens());
        let fits = |rank: u8| split.chance_to_fit(Hand::EMPTY.with(rank)) > 0.0;
        assert_eq!((0..RANKS).filter(|rank| fits(*rank)).collect::<Vec<_>>(), [0, 4, 6]);
    }
}
