//! A small network in integers.
//!
//! Every feature has a row of numbers, and the rows of the true features are added up, lane by lane
//! (the sum that all actions of a decision share is computed once). Values above 0 go on to a
//! second layer, and both layers contribute to the score. Numbers are in fixed point, so every
//! machine computes the same sums.

use super::Features;
use crate::cards::bits::{PairedRows, ROW, ROWS, Row, Work, products, sum_rows, with_wide_lanes};

/// The number of values of the first layer.
pub const LANES: usize = ROW;

/// The number of values of the second layer.
pub const UNITS: usize = ROWS;

/// The largest number of features that may be noted for a position and one of its actions together,
/// so that no sum overflows, unless a game needs more ([`Shape::active`]).
pub const MOST_ACTIVE: usize = 96;

/// The fractional bits of weights, and of values between layers.
const FRACTION: u32 = 7;

/// The value of 1 in fixed point.
pub(super) const ONE: f32 = (1 << FRACTION) as f32;

/// The largest absolute weight of a feature. The sum of `active` such weights and a bias of the same
/// size fits into 16 bits.
pub(super) const fn most_row(active: usize) -> i16 {
    i16::MAX / (active as i16 + 1)
}

/// The largest absolute value of all other weights, and the largest value of the first layer.
pub(super) const MOST: i16 = 2047;

/// The chance of winning that a difference of 1 in scores stands for.
pub const WORTH_OF_ONE: f64 = 0.05;

/// The largest absolute opinion: a score with it still fits into 32 bits.
const MOST_OPINION: i32 = 1 << 28;

/// The largest value of the second layer.
const MOST_UNIT: i32 = i16::MAX as i32;

/// The number of features that can be summed up at once.
const ROOM: usize = 128;

/// The shape that weights must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The game.
    pub game: &'static str,
    /// The version of its features.
    pub version: u32,
    /// The number of features.
    pub features: usize,
    /// The largest number of features that may be noted for a position and one of its actions
    /// together.
    pub active: usize,
    /// Whether the numbers of features are hashes of names. Then most are never true, the weights
    /// of a file are only those that are not 0, and they fit every game that shares the names.
    pub is_hashed: bool,
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The largest absolute weight of a feature.
    most_row: i16,
    /// By feature.
    rows: Box<[Row]>,
    bias: Row,
    units: [Row; UNITS],
    /// The weights from the first to the second layer, in the order of their multiplication.
    paired: PairedRows,
    unit_bias: [i16; UNITS],
    /// The weights of the first layer's values in the score.
    direct: Row,
    /// The weights of the second layer's values in the score.
    last: [i16; UNITS],
}

/// The sums of the first layer for a position, or for an action in it.
///
/// Features are listed first, and summed up together, so that the sums can stay in registers.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSums<'n> {
    rows: &'n [Row],
    /// The current sums, and the sums at the last settling.
    lanes: Row,
    settled: Row,
    added: Listed,
    subtracted: Listed,
    opinion: i32,
}

/// Features that are not summed up yet.
#[derive(Clone, Copy, Debug)]
struct Listed {
    count: usize,
    features: [u32; ROOM],
}

impl Listed {
    const NONE: Self = Self { count: 0, features: [0; ROOM] };

    #[inline(always)]
    fn push(&mut self, feature: usize) {
        self.features[self.count % ROOM] = feature as u32;
        self.count += 1;
    }

    #[inline(always)]
    fn all(&self) -> &[u32] {
        &self.features[..self.count.min(ROOM)]
    }
}

impl HiddenSums<'_> {
    /// Sums up the features noted so far. [`HiddenSums::back_to_settled`] later forgets all others.
    #[inline(always)]
    pub fn settle(&mut self) {
        self.sum_up();
        self.settled = self.lanes;
    }

    /// Forgets the features noted since the sums were settled.
    #[inline(always)]
    pub fn back_to_settled(&mut self) {
        (self.lanes, self.added.count, self.subtracted.count, self.opinion) =
            (self.settled, 0, 0, 0);
    }

    #[inline(never)]
    fn sum_up(&mut self) {
        let Self { rows, lanes, added, subtracted, .. } = self;
        *lanes = with_wide_lanes(Sum { start: lanes, rows, added, subtracted });
        (added.count, subtracted.count) = (0, 0);
    }
}

