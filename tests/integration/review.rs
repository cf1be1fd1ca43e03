//! `fairdeal review`: a draft is judged in one command, and the same budget gives the same files.

use std::fs;
use std::path::Path;

use fairdeal::cli::run_with;
use fairdeal::game::GAMES;

use crate::support::command_words;

/// A game for two in which the first player gets a point more for each card than the second.
const DRAFT: &str = r#"
"""Each player has the numbers from 1 to 6, and lays one after the other. The higher sum wins."""
from fairdeal import *

game("Unfair Sums", players=(2, 2), summary="lay numbers, and have the higher sum")

BONUS = knob(3, low=0, high=6, help="points that the first player has at the start")
UNUSED = knob(1, low=0, high=3, help="nothing")

ALL = cards(["red", "blue"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6})

deck = zone(nobody)
hand = each_player(zone, owner)
laid = zone(everyone)
points = each_player(0)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(4, hand)
    points[0] += BONUS
    for _ in range(3):
        for p in players():
            card = choose(p, list(hand[p]), say="lays {}")
            points[p] += card.rank
            laid.put(card)
    end("all is laid")


def score(p):
    return points[p]
"#;

/// A folder with the draft.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("sums.py"), DRAFT).expect("a file");
    folder
}

/// Calls the program with the words of a command, in which DIR is this folder.
fn call(command: &str, folder: &Path) -> (u8, String) {
    let mut out = Vec::new();
    let code = run_with(GAMES, command_words(command, folder), &mut out);
    (code, String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn a_budget_gives_one_review_on_any_number_of_threads() {
    let folder = folder();
    let review = |options: &str| {
        let command = format!("fairdeal review DIR/sums.py --blocks 256 {options}");
        call(&command, folder.path())
    };
    let (code, told) = review("--threads 1 --out DIR/one");
    assert_eq!(code, 0, "{told}");
    assert!(told.lines().count() <= 40, "{told}");
    assert!(told.contains("Seat 1 (goes first) wins"), "{told}");
    assert!(told.contains("Set bonus="), "{told}");
    assert_eq!(review("--threads 2 --out DIR/two --check --quiet"), (4, String::new()));
    let read = |place: &str, file: &str| {
        fs::read_to_string(folder.path().join(place).join(file)).expect("a file")
    };
    for file in ["findings.csv", "cures.csv", "review.txt"] {
        assert_eq!(read("one", file), read("two", file), "{file}");
    }
    let findings = read("one", "findings.csv");
    let is_found = |begin: &str| findings.lines().any(|line| line.starts_with(begin));
    assert!(is_found("seats,more,broken,seat 1 (goes first),2,strong"), "{findings}");
    assert!(is_found("dead_rule,more,broken,the knob `unused` changes nothing"), "{findings}");
    let cures = read("one", "cures.csv");
    assert!(
        cures.lines().any(|line| line.starts_with("bonus=") && line.contains("seats")),
        "{cures}"
    );
    // The same again plays nothing, and another review can play as much.
    let (code, _) = review("--quiet --out DIR/one");
    assert_eq!((code, read("one", "findings.csv")), (0, findings.clone()));
    let like = "fairdeal review DIR/sums.py --like DIR/one/review.json --out DIR/like --quiet";
    assert_eq!(call(like, folder.path()).0, 0);
    assert_eq!(read("like", "findings.csv"), findings);
}

#[test]
fn a_review_in_shards_has_the_same_bytes() {
    let folder = folder();
    let (whole, cut) = ("--out DIR/whole --quiet", "--out DIR/cut --shards 2");
    let review = |options: &str| {
        let command = format!("fairdeal review DIR/sums.py --blocks 64 {options}");
        call(&command, folder.path())
    };
    assert_eq!(review(whole).0, 0);
    let mut phases = Vec::new();
    loop {
        let (code, told) = review(cut);
        assert_eq!(code, 0, "{told}");
        let Some((_, phase)) = told.split_once(".plan.json --out ") else { break };
        let phase =
            phase.lines().next().and_then(|path| path.rsplit('/').next()).expect("a folder");
        let plan = format!("DIR/cut/{phase}.plan.json");
        let shards = format!("fairdeal run --plan {plan} --shard 0-1 --quiet");
        assert_eq!(call(&shards, folder.path()), (0, String::new()), "{phase}");
        let merge = format!("fairdeal merge {plan} --out DIR/cut/{phase} --quiet");
        assert_eq!(call(&merge, folder.path()), (0, String::new()), "{phase}");
        phases.push(phase.to_owned());
        assert!(phases.len() < 12, "{phases:?}");
    }
    assert!(
        phases.contains(&"game".to_owned()) && phases.contains(&"cures".to_owned()),
        "{phases:?}"
    );
    let read = |place: &str, file: &str| {
        fs::read_to_string(folder.path().join(place).join(file)).expect("a file")
    };
    for file in ["findings.csv", "cures.csv", "review.txt"] {
        assert_eq!(read("whole", file), read("cut", file), "{file}");
    }
}

#[test]
fn a_value_that_breaks_the_game_is_left_out_and_told() {
    let folder = folder();
    // Each player is dealt four cards, so a fifth one cannot be laid.
    let broken = DRAFT
        .replace(
            "UNUSED = knob(1",
            "LAID = knob(3, low=2, high=5, help=\"cards laid\")\nUNUSED = knob(1",
        )
        .replace("for _ in range(3)", "for _ in range(LAID)");
    fs::write(folder.path().join("broken.py"), broken).expect("a file");
    let command = "fairdeal review DIR/broken.py --blocks 64 --out DIR/broken --quiet";
    assert_eq!(call(command, folder.path()), (0, String::new()));
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect("a file");
    let findings = read("broken/findings.csv");
    let is_told = findings
        .lines()
        .any(|line| line.starts_with("unplayable,more,look at") && line.contains("laid=5"));
    assert!(is_told, "{findings}");
    assert!(!read("broken/cures.csv").contains("laid=5"), "{findings}");
    let like = "fairdeal review DIR/broken.py --like DIR/broken/review.json --out DIR/like --quiet";
    assert_eq!(call(like, folder.path()).0, 0);
    assert_eq!(read("like/findings.csv"), findings);
}

#[test]
fn goals_and_budgets_of_other_files_are_refused() {
    let folder = folder();
    fs::write(folder.path().join("goal.toml"), "[goal]\nfun = { at_least = 1 }\n").expect("a file");
    let unfinished = r#"{"budget":{"checked":100,"games":0,"ladder":0,"blocks":0,"changes":0,
        "exchanged":0,"watched":0,"every":0}}"#;
    fs::write(folder.path().join("unfinished.json"), unfinished).expect("a file");
    let like = "--like DIR/unfinished.json";
    for options in ["--goal DIR/goal.toml", "--players 2-3", "--like DIR/sums.py", like] {
        let command = format!("fairdeal review DIR/sums.py {options} --out DIR/none");
        assert_eq!(call(&command, folder.path()), (1, String::new()), "{options}");
        assert!(!folder.path().join("none").exists(), "{options}");
    }
}
