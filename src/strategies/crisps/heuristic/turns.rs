//! How many turns a hand needs: a fast split of it into combinations.

use crate::games::crisps::{Hand, SPECIAL, View};

/// One bit in each of the four planes of a hand.
const PLANES: u64 = 0x0001_0001_0001_0001;

/// What the rules say about runs and stairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequences {
    /// The ranks that may stand in them, as bits.
    pub(super) ranks: u16,
    /// The fewest ranks of a run and of a stair.
    pub(super) shortest: [u8; 2],
}

impl Sequences {
    /// As the seat's rules have them.
    #[inline(always)]
    pub(super) fn of(view: &View<'_>) -> Self {
        Self { ranks: view.sequence_ranks(), shortest: view.shortest_sequences() }
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
            if copies == 1 {
                ends |= ((ranks << 1) | (ranks >> 1)) & !ranks;
            }
        }
        let special_sets = u32::from((loose >> (32 + SPECIAL)) & 1 == 1);
        let fitting = (loose as u16 & !((loose >> 48) as u16)) | (ends & sequences.ranks);
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
#[inline(always)]
fn most_clearing(planes: u64, sequences: Sequences) -> Option<(u16, u32)> {
    let (mut best, mut most) = (None, 1);
    for copies in [1, 2] {
        let of_rank = |copies: u32| (planes >> (16 * (copies - 1))) as u16 & sequences.ranks;
        let shortest = u32::from(sequences.shortest[copies as usize - 1]);
        let cleared = of_rank(copies) & !of_rank(copies + 1);
        let mut rest = of_rank(copies);
        while rest != 0 {
            // Adding the lowest bit carries through the lowest stretch of ranks in sequence.
            let stretch = rest & !(rest + (rest & rest.wrapping_neg()));
            rest &= !stretch;
            let clears = (cleared & stretch).count_ones();
            if clears > most && stretch.count_ones() >= shortest {
                most = clears;
                best = Some((trimmed(stretch, cleared & stretch, shortest), copies));
            }
        }
    }
    best
}

/// The part of a stretch of ranks from the lowest to the highest that it clears, made longer where it would be too short.
#[inline(always)]
fn trimmed(stretch: u16, cleared: u16, shortest: u32) -> u16 {
    let low = cleared.trailing_zeros();
    let high = cleared.ilog2();
    let top = stretch.ilog2();
    let high = high.max((low + shortest - 1).min(top));
    let low = low.min(high + 1 - shortest);
    ((2 << high) - (1 << low)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crisps::{Action, Kind, RANKS};
    use crate::rng::{BlockStreams, Purpose};
    use proptest::prelude::*;

    const QUEENS: Sequences = Sequences { ranks: 0x1ff, shortest: [3, 2] };

    /// The fewest combinations that a hand can be split into, by trying all that hold its lowest rank.
    fn fewest(hand: Hand) -> u32 {
        let Some(lowest) = hand.iter().next() else { return 0 };
        let known = |action: &Action| {
            let combination = action.combination();
            combination.rank == lowest
                && combination.cards > 0
                && hand.holds(combination)
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
            prop_assert!(Split::of(hand, QUEENS).turns >= fewest(hand));
        }
    }

    #[test]
    fn a_split_is_seldom_above_the_fewest() {
        let mut stream = BlockStreams::new(1, 1).stream(Purpose::Strategy(0));
        let hands = (0..1000).map(|_| (0..9).map(|_| stream.below(u32::from(RANKS)) as u8).collect::<Hand>());
        let above: u32 = hands.map(|hand| Split::of(hand, QUEENS).turns - fewest(hand)).sum();
        assert!(above < 50, "{above} turns too many in 1000 hands");
    }

    #[test]
    fn runs_and_stairs_are_found() {
        let turns = |ranks: &[u8]| Split::of(ranks.iter().copied().collect(), QUEENS).turns;
        assert_eq!(turns(&[0, 1, 2, 3, 4]), 1);
        assert_eq!(turns(&[0, 0, 1, 1, 2, 2]), 1);
        assert_eq!(turns(&[0, 0, 0, 1, 2]), 2);
        assert_eq!(turns(&[7, 8, 9]), 3);
        assert_eq!(turns(&[9, 9, 9]), 2);
    }

    #[test]
    fn a_run_is_made_longer_by_a_card_at_its_end() {
        let split = Split::of([1, 2, 3, 6].into_iter().collect(), QUEENS);
        assert_eq!(split.fitting, 0b101_0001);
    }
}
