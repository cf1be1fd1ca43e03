//! Chooses which rules to play next.

use std::collections::HashSet;

use crate::evidence::Evidence;
use crate::loss::Loss;
use crate::model::Model;
use crate::outcome::Outcome;
use crate::random::Random;
use crate::round::{GROUPS, Records, Request, Round};
use crate::space::Point;
use crate::task::Task;

/// The next step of the search.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Play this, to search.
    Play(Request),
    /// Play this, to confirm the best rules on blocks that no search has seen.
    Confirm(Request),
    /// The search has ended.
    Done(Outcome),
}

/// The share of the budget that is kept for the confirmation.
const CONFIRMATION: f64 = 0.12;

/// The share of the search that goes to the first sample, its greatest number of points, and how
/// many of them are played on the same blocks: if all were, their mean would be as uncertain as one
/// of them.
const SPREAD: f64 = 0.22;
const SPREAD_POINTS: usize = 96;
const SPREAD_PART: usize = 12;

/// The rounds in which a model proposes points: how many, the share of the search of each, its
/// number of points, and how many of these are the best as predicted.
const PROPOSALS: usize = 12;
const PROPOSAL: f64 = 0.0375;
const PROPOSAL_POINTS: usize = 8;
const PREDICTED: usize = 4;

/// In how many of these, the last ones, rules with fewer changes are proposed.
const SIMPLE: usize = 3;

/// The later rounds, before the last one: their largest number, the shares of the search for a race
/// and for a round of new points, and the share that is kept for the last race.
const LATER: usize = 15;
const RACE: f64 = 0.04;
const MORE: f64 = 0.02;
const LAST: f64 = 0.14;

/// The numbers of points in a race: the best, and those that may be better by more than matters.
const BEST: usize = 4;
const RIVALS: usize = 8;

/// If rules may be better by more than this many times what matters, most of them are too little
/// known. No race would settle it then, and the model proposes points instead.
const WITHIN_REACH: f64 = 20.0;

/// The largest number of rounds after which rules may be dropped: the first sample (one, whatever
/// its parts), a last race, and the confirmation are among them.
const LOOKS: usize = 3 + PROPOSALS + LATER;

/// The largest number of points that are confirmed, apart from the baseline.
const CONFIRMED: usize = 2;

/// Rules are as good as the best if they are worse by no more than matters with this probability, by
/// the model. Of these, the ones with the fewest changes are chosen.
const AS_GOOD: f64 = 0.95;

/// The candidates that a model looks at more closely.
const CANDIDATES: usize = 200;

/// The points around which a model looks for candidates in boxes that are not listed, and the
/// number of others.
const CENTRES: usize = 6;
const ELSEWHERE: usize = 2000;

/// The draws by which an expected loss is computed.
const DRAWS: usize = 32;

/// Returns the next step after these rounds: a function of its arguments alone, so that a search
/// can be continued after it was interrupted, and is the same for any number of threads.
///
/// The history holds all requests of earlier steps with their means, in their order.
///
/// # Panics
/// If a tolerance is not positive or a weight is negative.
pub fn next(task: &Task<'_>, history: &[Round]) -> Step {
    let confirmation = history.last().filter(|round| round.request().confirms);
    let searched = &history[..history.len() - usize::from(confirmation.is_some())];
    let loss = Loss::new(&task.terms);
    if let Some(confirmation) = confirmation {
        let spread = parts(&first(task)).len().min(searched.len());
        return Step::Done(Outcome::new(task, &loss, (searched, spread), confirmation, LOOKS));
    }
    let records = Records::new(searched);
    // The numbers before these are those of the first sample.
    let random = Random::new(task.seed, 1 + searched.len());
    let mut search = Search { task, loss, records, random };
    if let Some(request) = search.play() {
        return Step::Play(request);
    }
    search.confirm().map_or_else(|| Step::Done(Outcome::empty(&search.records)), Step::Confirm)
}

/// A point with the means that the model predicts, and their standard deviations.
struct Candidate {
    point: Point,
    means: Vec<f64>,
    deviations: Vec<(usize, f64)>,
}

/// A search after some rounds.
struct Search<'a> {
    task: &'a Task<'a>,
    loss: Loss,
    records: Records<'a>,
    random: Random,
}

