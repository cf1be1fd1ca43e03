//! Verdicts: what an interval says about an effect and a tolerance.

use super::Analysis;
use crate::rows::{Judged, Method, Verdict};
use crate::stats::normal::two_sided_p_value;
use crate::stats::{Confidence, Interval, families, planning};

/// What an effect is claimed to be: what its verdicts are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// A share of the wins against the fair one.
    Advantage,
    /// A difference of two values.
    Change,
    /// How far something moves win rates, which is never negative.
    Matters,
}

impl Claim {
    fn above(self) -> Verdict {
        match self {
            Self::Advantage => Verdict::Advantage,
            Self::Change => Verdict::Higher,
            Self::Matters => Verdict::NeighboursMatter,
        }
    }

    fn below(self) -> Verdict {
        match self {
            Self::Advantage => Verdict::Disadvantage,
            Self::Change | Self::Matters => Verdict::Lower,
        }
    }

    fn within(self) -> Verdict {
        match self {
            Self::Advantage | Self::Matters => Verdict::Within,
            Self::Change => Verdict::Same,
        }
    }
}

/// A verdict, and about how many more blocks should settle it, where it is not settled and that can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    pub(super) blocks_needed: Option<u64>,
}

impl Judgement {
    /// The verdict about an effect with its interval after this many blocks: beyond the tolerance only if all of the interval is.
    pub(super) fn new(claim: Claim, effect: f64, interval: Interval, blocks: u64, tolerance: f64) -> Self {
        Self::with_reach(claim, effect, interval, interval.half_width(), blocks, tolerance)
    }

    /// The same for an interval that reaches further to one side than to the other: `reach` is how far it does towards the nearer bound.
    pub(super) fn with_reach(claim: Claim, effect: f64, interval: Interval, reach: f64, blocks: u64, tolerance: f64) -> Self {
        let settled = |verdict| Self { verdict, blocks_needed: None };
        if interval.low > tolerance {
            settled(claim.above())
        } else if interval.high < -tolerance {
            settled(claim.below())
        } else if tolerance > 0.0 && interval.low >= -tolerance && interval.high <= tolerance {
            settled(claim.within())
        } else {
            let total = planning::blocks_to_settle(effect, reach, blocks, tolerance);
            let more = total.map(|total| rounded(total.saturating_sub(blocks).max(1))).filter(|more| *more <= TOO_MANY);
            Self { verdict: Verdict::NotSettled, blocks_needed: more }
        }
    }

    /// No difference: the rules are the same.
    pub(super) const SAME: Self = Self { verdict: Verdict::Same, blocks_needed: None };
}

/// This many more blocks say only that the effect lies on a bound of the tolerance.
const TOO_MANY: u64 = 10_000_000;

/// A number with its first two digits only: more would claim too much.
fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit).saturating_mul(unit)
}

/// The two-sided p-value of an effect that is just as large as the tolerance, against a larger one; by the normal distribution, from the interval
/// of the effect. 1 where the effect is no larger.
pub(super) fn p_beyond(effect: f64, interval: Interval, tolerance: f64, confidence: Confidence) -> Option<f64> {
    let side = if effect > 0.0 { effect - interval.low } else { interval.high - effect };
    let beyond = effect.abs() - tolerance;
    if beyond <= 0.0 {
        return Some(1.0);
    }
    (side > 0.0).then(|| two_sided_p_value(confidence.z() * beyond / side))
}

/// One effect of a family.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tested {
    /// p-value of "no effect".
    pub(super) p: Option<f64>,
    /// p-value of an effect that is just the tolerance.
    pub(super) p_beyond: Option<f64>,
    pub(super) judgement: Option<Judgement>,
    /// It says the same as the effect at this place: it is not tested again, and has the p-values of that one.
    pub(super) mirrors: Option<usize>,
    pub(super) tolerance: f64,
}

