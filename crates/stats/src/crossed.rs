//! Luck and skill: the shares of the variance of results that are due to cards, seats and
//! strategies.
//!
//! Two strategies are crossed: in every block, the same cards are played with every choice of the
//! two for the seats (with two players AA, AB, BA, BB). A result is the share of the win that one
//! seat gets in one game: 1 for a win, a part for a shared win. Blocks are drawn at random; all
//! choices of strategies and all seats are equally likely. The distance of a result from the fair
//! share is then the sum of four parts:
//!
//! * the **seat**: the mean of all results in the seat, minus the fair share;
//! * the **strategies**: the mean of the seat's results with these strategies, minus the part of
//!   the seat;
//! * the **cards**: the part of the remainder that these cards bring the seat again when every seat
//!   is held by the other strategy;
//! * the **rest**: the effect of these cards with these strategies only, and of chance within the
//!   strategies.
//!
//! Their variances add up to the total variance, the mean square of the distance. The variance of
//! the cards is the covariance of a seat's results in two games of a block in which no seat is held
//! by the same strategy. An analysis of variance with random factors calls it the component of the
//! blocks (S. R. Searle, G. Casella and C. E. `McCulloch`, "Variance Components", 1992, chapter 4).
//! Chance from other sources adds nothing to this covariance, while it would add to the variance of
//! a block's mean. The rest is half the variance of the difference between the two results.
//!
//! Each variance is estimated without bias, so the estimates for cards, seats and strategies can
//! fall below 0 by luck.

use serde::{Deserialize, Serialize};

use super::interval::{Confidence, Interval};
use super::merge::Merge;
use super::overflow::Overflow;
use super::rate_groups::{Grouped, RateGroups, difference_interval};
use super::spread::Spread;
use crate::merged;

/// Sums over crossed blocks.
///
/// A choice of the strategies is a number: bit `p` says which of the two holds seat `p`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossed {
    players: usize,
    blocks: u64,
    /// Three kinds of sums: results by choice of strategies and seat; the squares of their
    /// distances from the fair share; the squares of the differences between results of opposite
    /// choices.
    sums: RateGroups,
}

/// The parts of the variance of results.
#[derive(Clone, Debug, PartialEq)]
pub struct VarianceShares {
    /// The mean square of a result's distance from the fair share, where a win is 1: the sum of the
    /// four parts.
    pub total: f64,
    /// The part of the cards.
    pub cards: VarianceShare,
    /// The part of the seat.
    pub seats: VarianceShare,
    /// The part of the strategies in all seats.
    pub strategies: VarianceShare,
    /// The rest.
    pub rest: VarianceShare,
}

/// A part of the variance.
#[derive(Clone, Debug, PartialEq)]
pub struct VarianceShare {
    /// The variance, where a win is 1, estimated without bias.
    pub variance: f64,
    /// The variance divided by the total one.
    pub share: f64,
    /// The interval of the share; `None` where all groups of blocks are alike, so that the error is
    /// unknown. The true shares of seats and strategies are never below 0, and neither are their
    /// intervals.
    pub interval: Option<Interval>,
    /// Whether the true share is never below 0.
    never_below_0: bool,
    /// By group of blocks: its part in the error of the share.
    influence: Vec<f64>,
}

impl VarianceShare {
    /// Returns this share minus another one, both from the same blocks, with the interval of the
    /// difference. `None` where one of them has no interval.
    ///
    /// The interval combines both intervals with their correlation. If a share that is never below 0
    /// may be 0, its error is one-sided, and the interval holds all differences between the two
    /// intervals.
    pub fn difference(&self, other: &Self) -> Option<(f64, Interval)> {
        let difference = self.share - other.share;
        let (own, others) = (self.interval?, other.interval?);
        let may_be_0 = |part: &Self, interval: Interval| part.never_below_0 && interval.low <= 0.0;
        if may_be_0(self, own) || may_be_0(other, others) {
            let interval = Interval { low: own.low - others.high, high: own.high - others.low };
            return Some((difference, interval));
        }
        let influences = [self.influence.as_slice(), &other.influence];
        let shares = [self.share, other.share];
        Some((difference, difference_interval(shares, [own, others], influences)))
    }

    /// Returns the degrees of freedom of its error: one less than the number of groups of blocks.
    pub fn degrees_of_freedom(&self) -> u64 {
        self.influence.len().saturating_sub(1) as u64
    }
}

