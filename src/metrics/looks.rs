//! When a run may end early: what is looked at after fixed numbers of blocks.

use super::shares::Finding;
use super::{Analysis, Counts, Table, Value, Verdict, comparisons};
use crate::stats::Pentanomial;
use crate::stats::sprt::{Bounds, UndefinedRatio, log_likelihood_ratio};

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

/// Where a sequential test stands.
#[derive(Clone, Debug, PartialEq)]
pub struct SprtState {
    /// How many blocks (pairs of games) brought each score: 0, a quarter, a half, three quarters and 1.
    pub pairs: [u64; 5],
    /// The log-likelihood ratio of the two strengths.
    pub ratio: f64,
    /// The ratios at which it ends.
    pub bounds: Bounds,
}

impl SprtState {
    /// Which strength it accepts, if it has ended.
    pub fn accepted(&self, sprt: &Sprt) -> Option<f64> {
        if self.ratio >= self.bounds.upper {
            Some(sprt.elo1)
        } else if self.ratio <= self.bounds.lower {
            Some(sprt.elo0)
        } else {
            None
        }
    }
}

impl Counts {
    /// Has the run reached what it may end at?
    ///
    /// # Errors
    /// When a sequential test has no value.
    pub fn has_reached(&self, goal: &Goal, analysis: &Analysis) -> Result<bool, UndefinedRatio> {
        match goal {
            Goal::Settled => {
                let settled = |verdict: &Option<Verdict>| verdict.is_some_and(|verdict| !matches!(verdict, Verdict::NotSettled(_)));
                Ok(all_of_some(self.verdicts(analysis), settled))
            }
            Goal::Precision(precision) => {
                Ok(all_of_some(self.half_widths(analysis), |width| width.is_some_and(|width| width <= *precision)))
            }
            Goal::Sprt(sprt) => Ok(self.sprt(sprt)?.is_some_and(|state| state.accepted(sprt).is_some())),
        }
    }

    /// The verdicts that must be settled: on going first, on strengths, on neighbours, and on what variants change of win rates and, with a tolerance, lengths; `None`
    /// where nothing can be said yet.
    fn verdicts<'a>(&'a self, analysis: &'a Analysis) -> impl Iterator<Item = Option<Verdict>> + 'a {
        let verdict = |finding: Option<Finding>| finding.map(|finding| finding.verdict);
        let neighbours = self.cells.iter().filter(|(label, _)| label.shape.can_order_matter());
        let neighbours = neighbours.map(|(label, cell)| {
            let judged = cell.neighbours.spread(label)?.judged(self.blocks, analysis);
            judged.map(|(.., verdict)| verdict)
        });
        self.findings(analysis).map(verdict).chain(neighbours).chain(comparisons::verdicts(self.compared(), analysis))
    }

    /// Half the widths of the intervals of win rates and of their differences; `None` where there is no interval.
    fn half_widths<'a>(&'a self, analysis: &'a Analysis) -> impl Iterator<Item = Option<f64>> + 'a {
        let width = |finding: Option<Finding>| finding.map(|finding| finding.interval.half_width());
        self.findings(analysis).map(width).chain(comparisons::half_widths(self.compared(), analysis))
    }

    /// What is known of going first and of strengths, wherever there is something to estimate.
    fn findings<'a>(&'a self, analysis: &'a Analysis) -> impl Iterator<Item = Option<Finding>> + 'a {
        let first = self.cells.iter().map(|(label, cell)| cell.first_player.share(label));
        let strengths = self.cells.iter().flat_map(|(label, cell)| cell.strategies.shares(label));
        first.chain(strengths).filter(|share| !share.certain).map(|share| share.finding(analysis))
    }

    /// Where the sequential test of the first strategy of the only line-up stands; nothing before the first block.
    ///
    /// # Errors
    /// When the ratio has no value.
    pub fn sprt(&self, sprt: &Sprt) -> Result<Option<SprtState>, UndefinedRatio> {
        let (Some((_, cell)), Some(bounds)) = (self.cells.first(), Bounds::new(sprt.alpha, sprt.beta)) else { return Ok(None) };
        let Some(scores) = cell.strategies.block_scores() else { return Ok(None) };
        let mut pairs = [0; 5];
        for (score, times) in scores.iter() {
            pairs[(4 * score / scores.unit().max(1)) as usize % 5] += times;
        }
        let ratio = log_likelihood_ratio(&pairs, (sprt.elo0, sprt.elo1))?;
        Ok(Some(SprtState { pairs, ratio, bounds }))
    }

    /// The table of the sequential test, with the strength on the Elo scale; its interval is that of a number of pairs that was fixed beforehand.
    ///
    /// # Errors
    /// When the ratio has no value.
    pub fn sprt_table(&self, sprt: &Sprt, analysis: &Analysis) -> Result<Option<Table>, UndefinedRatio> {
        let Some(state) = self.sprt(sprt)? else { return Ok(None) };
        let columns = [
            "elo0",
            "elo1",
            "alpha",
            "beta",
            "pairs_0",
            "pairs_025",
            "pairs_05",
            "pairs_075",
            "pairs_1",
            "llr",
            "lower",
            "upper",
            "accepted",
            "score",
            "elo",
            "elo_low",
            "elo_high",
        ];
        let mut table = Table::new("sprt.csv", &columns);
        let mut row: Vec<Value> = [sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta].map(Value::Real).into();
        row.extend(state.pairs.map(Value::from));
        row.extend([state.ratio, state.bounds.lower, state.bounds.upper].map(Value::Real));
        row.push(Value::real(state.accepted(sprt)));
        let estimate = Pentanomial { counts: state.pairs }.estimate();
        let (low, high) = estimate.map_or((None, None), |estimate| estimate.elo_interval(analysis.confidence));
        row.extend([estimate.map(|estimate| estimate.mean), estimate.and_then(|estimate| estimate.elo()), low, high].map(Value::real));
        table.rows.push(row);
        Ok(Some(table))
    }
}

/// The file and what it holds, for a designer.
pub(super) const DEFINITION: (&str, &str) = (
    "sprt.csv",
    "of a sequential test: the strengths and errors asked for, how many pairs of games brought each score (an unfinished game counts as a half), the log-likelihood \
     ratio with its bounds and what is accepted; score and Elo with the interval of a number of pairs that was fixed beforehand",
);

/// Are there any, and do all of them fulfil it?
fn all_of_some<T>(items: impl Iterator<Item = T>, fulfil: impl Fn(&T) -> bool) -> bool {
    let mut items = items.peekable();
    items.peek().is_some() && items.all(|item| fulfil(&item))
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
