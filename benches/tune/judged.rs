//! Runs of the search on problems with a known answer, judged by it.

use fairdeal_stats::{Confidence, Interval, proportion};
use fairdeal_tune::{Estimate, Outcome, Point, Round, Space, Step, Task, next};
use rayon::prelude::*;

use super::noise::Noise;
use super::problems::Problem;

/// Runs one search to its end.
fn run(problem: &Problem, space: &Space<'_>, blocks: u64, seed: u64) -> (Outcome, Vec<Round>) {
    let task = Task {
        space,
        terms: problem.terms.clone(),
        baseline: problem.baseline.clone(),
        blocks,
        delta: problem.delta,
        confidence: Confidence::default(),
        seed,
    };
    let mut noise = Noise::of_run(seed, problem.name);
    let mut history = Vec::new();
    loop {
        match next(&task, &history) {
            Step::Play(request) | Step::Confirm(request) => {
                history.push(problem.play(request, &mut noise));
            }
            Step::Done(outcome) => return (outcome, history),
        }
    }
}

/// One run, judged by the truth.
#[expect(clippy::struct_excessive_bools, reason = "each is counted by itself")]
struct Judged {
    /// The proposal is as good as the best of the box.
    good: bool,
    blocks: u64,
    /// The intervals of means, and how many of them hold the truth.
    means: (u32, u32),
    all_means: bool,
    /// The interval of the proposal's loss holds the truth, and those of all confirmed losses do.
    loss: bool,
    all_losses: bool,
    /// The reported loss of the proposal minus the true one.
    error: f64,
    /// "Within d of the best that was tried" is true, and d.
    within: (bool, f64),
    /// The best that was tried is among those that cannot be told apart from it.
    best_is_alike: bool,
    alike: usize,
}

impl Judged {
    fn new(problem: &Problem, (outcome, history): &(Outcome, Vec<Round>)) -> Self {
        let tried: Vec<&Point> = history.iter().flat_map(|round| &round.request().points).collect();
        let least = tried.iter().map(|point| problem.loss(point)).fold(f64::INFINITY, f64::min);
        let holds = |value: f64, interval: Option<Interval>, truth: f64| {
            interval.map_or(is_same(value, truth), |interval| interval.contains(truth))
        };
        let (mut means, mut all_means, mut all_losses) = ((0, 0), true, true);
        for confirmed in &outcome.confirmed {
            for (estimate, truth) in confirmed.means.iter().zip(problem.means(&confirmed.point)) {
                let Estimate { value, interval, simultaneous } = *estimate;
                // A mean that never varies has no interval to count.
                if interval.is_some() || !is_same(value, *truth) {
                    means.0 += 1;
                    means.1 += u32::from(holds(value, interval, *truth));
                }
                all_means &= holds(value, simultaneous, *truth);
            }
            let (loss, truth) = (confirmed.loss, problem.loss(&confirmed.point));
            all_losses &= holds(loss.value, loss.simultaneous, truth);
        }
        let proposal = &outcome.confirmed[0];
        let truth = problem.loss(&proposal.point);
        let loss = proposal.loss;
        let within = outcome.within.unwrap_or(f64::INFINITY);
        Self {
            good: problem.is_good(&proposal.point),
            blocks: outcome.blocks,
            means,
            all_means,
            loss: holds(loss.value, loss.interval, truth),
            all_losses,
            error: loss.value - truth,
            within: (truth - least <= within, within),
            best_is_alike: outcome.alike.iter().any(|alike| problem.loss(&alike.point) <= least),
            alike: outcome.alike.len(),
        }
    }
}

/// Whether a value is the truth, apart from rounding.
fn is_same(value: f64, truth: f64) -> bool {
    (value - truth).abs() < 1e-6
}

/// What many runs say together.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) runs: u64,
    /// How many found rules that are as good as the best of the box.
    pub(crate) good: u64,
    /// The blocks of a run, on average.
    pub(crate) blocks: f64,
    /// The intervals of means, and how many of them hold the truth.
    pub(crate) means: (u64, u64),
    /// The runs of which all intervals of means hold it.
    pub(crate) all_means: u64,
    pub(crate) loss: u64,
    pub(crate) all_losses: u64,
    /// The bias of the reported loss, in its standard errors.
    pub(crate) bias: f64,
    pub(crate) standard_error: f64,
    /// The runs whose claim about the best that was tried is true.
    pub(crate) claims: u64,
    /// The median of the claimed distances.
    pub(crate) within: f64,
    /// The runs that do not call the best that was tried worse.
    pub(crate) best_is_alike: u64,
    /// The rules that cannot be told apart from the best, on average.
    pub(crate) alike: f64,
}

impl Summary {
    pub(crate) fn new(problem: &Problem, blocks: u64, runs: u64) -> Self {
        let space = problem.space();
        let found: Vec<Judged> = (0..runs)
            .into_par_iter()
            .map(|seed| Judged::new(problem, &run(problem, &space, blocks, seed)))
            .collect();
        let count = |of: fn(&Judged) -> bool| found.iter().filter(|found| of(found)).count() as u64;
        let mean = |of: &dyn Fn(&Judged) -> f64| found.iter().map(of).sum::<f64>() / runs as f64;
        let bias = mean(&|found| found.error);
        let standard_error = mean(&|found| (found.error - bias).powi(2)).sqrt();
        let mut within: Vec<f64> = found.iter().map(|found| found.within.1).collect();
        within.sort_by(f64::total_cmp);
        let sum = |of: fn(&Judged) -> u32| found.iter().map(|found| u64::from(of(found))).sum();
        Self {
            runs,
            good: count(|found| found.good),
            blocks: mean(&|found| found.blocks as f64),
            means: (sum(|found| found.means.0), sum(|found| found.means.1)),
            all_means: count(|found| found.all_means),
            loss: count(|found| found.loss),
            all_losses: count(|found| found.all_losses),
            bias: bias / standard_error,
            standard_error,
            claims: count(|found| found.within.0),
            within: within[within.len() / 2],
            best_is_alike: count(|found| found.best_is_alike),
            alike: mean(&|found| found.alike as f64),
        }
    }

    /// Whether a share of all runs may be at least this, apart from the error of the simulation.
    pub(crate) fn may_be_at_least(&self, count: u64, share: f64) -> bool {
        let confidence = Confidence::new(0.998).expect("a level");
        proportion::wilson(count, self.runs, confidence)
            .is_none_or(|interval| interval.high >= share)
    }

    /// What is not as promised.
    pub(crate) fn broken(&self) -> Vec<&'static str> {
        /// The standard errors of the simulation that are tolerated.
        const ERRORS: f64 = 3.1;
        let mut broken = Vec::new();
        let mut check = |holds: bool, name: &'static str| {
            if !holds {
                broken.push(name);
            }
        };
        // The means of one confirmation depend on one another: as if there were one for each run.
        let coverage = self.means.1 as f64 / self.means.0 as f64;
        let error = ERRORS * (0.05 * 0.95 / self.runs as f64).sqrt();
        check((coverage - 0.95).abs() < 0.01 + error, "single intervals");
        check(self.may_be_at_least(self.all_means, 0.94), "simultaneous intervals");
        check(self.may_be_at_least(self.loss, 0.94), "the interval of the loss");
        check(self.may_be_at_least(self.all_losses, 0.94), "all intervals of losses");
        check(self.may_be_at_least(self.claims, 0.95), "the distance from the best");
        check(self.may_be_at_least(self.best_is_alike, 0.95), "what cannot be told apart");
        check(self.bias.abs() < 0.1 + ERRORS / (self.runs as f64).sqrt(), "the bias");
        broken
    }
}