impl Features for HiddenSums<'_> {
    #[inline(always)]
    fn with(&mut self, feature: usize) {
        self.added.push(feature);
        if self.added.count == ROOM {
            self.sum_up();
        }
    }

    #[inline(always)]
    fn without(&mut self, feature: usize) {
        self.subtracted.push(feature);
        if self.subtracted.count == ROOM {
            self.sum_up();
        }
    }

    #[inline(always)]
    fn opinion(&mut self, worth: i32) {
        self.opinion = worth.clamp(-MOST_OPINION, MOST_OPINION);
    }
}

/// The summation of features as work for [`with_wide_lanes`](crate::cards::bits::with_wide_lanes).
struct Sum<'a> {
    start: &'a Row,
    rows: &'a [Row],
    added: &'a Listed,
    subtracted: &'a Listed,
}

impl Work for Sum<'_> {
    type Output = Row;

    #[inline(always)]
    fn run(self) -> Row {
        sum_rows(self.start, self.rows, self.added.all(), self.subtracted.all())
    }
}

/// The scoring of an action as work for [`with_wide_lanes`](crate::cards::bits::with_wide_lanes).
struct Score<'a> {
    network: &'a Network,
    sums: &'a HiddenSums<'a>,
}

impl Work for Score<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { network, sums } = self;
        let (added, subtracted) = (sums.added.all(), sums.subtracted.all());
        let mut lanes = sum_rows(&sums.lanes, sums.rows, added, subtracted);
        for lane in lanes.iter_mut() {
            *lane = (*lane).clamp(0, MOST);
        }
        let mut score = sums.opinion + dot(&lanes, &network.direct);
        let products = products(&lanes, &network.paired);
        let mut unit = 0;
        while unit < UNITS {
            let sum = (i32::from(network.unit_bias[unit]) << FRACTION) + products[unit];
            score += (sum.max(0) >> FRACTION).min(MOST_UNIT) * i32::from(network.last[unit]);
            unit += 1;
        }
        score
    }
}

/// The sum of products.
#[inline(always)]
fn dot(one: &Row, other: &Row) -> i32 {
    // By index, here and below: chains of iterators are not sure to be inlined (see `Work`).
    let (mut sum, mut lane) = (0, 0);
    while lane < LANES {
        sum += i32::from(one[lane]) * i32::from(other[lane]);
        lane += 1;
    }
    sum
}

impl Network {
    /// Returns the number of weights of a network for this many features.
    pub const fn size(features: usize) -> usize {
        (features + 1) * LANES + UNITS * (LANES + 1) + LANES + UNITS
    }

    /// Returns the largest absolute weight of a feature.
    pub fn most_row(shape: Shape) -> f32 {
        f32::from(most_row(shape.active)) / ONE
    }

    /// Returns a network that gives every action the score 0.
    pub fn blank(shape: Shape) -> Self {
        let rows = vec![Row::ZERO; shape.features].into_boxed_slice();
        let (units, paired) = ([Row::ZERO; UNITS], [Row::ZERO; LANES / 2]);
        Self {
            most_row: most_row(shape.active),
            rows,
            bias: Row::ZERO,
            units,
            paired,
            unit_bias: [0; UNITS],
            direct: Row::ZERO,
            last: [0; UNITS],
        }
    }

    /// Returns the network of these weights: the rows of the features, the bias of the first layer;
    /// for each value of the second layer a row of weights; its biases; the weights of the values
    /// of the first and the second layer in the score. They are rounded to fixed point, and cut to
    /// the allowed range. `None` if their number does not match the shape.
    pub fn rounded(shape: Shape, weights: &[f32]) -> Option<Self> {
        let limits = Self::blank(shape).numbers_with_limits().map(|(_, most)| most);
        let rounded = |(weight, most): (&f32, i16)| {
            (weight * ONE).round().clamp(-f32::from(most), f32::from(most)) as i16
        };
        Self::of(shape, &weights.iter().zip(limits).map(rounded).collect::<Vec<i16>>())
    }

