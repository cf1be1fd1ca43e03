//! Every shipped strategy that does not search, against itself: games per second on one thread,
//! through the runner of experiments, tables included.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::Experiment;
use fairdeal::findings::Ending;
use fairdeal::input::Location;
use fairdeal::registry::GAMES;
use fairdeal::results::Results;
use fairdeal::session::Session;
use fairdeal::strategy::StrategyFile;

const BLOCKS: u64 = 10_000;

/// Benchmarks the shipped strategies of a game.
fn mirrors_of(any: &'static dyn AnyGame, criterion: &mut Criterion) {
    let (game, strategies) = (any.description(), any.repertoire());
    let mut group = criterion.benchmark_group(format!("{} mirror", game.name));
    group.sample_size(10).throughput(Throughput::Elements(BLOCKS));
    for (name, _) in strategies.shipped {
        let file =
            StrategyFile::find(strategies, name, &Location::whole("bench")).expect("shipped");
        // Searches have a benchmark of their own.
        if file.searches(strategies) {
            continue;
        }
        let lineup = vec![file; game.usual_players()];
        let plan = Experiment::new(any, "bench")
            .seed(1)
            .blocks(BLOCKS)
            .lineup(lineup)
            .plan()
            .expect("a valid plan");
        for threads in [1, 2] {
            group.bench_function(format!("{name}, {threads} threads"), |bencher| {
                bencher.iter(|| {
                    let (counts, _) =
                        Session::default().threads(threads).play(&plan).expect("legal play");
                    assert_eq!(counts.blocks(), BLOCKS);
                    Results::new(&plan, &counts, Ending::Planned)
                });
            });
        }
    }
    group.finish();
}

fn mirrors(criterion: &mut Criterion) {
    for game in GAMES.iter() {
        mirrors_of(game, criterion);
    }
}

criterion_group!(benches, mirrors);
criterion_main!(benches);
