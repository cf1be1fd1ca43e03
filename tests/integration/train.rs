//! `fairdeal train`: it writes players that play, and says what it cannot do.

use std::fs;
use std::path::Path;

use fairdeal::cli::run_with;
use fairdeal::game::GAMES;
use fairdeal::results::Results;

use crate::support::command_words;
use crate::support::table::{Table, text};

/// Calls the program with the words of a command, in which DIR is this folder.
fn call(command: &str, folder: &Path) -> (u8, String) {
    let mut out = Vec::new();
    let code = run_with(GAMES, command_words(command, folder), &mut out);
    (code, String::from_utf8_lossy(&out).into_owned())
}

/// A folder with a shipped game.
fn folder_with(game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    fs::copy(games.join(game), folder.path().join(game)).expect("copied");
    folder
}

/// The mistakes of a game and games without an end are said before it is learned.
#[test]
fn a_faulty_game_is_learned_with_a_warning() {
    let table = Table::new();
    let game = r#"
"""Draws from a deck that may be empty."""
from fairdeal import *

game("Faulty", players=(2, 2))
ALL = cards(["a", "b"], {"1": 1, "2": 2, "3": 3})
deck = zone(nobody)
hand = each_player(zone, owner)


def play():
    deck.put(ALL)
    deck.shuffle()
    while True:
        for p in players():
            if choose(p, ["draw", "stop"]) == "stop":
                end("stopped")
            deck.draw(hand[p])


def score(p):
    return sum(c.rank for c in hand[p])
"#;
    table.file("faulty.py", game.trim_start());
    let done = table.run(&["train", "faulty.py", "--games", "512"]);
    let said = text(&done.stderr);
    assert!(done.status.success(), "{said}");
    assert!(said.contains("warning: ") && said.contains("deck, which is empty"), "{said}");
}

#[test]
fn a_trained_player_is_a_strategy_of_its_game() {
    let folder = folder_with("gops.py");
    let train = "fairdeal train DIR/gops.py --set ranks_used=5 --games 2000 --seed 3";
    let (code, told) = call(train, folder.path());
    assert_eq!(code, 0, "{told}");
    let all = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        " 1,024 ",
        " 2,048 ",
        "It wins ",
        "Strength by games learned, ",
        "`--games 2048` gives the same player",
    ] {
        assert!(all.contains(wanted), "{wanted}: {told}");
    }
    assert!(told.lines().all(|line| line.chars().count() <= 80 || line.starts_with("Written")));
    let made = folder.path().join("strategies/gops");
    let file = fs::read_to_string(made.join("learned.toml")).expect("written");
    assert!(file.contains("weights = \"learned.weights\"\nmix = "), "{file}");
    let weights = fs::read(made.join("learned.weights")).expect("written");

    let table = fs::read_to_string(made.join("learned.csv")).expect("written");
    assert!(table.starts_with("games,decisions,players,mean,low,high\n1024,"), "{table}");

    // A search plays its simulated games by it, and the ladder has both.
    let strong = fs::read_to_string(made.join("strong.toml")).expect("written");
    assert!(strong.contains("rollout = \"learned\"") && strong.contains("iterations = "));
    assert!(strong.contains("foresight = 2\nmargin = 0.5\n"), "{strong}");
    let (code, told) = call(
        "fairdeal ladder DIR/gops.py --set ranks_used=5 --blocks 5 --doublings 0",
        folder.path(),
    );
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("learned") && told.contains("strong"), "{told}");

    // The search plays the same games on any number of threads, and they are told again.
    let seats = |threads: u32| {
        let command = format!(
            "fairdeal match DIR/gops.py --set ranks_used=5 --strategies strong,learned --blocks 20 \
             --quiet --threads {threads} --out DIR/searched-{threads}"
        );
        let (code, told) = call(&command, folder.path());
        assert_eq!(code, 0, "{told}");
        fs::read(folder.path().join(format!("searched-{threads}/seats.csv"))).expect("written")
    };
    assert!(seats(1) == seats(2));
    let beside = folder.path().join("searched-1/learned.weights");
    fs::copy(made.join("learned.weights"), beside).expect("copied");
    let show = "fairdeal show --from DIR/searched-1 --block 0 --arrangement strong,learned";
    let (code, told) = call(show, folder.path());
    assert!(code == 0 && told.contains("strong"), "{told}");

    // A search that estimates needs a player who can.
    let careless = strong.replace("rollout = \"learned\"", "rollout = \"first\"");
    fs::write(made.join("careless.toml"), careless).expect("written");
    let play = "fairdeal match DIR/gops.py --strategies careless,random --blocks 1";
    let (code, told) = call(play, folder.path());
    assert!(code == 1 && told.is_empty(), "{told}");

    // It plays, better than at random.
    let play = "fairdeal match DIR/gops.py --set ranks_used=5 --strategies learned,random \
                --blocks 500 --quiet --out DIR/run";
    let (code, told) = call(play, folder.path());
    assert_eq!(code, 0, "{told}");
    let results = Results::read(&folder.path().join("run")).expect("results");
    let learned = results.strategies.iter().find(|row| row.strategy == "learned").expect("a row");
    assert!(learned.share.win_rate > Some(0.6), "{:?}", learned.share.win_rate);

    // Nothing is trained whose files would take the place of others, or could not be written.
    let mine = folder.path().join("mine.weights");
    fs::write(&mine, "mine").expect("written");
    for place in ["mine.toml", "mine.weights/mine.toml"] {
        let command = format!("fairdeal train DIR/gops.py --games 1024 --out DIR/{place}");
        let (code, told) = call(&command, folder.path());
        assert!(code == 1 && told.is_empty(), "{place}: {told}");
        assert_eq!(fs::read_to_string(&mine).expect("kept"), "mine");
    }

    // It is not overwritten, and the same number of games gives the same bytes.
    let (code, _) = call(train, folder.path());
    assert_eq!(code, 1);
    let (code, told) = call(&format!("{train} --force --threads 2"), folder.path());
    assert_eq!(code, 0, "{told}");
    assert!(weights == fs::read(made.join("learned.weights")).expect("written"));

    // A player who learned too little to estimate has a search that does not ask it to.
    let short = "fairdeal train DIR/gops.py --set ranks_used=5 --games 1024 --force";
    let (code, told) = call(short, folder.path());
    assert_eq!(code, 0, "{told}");
    let strong = fs::read_to_string(made.join("strong.toml")).expect("written");
    assert!(!strong.contains("foresight"), "{strong}");
    let play = "fairdeal match DIR/gops.py --strategies strong,random --blocks 1 --quiet";
    assert_eq!(call(play, folder.path()).0, 0);

    // Another player learns to beat it, from its weights.
    let attack = "fairdeal train DIR/gops.py --set ranks_used=5 --games 1024 --beat learned \
                  --from learned --out DIR/attacker.toml";
    let (code, told) = call(attack, folder.path());
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("against learned"), "{told}");
}

