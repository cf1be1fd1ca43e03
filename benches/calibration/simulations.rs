//! Simulated blocks with a known truth, and the intervals and tests computed from them.

use std::sync::{Arc, LazyLock};

use fairdeal::arrangement::Arrangement;
use fairdeal::findings::{self, Analysis, Look, Looks, PlannedLook, Run, Verdicts};
use fairdeal::game::{AnyRules, Game, MAX_LENGTH_UNITS, Outcome as Ended, Playthrough};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Settings;
use fairdeal::metrics::{
    Batch, Counts, DecisionSamples, Label, Layout, Metric, Pair, Shape, Variant,
};
use fairdeal::rng::rand::RngExt;
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::rows::{NeighbourSpreadRow, Position};
use fairdeal::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal::stats::anytime::confidence_at_each_look;
use fairdeal::stats::group_sequential::repeated_p_value;
use fairdeal::stats::quantile_difference::{Lengths, quantile_interval};
use fairdeal::stats::quasi_random::unit_point;
use fairdeal::stats::sensitivity::{
    Direction, Estimate, Group, effect_of_groups, indices_of_groups,
};
use fairdeal::stats::{
    BlockSums, BlockWins, Comparisons, Confidence, DifferenceCounts, Histogram, Interval, Merge,
    Moments, PairedBlocks, PairedRatio, PairedSums, PairedTable, QuantileDifference, ScoreCounts,
    anytime, proportion,
};
use statrs::distribution::{DiscreteCDF, Geometric};
use statrs::statistics::Distribution;

use super::promises::Outcome;

/// The one seed of all checks.
const SEED: u64 = 20_260_701;

/// Random numbers of one simulated run.
pub(crate) struct Source(Stream);

impl Source {
    /// The numbers of one run of one check.
    pub(crate) fn new(check: u32, run: u64) -> Self {
        Self(BlockStreams::new(SEED, run).stream(Purpose::Deck(check)))
    }

    /// Evenly distributed from 0 to 1, the latter excluded.
    fn uniform(&mut self) -> f64 {
        self.0.random()
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }

    /// Returns `previous` with this probability, otherwise a new number.
    fn shared(&mut self, previous: f64, probability: f64) -> f64 {
        if self.chance(probability) { previous } else { self.uniform() }
    }
}

pub(super) fn confidence() -> Confidence {
    Confidence::default()
}

/// The number of wins in independent games.
pub(super) fn wins(source: &mut Source, games: u64, rate: f64) -> u64 {
    (0..games).map(|_| u64::from(source.chance(rate))).sum()
}

pub(super) fn wilson(source: &mut Source, games: u64, rate: f64) -> Outcome {
    Outcome::within(rate, proportion::wilson(wins(source, games, rate), games, confidence()))
}

/// Wins in blocks of two games; with a probability of 0.3 the first game's luck also decides the
/// second. If `uneven`, every third block has four games.
pub(super) fn blocks(source: &mut Source, count: u64, rate: f64, uneven: bool) -> BlockSums {
    let mut sums = BlockSums::default();
    for block in 0..count {
        let games = if uneven && block % 3 == 0 { 4 } else { 2 };
        let first = source.uniform();
        let mut points = u64::from(first < rate);
        for _ in 1..games {
            points += u64::from(source.shared(first, 0.3) < rate);
        }
        sums.observe(points, games).expect("few blocks");
    }
    sums
}

pub(super) fn clustered(source: &mut Source, count: u64, rate: f64, uneven: bool) -> Outcome {
    let interval = blocks(source, count, rate, uneven)
        .estimate(1)
        .and_then(|rate| rate.interval(confidence()));
    Outcome::within(rate, interval)
}

/// The wrong method: games of one block taken as independent.
pub(super) fn naive(source: &mut Source, count: u64, rate: f64) -> Outcome {
    let sums = blocks(source, count, rate, false);
    Outcome::within(rate, proportion::wilson(sums.points as u64, sums.games as u64, confidence()))
}