merged!(Crossed { blocks, sums; players });

impl Crossed {
    /// The largest number of players for whom strategies are crossed: 64 games a block.
    pub const MOST_PLAYERS: usize = 6;

    /// Returns sums over no blocks yet, for up to [`Self::MOST_PLAYERS`] players.
    pub fn new(players: usize) -> Self {
        let players = players.min(Self::MOST_PLAYERS);
        Self { players, blocks: 0, sums: RateGroups::new((players << players) + 2) }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the number of games in a block: one for each choice of strategies.
    pub fn games_per_block(&self) -> u64 {
        1 << self.players
    }

    /// Adds the block with this number: choice by choice, the points of each seat. A win is `whole`
    /// points. The points of each game must add up to a win, and `whole` must be a multiple of the
    /// number of players.
    ///
    /// # Errors
    /// [`Overflow`] where a sum would not fit; some sums are then added.
    pub fn observe(&mut self, block: u64, points: &[u32], whole: u32) -> Result<(), Overflow> {
        let seats = self.players.max(1);
        let square = |one: u32, other: u32| u64::from(one.abs_diff(other)).pow(2);
        let from_fair = points.iter().map(|points| square(*points, whole / seats as u32)).sum();
        // The opposite of a choice is as far from the last one as the choice is from the first.
        let (first, last) = points.split_at(points.len() / 2);
        let opposite = last.chunks_exact(seats).rev().flatten();
        let differences = first.iter().zip(opposite).map(|(one, other)| square(*one, *other)).sum();
        let results = points.iter().map(|points| (u64::from(*points), 1));
        let trials: Vec<(u64, u64)> = results
            .chain([(from_fair, points.len() as u64), (differences, first.len() as u64)])
            .collect();
        self.blocks.merge(&1)?;
        self.sums.observe(block, &trials)
    }

    /// Returns the parts of the variance, with intervals of this confidence; `whole` points are a
    /// win. `None` with fewer than two blocks, and where nothing varies.
    pub fn shares(&self, whole: u32, confidence: Confidence) -> Option<VarianceShares> {
        let (players, choices) = (self.players, 1usize << self.players);
        if self.blocks < 2 || players == 0 {
            return None;
        }
        let (whole, results) = (u64::from(whole), choices * players);
        let mean = |kind: usize, unit: u64| self.sums.rate(&[kind], unit);
        let rates: Vec<Grouped> =
            (0..results).map(|kind| mean(kind, whole)).collect::<Option<_>>()?;
        let (from_fair, differences) =
            (mean(results, whole * whole)?, mean(results + 1, whole * whole)?);
        let zero = || Grouped::zero(from_fair.influence.len());
        let less_fair =
            |rate: &Grouped| Grouped { value: rate.value - 1.0 / players as f64, ..rate.clone() };

        let by_seat = |seat: usize| rates.iter().skip(seat).step_by(players);
        let seat_mean = |seat: usize| {
            by_seat(seat).fold(zero(), |sum, rate| sum.plus(1.0 / choices as f64, rate))
        };
        let means: Vec<Grouped> = (0..players).map(seat_mean).collect();
        let seats: Vec<Grouped> = means.iter().map(less_fair).collect();
        let strategies: Vec<Grouped> = rates
            .iter()
            .zip(means.iter().cycle())
            .map(|(rate, mean)| rate.clone().plus(-1.0, mean))
            .collect();

        // The variance between blocks is a mean square minus the square of the mean. Over all
        // blocks together this estimate is too small by one block.
        let blocks = self.blocks as f64;
        let variance = |squares: &Grouped, means: &[Grouped]| {
            squares.clone().plus(-1.0, &mean_square(means)).times(blocks / (blocks - 1.0))
        };
        let within = variance(&from_fair, &rates.iter().map(less_fair).collect::<Vec<_>>());
        let opposite =
            |kind: usize| &rates[(choices - 1 - kind / players) * players + kind % players];
        let apart: Vec<Grouped> =
            (0..results / 2).map(|kind| rates[kind].clone().plus(-1.0, opposite(kind))).collect();
        let rest = variance(&differences, &apart).times(0.5);
        let cards = within.plus(-1.0, &rest);

        let spread = |deviations: &[Grouped]| {
            let weight = (1.0 / deviations.len() as f64).sqrt();
            let weighted: Vec<Grouped> =
                deviations.iter().map(|deviation| deviation.clone().times(weight)).collect();
            Spread::new(&weighted)
        };
        let (of_seats, of_strategies) = (spread(&seats)?, spread(&strategies)?);
        let total = cards.value + of_seats.variance() + of_strategies.variance() + rest.value;
        if total <= 0.0 {
            return None;
        }
        let of_spread = |spread: &Spread, deviations: &[Grouped]| VarianceShare {
            variance: spread.variance(),
            share: spread.variance() / total,
            // The total hardly varies: if each game has one winner, it is constant.
            interval: spread
                .interval(confidence)
                .map(|Interval { low, high }| Interval { low: low / total, high: high / total }),
            never_below_0: true,
            influence: mean_square(deviations).times(1.0 / total).influence,
        };
        let of_total = |part: &Grouped| {
            let share = part.value / total;
            let grouped = part.clone().plus(-share, &from_fair).times(1.0 / total);
            let grouped = Grouped { value: share, ..grouped };
            VarianceShare {
                variance: part.value,
                share,
                interval: grouped.interval(confidence),
                never_below_0: false,
                influence: grouped.influence,
            }
        };
        let seats = of_spread(&of_seats, &seats);
        let strategies = of_spread(&of_strategies, &strategies);
        let (rest, cards) = (of_total(&rest), of_total(&cards));
        let cards =
            VarianceShare { interval: widened(&cards, [&seats, &strategies, &rest]), ..cards };
        Some(VarianceShares { total, cards, seats, strategies, rest })
    }
}

/// The mean of the squares of some estimates, linearized in them.
fn mean_square(estimates: &[Grouped]) -> Grouped {
    let (groups, count) =
        (estimates.first().map_or(0, |one| one.influence.len()), estimates.len() as f64);
    let value: f64 = estimates.iter().map(|one| one.value * one.value).sum();
    let moves =
        estimates.iter().fold(Grouped::zero(groups), |sum, one| sum.plus(2.0 * one.value, one));
    Grouped { value: value / count, ..moves.times(1.0 / count) }
}

/// The interval of a part as the remainder that the other parts leave of the whole.
///
/// Where the cards decide everything, their part is at an extreme, where it hardly moves with the
/// rates that it is computed from. Its spread over the blocks then does not measure its error. So
/// the interval also reaches as far as the intervals of the others together allow (the method of
/// variance estimates recovery: G. Y. Zou and A. Donner, "Construction of confidence limits about
/// effect measures", Statistics in Medicine 27, 2008).
fn widened(part: &VarianceShare, others: [&VarianceShare; 3]) -> Option<Interval> {
    let reach = |distance: fn(&VarianceShare, Interval) -> f64| {
        let squares = others
            .iter()
            .filter_map(|other| Some(distance(other, other.interval?).max(0.0).powi(2)));
        squares.sum::<f64>().sqrt()
    };
    let below = reach(|other, interval| interval.high - other.share);
    let above = reach(|other, interval| other.share - interval.low);
    let own = part.interval.unwrap_or(Interval { low: part.share, high: part.share });
    let wide =
        Interval { low: own.low.min(part.share - below), high: own.high.max(part.share + above) };
    (wide.high > wide.low).then_some(wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator for simulations: `SplitMix64` (Steele, Lea and Flood, "Fast splittable
    /// pseudorandom number generators", OOPSLA 2014).
    struct Stream(u64);

    impl Stream {
        /// A number from 0 to 1.
        fn uniform(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// A win, in points.
    const WHOLE: u32 = 840;

    /// A game for two: the chance that seat 0 wins when these strategies play a block with these
    /// cards (a number from 0 to 1); and its true variances of cards, seats, strategies and the
    /// rest.
    struct Model {
        name: &'static str,
        wins: fn(cards: f64, choice: usize) -> f64,
        truth: [f64; 4],
    }

    /// Which strategies sit in seats 0 and 1.
    fn seated(choice: usize) -> [bool; 2] {
        [choice & 1 == 1, choice & 2 == 2]
    }

    fn number(is_so: bool) -> f64 {
        if is_so { 1.0 } else { 0.0 }
    }

    /// The second strategy beats the first; between equal strategies seat 0 has this chance.
    fn better(choice: usize, equals: f64) -> f64 {
        let [one, other] = seated(choice);
        if one == other { equals } else { number(one) }
    }

    const LUCK: Model =
        Model { name: "luck", wins: |cards, _| number(cards < 0.5), truth: [0.25, 0.0, 0.0, 0.0] };
    const NOISE: Model = Model { name: "noise", wins: |_, _| 0.5, truth: [0.0, 0.0, 0.0, 0.25] };
    const SEATS: Model = Model {
        name: "seats",
        wins: |cards, _| number(cards < 0.8),
        truth: [0.16, 0.09, 0.0, 0.0],
    };
    const SEAT_ALONE: Model =
        Model { name: "the seat alone", wins: |_, _| 1.0, truth: [0.0, 0.25, 0.0, 0.0] };
    /// Between equal strategies the cards decide: these are opposite choices, with the same result.
    /// Unequal strategies always have the same results, half a win from the middle.
    const SKILL: Model = Model {
        name: "skill",
        wins: |cards, choice| better(choice, number(cards < 0.5)),
        truth: [0.125, 0.0, 0.125, 0.0],
    };
    /// Between equal strategies it is a toss-up.
    const SKILL_ALONE: Model = Model {
        name: "skill alone",
        wins: |_, choice| better(choice, 0.5),
        truth: [0.0, 0.0, 0.125, 0.125],
    };
    /// In six of ten blocks the cards decide, in two the seat, in one the strategies, and in one
    /// chance.
    const MIXED: Model = Model {
        name: "mixed",
        wins: |cards, choice| match cards {
            _ if cards < 0.6 => number(cards < 0.3),
            _ if cards < 0.8 => 1.0,
            _ if cards < 0.9 => better(choice, 0.5),
            _ => 0.5,
        },
        // By choice, seat 0 wins 0.6, 0.65, 0.55 and 0.6. With equal strategies both games are won
        // with 0.5 + 0.025 + 0.025, a covariance of 0.55 - 0.36; with unequal ones with 0.5 +
        // 0.025, which is 0.525 - 0.65 * 0.55.
        truth: [f64::midpoint(0.19, 0.1675), 0.01, 0.00125, 0.25 - 0.17875 - 0.01 - 0.00125],
    };

    /// The results of a block, game by game and seat by seat.
    fn block(model: &Model, stream: &mut Stream) -> Vec<u32> {
        let cards = stream.uniform();
        block_with(model, cards, stream)
    }

    fn block_with(model: &Model, cards: f64, stream: &mut Stream) -> Vec<u32> {
        let won = |choice: usize| {
            if stream.uniform() < (model.wins)(cards, choice) { [WHOLE, 0] } else { [0, WHOLE] }
        };
        (0..4).flat_map(won).collect()
    }

    fn played(model: &Model, blocks: u64, stream: &mut Stream) -> Crossed {
        let mut crossed = Crossed::new(2);
        (0..blocks)
            .for_each(|number| crossed.observe(number, &block(model, stream), WHOLE).expect("few"));
        crossed
    }

    fn stream(number: u64) -> Stream {
        Stream(number << 32)
    }

    fn shares_of(crossed: &Crossed) -> VarianceShares {
        crossed.shares(WHOLE, Confidence::default()).expect("blocks that differ")
    }

    fn parts(shares: &VarianceShares) -> [&VarianceShare; 4] {
        [&shares.cards, &shares.seats, &shares.strategies, &shares.rest]
    }

    #[test]
    fn the_parts_of_known_games_are_found() {
        // At this confidence all of the dozen intervals should hold the truth.
        let confidence = Confidence::new(0.999).expect("a level");
        for (number, model) in
            [LUCK, NOISE, SEATS, SEAT_ALONE, SKILL, SKILL_ALONE, MIXED].into_iter().enumerate()
        {
            let crossed = played(&model, 40_000, &mut stream(10 + number as u64));
            let shares = crossed.shares(WHOLE, confidence).expect("blocks that differ");
            assert!(
                (shares.total - 0.25).abs() < 1e-5,
                "a win is always half a win from the fair share: {shares:?}"
            );
            assert!(
                (parts(&shares).iter().map(|part| part.share).sum::<f64>() - 1.0).abs() < 1e-12
            );
            for (part, truth) in parts(&shares).iter().zip(model.truth) {
                assert!(
                    (part.variance - truth).abs() < 0.005,
                    "{}: {part:?}, not {truth}",
                    model.name
                );
                assert!(
                    part.interval.is_none_or(|interval| interval.contains(truth / 0.25)),
                    "{}: {part:?}, not {truth}",
                    model.name
                );
            }
        }
    }

    /// Each interval holds the true share about as often as it says.
    #[test]
    fn intervals_hold_the_truth() {
        const RUNS: u32 = 150;
        for model in [LUCK, NOISE, SEATS, SKILL, SKILL_ALONE, MIXED] {
            let (mut held, mut seen, mut stream) = ([0u32; 4], [0u32; 4], stream(2));
            for _ in 0..RUNS {
                let shares = shares_of(&played(&model, 200, &mut stream));
                for (index, (part, truth)) in parts(&shares).iter().zip(model.truth).enumerate() {
                    let Some(interval) = part.interval else {
                        // Without an interval the estimate must be the truth.
                        assert!(
                            (part.variance - truth).abs() < 1e-12,
                            "{}: {part:?}, not {truth}",
                            model.name
                        );
                        continue;
                    };
                    seen[index] += 1;
                    held[index] += u32::from(
                        interval.low - 1e-12 <= truth / 0.25
                            && truth / 0.25 <= interval.high + 1e-12,
                    );
                }
            }
            for (index, truth) in model.truth.into_iter().enumerate() {
                // 95 % minus three standard errors.
                let least = 0.95 - 3.0 * (0.95 * 0.05 / f64::from(RUNS)).sqrt();
                let coverage = f64::from(held[index]) / f64::from(seen[index].max(1));
                assert!(
                    seen[index] == 0 || coverage >= least,
                    "{}, part {index}, {truth}: held in {coverage}",
                    model.name
                );
            }
        }
    }

    /// Two sets of rules that are played with the same cards: the intervals of the differences of
    /// their shares.
    #[test]
    fn intervals_of_differences_hold_the_truth() {
        const RUNS: u32 = 150;
        for (one, other) in [(MIXED, NOISE), (MIXED, SKILL), (SKILL, SKILL_ALONE), (MIXED, SEATS)] {
            let (mut held, mut seen, mut stream) = ([0u32; 4], [0u32; 4], stream(3));
            for _ in 0..RUNS {
                let (mut own, mut others) = (Crossed::new(2), Crossed::new(2));
                for number in 0..200 {
                    let cards = stream.uniform();
                    for (crossed, model) in [(&mut own, &one), (&mut others, &other)] {
                        let block = block_with(model, cards, &mut stream);
                        crossed.observe(number, &block, WHOLE).expect("few");
                    }
                }
                let (own, others) = (shares_of(&own), shares_of(&others));
                for (part, (one_of, other_of)) in
                    parts(&own).into_iter().zip(parts(&others)).enumerate()
                {
                    let truth = (one.truth[part] - other.truth[part]) / 0.25;
                    let Some((_, interval)) = one_of.difference(other_of) else { continue };
                    seen[part] += 1;
                    held[part] +=
                        u32::from(interval.low - 1e-12 <= truth && truth <= interval.high + 1e-12);
                }
            }
            for (part, (held, seen)) in held.into_iter().zip(seen).enumerate() {
                let least = 0.95 - 3.0 * (0.95 * 0.05 / f64::from(RUNS)).sqrt();
                assert!(
                    seen == 0 || f64::from(held) / f64::from(seen) >= least,
                    "{} and {}, part {part}: held in {held} of {seen}",
                    one.name,
                    other.name
                );
            }
            assert!(seen.iter().any(|seen| *seen > 0), "{} and {}", one.name, other.name);
        }
    }

    /// Shares from the same blocks move together, which makes their difference more precise.
    #[test]
    fn what_blocks_share_cancels() {
        let shares = shares_of(&played(&MIXED, 300, &mut stream(5)));
        let cards = &shares.cards;
        let (difference, interval) = cards.difference(cards).expect("an interval");
        assert!(difference.abs() < 1e-12 && interval.contains(0.0), "{interval:?}");
        let own = cards.interval.expect("an interval").half_width();
        assert!(interval.half_width() < 0.25 * own, "{interval:?}, from {own}");
    }

    /// Averages over all possible runs of two blocks, weighted by their probability: the estimated
    /// variances then equal the variances that follow from their definitions.
    #[test]
    fn variances_are_without_bias() {
        let even = WHOLE / 2;
        let seat_0: [[u32; 4]; 3] =
            [[WHOLE, 0, WHOLE, even], [0, WHOLE, WHOLE, WHOLE], [WHOLE, even, 0, 0]];
        let chance = [0.5, 0.3, 0.2];
        let mean = |value: &dyn Fn(usize) -> f64| {
            (0..3).map(|kind| chance[kind] * value(kind)).sum::<f64>()
        };
        let won = |kind: usize, choice: usize| f64::from(seat_0[kind][choice]) / f64::from(WHOLE);
        let rates: Vec<f64> = (0..4).map(|choice| mean(&|kind| won(kind, choice))).collect();
        let all = rates.iter().sum::<f64>() / 4.0;
        let covariance = |one: usize, other: usize| {
            mean(&|kind| won(kind, one) * won(kind, other)) - rates[one] * rates[other]
        };
        let cards = f64::midpoint(covariance(0, 3), covariance(1, 2));
        let strategies = rates.iter().map(|rate| (rate - all).powi(2)).sum::<f64>() / 4.0;
        let rest = (0..4).map(|choice| covariance(choice, choice)).sum::<f64>() / 4.0 - cards;

        let mut found = [0.0; 4];
        for one in 0..3 {
            for other in 0..3 {
                let mut crossed = Crossed::new(2);
                for (number, kind) in [one, other].into_iter().enumerate() {
                    let points: Vec<u32> =
                        seat_0[kind].iter().flat_map(|points| [*points, WHOLE - points]).collect();
                    crossed.observe(number as u64, &points, WHOLE).expect("few");
                }
                for (sum, part) in found.iter_mut().zip(parts(&shares_of(&crossed))) {
                    *sum += chance[one] * chance[other] * part.variance;
                }
            }
        }
        for (found, truth) in found.into_iter().zip([cards, (all - 0.5).powi(2), strategies, rest])
        {
            assert!((found - truth).abs() < 1e-12, "{found}, not {truth}");
        }
    }

    #[test]
    fn a_table_of_three_by_hand() {
        // In block 0 seat 1 wins if all strategies are equal, otherwise the lowest seat with the
        // second strategy; in block 1 seat 2 always wins.
        let mut crossed = Crossed::new(3);
        let winner = |block: u64, choice: u32| match choice {
            _ if block == 1 => 2,
            0 | 7 => 1,
            _ => choice.trailing_zeros(),
        };
        for block in 0..2 {
            let won = |choice: u32| {
                (0..3).map(move |seat| if winner(block, choice) == seat { WHOLE } else { 0 })
            };
            crossed.observe(block, &(0..8).flat_map(won).collect::<Vec<_>>(), WHOLE).expect("few");
        }
        assert_eq!((crossed.games_per_block(), crossed.blocks()), (8, 2));
        let shares = shares_of(&crossed);
        // A winner is 2/3 from the fair share, two losers 1/3.
        assert!((shares.total - 2.0 / 9.0).abs() < 1e-12, "{shares:?}");
        // Winners in block 0, choice by choice: 1, 0, 1, 0, 2, 0, 1, 1. With two blocks a
        // covariance is half the product of the differences. For opposite choices, over the seats:
        // 0 and 7: 2; 1 and 6: 1; 2 and 5: 1; 3 and 4: 0; out of 12.
        assert!((shares.cards.variance - 4.0 / 2.0 / 12.0).abs() < 1e-12, "{shares:?}");
    }

    #[test]
    fn without_blocks_there_are_no_shares() {
        let mut crossed = Crossed::new(2);
        assert_eq!(crossed.shares(WHOLE, Confidence::default()), None);
        crossed.observe(0, &[420; 8], WHOLE).expect("few");
        crossed.observe(1, &[420; 8], WHOLE).expect("few");
        assert_eq!(crossed.shares(WHOLE, Confidence::default()), None, "nothing varies");
    }

    #[test]
    fn parts_of_a_run_add_up() {
        let whole = played(&MIXED, 300, &mut stream(3));
        let (mut parts, mut stream) =
            ([Crossed::new(2), Crossed::new(2), Crossed::new(2)], stream(3));
        for number in 0..300 {
            parts[number % 7 % 3]
                .observe(number as u64, &block(&MIXED, &mut stream), WHOLE)
                .expect("few");
        }
        let [first, middle, mut last] = parts;
        last.merge(&first).expect("few");
        last.merge(&middle).expect("few");
        assert_eq!(last, whole);
    }
}
