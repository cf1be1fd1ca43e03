//! A model of the means over the box: a Gaussian process of main effects, of pairs of knobs, and of
//! all knobs together.
//!
//! The model is one of *means*, not of the loss: means change smoothly from rules to rules, while
//! the loss has kinks, and is flat where all goals are met. It is used only to choose what to play.
//! No claim rests on it.

use std::rc::Rc;

use crate::round::{GROUPS, Records};
use crate::space::{Point, Space};

/// How alike two values of an ordered knob are, one range apart, at each of the considered scales:
/// the length scales of a Gaussian kernel, as shares of the range.
const SCALES: [f64; 4] = [0.2, 0.5, 1.2, 4.0];

/// How alike two values of an unordered knob are, at each of the scales.
const LIKENESSES: [f64; 4] = [0.05, 0.3, 0.7, 0.97];

/// The scale to begin with.
const FIRST_SCALE: usize = 1;

/// The shares of the variance between rules: main effects, pairs, all knobs together, and the
/// effect of each set of rules alone.
const STRUCTURES: [[f64; 4]; 3] =
    [[0.70, 0.20, 0.07, 0.03], [0.35, 0.40, 0.22, 0.03], [0.10, 0.25, 0.62, 0.03]];

/// The scales are chosen on at most this many points and means: enough to tell them apart, and
/// quick.
const POINTS_FOR_SCALES: usize = 72;
const MEANS_FOR_SCALES: usize = 6;

/// How alike the values of each knob are, and the structure.
#[derive(Debug, Clone)]
struct Kernel {
    scales: Vec<usize>,
    structure: usize,
    /// For each knob, how alike each two values are. The last value is the one outside of the box,
    /// which is like no other.
    tables: Vec<Vec<f64>>,
    /// The number of rows of each table.
    rows: Vec<usize>,
}

impl Kernel {
    fn new(space: &Space<'_>) -> Self {
        let knobs = space.sizes().len();
        let mut kernel = Self {
            scales: vec![FIRST_SCALE; knobs],
            structure: 1,
            tables: vec![Vec::new(); knobs],
            rows: space.sizes().iter().map(|size| size + 1).collect(),
        };
        for knob in 0..knobs {
            kernel.set_scale(space, knob, FIRST_SCALE);
        }
        kernel
    }

    fn set_scale(&mut self, space: &Space<'_>, knob: usize, scale: usize) {
        let (size, rows) = (space.sizes()[knob], self.rows[knob]);
        let likeness = |first: usize, second: usize| {
            if first == second {
                1.0
            } else if first == size || second == size {
                0.0
            } else if space.ordered()[knob] {
                let distance = first.abs_diff(second) as f64 / (size - 1) as f64 / SCALES[scale];
                libm::exp(-0.5 * distance * distance)
            } else {
                LIKENESSES[scale]
            }
        };
        self.scales[knob] = scale;
        self.tables[knob] =
            (0..rows * rows).map(|place| likeness(place / rows, place % rows)).collect();
    }

    /// The correlation of two different points.
    fn between(&self, first: &[usize], second: &[usize]) -> f64 {
        let [main, pairs, all, _] = STRUCTURES[self.structure];
        let knobs = self.tables.len();
        let (mut sum, mut squares, mut product) = (0.0, 0.0, 1.0);
        for (knob, table) in self.tables.iter().enumerate() {
            let likeness = table[first[knob].min(self.rows[knob] - 1) * self.rows[knob]
                + second[knob].min(self.rows[knob] - 1)];
            sum += likeness;
            squares += likeness * likeness;
            product *= likeness;
        }
        if knobs < 2 {
            return (main + pairs + all) * product;
        }
        let count = knobs as f64;
        main * sum / count + pairs * (sum * sum - squares) / (count * (count - 1.0)) + all * product
    }

    /// The correlations of all points, below the diagonal, row by row.
    fn matrix(&self, points: &[&Point]) -> Vec<f64> {
        let mut matrix = Vec::with_capacity(points.len() * (points.len() + 1) / 2);
        for (row, first) in points.iter().enumerate() {
            matrix.extend(points[..row].iter().map(|second| self.between(first, second)));
            matrix.push(1.0);
        }
        matrix
    }
}

/// The lower triangle of Cholesky's decomposition, row by row.
#[derive(Debug)]
struct Triangle {
    size: usize,
    entries: Vec<f64>,
}

fn row(entries: &[f64], index: usize) -> &[f64] {
    &entries[index * (index + 1) / 2..(index + 1) * (index + 2) / 2]
}

