//! Games in files beside the engines: random play as `match` does it, with all tables, and searches,
//! in decisions or simulated games per second on one thread.
//!
//! Each benchmark asserts that every block was played.

use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::game::GAMES;
use fairdeal::session::Session;

/// The built-in games, the same as files, and the others in files; with the number of players.
const PLAYED: [(&str, usize); 14] = [
    ("crisps", 2),
    ("crisps.py", 2),
    ("crackpipe", 2),
    ("crackpipe.py", 2),
    ("scrip", 2),
    ("scrip.py", 2),
    ("crypto-cards", 3),
    ("crypto_cards.py", 3),
    ("whist.py", 4),
    ("hearts.py", 4),
    ("crazy_eights.py", 3),
    ("go_fish.py", 2),
    ("gops.py", 2),
    ("kuhn_poker.py", 2),
];

fn game(name: &str) -> &'static dyn AnyGame {
    GAMES.open(name, Path::new("")).expect("a game that the program carries")
}

fn plan(name: &str, players: usize, strategy: &str, blocks: u64) -> Plan {
    let experiment = Experiment::new(game(name), "bench").seed(1).blocks(blocks);
    experiment.lineup_of(players, strategy).plan().expect("a plan")
}

/// Plays all blocks; returns the number of decisions.
fn decisions(plan: &Plan, blocks: u64) -> u64 {
    let played = Session::default().threads(1).run(plan).expect("a run");
    let lengths = &played.results.lengths[0];
    assert_eq!(lengths.games, blocks);
    u64::try_from(lengths.sum).expect("a number of decisions")
}

fn random_play(criterion: &mut Criterion) {
    const BLOCKS: u64 = 200;
    let mut group = criterion.benchmark_group("random play");
    for (name, players) in PLAYED {
        let plan = plan(name, players, "random", BLOCKS);
        group.throughput(Throughput::Elements(decisions(&plan, BLOCKS)));
        group.bench_function(name, |bencher| bencher.iter(|| decisions(&plan, BLOCKS)));
    }
}

/// Games of a player who simulates 200 games for every action, against itself.
fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("flat search");
    group.sample_size(10);
    for name in ["crypto_cards.py", "gops.py", "kuhn_poker.py"] {
        let plan = plan(name, 2, "flat", 1);
        group.throughput(Throughput::Elements(decisions(&plan, 1)));
        group.bench_function(name, |bencher| bencher.iter(|| decisions(&plan, 1)));
    }
}

criterion_group!(benches, random_play, search);
criterion_main!(benches);
