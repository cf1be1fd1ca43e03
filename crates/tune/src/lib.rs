//! Finds rules that meet goals, and confirms them on blocks that the search has not seen; and the
//! weights of a strategy that wins most often ([`Fit`]).
//!
//! This crate plays nothing and knows no game. A [`Space`] tells which rules there are, and a
//! [`Loss`] how far rules are from the goals: it is made of means over all blocks, in units of the
//! tolerances. [`next`] says which rules to play, on how many blocks. In the end it returns an
//! [`Outcome`].
//!
//! ```
//! use fairdeal_stats::Confidence;
//! use fairdeal_tune::{Bound, GROUPS, Round, Space, Step, Task, Term, next};
//!
//! // One knob with ten values. The mean shall be between 0.4 and 0.5.
//! let space = Space::new(vec![10], vec![true], |values| Some(values.to_vec()));
//! let goal = Bound { mean: 0, low: Some(0.4), high: Some(0.5), tolerance: 0.02 };
//! let task = Task {
//!     space: &space,
//!     terms: vec![Term { weight: 1.0, bounds: vec![goal] }],
//!     baseline: Some(vec![0]),
//!     blocks: 10_000,
//!     delta: 0.5,
//!     confidence: Confidence::default(),
//!     seed: 1,
//! };
//! let mut history = Vec::new();
//! let outcome = loop {
//!     match next(&task, &history) {
//!         Step::Play(request) | Step::Confirm(request) => {
//!             // Here nothing is random: each of the groups has the same mean.
//!             let mean = |value: usize| [0.1 * value as f64; GROUPS];
//!             let means = request.points.iter().flat_map(|point| mean(point[0])).collect();
//!             history.push(Round::new(request, means));
//!         }
//!         Step::Done(outcome) => break outcome,
//!     }
//! };
//! assert!([4, 5].contains(&outcome.confirmed[0].point[0]));
//! ```
//!
//! # The search
//!
//! [`next`] is a function of the task and of what was played so far. All points of a request are
//! played on the same fresh blocks, so their differences are less noisy than they are themselves.
//!
//! 1. A **first sample** fills the box evenly. The baseline is in it. It is played in parts of
//!    twelve rules: if all were played on the same few blocks, the means of all would be off
//!    together.
//! 2. In twelve rounds, a **model** of the means proposes points: a Gaussian process of main
//!    effects, pairs of knobs and all knobs together, with the measured noise. Half of them are the
//!    best as predicted. Each of the others is the best in one draw from what the model knows, so
//!    rules that are uncertain get their chance. A box that is too large to be listed is searched
//!    around the best points, by moves of one and two knobs, and at points that fill it evenly.
//! 3. In up to fifteen more rounds, the best by the model **race** with those that may still be
//!    better: the rules with the largest upper bound of how much better they could be. With a
//!    budget so small that this would settle nothing, the model goes on to propose points. It does
//!    so too once no rules that were tried can be better than the first choice by more than
//!    `delta`: then it proposes others, which were not tried. In a last round the best race alone,
//!    unless nothing is left to decide.
//! 4. The first choice, the second one and the baseline are **confirmed** with the rest of the
//!    budget, at least 12 %.
//!
//! The model decides only what is played. Claims rest on what was played of the rules themselves:
//! see the comments of the module `evidence` for the theorem and its conditions.
//!
//! # What is reported
//!
//! The proposal is the first choice of the search, unless the confirmation leaves hardly any doubt
//! that another is better. (If the proposal were the best of the confirmation, its value would be
//! too good, by the same chance that made it the best.) Its loss, its means and their intervals
//! come from the confirmation alone, apart from the standard deviation of a block, which all rounds
//! with these rules estimate together.
//!
//! # How good it is
//!
//! `benches/tune` runs searches of problems with a known answer. On a line of three stations with
//! 57,624 points (`TPMax` of `PyPRS`), rules as good as the best are found in all of 300 runs with
//! 2.35 million samples, so in at least 98.7 %. (The best procedure of `PyPRS` takes 4.7 million.)
//! An earlier form of the search, which tried fewer rules, found them in 97 % of 400 runs, and with
//! 5,000, 20,000 and 100,000 samples in 81, 92 and 98 %. Successive halving, which needs no model
//! and has no confirmation, finds them in 10, 38, 94 and 100 % of runs with these four budgets.
//!
//! On seven grids of the games that were played out (100 to 360 points, 40 or 100 runs each), they
//! are found in 51, 81 and 97 % of runs with 10,000, 40,000 and 160,000 blocks, by halving in 34,
//! 67 and 94 %. On a simulated grid of five knobs and 1,200 points it is 35 % of 300 runs with
//! 2,000 blocks; `NTBEA` finds them in 29 % of 400 runs, with the best of three numbers of trials
//! and without a confirmation. That is no significant difference.
//!
//! On the grids of the games, intervals of means hold the truth in 94 to 99 % of cases, and those
//! of the loss in 92 to 100 % of runs. The bias of the reported loss is 0.04 of its standard error
//! on average over the grids; that of a single one is not known to better than 0.3. "Within d of
//! the best that was tried" was never wrong. It is cautious: it counts all rules that were tried,
//! and all looks at the data.

mod cma_es;
mod evidence;
mod fit;
mod loss;
mod model;
mod outcome;
mod random;
mod round;
mod search;
mod space;
mod task;

pub use fit::{Fit, FitStep};
pub use loss::{Bound, Loss, Term};
pub use outcome::{Alike, Confirmed, Estimate, Outcome};
pub use round::{GROUPS, Request, Round};
pub use search::{Step, next};
pub use space::{LARGEST_LISTED, Point, Space};
pub use task::Task;