/// One game per block and variant; both have the same luck with a probability of `shared`.
pub(super) fn table(
    source: &mut Source,
    count: u64,
    (first, second): (f64, f64),
    shared: f64,
) -> PairedTable {
    let mut table = PairedTable::default();
    for _ in 0..count {
        let luck = source.uniform();
        let others = source.shared(luck, shared);
        *match (luck < first, others < second) {
            (true, true) => &mut table.both,
            (true, false) => &mut table.first_only,
            (false, true) => &mut table.second_only,
            (false, false) => &mut table.neither,
        } += 1;
    }
    table
}

pub(super) fn tango(source: &mut Source, count: u64, rates: (f64, f64), shared: f64) -> Outcome {
    Outcome::within(
        rates.0 - rates.1,
        table(source, count, rates, shared).score_interval(confidence()),
    )
}

/// Two games per block and variant; the variants share luck with a probability of `shared`, the
/// games of a block with 0.3.
pub(super) fn paired_blocks(
    source: &mut Source,
    count: u64,
    (first, second): (f64, f64),
    shared: f64,
) -> PairedBlocks {
    let mut sums = PairedBlocks::default();
    for _ in 0..count {
        let luck = source.uniform();
        let next = source.shared(luck, 0.3);
        let (mut won, mut others) = (0, 0);
        for luck in [luck, next] {
            won += u64::from(luck < first);
            others += u64::from(source.shared(luck, shared) < second);
        }
        sums.observe((won, 2), (others, 2)).expect("few blocks");
    }
    sums
}

pub(super) fn paired_rates(
    source: &mut Source,
    count: u64,
    rates: (f64, f64),
    shared: f64,
) -> Outcome {
    let interval = paired_blocks(source, count, rates, shared)
        .estimate(1)
        .and_then(|estimate| estimate.interval(confidence()));
    Outcome::within(rates.0 - rates.1, interval)
}

/// An interval for many changed blocks, used with few.
pub(super) fn paired_rare(source: &mut Source, count: u64, rates: (f64, f64)) -> Outcome {
    let table = table(source, count, rates, 0.5);
    let mut sums = PairedSums::default();
    for (times, first, second) in [
        (table.both, 1, 1),
        (table.first_only, 1, 0),
        (table.second_only, 0, 1),
        (table.neither, 0, 0),
    ] {
        sums.observe_many(first, second, times).expect("few blocks");
    }
    Outcome::within(
        rates.0 - rates.1,
        sums.estimate(1).and_then(|estimate| estimate.interval(confidence())),
    )
}

/// The length of a game: ten turns plus a geometric number, each turn the last with a probability
/// of `last`.
pub(super) fn length(luck: f64, last: f64) -> u32 {
    10 + 1 + (libm::log1p(-luck) / libm::log1p(-last)) as u32
}

fn turns_beyond_ten(last: f64) -> Geometric {
    Geometric::new(last).expect("a probability")
}

pub(super) fn mean_length(last: f64) -> f64 {
    10.0 + turns_beyond_ten(last).mean().expect("finite")
}

/// The smallest length that at least 95 % of all games do not exceed.
pub(super) fn long_length(last: f64) -> f64 {
    10.0 + turns_beyond_ten(last).inverse_cdf(0.95) as f64
}

pub(super) fn lengths(source: &mut Source, count: u64) -> PairedSums {
    let mut sums = PairedSums::default();
    for _ in 0..count {
        let luck = source.uniform();
        let others = source.shared(luck, 0.7);
        sums.observe(i64::from(length(luck, 0.04)), i64::from(length(others, 0.05)))
            .expect("few blocks");
    }
    sums
}

fn length_ratio(sums: &PairedSums, confidence: Confidence) -> Option<PairedRatio> {
    PairedBlocks::of_equal_games(sums, 1)?.ratio(confidence)
}

pub(super) fn ratio(source: &mut Source, count: u64) -> Outcome {
    let interval =
        length_ratio(&lengths(source, count), confidence()).and_then(|ratio| ratio.interval);
    Outcome::within(mean_length(0.04) / mean_length(0.05), interval)
}

pub(super) fn paired_lengths(source: &mut Source, count: u64) -> Outcome {
    let interval =
        lengths(source, count).estimate(1).and_then(|estimate| estimate.interval(confidence()));
    Outcome::within(mean_length(0.04) - mean_length(0.05), interval)
}

