//! The intervals hold what they promise: a smaller version of `cargo bench --bench calibration`.

#[path = "../benches/calibration/cases.rs"]
mod cases;

use cases::{COVERAGES, Outcome, REJECTIONS, Source};

const RUNS: u64 = 400;

#[test]
fn intervals_hold_the_truth_as_often_as_promised() {
    for (check, coverage) in (0..).zip(COVERAGES) {
        let covered = (0..RUNS).filter(|&run| (coverage.run)(&mut Source::new(check, run)) == Outcome::Covered).count() as u64;
        assert!(coverage.promise.holds(covered, RUNS), "{}, {}: {covered} of {RUNS}", coverage.interval, coverage.setting);
    }
}

#[test]
fn tests_reject_as_often_as_they_should() {
    for (check, rejections) in (1000..).zip(REJECTIONS) {
        let rejected = (0..RUNS).filter(|&run| (rejections.run)(&mut Source::new(check, run))).count();
        let percent = 100.0 * rejected as f64 / RUNS as f64;
        let (from, to) = rejections.expected;
        // Three standard errors of a share of one half at most.
        let error = 300.0 * (0.25 / RUNS as f64).sqrt() * if to <= 6.0 { 0.44 } else { 1.0 };
        assert!((from - error..=to + error).contains(&percent), "{}, {}: {percent} %", rejections.test, rejections.setting);
    }
}