/// Its player mixes as its table says, and plays from its file.
#[test]
fn a_small_game_is_learned_as_a_table() {
    let folder = folder_with("kuhn_poker.py");
    let (code, told) = call("fairdeal train DIR/kuhn_poker.py --games 1024", folder.path());
    assert_eq!(code, 0, "{told}");
    let all = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("how often to take each action in 12 positions"), "{told}");
    assert!(all.contains("A player that learned for a while to beat it wins "), "{told}");
    let weights = folder.path().join("strategies/kuhn_poker/learned.weights");
    let weights = fs::read_to_string(weights).expect("written");
    assert!(weights.contains("\nknown = ") && weights.contains("\ntable = "), "{weights}");
    let play = "fairdeal match DIR/kuhn_poker.py --strategies learned,random --blocks 2000";
    let (code, told) = call(play, folder.path());
    assert!(code == 0 && told.contains("learned 6"), "{told}");
}

#[test]
fn one_player_learns_several_rules_and_tables() {
    let folder = folder_with("gops.py");
    let command = "fairdeal train DIR/gops.py --players 2-3 --over ranks_used=3..5 \
                   --over ties=lost,waits --games 1024 --out DIR/all.toml";
    let (code, told) = call(command, folder.path());
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("against random") && told.contains("among 2 random"), "{told}");
}

/// Where no other plays against it, nothing is attacked, and the words fit one player and one team.
#[test]
fn alone_and_in_a_team_of_all_it_does_not_mix() {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gamefile/features");
    for (game, said) in [("patience", "Alone it wins "), ("firebreak", "the team wins ")] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = features.join(format!("{game}.py"));
        let command = format!("fairdeal train {} --games 1024 --out DIR/new.toml", file.display());
        let (code, told) = call(&command, folder.path());
        assert_eq!(code, 0, "{told}");
        assert!(told.contains(said) && !told.contains("fair: "), "{told}");
        let written = fs::read_to_string(folder.path().join("new.toml")).expect("written");
        assert!(written.contains("mix = 0.0"), "{written}");
    }
}

#[test]
fn what_cannot_be_trained_is_explained() {
    let folder = folder_with("gops.py");
    let learned = "--games 1024 --out DIR/new.toml";
    for words in [
        "--players 9",
        "--players two",
        "--over ranks_used=5..3",
        "--over ranks_used",
        "--over no_such_knob=1..2",
        "--over ranks_used=1..99",
        "--from greedy",
        "--teacher no-such-player",
    ] {
        let command = format!("fairdeal train DIR/gops.py {learned} {words}");
        let (code, told) = call(&command, folder.path());
        assert!(code != 0 && told.is_empty(), "{words}: {told}");
        assert!(!folder.path().join("new.toml").exists(), "{words}");
    }
    // A strategy file has its ending, and nothing beside it is overwritten.
    fs::write(folder.path().join("new.csv"), "mine").expect("written");
    for out in ["new.csv", "new.weights", "new.toml"] {
        let command = format!("fairdeal train DIR/gops.py --games 1024 --out DIR/{out}");
        let (code, told) = call(&command, folder.path());
        assert!(code != 0 && told.is_empty(), "{out}: {told}");
        assert_eq!(fs::read_to_string(folder.path().join("new.csv")).expect("kept"), "mine");
    }
}
