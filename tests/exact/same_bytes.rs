//! The same bytes for any number of threads, any split, with and without debug assertions, on every
//! machine. (For release builds, the published results show it, one of which CI plays.)

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::support::{csv, party, plan, play, player_counts, strategy, with_preset};
use fairdeal::any_game::AnyGame;
use fairdeal::findings::Ending;
use fairdeal::registry::GAMES;
use fairdeal::session::{Control, Progress, Session};
use sha2::{Digest, Sha256};

/// For every game, digests of its tables and of whole games.
///
/// Debug and release builds and all machines must give these. A changed digest means changed
/// results: raise the schema version, and mention it in the changelog.
const PINNED: [(&str, &str, &str); 4] = [
    ("crisps", "68e04c99238922ed", "c061c978b72b4483"),
    ("crackpipe", "4f1d46cce0b964d3", "0601b1af890a8ad5"),
    ("scrip", "c537c39907d793c1", "4b862a6ff229c0f4"),
    ("crypto-cards", "d8c2196c1eac6628", "94ae357970ce36be"),
];

fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    format!("{:016x}", hash.iter().take(8).fold(0, |digest, byte| (digest << 8) | u64::from(*byte)))
}

fn threads(game: &'static dyn AnyGame) {
    let plan = plan(game, 1500);
    let alone = play(&plan, 1);
    assert_eq!(alone.blocks(), 1500);
    for threads in [2, 8] {
        let together = play(&plan, threads);
        assert_eq!(together, alone);
        assert_eq!(csv(&plan, &together), csv(&plan, &alone), "{threads} threads");
    }
}

#[test]
fn tables_do_not_depend_on_threads() {
    GAMES.iter().for_each(threads);
}

/// Games of a line-up, one per line.
fn traces(
    game: &'static dyn AnyGame,
    preset: usize,
    strategies: &[&str],
    indices: impl IntoIterator<Item = u64>,
) -> Vec<String> {
    let files: Vec<_> = strategies.iter().map(|name| strategy(game, name)).collect();
    let settings = with_preset(game, &game.description().presets[preset]);
    let mut party = party(game, &settings, &files, 11).expect("can be dealt");
    indices.into_iter().map(|index| party.trace(index).expect("legal play").0.to_string()).collect()
}

fn values(game: &'static dyn AnyGame) -> (String, String) {
    let plan = plan(game, 1100);
    let tables = digest(&csv(&plan, &play(&plan, 2)));
    let mut games = String::new();
    for preset in 0..game.description().presets.len() {
        for players in player_counts(game) {
            for pattern in [["random", "random"], ["heuristic", "greedy"]] {
                let lineup: Vec<&str> = pattern.into_iter().cycle().take(players).collect();
                for line in traces(game, preset, &lineup, 0..12) {
                    games.push_str(&line);
                    games.push('\n');
                }
            }
        }
    }
    (tables, digest(&games))
}

#[test]
fn value_stability_of_tables_and_games() {
    let found = GAMES.iter().map(|game| (game.description().name, values(game)));
    let found: Vec<_> =
        found.map(|(name, (tables, games))| (name.to_owned(), tables, games)).collect();
    let pinned =
        PINNED.map(|(name, tables, games)| (name.to_owned(), tables.to_owned(), games.to_owned()));
    assert_eq!(found, pinned);
}

fn again(game: &'static dyn AnyGame) {
    for players in player_counts(game) {
        let lineup: Vec<&str> = ["greedy", "random"].into_iter().cycle().take(players).collect();
        let all = traces(game, 0, &lineup, 0..10);
        let again = [7, 0, 9];
        assert!(traces(game, 0, &lineup, again).iter().eq(again.map(|index| &all[index as usize])));
    }
}

#[test]
fn any_game_can_be_played_again_by_number() {
    GAMES.iter().for_each(again);
}

/// Stops a run after this many games.
struct StopAfter {
    after: u64,
    games: AtomicU64,
    stop: AtomicBool,
}

impl Progress for StopAfter {
    fn played(&self, games: u64) {
        if self.games.fetch_add(games, Ordering::Relaxed) + games >= self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn interrupted(game: &'static dyn AnyGame) {
    for after in [1, 5000, 20_000] {
        let long = plan(game, 1_000_000);
        let watch = StopAfter { after, games: AtomicU64::new(0), stop: AtomicBool::new(false) };
        let control = Control { stop: &watch.stop, progress: &watch };
        let (cut, ending) =
            Session::default().threads(2).control(control).play(&long).expect("a run");
        assert_eq!(ending, Ending::Interrupted);
        assert!(cut.blocks() < 1_000_000);
        if cut.blocks() > 0 {
            let short = plan(game, cut.blocks());
            assert_eq!(csv(&short, &play(&short, 1)), csv(&long, &cut));
        }
    }
}

/// An interrupted run keeps the first blocks without a gap: its counts equal those of a shorter
/// run.
#[test]
fn an_interrupted_run_is_a_shorter_run() {
    GAMES.iter().for_each(interrupted);
}
