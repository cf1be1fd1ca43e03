//! How many turns a hand needs: a fast split of it into combinations.

use crate::games::crisps::{Hand, RANKS, SPECIAL, View};

/// One bit in each of the four planes of a hand.
const PLANES: u64 = 0x0001_0001_0001_0001;

/// The bits of the ranks in one plane of a hand.
const ALL_RANKS: u32 = (1 << RANKS) - 1;

/// The fewest ranks of a sequence that any rules ask for.
const LEAST_SHORTEST: u8 = 2;

/// The most.
const MOST_SHORTEST: u8 = 9;

/// By the ranks there are, as bits: those of them that stand in stretches of ranks in sequence that are long enough.
type Long = [u16; 1 << RANKS];

/// The ranks in long stretches, by the fewest ranks of a sequence less [`LEAST_SHORTEST`].
static LONG: [Long; (MOST_SHORTEST - LEAST_SHORTEST + 1) as usize] = {
    let mut all = [[0; 1 << RANKS]; (MOST_SHORTEST - LEAST_SHORTEST + 1) as usize];
    let mut row = 0;
    while row < all.len() {
        let mut ranks = 1;
        while ranks < all[row].len() {
            let lowest = stretch(ranks as u32);
            let long = lowest.count_ones() >= row as u32 + LEAST_SHORTEST as u32;
            let higher = all[row][ranks & !(lowest as usize)];
            all[row][ranks] = if long { higher | lowest as u16 } else { higher };
            ranks += 1;
        }
        row += 1;
    }
    all
};

/// The lowest stretch of ranks in sequence.
#[inline(always)]
const fn stretch(ranks: u32) -> u32 {
    // Adding the lowest bit carries through the stretch.
    ranks & !(ranks + (ranks & ranks.wrapping_neg()))
}

/// What the rules say about runs and stairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequences {
    /// The ranks that may stand in them, as bits in all planes.
    columns: u64,
    /// The fewest ranks of a run and of a stair.
    shortest: [u8; 2],
    /// The ranks in stretches that are long enough for a run, and for a stair.
    long: [&'static Long; 2],
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
        let row = |shortest: u8| &LONG[usize::from(shortest - LEAST_SHORTEST) % LONG.len()];
        Self { columns: u64::from(ranks) * PLANES, shortest, long: [row(shortest[0]), row(shortest[1])] }
    }
}

/// A hand split into combinations: runs and stairs first, then whatever is left of each rank as one combination.
///
/// A rank that is left over costs one turn whether one, two, three or four cards of it remain, so a run or stair saves turns by the ranks that
/// it *clears*, less the one turn that it takes itself. The split takes what saves the most, again and again. That is seldom more than the fewest
/// turns possible, never less, and takes some tens of nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// How many combinations there are.
    pub(super) turns: u32,
    /// The cards outside runs and stairs, in the planes of a hand.
    loose: u64,
    /// The ranks of which one more card would need no further turn, as bits.
    fitting: u16,
}

impl Split {
    /// Splits a hand.
    #[inline(always)]
    pub(super) fn of(hand: Hand, sequences: Sequences) -> Self {
        let mut loose = hand.planes();
        let (mut turns, mut ends) = (0, 0);
        while let Some((ranks, copies)) = most_clearing(loose, sequences) {
            let columns = u64::from(ranks) * PLANES;
            loose = (loose & !columns) | ((loose >> (16 * copies)) & columns);
            turns += 1;
            // Those of a run: a mask, since which of the two it is, cannot be predicted.
            ends |= (((ranks << 1) | (ranks >> 1)) & !ranks) & 0u16.wrapping_sub(u16::from(copies == 1));
        }
        let special_sets = u32::from((loose >> (32 + SPECIAL)) & 1 == 1);
        let fitting = (loose as u16 & !((loose >> 48) as u16)) | (ends & sequences.columns as u16);
        Self { turns: turns + (loose as u16).count_ones() + special_sets, loose, fitting }
    }

