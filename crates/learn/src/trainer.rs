//! The network in floating point while it is trained: gradients of the error by hand, and the
//! optimizer Adam (Kingma and Ba, 2015).
//!
//! All sums are computed in order by one thread, so that the same data give the same weights on
//! every machine.

use fairdeal_core::rng::Stream;
use fairdeal_core::strategy::{Decision, LANES, Network, Noted, Shape, UNITS, WORTH_OF_ONE};

/// The largest value of the first layer, as in the integer network.
const MOST: f32 = 2047.0 / 128.0;

/// The largest weights after the rows, as in the integer network.
const MOST_OTHER: f32 = 2047.0 / 128.0;

/// The share of an action's weight in the error that does not depend on its score.
const EVEN: f32 = 0.5;

/// The approximate number of features that are true at once.
const ACTIVE: f32 = 50.0;

/// A network that goes on from another one has so many rounds in the mean of its weights already.
const GOES_ON: u32 = 64;

type Row = [f32; LANES];

/// Adds a row, this many times.
fn add(sums: &mut Row, times: f32, row: &Row) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += times * number;
    }
}

/// Weights, or gradients of them, in the order of [`Network::rounded`].
#[derive(Clone, Debug)]
struct Parameters(Vec<f32>);

/// The offsets of the parts.
#[derive(Clone, Copy, Debug)]
struct Layout {
    bias: usize,
    units: usize,
    unit_bias: usize,
    direct: usize,
    last: usize,
    size: usize,
}

impl Layout {
    const fn of(features: usize) -> Self {
        let bias = features * LANES;
        let units = bias + LANES;
        let unit_bias = units + UNITS * LANES;
        let direct = unit_bias + UNITS;
        let last = direct + LANES;
        Self { bias, units, unit_bias, direct, last, size: last + UNITS }
    }
}

impl Parameters {
    fn row(&self, start: usize) -> &Row {
        self.0[start..]
            .first_chunk()
            .unwrap_or_else(|| unreachable!("the layout ends with the parameters"))
    }

    fn row_mut(&mut self, start: usize) -> &mut Row {
        self.0[start..]
            .first_chunk_mut()
            .unwrap_or_else(|| unreachable!("the layout ends with the parameters"))
    }

    /// Adds the rows of features, this many times each, to sums.
    fn add_rows(&self, noted: &Noted, sums: &mut Row) {
        for (feature, times) in &noted.features {
            add(sums, f32::from(*times), self.row(usize::from(*feature) * LANES));
        }
    }

    /// Adds a gradient to the rows of features.
    fn add_to_rows(&mut self, noted: &Noted, gradient: &Row) {
        for (feature, times) in &noted.features {
            add(self.row_mut(usize::from(*feature) * LANES), f32::from(*times), gradient);
        }
    }
}

/// The values of an action in the layers of the network.
struct Pass {
    lanes: Row,
    units: [f32; UNITS],
    score: f32,
}

/// The effect of a difference of 1 in scores on the chance of winning.
const SCALE: f32 = WORTH_OF_ONE as f32;

/// The worth that a score of 0 stands for in a network that learns worth: see [`Network::worth`].
const HALF: f32 = 0.5;

/// The share of the last rounds that the mean of the weights is about: with 4, about the last third.
const LAST: f32 = 4.0;

/// What a network learns of the actions of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// How much better one action is than another. Luck is far larger than these differences, and
    /// is the same for all actions of a decision.
    Differences,
    /// How much each action is worth.
    Worth,
}

/// A network that is being trained.
#[derive(Clone, Debug)]
pub struct Trainer {
    shape: Shape,
    target: Target,
    most_row: f32,
    layout: Layout,
    weights: Parameters,
    gradient: Parameters,
    /// Decaying means of gradients and of their squares, and the number of steps.
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// The features that were true so far, in the order in which they came. All others have weights
    /// of 0 in the network.
    known: Vec<u16>,
    is_known: Vec<bool>,
    /// The features of the position that were true in all decisions so far, each as many times,
    /// such as a knob of the rules; `None` before the first one. They say no more than the bias, and
    /// are left out: so rules that differ by nothing that matters give the same network.
    constant: Option<Vec<(u16, i16)>>,
    /// The mean of the weights over the last rounds, and the number of rounds.
    average: Vec<f32>,
    rounds: u32,
}

