//! CMA-ES, covariance matrix adaptation: searches the numbers at which a function, known only by
//! its values, is lowest.
//!
//! N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, with the parameters of
//! its table 1 and the names of its appendix A. Only the order of the values counts, which makes it
//! robust to the noise of games. One seed gives the same points on every machine.

use crate::random::Random;

/// The search: a normal distribution of points, moved and reshaped with every generation.
#[derive(Debug)]
pub(crate) struct CmaEs {
    parameters: Parameters,
    random: Random,
    /// `m`, the centre of the distribution.
    mean: Vec<f64>,
    /// `sigma`, the overall step.
    step: f64,
    /// `C`, the shape of the distribution, by rows.
    covariance: Vec<Vec<f64>>,
    /// The eigenvectors of `C` (as columns) and the roots of its eigenvalues.
    axes: (Vec<Vec<f64>>, Vec<f64>),
    /// `p_sigma` and `p_c`, the paths of the mean.
    step_path: Vec<f64>,
    shape_path: Vec<f64>,
    /// `(1 - c_sigma)` to the power of twice the number of generations.
    decay: f64,
    /// The steps `y` of the last generation's points.
    steps: Vec<Vec<f64>>,
}

/// Constants of the search, which depend only on the number of dimensions and the number of points
/// in a generation: table 1 of the tutorial.
#[derive(Clone, Debug)]
struct Parameters {
    /// `w_i`, of the best point first; the last ones are negative.
    weights: Vec<f64>,
    /// `mu_eff`.
    effective: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The mean length of a vector of standard normal numbers.
    usual_length: f64,
}