    /// The chance that one of these unseen cards, gained next, needs no further turn.
    #[inline(always)]
    pub(super) fn chance_to_fit(&self, unseen: Hand) -> f64 {
        let fitting = unseen.planes() & (u64::from(self.fitting) * PLANES);
        f64::from(fitting.count_ones()) / f64::from(unseen.size().max(1))
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

/// The run or stair in these planes that clears the most ranks, if any clears two or more: its ranks as bits, and its cards of each.
///
/// Of those that clear as many it is the first: runs before stairs, the lowest stretch of ranks first. There are few branches, since what a hand
/// holds is unpredictable: every stretch makes a claim, a number, and the highest one has it.
#[inline(always)]
fn most_clearing(planes: u64, sequences: Sequences) -> Option<(u16, u32)> {
    let planes = planes & sequences.columns;
    let long = |copies: usize| u32::from(sequences.long[copies - 1][(planes >> (16 * (copies - 1))) as usize % (1 << RANKS)]);
    let (runs, stairs) = (long(1), long(2));
    let cleared = planes & !(planes >> 16);
    let (cleared_by_runs, cleared_by_stairs) = (cleared as u32 & ALL_RANKS, (cleared >> 16) as u32 & ALL_RANKS);
    if (runs & cleared_by_runs).count_ones() < 2 && (stairs & cleared_by_stairs).count_ones() < 2 {
        return None;
    }
    let [low_run, low_stair] = [stretch(runs), stretch(stairs)];
    let (runs, stairs) = (runs & !low_run, stairs & !low_stair);
    let [high_run, high_stair] = [stretch(runs), stretch(stairs)];
    let (runs, stairs) = (runs & !high_run, stairs & !high_stair);
    let mut best = claim(low_run, cleared_by_runs, 5);
    best = best.max(claim(high_run, cleared_by_runs, 4));
    best = best.max(claim(low_stair, cleared_by_stairs, 2));
    best = best.max(claim(high_stair, cleared_by_stairs, 1));
    // Three stretches are rare, and there is no room for four of two ranks.
    if runs | stairs != 0 {
        best = best.max(claim(runs, cleared_by_runs, 3));
        best = best.max(claim(stairs, cleared_by_stairs, 0));
    }
    if best < 2 << CLEARS {
        return None;
    }
    let stretch = best & ALL_RANKS;
    let is_run = (best >> RANKS) & 7 >= 3;
    let copies = 2 - u32::from(is_run);
    let cleared = (cleared >> (16 * (copies - 1))) as u32 & stretch;
    Some((trimmed(stretch, cleared, u32::from(sequences.shortest[copies as usize - 1])), copies))
}

/// The lowest bit of the number of ranks that a stretch clears, in its claim.
const CLEARS: u8 = RANKS + 3;

/// The claim of a stretch: how many ranks it clears; then its preference, up to 7, if others clear as many; then the stretch.
#[inline(always)]
fn claim(stretch: u32, cleared: u32, preference: u32) -> u32 {
    ((stretch & cleared).count_ones() << CLEARS) | (preference << RANKS) | stretch
}

/// The part of a stretch of ranks from the lowest to the highest that it clears, made longer where it would be too short.
#[inline(always)]
fn trimmed(stretch: u32, cleared: u32, shortest: u32) -> u16 {
    // There is a rank; said so that no check for none is compiled.
    let highest = |ranks: u32| (ranks | 1).ilog2();
    let low = cleared.trailing_zeros();
    let high = highest(cleared).max((low + shortest - 1).min(highest(stretch)));
    let low = low.min(high + 1 - shortest);
    ((2 << high) - (1 << low)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crisps::{Action, Kind};
    use crate::property::proptest;
    use crate::rng::{BlockStreams, Purpose};
    use proptest::prelude::*;

    fn queens() -> Sequences {
        Sequences::new(0x1ff, [3, 2])
    }

    /// The run or stair that clears the most, sought as it is said.
    fn most_clearing_by_hand(planes: u64, sequences: Sequences) -> Option<(u16, u32)> {
        let (mut best, mut most) = (None, 1);
        for copies in [1, 2] {
            let of_rank = |copies: u32, rank: u32| (planes >> (16 * (copies - 1) + rank)) & (sequences.columns >> rank) & 1 == 1;
            let shortest = u32::from(sequences.shortest[copies as usize - 1]);
            let mut low = 0;
            while low < u32::from(RANKS) {
                let length = (low..16).take_while(|&rank| of_rank(copies, rank)).count() as u32;
                let clears = |rank: &u32| !of_rank(copies + 1, *rank);
                let cleared: Vec<u32> = (low..low + length).filter(clears).collect();
                if cleared.len() > most && length >= shortest {
                    most = cleared.len();
                    let bits = |ranks: std::ops::Range<u32>| ranks.fold(0, |all, rank| all | 1 << rank);
                    let cleared = cleared.into_iter().fold(0, |all, rank| all | 1 << rank);
                    best = Some((trimmed(bits(low..low + length), cleared, shortest), copies));
                }
                low += length + 1;
            }
        }
        best
    }

    /// The fewest combinations that a hand can be split into, by trying all that hold its lowest rank.
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
        let rest = Action::all().filter(known).map(|action| fewest(hand.without_combination(action.combination())));
        1 + rest.min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn a_split_is_never_below_the_fewest(ranks in proptest::collection::vec(0..RANKS, 1..10)) {
            let hand = ranks.into_iter().fold(Hand::EMPTY, Hand::with);
            prop_assert!(Split::of(hand, queens()).turns >= fewest(hand));
        }
    }

    proptest! {
        #[test]
        fn the_highest_claim_clears_the_most(
            cards in any::<u64>(),
            more in any::<u64>(),
            ranks in prop_oneof![Just(0x3ffu16), Just(0x1ff)],
            shortest in proptest::array::uniform2(LEAST_SHORTEST..=MOST_SHORTEST),
        ) {
            let sequences = Sequences::new(ranks, shortest);
            for cards in [cards, cards & more, cards | more] {
                let planes = Hand::from_identities(cards & 0x03ff_03ff_03ff_03ff).planes();
                prop_assert_eq!(most_clearing(planes, sequences), most_clearing_by_hand(planes, sequences));
            }
        }
    }

    #[test]
    fn a_split_is_seldom_above_the_fewest() {
        let mut stream = BlockStreams::new(1, 1).stream(Purpose::Strategy(0));
        let hands = (0..1000).map(|_| (0..9).map(|_| stream.below(u32::from(RANKS)) as u8).collect::<Hand>());
        let above: u32 = hands.map(|hand| Split::of(hand, queens()).turns - fewest(hand)).sum();
        assert!(above < 50, "{above} turns too many in 1000 hands");
    }

    #[test]
    fn runs_and_stairs_are_found() {
        let turns = |ranks: &[u8]| Split::of(ranks.iter().copied().collect(), queens()).turns;
        assert_eq!(turns(&[0, 1, 2, 3, 4]), 1);
        assert_eq!(turns(&[0, 0, 1, 1, 2, 2]), 1);
        assert_eq!(turns(&[0, 0, 0, 1, 2]), 2);
        assert_eq!(turns(&[7, 8, 9]), 3);
        assert_eq!(turns(&[9, 9, 9]), 2);
    }

    #[test]
    fn a_run_is_made_longer_by_a_card_at_its_end() {
        let split = Split::of([1, 2, 3, 6].into_iter().collect(), queens());
        assert_eq!(split.fitting, 0b101_0001);
    }
}
