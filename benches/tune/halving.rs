//! The method that the search is compared with: all points of the box are played, and again and
//! again the best quarter of those left, on fresh blocks that all of them share.

use std::collections::HashMap;

use fairdeal_tune::{GROUPS, Loss, Point, Request};

use super::noise::Noise;
use super::problems::Problem;

/// The share of the budget that goes to the first round.
const FIRST: f64 = 0.3;

/// Returns the point that is left, which no confirmation was kept for. In boxes that are too large
/// for the budget, a random part of the points is played.
pub(crate) fn chosen(problem: &Problem, budget: u64, seed: u64) -> Point {
    let mut noise = Noise::new(seed, 0);
    let mut left: Vec<Point> = problem.all_points();
    let affordable = (budget as f64 * FIRST) as usize / GROUPS;
    while left.len() > affordable.max(1) {
        left.swap_remove((noise.share() * left.len() as f64) as usize);
    }
    let loss = Loss::new(&problem.terms);
    let mut sums: HashMap<Point, (u64, Vec<f64>)> = HashMap::new();
    let mut rest = budget;
    let mut share = (budget as f64 * FIRST) as u64;
    while left.len() > 1 {
        let groups = GROUPS as u64;
        let blocks = (share / left.len() as u64 / groups * groups).max(groups);
        let request = Request { points: left.clone(), blocks, confirms: false };
        rest = rest.saturating_sub(request.cost());
        let round = problem.play(request, &mut noise);
        let length = round.means().len() / left.len();
        let mut losses: Vec<(f64, Point)> = Vec::new();
        for (point, means) in left.drain(..).zip(round.means().chunks(length)) {
            let (played, sums) =
                sums.entry(point.clone()).or_insert_with(|| (0, vec![0.0; length]));
            *played += blocks;
            sums.iter_mut().zip(means).for_each(|(sum, mean)| *sum += blocks as f64 * mean);
            let means: Vec<f64> = sums.iter().map(|sum| sum / *played as f64).collect();
            losses.push((loss.estimate(&means), point));
        }
        losses.sort_by(|first, second| first.0.total_cmp(&second.0));
        let most = losses.len() / 4;
        left = losses.into_iter().take(most.max(1)).map(|(_, point)| point).collect();
        // As many rounds as are needed to come down to one point share what is left.
        let rounds = (0..32).take_while(|rounds| left.len() >> (2 * rounds) > 1).count();
        share = rest / rounds.max(1) as u64;
    }
    left.swap_remove(0)
}
