//! Intervals and tests at several looks at growing numbers of blocks.

use std::sync::LazyLock;

use fairdeal::findings::{Look, place_after};
use fairdeal::stats::anytime::confidence_at_each_look;
use fairdeal::stats::{
    DifferenceCounts, Histogram, Interval, Merge, Moments, PairedSums, ScoreCounts, anytime,
};

use super::promises::Outcome;
use super::simulations::{
    Source, by_evidence, confidence, length, length_ratio, lengths, mean_length, pair_scores, wins,
};

/// After 125, 250, 500 and so on to 8000 blocks.
const LOOKS: [u64; 7] = [125, 250, 500, 1000, 2000, 4000, 8000];

/// The looks at few blocks of a run that is looked at any number of times: the number of blocks at
/// each, and how the results are judged there.
pub(super) static EVERY_LOOK: LazyLock<Vec<(u64, Look)>> = LazyLock::new(|| {
    let blocks = std::iter::successors(Some(50), |blocks| Some(place_after(*blocks).min(1000)));
    blocks.take(7).map(|blocks| (blocks, Look::Any { narrowest_at: 500 })).collect()
});

/// The worst of all looks: the first interval that misses, or the last one.
pub(super) fn first_miss(looks: impl Iterator<Item = Outcome>) -> Outcome {
    looks.fold(Outcome::Covered, |found, next| if found == Outcome::Covered { next } else { found })
}

/// The blocks between one look and the next.
pub(super) fn spans() -> impl Iterator<Item = u64> {
    LOOKS.iter().scan(0, |seen, &look| {
        let more = look - *seen;
        *seen = look;
        Some(more)
    })
}

pub(super) fn betting_at_every_look(source: &mut Source) -> Outcome {
    let mut scores = Histogram::default();
    first_miss(spans().map(|more| {
        scores.merge(pair_scores(source, more).counts()).expect("few pairs");
        by_evidence(&ScoreCounts::new(4, scores.clone()).expect("four half points"))
    }))
}

pub(super) fn rate_at_every_look(source: &mut Source, rate: f64) -> Outcome {
    let (mut games, mut won) = (0, 0);
    first_miss(spans().map(|more| {
        won += wins(source, more, rate);
        games += more;
        Outcome::within(rate, anytime::rate_confidence_sequence(won, games, confidence()))
    }))
}

pub(super) fn asymptotic_at_every_look(source: &mut Source) -> Outcome {
    let mut moments = Moments::default();
    let truth = mean_length(0.05);
    first_miss(spans().map(|more| {
        for _ in 0..more {
            moments.observe(length(source.uniform(), 0.05) as i64).expect("few games");
        }
        let mean = moments.mean().expect("there were games");
        let interval = anytime::asymptotic_half_width(&moments, 2000, confidence())
            .map(|half_width| Interval { low: mean - half_width, high: mean + half_width });
        Outcome::within(truth, interval)
    }))
}

/// The intervals of differences and ratios of lengths, with the confidence for each of several
/// looks.
pub(super) fn lengths_at_every_look(source: &mut Source, relative: bool) -> Outcome {
    let mut sums = PairedSums::default();
    let (one, other) = (mean_length(0.04), mean_length(0.05));
    first_miss(spans().map(|more| {
        sums.merge(&lengths(source, more)).expect("few blocks");
        let each =
            confidence_at_each_look(sums.blocks, LOOKS[6], confidence()).expect("many blocks");
        if relative {
            Outcome::within(one / other, length_ratio(&sums, each).and_then(|ratio| ratio.interval))
        } else {
            Outcome::within(
                one - other,
                sums.estimate(1).and_then(|estimate| estimate.interval(each)),
            )
        }
    }))
}

/// Compares scores of both variants in blocks of two games at several looks until they are
/// separated.
pub(super) fn paired_alarm(source: &mut Source, rates: (f64, f64), sequence: bool) -> bool {
    let threshold = -libm::log(confidence().significance());
    let mut differences = Histogram::default();
    let mut sums = PairedSums::default();
    (0..40).any(|_| {
        for _ in 0..100 {
            let luck = source.uniform();
            let next = source.shared(luck, 0.3);
            let (mut won, mut others) = (0, 0);
            for luck in [luck, next] {
                won += u64::from(luck < rates.0);
                others += u64::from(source.shared(luck, 0.7) < rates.1);
            }
            differences.observe(2 + won - others).expect("few blocks");
            sums.observe(won as i64, others as i64).expect("few blocks");
        }
        if sequence {
            let counts = DifferenceCounts::new(2, differences.clone()).expect("scores");
            counts.log_e_value(0.0).expect("a mean") >= threshold
        } else {
            sums.estimate(2).and_then(|estimate| estimate.p_value(0.0)).expect("many blocks") < 0.05
        }
    })
}