/// The sum of products, in four lanes: a compiler may not reorder sums by itself.
fn dot(first: &[f64], second: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (first, first_rest) = first.as_chunks::<4>();
    let (second, second_rest) = second.as_chunks::<4>();
    for (first, second) in first.iter().zip(second) {
        for lane in 0..4 {
            lanes[lane] += first[lane] * second[lane];
        }
    }
    let rest: f64 = first_rest.iter().zip(second_rest).map(|(first, second)| first * second).sum();
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}

impl Triangle {
    /// Decomposes a matrix after something was added to its diagonal.
    fn new(matrix: &[f64], added: &[f64]) -> Self {
        /// Correlations are rounded: this much is added to a pivot that is not positive.
        const LEAST: f64 = 1e-10;
        let size = added.len();
        let mut entries = matrix.to_vec();
        for place in 0..size {
            let (before, here) = entries.split_at_mut(place * (place + 1) / 2);
            for column in 0..place {
                let other = row(before, column);
                let rest = here[column] - dot(&here[..column], &other[..column]);
                here[column] = rest / other[column];
            }
            let rest = here[place] + added[place] - dot(&here[..place], &here[..place]);
            here[place] = rest.max(LEAST).sqrt();
        }
        Self { size, entries }
    }

    /// Solves with the triangle itself.
    fn forward(&self, right: &mut [f64]) {
        for place in 0..self.size {
            let entries = row(&self.entries, place);
            let rest = right[place] - dot(&entries[..place], &right[..place]);
            right[place] = rest / entries[place];
        }
    }

    /// Solves with the transposed triangle.
    fn backward(&self, right: &mut [f64]) {
        for place in (0..self.size).rev() {
            let entries = row(&self.entries, place);
            right[place] /= entries[place];
            let value = right[place];
            for (right, entry) in right[..place].iter_mut().zip(entries) {
                *right -= value * entry;
            }
        }
    }

    /// The logarithm of the determinant of the whole matrix.
    fn log_determinant(&self) -> f64 {
        2.0 * (0..self.size).map(|place| libm::log(row(&self.entries, place)[place])).sum::<f64>()
    }
}

/// The model of one mean.
#[derive(Debug)]
struct OfMean {
    mean: usize,
    centre: f64,
    /// The variance between rules.
    variance: f64,
    /// The weight of each point: a prediction adds it for each unit of correlation with the point.
    weights: Vec<f64>,
    triangle: Rc<Triangle>,
}

/// Summaries of the data about one mean, which the model needs.
#[derive(Debug, Clone)]
struct Data {
    mean: usize,
    centre: f64,
    variance: f64,
    /// The variance of a mean over one block, as a share of the variance between rules.
    noise: f64,
    /// The centred means of all points, in standard deviations.
    values: Vec<f64>,
}

/// A model of all means that matter.
#[derive(Debug)]
pub(crate) struct Model<'a> {
    kernel: Kernel,
    points: Vec<&'a Point>,
    means: Vec<OfMean>,
}

impl<'a> Model<'a> {
    /// Fits the points that were tried, `first` of which were chosen to fill the box.
    pub(crate) fn new(
        space: &Space<'_>,
        records: &Records<'a>,
        first: usize,
        means: &[usize],
    ) -> Self {
        let data: Vec<Data> = means.iter().filter_map(|mean| data(records, first, *mean)).collect();
        let points: Vec<&Point> = records.tried.iter().map(|record| record.point).collect();
        let blocks: Vec<f64> = records.tried.iter().map(|record| record.blocks as f64).collect();
        let kernel = fitted(space, &points, &blocks, &data);
        let matrix = kernel.matrix(&points);
        let mut known: Vec<(f64, Rc<Triangle>)> = Vec::new();
        let means = data
            .into_iter()
            .map(|data| {
                // Means with nearly the same noise share a decomposition.
                let near = |noise: f64| noise < 1.2 * data.noise && data.noise < 1.2 * noise;
                let same =
                    known.iter().find(|(noise, _)| near(*noise)).map(|(_, same)| same.clone());
                let triangle = same.unwrap_or_else(|| {
                    let added: Vec<f64> = blocks.iter().map(|blocks| data.noise / blocks).collect();
                    let triangle = Rc::new(Triangle::new(&matrix, &added));
                    known.push((data.noise, Rc::clone(&triangle)));
                    triangle
                });
                let mut weights = data.values;
                triangle.forward(&mut weights);
                triangle.backward(&mut weights);
                let scale = data.variance.sqrt();
                for weight in &mut weights {
                    *weight *= scale;
                }
                OfMean {
                    mean: data.mean,
                    centre: data.centre,
                    variance: data.variance,
                    weights,
                    triangle,
                }
            })
            .collect();
        Self { kernel, points, means }
    }

