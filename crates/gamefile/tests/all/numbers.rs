//! Numbers at their limits: exact here and in plain Python, or the same error at the same place.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fairdeal_core::game::{MAX_EVENTS, MAX_LENGTH, MAX_SCORE};
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_gamefile::files::{Files, REFERENCE};
use serde_json::{Value, json};

const FILE: &str = r#""""Numbers at their limits."""
from fairdeal import *

game("Big", players=(2, 3))

SCORE = knob(0, low=-9000000000000000000, high=9000000000000000000, help="a score")
LENGTH = knob(0, low=-9000000000000000000, high=9000000000000000000, help="a length")
TALLIED = knob(0, low=0, high=9000000000000000000, help="a count")

ALL = cards(["a"], {"1": 1})
deck = zone(nobody)


class length(lengths):
    rounds = 0
    turns = 0


def play():
    deck.put(ALL)
    for p in players():
        choose(p, [("go",), ("stay",)])
    length.turns = LENGTH
    for half in [TALLIED // 2, TALLIED - TALLIED // 2]:
        tally("points", half)


def score(p):
    return (SCORE, -9223372036854775807, p) if p == 1 else (7, 0, 0)
"#;

/// The games that Python plays with these knobs; `None` without Python.
fn by_python(folder: &std::path::Path, given: &[Value]) -> Option<Vec<Value>> {
    std::fs::write(folder.join("fairdeal.py"), REFERENCE).expect("written");
    let mut child = Command::new("python3")
        .args(["-I", "fairdeal.py", "big.py", "--replay"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let lines: Vec<String> = given.iter().map(Value::to_string).collect();
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all((lines.join("\n") + "\n").as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it ends").expect("written");
    let text = String::from_utf8(output.stdout).expect("text");
    Some(text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

/// What is wrong with a game, without the column.
fn error(game: &Value) -> Option<String> {
    let text = game.get("error")?.as_str()?;
    let mut parts = text.splitn(4, ':');
    let (file, line, column) = (parts.next()?, parts.next()?, parts.next()?);
    let rest = match column.parse::<usize>() {
        Ok(_) => parts.next()?.to_owned(),
        Err(_) => text.splitn(3, ':').nth(2)?.to_owned(),
    };
    Some(format!("{file}:{line}:{rest}"))
}

/// Numbers on both sides of a limit, its opposite, 0 and the limits of 32 bits, and any others.
fn around(limit: i64, place: u64) -> Vec<i64> {
    let mut stream = BlockStreams::new(56, place).stream(Purpose::Other(0));
    let limits = [limit, -limit, 0, 1 << 31, -(1 << 31), 1 << 32];
    let near = limits.into_iter().flat_map(|limit| limit - 2..=limit + 2);
    let any = (0..60).map(|_| stream.word().cast_signed() >> (1 + stream.below(40)));
    near.chain(any).collect()
}

#[test]
fn numbers_are_exact_up_to_their_limits_and_refused_beyond() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("big.py");
    std::fs::write(&path, FILE).expect("written");
    let game = Files::open(&path).expect("a game");
    let of = |knob: &str, number: i64| {
        let mut knobs = json!({"score": 0, "length": 0, "tallied": 0});
        knobs[knob] = number.into();
        json!({"players": 2, "knobs": knobs, "random": [], "choices": [0, 1]})
    };
    let mut given: Vec<Value> = Vec::new();
    given.extend(around(MAX_SCORE, 0).into_iter().map(|number| of("score", number)));
    given
        .extend(around(MAX_LENGTH.cast_signed(), 1).into_iter().map(|number| of("length", number)));
    let counts = around(MAX_EVENTS.cast_signed(), 2).into_iter().filter(|number| *number >= 0);
    given.extend(counts.map(|number| of("tallied", number)));
    let played: Vec<Value> = given.iter().map(|given| game.replay(given)).collect();
    let mut refused = 0;
    for (given, played) in given.iter().zip(&played) {
        let knob = |name: &str| given["knobs"][name].as_i64().expect("a number");
        let (score, length, count) = (knob("score"), knob("length"), knob("tallied"));
        let expected = if count > MAX_EVENTS.cast_signed() {
            Some("big.py:25: the tally of \"points\" is more than 1,000,000,000,000".to_owned())
        } else if length < 0 || length > MAX_LENGTH.cast_signed() {
            let allowed = "it must be from 0 to 4294967296";
            Some(format!("big.py:16: the length `turns` is {length}; {allowed}"))
        } else if score.abs() > MAX_SCORE {
            let allowed = "it must be from -1000000000000 to 1000000000000";
            Some(format!("big.py:28: the score of player 1 is {score}; {allowed}"))
        } else {
            None
        };
        assert_eq!(error(played), expected, "{played}");
        if expected.is_some() {
            refused += 1;
            continue;
        }
        assert_eq!(played["scores"], json!([7, score]));
        assert_eq!(played["lengths"]["turns"], json!(length));
        assert_eq!(played["tallies"]["points"].as_i64().unwrap_or(0), count);
        // The further parts break ties, and have all 64 bits.
        let winners = if score > 7 { json!([1]) } else { json!([0]) };
        assert_eq!(played["winners"], winners, "{score}");
    }
    assert!(refused > 60 && given.len() > refused + 60, "{refused} of {}", given.len());
    let Some(theirs) = by_python(folder.path(), &given) else { return };
    assert_eq!(theirs.len(), played.len());
    for (own, theirs) in played.iter().zip(&theirs) {
        assert_eq!(error(own), error(theirs));
        if error(own).is_none() {
            for part in ["scores", "winners", "lengths", "decisions"] {
                assert_eq!(own[part], theirs[part], "{part} of {own}");
            }
        }
    }
}
