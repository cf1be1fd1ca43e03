//! Random play of every game: decisions and games per second on one thread, through the loop that
//! every strategy uses.
//!
//! Each benchmark asserts the answer that it timed.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fairdeal::arrangement::Arrangement;
use fairdeal::games::{
    crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip,
};
use fairdeal::input::{Location, Settings};
use fairdeal::metrics::DecisionObserver;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::strategy::{Playable, Repertoire, StrategyFile};

/// Plays games, sampled or not; returns the number of their decisions.
fn decisions<G: Playable>(
    rules: &G::Rules,
    seated: &mut G::Seated,
    games: u64,
    mut observer: Option<&mut DecisionObserver<G>>,
) -> u64 {
    let game = |block| {
        let streams = BlockStreams::new(1, block);
        match &mut observer {
            Some(observer) => {
                observer.seat(Arrangement::default());
                let played = G::watch(rules, seated, streams, *observer);
                played.map_or(0, |played| {
                    u64::from(observer.game(rules, streams, &played.outcome).decisions)
                })
            }
            None => G::play(rules, seated, streams).map_or(0, |played| played.lengths[0]),
        }
    };
    (0..games).map(game).sum()
}

fn random_players<G: Playable>(players: usize) -> G::Seated {
    let file = StrategyFile::find(Repertoire::of::<G>(), "random", &Location::whole("bench"))
        .expect("every game ships `random`");
    G::seat((0..players).filter_map(|_| file.player::<G>(players)).collect())
}

/// Games and decisions per second of one game, sampled and not.
fn game<G: Playable>(criterion: &mut Criterion, players: usize) {
    const BLOCKS: u64 = 1000;
    let settings = Settings::defaults(G::DESCRIPTION.knobs);
    let rules = G::rules(&settings, players).expect("the designer's rules can be dealt");
    let mut seated = random_players::<G>(players);
    let expected = decisions::<G>(&rules, &mut seated, BLOCKS, None);
    let mut group =
        criterion.benchmark_group(format!("{} random {players} players", G::DESCRIPTION.name));
    for (unit, count) in [("games", BLOCKS), ("decisions", expected)] {
        group.throughput(Throughput::Elements(count));
        group.bench_function(unit, |bencher| {
            bencher
                .iter(|| assert_eq!(decisions::<G>(&rules, &mut seated, BLOCKS, None), expected));
        });
    }
    let mut observer = DecisionObserver::new(&G::DESCRIPTION);
    group.bench_function("decisions, sampled", |bencher| {
        bencher.iter(|| {
            observer.clear();
            assert_eq!(decisions::<G>(&rules, &mut seated, BLOCKS, Some(&mut observer)), expected);
        });
    });
    group.finish();
}

/// Benchmarks a game with every number of players.
fn all_players<G: Playable>(criterion: &mut Criterion) {
    for players in G::DESCRIPTION.fewest_players..=G::DESCRIPTION.most_players {
        game::<G>(criterion, players);
    }
}

fn games(criterion: &mut Criterion) {
    all_players::<Crisps>(criterion);
    all_players::<Crackpipe>(criterion);
    all_players::<Scrip>(criterion);
    all_players::<CryptoCards>(criterion);
}

fn shuffle(criterion: &mut Criterion) {
    let streams = BlockStreams::new(1, 1);
    for size in [40u8, 52] {
        criterion.bench_function(&format!("shuffle of {size} cards"), |bencher| {
            let mut stream = streams.stream(Purpose::Deck(0));
            let deck: Vec<u8> = (0..size).collect();
            bencher.iter_batched_ref(
                || deck.clone(),
                |deck| {
                    stream.shuffle(deck);
                    assert_eq!(
                        deck.iter().map(|card| u32::from(*card)).sum::<u32>(),
                        u32::from(size) * (u32::from(size) - 1) / 2
                    );
                },
                BatchSize::SmallInput,
            );
        });
    }
}

criterion_group!(benches, games, shuffle);
criterion_main!(benches);
