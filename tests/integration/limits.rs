//! Numbers of game files at their limits, on both sides: exact in the tables, or refused with their
//! line.

use std::fmt::Write as _;

use crate::support::table::{Table, text};

/// The largest score and count, and the largest length.
const MOST: i64 = 1_000_000_000_000;
const LONGEST: i64 = 1 << 32;

/// A game in which seat 0 has a score and seat 1 the opposite, with a length and a count.
const BIG: &str = r#""""Numbers at their limits."""
from fairdeal import *

game("Big", players=(2, 2))

SCORE = knob(0, low=-4000000000000, high=4000000000000, help="the score of player 0")
LENGTH = knob(0, low=-9, high=9000000000000, help="the length")
TALLIED = knob(0, low=0, high=4000000000000, help="the count")

ALL = cards(["a"], {"1": 1})
deck = zone(nobody)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    for p in players():
        choose(p, [("go",), ("stay",)])
    length.turns = LENGTH
    tally("points", TALLIED)


def score(p):
    return SCORE if p == 0 else 0 - SCORE
"#;

fn big() -> Table {
    let table = Table::new();
    table.file("big.py", BIG);
    table
}

/// Plays six games with a knob at this value.
fn play(table: &Table, knob: &str, value: i64) -> std::process::Output {
    let set = format!("{knob}={value}");
    table.run(&[
        "match", "big.py", "--strategies", "random", "--blocks", "6", "--threads", "1", "--set",
        &set, "--out", "out", "--force",
    ])
}

/// The cells of these columns, in the first row of a table with these keys.
fn row(table: &Table, file: &str, keys: &[(&str, &str)], columns: &[&str]) -> Vec<String> {
    let mut reader = csv::Reader::from_path(table.path().join("out").join(file)).expect("a table");
    let heads = reader.headers().expect("a head").clone();
    let place = |column: &str| heads.iter().position(|head| head == column).expect("a column");
    let mut rows = reader.records().map(|row| row.expect("a row"));
    let found = rows
        .find(|row| keys.iter().all(|(column, key)| row[place(column)] == **key))
        .unwrap_or_else(|| panic!("{keys:?} in {file}"));
    columns.iter().map(|column| found[place(column)].to_owned()).collect()
}

fn refused(table: &Table, knob: &str, value: i64, said: &str) {
    let output = play(table, knob, value);
    let message = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(output.status.code(), Some(1), "{knob}={value}: {message}");
    assert!(message.contains(said), "{knob}={value}: {message}");
}

#[test]
fn scores_are_exact_up_to_a_million_million() {
    let table = big();
    // Beyond 2^31, and beyond what doubles of 32 bits and sums in words hold.
    for score in [MOST, -MOST, MOST - 1, 3_500_000_000, 2_500_000_000, -(1 << 31) - 1] {
        let output = play(&table, "score", score);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let columns = ["games", "score_sum", "score_squares", "score_mean", "score_sd"];
        for (seat, score) in [("0", score), ("1", -score)] {
            let games = 6;
            let squares = games * i128::from(score) * i128::from(score);
            let expected = [
                games.to_string(),
                (games * i128::from(score)).to_string(),
                squares.to_string(),
                score.to_string(),
                "0".to_owned(),
            ];
            assert_eq!(row(&table, "seats.csv", &[("seat", seat)], &columns), expected);
        }
        // The closest game is as far apart as the scores.
        let apart = (2 * score.unsigned_abs()).to_string();
        assert_eq!(row(&table, "games.csv", &[("pick", "closest")], &["value"]), [apart]);
    }
    let allowed = "it must be from -1000000000000 to 1000000000000";
    for score in [MOST + 1, -MOST - 1, 3 * MOST] {
        let said = format!("big.py:26:5: the score of player 0 is {score}; {allowed}");
        refused(&table, "score", score, &said);
    }
}

#[test]
fn lengths_are_exact_up_to_2_to_the_32() {
    let table = big();
    for length in [LONGEST, LONGEST - 1, 4096, 0] {
        let output = play(&table, "length", length);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let told = length.to_string();
        let columns = ["finished", "sum", "squares", "mean", "sd", "min", "p50", "p95", "max"];
        let squares = 6 * i128::from(length) * i128::from(length);
        let expected = [
            "6".to_owned(),
            (6 * length).to_string(),
            squares.to_string(),
            told.clone(),
            "0".to_owned(),
            told.clone(),
            told.clone(),
            told.clone(),
            told.clone(),
        ];
        assert_eq!(row(&table, "lengths.csv", &[("unit", "turns")], &columns), expected);
        let columns = ["length", "games", "finished"];
        let expected = [told, "6".to_owned(), "6".to_owned()];
        assert_eq!(row(&table, "length_histogram.csv", &[("unit", "turns")], &columns), expected);
    }
    for length in [LONGEST + 1, -1, 9 * MOST] {
        let allowed = "it must be from 0 to 4294967296";
        let said = format!("big.py:15:5: the length `turns` is {length}; {allowed}");
        refused(&table, "length", length, &said);
    }
}

