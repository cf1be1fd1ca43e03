//! Simulated blocks with a known truth, and the intervals and tests computed from all of them.

use fairdeal::rng::rand::RngExt;
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::stats::quantile_difference::{Lengths, quantile_interval};
use fairdeal::stats::quasi_random::unit_point;
use fairdeal::stats::sensitivity::{
    Direction, Estimate, Group, effect_of_groups, indices_of_groups,
};
use fairdeal::stats::{
    BlockSums, BlockWins, Comparisons, Confidence, Histogram, Interval, PairedBlocks, PairedRatio,
    PairedSums, PairedTable, QuantileDifference, ScoreCounts, anytime, proportion,
};
use statrs::distribution::{DiscreteCDF, Geometric};
use statrs::statistics::Distribution;

use super::promises::Outcome;

/// The one seed of all checks.
const SEED: u64 = 20_260_701;

/// Random numbers of one simulated run.
pub(crate) struct Source(pub(super) Stream);

impl Source {
    /// The numbers of one run of one check.
    pub(crate) fn new(check: u32, run: u64) -> Self {
        Self(BlockStreams::new(SEED, run).stream(Purpose::Deck(check)))
    }

    /// Evenly distributed from 0 to 1, the latter excluded.
    pub(super) fn uniform(&mut self) -> f64 {
        self.0.random()
    }

    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }

    /// Returns `previous` with this probability, otherwise a new number.
    pub(super) fn shared(&mut self, previous: f64, probability: f64) -> f64 {
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
pub(super) fn length(luck: f64, last: f64) -> u64 {
    10 + 1 + (libm::log1p(-luck) / libm::log1p(-last)) as u64
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
        sums.observe(length(luck, 0.04) as i64, length(others, 0.05) as i64).expect("few blocks");
    }
    sums
}

pub(super) fn length_ratio(sums: &PairedSums, confidence: Confidence) -> Option<PairedRatio> {
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
    Outcome::of(
        long_length(0.05),
        (low.map(|length| length as f64), high.map(|length| length as f64)),
    )
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
