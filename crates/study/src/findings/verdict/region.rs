//! The region in which a value is wanted: between two bounds, above one, or below one.

use super::super::judge::Finding;
use super::{Analysis, Judgement, Tested, p_of_ratio};
use fairdeal_core::rows::Verdict;
use fairdeal_stats::Interval;

/// The region in which a value is wanted.
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

    /// Tests a value with its interval, after this many blocks.
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

    /// Tests a change, if the region lies around no change.
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

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::rng::{BlockStreams, Purpose};
    use fairdeal_stats::{Confidence, student};

    const BLOCKS: u64 = 100_000;

    fn region(low: Option<f64>, high: Option<f64>, tolerance: f64) -> Region {
        Region::new([low, high], |_| tolerance)
    }

    fn verdict(region: Region, value: f64, interval: (f64, f64)) -> Option<Verdict> {
        let interval = Interval { low: interval.0, high: interval.1 };
        region.tested(&Analysis::default(), Some((value, interval)), BLOCKS).alone()
    }

    #[test]
    fn the_interval_decides_on_one_side_and_on_two() {
        let (at_most, at_least) = (region(None, Some(0.3), 0.1), region(Some(0.3), None, 0.1));
        let between = region(Some(0.3), Some(0.5), 0.1);
        for (interval, most, least, both) in [
            ((0.05, 0.15), Verdict::Meets, Verdict::Misses, Verdict::Misses),
            ((0.10, 0.30), Verdict::Meets, Verdict::NotSettled, Verdict::NotSettled),
            ((0.25, 0.35), Verdict::Meets, Verdict::Meets, Verdict::Meets),
            ((0.35, 0.45), Verdict::NotSettled, Verdict::Meets, Verdict::Meets),
            ((0.45, 0.55), Verdict::Misses, Verdict::Meets, Verdict::Meets),
            ((0.55, 0.65), Verdict::Misses, Verdict::Meets, Verdict::NotSettled),
            ((0.65, 0.75), Verdict::Misses, Verdict::Meets, Verdict::Misses),
            // Wider than the region itself.
            ((0.05, 0.75), Verdict::NotSettled, Verdict::NotSettled, Verdict::NotSettled),
        ] {
            let value = f64::midpoint(interval.0, interval.1);
            assert_eq!(
                [at_most, at_least, between].map(|region| verdict(region, value, interval)),
                [most, least, both].map(Some),
                "{interval:?}"
            );
        }
    }

    #[test]
    fn a_value_on_the_widened_bound_is_not_settled_and_one_without_an_interval_has_no_verdict() {
        let at_most = region(None, Some(0.5), 0.25);
        assert_eq!(verdict(at_most, 0.75, (0.7, 0.8)), Some(Verdict::NotSettled));
        assert_eq!(verdict(at_most, 0.75, (0.75, 0.75)), None);
        assert_eq!(at_most.tested(&Analysis::default(), None, BLOCKS).alone(), None);
        // The bound itself is inside, as long as there is a tolerance.
        assert_eq!(verdict(at_most, 0.5, (0.45, 0.55)), Some(Verdict::Meets));
    }

    #[test]
    fn without_a_tolerance_one_value_can_be_missed_and_not_met() {
        let fair = region(Some(0.5), Some(0.5), 0.0);
        assert_eq!(verdict(fair, 0.5, (0.49, 0.51)), Some(Verdict::NotSettled));
        assert_eq!(verdict(fair, 0.53, (0.51, 0.55)), Some(Verdict::Misses));
        let at_least = region(Some(0.5), None, 0.0);
        assert_eq!(verdict(at_least, 0.53, (0.51, 0.55)), Some(Verdict::Meets));
    }

    #[test]
    fn distances_are_in_tolerances_beyond_the_bound_itself() {
        let between = region(Some(0.25), Some(0.5), 0.125);
        for (value, beyond) in
            [(0.25, 0.0), (0.4, 0.0), (0.5, 0.0), (0.625, 1.0), (0.0, 2.0), (0.75, 2.0)]
        {
            assert_eq!(between.beyond(value), Some(beyond), "{value}");
        }
        let sharp = region(None, Some(0.5), 0.0);
        assert_eq!((sharp.beyond(0.5), sharp.beyond(0.6)), (Some(0.0), None));
        // Where tolerances are shares of the bounds, each bound has its own.
        let relative = Region::new([Some(10.0), Some(40.0)], |bound| 0.05 * bound);
        assert_eq!((relative.beyond(9.0), relative.beyond(44.0)), (Some(2.0), Some(2.0)));
    }

    /// Every interval on a grid, against the definition: within the widened bounds, wholly beyond
    /// one of them, or neither.
    #[test]
    fn verdicts_are_those_of_the_definition() {
        // Bounds lie on whole numbers, ends of intervals between them.
        let bounds = [None, Some(2.0), Some(3.0), Some(5.0)];
        for low in bounds {
            for high in bounds {
                if low.zip(high).is_some_and(|(low, high)| low > high)
                    || (low, high) == (None, None)
                {
                    continue;
                }
                for tolerance in [0.0, 1.0] {
                    let region = region(low, high, tolerance);
                    let least = low.map_or(f64::NEG_INFINITY, |low| low - tolerance);
                    let most = high.map_or(f64::INFINITY, |high| high + tolerance);
                    for from in 0..8 {
                        for to in from + 1..9 {
                            let ends = (f64::from(from) - 0.5, f64::from(to) - 0.5);
                            // Intervals reach further to one side than to the other.
                            for share in [0.25, 0.5, 0.8] {
                                let value = ends.0 + share * (ends.1 - ends.0);
                                let expected = if ends.0 > most || ends.1 < least {
                                    Verdict::Misses
                                } else if ends.0 >= least && ends.1 <= most {
                                    Verdict::Meets
                                } else {
                                    Verdict::NotSettled
                                };
                                assert_eq!(
                                    verdict(region, value, ends),
                                    Some(expected),
                                    "{low:?} to {high:?} by {tolerance}: {value} in {ends:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    /// A true value exactly on a widened bound neither meets nor misses: whatever is settled is
    /// wrong. That happens at most as often as the significance allows.
    #[test]
    fn settled_verdicts_on_the_bound_are_as_rare_as_the_significance_says() {
        const SAMPLES: u32 = 2000;
        const SIZE: u32 = 30;
        let analysis = Analysis::default();
        let quantile = student::two_sided_quantile(u64::from(SIZE) - 1, Confidence::default())
            .expect("degrees of freedom");
        let mut random = BlockStreams::new(44, 0).stream(Purpose::Strategy(0));
        let regions = [
            region(None, Some(0.4), 0.1),
            region(Some(0.6), None, 0.1),
            region(Some(0.1), Some(0.4), 0.1),
            // Hardly wider than an interval.
            region(Some(0.4), Some(0.45), 0.05),
            region(Some(0.5), Some(0.9), 0.0),
        ];
        let mut settled = [[0_u32; 2]; 5];
        for _ in 0..SAMPLES {
            // Uniform from 0 to 1: the mean is one half.
            let drawn = || f64::from(random.below(1001)) / 1000.0;
            let sample: Vec<f64> = std::iter::repeat_with(drawn).take(SIZE as usize).collect();
            let size = f64::from(SIZE);
            let mean = sample.iter().sum::<f64>() / size;
            let squares: f64 = sample.iter().map(|one| (one - mean) * (one - mean)).sum();
            let reach = quantile * (squares / (size - 1.0) / size).sqrt();
            let interval = Interval { low: mean - reach, high: mean + reach };
            for (region, [meets, misses]) in regions.iter().zip(&mut settled) {
                let tested = region.tested(&analysis, Some((mean, interval)), u64::from(SIZE));
                match tested.alone() {
                    Some(Verdict::Meets) => *meets += 1,
                    Some(Verdict::Misses) => *misses += 1,
                    _ => {}
                }
            }
        }
        // Each side has half of the significance; the samples show it to a few tenths.
        for [meets, misses] in settled {
            for wrong in [meets, misses] {
                assert!(f64::from(wrong) < 0.05 * f64::from(SAMPLES), "{settled:?}");
            }
        }
        assert!(settled[0].iter().all(|wrong| *wrong > SAMPLES / 100), "{settled:?}");
    }
}
