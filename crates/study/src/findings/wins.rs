//! Rates of wins, with the interval that suits how the games hang together.

use super::Analysis;
use super::alike::ZERO_TO_ONE;
use fairdeal_core::metrics::Wins;
use fairdeal_core::rows::Method;
use fairdeal_core::seat::WIN;
use fairdeal_stats::{BlockSums, Confidence, Interval, ScoreCounts, proportion};

/// The scores of the blocks, from 0 to 1.
fn block_scores(wins: &Wins) -> Option<ScoreCounts> {
    let scores = wins.scores.as_ref()?;
    ScoreCounts::new(scores.most / scores.unit, scores.histogram.clone())
}

/// The interval of the rate that holds at every look: the confidence sequence of the blocks' mean
/// score.
pub(super) fn interval_at_every_look(wins: &Wins, confidence: Confidence) -> Option<Interval> {
    block_scores(wins)?.confidence_sequence(confidence)
}

/// The p-value of the rate against another that holds at every look: the inverse of the evidence.
pub(super) fn p_value_at_every_look(wins: &Wins, against: f64) -> Option<f64> {
    Some(libm::exp(-block_scores(wins)?.log_e_value(against)?).min(1.0))
}

/// Independent games, each won or not: as many games as blocks, and no shared win.
fn binary(wins: &Wins) -> Option<(u64, u64)> {
    let games = u64::try_from(wins.sums.games).ok()?;
    let won = u64::try_from(wins.sums.points / u128::from(WIN)).ok()?;
    (games == wins.sums.blocks && wins.shared == 0).then_some((won, games))
}

/// The rate of wins, 0 to 1.
pub(super) fn rate(wins: &Wins) -> Option<f64> {
    Some(wins.sums.estimate(WIN)?.rate)
}

/// The interval of the rate: Wilson's over independent games, that of [`block_interval`] otherwise.
pub(super) fn interval(wins: &Wins, analysis: &Analysis) -> Option<Interval> {
    match binary(wins) {
        Some((won, games)) => proportion::wilson(won, games, analysis.confidence_after(games)),
        None => block_interval(&wins.sums, WIN, analysis),
    }
}

/// The two-sided p-value of the rate against another: the score test over independent games, that of
/// [`block_p_value`] otherwise.
pub(super) fn p_value(wins: &Wins, against: f64) -> Option<f64> {
    match binary(wins) {
        Some((won, games)) => proportion::score_test(won, games, against),
        None => block_p_value(&wins.sums, WIN, against),
    }
}

/// The method of the interval.
pub(super) fn method(wins: &Wins, analysis: &Analysis) -> Method {
    let method = if binary(wins).is_some() { Method::Wilson } else { Method::Blocks };
    analysis.method(method)
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
/// If all blocks have the same rate, they have no spread for a test. Then Markov's inequality
/// bounds the probability that one block reaches a rate that is some multiple of the true one; all
/// of them did.
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
        assert_eq!(method(&wins, &Analysis::default()), Method::Wilson);
        assert_eq!(
            interval(&wins, &Analysis::default()),
            proportion::wilson(3, 4, Confidence::default())
        );
        assert_eq!(p_value(&wins, 0.5), proportion::score_test(3, 4, 0.5));
    }

    #[test]
    fn several_games_in_a_block_have_the_block_standard_error() {
        // The first row of STATISTICS.md F5: rate 2/3, standard error 1/6, five degrees of freedom.
        let wins = wins(&[&[WIN, WIN], &[WIN, 0], &[0, 0], &[WIN, WIN], &[0, WIN], &[WIN, WIN]]);
        assert_eq!(method(&wins, &Analysis::default()), Method::Blocks);
        let interval = interval(&wins, &Analysis::default()).expect("six blocks");
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
                (rate(&record.wins).expect("games"), rate(&record.even).expect("games"));
            assert!((won - fair_share - (even - 1.0 / players as f64)).abs() < 1e-15);
            assert_eq!((record.wins.blocks(), record.even.blocks()), (10, 10));
        }
    }

    #[test]
    fn a_shared_win_is_no_binary_outcome() {
        assert_eq!(method(&wins(&[&[WIN / 2], &[WIN]]), &Analysis::default()), Method::Blocks);
    }

    #[test]
    fn blocks_that_are_all_alike_are_tested_by_their_number() {
        // Ten of ten blocks won: as unlikely as heads ten times in a row, to either side.
        let swept = wins(&[&[WIN, WIN][..]; 10]);
        assert!((p_value(&swept, 0.5).expect("blocks") - 2.0 / 1024.0).abs() < 1e-15);
        // A block of one win each says little about half a point more, many say much.
        let even = wins(&[&[WIN, 0][..]; 10]);
        assert!(
            p_value(&even, 0.51).expect("blocks") > 0.99
                && p_value(&even, 0.49).expect("blocks") > 0.99
        );
        assert!(p_value(&wins(&[&[WIN, 0][..]; 400]), 0.51).expect("blocks") < 0.001);
        assert_eq!(p_value(&even, 0.5), Some(1.0));
        assert_eq!(p_value(&wins(&[&[WIN, WIN]]), 0.5), None, "one block shows no spread");
    }

    #[test]
    fn blocks_that_are_all_alike_still_leave_room() {
        let wins = wins(&[&[WIN, 0][..]; 400]);
        let interval = interval(&wins, &Analysis::default()).expect("400 blocks");
        assert!(
            interval.low > 0.49
                && interval.low < 0.5
                && interval.high > 0.5
                && interval.high < 0.51,
            "{interval:?}"
        );
    }
}
