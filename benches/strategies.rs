//! Every shipped strategy that does not search, against itself: games per second on one thread,
//! through the runner that experiments use, tables included.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairdeal::experiment::Experiment;
use fairdeal::findings::Ending;
use fairdeal::games::AllGames;
use fairdeal::input::Location;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::results::Results;
use fairdeal::session::Session;
use fairdeal::strategy::{Playable, StrategyFile};

const BLOCKS: u64 = 10_000;

/// Benchmarks the shipped strategies of a game.
struct Mirrors<'a>(&'a mut Criterion);

impl Visitor for Mirrors<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        let game = &G::DESCRIPTION;
        let mut group = self.0.benchmark_group(format!("{} mirror", game.name));
        group.sample_size(10).throughput(Throughput::Elements(BLOCKS));
        for (name, _) in G::SHIPPED {
            let file = StrategyFile::find::<G>(name, &Location::whole("bench")).expect("shipped");
            // Those that search have a benchmark of their own.
            if G::KINDS.iter().any(|kind| kind.name == file.kind && kind.searches) {
                continue;
            }
            let lineup = vec![file; game.usual_players()];
            let plan = Experiment::<G>::new("bench")
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
}

fn mirrors(criterion: &mut Criterion) {
    for game in AllGames::descriptions() {
        AllGames::visit(game.name, Mirrors(criterion)).expect("a game of the list");
    }
}

criterion_group!(benches, mirrors);
criterion_main!(benches);
