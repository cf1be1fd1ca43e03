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
//! 4. The first choice, the best of the others and the baseline are **confirmed** with the rest of
//!    the budget, at least 12 %. The first choice has the fewest changes from the baseline of all
//!    rules that are worse than the best by no more than `delta`, with a probability of 95 % by the
//!    model.
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
//! `benches/tune` runs searches of problems with a known answer. How often rules are found that are
//! as good as the best, in percent of 2,000 runs (500 where a baseline is given, 200 for 6 knobs), at
//! each budget; by successive halving, which needs no model and keeps nothing for a confirmation, and
//! by this search:
//!
//! | problem | points | budgets, in thousands | halving | search |
//! | --- | ---: | --- | --- | --- |
//! | `TPMax` of `PyPRS` | 57,624 | 5, 20, 100, 2,350 | 11, 38, 91, 100 | 82, 91, 96, 100 |
//! | Branin | 1,600 | 1, 3, 10 | 24, 49, 83 | 52, 72, 91 |
//! | Hartmann, 3 knobs | 1,728 | 1, 3, 10 | 11, 28, 68 | 81, 95, 99 |
//! | Hartmann, 6 knobs | 15,625 | 1, 3, 10 | 0, 1, 5 | 28, 50, 53 |
//! | simulated, 4 knobs | 240 | 5, 20, 80 | 50, 85, 99 | 81, 97, 100 |
//! | simulated, 5 knobs | 1,200 | 5, 20, 80 | 20, 49, 91 | 57, 89, 98 |
//! | simulated, 6 knobs | 3,000 | 5, 20, 80 | 34, 67, 95 | 74, 98, 100 |
//! | 6 other knobs | 3,000 | 5, 20, 80 | 62, 86, 98 | 89, 99, 100 |
//! | Crackpipe for 2 | 300 | 10, 40, 160 | 42, 72, 94 | 57, 95, 98 |
//! | Crackpipe for 3 | 100 | 10, 40, 160 | 62, 76, 96 | 67, 78, 94 |
//! | Crisps for 2 | 200 | 10, 40, 160 | 41, 78, 99 | 87, 97, 99 |
//! | Crisps, combinations | 240 | 10, 40, 160 | 77, 97, 100 | 93, 100, 100 |
//! | Scrip for 2 | 112 | 10, 40, 160 | 27, 63, 97 | 47, 75, 100 |
//! | Scrip for 3 | 324 | 10, 40, 160 | 37, 62, 92 | 53, 79, 98 |
//! | Crypto Cards for 2 | 360 | 10, 40, 160 | 48, 93, 100 | 85, 98, 100 |
//! | Crypto Cards for 3 | 2,304 | 10, 40, 160 | 17, 39, 84 | 55, 87, 99 |
//!
//! Those of Scrip for 3, of Crypto Cards and of 6 other knobs were measured before rules with few
//! changes were preferred. This preference costs up to 6 in 100 runs at middle budgets.
//!
//! The best procedure of `PyPRS` takes 4.7 million samples for `TPMax`. The games were played out,
//! so their noise is theirs.
//!
//! `compare.py` has other tuners, each with the best of two or three numbers of trials, without a
//! confirmation (100 or 200 runs): the better one of Optuna and `NTBEA`, and this search, in
//! percent of runs.
//!
//! | problem | budgets, in thousands | Optuna or `NTBEA` | search |
//! | --- | --- | --- | --- |
//! | 4 knobs | 1, 2, 4, 8, 16, 32 | 21, 29, 42, 57, 69, 83 | 37, 53, 71, 83, 94, 100 |
//! | 5 knobs | 2, 4, 8, 16, 32 | 28, 36, 60, 79, 91 | 33, 50, 72, 87, 96 |
//! | 6 knobs | 4, 8, 16, 32 | 30, 38, 42, 68 | 55, 78, 96, 100 |
//! | Branin | 0.5, 1, 2, 4, 8, 16 | 20, 24, 29, 38, 55, 64 | 44, 56, 65, 76, 88, 96 |
//! | Hartmann, 3 knobs | 1, 2, 4, 8, 16 | 47, 53, 71, 84, 88 | 78, 89, 93, 98, 100 |
//!
//! `SMAC3` (40 runs with 64 trials) finds good rules in 3 and 30 % of runs with 5 knobs (2,000 and
//! 8,000 blocks), 28 and 48 % with 6 knobs (4,000 and 16,000), 25 and 48 % on Branin (1,000 and
//! 8,000), 18 and 20 % on Hartmann with 3 knobs (1,000 and 2,000).
//!
//! Intervals of means hold the truth in 93.3 to 95.9 % of cases, and those of all means of a search
//! together in 93.2 to 98.6 % of searches. Scrip for three is apart: one of its goals is about wins
//! that are shared in fewer than one of 100 games, and with 10,000 blocks many confirmations see
//! none. There 90.7, 94.1 and 95.0 % hold, and 55.5, 88.8 and 95.2 % together. (The tables of a run
//! have intervals of their own, which are made for rare events.) Intervals of losses hold in at
//! least 93.9 %, mostly in more, since several sides of a bound may count. The bias of the reported
//! loss is between -0.31 and 0.20 of its standard error, and within 0.1 for most. "Within d of the
//! best that was tried" was never wrong. It is cautious: it counts all rules that were tried, and
//! all looks at the data.

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
