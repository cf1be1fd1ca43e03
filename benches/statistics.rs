//! The cost of statistics: a run of a comparison (two variants, random against random, every metric
//! and all comparisons), on one thread, compared with bare play of the same games. `cargo bench
//! --bench statistics` prints both, and their ratio game by game.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Experiment, Plan, RulesChoice};
use fairdeal::games::{
    crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip,
};
use fairdeal::input::Location;
use fairdeal::rng::BlockStreams;
use fairdeal::session::Session;
use fairdeal::strategy::{Playable, StrategyFile};

const BLOCKS: u64 = 20_000;

/// The number of times that both are timed, alternately, so that other load affects both equally.
const ROUNDS: usize = 25;

/// The designer's rules compared with another preset, the usual number of players, all of them
/// random.
fn plan(any: &'static dyn AnyGame) -> Plan {
    let game = any.description();
    let preset = game.presets.last().expect("every game has presets").name;
    let other = RulesChoice { rules: Some(preset.to_owned()), set: Vec::new() };
    let experiment = Experiment::new(any, "bench")
        .seed(1)
        .blocks(BLOCKS)
        .rules("designer", &RulesChoice::default())
        .rules("other", &other);
    experiment.lineup(vec!["random"; game.usual_players()]).plan().expect("a valid experiment")
}

/// Plays all games of the plan and adds up only their lengths.
fn bare<G: Playable>(plan: &Plan, rules: &[G::Rules], players: &mut G::Seated) -> u64 {
    let mut decisions = 0;
    for block in 0..plan.blocks() {
        let streams = BlockStreams::new(plan.seed(), block);
        for rules in rules {
            let played = G::play(rules, players, streams).expect("legal play");
            decisions += played.lengths[0];
        }
    }
    decisions
}

fn counted(plan: &Plan) -> u64 {
    let (counts, _) = Session::default().threads(1).play(plan).expect("legal play");
    assert_eq!((counts.blocks(), plan.layout().pairs.len()), (plan.blocks(), 1));
    counts.blocks()
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed()
}

/// Benchmarks a game.
fn costs_of<G: Playable>(game: &'static G, criterion: &mut Criterion) {
    let plan = plan(game);
    let rules: Vec<G::Rules> = plan
        .layout()
        .cells
        .iter()
        .map(|cell| G::rules(&cell.variant.settings, cell.shape.players()))
        .collect::<Result<_, _>>()
        .expect("presets can be dealt");
    let file = StrategyFile::find(game.repertoire(), "random", &Location::whole("bench"))
        .expect("every game ships `random`");
    let mut players = G::seat(
        (0..G::DESCRIPTION.usual_players())
            .filter_map(|_| file.player::<G>(G::DESCRIPTION.usual_players()))
            .collect(),
    );
    let expected = bare::<G>(&plan, &rules, &mut players);
    let mut group = criterion.benchmark_group(format!("{} compared", G::DESCRIPTION.name));
    group.sample_size(10).throughput(Throughput::Elements(plan.blocks() * plan.games_per_block()));
    group.bench_function("bare play", |bencher| {
        bencher.iter(|| assert_eq!(bare::<G>(&plan, &rules, &mut players), expected));
    });
    group.bench_function("run", |bencher| bencher.iter(|| counted(&plan)));
    group.finish();
    // The fastest of each: other load only adds time.
    let (mut alone, mut with_statistics) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        alone = alone.min(timed(|| bare::<G>(&plan, &rules, &mut players)));
        with_statistics = with_statistics.min(timed(|| counted(&plan)));
    }
    let ratio = with_statistics.as_secs_f64() / alone.as_secs_f64();
    println!(
        "{}: {alone:.1?} of bare play, {with_statistics:.1?} with statistics, {:+.1} %\n",
        G::DESCRIPTION.name,
        100.0 * (ratio - 1.0)
    );
}

fn costs(criterion: &mut Criterion) {
    costs_of(&Crisps, criterion);
    costs_of(&Crackpipe, criterion);
    costs_of(&Scrip, criterion);
    costs_of(&CryptoCards, criterion);
}

criterion_group!(benches, costs);
criterion_main!(benches);
