//! The same bytes for any number of threads, any split, debug and release, on every machine.

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use fairdeal::experiment::RulesChoice;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Place;
use fairdeal::runner::{Control, run};
use fairdeal::strategy::StrategyFile;
use fairdeal::trace::Tracer;
use sha2::{Digest, Sha256};
use support::{EXPERIMENT, csv, plan, play};

fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    format!("{:016x}", hash.iter().take(8).fold(0, |digest, byte| (digest << 8) | u64::from(*byte)))
}

#[test]
fn tables_do_not_depend_on_threads() {
    let plan = plan(EXPERIMENT, 1500);
    let alone = play(&plan, 1);
    assert_eq!(alone.blocks, 1500);
    for threads in [2, 8] {
        let together = play(&plan, threads);
        assert_eq!(
            together.cells.iter().map(|(_, cell)| cell).collect::<Vec<_>>(),
            alone.cells.iter().map(|(_, cell)| cell).collect::<Vec<_>>()
        );
        assert_eq!(csv(&plan, &together), csv(&plan, &alone), "{threads} threads");
    }
}

/// Debug and release builds and all machines must print this digest. A change of it is a change of results: raise the schema version, and say so
/// in the changelog.
#[test]
fn value_stability_of_tables() {
    let plan = plan(EXPERIMENT, 1100);
    assert_eq!(digest(&csv(&plan, &play(&plan, 2))), "9124e998932e1af0");
}

fn traces(preset: &str, strategies: [&str; 2], games: u64) -> String {
    let settings = RulesChoice { rules: Some(preset.to_owned()), set: vec![] }.settings::<Crisps>().expect("a preset");
    let files = strategies.map(|name| StrategyFile::find::<Crisps>(name, &Place::whole("test")).expect("shipped"));
    let mut tracer = Tracer::<Crisps>::new(&settings, &files, 11).expect("can be dealt");
    let lines: Vec<String> = (0..games).map(|index| tracer.game(index).expect("legal play").to_string()).collect();
    lines.join("\n") + "\n"
}

#[test]
fn value_stability_of_whole_games() {
    let pinned = [
        ("designer", "11648cf6200378ce"),
        ("bga", "e6ee8a1f3057521d"),
        ("bga-no-face-up", "e5cb2503ed14990e"),
        ("bga-jacks", "5d33de4dbeb72afd"),
    ];
    for (preset, expected) in pinned {
        let text = traces(preset, ["random", "random"], 20) + &traces(preset, ["heuristic", "greedy"], 20);
        assert_eq!(digest(&text), expected, "{preset}");
    }
}

#[test]
fn any_game_again_by_its_number() {
    let settings = RulesChoice::default().settings::<Crisps>().expect("the designer's rules");
    let files = ["greedy", "random"].map(|name| StrategyFile::find::<Crisps>(name, &Place::whole("test")).expect("shipped"));
    let all: Vec<String> = traces("designer", ["greedy", "random"], 10).lines().map(str::to_owned).collect();
    let mut tracer = Tracer::<Crisps>::new(&settings, &files, 11).expect("can be dealt");
    for index in [7, 0, 9] {
        assert_eq!(tracer.game(index).expect("legal play").to_string(), all[index as usize]);
    }
}

/// An interrupted run keeps the first blocks without a gap: what it counted is what a shorter run counts.
#[test]
fn an_interrupted_run_is_a_shorter_run() {
    for after in [1, 5000, 20_000] {
        let long = plan(EXPERIMENT, 1_000_000);
        let (stop, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = |more| {
            if games.fetch_add(more, Ordering::Relaxed) + more >= after {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let cut = run(&long, 2, Control { stop: &stop, progress: &progress }).expect("a run");
        assert!(cut.blocks < 1_000_000);
        if cut.blocks > 0 {
            let short = plan(EXPERIMENT, cut.blocks);
            assert_eq!(csv(&short, &play(&short, 1)), csv(&long, &cut));
        }
    }
}
