//! The arrangements of a line-up: which strategy sits in which seat.
//!
//! Rotating the seats alone would give each strategy the same neighbours in every game of a block,
//! and in some games the neighbours decide who wins. So a block plays every different arrangement,
//! or a fixed number of random ones with all their rotations.

use serde::{Deserialize, Serialize};

use crate::rng::{BlockStreams, Purpose};
use crate::seat::{MAX_SEATS, Seat};

/// The strategy in each seat of one game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Arrangement([u8; MAX_SEATS]);

impl Arrangement {
    /// Returns the arrangement with these strategies, seat by seat; any beyond [`MAX_SEATS`] are
    /// ignored.
    pub fn of(strategies: &[usize]) -> Self {
        let mut seats = [0; MAX_SEATS];
        for (seat, strategy) in seats.iter_mut().zip(strategies) {
            *seat = *strategy as u8;
        }
        Self(seats)
    }

    /// Returns the strategy in a seat: an index into the strategies of the line-up.
    #[inline(always)]
    pub fn strategy(self, seat: Seat) -> usize {
        usize::from(self.0[seat.index() % MAX_SEATS])
    }

    /// Returns the same order around a table for this many players, beginning `shift` seats later.
    #[must_use]
    fn rotated(self, shift: usize, players: usize) -> Self {
        let mut seats = [0; MAX_SEATS];
        for (seat, strategy) in seats[..players].iter_mut().enumerate() {
            *strategy = self.0[(seat + shift) % players];
        }
        Self(seats)
    }

    /// Returns the order around the table without regard to seat 0: the first of all rotations in
    /// the order of numbers.
    #[must_use]
    pub fn circular_order(self, players: usize) -> Self {
        (0..players).map(|shift| self.rotated(shift, players)).min().unwrap_or(self)
    }

    /// Exchanges players at the table until they sit as in `to`; calls `exchange` with each pair of
    /// seats.
    #[inline]
    pub fn rearrange(&mut self, to: Self, players: usize, mut exchange: impl FnMut(usize, usize)) {
        if *self == to {
            return;
        }
        for seat in 0..players {
            if self.0[seat] != to.0[seat]
                && let Some(other) = (seat + 1..players).find(|&other| self.0[other] == to.0[seat])
            {
                self.0.swap(seat, other);
                exchange(seat, other);
            }
        }
    }
}

/// The arrangements that a block plays of a line-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangements {
    /// The strategies of the line-up, one per seat.
    lineup: Arrangement,
    players: usize,
    /// All different arrangements, where a block plays all of them; otherwise empty.
    all: Vec<Arrangement>,
    /// The number of shuffles of the seats that a block draws, where it does not play all
    /// arrangements.
    shuffles: usize,
}

impl Arrangements {
    /// The largest number of arrangements of which a block plays all.
    pub const MOST: usize = 24;