impl Trainer {
    /// Returns a network that learns `target`, with small random weights or with those of `start`.
    pub fn new(shape: Shape, target: Target, start: Option<&Network>, stream: &mut Stream) -> Self {
        let layout = Layout::of(shape.features);
        let mut weights = vec![0.0; layout.size];
        let mut fill = |range: std::ops::Range<usize>, deviation: f32| {
            // Uniform numbers of this standard deviation.
            let width = deviation * 12f32.sqrt();
            weights[range]
                .fill_with(|| ((stream.word() >> 40) as f32 / (1 << 24) as f32 - 0.5) * width);
        };
        fill(0..layout.bias, (1.0 / ACTIVE).sqrt());
        fill(layout.units..layout.unit_bias, (2.0 / LANES as f32).sqrt());
        fill(layout.direct..layout.last, 0.1);
        fill(layout.last..layout.size, (1.0 / UNITS as f32).sqrt());
        let mut known = Vec::new();
        let mut is_known = vec![false; shape.features];
        if let Some(start) = start {
            // Rows without any weight stay random: they are those of features that were never true.
            let start = start.weights();
            let rows = start.chunks_exact(LANES).take(shape.features);
            for (feature, row) in rows.enumerate().filter(|(_, row)| row.iter().any(|w| *w != 0.0))
            {
                weights[feature * LANES..(feature + 1) * LANES].copy_from_slice(row);
                is_known[feature] = true;
                known.push(feature as u16);
            }
            weights[layout.bias..].copy_from_slice(&start[layout.bias..]);
        }
        let zeros = vec![0.0; layout.size];
        Self {
            shape,
            target,
            most_row: Network::most_row(shape),
            layout,
            average: weights.clone(),
            weights: Parameters(weights),
            gradient: Parameters(zeros.clone()),
            mean: zeros.clone(),
            square: zeros,
            steps: 0,
            known,
            is_known,
            constant: None,
            rounds: if start.is_some() { GOES_ON } else { 0 },
        }
    }

    /// Ends a round: the network is the mean of the weights at the ends of the last rounds. Rounds
    /// that others played are left out of the mean once there is one of its own play.
    pub fn end_round(&mut self, is_own: bool) {
        let share = (LAST + 1.0) / (self.rounds as f32 + LAST + 1.0);
        self.rounds += u32::from(is_own);
        let known = self.known.iter().map(|feature| usize::from(*feature) * LANES);
        let rows = known.map(|start| start..start + LANES);
        let others = self.layout.bias..self.layout.size;
        for range in rows.chain(std::iter::once(others)) {
            for (mean, weight) in self.average[range.clone()].iter_mut().zip(&self.weights.0[range])
            {
                *mean += share * (weight - *mean);
            }
        }
    }

    /// Returns the network of the current weights in integers.
    pub fn current(&self) -> Network {
        self.of(self.weights.0.clone())
    }

    /// Returns the network in integers.
    pub fn network(&self) -> Network {
        self.of(self.average.clone())
    }

    fn of(&self, mut weights: Vec<f32>) -> Network {
        for (row, is_known) in weights.chunks_exact_mut(LANES).zip(&self.is_known) {
            if !is_known {
                row.fill(0.0);
            }
        }
        Network::rounded(self.shape, &weights)
            .unwrap_or_else(|| unreachable!("it has the layout of a network"))
    }

    /// Returns a position without the features that were always true, those of this decision
    /// included.
    fn varying(&mut self, decision: &Decision) -> Noted {
        let mut position = decision.position.clone();
        let is_new = |(feature, _): &(u16, i16)| !self.is_known[usize::from(*feature)];
        let constant = self
            .constant
            .get_or_insert_with(|| position.features.iter().copied().filter(is_new).collect());
        let of_actions = |feature: &(u16, i16)| {
            let noted = decision.actions.iter().flat_map(|(action, _)| &action.features);
            noted.into_iter().any(|(other, _)| *other == feature.0)
        };
        constant.retain(|feature| position.features.contains(feature) && !of_actions(feature));
        position.features.retain(|feature| !constant.contains(feature));
        position
    }