pub(super) fn quantile(source: &mut Source, count: u64) -> Outcome {
    let mut histogram = Histogram::default();
    for _ in 0..count {
        histogram.observe(length(source.uniform(), 0.05)).expect("few games");
    }
    let (low, high) =
        quantile_interval(Lengths { finished: &histogram, cut_off: 0 }, (95, 100), 1, confidence())
            .expect("there were games");
    Outcome::of(long_length(0.05), (low.map(f64::from), high.map(f64::from)))
}

/// Blocks of two games for each variant. The variants share their luck with a probability of
/// `shared`, and so do the games of a block.
pub(super) fn quantiles(source: &mut Source, count: u64, shared: f64) -> Outcome {
    let compared = compared_quantiles(source, count, shared, 0.04);
    let ends = (compared.low.map(|end| end as f64), compared.high.map(|end| end as f64));
    Outcome::of(long_length(0.04) - long_length(0.05), ends)
}

/// The same as a share of the shorter one, where games of one variant are several times as long.
pub(super) fn relative_quantiles(source: &mut Source, count: u64, last: f64) -> Outcome {
    let interval = compared_quantiles(source, count, 0.0, last).relative_interval();
    let ends = (interval.map(|interval| interval.low), interval.map(|interval| interval.high));
    Outcome::of(long_length(last) / long_length(0.05) - 1.0, ends)
}

pub(super) fn compared_quantiles(
    source: &mut Source,
    count: u64,
    shared: f64,
    last: f64,
) -> QuantileDifference {
    let (mut one, mut other) = (Histogram::default(), Histogram::default());
    for _ in 0..count {
        let luck = source.uniform();
        let next = source.shared(luck, shared);
        for luck in [luck, next] {
            let (long, short) = (length(luck, last), length(source.shared(luck, shared), 0.05));
            one.observe(long).expect("few games");
            other.observe(short).expect("few games");
        }
    }
    let lengths = |finished| Lengths { finished, cut_off: 0 };
    QuantileDifference::new(lengths(&one), lengths(&other), (95, 100), 2, confidence())
        .expect("there were games")
}

/// How often pairs of games have each score from 0 to 4 half points. A game is won with 35 %, drawn
/// with 40 % and lost with 25 %; the second ends like the first with a probability of 0.2.
fn pairs(source: &mut Source, count: u64) -> [u64; 5] {
    let mut pairs = [0; 5];
    for _ in 0..count {
        let half_points = |luck: f64| usize::from(luck >= 0.25) + usize::from(luck >= 0.65);
        let luck = source.uniform();
        let next = source.shared(luck, 0.2);
        pairs[half_points(luck) + half_points(next)] += 1;
    }
    pairs
}

pub(super) fn pair_scores(source: &mut Source, count: u64) -> ScoreCounts {
    let mut scores = Histogram::default();
    for (score, times) in (0..).zip(pairs(source, count)) {
        scores.observe_many(score, times).expect("few pairs");
    }
    ScoreCounts::new(4, scores).expect("four half points")
}

pub(super) fn betting(source: &mut Source, count: u64) -> Outcome {
    by_evidence(&pair_scores(source, count))
}

/// The position of the mean of the pairs' scores, by the evidence against it.
pub(super) fn by_evidence(scores: &ScoreCounts) -> Outcome {
    // The interval holds a mean if the evidence against it is below the threshold: see the tests.
    let threshold = -libm::log(confidence().significance());
    if scores.log_e_value(0.55).expect("a mean") < threshold {
        Outcome::Covered
    } else if scores.mean() > Some(0.55) {
        Outcome::Below
    } else {
        Outcome::Above
    }
}

pub(super) fn anytime_rate(source: &mut Source, games: u64, rate: f64) -> Outcome {
    Outcome::within(
        rate,
        anytime::rate_confidence_sequence(wins(source, games, rate), games, confidence()),
    )
}

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
    fn all(self) -> &'static [(u64, Look)] {
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
        Outcome::of(long_length(0.05), (low.map(f64::from), high.map(f64::from)))
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
            moments.observe(i64::from(length(source.uniform(), 0.05))).expect("few games");
        }
        let mean = moments.mean().expect("there were games");
        let interval = anytime::asymptotic_half_width(&moments, 2000, confidence())
            .map(|half_width| Interval { low: mean - half_width, high: mean + half_width });
        Outcome::within(truth, interval)
    }))
}