impl<'a> Search<'a> {
    fn used(&self) -> u64 {
        self.records.rounds.iter().map(|round| round.request().cost()).sum()
    }

    /// The next round of the search; `None` when it is over.
    fn play(&mut self) -> Option<Request> {
        let budget = budget(self.task);
        let left = budget.saturating_sub(self.used());
        let share = |share: f64| (budget as f64 * share) as u64;
        let rounds = self.records.rounds.len();
        let first = first(self.task);
        // A single set of rules need not be searched for.
        if first.len() < 2 {
            return None;
        }
        if let Some(part) = parts(&first).nth(rounds) {
            let cost = share(SPREAD * part.len() as f64 / first.len() as f64);
            return request(part.to_vec(), cost, left);
        }
        let rounds = rounds - parts(&first).len();
        if rounds < PROPOSALS {
            return request(self.proposals(false), share(PROPOSAL), left);
        }
        let later = rounds - PROPOSALS;
        if later > LATER || left < (BEST * GROUPS) as u64 {
            return None;
        }
        let ranked = self.ranked();
        let bounds = self.bounds(*ranked.first()?);
        let largest = bounds.iter().copied().fold(0.0, f64::max);
        let is_settled = largest <= self.task.delta;
        let is_last = later == LATER || left <= share(LAST);
        match (is_settled, is_last) {
            (true, true) => None,
            // Which of the rules that were tried are best is known, so others are tried.
            (true, false) => request(self.proposals(true), share(MORE), left),
            (false, true) => request(self.points_of(ranked.into_iter().take(BEST)), left, left),
            (false, false) if largest > WITHIN_REACH * self.task.delta => {
                request(self.proposals(false), share(RACE), left)
            }
            (false, false) => {
                let rivals = self.rivals(&ranked, &bounds);
                let points = self.points_of(ranked.into_iter().take(BEST).chain(rivals));
                request(points, share(RACE), left)
            }
        }
    }

    /// For each point that was tried, an upper bound of how much better it is than this one.
    fn bounds(&self, chosen: usize) -> Vec<f64> {
        let evidence = Evidence {
            records: &self.records,
            loss: &self.loss,
            confidence: self.task.confidence,
            looks: LOOKS,
        };
        evidence.beyond(chosen)
    }

    /// The points that may be better by more than matters, and are not among the best.
    fn rivals(&self, ranked: &[usize], bounds: &[f64]) -> Vec<usize> {
        let best = &ranked[..BEST.min(ranked.len())];
        let mut rivals: Vec<usize> = (0..bounds.len())
            .filter(|index| bounds[*index] > self.task.delta && !best.contains(index))
            .collect();
        rivals.sort_by(|first, second| bounds[*second].total_cmp(&bounds[*first]));
        rivals.truncate(RIVALS);
        rivals
    }

    fn points_of(&self, indices: impl Iterator<Item = usize>) -> Vec<Point> {
        indices.map(|index| self.records.tried[index].point.clone()).collect()
    }

