//! Rates of wins, with the interval that suits how the games hang together.

use super::Analysis;
use super::alike::ZERO_TO_ONE;
use fairdeal_core::metrics::Wins;
use fairdeal_core::rows::Method;
use fairdeal_core::seat::WIN;
use fairdeal_stats::{BlockSums, Confidence, Interval, ScoreCounts, proportion};

/// What wins say about the rate of wins.
pub(super) trait WinRates {
    /// The scores of the blocks, from 0 to 1.
    fn block_scores(&self) -> Option<ScoreCounts>;

    /// The interval of the rate that holds at every look: the confidence sequence of the blocks'
    /// mean score.
    fn interval_at_every_look(&self, confidence: Confidence) -> Option<Interval>;

    /// The p-value of the rate against another that holds at every look: the inverse of the
    /// evidence.
    fn p_value_at_every_look(&self, against: f64) -> Option<f64>;

    /// Independent games, each won or not: as many games as blocks, and no shared win.
    fn binary(&self) -> Option<(u64, u64)>;

    /// The rate of wins, 0 to 1.
    fn rate(&self) -> Option<f64>;

    /// The interval of the rate: Wilson's over independent games, that of [`block_interval`]
    /// otherwise.
    fn interval(&self, analysis: &Analysis) -> Option<Interval>;

    /// The two-sided p-value of the rate against another: the score test over independent games,
    /// that of [`block_p_value`] otherwise.
    fn p_value(&self, against: f64) -> Option<f64>;

    /// The name of the interval's method.
    fn method(&self) -> Method;
}

impl WinRates for Wins {
    fn block_scores(&self) -> Option<ScoreCounts> {
        let scores = self.scores.as_ref()?;
        let mut counts = ScoreCounts::new(scores.most / scores.unit).ok()?;
        scores
            .histogram
            .iter()
            .try_for_each(|(score, times)| counts.observe_many(score.into(), times))
            .ok()?;
        Some(counts)
    }

    fn interval_at_every_look(&self, confidence: Confidence) -> Option<Interval> {
        self.block_scores()?.confidence_sequence(confidence)
    }

    fn p_value_at_every_look(&self, against: f64) -> Option<f64> {
        Some(libm::exp(-self.block_scores()?.log_e_value(against)?).min(1.0))
    }

    fn binary(&self) -> Option<(u64, u64)> {
        let games = u64::try_from(self.sums.games).ok()?;
        let wins = u64::try_from(self.sums.points / u128::from(WIN)).ok()?;
        (games == self.sums.blocks && self.shared == 0).then_some((wins, games))
    }

    fn rate(&self) -> Option<f64> {
        Some(self.sums.estimate(WIN)?.rate)
    }

    fn interval(&self, analysis: &Analysis) -> Option<Interval> {
        if let Some((wins, games)) = self.binary() {
            return proportion::wilson(wins, games, analysis.confidence_after(games));
        }
        block_interval(&self.sums, WIN, analysis)
    }

    fn p_value(&self, against: f64) -> Option<f64> {
        match self.binary() {
            Some((wins, games)) => proportion::score_test(wins, games, against),
            None => block_p_value(&self.sums, WIN, against),
        }
    }

    fn method(&self) -> Method {
        if self.binary().is_some() { Method::Wilson } else { Method::Blocks }
    }
}

/// The interval of a rate from 0 to 1, where one whole win counts `unit` points: by the block
/// standard error, or where all blocks have the same rate, by [`Analysis::interval_if_alike`]. `None`
/// for a single block.
pub(super) fn block_interval(sums: &BlockSums, unit: u64, analysis: &Analysis) -> Option<Interval> {
    let Interval { low, high } = mean_interval(sums, unit, ZERO_TO_ONE, analysis)?;
    Some(Interval { low: low.max(0.0), high: high.min(1.0) })
}

/// The interval of a mean by the block standard error, not cut at the ends of its range. Where all
/// blocks have the same mean it is that of [`Analysis::interval_if_alike`]; `None` where the range has
/// no end, so that it is not known how far a block may be off.
pub(super) fn mean_interval(
    sums: &BlockSums,
    unit: u64,
    range: (Option<f64>, Option<f64>),
    analysis: &Analysis,
) -> Option<Interval> {
    let estimate = sums.estimate(unit)?;
    estimate.interval(analysis.confidence_after(sums.blocks)).or_else(|| {
        let range = range.0.zip(range.1).filter(|_| sums.blocks > 1)?;
        analysis.interval_if_alike(estimate.rate, sums.blocks, range)
    })
}