/// Blocks of three games among three players with the same luck, with a probability of 0.5.
pub(super) fn rated(source: &mut Source, count: u64, robust: bool) -> Outcome {
    const STRENGTHS: [f64; 3] = [0.4, 0.0, -0.4];
    let mut comparisons = Comparisons::new(3, 1).expect("three players");
    let mut blocks = BlockWins::new(3);
    let mut won = [[0_u64; 3]; 3];
    for _ in 0..count {
        let mut luck = source.uniform();
        let mut points = [0_u32; 3];
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            luck = source.shared(luck, 0.5);
            let favourite = luck < 1.0 / (1.0 + libm::exp(STRENGTHS[other] - STRENGTHS[one]));
            let (winner, loser) = if favourite { (one, other) } else { (other, one) };
            points[winner] += 1;
            won[winner][loser] += 1;
        }
        blocks.observe(&points, &[]).expect("three players");
    }
    for (winner, row) in won.iter().enumerate() {
        for (loser, &times) in row.iter().enumerate().filter(|&(loser, _)| loser != winner) {
            comparisons.observe(winner, &[winner, loser], times).expect("three players");
        }
    }
    let ratings = comparisons.fit().expect("all have won");
    let ratings = if robust { ratings.with_blocks(&blocks).expect("many blocks") } else { ratings };
    let difference = ratings.difference(0, 2);
    let reach = confidence().z() * difference.standard_error;
    Outcome::within(
        0.8,
        Some(Interval { low: difference.value - reach, high: difference.value + reach }),
    )
}

/// Two players in blocks of two games with the same luck half of the time. The first wins 90 %, and
/// a tenth of the games never ends.
pub(super) fn rated_unfinished(source: &mut Source, count: u64) -> Outcome {
    let mut comparisons = Comparisons::new(2, 1).expect("two players");
    let mut blocks = BlockWins::new(2);
    for _ in 0..count {
        let luck = source.uniform();
        let mut points = [0_u32; 2];
        for luck in [luck, source.shared(luck, 0.5)] {
            if !source.chance(0.1) {
                points[usize::from(luck >= 0.9)] += 1;
            }
        }
        for (winner, &points) in points.iter().enumerate() {
            comparisons.observe(winner, &[0, 1], points.into()).expect("two players");
        }
        blocks.observe(&points, &[(&[0, 1], 2 - points[0] - points[1])]).expect("two players");
    }
    let ratings =
        comparisons.fit().expect("both have won").with_blocks(&blocks).expect("many blocks");
    let difference = ratings.difference(0, 1);
    let reach = confidence().z() * difference.standard_error;
    Outcome::within(
        libm::log(9.0),
        Some(Interval { low: difference.value - reach, high: difference.value + reach }),
    )
}

/// A game of one decision in which seat 0 goes first.
fn won_by(seat: u8) -> Playthrough {
    ended(SeatSet::only(Seat::new(seat)), 0)
}

/// The same with these winners, where each seat of two has this score.
fn ended(winners: SeatSet, score: i32) -> Playthrough {
    let mut scores = [0; MAX_SEATS];
    scores[..2].fill(score);
    Playthrough {
        outcome: Ended { winners, scores, unfinished: false, end_reason: 0 },
        first_player: Seat::new(0),
        lengths: [1; MAX_LENGTH_UNITS],
    }
}

fn labelled(variant: &str, shape: &Shape) -> Label {
    Label {
        game: &Crisps::DESCRIPTION,
        variant: Arc::new(Variant::new(variant, Settings::defaults(&[]))),
        lineup: String::new(),
        shape: shape.clone(),
        rules: AnyRules::default(),
    }
}

/// One line-up under some sets of rules; each is compared with the first.
fn layout(variants: &[&str], shape: &Shape) -> Layout {
    let cells: Vec<Label> = variants.iter().map(|variant| labelled(variant, shape)).collect();
    let pairs = (1..cells.len())
        .map(|variant| Pair { baseline: 0, variant, same_rules: false, same_points: true })
        .collect();
    Layout { cells, pairs, ..Layout::empty(&Crisps::DESCRIPTION) }
}