#[test]
fn counts_are_exact_up_to_a_million_million() {
    let table = big();
    for count in [MOST, MOST - 1, 5_000_000_000] {
        let output = play(&table, "tallied", count);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let columns = ["among", "count", "count_squares", "estimate"];
        let squares = 6 * i128::from(count) * i128::from(count);
        let expected =
            ["6".to_owned(), (6 * count).to_string(), squares.to_string(), count.to_string()];
        assert_eq!(
            row(&table, "shares.csv", &[("quantity", "events"), ("subject", "points")], &columns),
            expected
        );
    }
    refused(&table, "tallied", MOST + 1, "big.py:23");
    refused(&table, "tallied", MOST + 1, "the tally of \"points\" is more than 1,000,000,000,000");
}

/// A game with this many kinds of action, of which each player takes one.
fn kinds(count: usize) -> String {
    let all: Vec<String> = (0..count).map(|kind| format!("(\"k{kind}\",)")).collect();
    format!(
        "\"\"\"Kinds.\"\"\"\nfrom fairdeal import *\n\ngame(\"Kinds\", players=2)\n\n\
         ALL = cards([\"a\"], {{\"1\": 1, \"2\": 2}})\ndeck = zone(nobody)\npoints = each_player(0)\n\n\n\
         def play():\n    deck.put(ALL)\n    for _ in range(20):\n        for p in players():\n            \
         a = choose(p, [{}])\n            if a[0] == \"k0\":\n                points[p] += 1\n\n\n\
         def score(p):\n    return points[p]\n",
        all.join(", ")
    )
}

#[test]
fn a_game_has_up_to_64_kinds_of_action() {
    let table = Table::new();
    for count in [1, 8, 9, 16, 17, 64] {
        table.file("kinds.py", &kinds(count));
        // In so few games some kinds are not chosen, which is a finding.
        let checked = table.run(&["check", "kinds.py", "--games", "20"]);
        let told = text(&checked.stderr);
        assert!(matches!(checked.status.code(), Some(0 | 4)), "{count} kinds: {told}");
        let arguments = [
            "match", "kinds.py", "--strategies", "random", "--blocks", "64", "--out", "out",
            "--force",
        ];
        table.good(&arguments);
        // Each kind is legal at all decisions, and chosen about equally often.
        let (mut decisions, mut chosen) = (0, 0);
        for kind in 0..count {
            let kind = format!("k{kind}");
            let columns = ["games", "decisions", "legal_sum", "forced", "chosen"];
            let cells = row(&table, "decisions.csv", &[("kind", &kind)], &columns);
            let numbers: Vec<u64> =
                cells.iter().map(|cell| cell.parse().expect("a number")).collect();
            decisions = 40 * numbers[0];
            let forced = if count == 1 { decisions } else { 0 };
            assert_eq!(numbers[1..4], [decisions, decisions, forced], "{kind} of {count}");
            let expected = decisions as f64 / count as f64;
            let apart = (numbers[4] as f64 - expected).abs();
            assert!(apart <= 6.0 * expected.sqrt(), "{kind} of {count}: {}", numbers[4]);
            chosen += numbers[4];
        }
        assert_eq!(chosen, decisions, "each decision is of a kind");
    }
    // The last kind can be forbidden, and play is measured by kind.
    table.file("strategies/kinds/never.toml", "kind = \"random\"\n[restrict]\nnever = [\"k63\"]\n");
    let mut experiment = "game = \"kinds.py\"\nblocks = 40\n[play]\n".to_owned();
    let _ = write!(experiment, "[[lineup]]\nstrategies = [\"never\", \"random\"]\nplayers = 2\n");
    table.file("e.toml", &experiment);
    table.good(&["run", "e.toml", "--out", "out", "--force"]);
    assert_eq!(
        row(&table, "decisions.csv", &[("strategy", "never"), ("kind", "k63")], &["chosen"]),
        ["0"]
    );
    let legal =
        row(&table, "decisions.csv", &[("strategy", "never"), ("kind", "k63")], &["decisions"]);
    assert_ne!(legal, ["0"], "it is legal");
    assert_ne!(
        row(&table, "decisions.csv", &[("strategy", "random"), ("kind", "k63")], &["chosen"]),
        ["0"]
    );
    assert_eq!(
        row(&table, "play.csv", &[("measure", "legal"), ("subject", "k63")], &["estimate"]),
        ["1"]
    );
    // One more is refused where the file is read.
    table.file("kinds.py", &kinds(65));
    for command in [&["check", "kinds.py"][..], &["match", "kinds.py"], &["rules", "kinds.py"]] {
        let output = table.run(command);
        let message = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(1), "{message}");
        let found = "kinds.py:15:17: `k64` is one kind of action too many";
        assert!(message.contains(found) && message.contains("64 kinds of action"), "{message}");
    }
}