    /// Returns the arrangements of a line-up: for each seat a strategy, numbered from 0. Random
    /// shuffles begin with this order, so the order decides which arrangements they draw.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] seats.
    pub fn new(lineup: &[usize]) -> Self {
        assert!(lineup.len() <= MAX_SEATS, "a line-up of more than {MAX_SEATS}");
        let (players, lineup) = (lineup.len(), Arrangement::of(lineup));
        let mut next = lineup;
        next.0[..players].sort_unstable();
        let mut all = vec![next];
        while all.len() <= Self::MOST && next_permutation(&mut next.0[..players]) {
            all.push(next);
        }
        if all.len() <= Self::MOST {
            return Self { lineup, players, all, shuffles: 0 };
        }
        Self { lineup, players, all: Vec::new(), shuffles: Self::MOST / players }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of games in a block, which is the same for every block.
    pub fn games_per_block(&self) -> usize {
        if self.all.is_empty() { self.shuffles * self.players } else { self.all.len() }
    }

    /// Returns the arrangements that every block plays, game by game; `None` where each block draws
    /// its own.
    #[inline]
    pub fn all(&self) -> Option<&[Arrangement]> {
        (!self.all.is_empty()).then_some(&self.all)
    }

    /// Appends the arrangements of one block, game by game: all, or all rotations of its own
    /// uniform shuffles of the seats, including repeats. Every arrangement is equally likely in
    /// every game.
    pub fn extend_with_block(&self, streams: &BlockStreams, arrangements: &mut Vec<Arrangement>) {
        if let Some(all) = self.all() {
            arrangements.extend_from_slice(all);
            return;
        }
        let mut stream = streams.stream(Purpose::Arrangement);
        for _ in 0..self.shuffles {
            let mut shuffled = self.lineup;
            stream.shuffle(&mut shuffled.0[..self.players]);
            arrangements
                .extend((0..self.players).map(|shift| shuffled.rotated(shift, self.players)));
        }
    }
}

/// Makes the next permutation in the order of numbers; returns `false` after the last one. (Knuth,
/// "The Art of Computer Programming" 4A, algorithm 7.2.1.2L.)
fn next_permutation(items: &mut [u8]) -> bool {
    let Some(pivot) = (1..items.len())
        .rev()
        .find(|&place| items[place - 1] < items[place])
        .map(|place| place - 1)
    else {
        return false;
    };
    if let Some(larger) = (pivot + 1..items.len()).rev().find(|&place| items[place] > items[pivot])
    {
        items.swap(pivot, larger);
    }
    items[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;

    fn block(arrangements: &Arrangements, block: u64) -> Vec<Arrangement> {
        let mut played = Vec::new();
        arrangements.extend_with_block(&BlockStreams::new(5, block), &mut played);
        played
    }

    fn games(lineup: &[usize]) -> usize {
        Arrangements::new(lineup).games_per_block()
    }

    #[test]
    fn small_arrangements_are_all_played() {
        for (lineup, expected) in [
            (&[0][..], 1),
            (&[0, 0], 1),
            (&[0, 1], 2),
            (&[0, 1, 0], 3),
            (&[0, 1, 2], 6),
            (&[0, 0, 1, 1], 6),
            (&[0, 1, 1, 1], 4),
            (&[0, 1, 1, 2], 12),
            (&[0, 1, 2, 3], 24),
            (&[0, 0, 1, 1, 1], 10),
            (&[0, 0, 0, 1, 1, 1], 20),
            (&[0, 1, 1, 1, 1, 1, 1, 1], 8),
            (&[0; 8], 1),
        ] {
            assert_eq!(games(lineup), expected, "{lineup:?}");
            assert!(Arrangements::new(lineup).all().is_some());
        }
        // Two players sit as listed, then the other way round.
        assert_eq!(
            block(&Arrangements::new(&[0, 1]), 0),
            [Arrangement::of(&[0, 1]), Arrangement::of(&[1, 0])]
        );
    }

    #[test]
    fn a_block_of_a_large_lineup_has_all_rotations_of_its_shuffles() {
        for (lineup, expected) in [
            (vec![0, 1, 2, 3, 4], 20),
            (vec![0, 0, 1, 1, 2], 20),
            (vec![0, 1, 2, 3, 4, 5], 24),
            ((0..7).collect(), 21),
            ((0..8).collect(), 24),
        ] {
            let arrangements = Arrangements::new(&lineup);
            assert_eq!(
                (arrangements.games_per_block(), arrangements.all()),
                (expected, None),
                "{lineup:?}"
            );
            let players = lineup.len();
            for number in 0..50 {
                let played = block(&arrangements, number);
                assert_eq!(played.len(), expected);
                for shuffle in played.chunks(players) {
                    let rotations: Vec<Arrangement> =
                        (0..players).map(|shift| shuffle[0].rotated(shift, players)).collect();
                    assert_eq!(shuffle, rotations);
                }
            }
            assert_eq!(block(&arrangements, 3), block(&arrangements, 3), "a function of the block");
            assert_ne!(block(&arrangements, 3), block(&arrangements, 4), "and of nothing else");
        }
    }

    #[test]
    fn every_arrangement_is_equally_likely() {
        // Five seats for A, A, B, B, C: 30 arrangements, in six orders around the table.
        let arrangements = Arrangements::new(&[0, 0, 1, 1, 2]);
        let mut seen: BTreeMap<Arrangement, u32> = BTreeMap::new();
        let blocks = 3000;
        for number in 0..blocks {
            for arrangement in block(&arrangements, number) {
                *seen.entry(arrangement).or_default() += 1;
            }
        }
        assert_eq!(seen.len(), 30);
        let expected = (blocks * 20) as f64 / 30.0;
        // Rotations come together: five degrees of freedom, whose upper 0.1 % is 20.5.
        let chi_square: f64 = seen
            .values()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum::<f64>()
            / 5.0;
        assert!(chi_square < 20.5, "{chi_square}");
    }

    #[test]
    fn orders_around_the_table() {
        let orders = |lineup: &[usize]| {
            let all = Arrangements::new(lineup);
            let orders: BTreeSet<Arrangement> = all
                .all()
                .expect("few")
                .iter()
                .map(|arrangement| arrangement.circular_order(lineup.len()))
                .collect();
            orders.len()
        };
        assert_eq!([orders(&[0, 1]), orders(&[0, 1, 1]), orders(&[0, 1, 2])], [1, 1, 2]);
        assert_eq!(
            [orders(&[0, 0, 1, 1]), orders(&[0, 1, 1, 2]), orders(&[0, 1, 2, 3])],
            [2, 3, 6]
        );
    }

    proptest! {
        #[test]
        fn every_strategy_sits_in_every_seat_equally_often(
            lineup in prop::collection::vec(0usize..8, 1..=8),
            number: u64,
        ) {
            let played = block(&Arrangements::new(&lineup), number);
            for strategy in 0..8 {
                let in_seat = |seat: u8| {
                    played
                        .iter()
                        .filter(|arrangement| arrangement.strategy(Seat::new(seat)) == strategy)
                        .count()
                };
                let held = lineup.iter().filter(|entry| **entry == strategy).count();
                for seat in 0..lineup.len() as u8 {
                    prop_assert_eq!(in_seat(seat) * lineup.len(), held * played.len());
                }
            }
        }

        #[test]
        fn players_can_be_rearranged(
            lineup in prop::collection::vec(0usize..4, 1..=8),
            one: u64,
            other: u64,
        ) {
            let arrangements = Arrangements::new(&lineup);
            let (from, to) = (block(&arrangements, one), block(&arrangements, other));
            let (mut sitting, to) =
                (from[one as usize % from.len()], to[other as usize % to.len()]);
            let mut players: Vec<usize> =
                Seat::all(lineup.len()).map(|seat| sitting.strategy(seat)).collect();
            sitting.rearrange(to, lineup.len(), |seat, other| players.swap(seat, other));
            prop_assert_eq!(sitting, to);
            prop_assert!(
                Seat::all(lineup.len()).all(|seat| players[seat.index()] == to.strategy(seat))
            );
        }
    }
}
