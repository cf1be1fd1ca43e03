//! Problems with a known answer: the means of every point are stored, and what is played is drawn
//! from them.

use std::collections::HashMap;
use std::f64::consts::PI;

use fairdeal_tune::{Bound, GROUPS, Loss, Point, Request, Round, Space, Term};

use serde_json::json;

use super::judged::Summary;
use super::noise::Noise;

/// A box whose every point is known.
pub(crate) struct Problem {
    pub(crate) name: &'static str,
    sizes: Vec<usize>,
    ordered: Vec<bool>,
    /// All points that can be played, with their numbers.
    numbers: HashMap<Point, usize>,
    /// The true means of each point.
    means: Vec<f64>,
    /// The standard deviation of each mean of each point over one block.
    deviations: Vec<f64>,
    /// How many of the first means are shares that add up to one.
    seats: usize,
    /// The correlation of two points on the same blocks.
    correlation: f64,
    /// What each block of each point showed, if it was played out: blocks are drawn from these, the
    /// same for all points, and nothing is normal. How many blocks there are.
    played: Option<(Vec<f32>, usize)>,
    pub(crate) terms: Vec<Term>,
    pub(crate) baseline: Option<Point>,
    pub(crate) delta: f64,
    /// The budgets to try.
    pub(crate) budgets: Vec<u64>,
    /// The budgets to compare with other programs.
    pub(crate) budgets_to_compare: Vec<u64>,
    /// At a budget, the least share of runs that find good rules.
    promise: Option<(u64, f64)>,
    loss: Loss,
    /// The least loss of all points.
    least: f64,
}

impl Problem {
    pub(crate) fn new(name: &'static str, sizes: &[usize], terms: Vec<Term>) -> Self {
        Self {
            name,
            sizes: sizes.to_vec(),
            ordered: vec![true; sizes.len()],
            numbers: HashMap::new(),
            means: Vec::new(),
            deviations: Vec::new(),
            seats: 0,
            correlation: 0.0,
            played: None,
            loss: Loss::new(&terms),
            terms,
            baseline: None,
            delta: 0.5,
            budgets: Vec::new(),
            budgets_to_compare: Vec::new(),
            promise: None,
            least: f64::INFINITY,
        }
    }

    /// A problem of one mean that is to be as large as possible, and never reaches this bound.
    pub(crate) fn to_maximise(
        name: &'static str,
        sizes: &[usize],
        bound: f64,
        of: impl Fn(&[usize]) -> Option<(Vec<f64>, Vec<f64>)>,
    ) -> Self {
        let bound = Bound { mean: 0, low: Some(bound), high: None, tolerance: 1.0 };
        let mut problem = Self::new(name, sizes, vec![Term { weight: 1.0, bounds: vec![bound] }]);
        problem.delta = 0.1;
        problem.budgets = vec![5_000, 20_000, 100_000, 2_350_000];
        problem.promise = Some((2_350_000, 0.95));
        problem.filled(of)
    }

    /// A grid that was played out: for each of its points, the means of so many blocks.
    pub(crate) fn played(
        self,
        ordered: Vec<bool>,
        points: &[Point],
        blocks: usize,
        stored: &[f32],
    ) -> Self {
        let length = stored.len() / points.len();
        let count = length / blocks;
        let rows: HashMap<&Point, &[f32]> = points.iter().zip(stored.chunks(length)).collect();
        let mut problem = Self { ordered, ..self }.filled(|point| {
            let row = rows.get(&point.to_vec())?;
            let mean = |mean: usize| {
                row.iter().skip(mean).step_by(count).map(|value| f64::from(*value)).sum::<f64>()
                    / blocks as f64
            };
            Some(((0..count).map(mean).collect(), vec![0.0; count]))
        });
        // In the order of the numbers of points.
        let mut numbers: Vec<(&Point, &usize)> = problem.numbers.iter().collect();
        numbers.sort_by_key(|(_, number)| **number);
        let stored = numbers.iter().flat_map(|(point, _)| rows[*point]).copied().collect();
        problem.played = Some((stored, blocks));
        problem
    }

    /// Adds the points of the whole box that can be played.
    fn filled(mut self, of: impl Fn(&[usize]) -> Option<(Vec<f64>, Vec<f64>)>) -> Self {
        let mut point = vec![0; self.sizes.len()];
        for _ in 0..self.sizes.iter().product::<usize>() {
            if let Some((means, deviations)) = of(&point) {
                self.numbers.insert(point.clone(), self.numbers.len());
                self.least = self.least.min(self.loss.at(&means));
                self.means.extend(means);
                self.deviations.extend(deviations);
            }
            for (value, size) in point.iter_mut().zip(&self.sizes).rev() {
                *value += 1;
                if *value < *size {
                    break;
                }
                *value = 0;
            }
        }
        self
    }

