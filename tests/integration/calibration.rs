//! The intervals keep their promises: a smaller version of `cargo bench --bench calibration`.

#[path = "../../benches/calibration/cases.rs"]
mod cases;

use rayon::prelude::*;

use cases::{COVERAGES, Outcome, Promise, REJECTIONS, Source, runs_of};

/// The number of runs of each case, and several times as many of fast ones.
const RUNS: u64 = 700;

/// The tolerated number of standard errors of the simulation.
const ERRORS: f64 = 3.0;

/// The number of these runs in which a case of the list holds the truth.
fn covered(interval: &str, setting: &str, runs: u64) -> u64 {
    let cases = || (0..).zip(COVERAGES);
    let (check, coverage) = cases()
        .find(|(_, case)| case.interval == interval && case.setting == setting)
        .expect("in the list");
    (0..runs)
        .filter(|&run| (coverage.run)(&mut Source::new(check, run)) == Outcome::Covered)
        .count() as u64
}

#[test]
fn intervals_keep_their_coverage() {
    COVERAGES.par_iter().for_each(|coverage| {
        let runs = runs_of(RUNS, coverage.times);
        let covered = covered(coverage.interval, coverage.setting, runs);
        assert!(
            coverage.promise.holds(covered, runs, ERRORS),
            "{}, {}: {covered} of {runs}",
            coverage.interval,
            coverage.setting
        );
    });
}

#[test]
fn tests_keep_their_size() {
    REJECTIONS.par_iter().enumerate().for_each(|(place, rejections)| {
        let runs = runs_of(RUNS, rejections.times);
        let check = 1000 + place as u32;
        let rejected =
            (0..runs).filter(|&run| (rejections.run)(&mut Source::new(check, run))).count() as u64;
        assert!(
            rejections.holds(rejected, runs, ERRORS),
            "{}, {}: {rejected} of {runs}",
            rejections.test,
            rejections.setting
        );
    });
}

#[test]
fn broken_intervals_break_their_promise() {
    // With the number of runs of the test above. Games of one block wrongly taken as independent:
    let naive = covered("Wilson, blocks ignored", "1000 blocks of 2, rate 0.5", 3 * RUNS);
    assert!(
        !Promise::Nominal.holds(naive, 3 * RUNS, ERRORS)
            && !Promise::AtLeast.holds(naive, 3 * RUNS, ERRORS),
        "{naive}"
    );
    let naive = covered("Bradley-Terry", "500 blocks of 3, blocks ignored", RUNS);
    assert!(
        !Promise::Nominal.holds(naive, RUNS, ERRORS)
            && !Promise::AtLeast.holds(naive, RUNS, ERRORS),
        "{naive}"
    );
    // An interval that is so wide that it always holds the truth, and one that never does.
    assert!(
        !Promise::Nominal.holds(RUNS, RUNS, ERRORS)
            && !Promise::Nominal.holds(0, RUNS, ERRORS)
            && !Promise::AtLeast.holds(0, RUNS, ERRORS)
    );
    // Three percent off to either side; and one percent with the runs of the benchmark.
    for (share, runs) in [(92, 3 * RUNS), (98, 3 * RUNS)] {
        assert!(!Promise::Nominal.holds(runs * share / 100, runs, ERRORS), "{share}");
    }
    for (share, runs) in [(94, 40_000), (96, 40_000)] {
        assert!(!Promise::Nominal.holds(runs * share / 100, runs, 2.0), "{share}");
    }
    assert!(
        Promise::Nominal.holds(38_000, 40_000, 2.0) && Promise::AtLeast.holds(40_000, 40_000, 2.0)
    );
}

#[test]
fn broken_tests_do_not_reject_as_they_should() {
    for rejections in REJECTIONS {
        let runs = runs_of(RUNS, rejections.times);
        assert!(
            !rejections.holds(runs, runs, ERRORS) || rejections.expected.1 >= 100.0,
            "{}: always rejecting",
            rejections.test
        );
        // With few runs, a test that hardly ever rejects cannot be distinguished from one that
        // never does: the benchmark can.
        let runs = if rejections.expected.0 < 1.0 { 40_000 } else { runs };
        assert!(!rejections.holds(0, runs, ERRORS), "{}: never rejecting", rejections.test);
    }
}
