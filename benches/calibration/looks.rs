//! Intervals and tests at several looks at growing numbers of blocks.

use std::sync::LazyLock;

use fairdeal::findings::{Look, Looks, PlannedLook};
use fairdeal::stats::anytime::confidence_at_each_look;
use fairdeal::stats::group_sequential::repeated_p_value;
use fairdeal::stats::quantile_difference::{Lengths, quantile_interval};
use fairdeal::stats::{
    BlockSums, Confidence, DifferenceCounts, Histogram, Interval, Merge, Moments, PairedSums,
    PairedTable, ScoreCounts, anytime, proportion,
};

use super::promises::Outcome;
use super::simulations::{
    Source, blocks, by_evidence, confidence, length, length_ratio, lengths, long_length,
    mean_length, pair_scores, table, wins,
};

/// After 125, 250, 500 and so on to 8000 blocks.
const LOOKS: [u64; 7] = [125, 250, 500, 1000, 2000, 4000, 8000];

/// Planned looks up to this many blocks: the number of blocks at each, and the confidence of the
/// ordinary interval there.
fn planned(first: u64, most: u64) -> Vec<(u64, Confidence)> {
    let Looks::Planned(looks) = Looks::planned(first, most, confidence()) else {
        return Vec::new();
    };
    looks
        .iter()
        .map(|look: &PlannedLook| (look.blocks, look.confidence().expect("wider than at one look")))
        .collect()
}

/// Seven planned looks, after 350 to 4000 blocks.
static PLANNED: LazyLock<Vec<(u64, Confidence)>> = LazyLock::new(|| planned(250, 4000));

/// Looks of two kinds at few blocks.
#[derive(Clone, Copy)]
pub(super) enum FewLooks {
    /// Six planned ones, after 65 to 500 blocks.
    Planned,
    /// Seven of a run without a bound, after 50 to 567 blocks.
    Anytime,
}

impl FewLooks {
    /// Returns the number of blocks at each look, and how the results are judged there.
    pub(super) fn all(self) -> &'static [(u64, Look)] {
        static PLANNED: LazyLock<Vec<(u64, Look)>> = LazyLock::new(|| {
            planned(50, 500)
                .into_iter()
                .map(|(blocks, at_look)| (blocks, Look::Planned(at_look)))
                .collect()
        });
        static ANYTIME: LazyLock<Vec<(u64, Look)>> = LazyLock::new(|| {
            let looks = Looks::Any { first: 50 };
            let blocks = std::iter::successors(Some(50), |blocks| Some(looks.next(*blocks, 1000)));
            blocks.take(7).map(|blocks| (blocks, Look::Any { narrowest_at: 500 })).collect()
        });
        match self {
            Self::Planned => &PLANNED,
            Self::Anytime => &ANYTIME,
        }
    }
}

/// Looks at growing numbers of blocks, as planned, and returns the first interval that misses the
/// truth.
fn at_planned_looks(mut interval: impl FnMut(u64, Confidence) -> Outcome) -> Outcome {
    let mut seen = 0;
    first_miss(PLANNED.iter().map(|&(blocks, at_look)| {
        let more = blocks - seen;
        seen = blocks;
        interval(more, at_look)
    }))
}

pub(super) fn wilson_at_planned_looks(source: &mut Source, rate: f64) -> Outcome {
    let (mut games, mut won) = (0, 0);
    at_planned_looks(|more, at_look| {
        won += wins(source, more, rate);
        games += more;
        Outcome::within(rate, proportion::wilson(won, games, at_look))
    })
}

pub(super) fn blocks_at_planned_looks(source: &mut Source, rate: f64) -> Outcome {
    let mut sums = BlockSums::default();
    at_planned_looks(|more, at_look| {
        sums.merge(&blocks(source, more, rate, false)).expect("few blocks");
        Outcome::within(rate, sums.estimate(1).and_then(|estimate| estimate.interval(at_look)))
    })
}

pub(super) fn tango_at_planned_looks(source: &mut Source, rates: (f64, f64)) -> Outcome {
    let mut all = PairedTable::default();
    at_planned_looks(|more, at_look| {
        let more = table(source, more, rates, 0.8);
        for (sum, more) in [
            (&mut all.both, more.both),
            (&mut all.first_only, more.first_only),
            (&mut all.second_only, more.second_only),
            (&mut all.neither, more.neither),
        ] {
            *sum += more;
        }
        Outcome::within(rates.0 - rates.1, all.score_interval(at_look))
    })
}

pub(super) fn lengths_at_planned_looks(source: &mut Source, relative: bool) -> Outcome {
    let mut sums = PairedSums::default();
    let (one, other) = (mean_length(0.04), mean_length(0.05));
    at_planned_looks(|more, at_look| {
        sums.merge(&lengths(source, more)).expect("few blocks");
        if relative {
            Outcome::within(
                one / other,
                length_ratio(&sums, at_look).and_then(|ratio| ratio.interval),
            )
        } else {
            Outcome::within(
                one - other,
                sums.estimate(1).and_then(|estimate| estimate.interval(at_look)),
            )
        }
    })
}

pub(super) fn quantile_at_planned_looks(source: &mut Source) -> Outcome {
    let mut histogram = Histogram::default();
    at_planned_looks(|more, at_look| {
        for _ in 0..more {
            histogram.observe(length(source.uniform(), 0.05)).expect("few games");
        }
        let lengths = Lengths { finished: &histogram, cut_off: 0 };
        let (low, high) =
            quantile_interval(lengths, (95, 100), 1, at_look).expect("there were games");
        Outcome::of(
            long_length(0.05),
            (low.map(|length| length as f64), high.map(|length| length as f64)),
        )
    })
}

/// Compares lengths of both variants at the planned looks until their p-value separates them.
pub(super) fn planned_alarm(source: &mut Source, rates: (f64, f64)) -> bool {
    let mut sums = PairedSums::default();
    let found = at_planned_looks(|more, at_look| {
        for _ in 0..more {
            let luck = source.uniform();
            let others = source.shared(luck, 0.7);
            sums.observe(i64::from(luck < rates.0), i64::from(others < rates.1))
                .expect("few blocks");
        }
        let p_value =
            sums.estimate(1).and_then(|estimate| estimate.p_value(0.0)).expect("many blocks");
        if repeated_p_value(p_value, confidence(), at_look) < 0.05 {
            Outcome::Below
        } else {
            Outcome::Covered
        }
    });
    found != Outcome::Covered
}

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