impl Parameters {
    fn new(dimensions: usize, points: usize) -> Self {
        let n = dimensions as f64;
        let raw: Vec<f64> = (1..=points)
            .map(|rank| libm::log(f64::midpoint(points as f64, 1.0)) - libm::log(rank as f64))
            .collect();
        let effective_of = |weights: &[f64]| {
            let (sum, squares) = (
                weights.iter().sum::<f64>(),
                weights.iter().map(|weight| weight * weight).sum::<f64>(),
            );
            sum * sum / squares
        };
        let (best, worst) = raw.split_at(points / 2);
        let effective = effective_of(best);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let c_mu = (1.0 - c_1).min(
            2.0 * (0.25 + effective + 1.0 / effective - 2.0) / ((n + 2.0) * (n + 2.0) + effective),
        );
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        // The negative weights: as large as the matrix allows while it stays positive definite.
        let negative_total = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * effective_of(worst) / (effective + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        let positive: f64 = raw.iter().filter(|weight| **weight > 0.0).sum();
        let negative: f64 = -raw.iter().filter(|weight| **weight < 0.0).sum::<f64>();
        let weights = raw.iter().map(|&weight| {
            if weight >= 0.0 { weight / positive } else { weight * negative_total / negative }
        });
        Self {
            weights: weights.collect(),
            effective,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            c_1,
            c_mu,
            usual_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl CmaEs {
    /// Returns the default number of points in a generation.
    pub(crate) fn usual_points(dimensions: usize) -> usize {
        4 + (3.0 * libm::log(dimensions as f64)) as usize
    }

    /// Returns a search that begins around `start`, with a standard deviation of `step` in every
    /// direction and `points` (4 or more) in a generation.
    pub(crate) fn new(start: Vec<f64>, step: f64, points: usize, seed: u64) -> Self {
        let n = start.len();
        Self {
            parameters: Parameters::new(n, points),
            random: Random::new(seed, 0),
            mean: start,
            step,
            covariance: identity(n),
            axes: (identity(n), vec![1.0; n]),
            step_path: vec![0.0; n],
            shape_path: vec![0.0; n],
            decay: 1.0,
            steps: Vec::new(),
        }
    }

    /// The centre of the distribution: the best guess where values are noisy.
    pub(crate) fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The points of the next generation.
    pub(crate) fn ask(&mut self) -> Vec<Vec<f64>> {
        let n = self.mean.len();
        let (vectors, roots) = &self.axes;
        self.steps.clear();
        for _ in 0..self.parameters.weights.len() {
            let along: Vec<f64> = roots.iter().map(|root| root * self.random.normal()).collect();
            self.steps.push((0..n).map(|row| dot(&vectors[row], &along)).collect());
        }
        self.steps
            .iter()
            .map(|step| {
                self.mean.iter().zip(step).map(|(mean, step)| mean + self.step * step).collect()
            })
            .collect()
    }

    /// Learns the values of the last generation's points, in their order: lower is better.
    pub(crate) fn tell(&mut self, values: &[f64]) {
        let n = self.mean.len();
        let Parameters { effective, c_sigma, d_sigma, c_c, c_1, c_mu, usual_length, .. } =
            self.parameters;
        let mut order: Vec<usize> = (0..values.len()).collect();
        // Stable: equal values keep the order of the points.
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let ranked: Vec<(f64, &[f64])> = self
            .parameters
            .weights
            .iter()
            .zip(&order)
            .map(|(weight, &point)| (*weight, self.steps[point].as_slice()))
            .collect();

        // The mean moves to the better points.
        let mut shift = vec![0.0; n];
        for (weight, step) in ranked.iter().filter(|(weight, _)| *weight > 0.0) {
            add(&mut shift, *weight, step);
        }
        add(&mut self.mean, self.step, &shift);

        // The overall step grows if the shifts of generations point the same way, and shrinks if
        // they cancel out.
        let whitened = self.whitened(&shift);
        scale(&mut self.step_path, 1.0 - c_sigma);
        add(&mut self.step_path, (c_sigma * (2.0 - c_sigma) * effective).sqrt(), &whitened);
        let length = dot(&self.step_path, &self.step_path).sqrt();
        self.step *= libm::exp(c_sigma / d_sigma * (length / usual_length - 1.0));

        // The shape follows the path of the mean and the steps of the good points, and moves away
        // from those of the bad ones.
        self.decay *= (1.0 - c_sigma) * (1.0 - c_sigma);
        let moves =
            length / (1.0 - self.decay).sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * usual_length;
        scale(&mut self.shape_path, 1.0 - c_c);
        if moves {
            add(&mut self.shape_path, (c_c * (2.0 - c_c) * effective).sqrt(), &shift);
        }
        let lost = if moves { 0.0 } else { c_c * (2.0 - c_c) };
        let sum: f64 = self.parameters.weights.iter().sum();
        let keep = 1.0 + c_1 * lost - c_1 - c_mu * sum;
        self.covariance.iter_mut().for_each(|row| scale(row, keep));
        add_square(&mut self.covariance, c_1, &self.shape_path);
        for (weight, step) in &ranked {
            let weight = if *weight >= 0.0 {
                *weight
            } else {
                let whitened = self.whitened(step);
                weight * n as f64 / dot(&whitened, &whitened).max(f64::MIN_POSITIVE)
            };
            add_square(&mut self.covariance, c_mu * weight, step);
        }
        let (vectors, values) = eigen(&self.covariance);
        // Rounding can take the smallest eigenvalue below 0.
        self.axes = (vectors, values.into_iter().map(|value| value.max(1e-300).sqrt()).collect());
    }

    /// The root of the inverse of `C`, times a vector.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let (vectors, roots) = &self.axes;
        let n = vector.len();
        let along: Vec<f64> = (0..n)
            .map(|column| {
                (0..n).map(|row| vectors[row][column] * vector[row]).sum::<f64>() / roots[column]
            })
            .collect();
        (0..n).map(|row| dot(&vectors[row], &along)).collect()
    }
}

fn identity(n: usize) -> Vec<Vec<f64>> {
    (0..n).map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn scale(vector: &mut [f64], factor: f64) {
    for entry in vector {
        *entry *= factor;
    }
}

fn add(vector: &mut [f64], factor: f64, other: &[f64]) {
    vector.iter_mut().zip(other).for_each(|(entry, other)| *entry += factor * other);
}

/// Adds a vector times itself to a matrix.
fn add_square(matrix: &mut [Vec<f64>], factor: f64, vector: &[f64]) {
    matrix.iter_mut().zip(vector).for_each(|(row, entry)| add(row, factor * entry, vector));
}

/// The eigenvectors of a symmetric matrix, as columns, and its eigenvalues: Jacobi's method, which
/// rotates off-diagonal entries to 0 one by one (Golub and Van Loan, "Matrix Computations", 4th
/// edition, section 8.5).
fn eigen(matrix: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<f64>) {
    const SWEEPS: usize = 60;
    let n = matrix.len();
    let (mut a, mut vectors) = (matrix.to_vec(), identity(n));
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                // Entries below the rounding of both diagonal entries need no rotation.
                if a[p][q].abs() <= f64::EPSILON * 1e-3 * (a[p][p].abs() * a[q][q].abs()).sqrt() {
                    continue;
                }
                turned = true;
                let tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let tangent = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
                let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
                let sine = tangent * cosine;
                for row in &mut a {
                    (row[p], row[q]) =
                        (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                }
                let (before, after) = a.split_at_mut(q);
                for (above, below) in before[p].iter_mut().zip(&mut after[0]) {
                    (*above, *below) =
                        (cosine * *above - sine * *below, sine * *above + cosine * *below);
                }
                for row in &mut vectors {
                    (row[p], row[q]) =
                        (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                }
            }
        }
        if !turned {
            break;
        }
    }
    let values = (0..n).map(|index| a[index][index]).collect();
    (vectors, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of evaluations until a value is below 1e-8, by seed.
    fn evaluations(function: impl Fn(&[f64]) -> f64, start: &[f64], step: f64, seed: u64) -> usize {
        let mut search = CmaEs::new(start.to_vec(), step, CmaEs::usual_points(start.len()), seed);
        let mut asked = 0;
        while asked < 100_000 {
            let points = search.ask();
            asked += points.len();
            let values: Vec<f64> = points.iter().map(|point| function(point)).collect();
            if values.iter().any(|value| *value < 1e-8) {
                return asked;
            }
            search.tell(&values);
        }
        asked
    }

    fn sphere(point: &[f64]) -> f64 {
        dot(point, point)
    }

    /// An ellipsoid with axes of lengths from 1 to 1000.
    fn ellipsoid(point: &[f64]) -> f64 {
        let last = point.len() as f64 - 1.0;
        point.iter().enumerate().map(|(index, x)| libm::pow(1e6, index as f64 / last) * x * x).sum()
    }

    fn rosenbrock(point: &[f64]) -> f64 {
        let term = |x: f64, y: f64| 100.0 * (x * x - y) * (x * x - y) + (x - 1.0) * (x - 1.0);
        point.windows(2).map(|pair| term(pair[0], pair[1])).sum()
    }

    /// The budgets are about twice the published numbers for these functions (Hansen and
    /// Ostermeier, "Completely derandomized self-adaptation in evolution strategies", Evolutionary
    /// Computation 9, 2001, figures 4 to 6).
    #[test]
    fn known_lowest_points_are_found() {
        for seed in 0..5 {
            assert!(evaluations(sphere, &[1.0; 2], 0.5, seed) < 500);
            assert!(evaluations(sphere, &[1.0; 10], 0.5, seed) < 2500);
            assert!(evaluations(ellipsoid, &[1.0; 5], 0.5, seed) < 4000);
            assert!(evaluations(ellipsoid, &[1.0; 10], 0.5, seed) < 10_000);
            assert!(evaluations(rosenbrock, &[0.0; 2], 0.5, seed) < 1500);
            assert!(evaluations(rosenbrock, &[0.0; 5], 0.1, seed) < 8000);
        }
    }

    #[test]
    fn the_search_is_invariant_to_units_and_axes() {
        // A rotation of the plane by Pythagorean numbers: 3, 4 and 5.
        let turned = |point: &[f64]| {
            ellipsoid(&[0.6 * point[0] + 0.8 * point[1], 0.8 * point[0] - 0.6 * point[1]])
        };
        for seed in 0..5 {
            assert!(evaluations(turned, &[1.0; 2], 0.5, seed) < 1500);
        }
    }

    #[test]
    fn one_seed_gives_the_same_points() {
        let run = |seed| {
            let mut search = CmaEs::new(vec![1.0; 4], 0.3, 8, seed);
            for _ in 0..30 {
                let values: Vec<f64> = search.ask().iter().map(|point| rosenbrock(point)).collect();
                search.tell(&values);
            }
            search.mean().iter().map(|entry| entry.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(run(3), run(3));
        assert_ne!(run(3), run(4));
    }

    /// The values of table 1 for 10 dimensions and 10 points, as the reference implementation has
    /// them.
    #[test]
    fn weights_agree_with_the_tutorial() {
        let parameters = Parameters::new(10, CmaEs::usual_points(10));
        assert_eq!(parameters.weights.len(), 10);
        let positive: f64 = parameters.weights.iter().filter(|weight| **weight > 0.0).sum();
        assert!((positive - 1.0).abs() < 1e-12);
        assert!(
            (parameters.effective - 3.167_299_281_462_1).abs() < 1e-6,
            "{}",
            parameters.effective
        );
        assert!(parameters.weights.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn eigenvectors_belong_to_the_matrix() {
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 3.0, 0.5], vec![-2.0, 0.5, 5.0]];
        let (vectors, values) = eigen(&matrix);
        for column in 0..3 {
            let vector: Vec<f64> = vectors.iter().map(|row| row[column]).collect();
            assert!((dot(&vector, &vector) - 1.0).abs() < 1e-12);
            for row in 0..3 {
                assert!((dot(&matrix[row], &vector) - values[column] * vector[row]).abs() < 1e-12);
            }
        }
        assert!((values.iter().sum::<f64>() - 12.0).abs() < 1e-12);
    }
}