/// The interval of `strategies.csv` if nearly all blocks end alike: each strategy wins in one of
/// the seats, except for a share `differing` of blocks in which one wins in both.
pub(super) fn alike(source: &mut Source, blocks: u64, differing: f64) -> Outcome {
    let shape = Shape::new(&["one", "other"].map(str::to_owned));
    let games: Vec<Playthrough> =
        (0..blocks).flat_map(|_| [won_by(0), won_by(u8::from(source.chance(differing)))]).collect();
    let layout = layout(&[""], &shape);
    let mut counts = Counts::new(&layout);
    counts.cells[0]
        .strategies
        .observe(&Batch::new(&shape, 0, &games, &[], DecisionSamples::default()))
        .expect("few games");
    let rows =
        Verdicts::new(Run { layout: &layout, counts: &counts, analysis: Analysis::default() })
            .strategies;
    Outcome::of(0.5 + differing / 2.0, (rows[0].share.win_rate_low, rows[0].share.win_rate_high))
}

/// The results of a quantity under other rules in nearly all blocks, and the looks at them.
#[derive(Clone, Copy)]
pub(super) struct Nearly {
    /// Whether nearly all blocks change, all by the same amount; otherwise nearly no block changes.
    pub(super) change: bool,
    /// The share of blocks for which the opposite holds.
    pub(super) differing: f64,
    /// The looks at the results: `None` for a single look after 400 blocks.
    pub(super) looks: Option<FewLooks>,
}

impl Nearly {
    /// Blocks of two games under both rules, of which these `differ`.
    fn said(
        self,
        source: &mut Source,
        games: impl Fn(&mut Source, bool) -> [Playthrough; 2],
        said: impl Fn(&Verdicts) -> Outcome,
    ) -> Outcome {
        let shape = Shape::new(&["one", "other"].map(str::to_owned));
        let layout = layout(&["baseline", "variant"], &shape);
        let looks = self.looks.map_or(&[(400, Look::Only)][..], FewLooks::all);
        let (mut counts, mut seen) = (Counts::new(&layout), 0);
        first_miss(looks.iter().map(|&(blocks, look)| {
            let mut played = [Vec::new(), Vec::new()];
            for _ in seen..blocks {
                let differs = source.chance(self.differing);
                for (played, game) in played.iter_mut().zip(games(source, self.change != differs)) {
                    played.extend([game; 2]);
                }
            }
            let batches = [&played[0], &played[1]]
                .map(|games| Batch::new(&shape, seen, games, &[], DecisionSamples::default()));
            let mut more = Counts::new(&layout);
            more.observe(&layout, &batches).expect("few games");
            counts.merge(&more).expect("few games");
            seen = blocks;
            said(&Verdicts::new(Run {
                layout: &layout,
                counts: &counts,
                analysis: Analysis { look, ..Analysis::default() },
            }))
        }))
    }
}

/// The increase of shared wins.
pub(super) fn shared_wins(source: &mut Source, nearly: Nearly) -> Outcome {
    let (alone, both) =
        (SeatSet::only(Seat::new(0)), SeatSet::only(Seat::new(0)).with(Seat::new(1)));
    let games = |_: &mut Source, changed: bool| {
        [alone, if changed { both } else { alone }].map(|winners| ended(winners, 0))
    };
    let truth = if nearly.change { 1.0 - nearly.differing } else { nearly.differing };
    nearly.said(source, games, |verdicts| {
        let row = verdicts
            .comparisons
            .iter()
            .find(|row| row.quantity == "shared_wins")
            .expect("it is compared");
        Outcome::of(truth, (row.difference_low, row.difference_high))
    })
}

/// Whether a p-value on its own settles that scores are the same where this share of blocks loses
/// all of its score. The default tolerance of scores is 5 %, which is also the allowed share of
/// changed blocks.
pub(super) fn scores_called_the_same(source: &mut Source, differing: f64) -> bool {
    let games = |source: &mut Source, changed: bool| {
        let score = 20 + source.0.below(41) as i32;
        [score, if changed { 0 } else { score }]
            .map(|score| ended(SeatSet::only(Seat::new(0)), score))
    };
    let called = |verdicts: &Verdicts| {
        let row = verdicts
            .comparisons
            .iter()
            .find(|row| row.quantity == "score")
            .expect("it is compared");
        let is_small =
            row.relative_difference.is_some_and(|effect| effect.abs() <= row.judged.tolerance);
        if is_small && row.judged.p_bound.is_some_and(|p| p <= 0.05) {
            Outcome::Above
        } else {
            Outcome::Covered
        }
    };
    Nearly { change: false, differing, looks: None }.said(source, games, called) == Outcome::Above
}