    /// Returns the network of these numbers in fixed point, in the same order. `None` if there are
    /// too many or too few, or if one is too large.
    pub(super) fn of(shape: Shape, numbers: &[i16]) -> Option<Self> {
        let mut network = Self::blank(shape);
        if numbers.len() != Self::size(shape.features) {
            return None;
        }
        let mut rest = numbers.iter().copied();
        for (place, most) in network.places() {
            let number = rest.next()?;
            if number.unsigned_abs() > most.unsigned_abs() {
                return None;
            }
            *place = number;
        }
        for (place, unit) in network.units.iter().enumerate() {
            for (lane, weight) in unit.iter().enumerate() {
                network.paired[lane / 2][2 * place + lane % 2] = *weight;
            }
        }
        Some(network)
    }

    /// Iterates over its numbers, each with its largest absolute value, in the order of a file.
    fn places(&mut self) -> impl Iterator<Item = (&mut i16, i16)> {
        let Self { most_row, rows, bias, units, unit_bias, direct, last, paired: _ } = self;
        let most_row = *most_row;
        let of_rows = rows.iter_mut().flat_map(|row| row.iter_mut());
        let first = of_rows.chain(bias.iter_mut()).map(move |place| (place, most_row));
        let of_units = units.iter_mut().flat_map(|row| row.iter_mut());
        let others = of_units.chain(unit_bias).chain(direct.iter_mut()).chain(last);
        first.chain(others.map(|place| (place, MOST)))
    }

    fn numbers_with_limits(mut self) -> impl Iterator<Item = (i16, i16)> {
        self.places().map(|(place, most)| (*place, most)).collect::<Vec<_>>().into_iter()
    }

    /// Returns its numbers in fixed point, in the order of a file.
    pub(super) fn numbers(&self) -> Vec<i16> {
        self.clone().numbers_with_limits().map(|(number, _)| number).collect()
    }

    /// Returns the weights that [`Network::rounded`] rounds to this network.
    pub fn weights(&self) -> Vec<f32> {
        self.numbers().into_iter().map(|number| f32::from(number) / ONE).collect()
    }

    /// Returns the number of features.
    pub fn features(&self) -> usize {
        self.rows.len()
    }

