//! Tests of forecasts: about four of five verdicts are settled after the number of blocks
//! that was forecast.

use super::*;
use crate::findings::judge::Judge;
use fairdeal_core::metrics::quantity;
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_stats::Histogram;
use fairdeal_stats::quantile_difference::Lengths;

/// Random numbers of a simulated run.
fn stream(run: u64) -> Stream {
    BlockStreams::new(20_240_615, run).stream(Purpose::Other(0))
}

/// A number from 0 to 1.
fn uniform(stream: &mut Stream) -> f64 {
    (stream.word() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A standard normal number (Box and Muller).
fn normal(stream: &mut Stream) -> f64 {
    let (radius, angle) = (1.0 - uniform(stream), uniform(stream));
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}

fn family(correction: Correction, tested: Vec<Tested>) -> Families {
    let tested = tested.into_iter().map(|one| (Family::Asked, one)).collect();
    Families { significance: 0.05, quantile: Confidence::default().z(), correction, tested }
}

/// Whether the effect at a place is settled among all of its family.
fn is_settled(family: &Families, place: usize) -> bool {
    let is_clear = family.adjusted(Family::Asked, |one| one.p_bound)[place]
        .is_some_and(|p| p <= family.significance);
    is_clear
        && family.tested[place]
            .1
            .judgement
            .is_some_and(|judgement| judgement.verdict != Verdict::NotSettled)
}

/// The open verdicts with a forecast: their places, and how many more blocks each should need.
fn forecasts(family: &Families) -> Vec<(usize, u64)> {
    let Settled(rows) = family.settle();
    rows.iter().enumerate().filter_map(|(place, row)| Some((place, row.blocks_needed?))).collect()
}

/// How many of the forecasts held.
#[derive(Debug, Default)]
struct Tally {
    held: u32,
    all: u32,
}

impl Tally {
    fn add(&mut self, held: bool) {
        self.held += u32::from(held);
        self.all += 1;
    }

    fn share(&self) -> f64 {
        f64::from(self.held) / f64::from(self.all)
    }
}

const TOLERANCE: f64 = 0.01;

/// An effect with its interval from a mean over blocks, each of which has an error of this size.
fn mean(estimate: f64, spread: f64, blocks: u64) -> Tested {
    let reach = Confidence::default().z() * spread / (blocks as f64).sqrt();
    let interval = Interval { low: estimate - reach, high: estimate + reach };
    Tested {
        p_bound: p_at_bound(&Analysis::default(), estimate, interval, TOLERANCE, None),
        judgement: Some(Judgement::new(Claim::Change, estimate, interval, blocks, TOLERANCE)),
        tolerance: TOLERANCE,
        ..Tested::default()
    }
}

#[test]
fn four_of_five_are_settled_after_as_many_blocks_as_are_said() {
    const BLOCKS: u64 = 1000;
    const SPREAD: f64 = 0.2;
    for correction in [Correction::Holm, Correction::BenjaminiHochberg] {
        let (mut all, mut narrow) = (Tally::default(), Tally::default());
        for run in 0..150 {
            let stream = &mut stream(run);
            let error =
                |blocks: u64, stream: &mut Stream| SPREAD / (blocks as f64).sqrt() * normal(stream);
            // The effects lie far and near.
            let effects: Vec<(f64, f64)> = (0..12)
                .map(|_| {
                    let truth = 0.12 * (uniform(stream) - 0.5);
                    (truth, truth + error(BLOCKS, stream))
                })
                .collect();
            let now = family(
                correction,
                effects.iter().map(|(_, estimate)| mean(*estimate, SPREAD, BLOCKS)).collect(),
            );
            for (place, more) in forecasts(&now) {
                let total = BLOCKS + more;
                let later = |(truth, estimate): &(f64, f64), stream: &mut Stream| {
                    (BLOCKS as f64 * estimate + more as f64 * (truth + error(more, stream)))
                        / total as f64
                };
                let then = family(
                    correction,
                    effects
                        .iter()
                        .map(|effect| mean(later(effect, stream), SPREAD, total))
                        .collect(),
                );
                let held = is_settled(&then, place);
                all.add(held);
                if now.tested[place]
                    .1
                    .judgement
                    .is_some_and(|judgement| judgement.verdict != Verdict::NotSettled)
                {
                    narrow.add(held);
                }
            }
        }
        assert!(all.all > 500 && (0.77..0.90).contains(&all.share()), "{correction:?}: {all:?}");
        // The verdicts whose own interval is narrow enough, but whose corrected p-value is not
        // small enough yet.
        assert!(
            narrow.all > 30 && (0.72..0.93).contains(&narrow.share()),
            "{correction:?}: {narrow:?}"
        );
    }
}

/// The lengths within which 95 % of games end are whole numbers, and so are the ends of their
/// intervals.
#[test]
fn forecasts_of_whole_numbers_hold_too() {
    const BLOCKS: u64 = 1000;
    let quantity = quantity("length_p95").expect("a quantity");
    let analysis = Analysis::default();
    let play = |middle: f64, games: u64, lengths: &mut Histogram, stream: &mut Stream| {
        (0..games).for_each(|_| {
            lengths
                .observe((middle + 3.0 * normal(stream)).round().max(0.0) as u64)
                .expect("few games");
        });
    };
    // Among others that stay open.
    let others = || (0..40).map(|place| mean(TOLERANCE, 0.2, 1000 + place));
    let judge = Judge { analysis: &analysis, same_rules: false };
    let tested = |lengths: &[Histogram; 2], blocks: u64| {
        let [variant, baseline] =
            [0, 1].map(|place| Lengths { finished: &lengths[place], cut_off: 0 });
        let found = judge.percentile(quantity, variant, baseline, 95, (blocks, blocks), 1);
        let tolerance = analysis.tolerance(quantity.tolerance);
        let one = Tested {
            p_bound: found.p_bound,
            judgement: found.judgement,
            tolerance,
            ..Tested::default()
        };
        family(Correction::Holm, std::iter::once(one).chain(others()).collect())
    };
    let (mut held, mut narrow) = (Tally::default(), 0);
    for run in 0..150 {
        let stream = &mut stream(run);
        let middles = [40.0 * (1.0 + 0.14 * uniform(stream)), 40.0];
        let mut lengths = [Histogram::default(), Histogram::default()];
        let mut play_all = |games: u64, lengths: &mut [Histogram; 2]| {
            lengths
                .iter_mut()
                .zip(middles)
                .for_each(|(lengths, middle)| play(middle, games, lengths, stream));
        };
        play_all(BLOCKS, &mut lengths);
        let now = tested(&lengths, BLOCKS);
        let Some((_, more)) =
            forecasts(&now).into_iter().find(|(place, more)| *place == 0 && *more < 20_000)
        else {
            continue;
        };
        narrow += u32::from(
            now.tested[0]
                .1
                .judgement
                .is_some_and(|judgement| judgement.verdict != Verdict::NotSettled),
        );
        play_all(more, &mut lengths);
        held.add(is_settled(&tested(&lengths, BLOCKS + more), 0));
    }
    // Their intervals allow for more than is possible, so that they are at least as sure
    // as they claim.
    assert!(held.all > 30 && narrow > 20 && held.share() > 0.75, "{held:?}, {narrow} narrow");
}
