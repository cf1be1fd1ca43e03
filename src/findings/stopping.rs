//! When a run may end early: what is looked at after fixed numbers of blocks.

use super::analysis::Run;
use super::comparisons::comparisons;
use super::neighbours::neighbour_spreads;
use super::shares::{first_player, strategies};
use crate::metrics::quantity;
use crate::rows::{ComparisonRow, SequentialTestRow, ShareOfWins, Verdict};
use crate::stats::sprt::{Bounds, UndefinedRatio, log_likelihood_ratio};
use crate::stats::{Interval, Pentanomial};

/// What must be reached before a run ends early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Every verdict on win rates, neighbours and lengths that the analysis has a tolerance for is settled.
    Settled,
    /// Every interval of a win rate, and of its difference from the baseline, is no wider than this to either side.
    Precision(f64),
    /// The sequential test between two strengths on the Elo scale has decided: one line-up of two strategies.
    Sprt(Sprt),
}

/// The sequential probability ratio test of the first strategy of a line-up against the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The strength that is taken for granted, in Elo.
    pub elo0: f64,
    /// The strength that is to be shown, in Elo.
    pub elo1: f64,
    /// The probability of a false alarm.
    pub alpha: f64,
    /// The probability of a miss.
    pub beta: f64,
}

/// A rule for ending early: looks after fixed numbers of blocks, each half as many again as the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// What must be reached.
    pub goal: Goal,
    /// The blocks before the first look.
    pub first_look: u64,
}

impl Stop {
    /// The number of blocks at the look after the one after `blocks` blocks, at most `most`.
    pub fn next_look(&self, blocks: u64, most: u64) -> u64 {
        if blocks == 0 { self.first_look.min(most) } else { blocks.saturating_add((blocks / 2).max(1)).min(most) }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All planned blocks were played.
    Planned,
    /// What it may end at was reached, before or with the last block.
    Reached,
    /// It was stopped from outside.
    Interrupted,
}

impl Goal {
    /// Has a run reached the goal?
    ///
    /// # Errors
    /// When a sequential test has no value.
    pub fn is_reached(&self, run: Run<'_>) -> Result<bool, UndefinedRatio> {
        match self {
            Self::Settled => {
                let verdicts = verdicts(run);
                Ok(!verdicts.is_empty() && verdicts.iter().all(|verdict| verdict.is_some_and(|verdict| verdict != Verdict::NotSettled)))
            }
            Self::Precision(precision) => {
                let widths = half_widths(run);
                Ok(!widths.is_empty() && widths.iter().all(|width| width.is_some_and(|width| width <= *precision)))
            }
            Self::Sprt(sprt) => Ok(sequential_test(run, sprt)?.is_some_and(|test| test.accepted.is_some())),
        }
    }
}

/// The shares of wins that are not certain beforehand.
fn shares(run: Run<'_>) -> Vec<ShareOfWins> {
    let first = first_player(run).into_iter().filter(|row| row.cell.players > 1).map(|row| row.share);
    let labels = run.layout.cells.iter().flat_map(|label| std::iter::repeat_n(label, label.shape.strategies.len()));
    let rivals = strategies(run).into_iter().zip(labels).filter(|(_, label)| label.shape.strategies.len() > 1);
    first.chain(rivals.map(|(row, _)| row.share)).collect()
}

/// The verdicts that must be settled: on going first, on strengths, on neighbours, and on what variants change of what a designer always asks for, of
/// lengths only with a tolerance; `None` where nothing can be said yet.
fn verdicts(run: Run<'_>) -> Vec<Option<Verdict>> {
    let asked = |row: &ComparisonRow| {
        quantity(&row.quantity).is_some_and(|quantity| {
            let asked = quantity.is_asked_for(&row.subject, run.layout.game.length_units[0], row.cell.players, row.all_ended);
            asked && (row.judged.tolerance > 0.0 || !quantity.is_relative())
        })
    };
    let of_shares = shares(run).into_iter().map(|share| share.judged.verdict);
    let of_neighbours = neighbour_spreads(run).into_iter().map(|row| row.judged.verdict);
    let of_changes = comparisons(run).into_iter().filter(asked).map(|row| row.judged.verdict);
    of_shares.chain(of_neighbours).chain(of_changes).collect()
}

/// Half the widths of the intervals of win rates and of their differences; `None` where there is no interval.
fn half_widths(run: Run<'_>) -> Vec<Option<f64>> {
    let half = |low: Option<f64>, high: Option<f64>| Some(Interval { low: low?, high: high? }.half_width());
    let is_win_rate = |row: &ComparisonRow| quantity(&row.quantity).is_some_and(crate::metrics::QuantityDescription::is_win_rate);
    let of_changes = comparisons(run).into_iter().filter(is_win_rate).map(|row| half(row.low, row.high));
    shares(run).into_iter().map(|share| half(share.win_rate_low, share.win_rate_high)).chain(of_changes).collect()
}

/// Where the sequential test of the first strategy of the only line-up against the second stands; `None` before the first block. The interval of the
/// strength is that of a number of pairs that was fixed beforehand.
///
/// # Errors
/// When the ratio has no value.
pub fn sequential_test(run: Run<'_>, sprt: &Sprt) -> Result<Option<SequentialTestRow>, UndefinedRatio> {
    let scores = run.counts.cells.first().and_then(|cell| cell.strategies.records.first()?.even.block_scores());
    let (Some(scores), Some(bounds)) = (scores, Bounds::new(sprt.alpha, sprt.beta)) else { return Ok(None) };
    // A block is a pair of games, of which each score is a quarter, or several.
    let mut pairs = [0; 5];
    for (score, times) in scores.iter() {
        pairs[(4 * score / scores.unit().max(1)) as usize % 5] += times;
    }
    let llr = log_likelihood_ratio(&pairs, (sprt.elo0, sprt.elo1))?;
    let accepted = match llr {
        llr if llr >= bounds.upper => Some(sprt.elo1),
        llr if llr <= bounds.lower => Some(sprt.elo0),
        _ => None,
    };
    let estimate = Pentanomial { counts: pairs }.estimate();
    let (elo_low, elo_high) = estimate.map_or((None, None), |estimate| estimate.elo_interval(run.analysis.confidence));
    Ok(Some(SequentialTestRow {
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        alpha: sprt.alpha,
        beta: sprt.beta,
        pairs_0: pairs[0],
        pairs_025: pairs[1],
        pairs_05: pairs[2],
        pairs_075: pairs[3],
        pairs_1: pairs[4],
        llr,
        lower: bounds.lower,
        upper: bounds.upper,
        accepted,
        score: estimate.map(|estimate| estimate.mean),
        elo: estimate.and_then(|estimate| estimate.elo()),
        elo_low,
        elo_high,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_fixed() {
        let stop = Stop { goal: Goal::Settled, first_look: 1000 };
        let looks: Vec<u64> = std::iter::successors(Some(0), |blocks| Some(stop.next_look(*blocks, 6000))).take(7).collect();
        assert_eq!(looks, [0, 1000, 1500, 2250, 3375, 5062, 6000]);
        assert_eq!(Stop { goal: Goal::Settled, first_look: 1 }.next_look(1, 9), 2);
    }
}