    /// Returns the sums without any feature.
    #[inline(always)]
    pub fn begin(&self) -> HiddenSums<'_> {
        HiddenSums {
            rows: &self.rows,
            lanes: self.bias,
            settled: self.bias,
            added: Listed::NONE,
            subtracted: Listed::NONE,
            opinion: 0,
        }
    }

    /// Returns the score of an action from the noted features of it and its position. Only scores
    /// of one decision can be compared.
    #[inline(always)]
    pub fn score(&self, sums: &HiddenSums<'_>) -> i32 {
        with_wide_lanes(Score { network: self, sums })
    }

    /// Returns the worth of an action, from 0 to 1, if the network was trained to tell it: a score of
    /// 0 stands for a half.
    #[inline(always)]
    pub fn worth(&self, sums: &HiddenSums<'_>) -> f32 {
        let score = self.score(sums) as f32 / Self::score_of_one() as f32;
        (0.5 + WORTH_OF_ONE as f32 * score).clamp(0.0, 1.0)
    }

    /// Returns the value of 1 in a score.
    pub const fn score_of_one() -> i32 {
        1 << (2 * FRACTION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{BlockStreams, Purpose, Stream};

    fn shape(features: usize) -> Shape {
        Shape { game: "test", version: 1, features, active: MOST_ACTIVE, is_hashed: false }
    }

    /// A network of random numbers over their whole range.
    fn random_network(features: usize, stream: &mut Stream) -> Network {
        let mut network = Network::blank(shape(features));
        for (place, most) in network.places() {
            let most = u32::from(most.unsigned_abs());
            *place = (stream.below(2 * most + 1) as i32 - most as i32) as i16;
        }
        Network::of(shape(features), &network.numbers())
            .expect("as many numbers as it has, none of them too large")
    }

    /// The score by definition, with numbers that cannot overflow.
    fn slow_score(numbers: &[i16], features: usize, noted: &[(usize, i64)]) -> i64 {
        let mut parts = numbers.iter().map(|number| i64::from(*number));
        let mut take = |count: usize| parts.by_ref().take(count).collect::<Vec<i64>>();
        let (rows, bias, units) = (take(features * LANES), take(LANES), take(UNITS * LANES));
        let (unit_bias, direct, last) = (take(UNITS), take(LANES), take(UNITS));
        let lane = |lane: usize| {
            let sum: i64 =
                noted.iter().map(|(feature, times)| times * rows[feature * LANES + lane]).sum();
            (bias[lane] + sum).clamp(0, 2047)
        };
        let lanes: Vec<i64> = (0..LANES).map(lane).collect();
        let dot = |weights: &[i64]| {
            weights.iter().zip(&lanes).map(|(weight, lane)| weight * lane).sum::<i64>()
        };
        let unit = |unit: usize| {
            let sum = 128 * unit_bias[unit] + dot(&units[unit * LANES..(unit + 1) * LANES]);
            last[unit] * (sum.max(0) / 128).min(32767)
        };
        dot(&direct) + (0..UNITS).map(unit).sum::<i64>()
    }

    #[test]
    fn scores_agree_with_slow_arithmetic() {
        let mut stream = BlockStreams::new(2, 2).stream(Purpose::Strategy(0));
        let features = 40;
        let mut different = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let network = random_network(features, &mut stream);
            let (mut sums, mut noted) = (network.begin(), Vec::new());
            for _ in 0..stream.below(MOST_ACTIVE as u32 + 1) {
                let feature = stream.below(features as u32) as usize;
                if stream.below(4) == 0 {
                    sums.without(feature);
                    noted.push((feature, -1));
                } else {
                    sums.with(feature);
                    noted.push((feature, 1));
                }
            }
            let score = network.score(&sums);
            assert_eq!(i64::from(score), slow_score(&network.numbers(), features, &noted));
            different.insert(score);
        }
        assert!(
            different.len() > 150,
            "only {} different scores: the test sees too little",
            different.len()
        );
    }

    #[test]
    fn features_after_settling_are_forgotten() {
        let mut stream = BlockStreams::new(3, 3).stream(Purpose::Strategy(0));
        let network = random_network(8, &mut stream);
        let noted = |sums: &mut HiddenSums<'_>, count: usize| {
            (0..count).for_each(|feature| sums.with(feature % 8));
            (0..count / 2).for_each(|feature| sums.without(feature % 3));
        };
        let mut sums = network.begin();
        noted(&mut sums, 5);
        let expected = network.score(&sums);
        sums.settle();
        assert_eq!(network.score(&sums), expected);
        // One of the counts exceeds the room.
        for count in [1, 7, ROOM + 3, 3 * ROOM] {
            noted(&mut sums, count);
            sums.opinion(5);
            assert_ne!(network.score(&sums), expected);
            sums.back_to_settled();
            assert_eq!(network.score(&sums), expected);
        }
    }

    /// The largest possible numbers, all of one sign.
    #[test]
    fn sums_do_not_overflow() {
        for (first, others) in [(1, 1), (1, -1), (-1, 1)] {
            let mut network = Network::blank(shape(1));
            for (place, most) in network.places() {
                *place = most * if most == most_row(MOST_ACTIVE) { first } else { others };
            }
            let network = Network::of(shape(1), &network.numbers())
                .expect("as many numbers as it has, none of them too large");
            let mut sums = network.begin();
            (0..MOST_ACTIVE).for_each(|_| sums.with(0));
            let expected = slow_score(&network.numbers(), 1, &[(0, MOST_ACTIVE as i64)]);
            assert_eq!(i64::from(network.score(&sums)), expected);
        }
    }

    #[test]
    fn weights_are_rounded_and_cut() {
        let mut weights = vec![0.0; Network::size(2)];
        (weights[0], weights[1], weights[LANES]) = (0.012, -7.0, 1.5);
        let network = Network::rounded(shape(2), &weights).expect("the right number of weights");
        assert_eq!(
            (network.rows[0][0], network.rows[0][1], network.rows[1][0]),
            (2, -most_row(MOST_ACTIVE), 192)
        );
        assert_eq!(Network::rounded(shape(3), &weights), None);
        assert_eq!(Network::of(shape(2), &network.numbers()).as_ref(), Some(&network));
        assert_eq!(Network::of(shape(2), &vec![most_row(MOST_ACTIVE) + 1; Network::size(2)]), None);
    }
}
