//! What lines of games mean: the same as in Python, or they are refused. The cases are those of
//! `tests/gamefile/semantics.txt`, which `tests/gamefile/reference.py` plays in plain Python.

use std::fmt::Write as _;
use std::path::Path;

use fairdeal_gamefile::front::compile;
use fairdeal_gamefile::game::MadeGame;
use serde_json::{Value, json};

/// What stands before the lines of a case, with functions that do something.
const HEAD: &str = include_str!("../../../../tests/gamefile/semantics_head.py");

/// A case: its title, its lines, and what is expected.
struct Case<'t> {
    title: &'t str,
    lines: &'t str,
    seats: Option<&'t str>,
    expected: &'t str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let parts = text.split("=== ").skip(1);
    parts
        .map(|part| {
            let (title, rest) = part.split_once('\n').expect("a title");
            let (lines, expected) = rest.split_once("---\n").expect("what is expected");
            let (lines, seats) = match lines.split_once("seats ") {
                Some((lines, seats)) => (lines, Some(seats.trim())),
                None => (lines, None),
            };
            Case { title, lines, seats, expected: expected.trim() }
        })
        .collect()
}

/// Returns the file of a case.
fn file(lines: &str) -> String {
    let mut text = HEAD.to_owned();
    for line in lines.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("    choose(0, [(\"got\", place, x) for place, x in enumerate(out)])\n");
    text
}

/// Plays a game, always with the first option, and returns it as JSON.
fn played(game: &MadeGame) -> Value {
    game.replay(&json!({"players": 2, "knobs": {}, "random": [], "choices": vec![0; 9]}))
}

/// The numbers that the last decision offers, in their order, and who decided.
fn found(game: &Value) -> (String, String) {
    if game.get("error").is_some() {
        return ("error".to_owned(), String::new());
    }
    let decisions = game["decisions"].as_array().expect("decisions");
    let seats: Vec<String> = decisions.iter().map(|decision| decision[0].to_string()).collect();
    if game["reason"] == "ended" {
        return ("ended".to_owned(), seats.join(" "));
    }
    let last = decisions.last().expect("a decision");
    let number = |option: &Value| {
        let text = option.as_str().expect("a text");
        text.rsplit(' ').next().expect("a number").to_owned()
    };
    let numbers: Vec<String> = last[1].as_array().expect("options").iter().map(number).collect();
    (numbers.join(" "), seats.join(" "))
}

#[test]
fn lines_mean_what_they_mean_in_python_or_are_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gamefile/semantics.txt");
    let text = std::fs::read_to_string(path).expect("the cases can be read");
    let (mut wrong, mut count) = (String::new(), 0);
    for Case { title, lines, seats, expected } in cases(&text) {
        count += 1;
        let made = compile("x.py", &file(lines), &mut |_| Err(String::new()));
        let found = match made {
            Err(refusal) => {
                let refusal = refusal.to_string().replace("\n  ", " ");
                if title.ends_with("(refused)") && refusal.contains(expected) {
                    continue;
                }
                refusal
            }
            Ok(program) => {
                let (numbers, found_seats) = found(&played(&MadeGame::new(program)));
                let is_seat = seats.is_none_or(|seats| seats == found_seats);
                if !title.ends_with("(refused)") && numbers == expected && is_seat {
                    continue;
                }
                format!("{numbers} (seats {found_seats})")
            }
        };
        let _ = writeln!(wrong, "=== {title}\n{lines}--- expected\n{expected}\n--- found\n{found}");
    }
    assert!(count > 60, "{count} cases");
    assert!(wrong.is_empty(), "\n{wrong}");
}
