//! What intervals and tests promise, and whether they held it.

use fairdeal::stats::Interval;

use super::simulations::Source;

/// What an interval promises at a level of 95 %.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Promise {
    /// To hold the truth in 95 % of all runs, give or take half a percent.
    Nominal,
    /// To hold the truth in at least 95 % of all runs.
    AtLeast,
    /// A known coverage other than the level, where an interval with the right one is not to be
    /// had: from, to, in percent.
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

/// Is a share of all runs within bounds, up to so many of the standard errors that it has at each
/// bound? At 0 and 1 there is none: what never happens may not happen once.
fn is_within((from, to): (f64, f64), count: u64, runs: u64, errors: f64) -> bool {
    let share = count as f64 / runs as f64;
    let error = |bound: f64| errors * (bound * (1.0 - bound) / runs as f64).sqrt();
    from - error(from) <= share && share <= to + error(to)
}

/// Where the truth was.
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

    /// An interval that is not defined bounds nothing.
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
    /// How many times the usual number of runs it gets: more where it is cheap, fewer where a run
    /// takes a tenth of a second.
    pub(crate) times: f64,
    pub(crate) run: fn(&mut Source) -> Outcome,
}

/// One test in one setting: how often it rejects.
pub(crate) struct Rejections {
    pub(crate) test: &'static str,
    pub(crate) setting: &'static str,
    /// In percent, from and to.
    pub(crate) expected: (f64, f64),
    /// As for intervals.
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

/// This many times as many runs.
pub(crate) fn runs_of(base: u64, times: f64) -> u64 {
    (base as f64 * times).round() as u64
}
