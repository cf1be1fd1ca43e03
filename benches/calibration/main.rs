//! Checks the coverage of intervals and the size of tests: counts, over many simulated runs with a
//! known truth, how often each interval holds it and how often each test rejects: `cargo bench
//! --bench calibration [-- runs] [part of a name]`, 20,000 runs of each by default, and up to three
//! times as many of the fast ones. It fails if one is off by more than two standard errors.
//!
//! The same numbers on every machine. `tests/integration/calibration.rs` does the same with fewer
//! runs.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::process::ExitCode;
use std::time::Instant;

use fairdeal::stats::{Confidence, Histogram, Interval, ScoreCounts};
use rayon::prelude::*;

mod cases;

use cases::{COVERAGES, Outcome, Promise, REJECTIONS, Source, runs_of};

const RUNS: u64 = 20_000;

/// The tolerated number of standard errors of the simulation.
const ERRORS: f64 = 2.0;

fn main() -> ExitCode {
    let base = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(RUNS);
    let part = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-') && argument.parse::<u64>().is_err());
    let is_asked = |name: &str| part.as_ref().is_none_or(|part| name.contains(part));
    let mut broken = 0;
    let mut verdict = |holds: bool| {
        broken += u32::from(!holds);
        if holds { "" } else { "  BROKEN" }
    };
    println!(
        "How often 95 % intervals hold the truth, in percent, with the standard error of the \
            simulation\n"
    );
    println!(
        "{:<30} {:<42} {:>7} {:>5} {:>7} {:>7}  promise",
        "interval", "setting", "holds", "+-", "below", "above"
    );
    for (check, coverage) in
        (0..).zip(COVERAGES).filter(|(_, coverage)| is_asked(coverage.interval))
    {
        let runs = runs_of(base, coverage.times);
        let found: Vec<Outcome> = (0..runs)
            .into_par_iter()
            .map(|run| (coverage.run)(&mut Source::new(check, run)))
            .collect();
        let count =
            |wanted: Outcome| found.iter().filter(|&&outcome| outcome == wanted).count() as u64;
        let covered = count(Outcome::Covered);
        let percent = |count: u64| 100.0 * count as f64 / runs as f64;
        let promise = match coverage.promise {
            Promise::Nominal => "95 +- 0.5".to_owned(),
            Promise::AtLeast => "95 or more".to_owned(),
            Promise::Known(from, to) => format!("none: {from} to {to}"),
        };
        println!(
            "{:<30} {:<42} {:>7.2} {:>5.2} {:>7.2} {:>7.2}  {promise}{}",
            coverage.interval,
            coverage.setting,
            percent(covered),
            standard_error(covered, runs),
            percent(count(Outcome::Below)),
            percent(count(Outcome::Above)),
            verdict(coverage.promise.holds(covered, runs, ERRORS)),
        );
    }
    println!("\nHow often tests reject, in percent\n");
    for (check, rejections) in
        (1000..).zip(REJECTIONS).filter(|(_, rejections)| is_asked(rejections.test))
    {
        let runs = runs_of(base, rejections.times);
        let rejected = (0..runs)
            .into_par_iter()
            .filter(|&run| (rejections.run)(&mut Source::new(check, run)))
            .count() as u64;
        let (from, to) = rejections.expected;
        println!(
            "{:<40} {:<42} {:>7.2} {:>5.2}  {from} to {to}{}",
            rejections.test,
            rejections.setting,
            100.0 * rejected as f64 / runs as f64,
            standard_error(rejected, runs),
            verdict(rejections.holds(rejected, runs, ERRORS)),
        );
    }
    if part.is_none() {
        time_sequences();
    }
    if broken > 0 {
        println!("\n{broken} not as promised");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The standard error of a share of all runs, in percent.
fn standard_error(count: u64, runs: u64) -> f64 {
    let share = count as f64 / runs as f64;
    100.0 * (share * (1.0 - share) / runs as f64).sqrt()
}

/// Measures the time of a confidence sequence.
fn time_sequences() {
    println!("\nMilliseconds for both ends of an anytime interval\n");
    for (name, scores) in [
        ("5 scores", scores_of(5, |score| 1 + score % 3)),
        ("41 scores", scores_of(41, |score| 1 + score % 7)),
        ("400 scores", scores_of(400, |score| 1 + score % 11)),
        ("always one half", scores_of(3, |score| u64::from(score == 1))),
    ] {
        for blocks in [100_000, 10_000_000, 1 << 40] {
            let scores = scores(blocks);
            let start = Instant::now();
            let interval = scores.confidence_sequence(Confidence::default());
            let taken = start.elapsed().as_secs_f64() * 1000.0;
            let half_width = interval.map_or(f64::NAN, Interval::half_width);
            println!(
                "{name:<20} {blocks:>15} blocks {taken:>9.3} ms  (half-width {half_width:.3e})"
            );
        }
    }
}

/// Counts of scores with these weights.
fn scores_of(scores: u64, weight: fn(u64) -> u64) -> impl Fn(u64) -> ScoreCounts {
    move |blocks| {
        let mut counts = Histogram::default();
        let total: u64 = (0..scores).map(weight).sum();
        for score in 0..scores {
            counts
                .observe_many(score, blocks / total * weight(score) + u64::from(score == 1))
                .expect("a score");
        }
        ScoreCounts::new(scores - 1, counts).expect("several scores")
    }
}
