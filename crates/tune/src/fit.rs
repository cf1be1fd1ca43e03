//! Maximizes a noisy value over some numbers, such as the weights of a strategy.

use crate::cma_es::CmaEs;

/// The usual number of generations. Fewer are played where the budget is small.
const GENERATIONS: u64 = 40;

/// The fewest blocks of a candidate: with fewer, its order among others is chance.
const LEAST_BLOCKS: u64 = 24;

/// The standard deviation of the first generation, in units of the coordinates.
const STEP: f64 = 0.3;

/// The share of the generations, the last ones, whose centres are averaged.
const SETTLED: f64 = 0.25;

/// A search for the numbers with the highest value, by CMA-ES. It begins at 0 in all coordinates,
/// which should be scaled so that 1 is a large change.
///
/// ```
/// use fairdeal_tune::{Fit, FitStep};
///
/// let fit = Fit { dimensions: 2, blocks: 20_000, seed: 1 };
/// let mut values = Vec::new();
/// let found = loop {
///     match fit.next(&values) {
///         FitStep::Play { points, .. } => {
///             // Here nothing is random.
///             let value = |point: &Vec<f64>| -(point[0] - 0.4).powi(2) - (point[1] + 0.2).powi(2);
///             values.push(points.iter().map(value).collect());
///         }
///         FitStep::Done(found) => break found,
///     }
/// };
/// assert!((found[0] - 0.4).abs() < 0.01 && (found[1] + 0.2).abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// How many numbers are searched.
    pub dimensions: usize,
    /// The budget: blocks of all candidates together.
    pub blocks: u64,
    /// Decides all random choices.
    pub seed: u64,
}

/// The next step of the search.
#[derive(Clone, Debug, PartialEq)]
pub enum FitStep {
    /// Play these candidates, all on the same fresh blocks.
    Play {
        /// The candidates.
        points: Vec<Vec<f64>>,
        /// The number of blocks of each.
        blocks: u64,
    },
    /// The search has ended at these numbers.
    Done(Vec<f64>),
}

impl Fit {
    /// The number of candidates in a generation.
    fn candidates(&self) -> usize {
        CmaEs::usual_points(self.dimensions.max(1)).max(4)
    }

    /// The number of generations, and of the blocks of a candidate in each.
    fn length(&self) -> (u64, u64) {
        let each = self.blocks / self.candidates() as u64;
        let generations = (each / LEAST_BLOCKS).clamp(1, GENERATIONS);
        (generations, (each / generations).max(1))
    }

    /// Returns the number of generations.
    pub fn generations(&self) -> u64 {
        self.length().0
    }

    /// Returns the next step after generations with these values: a function of
    /// its arguments alone.
    ///
    /// A generation has one value for each candidate, in their order; higher is better.
    /// Values and the centre of the search are noisy to the end, so the result is the mean of
    /// the last centres.
    pub fn next(&self, values: &[Vec<f64>]) -> FitStep {
        let (generations, blocks) = self.length();
        let mut search = CmaEs::new(vec![0.0; self.dimensions], STEP, self.candidates(), self.seed);
        let settled = ((generations as f64 * SETTLED) as usize).max(1);
        let mut found = vec![0.0; self.dimensions];
        for (number, values) in (0..generations as usize).zip(values) {
            search.ask();
            search.tell(&values.iter().map(|value| -value).collect::<Vec<_>>());
            if number + settled >= generations as usize {
                let mean = search.mean().iter().map(|entry| entry / settled as f64);
                found.iter_mut().zip(mean).for_each(|(sum, entry)| *sum += entry);
            }
        }
        if values.len() as u64 >= generations {
            FitStep::Done(found)
        } else {
            FitStep::Play { points: search.ask(), blocks }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Runs a search in a bowl around (0.5, -0.3, 0, ...), with noise. Returns the numbers that it
    /// found and its generations.
    fn run(fit: Fit, noise: f64) -> (Vec<f64>, usize) {
        let mut random = Random::new(fit.seed, 7);
        let (mut values, mut cost) = (Vec::new(), 0);
        loop {
            let step = fit.next(&values);
            assert_eq!(step, fit.next(&values), "a function of its arguments");
            match step {
                FitStep::Play { points, blocks } => {
                    cost += blocks * points.len() as u64;
                    assert!(cost <= fit.blocks, "{cost} of {}", fit.blocks);
                    let value = |point: &Vec<f64>| {
                        let best = [0.5, -0.3];
                        let off = |(place, entry): (usize, &f64)| {
                            let off = entry - best.get(place).unwrap_or(&0.0);
                            off * off
                        };
                        let noise = noise * random.normal() / (blocks as f64).sqrt();
                        noise - point.iter().enumerate().map(off).sum::<f64>()
                    };
                    values.push(points.iter().map(value).collect());
                }
                FitStep::Done(found) => return (found, values.len()),
            }
        }
    }

    #[test]
    fn the_highest_value_is_found_under_noise() {
        for seed in 0..5 {
            let (found, generations) = run(Fit { dimensions: 4, blocks: 60_000, seed }, 1.0);
            assert_eq!(generations as u64, GENERATIONS);
            for (number, best) in found.iter().zip([0.5, -0.3, 0.0, 0.0]) {
                assert!((number - best).abs() < 0.15, "{found:?}");
            }
        }
    }

    #[test]
    fn a_small_budget_has_fewer_generations() {
        let fit = |blocks| Fit { dimensions: 3, blocks, seed: 1 };
        assert_eq!(run(fit(8), 0.0).1, 1);
        assert_eq!(run(fit(7 * LEAST_BLOCKS * 5), 0.0).1, 5);
    }
}
