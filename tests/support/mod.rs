//! What several tests need.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use fairdeal::experiment::{Overrides, Plan, parse};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::metrics::tables;
use fairdeal::results::to_csv;
use fairdeal::runner::{Control, Counts, run};
use std::sync::atomic::AtomicBool;

/// An experiment with all shipped kinds of line-up: mirrors and rotations, strategies with random numbers and without.
pub const EXPERIMENT: &str = r#"
question = "A test?"
game     = "crisps"
seed     = 5
blocks   = 1500
baseline = "designer"

[[variant]]
name = "designer"
[[variant]]
name  = "short"
rules = { hand_size = 7, max_turns = 40, auto_skip = true }

[[lineup]]
strategies = ["random", "random"]
[[lineup]]
strategies = ["greedy", "random"]
[[lineup]]
strategies = ["heuristic", "greedy"]

[analysis]
tolerance = { win_rate = 0.01, length = 0.05 }
"#;

pub fn plan(text: &str, blocks: u64) -> Plan<Crisps> {
    let document = Document::parse("experiments/test.toml", text).expect("TOML");
    parse(&document, Overrides { seed: None, blocks: Some(blocks) }).expect("a valid experiment")
}

pub fn play(plan: &Plan<Crisps>, threads: usize) -> Counts {
    run(plan, threads, Control { stop: &AtomicBool::new(false), progress: &|_| {} }).expect("a run")
}

/// All tables of a run as one text.
pub fn csv(plan: &Plan<Crisps>, counts: &Counts) -> String {
    let tables = tables(&counts.cells, &plan.analysis);
    tables.iter().map(|table| String::from_utf8(to_csv(table).expect("memory")).expect("UTF-8")).collect()
}
