//! Nothing is allocated while a game is played.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fairdeal::arrangement::Arrangement;
use fairdeal::games::AllGames;
use fairdeal::metrics::DecisionObserver;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::rng::BlockStreams;
use fairdeal::strategy::Playable;
use rayon::prelude::*;
use support::{player_counts, quick, searches, with_preset};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count for each thread.
struct Counting;

#[expect(unsafe_code, reason = "an allocator cannot be written otherwise")]
// SAFETY: every call is handed on to the system's allocator as it is.
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

/// A quick player of a shipped strategy.
fn quick_player<G: Playable>(name: &str, players: usize) -> G::Player {
    quick::<G>(name).player::<G>(players).expect("a kind of the list")
}

/// Plays games of every preset with every shipped strategy in all seats.
struct PlayAll;

impl Visitor for PlayAll {
    type Output = ();

    fn visit<G: Playable>(self) {
        let game = &G::DESCRIPTION;
        for preset in game.presets {
            let settings = with_preset::<G>(preset);
            for (players, (name, _)) in player_counts::<G>()
                .flat_map(|players| G::SHIPPED.iter().map(move |file| (players, file)))
            {
                let rules = G::rules(&settings, players).expect("presets can be dealt");
                let mut seated =
                    G::seat((0..players).map(|_| quick_player::<G>(name, players)).collect());
                let mut observer = DecisionObserver::default();
                let mut game_of = |block| {
                    let streams = BlockStreams::new(1, block);
                    if block % 2 == 0 {
                        return G::play(&rules, &mut seated, streams).expect("legal play");
                    }
                    observer.seat(Arrangement::default());
                    let played =
                        G::watch(&rules, &mut seated, streams, &mut observer).expect("legal play");
                    assert_eq!(
                        observer.game(&rules, streams, &played.outcome).decisions,
                        played.lengths[0]
                    );
                    played
                };
                game_of(0);
                // Those that search take their time.
                let games = if searches::<G>(name) { 4 } else { 100 };
                let before = allocations();
                let decisions: u64 =
                    (1..games).map(|block| u64::from(game_of(block).lengths[0])).sum();
                assert_eq!(
                    allocations() - before,
                    0,
                    "{} {} {name}, {players} players",
                    game.name,
                    preset.name
                );
                assert!(decisions > 0);
            }
        }
    }
}

#[test]
fn no_game_allocates_after_the_first() {
    let before = allocations();
    drop(Box::new(1));
    assert!(allocations() > before, "the counter counts");
    AllGames::descriptions()
        .par_iter()
        .for_each(|game| AllGames::visit(game.name, PlayAll).expect("a game of the list"));
}
