//! The promises of intervals and tests, and whether they were kept.

use fairdeal::stats::Interval;

use super::simulations::Source;

/// The promise of an interval at a level of 95 %.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Promise {
    /// Holds the truth in 95 % of all runs, within half a percent.
    Nominal,
    /// Holds the truth in at least 95 % of all runs.
    AtLeast,
    /// A known coverage other than the level, where no interval with the right one exists: from,
    /// to, in percent.
    Known(f64, f64),
}

impl Promise {
    /// Returns whether the share of `covered` among `runs` is within the promise, give or take
    /// `errors` standard errors of the simulation.
    pub(crate) fn holds(self, covered: u64, runs: u64, errors: f64) -> bool {
        let bounds = match self {
            Self::Nominal => (0.945, 0.955),
            Self::AtLeast => (0.95, 1.0),
            Self::Known(from, to) => (from / 100.0, to / 100.0),
        };
        is_within(bounds, covered, runs, errors)
    }
}

/// Whether a share of all runs is within bounds, up to this many of the standard errors that it has
/// at each bound. Bounds at 0 and 1 have none: an event that never happens must not happen once.
fn is_within((from, to): (f64, f64), count: u64, runs: u64, errors: f64) -> bool {
    let share = count as f64 / runs as f64;
    let error = |bound: f64| errors * (bound * (1.0 - bound) / runs as f64).sqrt();
    from - error(from) <= share && share <= to + error(to)
}

/// The position of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Within the interval.
    Covered,
    /// Below the interval.
    Below,
    /// Above the interval.
    Above,
}

impl Outcome {
    pub(super) fn of(truth: f64, (low, high): (Option<f64>, Option<f64>)) -> Self {
        if low.is_some_and(|low| truth < low) {
            Self::Below
        } else if high.is_some_and(|high| truth > high) {
            Self::Above
        } else {
            Self::Covered
        }
    }

    /// An undefined interval covers everything.
    pub(super) fn within(truth: f64, interval: Option<Interval>) -> Self {
        Self::of(
            truth,
            (interval.map(|interval| interval.low), interval.map(|interval| interval.high)),
        )
    }
}

/// One interval in one setting.
pub(crate) struct Coverage {
    pub(crate) interval: &'static str,
    pub(crate) setting: &'static str,
    pub(crate) promise: Promise,
    /// The factor for the number of runs: higher if a run is fast, lower if it takes a tenth of a
    /// second.
    pub(crate) times: f64,
    pub(crate) run: fn(&mut Source) -> Outcome,
}

/// The rejections of one test in one setting.
pub(crate) struct Rejections {
    pub(crate) test: &'static str,
    pub(crate) setting: &'static str,
    /// In percent, from and to.
    pub(crate) expected: (f64, f64),
    /// The factor for the number of runs.
    pub(crate) times: f64,
    pub(crate) run: fn(&mut Source) -> bool,
}

impl Rejections {
    /// Returns whether the share of `rejected` among `runs` is as expected, up to this many
    /// standard errors of the simulation.
    pub(crate) fn holds(&self, rejected: u64, runs: u64, errors: f64) -> bool {
        let (from, to) = self.expected;
        is_within((from / 100.0, to / 100.0), rejected, runs, errors)
    }
}

/// The number of runs, times this factor.
pub(crate) fn runs_of(base: u64, times: f64) -> u64 {
    (base as f64 * times).round() as u64
}