/// A simulated table: strategies `a`, `b` and so on, one per seat, with the same luck in half of
/// the games of a block. With this probability the player just after `a` wins, otherwise all
/// players are equally likely to.
#[derive(Clone, Copy)]
pub(super) struct NeighbourTable {
    pub(super) players: usize,
    pub(super) blocks: u64,
    pub(super) effect: f64,
}

impl NeighbourTable {
    fn shape(self) -> Shape {
        let names: Vec<String> = ["a", "b", "c", "d", "e"]
            .iter()
            .take(self.players)
            .map(|name| (*name).to_owned())
            .collect();
        Shape::new(&names)
    }

    /// The winner of a game with this luck. Strategies win in their order: the same luck makes the
    /// same strategy win in any seat.
    fn winner(self, arrangement: Arrangement, luck: f64) -> u8 {
        let players = self.players;
        let seat_of = |strategy: usize| {
            Seat::all(players)
                .position(|seat| arrangement.strategy(seat) == strategy)
                .expect("it sits")
        };
        let seat = if luck < self.effect {
            (seat_of(0) + 1) % players
        } else {
            seat_of(
                (((luck - self.effect) / (1.0 - self.effect) * players as f64) as usize)
                    .min(players - 1),
            )
        };
        seat as u8
    }

    /// Luck and arrangement of every game.
    fn games(self, source: &mut Source, shape: &Shape) -> (Vec<Arrangement>, Vec<f64>) {
        let (mut arrangements, mut lucks) = (Vec::new(), Vec::new());
        for _ in 0..self.blocks {
            let luck = source.uniform();
            // Arrangements are drawn as in a run with a seed of its own.
            let streams = BlockStreams::new(source.0.word(), 0);
            shape.arrangements.extend_with_block(&streams, &mut arrangements);
            lucks.extend((0..shape.games_per_block()).map(|_| source.shared(luck, 0.5)));
        }
        (arrangements, lucks)
    }

    fn played(self, arrangements: &[Arrangement], lucks: &[f64]) -> Vec<Playthrough> {
        arrangements
            .iter()
            .zip(lucks)
            .map(|(arrangement, luck)| won_by(self.winner(*arrangement, *luck)))
            .collect()
    }

    /// The result of a table of neighbours after one run, with this tolerance.
    fn said<T>(self, source: &mut Source, tolerance: f64, table: impl Fn(Run<'_>) -> T) -> T {
        let shape = self.shape();
        let (arrangements, lucks) = self.games(source, &shape);
        let games = self.played(&arrangements, &lucks);
        said_of(
            &shape,
            &games,
            &arrangements,
            Analysis { win_rate_tolerance: Some(tolerance), ..Analysis::default() },
            table,
        )
    }

    /// The variance of win rates: each player except `a` sits just after it in one of `players - 1`
    /// cases, and then wins more often.
    fn variance(self) -> f64 {
        let others = self.players as f64 - 1.0;
        others / self.players as f64
            * self.effect
            * self.effect
            * (1.0 / others)
            * (1.0 - 1.0 / others)
    }
}

fn said_of<T>(
    shape: &Shape,
    games: &[Playthrough],
    arrangements: &[Arrangement],
    analysis: Analysis,
    table: impl Fn(Run<'_>) -> T,
) -> T {
    let layout = layout(&[""], shape);
    let mut counts = Counts::new(&layout);
    counts.cells[0]
        .neighbours
        .observe(&Batch::new(shape, 0, games, arrangements, DecisionSamples::default()))
        .expect("few games");
    table(Run { layout: &layout, counts: &counts, analysis })
}

/// The ends of the interval of the variance, if there is a row.
fn variance_ends(rows: &[NeighbourSpreadRow]) -> (Option<f64>, Option<f64>) {
    rows.first().map_or((None, None), |row| (row.variance_low, row.variance_high))
}

/// The variance of win rates between the orders around a table, or between neighbourhoods.
pub(super) fn neighbour_variance(source: &mut Source, table: NeighbourTable) -> Outcome {
    Outcome::of(
        table.variance(),
        variance_ends(&table.said(source, 0.0, |run| Verdicts::new(run).neighbour_spread)),
    )
}

/// The results of the table of the variance at each of several looks.
fn spreads_at_looks<'t>(
    source: &mut Source,
    table: NeighbourTable,
    looks: FewLooks,
) -> impl Iterator<Item = Vec<NeighbourSpreadRow>> + 't {
    let shape = table.shape();
    let most = looks.all().iter().map(|(blocks, _)| *blocks).max().unwrap_or(0);
    let (arrangements, lucks) = NeighbourTable { blocks: most, ..table }.games(source, &shape);
    let games = table.played(&arrangements, &lucks);
    let layout = layout(&[""], &shape);
    let (mut counts, mut seen) = (Counts::new(&layout), 0);
    looks.all().iter().map(move |&(blocks, look)| {
        let more = [seen, blocks].map(|blocks| blocks as usize * shape.games_per_block());
        let (games, arrangements) = (&games[more[0]..more[1]], &arrangements[more[0]..more[1]]);
        counts.cells[0]
            .neighbours
            .observe(&Batch::new(&shape, seen, games, arrangements, DecisionSamples::default()))
            .expect("few games");
        seen = blocks;
        let analysis = Analysis { look, win_rate_tolerance: Some(0.0), ..Analysis::default() };
        Verdicts::new(Run { layout: &layout, counts: &counts, analysis }).neighbour_spread
    })
}

