//! Wins over blocks: a rate, with an interval that allows for the dependence of games.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use crate::game::Playthrough;
use crate::seat::{Seat, SeatSet, WIN};
use fairdeal_stats::{BlockSums, Histogram, Merge, Overflow, merged};

/// Wins over blocks, with everything that the interval of the rate needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wins {
    /// Credits in 840ths and games, over blocks.
    pub sums: BlockSums,
    /// The number of games in which the win was shared.
    pub shared: u64,
    /// How often each sum of a block's credits occurred, if that is counted.
    pub scores: Option<Scores>,
}

/// Wins compared with a fair share, with games without a winner (unfinished, or lost by all) counted
/// in two ways: as no win, and as shared by all.
///
/// Both have the same distance from the fair share. Only with the second is the fair share known
/// beforehand (one divided by the number of players), so the interval of the distance, and all
/// tests of it, use the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// A game without a winner counts as no win.
    pub wins: Wins,
    /// A game without a winner counts as shared by all players.
    pub even: Wins,
    players: u64,
}

merged!(Wins { sums, shared, scores });
merged!(Record { wins, even; players });

impl Record {
    /// Returns zero counts, for a table of this many players.
    pub fn new(players: usize) -> Self {
        Self {
            wins: Wins::with_scores(players),
            even: Wins::with_scores(players),
            players: players as u64,
        }
    }

    /// Counts blocks that all have the same number of `games`: for each kind of block, the credits
    /// of its games in 840ths with whether each was won, and the number of blocks.
    ///
    /// # Errors
    /// If a sum does not fit.
    #[inline]
    pub fn observe<B: Iterator<Item = (u64, bool)> + Clone>(
        &mut self,
        games: usize,
        blocks: impl Iterator<Item = (B, u64)>,
    ) -> Result<(), Overflow> {
        let fair = WIN / self.players;
        let blocks: Vec<(B, u64)> = blocks.collect();
        let wins =
            blocks.iter().map(|(block, times)| (block.clone().map(|(credit, _)| credit), *times));
        self.wins.observe(games, wins)?;
        let even = blocks.iter().map(|(block, times)| {
            (block.clone().map(|(credit, won)| if won { credit } else { fair }), *times)
        });
        self.even.observe(games, even)
    }

    /// Returns the share of the games that a player would win if all were equal. A game without a
    /// winner counts as a win of no player, so only the others are shared.
    pub fn fair_share(&self) -> f64 {
        let (games, players) = (self.wins.games(), u128::from(self.players));
        // By counting otherwise, each of these games gives a fair share of a win more.
        let more = self.even.credits() - self.wins.credits();
        let without = more / u128::from(WIN / self.players);
        if games == 0 {
            1.0 / players as f64
        } else {
            (games - without.min(games)) as f64 / (games * players) as f64
        }
    }

    /// Counts the wins in a batch of the seat that `seat` returns for each game.
    #[inline]
    pub(super) fn observe_seat(
        &mut self,
        batch: &Batch<'_>,
        seat: impl Fn(&Playthrough) -> Seat + Copy,
    ) -> Result<(), Overflow> {
        let credit = move |game: &Playthrough| {
            (game.outcome.winners.credit(seat(game)), game.outcome.winners != SeatSet::NONE)
        };
        let blocks = batch.alike().map(|(block, times)| (block.games.iter().map(credit), times));
        self.observe(batch.shape.games_per_block(), blocks)
    }
}

/// How often each sum of a block's credits occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// Every sum is a multiple of this many credits.
    pub unit: u64,
    /// The most credits that a block can have.
    pub most: u64,
    pub histogram: Histogram,
}

impl Merge for Scores {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.most = self.most.max(other.most);
        self.histogram.merge(&other.histogram)
    }
}

/// Returns the largest number of credits of which all shares of a win are multiples, where at most
/// this many players share it.
pub(crate) fn credit_unit(players: usize) -> u64 {
    (1..=players as u64).fold(WIN, |unit, sharing| common_divisor(unit, WIN / sharing))
}

/// The greatest common divisor.
fn common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Returns the least common multiple; 0 if either number is 0.
pub(super) fn common_multiple(one: u64, other: u64) -> u64 {
    one / common_divisor(one, other).max(1) * other
}

impl Wins {
    /// Returns counts that also hold how often each sum of a block's credits occurred, as intervals
    /// that hold at every look need it.
    pub(crate) fn with_scores(players: usize) -> Self {
        Self {
            scores: Some(Scores {
                unit: credit_unit(players),
                most: 0,
                histogram: Histogram::default(),
            }),
            ..Self::default()
        }
    }

    /// Counts blocks that all have the same number of `games`: for each kind of block, the credits
    /// of its games in 840ths, and the number of blocks.
    ///
    /// # Errors
    /// If a sum does not fit.
    #[inline]
    pub fn observe<B: IntoIterator<Item = u64>>(
        &mut self,
        games: usize,
        blocks: impl Iterator<Item = (B, u64)>,
    ) -> Result<(), Overflow> {
        let (mut count, mut points, mut squares, mut shared) = (0u64, 0u64, 0u64, 0u64);
        for (credits, times) in blocks {
            let mut block = 0;
            for credit in credits {
                block += credit;
                shared += times * u64::from(credit % WIN != 0);
            }
            count += times;
            points += times * block;
            squares += times * block * block;
            if let Some(scores) = &mut self.scores {
                scores.histogram.observe_many(block / scores.unit, times)?;
            }
        }
        if let Some(scores) = &mut self.scores {
            scores.most = scores.most.max(WIN * games as u64);
        }
        self.shared.merge(&shared)?;
        let sums = BlockSums::of_equal_games(count, games as u64, points.into(), squares.into())?;
        self.sums.merge(&sums)
    }

    /// Returns the number of counted blocks.
    pub fn blocks(&self) -> u64 {
        self.sums.blocks
    }

    /// Returns the number of counted games.
    pub fn games(&self) -> u128 {
        self.sums.games
    }

    /// Returns the wins, in 840ths of a win.
    pub fn credits(&self) -> u128 {
        self.sums.points
    }
}

/// The wins of one player in a cell.
#[derive(Clone, Copy, Debug)]
pub struct PlayerWins<'c> {
    /// The counts.
    pub record: &'c Record,
    /// The number of unfinished games among those in which the wins were counted.
    pub unfinished: u128,
    /// Whether the wins are fixed: for a strategy against itself.
    pub certain: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_multiples_of_the_unit() {
        for players in 1..=8 {
            let unit = credit_unit(players);
            assert!((1..=players as u64).all(|sharing| (WIN / sharing).is_multiple_of(unit)));
        }
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(credit_unit), [840, 420, 140, 70, 14, 14, 2, 1]);
    }
}