    fn model(&self) -> Model<'a> {
        Model::new(self.task.space, &self.records, first(self.task).len(), &self.loss.means())
    }

    /// Returns the points that were tried, best first: the one with the fewest changes among those
    /// that are as good as the best by the model, then all others by their expected loss.
    fn ranked(&mut self) -> Vec<usize> {
        let drawn = self.drawn();
        let expected: Vec<f64> = drawn.iter().map(|losses| losses.iter().sum()).collect();
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        order.sort_by(|first, second| expected[*first].total_cmp(&expected[*second]));
        let Some(&best) = order.first().filter(|_| self.task.baseline.is_some()) else {
            return order;
        };
        let is_as_good = |index: usize| {
            let worse = |own: &f64| {
                let better = drawn[best].iter().filter(|loss| own - *loss > self.task.delta);
                better.count()
            };
            let pairs = (drawn[index].len() * drawn[best].len()) as f64;
            let worse: usize = drawn[index].iter().map(worse).sum();
            index == best || worse as f64 <= (1.0 - AS_GOOD) * pairs
        };
        let changes = |index: usize| self.task.changes(self.records.tried[index].point);
        let near = order.iter().enumerate().filter(|(_, index)| is_as_good(**index));
        // Of several with as few changes, the first has the least loss.
        if let Some((place, _)) = near.min_by_key(|(_, index)| changes(**index)) {
            order[..=place].rotate_right(1);
        }
        order
    }

    /// Draws losses of each tried point from the model.
    fn drawn(&mut self) -> Vec<Vec<f64>> {
        let model = self.model();
        // The same draws for all points.
        let draws: Vec<Vec<f64>> = (0..DRAWS)
            .map(|_| (0..self.records.count()).map(|_| self.random.normal()).collect())
            .collect();
        let mut correlations = Vec::new();
        (0..self.records.tried.len())
            .map(|index| {
                model.correlations(self.records.tried[index].point, Some(index), &mut correlations);
                let mut means = self.records.means(index).to_vec();
                model.predict(&correlations, &mut means);
                let deviations = model.deviations(&correlations);
                let mut losses = Vec::with_capacity(2 * DRAWS);
                let mut here = means.clone();
                for draw in &draws {
                    for sign in [-1.0, 1.0] {
                        for (mean, deviation) in &deviations {
                            here[*mean] = means[*mean] + sign * deviation * draw[*mean];
                        }
                        losses.push(self.loss.at(&here));
                    }
                }
                losses
            })
            .collect()
    }

    /// Returns points that may be the best, by the model: those that are best at the predicted
    /// means, and others, each of which is the best in one draw from the model (W. R. Thompson, "On
    /// the likelihood that one unknown probability exceeds another in view of the evidence of two
    /// samples", Biometrika 25, 1933). `only_new`: only points that were not tried.
    fn proposals(&mut self, only_new: bool) -> Vec<Point> {
        let model = self.model();
        let candidates = self.candidates(&model);
        let mut correlations = Vec::new();
        let start = self.records.means(0).to_vec();
        let near: Vec<Candidate> = candidates
            .into_iter()
            .filter(|point| !only_new || self.records.find(point).is_none())
            .map(|point| {
                let own = self.records.find(&point);
                model.correlations(&point, own, &mut correlations);
                let mut means = own.map_or(&start[..], |own| self.records.means(own)).to_vec();
                model.predict(&correlations, &mut means);
                let deviations = model.deviations(&correlations);
                Candidate { point, means, deviations }
            })
            .collect();
        let mut chosen: Vec<usize> = Vec::new();
        let mut drawn = start;
        while chosen.len() < PROPOSAL_POINTS.min(near.len()) {
            let doubt = if chosen.len() < PREDICTED { 0.0 } else { 1.0 };
            let mut best = (f64::INFINITY, f64::INFINITY, 0);
            for (index, Candidate { means, deviations, .. }) in near.iter().enumerate() {
                if chosen.contains(&index) {
                    continue;
                }
                drawn.copy_from_slice(means);
                for (mean, deviation) in deviations {
                    drawn[*mean] += doubt * deviation * self.random.normal();
                }
                let here = (self.loss.at(&drawn), self.random.share(), index);
                if (here.0, here.1) < (best.0, best.1) {
                    best = here;
                }
            }
            if best.0.is_infinite() {
                break;
            }
            chosen.push(best.2);
        }
        // Rules with fewer changes are tried if they seem to be as good, once much is known.
        let is_late =
            self.records.rounds.len() + SIMPLE >= parts(&first(self.task)).len() + PROPOSALS;
        let predicted = |index: &usize| self.loss.at(&near[*index].means);
        let changes = |index: &usize| self.task.changes(&near[*index].point);
        let losses = (0..near.len()).map(|index| predicted(&index));
        let reach = losses.fold(f64::INFINITY, f64::min) + self.task.delta;
        let simple = (0..near.len()).filter(|index| predicted(index) <= reach);
        let simple = simple.min_by(|one, other| {
            changes(one).cmp(&changes(other)).then(predicted(one).total_cmp(&predicted(other)))
        });
        if let Some((simple, last)) =
            simple.filter(|one| is_late && !chosen.contains(one)).zip(chosen.last_mut())
        {
            *last = simple;
        }
        chosen.into_iter().map(|index| near[index].point.clone()).collect()
    }

    /// The points with the least loss at the predicted means.
    fn candidates(&mut self, model: &Model<'_>) -> Vec<Point> {
        let space = self.task.space;
        let others: Vec<Point> = match space.points() {
            Some(_) => Vec::new(),
            None => space.spread(ELSEWHERE, &mut self.random),
        };
        let mut correlations = Vec::new();
        let mut means = self.records.means(0).to_vec();
        let mut losses_of = |points: &mut dyn Iterator<Item = &Point>| {
            let of = |point: &Point| {
                model.correlations(point, None, &mut correlations);
                model.predict(&correlations, &mut means);
                self.loss.at(&means)
            };
            points.map(of).collect::<Vec<f64>>()
        };
        let best = |points: &[&Point], losses: &[f64], most: usize| {
            let mut order: Vec<usize> = (0..points.len()).collect();
            order.sort_by(|first, second| losses[*first].total_cmp(&losses[*second]));
            order.truncate(most);
            order.into_iter().map(|index| points[index].clone()).collect::<Vec<Point>>()
        };
        let outside = self.task.baseline.iter().filter(|baseline| !space.contains(baseline));
        if let Some(points) = space.points() {
            let points: Vec<&Point> = points.iter().chain(outside).collect();
            let losses = losses_of(&mut points.iter().copied());
            return best(&points, &losses, CANDIDATES);
        }
        let tried: Vec<&Point> = self.records.tried.iter().map(|record| record.point).collect();
        let losses = losses_of(&mut tried.iter().copied());
        let centres = best(&tried, &losses, CENTRES);
        let mut known = HashSet::new();
        let around = centres.iter().filter(|point| space.contains(point));
        let around: Vec<Point> = around.flat_map(|point| space.around(point)).collect();
        let points: Vec<&Point> = tried
            .iter()
            .copied()
            .chain(&around)
            .chain(&others)
            .filter(|point| known.insert(*point))
            .collect();
        let losses = losses_of(&mut points.iter().copied());
        best(&points, &losses, CANDIDATES)
    }

    /// The confirmation of the best points and of the baseline, with all that is left of the
    /// budget.
    fn confirm(&mut self) -> Option<Request> {
        let mut points = if self.records.tried.is_empty() {
            self.task.space.spread(1, &mut self.random)
        } else {
            let ranked = self.ranked();
            self.points_of(ranked.into_iter().take(CONFIRMED))
        };
        points.extend(self.task.baseline.clone().filter(|baseline| !points.contains(baseline)));
        let left = self.task.blocks.saturating_sub(self.used());
        request(points, left, left).map(|request| Request { confirms: true, ..request })
    }
}