/// The variance at each of several looks: the first interval that misses it.
pub(super) fn neighbour_variance_at_looks(
    source: &mut Source,
    table: NeighbourTable,
    looks: FewLooks,
) -> Outcome {
    let truth = table.variance();
    first_miss(
        spreads_at_looks(source, table, looks).map(|rows| Outcome::of(truth, variance_ends(&rows))),
    )
}

/// Whether neighbours matter at any of several looks, apart from the correction for other verdicts.
pub(super) fn neighbours_matter_at_a_look(
    source: &mut Source,
    table: NeighbourTable,
    looks: FewLooks,
) -> bool {
    let said = |rows: Vec<NeighbourSpreadRow>| {
        rows.iter()
            .any(|row| row.standard_deviation_low > Some(0.0) && row.judged.p_bound < Some(0.05))
    };
    spreads_at_looks(source, table, looks).any(said)
}

/// The effect of sitting just after `a`.
pub(super) fn neighbour_effect(source: &mut Source, table: NeighbourTable) -> Outcome {
    let rows = table.said(source, 0.0, |run| Verdicts::new(run).neighbour_effects);
    let row = rows.iter().find(|row| row.position == Position::JustAfter && row.neighbour == "a");
    Outcome::of(
        table.effect,
        row.map_or((None, None), |row| (row.difference_low, row.difference_high)),
    )
}

/// The win rate of `b` just after `a`, before `c`.
pub(super) fn neighbourhood(source: &mut Source, table: NeighbourTable) -> Outcome {
    let rows = table.said(source, 0.0, findings::neighbours);
    let row =
        rows.iter().find(|row| [&*row.strategy, &*row.before, &*row.after] == ["b", "a", "c"]);
    let ends = row.map_or((None, None), |row| (row.win_rate_low, row.win_rate_high));
    Outcome::of(table.effect + (1.0 - table.effect) / table.players as f64, ends)
}

/// Whether the verdict is that neighbours matter.
pub(super) fn neighbours_matter(
    source: &mut Source,
    table: NeighbourTable,
    tolerance: f64,
) -> bool {
    let rows = table.said(source, tolerance, |run| Verdicts::new(run).neighbour_spread);
    rows.iter().any(|row| row.standard_deviation_low.is_some_and(|low| low > tolerance))
}

