//! No memory is allocated while a game is played.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use fairdeal::any_game::AnyGame;
use fairdeal::arrangement::Arrangement;
use fairdeal::games::{
    crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip,
};
use fairdeal::metrics::DecisionObserver;
use fairdeal::rng::BlockStreams;
use fairdeal::strategy::{Playable as _, StrategyFile, TypedGame};
use fairdeal_gamefile::files::Files;
use rayon::prelude::*;
use support::{player_counts, quick, searches, with_preset};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count for each thread.
struct Counting;

#[expect(unsafe_code, reason = "an allocator cannot be written otherwise")]
// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Plays games of every preset with every shipped strategy in all seats; those that search, by the
/// designer's rules.
fn play_all<T: TypedGame>(typed: &'static T) {
    let game: &'static dyn AnyGame = typed;
    // Read once: weights are long.
    let strategies: Vec<(&str, StrategyFile)> =
        game.repertoire().shipped.iter().map(|(name, _)| (*name, quick(game, name))).collect();
    for (place, preset) in game.description().presets.iter().enumerate() {
        let settings = with_preset(game, preset);
        for (players, (name, file)) in player_counts(game)
            .flat_map(|players| strategies.iter().map(move |file| (players, file)))
            .filter(|(_, (name, _))| place == 0 || !searches(game, name))
        {
            let rules = typed.rules_of(&settings, players).expect("presets can be dealt");
            let seat_one = |_| file.player::<T::Game>(players).expect("a kind of the list");
            let mut seated = T::Game::seat((0..players).map(seat_one).collect());
            let mut observer = DecisionObserver::new(game.description());
            let mut game_of = |block| {
                let streams = BlockStreams::new(1, block);
                if block % 2 == 0 {
                    return T::Game::play(&rules, &mut seated, streams).expect("legal play");
                }
                observer.seat(Arrangement::default());
                let played = T::Game::watch(&rules, &mut seated, streams, &mut observer)
                    .expect("legal play");
                assert_eq!(
                    u64::from(observer.game(&rules, streams, &played.outcome).decisions),
                    played.lengths[0]
                );
                played
            };
            game_of(0);
            // Searches are slow.
            let games = if searches(game, name) { 2 } else { 20 };
            let before = allocations();
            let decisions: u64 = (1..games).map(|block| game_of(block).lengths[0]).sum();
            assert_eq!(
                allocations() - before,
                0,
                "{} {} {name}, {players} players",
                game.description().name,
                preset.name
            );
            assert!(decisions > 0);
        }
    }
}

#[test]
fn no_game_allocates_after_the_first() {
    let before = allocations();
    drop(Box::new(1));
    assert!(allocations() > before, "the counter counts");
    let engines = || {
        rayon::join(
            || rayon::join(|| play_all(&Crisps), || play_all(&Crackpipe)),
            || rayon::join(|| play_all(&Scrip), || play_all(&CryptoCards)),
        )
    };
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files = || {
        ["scrip", "crypto_cards", "hearts", "gops", "kuhn_poker"].par_iter().for_each(|name| {
            play_all(Files::open(&games.join(format!("{name}.py"))).expect("a game"));
        });
    };
    rayon::join(files, engines);
}