    /// Notes the features of a decision.
    fn know(&mut self, decision: &Decision, position: &Noted) {
        let actions = decision.actions.iter().map(|(action, _)| action);
        for noted in actions.chain([position]) {
            for (feature, _) in &noted.features {
                if !std::mem::replace(&mut self.is_known[usize::from(*feature)], true) {
                    self.known.push(*feature);
                    // A new feature has no past in the mean.
                    let start = usize::from(*feature) * LANES;
                    self.average[start..start + LANES]
                        .copy_from_slice(&self.weights.0[start..start + LANES]);
                }
            }
        }
    }

    fn pass(&self, base: &Row, action: &Noted) -> Pass {
        let Self { layout, weights, .. } = self;
        let mut lanes = *base;
        weights.add_rows(action, &mut lanes);
        for lane in &mut lanes {
            *lane = lane.clamp(0.0, MOST);
        }
        let dot =
            |row: &Row| row.iter().zip(&lanes).fold(0.0, |sum, (weight, lane)| sum + weight * lane);
        let mut units = [0.0; UNITS];
        let mut score = action.opinion + dot(weights.row(layout.direct));
        for (unit, value) in units.iter_mut().enumerate() {
            *value = (weights.0[layout.unit_bias + unit]
                + dot(weights.row(layout.units + unit * LANES)))
            .max(0.0);
            score += weights.0[layout.last + unit] * *value;
        }
        Pass { lanes, units, score }
    }

    /// Adds the gradient of a decision's error; returns the error.
    ///
    /// The error is the mean square of the predicted differences between actions minus the observed
    /// differences. Half of the weight of an action is constant, the other half grows with its
    /// score, because among good actions the choice must be right.
    fn learn(&mut self, decision: &Decision) -> f32 {
        let position = self.varying(decision);
        self.know(decision, &position);
        let layout = self.layout;
        let mut base = *self.weights.row(layout.bias);
        self.weights.add_rows(&position, &mut base);
        let passes: Vec<Pass> =
            decision.actions.iter().map(|(action, _)| self.pass(&base, action)).collect();
        let highest = passes.iter().fold(f32::MIN, |highest, pass| highest.max(pass.score));
        let mut shares: Vec<f32> =
            passes.iter().map(|pass| libm::expf(pass.score - highest)).collect();
        let whole: f32 = shares.iter().sum();
        let even = EVEN / passes.len() as f32;
        for share in &mut shares {
            *share = even + (1.0 - EVEN) * *share / whole;
        }
        let misses: Vec<f32> = passes
            .iter()
            .zip(&decision.actions)
            .map(|(pass, (_, worth))| SCALE * pass.score - worth)
            .collect();
        let mean: f32 = match self.target {
            Target::Differences => {
                misses.iter().zip(&shares).map(|(miss, share)| miss * share).sum()
            }
            // The score stands for the distance from a half.
            Target::Worth => -HALF,
        };
        let mut of_base = [0.0; LANES];
        let mut error = 0.0;
        for (((pass, (action, _)), miss), share) in
            passes.iter().zip(&decision.actions).zip(&misses).zip(&shares)
        {
            let miss = miss - mean;
            error += share * miss * miss;
            let of_lanes = self.back(pass, share * miss);
            self.gradient.add_to_rows(action, &of_lanes);
            add(&mut of_base, 1.0, &of_lanes);
        }
        self.gradient.add_to_rows(&position, &of_base);
        add(self.gradient.row_mut(layout.bias), 1.0, &of_base);
        error
    }

    /// Adds the gradient of everything except the rows, where `slope` is that of the score; returns
    /// the gradient of the first layer's sums.
    fn back(&mut self, pass: &Pass, slope: f32) -> Row {
        let Self { layout, weights, gradient, .. } = self;
        let mut of_lanes = *weights.row(layout.direct);
        for lane in &mut of_lanes {
            *lane *= slope;
        }
        add(gradient.row_mut(layout.direct), slope, &pass.lanes);
        for unit in 0..UNITS {
            if pass.units[unit] <= 0.0 {
                continue;
            }
            gradient.0[layout.last + unit] += slope * pass.units[unit];
            let of_unit = slope * weights.0[layout.last + unit];
            gradient.0[layout.unit_bias + unit] += of_unit;
            add(gradient.row_mut(layout.units + unit * LANES), of_unit, &pass.lanes);
            add(&mut of_lanes, of_unit, weights.row(layout.units + unit * LANES));
        }
        for (slope, lane) in of_lanes.iter_mut().zip(&pass.lanes) {
            if *lane <= 0.0 || *lane >= MOST {
                *slope = 0.0;
            }
        }
        of_lanes
    }