/// The difference of the standard deviations of two rules on the same luck.
pub(super) fn neighbours_compared(
    source: &mut Source,
    baseline: NeighbourTable,
    effect: f64,
) -> Outcome {
    let variant = NeighbourTable { effect, ..baseline };
    let shape = baseline.shape();
    let (arrangements, lucks) = baseline.games(source, &shape);
    let games = [baseline, variant].map(|table| table.played(&arrangements, &lucks));
    let batches = [&games[0], &games[1]]
        .map(|games| Batch::new(&shape, 0, games, &arrangements, DecisionSamples::default()));
    let layout = layout(&["baseline", "variant"], &shape);
    let mut counts = Counts::new(&layout);
    counts.observe(&layout, &batches).expect("few games");
    let rows =
        Verdicts::new(Run { layout: &layout, counts: &counts, analysis: Analysis::default() })
            .comparisons;
    let row = rows.iter().find(|row| row.quantity == "neighbours");
    let ends = row.map_or((None, None), |row| (row.difference_low, row.difference_high));
    Outcome::of(variant.variance().sqrt() - baseline.variance().sqrt(), ends)
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

/// The estimated number of a parameter.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    FirstOrder,
    Total,
    Effect,
}

/// The function `5 x + y + 6 (x - 1/2) (y - 1/2)` of two parameters that matter and one that does
/// not, from 0 to 1, at 32 points (shifted at random around the box) and with the noise of eight
/// groups of blocks.
pub(super) fn sensitivity(source: &mut Source, parameter: usize, asked: Asked) -> Outcome {
    const POINTS: u32 = 32;
    const GROUPS: usize = 8;
    const NOISE: f64 = 0.5;
    let outcome =
        |point: &[f64]| 5.0 * point[0] + point[1] + 6.0 * (point[0] - 0.5) * (point[1] - 0.5);
    let moved: Vec<f64> = (0..6).map(|_| source.uniform()).collect();
    let (mut first, mut second, mut mixed, mut directions) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for number in 1..=POINTS {
        let point = unit_point(number, 6).expect("six dimensions");
        let point: Vec<f64> =
            point.iter().zip(&moved).map(|(share, moved)| (share + moved) % 1.0).collect();
        let mut mixture = point[..3].to_vec();
        mixture[parameter] = point[3 + parameter];
        directions.push(Some(if mixture[parameter] > point[parameter] {
            Direction::Up
        } else {
            Direction::Down
        }));
        first.push(outcome(&point[..3]));
        second.push(outcome(&point[3..]));
        mixed.push(outcome(&mixture));
    }
    let mut noisy = |values: &[f64]| {
        values.iter().map(|value| value + NOISE * (source.uniform() - 0.5)).collect::<Vec<f64>>()
    };
    let groups: Vec<Group> = (0..GROUPS)
        .map(|_| Group { first: noisy(&first), second: noisy(&second), mixed: noisy(&mixed) })
        .collect();
    // The variances of the three terms are 25, 1 and 3 twelfths; the mean distance of two points of
    // a range is a third of it.
    let (truth, estimate): (f64, Option<Estimate>) = match asked {
        Asked::FirstOrder => (
            [25.0, 1.0][parameter] / 29.0,
            indices_of_groups(&groups).map(|indices| indices.first_order),
        ),
        Asked::Total => {
            ([28.0, 4.0][parameter] / 29.0, indices_of_groups(&groups).map(|indices| indices.total))
        }
        Asked::Effect => ([5.0, 1.0][parameter] / 3.0, effect_of_groups(&groups, &directions)),
    };
    Outcome::within(truth, estimate.and_then(|estimate| estimate.interval(confidence())))
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
                won += u32::from(luck < rates.0);
                others += u32::from(source.shared(luck, 0.7) < rates.1);
            }
            differences.observe(2 + won - others).expect("few blocks");
            sums.observe(won.into(), others.into()).expect("few blocks");
        }
        if sequence {
            let counts = DifferenceCounts::new(2, differences.clone()).expect("scores");
            counts.log_e_value(0.0).expect("a mean") >= threshold
        } else {
            sums.estimate(2).and_then(|estimate| estimate.p_value(0.0)).expect("many blocks") < 0.05
        }
    })
}

pub(super) fn paired_rejects(
    source: &mut Source,
    count: u64,
    rates: (f64, f64),
    shared: f64,
) -> bool {
    let estimate =
        paired_blocks(source, count, rates, shared).estimate(1).expect("there were games");
    estimate.p_value(0.0).expect("many blocks") < 0.05
}
