//! Where a value is wanted: between two bounds, above one, or below one.

use super::super::judge::Finding;
use super::{Analysis, Judgement, Tested, p_of_ratio};
use fairdeal_core::rows::Verdict;
use fairdeal_stats::Interval;

/// Where a value is wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::findings) struct Region {
    low: Option<Edge>,
    high: Option<Edge>,
}

/// A bound, and how far beyond it does not matter.
#[derive(Clone, Copy, Debug)]
struct Edge {
    bound: f64,
    tolerance: f64,
}

impl Region {
    /// The region from the first bound to the second, where they are given.
    pub(in crate::findings) fn new(
        bounds: [Option<f64>; 2],
        tolerance: impl Fn(f64) -> f64,
    ) -> Self {
        let [low, high] =
            bounds.map(|bound| bound.map(|bound| Edge { bound, tolerance: tolerance(bound) }));
        Self { low, high }
    }

    /// How far a value lies beyond the bounds, in tolerances; 0 within them. `None` beyond a bound
    /// without a tolerance.
    pub(in crate::findings) fn beyond(&self, value: f64) -> Option<f64> {
        let below = self.low.map(|edge| (edge.bound - value, edge.tolerance));
        let above = self.high.map(|edge| (value - edge.bound, edge.tolerance));
        match [below, above].into_iter().flatten().find(|(distance, _)| *distance > 0.0) {
            None => Some(0.0),
            Some((distance, tolerance)) => (tolerance > 0.0).then(|| distance / tolerance),
        }
    }

    /// The ends of the region, widened by the tolerance.
    fn widened(&self) -> (Option<f64>, Option<f64>) {
        (
            self.low.map(|edge| edge.bound - edge.tolerance),
            self.high.map(|edge| edge.bound + edge.tolerance),
        )
    }

    /// What is tested about a value with its interval, after this many blocks.
    pub(in crate::findings) fn tested(
        &self,
        analysis: &Analysis,
        found: Option<(f64, Interval)>,
        blocks: u64,
    ) -> Tested {
        let Some((value, interval)) = found else { return Tested::default() };
        let Some((outside, reach)) = self.outside(value, interval) else {
            return Tested { judgement: Some(Judgement::MEETS), ..Tested::default() };
        };
        let (low, high) = self.widened();
        let verdict = if low.is_some_and(|low| interval.high < low)
            || high.is_some_and(|high| interval.low > high)
        {
            Verdict::Misses
        } else if low.is_none_or(|low| interval.low >= low)
            && high.is_none_or(|high| interval.high <= high)
        {
            Verdict::Meets
        } else {
            Verdict::NotSettled
        };
        let ratio = if outside == 0.0 { 0.0 } else { outside.abs() / reach };
        Tested {
            p_bound: (interval.high > interval.low)
                .then(|| {
                    p_of_ratio(analysis, ratio, blocks.checked_sub(1).filter(|more| *more > 0))
                })
                .flatten(),
            judgement: Some(Judgement {
                verdict,
                effect: outside,
                reach,
                blocks,
                bound: 0.0,
                shrinks_with_blocks: false,
                certain: false,
            }),
            ..Tested::default()
        }
    }

    /// How far a value lies beyond the nearer end of the widened region, below 0 within it, and how
    /// far its interval reaches towards that end. `None` for a region without ends.
    fn outside(&self, value: f64, interval: Interval) -> Option<(f64, f64)> {
        let (up, down) = ((interval.high - value).max(0.0), (value - interval.low).max(0.0));
        let (low, high) = self.widened();
        let ends = [
            low.map(|low| (low - value, if value < low { up } else { down })),
            high.map(|high| (value - high, if value > high { down } else { up })),
        ];
        ends.into_iter().flatten().max_by(|one, other| {
            // Within, the end that the interval comes closer to decides.
            let ratio = |&(outside, reach): &(f64, f64)| outside / reach;
            match (one.0 > 0.0, other.0 > 0.0) {
                (false, false) => ratio(one).total_cmp(&ratio(other)),
                _ => one.0.total_cmp(&other.0),
            }
        })
    }

    /// What is tested about a change, where the region lies around no change.
    pub(in crate::findings) fn tested_change(
        &self,
        finding: &Finding,
        analysis: &Analysis,
    ) -> Tested {
        let known = finding.tested(analysis, None);
        if known.judgement == Some(Judgement::SAME) {
            return Tested { judgement: Some(Judgement::MEETS), ..known };
        }
        let one_sided = self.low.is_none() || self.high.is_none();
        if let Some(change) = finding.judged().filter(|_| one_sided) {
            return self.tested(analysis, Some(change), finding.blocks);
        }
        // The verdict of the comparison, of which a bound may allow one side.
        let judgement = known.judgement.map(|judgement| Judgement {
            verdict: match judgement.verdict {
                Verdict::Higher if self.high.is_some() => Verdict::Misses,
                Verdict::Lower if self.low.is_some() => Verdict::Misses,
                Verdict::NotSettled => Verdict::NotSettled,
                _ => Verdict::Meets,
            },
            ..judgement
        });
        Tested { judgement, p: None, ..known }
    }
}