    /// Takes a training step with some decisions at this rate; returns their mean error.
    pub fn step<'d>(&mut self, decisions: impl Iterator<Item = &'d Decision>, rate: f32) -> f32 {
        const DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        const SMALL: f32 = 1e-9;
        let (mut error, mut count) = (0.0, 0.0);
        for decision in decisions {
            error += self.learn(decision);
            count += 1.0;
        }
        self.steps += 1;
        let corrected = |decay: f32, steps: i32| 1.0 - libm::powf(decay, steps as f32);
        let (first, second) = (corrected(DECAY, self.steps), corrected(SQUARE_DECAY, self.steps));
        let Self { weights, gradient, mean, square, known, layout, most_row, .. } = self;
        let rows = known.iter().map(|feature| usize::from(*feature) * LANES);
        let rows = rows.map(|start| (start..start + LANES, *most_row));
        let others =
            [(layout.bias..layout.units, *most_row), (layout.units..layout.size, MOST_OTHER)];
        for (range, most) in rows.chain(others) {
            let weights = weights.0[range.clone()].iter_mut().zip(&mut gradient.0[range.clone()]);
            let means = mean[range.clone()].iter_mut().zip(&mut square[range]);
            for ((weight, gradient), (mean, square)) in weights.zip(means) {
                let slope = *gradient / count;
                *gradient = 0.0;
                *mean = DECAY * *mean + (1.0 - DECAY) * slope;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                let change = rate * (*mean / first) / ((*square / second).sqrt() + SMALL);
                *weight = (*weight - change).clamp(-most, most);
            }
        }
        error / count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::rng::{BlockStreams, Purpose};
    use fairdeal_core::strategy::{Features, Weights};

    const SHAPE: Shape =
        Shape { game: "test", version: 1, features: 12, active: 96, is_hashed: false };

    fn stream() -> Stream {
        BlockStreams::new(3, 3).stream(Purpose::Strategy(0))
    }

    /// Decisions in which the action with more features of the first half wins.
    fn decisions(features: u32, count: usize, stream: &mut Stream) -> Vec<Decision> {
        let mut noted = |most: u32| Noted {
            features: (0..4).map(|_| (stream.below(most) as u16, 1)).collect(),
            opinion: 0.0,
        };
        let half = |noted: &Noted| {
            noted.features.iter().filter(|(feature, _)| u32::from(*feature) < features / 2).count()
        };
        let mut decision = || {
            let actions: Vec<Noted> = (0..4).map(|_| noted(features)).collect();
            let best = actions.iter().map(half).max();
            let worth = |action: &Noted| f32::from(Some(half(action)) == best);
            Decision {
                key: 0,
                weight: 1.0,
                position: noted(features),
                actions: actions
                    .into_iter()
                    .map(|action| (action.clone(), worth(&action)))
                    .collect(),
            }
        };
        (0..count).map(|_| decision()).collect()
    }

    #[test]
    fn gradients_are_slopes() {
        let mut draws = stream();
        let mut trainer = Trainer::new(SHAPE, Target::Differences, None, &mut draws);
        trainer.constant = Some(Vec::new());
        let decision = &decisions(12, 1, &mut draws)[0];
        // Twice the slope of the error would be the gradient if the weights of the actions did not
        // depend on their scores. So it is compared with an error with fixed weights, half of which
        // are the constant ones.
        let passes_of = |trainer: &Trainer| -> Vec<f32> {
            let mut base = *trainer.weights.row(trainer.layout.bias);
            trainer.weights.add_rows(&decision.position, &mut base);
            decision.actions.iter().map(|(action, _)| trainer.pass(&base, action).score).collect()
        };
        let scores = passes_of(&trainer);
        let exponentials: Vec<f32> = scores.iter().map(|score| score.exp()).collect();
        let whole: f32 = exponentials.iter().sum();
        let shares: Vec<f32> =
            exponentials.iter().map(|one| 0.5 / 4.0 + 0.5 * one / whole).collect();
        let error = |trainer: &Trainer| -> f64 {
            let scores = passes_of(trainer);
            let misses = scores
                .iter()
                .zip(&decision.actions)
                .map(|(score, (_, worth))| f64::from(SCALE * score - worth));
            let mean: f64 =
                misses.clone().zip(&shares).map(|(miss, share)| miss * f64::from(*share)).sum();
            misses
                .zip(&shares)
                .map(|(miss, share)| f64::from(*share) * (miss - mean) * (miss - mean))
                .sum()
        };
        trainer.learn(decision);
        let gradient = trainer.gradient.0.clone();
        let mut compared = 0;
        for (index, of_learning) in gradient.iter().enumerate() {
            const DISTANCE: f32 = 1e-2;
            let at = |offset: f32| {
                let mut moved = trainer.clone();
                moved.weights.0[index] += offset;
                error(&moved)
            };
            let slope = (at(DISTANCE) - at(-DISTANCE)) / f64::from(2.0 * DISTANCE);
            let expected = 2.0 * f64::from(SCALE * of_learning);
            // A number that crosses 0 has no slope there.
            compared += usize::from((slope - expected).abs() <= 1e-4 + 0.02 * expected.abs());
        }
        assert!(compared * 100 > gradient.len() * 97, "{compared} of {} slopes", gradient.len());
        assert!(gradient.iter().filter(|slope| **slope != 0.0).count() > gradient.len() / 4);
    }

    /// A feature that is true in every decision changes nothing, such as a knob that stays.
    #[test]
    fn what_is_always_true_is_left_out() {
        let network = |constant: Option<u16>| {
            let mut draws = stream();
            let mut trainer = Trainer::new(SHAPE, Target::Differences, None, &mut draws);
            let mut all = decisions(10, 64, &mut draws);
            for decision in &mut all {
                decision.position.features.extend(constant.map(|feature| (feature, 1)));
            }
            for _ in 0..4 {
                trainer.step(all.iter(), 0.01);
            }
            trainer.end_round(true);
            Weights::new("test", trainer.network().into(), None).sha256
        };
        assert_eq!(network(None), network(Some(10)));
        assert_eq!(network(Some(10)), network(Some(11)));
    }

    #[test]
    fn it_learns_what_actions_are_worth() {
        let mut draws = stream();
        let mut trainer = Trainer::new(SHAPE, Target::Worth, None, &mut draws);
        // All actions of a decision may be worth nothing, which differences would not tell.
        let mut all = decisions(12, 256, &mut draws);
        for decision in all.iter_mut().step_by(2) {
            decision.position.features = vec![(0, 1)];
            decision.actions.iter_mut().for_each(|(_, worth)| *worth = 0.0);
        }
        for decision in all.iter_mut().skip(1).step_by(2) {
            decision.position.features = vec![(11, 1)];
        }
        for _ in 0..200 {
            trainer.step(all.iter(), 0.01);
        }
        trainer.end_round(true);
        let network = trainer.network();
        let (mut misses, mut count) = (0.0, 0.0);
        for decision in &all {
            for (action, worth) in &decision.actions {
                let mut sums = network.begin();
                for (feature, _) in decision.position.features.iter().chain(&action.features) {
                    sums.with(usize::from(*feature));
                }
                misses += (network.worth(&sums) - worth).abs();
                count += 1.0;
            }
        }
        // Who knows only the position says 0 in half of the decisions, and is right; in the others, in
        // which nearly half of the actions are worth 1, the best guess misses by nearly a half.
        assert!(misses / count < 0.15, "{}", misses / count);
    }

    #[test]
    fn it_learns_what_wins() {
        let mut draws = stream();
        let mut trainer = Trainer::new(SHAPE, Target::Differences, None, &mut draws);
        let all = decisions(12, 256, &mut draws);
        let first = trainer.step(all.iter(), 0.01);
        let last = (0..60).fold(first, |_, _| trainer.step(all.iter(), 0.01));
        assert!(last < first / 3.0, "the error is {last} after {first}");
        // The integer network is nearly the same.
        trainer.end_round(true);
        let network = trainer.network();
        let decision = &all[0];
        let mut base = *trainer.weights.row(trainer.layout.bias);
        trainer.weights.add_rows(&decision.position, &mut base);
        for (action, _) in &decision.actions {
            let mut sums = network.begin();
            for (feature, _) in decision.position.features.iter().chain(&action.features) {
                sums.with(usize::from(*feature));
            }
            let score = network.score(&sums) as f32 / Network::score_of_one() as f32;
            let expected = trainer.pass(&base, action).score;
            assert!(
                (score - expected).abs() < 0.1 + 0.05 * expected.abs(),
                "{score} instead of {expected}"
            );
        }
    }
}