    pub(crate) fn space(&self) -> Space<'_> {
        let canonical = |point: &[usize]| self.numbers.contains_key(point).then(|| point.to_vec());
        Space::new(self.sizes.clone(), self.ordered.clone(), canonical)
    }

    /// The number of means of a point.
    fn count(&self) -> usize {
        self.means.len() / self.numbers.len()
    }

    pub(crate) fn means(&self, point: &[usize]) -> &[f64] {
        let (number, count) = (self.numbers[point], self.count());
        &self.means[number * count..(number + 1) * count]
    }

    pub(crate) fn loss(&self, point: &[usize]) -> f64 {
        self.loss.at(self.means(point))
    }

    /// How much greater the loss of a point is than the least one.
    fn regret(&self, point: &[usize]) -> f64 {
        self.loss(point) - self.least
    }

    /// All points, in their order.
    pub(crate) fn all_points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = self.numbers.keys().cloned().collect();
        points.sort_unstable();
        points
    }

    /// Whether rules are as good as the best.
    pub(crate) fn is_good(&self, point: &[usize]) -> bool {
        self.regret(point) <= self.delta
    }

    /// How many points there are, and how many of them are as good as the best.
    pub(crate) fn points(&self) -> (usize, usize) {
        let good = self.numbers.keys().filter(|point| self.is_good(point)).count();
        (self.numbers.len(), good)
    }

    /// Whether good rules are found as often as promised: surely, given enough runs.
    pub(crate) fn is_found(&self, budget: u64, found: &Summary) -> bool {
        self.promise.is_none_or(|(promised, share)| {
            promised != budget || found.may_be_at_least(found.good, share)
        })
    }

    /// The problem as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let points = self.all_points();
        let count = self.count();
        let rows = |values: &[f64]| {
            let row = |point: &Point| {
                let start = self.numbers[point] * count;
                values[start..start + count].to_vec()
            };
            points.iter().map(row).collect::<Vec<Vec<f64>>>()
        };
        let bound = |bound: &Bound| json!([bound.mean, bound.low, bound.high, bound.tolerance]);
        let term = |term: &Term| {
            let bounds: Vec<serde_json::Value> = term.bounds.iter().map(bound).collect();
            json!({ "weight": term.weight, "bounds": bounds })
        };
        json!({
            "name": self.name,
            "sizes": self.sizes,
            "ordered": self.ordered,
            "seats": self.seats,
            "delta": self.delta,
            "budgets": self.budgets_to_compare,
            "terms": self.terms.iter().map(term).collect::<Vec<serde_json::Value>>(),
            "points": points,
            "means": rows(&self.means),
            "deviations": rows(&self.deviations),
        })
    }

    /// Plays a request: every mean of a group is normal, with noise of which a part is common to
    /// all points.
    pub(crate) fn play(&self, request: Request, noise: &mut Noise) -> Round {
        let count = self.count();
        if let Some((stored, blocks)) = &self.played {
            let drawn: Vec<usize> = (0..request.blocks)
                .map(|_| (noise.share() * *blocks as f64) as usize * count)
                .collect();
            let of_group = drawn.len() / GROUPS;
            let mut means = Vec::with_capacity(request.points.len() * GROUPS * count);
            for point in &request.points {
                let row = &stored[self.numbers[point] * blocks * count..];
                for group in drawn.chunks(of_group) {
                    let start = means.len();
                    means.resize(start + count, 0.0);
                    for place in group {
                        for (sum, value) in means[start..].iter_mut().zip(&row[*place..]) {
                            *sum += f64::from(*value);
                        }
                    }
                    means[start..].iter_mut().for_each(|sum| *sum /= of_group as f64);
                }
            }
            return Round::new(request, means);
        }
        let scale = 1.0 / ((request.blocks / GROUPS as u64) as f64).sqrt();
        let (shared, own) = (self.correlation.sqrt(), (1.0 - self.correlation).sqrt());
        let common: Vec<f64> = (0..GROUPS * count).map(|_| noise.normal()).collect();
        let mut means = Vec::with_capacity(request.points.len() * common.len());
        let mut drawn = vec![0.0; count];
        for point in &request.points {
            let start = self.numbers[point] * count;
            for group in 0..GROUPS {
                for (mean, drawn) in drawn.iter_mut().enumerate() {
                    let common = common[group * count + mean];
                    *drawn = shared * common + own * noise.normal();
                }
                let seats = &mut drawn[..self.seats];
                let centre = seats.iter().sum::<f64>() / seats.len().max(1) as f64;
                for seat in seats {
                    *seat -= centre;
                }
                means.extend((start..).zip(&drawn).map(|(place, drawn)| {
                    self.means[place] + self.deviations[place] * scale * drawn
                }));
            }
        }
        Round::new(request, means)
    }
}