    /// The correlations of a point with all points of the model. One of these is `own`: the same
    /// point.
    pub(crate) fn correlations(&self, point: &[usize], own: Option<usize>, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.points.iter().map(|other| self.kernel.between(point, other)));
        if let Some(own) = own {
            into[own] = 1.0;
        }
    }

    /// Writes the predicted means of a point. Means that do not matter are left as they are.
    pub(crate) fn predict(&self, correlations: &[f64], into: &mut [f64]) {
        for of in &self.means {
            into[of.mean] = of.centre + dot(&of.weights, correlations);
        }
    }

    /// Returns the standard deviation of each predicted mean, with the index of the mean.
    pub(crate) fn deviations(&self, correlations: &[f64]) -> Vec<(usize, f64)> {
        let mut solved: Vec<(&Rc<Triangle>, f64)> = Vec::new();
        let mut found = Vec::with_capacity(self.means.len());
        for of in &self.means {
            let same = solved.iter().find(|(triangle, _)| Rc::ptr_eq(triangle, &of.triangle));
            let share = same.map_or_else(
                || {
                    let mut solution = correlations.to_vec();
                    of.triangle.forward(&mut solution);
                    (1.0 - dot(&solution, &solution)).max(0.0)
                },
                |(_, share)| *share,
            );
            solved.push((&of.triangle, share));
            found.push((of.mean, (share * of.variance).sqrt()));
        }
        found
    }
}

/// Returns the data about one mean; `None` if it is the same everywhere.
fn data(records: &Records<'_>, first: usize, mean: usize) -> Option<Data> {
    let count = records.tried.len();
    let (mut noise, mut degrees) = (0.0, 0.0);
    for record in &records.tried {
        for play in &record.plays {
            let blocks = records.rounds[play.round].request().blocks as f64 / GROUPS as f64;
            let values: [f64; GROUPS] =
                std::array::from_fn(|group| records.group(*play, group)[mean]);
            noise += blocks * squares(&values);
            degrees += (GROUPS - 1) as f64;
        }
    }
    let noise = noise / degrees;
    let all: Vec<f64> = (0..count).map(|index| records.means(index)[mean]).collect();
    let spread = &all[..first.clamp(1, count)];
    let centre = spread.iter().sum::<f64>() / spread.len() as f64;
    let of_noise = records.tried[..spread.len()]
        .iter()
        .map(|record| noise / record.blocks as f64)
        .sum::<f64>()
        / spread.len() as f64;
    let observed = squares(spread) / (spread.len().max(2) - 1) as f64;
    // Even if noise explains all differences, some may be real.
    let variance = (observed - of_noise).max(0.1 * observed);
    if variance <= 0.0 || !variance.is_finite() {
        return None;
    }
    let scale = variance.sqrt();
    let values = all.iter().map(|value| (value - centre) / scale).collect();
    Some(Data { mean, centre, variance, noise: noise / variance, values })
}

/// The sum of squared distances from the mean.
fn squares(values: &[f64]) -> f64 {
    let centre = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - centre) * (value - centre)).sum()
}

/// Chooses the scale of each knob and the structure, one after the other, by the likelihood of some
/// of the points.
fn fitted(space: &Space<'_>, points: &[&Point], blocks: &[f64], data: &[Data]) -> Kernel {
    let mut kernel = Kernel::new(space);
    let step = points.len().div_ceil(POINTS_FOR_SCALES).max(1);
    let chosen: Vec<usize> = (0..points.len()).step_by(step).collect();
    let some: Vec<&Point> = chosen.iter().map(|index| points[*index]).collect();
    let mut clearest: Vec<&Data> = data.iter().collect();
    clearest.sort_by(|first, second| first.noise.total_cmp(&second.noise));
    clearest.truncate(MEANS_FOR_SCALES);
    let surprise = |kernel: &Kernel| {
        let matrix = kernel.matrix(&some);
        let of = |data: &Data| {
            let added: Vec<f64> = chosen.iter().map(|index| data.noise / blocks[*index]).collect();
            let triangle = Triangle::new(&matrix, &added);
            let mut values: Vec<f64> = chosen.iter().map(|index| data.values[*index]).collect();
            triangle.forward(&mut values);
            dot(&values, &values) + triangle.log_determinant()
        };
        clearest.iter().map(|data| of(data)).sum::<f64>()
    };
    let mut least = surprise(&kernel);
    for structure in 0..STRUCTURES.len() {
        let before = std::mem::replace(&mut kernel.structure, structure);
        let here = surprise(&kernel);
        if here < least {
            least = here;
        } else {
            kernel.structure = before;
        }
    }
    for knob in 0..space.sizes().len() {
        let mut best = kernel.scales[knob];
        for scale in (0..SCALES.len()).filter(|scale| *scale != FIRST_SCALE) {
            kernel.set_scale(space, knob, scale);
            let here = surprise(&kernel);
            if here < least {
                (least, best) = (here, scale);
            }
        }
        kernel.set_scale(space, knob, best);
    }
    kernel
}