/// The two-sided p-value of a rate from 0 to 1 against another: the t test over blocks, where one
/// whole win counts `unit` points. `None` for a single block.
///
/// Where all blocks have the same rate there is no spread to test by. Markov's inequality bounds the
/// probability that one block reaches a rate that is some multiple of the true one; all of them did.
pub(super) fn block_p_value(sums: &BlockSums, unit: u64, against: f64) -> Option<f64> {
    let estimate = sums.estimate(unit)?;
    if estimate.standard_error? > 0.0 {
        return estimate.p_value(against);
    }
    let rate = estimate.rate;
    let (part, whole) = if rate > against { (against, rate) } else { (1.0 - against, 1.0 - rate) };
    let chance = if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 1.0 };
    Some((2.0 * libm::pow(chance, sums.blocks as f64)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::metrics::Record;

    fn wins(blocks: &[&[u64]]) -> Wins {
        let mut wins = Wins::default();
        for block in blocks {
            wins.observe(block.len(), std::iter::once((block.iter().copied(), 1)))
                .expect("small counts");
        }
        wins
    }

    #[test]
    fn independent_games_have_wilsons_interval() {
        let wins = wins(&[&[WIN], &[0], &[WIN], &[WIN]]);
        assert_eq!(wins.method(), Method::Wilson);
        assert_eq!(
            wins.interval(&Analysis::default()),
            proportion::wilson(3, 4, Confidence::default())
        );
        assert_eq!(wins.p_value(0.5), proportion::score_test(3, 4, 0.5));
    }

    #[test]
    fn several_games_in_a_block_have_the_block_standard_error() {
        // The first row of STATISTICS.md F5: rate 2/3, standard error 1/6, five degrees of freedom.
        let wins = wins(&[&[WIN, WIN], &[WIN, 0], &[0, 0], &[WIN, WIN], &[0, WIN], &[WIN, WIN]]);
        assert_eq!(wins.method(), Method::Blocks);
        let interval = wins.interval(&Analysis::default()).expect("six blocks");
        let half = 2.570_581_835_636_314 / 6.0;
        assert!((interval.low - (2.0 / 3.0 - half)).abs() < 1e-9);
        assert!((interval.high - 1.0).abs() < 1e-15, "a rate cannot pass 1");
    }

    #[test]
    fn an_unfinished_game_keeps_the_distance_from_what_is_fair() {
        for players in 2..=8 {
            let mut record = Record::new(players);
            let games = [(WIN, true), (0, false), (0, true), (WIN / 2, true), (0, false)];
            let blocks = games.iter().map(|game| (std::iter::once(*game), 2));
            record.observe(1, blocks).expect("small counts");
            let fair_share = 3.0 / 5.0 / players as f64;
            let (won, even) =
                (record.wins.rate().expect("games"), record.even.rate().expect("games"));
            assert!((won - fair_share - (even - 1.0 / players as f64)).abs() < 1e-15);
            assert_eq!((record.wins.blocks(), record.even.blocks()), (10, 10));
        }
    }

    #[test]
    fn a_shared_win_is_no_binary_outcome() {
        assert_eq!(wins(&[&[WIN / 2], &[WIN]]).method(), Method::Blocks);
    }

    #[test]
    fn blocks_that_are_all_alike_are_tested_by_their_number() {
        // Ten of ten blocks won: as unlikely as heads ten times in a row, to either side.
        let swept = wins(&[&[WIN, WIN][..]; 10]);
        assert!((swept.p_value(0.5).expect("blocks") - 2.0 / 1024.0).abs() < 1e-15);
        // A block of one win each says little about half a point more, many say much.
        let even = wins(&[&[WIN, 0][..]; 10]);
        assert!(
            even.p_value(0.51).expect("blocks") > 0.99
                && even.p_value(0.49).expect("blocks") > 0.99
        );
        assert!(wins(&[&[WIN, 0][..]; 400]).p_value(0.51).expect("blocks") < 0.001);
        assert_eq!(even.p_value(0.5), Some(1.0));
        assert_eq!(wins(&[&[WIN, WIN]]).p_value(0.5), None, "one block shows no spread");
    }

    #[test]
    fn blocks_that_are_all_alike_still_leave_room() {
        let wins = wins(&[&[WIN, 0][..]; 400]);
        let interval = wins.interval(&Analysis::default()).expect("400 blocks");
        assert!(
            interval.low > 0.49
                && interval.low < 0.5
                && interval.high > 0.5
                && interval.high < 0.51,
            "{interval:?}"
        );
    }
}