/// All problems that are made here.
pub(crate) fn all() -> Vec<Problem> {
    let few = [true, true, false, false];
    let more = [true, true, true, false, false];
    let many = [true, true, true, false, false, false];
    vec![
        branin(),
        hartmann_3(),
        hartmann_6(),
        game("4 knobs", 11, &[6, 5, 4, 2], &few),
        game("5 knobs", 12, &[6, 5, 5, 4, 2], &more),
        game("6 knobs", 13, &[6, 5, 5, 5, 2, 2], &many),
        game("6 other knobs", 14, &[6, 5, 5, 5, 2, 2], &many),
    ]
}

/// A goal that cannot be reached: the mean shall be as small as possible.
fn least(bound: f64, tolerance: f64) -> Vec<Term> {
    let bound = Bound { mean: 0, low: None, high: Some(bound), tolerance };
    vec![Term { weight: 1.0, bounds: vec![bound] }]
}

/// The middle of a cell of a grid over the range from 0 to 1.
fn share(index: usize, size: usize) -> f64 {
    (index as f64 + 0.5) / size as f64
}

/// F. H. Branin, "Widely convergent method for finding multiple solutions of simultaneous nonlinear
/// equations" (1972), with noise.
fn branin() -> Problem {
    const SIZE: usize = 40;
    let mut problem = Problem::new("Branin", &[SIZE, SIZE], least(0.0, 1.0));
    problem.delta = 0.5;
    problem.correlation = 0.3;
    problem.budgets = vec![1_000, 3_000, 10_000];
    problem.budgets_to_compare = vec![500, 1_000, 2_000, 4_000, 8_000, 16_000];
    problem.filled(|point| {
        let (x, y) = (15.0 * share(point[0], SIZE) - 5.0, 15.0 * share(point[1], SIZE));
        let curve = y - 5.1 / (4.0 * PI * PI) * x * x + 5.0 / PI * x - 6.0;
        let value = curve * curve + 10.0 * (1.0 - 1.0 / (8.0 * PI)) * x.cos() + 10.0;
        Some((vec![value], vec![10.0]))
    })
}

/// J. K. Hartman, "Some experiments in global optimization" (1973): a sum of four peaks.
fn hartmann<const N: usize>(factors: &[[f64; N]; 4], peaks: &[[f64; N]; 4], x: &[f64]) -> f64 {
    let heights = [1.0, 1.2, 3.0, 3.2];
    let of = |peak: usize| {
        let distance: f64 =
            (0..N).map(|axis| factors[peak][axis] * (x[axis] - peaks[peak][axis]).powi(2)).sum();
        heights[peak] * (-distance).exp()
    };
    -(0..4).map(of).sum::<f64>()
}

fn hartmann_3() -> Problem {
    const SIZE: usize = 12;
    let factors = [[3.0, 10.0, 30.0], [0.1, 10.0, 35.0], [3.0, 10.0, 30.0], [0.1, 10.0, 35.0]];
    let peaks = [
        [0.3689, 0.1170, 0.2673],
        [0.4699, 0.4387, 0.7470],
        [0.1091, 0.8732, 0.5547],
        [0.0381, 0.5743, 0.8828],
    ];
    let mut problem = Problem::new("Hartmann 3", &[SIZE; 3], least(-4.0, 0.1));
    problem.correlation = 0.3;
    problem.budgets = vec![1_000, 3_000, 10_000];
    problem.budgets_to_compare = vec![500, 1_000, 2_000, 4_000, 8_000, 16_000];
    problem.filled(|point| {
        let x: Vec<f64> = point.iter().map(|index| share(*index, SIZE)).collect();
        Some((vec![hartmann(&factors, &peaks, &x)], vec![1.0]))
    })
}

