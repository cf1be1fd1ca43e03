//! Search from the first decision of every game: iterations per second on one thread.
//!
//! Each benchmark asserts the answer that it timed.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairdeal::game::{Game, LegalSet, Turn};
use fairdeal::games::{
    crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip,
};
use fairdeal::input::{Document, Settings};
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::strategy::{Playable, Repertoire, Strategy, StrategyFile};

const ITERATIONS: u64 = 10_000;

/// A search of this kind, with this strategy for its rollouts.
fn searcher<G: Playable>(kind: &str, rollout: &str) -> G::Player {
    let text = format!(
        "kind = \"{kind}\"\n[parameters]\niterations = {ITERATIONS}\nrollout = \"{rollout}\"\n"
    );
    let document = Document::parse("bench.toml", text).expect("TOML");
    StrategyFile::parse(Repertoire::of::<G>(), &document)
        .expect("a strategy")
        .player::<G>(G::DESCRIPTION.usual_players())
        .expect("a kind of the list")
}

/// The first state of a game with a choice among several actions.
fn first_choice<G: Game>(rules: &G::Rules) -> G::State {
    let mut streams = BlockStreams::new(1, 1);
    let mut state = G::start(rules, &mut streams, &mut ());
    while G::legal(rules, &state).count() < 2 {
        let only = G::legal(rules, &state).nth(0);
        G::apply(rules, &mut state, only, &mut streams, &mut ());
    }
    state
}

/// Benchmarks the searches of a game.
fn searches_of<G: Playable>(criterion: &mut Criterion) {
    let game = &G::DESCRIPTION;
    let settings = Settings::defaults(game.knobs);
    let rules =
        G::rules(&settings, game.usual_players()).expect("the designer's rules can be dealt");
    let state = first_choice::<G>(&rules);
    let Turn::Decide(seat) = G::turn(&state) else { return };
    let (view, legal) = (G::view(&rules, &state, seat), G::legal(&rules, &state));
    let mut group = criterion.benchmark_group(format!("{} search iterations", game.name));
    group.sample_size(10).throughput(Throughput::Elements(ITERATIONS));
    for kind in ["flat-monte-carlo", "ismcts"] {
        for rollout in ["random", "greedy", "heuristic"] {
            let mut player = searcher::<G>(kind, rollout);
            player.new_game();
            let mut choose = || {
                let mut stream = BlockStreams::new(2, 2).stream(Purpose::Strategy(0));
                player.choose(&view, &legal, &mut stream).expect("a choice").into_action()
            };
            let expected = choose();
            group.bench_function(format!("{kind}, {rollout}"), |bencher| {
                bencher.iter(|| assert_eq!(choose(), expected));
            });
        }
    }
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    searches_of::<Crisps>(criterion);
    searches_of::<Crackpipe>(criterion);
    searches_of::<Scrip>(criterion);
    searches_of::<CryptoCards>(criterion);
}

criterion_group!(benches, searches);
criterion_main!(benches);