/// Corrects the p-values of a family for each other. `size`: how many were tested, where that is not the number of p-values.
pub(super) fn family(tested: &[Tested], size: Option<usize>) -> Vec<Judged> {
    let p_holm = corrected(tested, |one| one.p, families::holm);
    let p_beyond_holm = corrected(tested, |one| one.p_beyond, families::holm);
    let size = size.unwrap_or_else(|| tested.iter().filter(|one| one.p.is_some() && one.mirrors.is_none()).count());
    let judged = |(one, (p_holm, p_beyond_holm)): (&Tested, (Option<f64>, Option<f64>))| Judged {
        p: one.p,
        p_holm,
        family_size: size,
        p_beyond_holm,
        tolerance: one.tolerance,
        verdict: one.judgement.map(|judgement| judgement.verdict),
        blocks_needed: one.judgement.and_then(|judgement| judgement.blocks_needed),
    };
    tested.iter().zip(p_holm.into_iter().zip(p_beyond_holm)).map(judged).collect()
}

/// p-values of a family by a correction.
pub(super) fn corrected(
    tested: &[Tested],
    p_value: impl Fn(&Tested) -> Option<f64>,
    correct: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<Option<f64>> {
    let once = |one: &Tested| p_value(one).filter(|_| one.mirrors.is_none());
    let family: Vec<f64> = tested.iter().filter_map(once).collect();
    let mut values = correct(&family).into_iter();
    let own: Vec<Option<f64>> = tested.iter().map(|one| once(one).and_then(|_| values.next())).collect();
    tested.iter().enumerate().map(|(index, one)| own[one.mirrors.unwrap_or(index)]).collect()
}

/// The ends of an interval.
pub(super) fn ends(interval: Option<Interval>) -> (Option<f64>, Option<f64>) {
    (interval.map(|interval| interval.low), interval.map(|interval| interval.high))
}

/// The name of the method of an interval, if there is one: those for any number of looks are of one kind.
pub(super) fn method(analysis: &Analysis, interval: Option<Interval>, method: Method) -> Option<Method> {
    interval.map(|_| if analysis.is_anytime() { Method::Anytime } else { method })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(low: f64, high: f64, tolerance: f64) -> Judgement {
        Judgement::new(Claim::Advantage, f64::midpoint(low, high), Interval { low, high }, 1000, tolerance)
    }

    #[test]
    fn the_whole_interval_decides() {
        assert_eq!(judged(0.011, 0.03, 0.01).verdict, Verdict::Advantage);
        assert_eq!(judged(-0.03, -0.011, 0.01).verdict, Verdict::Disadvantage);
        assert_eq!(judged(-0.01, 0.01, 0.01).verdict, Verdict::Within);
        assert_eq!(judged(0.009, 0.03, 0.01).verdict, Verdict::NotSettled);
        assert_eq!(judged(-0.02, 0.02, 0.01).verdict, Verdict::NotSettled);
        assert_eq!(judged(0.001, 0.002, 0.0).verdict, Verdict::Advantage);
        assert_eq!(judged(0.0, 0.0, 0.0), Judgement { verdict: Verdict::NotSettled, blocks_needed: None });
    }

    #[test]
    fn more_blocks_are_those_that_narrow_the_interval() {
        // A half-width of 2 points must shrink to 1 point: four times the blocks.
        let more = judged(-0.02, 0.02, 0.01).blocks_needed.expect("can be said");
        assert!((2990..=3100).contains(&more), "{more}");
        assert_eq!(rounded(2999), 3000);
        assert_eq!(rounded(99), 99);
    }

    #[test]
    fn what_is_said_twice_is_tested_once() {
        let tested = |p, mirrors| Tested { p: Some(p), mirrors, ..Tested::default() };
        let judged = family(&[tested(0.01, None), tested(0.01, Some(0)), tested(0.04, None)], None);
        let holm: Vec<Option<f64>> = judged.iter().map(|one| one.p_holm).collect();
        assert_eq!(holm, [Some(0.02), Some(0.02), Some(0.04)]);
        assert!(judged.iter().all(|one| one.family_size == 2));
    }
}
