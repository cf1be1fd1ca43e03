//! Wins over blocks: a rate with the interval that suits how the games hang together.

use crate::seat::WIN;
use crate::stats::{BlockSums, Confidence, Histogram, Interval, Overflow, ScoreCounts, proportion};

/// Wins over blocks: enough for a rate with the right interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wins {
    /// Credits in 840ths and games, over blocks.
    sums: BlockSums,
    /// Games of which only a part was won.
    shared: u64,
    /// How often each sum of a block's credits occurred, if that is counted.
    scores: Option<Scores>,
}

/// Wins against a fair share: with unfinished games as nobody's win, and as shared by all.
///
/// Both have the same distance from what is fair, but only the second has a fair share that is known beforehand (one of so many players): the interval of
/// that distance, and all tests of it, are those of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// An unfinished game is nobody's win.
    pub(super) wins: Wins,
    /// An unfinished game is shared by all players.
    pub(super) even: Wins,
    players: u64,
}

impl Record {
    pub(super) fn new(players: usize) -> Self {
        Self { wins: Wins::with_scores(players), even: Wins::with_scores(players), players: players as u64 }
    }

    /// Counts blocks that all have the same number of `games`: for each kind of block, the credits of its games in 840ths with whether each ended, and
    /// how many there are.
    #[inline]
    pub(super) fn observe<B: Iterator<Item = (u64, bool)> + Clone>(
        &mut self,
        games: usize,
        blocks: impl Iterator<Item = (B, u64)>,
    ) -> Result<(), Overflow> {
        let fair = WIN / self.players;
        let blocks: Vec<(B, u64)> = blocks.collect();
        let wins = blocks.iter().map(|(block, times)| (block.clone().map(|(credit, _)| credit), *times));
        self.wins.observe(games, wins)?;
        let even = blocks.iter().map(|(block, times)| (block.clone().map(|(credit, ended)| if ended { credit } else { fair }), *times));
        self.even.observe(games, even)
    }

    pub(super) fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.wins.merge(&other.wins)?;
        self.even.merge(&other.even)
    }
}

/// How often each sum of a block's credits occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scores {
    /// The credits that every sum is a multiple of.
    unit: u64,
    /// The most credits that a block can bring.
    most: u64,
    histogram: Histogram,
}

/// The largest credits of which all shares of a win are multiples, where at most so many players share it.
pub(super) fn credit_unit(players: usize) -> u64 {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (1..=players as u64).fold(WIN, |unit, sharing| gcd(unit, WIN / sharing))
}

impl Wins {
    /// Counts that remember how often each sum of a block's credits occurred: what intervals that hold at every look are made of.
    pub(super) fn with_scores(players: usize) -> Self {
        Self { scores: Some(Scores { unit: credit_unit(players), most: 0, histogram: Histogram::default() }), ..Self::default() }
    }

    /// Counts blocks that all have the same number of `games`: for each kind of block, the credits of its games in 840ths, and how many there are.
    #[inline]
    pub(super) fn observe<B: IntoIterator<Item = u64>>(
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
                scores.histogram.observe_many((block / scores.unit) as u32, times)?;
            }
        }
        if let Some(scores) = &mut self.scores {
            scores.most = scores.most.max(WIN * games as u64);
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
        if let (Some(scores), Some(other)) = (&mut self.scores, &other.scores) {
            scores.most = scores.most.max(other.most);
            scores.histogram.merge(&other.histogram)?;
        }
        Ok(())
    }

    /// The scores of the blocks, from 0 to 1.
    pub(super) fn block_scores(&self) -> Option<ScoreCounts> {
        let scores = self.scores.as_ref()?;
        let mut counts = ScoreCounts::new(scores.most / scores.unit).ok()?;
        scores.histogram.iter().try_for_each(|(score, times)| counts.observe_many(score.into(), times)).ok()?;
        Some(counts)
    }

    /// The interval of the rate that holds at every look: the confidence sequence of the blocks' mean score.
    pub(super) fn interval_at_every_look(&self, confidence: Confidence) -> Option<Interval> {
        self.block_scores()?.confidence_sequence(confidence)
    }

    /// The p-value of the rate against another that holds at every look: the inverse of the evidence.
    pub(super) fn p_value_at_every_look(&self, against: f64) -> Option<f64> {
        Some(libm::exp(-self.block_scores()?.log_e_value(against)?).min(1.0))
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

    /// The interval of the rate: Wilson's over independent games, that of [`block_interval`] otherwise.
    pub(super) fn interval(&self, confidence: Confidence) -> Option<Interval> {
        if let Some((wins, games)) = self.binary() {
            return proportion::wilson(wins, games, confidence);
        }
        block_interval(&self.sums, WIN, confidence)
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

/// The interval of a rate from 0 to 1 by the block standard error, where one whole win counts `unit` points.
///
/// Where all blocks have the same rate, the standard error is 0, but the next block may still differ: then the interval allows for as
/// large a share of blocks of any rate as Wilson's interval leaves to an outcome that was never seen.
pub(super) fn block_interval(sums: &BlockSums, unit: u64, confidence: Confidence) -> Option<Interval> {
    let estimate = sums.estimate(unit)?;
    if estimate.standard_error.is_none_or(|error| error > 0.0) {
        let Interval { low, high } = estimate.interval(confidence)?;
        return Some(Interval { low: low.max(0.0), high: high.min(1.0) });
    }
    let unseen = proportion::wilson(0, sums.blocks, confidence)?.high;
    Some(Interval { low: estimate.rate * (1.0 - unseen), high: estimate.rate + unseen * (1.0 - estimate.rate) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(blocks: &[&[u64]]) -> Wins {
        let mut wins = Wins::default();
        for block in blocks {
            wins.observe(block.len(), std::iter::once((block.iter().copied(), 1))).expect("small counts");
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
    fn shares_are_multiples_of_the_unit() {
        for players in 1..=8 {
            let unit = credit_unit(players);
            assert!((1..=players as u64).all(|sharing| (WIN / sharing).is_multiple_of(unit)));
        }
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(credit_unit), [840, 420, 140, 70, 14, 14, 2, 1]);
    }

    #[test]
    fn an_unfinished_game_keeps_the_distance_from_what_is_fair() {
        for players in 2..=8 {
            let mut record = Record::new(players);
            let games = [(WIN, true), (0, false), (0, true), (WIN / 2, true), (0, false)];
            let blocks = games.iter().map(|game| (std::iter::once(*game), 2));
            record.observe(1, blocks).expect("small counts");
            let fair_share = 3.0 / 5.0 / players as f64;
            let (won, even) = (record.wins.rate().expect("games"), record.even.rate().expect("games"));
            assert!((won - fair_share - (even - 1.0 / players as f64)).abs() < 1e-15);
            assert_eq!((record.wins.blocks(), record.even.blocks()), (10, 10));
        }
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
