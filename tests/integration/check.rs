//! `check` finds what is wrong with a game file, and nothing in files that are right.

use std::path::Path;

use fairdeal_core::any_game::{AnyGame, TrialEnd, TrialPlan};
use fairdeal_core::game::GameSource;
use fairdeal_core::input::{Location, Settings};
use fairdeal_core::registry::GameFiles as _;
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::strategy::{Entrant, StrategyFile};
use fairdeal_gamefile::files::Files;
use fairdeal_study::check::{Checked, ShownBy, check};
use fairdeal_study::session::Session;

/// The text of a file, by its path from the top.
fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("a file")
}

fn game(name: &str, text: &str) -> &'static dyn AnyGame {
    let mut files = vec![(name.to_owned(), text.to_owned())];
    if text.contains("workers.csv") {
        let table = self::text("tests/gamefile/features/workers.csv");
        files.push(("workers.csv".to_owned(), table));
    }
    let source = GameSource { files };
    Files.make(&source, Path::new("")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn checked(game: &'static dyn AnyGame, games: u64) -> Checked {
    check(&Session::default(), game, games, 0).expect("a check")
}

fn holes(game: &'static dyn AnyGame, games: u64) -> Vec<String> {
    checked(game, games).holes.into_iter().map(|hole| hole.what).collect()
}

/// Files with one guard broken: the file, its text, what is written instead, and what is found.
/// Nothing is found of the last one: whoever need not follow suit plays a game that is as good as any.
const MUTANTS: [(&str, &str, &str, Option<&str>); 10] = [
    // The stock is never filled again.
    (
        "crazy_eights",
        "if len(deck) == 0 and RESHUFFLE",
        "if len(deck) < 0 and RESHUFFLE",
        Some("in line 93, `len(deck) < 0` is never true"),
    ),
    // A card may be drawn though there is none.
    (
        "crazy_eights",
        "may_draw = draws < MAX_DRAWS and len(deck) > 0",
        "may_draw = draws < MAX_DRAWS",
        Some("crazy_eights.py:74:17: a card is drawn from deck, which is empty"),
    ),
    // Nobody goes out.
    (
        "crazy_eights",
        "if len(hand[p]) == 0:\n            end",
        "if len(hand[p]) < 0:\n            end",
        Some("in line 57, `len(hand[p]) < 0` is never true"),
    ),
    // Cards that were asked for are not handed over.
    (
        "go_fish",
        "if caught:",
        "if len(caught) > 4:",
        Some("in line 64, `len(caught) > 4` is never true"),
    ),
    // Who holds nothing asks.
    (
        "go_fish",
        "if len(hand[p]) == 0 or not targets or",
        "if not targets or",
        Some("go_fish.py:59:5: player"),
    ),
    // A player draws from an empty stock.
    (
        "go_fish",
        "len(hand[p]) == 0 and len(deck) > 0:",
        "len(hand[p]) == 0:",
        Some("go_fish.py:47:13: a card is drawn from deck, which is empty"),
    ),
    // The suit that was led does not matter.
    (
        "hearts",
        "if len(trick) == 0:",
        "if len(trick) >= 0:",
        Some("in line 103, `len(trick) >= 0` is never false"),
    ),
    // Points may be played to the first trick.
    (
        "hearts",
        "and not same:",
        "and len(trick) == 0:",
        Some("in line 108, `len(trick) == 0` is never true"),
    ),
    // The limit does not end the game.
    (
        "hearts",
        "points[p] >= LIMIT for p",
        "points[p] >= LIMIT + 100000 for p",
        Some("`any(points[p] >= LIMIT + 100000 for p in players ...` is never true"),
    ),
    ("hearts", "return same or own", "return own", None),
];

#[test]
fn a_broken_guard_is_found() {
    for (name, from, to, expected) in MUTANTS {
        let right = text(&format!("games/{name}.py"));
        assert_eq!(right.matches(from).count(), 1, "{name}: {from}");
        let file = format!("{name}.py");
        let intact = holes(game(&file, &right), 100);
        let found = holes(game(&file, &right.replace(from, to)), 100);
        match expected {
            Some(hole) => {
                assert!(found.iter().any(|found| found.contains(hole)), "{from}: {found:#?}");
                assert!(!intact.iter().any(|found| found.contains(hole)), "{name}: {intact:#?}");
            }
            None => assert_eq!(found, intact, "{from}"),
        }
    }
}

/// The shipped games, and the files that test the language, of which all that is found is true.
#[test]
fn nothing_is_found_that_is_not_so() {
    let games = [
        "games/crackpipe",
        "games/crazy_eights",
        "games/crypto_cards",
        "games/go_fish",
        "games/gops",
        "games/kuhn_poker",
        "games/whist",
        "tests/gamefile/features/bids",
        "tests/gamefile/features/bluff",
        "tests/gamefile/features/draft",
        "tests/gamefile/features/draws",
    ];
    for name in games {
        let file = format!("{}.py", name.rsplit('/').next().unwrap_or(name));
        let found = holes(game(&file, &text(&format!("{name}.py"))), 5000);
        assert_eq!(found, [""; 0], "{name}");
    }
    // Without steals in Scrip, and with a Jack in Hearts that takes off all points, games may go on
    // forever.
    let is_known = |hole: &String| hole.contains("ended only by a limit");
    for name in ["scrip", "hearts"] {
        let found = holes(game(&format!("{name}.py"), &text(&format!("games/{name}.py"))), 5000);
        assert!(found.iter().all(is_known), "{name}: {found:#?}");
    }
    // The hand is opened by the first card, and a row never has three cards.
    let found = holes(game("filters.py", &text("tests/gamefile/features/filters.py")), 5000);
    assert_eq!(found, ["in line 49, `now.open` is never true"]);
    let found = holes(game("last_one.py", &text("tests/gamefile/features/last_one.py")), 5000);
    assert_eq!(
        found,
        ["in line 33, `len(bag) == 0` is never true", "in line 38, `len(line) >= 3` is never true"]
    );
}

/// A game that can be lost tells how many games are lost, and why; and when no player ever wins.
#[test]
fn lost_games_are_counted_and_a_game_that_no_player_wins_is_named() {
    let firebreak = text("tests/gamefile/features/firebreak.py");
    let found = checked(game("firebreak.py", &firebreak), 300);
    let (ended, lost) = found.lost.expect("it can be lost");
    assert_eq!((lost.len(), lost[0].0), (1, "the forest burns"));
    assert!((1..ended).contains(&lost[0].1) && ended <= found.games, "{lost:?} of {ended}");
    let no_winner = |hole: &String| hole.starts_with("no player ever won: all");
    assert!(!found.holes.iter().any(|hole| no_winner(&hole.what)));
    let hopeless = firebreak.replace("end(\"the fires are out\")", "lost(\"it was too late\")");
    let found = holes(game("firebreak.py", &hopeless), 300);
    assert!(found.iter().any(no_winner), "{found:#?}");
    let gops = checked(game("gops.py", &text("games/gops.py")), 100);
    assert_eq!(gops.lost, None);
}

/// Plays a game that shows a hole: how it ends.
fn shown(game: &'static dyn AnyGame, shown_by: &ShownBy) -> TrialEnd {
    let mut settings = Settings::defaults(game.description().knobs);
    for rule in &shown_by.rules {
        settings.apply_option(rule).expect("a rule");
    }
    let rules = game.make_rules(&settings, shown_by.strategies.len()).expect("rules");
    let of_name = |name: &&str| {
        let file = StrategyFile::find(game.repertoire(), name, &Location::whole("a test"));
        Entrant::from(file.expect("a strategy"))
    };
    let seated: Vec<Entrant> = shown_by.strategies.iter().map(of_name).collect();
    let streams = BlockStreams::new(shown_by.seed, shown_by.index);
    let plan = TrialPlan { most_decisions: 10_000, most_options: u64::MAX, hashes: false };
    game.trial(&rules, &seated, streams, plan).expect("a game").end
}

#[test]
fn games_that_never_end_are_cut_and_their_players_named() {
    let text = text("games/go_fish.py").replace("asks == MAX_ASKS:", "asks < 0:");
    let game = game("go_fish.py", &text);
    let found = checked(game, 100).holes;
    let hole = found.iter().find(|hole| {
        hole.what.starts_with("games between players who always take the first option may never")
    });
    let shown_by = hole.and_then(|hole| hole.shown_by.clone()).expect("a game that shows it");
    assert!(shown_by.strategies.iter().all(|name| *name == "first"), "{shown_by:?}");
    assert_eq!(shown(game, &shown_by), TrialEnd::Cut);
}

#[test]
fn what_only_some_players_come_to_is_found_and_the_same_seed_finds_the_same() {
    // Only who always takes the first of two options comes to the empty zone.
    let text = r#"from fairdeal import *

game("Rare", players=(2, 3))
ALL = cards(["x"], range(1, 5))
deck = zone(nobody)
pile = zone(everyone)


def play():
    deck.put(ALL)
    firsts = 0
    for n in range(40):
        if choose(n % 2, ["a", "b"]) == "a":
            firsts += 1
    if firsts == 40:
        pile.draw(deck)


def score(p):
    return p
"#;
    let game = game("rare.py", text);
    let found = checked(game, 100);
    let [hole] = &found.holes[..] else { panic!("{:#?}", found.holes) };
    assert!(hole.what.starts_with("rare.py:16:9: a card is drawn from pile"), "{hole:?}");
    let shown_by = hole.shown_by.as_ref().expect("a game");
    assert!(shown_by.options().starts_with("--strategies first,first"), "{hole:?}");
    assert!(matches!(shown(game, shown_by), TrialEnd::Mistake(told) if hole.what.contains(&told)));
    for threads in [1, 3] {
        let again = check(&Session::default().threads(threads), game, 100, 0).expect("a check");
        assert_eq!(again.holes, found.holes);
    }
}