fn hartmann_6() -> Problem {
    const SIZE: usize = 5;
    let factors = [
        [10.0, 3.0, 17.0, 3.5, 1.7, 8.0],
        [0.05, 10.0, 17.0, 0.1, 8.0, 14.0],
        [3.0, 3.5, 1.7, 10.0, 17.0, 8.0],
        [17.0, 8.0, 0.05, 10.0, 0.1, 14.0],
    ];
    let peaks = [
        [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
        [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
        [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650],
        [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
    ];
    let mut problem = Problem::new("Hartmann 6", &[SIZE; 6], least(-4.0, 0.1));
    problem.correlation = 0.3;
    problem.budgets = vec![1_000, 3_000, 10_000];
    problem.budgets_to_compare = vec![500, 1_000, 2_000, 4_000, 8_000, 16_000];
    problem.filled(|point| {
        let x: Vec<f64> = point.iter().map(|index| share(*index, SIZE)).collect();
        Some((vec![hartmann(&factors, &peaks, &x)], vec![1.0]))
    })
}

/// A grid like those of games: the shares of three seats, the rate of ties and the length, all with
/// main effects and pairs of knobs; the goals are fair seats, few ties, and a length as it is at
/// the baseline.
fn game(name: &'static str, seed: u64, sizes: &[usize], ordered: &[bool]) -> Problem {
    let third = 1.0 / 3.0;
    let seat =
        |mean| Bound { mean, low: Some(third - 0.01), high: Some(third + 0.01), tolerance: 0.02 };
    let of_one = |bound| Term { weight: 1.0, bounds: vec![bound] };
    let terms = vec![
        Term { weight: 1.0, bounds: (0..3).map(seat).collect() },
        of_one(Bound { mean: 3, low: None, high: Some(0.03), tolerance: 0.01 }),
        of_one(Bound { mean: 4, low: Some(-2.0), high: Some(2.0), tolerance: 1.0 }),
    ];
    let mut noise = Noise::new(seed, 0);
    let mut effects = |scale: f64| Effects::new(sizes, ordered, scale, &mut noise);
    let (first, second) = (effects(0.03), effects(0.03));
    let (ties, length) = (effects(0.5), effects(2.5));
    let baseline: Point = sizes.iter().map(|size| size / 2).collect();
    let at = |point: &[usize]| {
        let (first, second) = (first.at(point), second.at(point));
        let centre = (first + second) / 3.0;
        vec![
            third + 0.02 + first - centre,
            third - 0.03 + second - centre,
            third + 0.01 - centre,
            0.05 * ties.at(point).exp(),
            length.at(point),
        ]
    };
    let now = at(&baseline)[4];
    let mut problem = Problem::new(name, sizes, terms);
    problem.ordered = ordered.to_vec();
    problem.seats = 3;
    problem.correlation = 0.4;
    problem.baseline = Some(baseline);
    problem.budgets = vec![5_000, 20_000, 80_000];
    problem.budgets_to_compare = vec![1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
    problem.filled(|point| {
        let mut means = at(point);
        means[4] -= now;
        let ties = (means[3] * (1.0 - means[3])).sqrt() * 0.7;
        Some((means, vec![0.33, 0.33, 0.33, ties, 4.0]))
    })
}

/// Main effects and pairs of knobs.
struct Effects {
    /// Of each knob, for each value.
    main: Vec<Vec<f64>>,
    /// Of each pair of knobs, for each pair of values.
    pairs: Vec<Vec<f64>>,
    sizes: Vec<usize>,
}

impl Effects {
    fn new(sizes: &[usize], ordered: &[bool], scale: f64, noise: &mut Noise) -> Self {
        // Some knobs matter much, most little.
        let main: Vec<Vec<f64>> = sizes
            .iter()
            .zip(ordered)
            .map(|(size, ordered)| {
                let much = scale * 1.5 * noise.share().powi(2);
                curve(*size, *ordered, noise).into_iter().map(|value| much * value).collect()
            })
            .collect();
        let mut pairs = Vec::new();
        for first in 0..sizes.len() {
            for second in first + 1..sizes.len() {
                let much = scale * 0.6 * noise.share().powi(3);
                let one = curve(sizes[first], ordered[first], noise);
                let other = curve(sizes[second], ordered[second], noise);
                pairs.push(
                    one.iter()
                        .flat_map(|one| other.iter().map(move |two| much * one * two))
                        .collect(),
                );
            }
        }
        Self { main, pairs, sizes: sizes.to_vec() }
    }

    fn at(&self, point: &[usize]) -> f64 {
        let main: f64 = self.main.iter().zip(point).map(|(of, value)| of[*value]).sum();
        let mut pairs = self.pairs.iter();
        let mut sum = main;
        for first in 0..point.len() {
            for second in first + 1..point.len() {
                let of = pairs.next().expect("as many as pairs");
                sum += of[point[first] * self.sizes[second] + point[second]];
            }
        }
        sum
    }
}

/// A random effect of the values of a knob, of about one unit.
fn curve(size: usize, ordered: bool, noise: &mut Noise) -> Vec<f64> {
    let (slope, bend) = (noise.normal(), noise.normal());
    (0..size)
        .map(|index| {
            let x = 2.0 * share(index, size) - 1.0;
            let smooth = slope * x + bend * (1.5 * x * x - 0.5);
            if ordered { smooth + 0.15 * noise.normal() } else { noise.normal() }
        })
        .collect()
}