/// The budget of a search: there is at least one block in each group for the confirmation.
fn budget(task: &Task<'_>) -> u64 {
    let least = ((CONFIRMED + 1) * GROUPS) as u64;
    let kept = ((task.blocks as f64 * CONFIRMATION) as u64).max(least);
    task.blocks.saturating_sub(kept)
}

/// The first sample.
fn first(task: &Task<'_>) -> Vec<Point> {
    let affordable = |share: f64| (budget(task) as f64 * share) as usize / GROUPS;
    let most = SPREAD_POINTS.min(affordable(SPREAD)).max(2).min(affordable(1.0));
    let mut points = task.space.spread(most, &mut Random::new(task.seed, 0));
    points.extend(task.baseline.clone().filter(|baseline| !points.contains(baseline)));
    points
}

/// The rounds of the first sample.
fn parts(first: &[Point]) -> std::slice::Chunks<'_, Point> {
    first.chunks(first.len().div_ceil(first.len().div_ceil(SPREAD_PART).max(1)).max(1))
}

/// A request of these points that costs at most as much as this, or little more where the cost is
/// too small for one block in each group.
fn request(mut points: Vec<Point>, cost: u64, left: u64) -> Option<Request> {
    let groups = GROUPS as u64;
    points.truncate((left / groups) as usize);
    let count = points.len() as u64;
    let blocks = cost.checked_div(count)?.max(groups) / groups * groups;
    Some(Request { points, blocks, confirms: false })
}

#[cfg(test)]
mod tests;
