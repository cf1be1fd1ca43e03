//! Blocks that ended alike, counted together: hundreds of blocks of a batch have the same winners.

use crate::game::Playthrough;

/// The blocks of a batch, sorted by how they ended: the first player, the winners, and the reason
/// why the game ended.
///
/// A block of several games is a kind of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct OutcomeGroups {
    /// For every kind, its first block, and the number of its blocks.
    kinds: Vec<(usize, u64)>,
    /// The kind of every block.
    of_block: Vec<u32>,
}

/// The number of possible endings: any set of eight seats may have won, one of eight went first,
/// for one of eight reasons.
const ENDINGS: usize = 1 << 14;

/// Up to this many pairs of kinds are counted in a table; more are listed block by block.
const MOST_PAIRS: usize = 1 << 12;

impl OutcomeGroups {
    /// Sorts blocks of this many games.
    pub(super) fn new(games: &[Playthrough], games_per_block: usize) -> Self {
        const UNSEEN: u32 = u32::MAX;
        if games_per_block != 1 {
            let blocks = games.len() / games_per_block.max(1);
            return Self {
                kinds: (0..blocks).map(|block| (block, 1)).collect(),
                of_block: (0..blocks as u32).collect(),
            };
        }
        let mut kind_of_ending = vec![UNSEEN; ENDINGS];
        let mut kinds = Vec::new();
        let of_block = games.iter().enumerate().map(|(block, game)| {
            let kind = &mut kind_of_ending[ending(game)];
            if *kind == UNSEEN {
                *kind = kinds.len() as u32;
                kinds.push((block, 0));
            }
            kinds[*kind as usize].1 += 1;
            *kind
        });
        let of_block = of_block.collect();
        Self { kinds, of_block }
    }

    /// Iterates over the kinds: a block of each, and the number of its blocks.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.kinds.iter().copied()
    }

    /// Returns the pairs of kinds that occur together under two variants: a block of each, and how
    /// often they do.
    pub(super) fn pairs(&self, other: &Self) -> Vec<(usize, usize, u64)> {
        let (here, there) = (self.kinds.len(), other.kinds.len());
        if here * there > MOST_PAIRS {
            return (0..self.of_block.len()).map(|block| (block, block, 1)).collect();
        }
        let mut times = vec![0; here * there];
        for (one, other) in self.of_block.iter().zip(&other.of_block) {
            times[*one as usize * there + *other as usize] += 1;
        }
        let pairs = times.into_iter().enumerate().filter(|(_, times)| *times > 0);
        pairs
            .map(|(pair, times)| (self.kinds[pair / there].0, other.kinds[pair % there].0, times))
            .collect()
    }
}

#[inline]
fn ending(game: &Playthrough) -> usize {
    let seats = usize::from(game.outcome.winners.bits());
    (usize::from(game.outcome.end_reason) << 11 | game.first_player.index() << 8 | seats) % ENDINGS
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;
    use crate::game::Outcome;
    use crate::seat::{MAX_SEATS, Seat, SeatSet};

    fn game((first, winner, unfinished): (u8, u8, bool)) -> Playthrough {
        let winners = if unfinished { SeatSet::NONE } else { SeatSet::only(Seat::new(winner)) };
        let outcome = Outcome {
            winners,
            shared: false,
            scores: [0; MAX_SEATS],
            unfinished,
            end_reason: u8::from(unfinished),
        };
        Playthrough { outcome, first_player: Seat::new(first), lengths: [0; 4] }
    }

    proptest! {
        #[test]
        fn every_block_is_counted_once_with_equal_ones(
            endings in prop::collection::vec(((0u8..8, 0u8..8, any::<bool>()), (0u8..3, 0u8..2, any::<bool>())), 0..200),
        ) {
            let (ours, theirs): (Vec<_>, Vec<_>) =
                endings.iter().map(|(one, other)| (game(*one), game(*other))).unzip();
            let (one, other) = (OutcomeGroups::new(&ours, 1), OutcomeGroups::new(&theirs, 1));
            let counted = |alike: &OutcomeGroups, games: &[Playthrough]| -> BTreeMap<usize, u64> {
                alike.kinds().map(|(block, times)| (ending(&games[block]), times)).collect()
            };
            let mut expected = BTreeMap::new();
            for game in &ours {
                *expected.entry(ending(game)).or_insert(0) += 1;
            }
            prop_assert_eq!(counted(&one, &ours), expected);
            let mut pairs = BTreeMap::new();
            for (here, there, times) in one.pairs(&other) {
                *pairs.entry((ending(&ours[here]), ending(&theirs[there]))).or_insert(0) += times;
            }
            let mut expected = BTreeMap::new();
            for (one, other) in ours.iter().zip(&theirs) {
                *expected.entry((ending(one), ending(other))).or_insert(0u64) += 1;
            }
            prop_assert_eq!(pairs, expected);
        }
    }

    #[test]
    fn blocks_of_several_games_stand_alone() {
        let games = [game((0, 1, false)); 6];
        let alike = OutcomeGroups::new(&games, 2);
        assert_eq!(alike.kinds().collect::<Vec<_>>(), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(alike.pairs(&alike).iter().map(|(_, _, times)| times).sum::<u64>(), 3);
    }
}
