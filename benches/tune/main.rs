//! How often does the search of `fairdeal tune` find rules that are as good as the best, and is
//! true what it says about them? Searches of problems with a known answer: `cargo bench --bench
//! tune [-- runs] [part of a name]`, 200 runs of each by default; `crates/tune` says of how many
//! runs its figures are. It fails if a figure is not as promised. `cargo test` does the
//! same with few runs.
//!
//! Grids of the games are searched too, once `cargo bench --bench tune_grids` has played them out:
//! `cargo bench --bench tune -- grids`.
//!
//! `make-tpmax` simulates the stored problem anew. `problems` writes all problems as JSON, and
//! `runs <runs>` how often the search finds good rules, for `compare.py`.
//!
//! The same numbers on every machine.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::process::ExitCode;
use std::time::Instant;

use rayon::prelude::*;
use serde_json::json;

mod halving;
mod judged;
mod noise;
mod problems;
mod stored;
mod tpmax;

use judged::Summary;
use problems::Problem;

const RUNS: u64 = 200;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let runs = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(RUNS);
    match arguments.first().map(String::as_str) {
        Some("make-tpmax") => tpmax::make(),
        Some("problems") => print_problems(),
        Some("runs") => print_runs(runs, arguments.get(2).map_or("", String::as_str)),
        _ => {
            let part = arguments.iter().find(|argument| argument.parse::<u64>().is_err());
            return table(runs, part.map_or("", String::as_str));
        }
    }
    ExitCode::SUCCESS
}

/// A few runs of each problem at one budget are as promised.
#[test]
fn a_few_searches_find_what_is_promised() {
    const RUNS: u64 = 8;
    for problem in problems::all() {
        let found = Summary::new(&problem, problem.budgets[1], RUNS);
        let broken = found.broken();
        assert!(broken.is_empty(), "{}: {}; {found:?}", problem.name, broken.join(", "));
    }
}

/// All problems.
fn all() -> Vec<Problem> {
    [tpmax::problem()].into_iter().chain(problems::all()).chain(stored::all()).collect()
}

/// Prints all figures of the problems with this part in their names.
fn table(runs: u64, part: &str) -> ExitCode {
    println!(
        "Of {runs} runs, in percent: those in which successive halving finds rules as good as the \
            best; those in which the search does; the intervals of means that hold the truth, \
            singly and all of a run; those of the loss, singly and all of a run; claims about the \
            best that was tried that are true, and runs that do not call it worse. Then the median \
            of the claimed distance, the bias of the reported loss in standard errors, the \
            standard error, the number of rules that cannot be told apart from the best, and the \
            seconds of a run.\n"
    );
    println!(
        "{:>9} {:>8} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>6} {:>5}",
        "budget",
        "blocks",
        "halving",
        "good",
        "means",
        "all",
        "loss",
        "all",
        "claims",
        "alike",
        "within",
        "bias",
        "se",
        "alike",
        "time"
    );
    let mut broken = 0;
    for problem in all().iter().filter(|problem| problem.name.contains(part)) {
        let (points, good) = problem.points();
        println!("\n{}: {points} points, {good} of them as good as the best", problem.name);
        for &budget in &problem.budgets {
            let start = Instant::now();
            let found = Summary::new(problem, budget, runs);
            let seconds = start.elapsed().as_secs_f64() / runs as f64;
            let halving = (0..runs)
                .into_par_iter()
                .filter(|seed| problem.is_good(&halving::chosen(problem, budget, *seed)))
                .count() as u64;
            let percent = |count: u64| 100.0 * count as f64 / runs as f64;
            let mut wrong = found.broken();
            if !problem.is_found(budget, &found) {
                wrong.push("good rules are found too rarely");
            }
            println!(
                "{budget:>9} {:>8.0} {:>7.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} \
                    {:>6.1} {:>7.2} {:>6.2} {:>6.3} {:>6.0} {seconds:>5.2} {}",
                found.blocks,
                percent(halving),
                percent(found.good),
                100.0 * found.means.1 as f64 / found.means.0 as f64,
                percent(found.all_means),
                percent(found.loss),
                percent(found.all_losses),
                percent(found.claims),
                percent(found.best_is_alike),
                found.within,
                found.bias,
                found.standard_error,
                found.alike,
                wrong.join(", ")
            );
            broken += wrong.len();
        }
    }
    if broken > 0 {
        println!("\n{broken} not as promised");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Prints all problems as JSON, except the largest one.
fn print_problems() {
    println!("{}", problems::all().iter().map(Problem::json).collect::<serde_json::Value>());
}

/// Prints how often good rules are found, as JSON, for problems with this part in their names.
fn print_runs(runs: u64, part: &str) {
    let of = |problem: &Problem| {
        let of_budget = |budget: &u64| {
            let good = Summary::new(problem, *budget, runs).good;
            json!({ "problem": problem.name, "budget": budget, "runs": runs, "good": good })
        };
        problem.budgets_to_compare.iter().map(of_budget).collect::<Vec<serde_json::Value>>()
    };
    let problems = problems::all();
    let asked = problems.iter().filter(|problem| problem.name.contains(part));
    println!("{}", asked.flat_map(of).collect::<serde_json::Value>());
}
