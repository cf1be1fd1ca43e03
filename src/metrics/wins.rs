//! Wins over blocks: a rate with the interval that suits how the games hang together.

use crate::seat::WIN;
use crate::stats::{BlockSums, Confidence, Interval, Overflow, proportion};

/// Wins over blocks: enough for a rate with the right interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wins {
    /// Credits in 840ths and games, over blocks.
    sums: BlockSums,
    /// Games of which only a part was won.
    shared: u64,
}

impl Wins {
    /// Counts blocks that all have the same number of `games`: for each block, the credits of its games in 840ths.
    #[inline(always)]
    pub(super) fn observe<B: Iterator<Item = u64>>(&mut self, games: usize, blocks: impl Iterator<Item = B>) -> Result<(), Overflow> {
        let (mut count, mut points, mut squares, mut shared) = (0u64, 0u64, 0u64, 0u64);
        for credits in blocks {
            let mut block = 0;
            for credit in credits {
                block += credit;
                shared += u64::from(credit % WIN != 0);
            }
            count += 1;
            points += block;
            squares += block * block;
        }
        let (games, blocks) = (games as u128, u128::from(count));
        self.shared = self.shared.checked_add(shared).ok_or(Overflow)?;
        self.sums.merge(&BlockSums {
            blocks: count,
            points: points.into(),
            games: blocks * games,
            points_squared: squares.into(),
            points_games: u128::from(points) * games,
            games_squared: blocks * games * games,
        })
    }

    pub(super) fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.sums.merge(&other.sums)?;
        self.shared = self.shared.checked_add(other.shared).ok_or(Overflow)?;
        Ok(())
    }

    pub(super) fn blocks(&self) -> u64 {
        self.sums.blocks
    }

    pub(super) fn games(&self) -> u128 {
        self.sums.games
    }

    pub(super) fn credits(&self) -> u128 {
        self.sums.points
    }

    /// The sum over blocks of the squared credits: with `credits` and the games, all that the block standard error needs.
    pub(super) fn squares(&self) -> u128 {
        self.sums.points_squared
    }

    /// Independent games, each won or not: as many games as blocks, and no shared win.
    fn binary(&self) -> Option<(u64, u64)> {
        let games = u64::try_from(self.sums.games).ok()?;
        let wins = u64::try_from(self.sums.points / u128::from(WIN)).ok()?;
        (games == self.sums.blocks && self.shared == 0).then_some((wins, games))
    }

    /// The rate of wins, 0 to 1.
    pub(super) fn rate(&self) -> Option<f64> {
        Some(self.sums.estimate(WIN)?.rate)
    }

    /// The interval of the rate: Wilson's over independent games, the block standard error otherwise.
    ///
    /// Where all blocks have the same rate, the standard error is 0, but the next block may still differ: then the interval allows for as
    /// large a share of blocks of any rate as Wilson's interval leaves to an outcome that was never seen.
    pub(super) fn interval(&self, confidence: Confidence) -> Option<Interval> {
        if let Some((wins, games)) = self.binary() {
            return proportion::wilson(wins, games, confidence);
        }
        let estimate = self.sums.estimate(WIN)?;
        if estimate.standard_error.is_none_or(|error| error > 0.0) {
            let Interval { low, high } = estimate.interval(confidence)?;
            return Some(Interval { low: low.max(0.0), high: high.min(1.0) });
        }
        let unseen = proportion::wilson(0, self.sums.blocks, confidence)?.high;
        Some(Interval { low: estimate.rate * (1.0 - unseen), high: estimate.rate + unseen * (1.0 - estimate.rate) })
    }

    /// The two-sided p-value of the rate against another: the score test over independent games, the t test over blocks otherwise.
    pub(super) fn p_value(&self, against: f64) -> Option<f64> {
        match self.binary() {
            Some((wins, games)) => proportion::score_test(wins, games, against),
            // Without any spread there is nothing to test by.
            None => self.sums.estimate(WIN).filter(|estimate| estimate.standard_error.is_some_and(|error| error > 0.0))?.p_value(against),
        }
    }

    /// The name of the interval's method.
    pub(super) fn method(&self) -> &'static str {
        if self.binary().is_some() { "wilson" } else { "blocks" }
    }
}

/// The share of the games that each player would win if all were equal: unfinished games are nobody's win, so only the others are shared.
pub(super) fn fair_share(games: u128, unfinished: u128, players: usize) -> f64 {
    let finished = games - unfinished.min(games);
    if games == 0 { 1.0 / players as f64 } else { finished as f64 / (games * players as u128) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(blocks: &[&[u64]]) -> Wins {
        let mut wins = Wins::default();
        for block in blocks {
            wins.observe(block.len(), std::iter::once(block.iter().copied())).expect("small counts");
        }
        wins
    }

    #[test]
    fn independent_games_have_wilsons_interval() {
        let wins = wins(&[&[WIN], &[0], &[WIN], &[WIN]]);
        assert_eq!(wins.method(), "wilson");
        assert_eq!(wins.interval(Confidence::default()), proportion::wilson(3, 4, Confidence::default()));
        assert_eq!(wins.p_value(0.5), proportion::score_test(3, 4, 0.5));
    }

    #[test]
    fn several_games_in_a_block_have_the_block_standard_error() {
        // The first row of STATISTICS.md F5: rate 2/3, standard error 1/6, five degrees of freedom.
        let wins = wins(&[&[WIN, WIN], &[WIN, 0], &[0, 0], &[WIN, WIN], &[0, WIN], &[WIN, WIN]]);
        assert_eq!(wins.method(), "blocks");
        let interval = wins.interval(Confidence::default()).expect("six blocks");
        let half = 2.570_581_835_636_314 / 6.0;
        assert!((interval.low - (2.0 / 3.0 - half)).abs() < 1e-9);
        assert!((interval.high - 1.0).abs() < 1e-15, "a rate cannot pass 1");
    }

    #[test]
    fn a_shared_win_is_no_binary_outcome() {
        assert_eq!(wins(&[&[WIN / 2], &[WIN]]).method(), "blocks");
    }

    #[test]
    fn blocks_that_are_all_alike_still_leave_room() {
        let wins = wins(&[&[WIN, 0][..]; 400]);
        let interval = wins.interval(Confidence::default()).expect("400 blocks");
        assert!(interval.low > 0.49 && interval.low < 0.5 && interval.high > 0.5 && interval.high < 0.51, "{interval:?}");
    }
}
