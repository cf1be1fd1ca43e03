//! Game files that are wrong, with their messages: `tests/wrong.txt`. In `tests/leaks.txt` are files
//! in which options follow from what the seat that chooses cannot see, and files that look alike.
//!
//! `FAIRDEAL_UPDATE=1 cargo test -p fairdeal-gamefile --test all wrong` writes the messages anew.

use std::fmt::Write as _;
use std::path::Path;

use fairdeal_core::input::Settings;
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::strategy::TypedGame;
use fairdeal_gamefile::front::compile;
use fairdeal_gamefile::game::MadeGame;

/// What stands before the lines of a case that belongs into `play`.
const HEAD: &str = r#"from fairdeal import *
game("Test", players=(2, 4))
ALL = cards(["clubs", "hearts"], {"2": 2, "3": 3, "J": 11})
deck = zone(nobody)
hand = each_player(zone, owner)
points = each_player(0)
SIZE = knob(2, low=1, high=3)
class now(numbers): turns = 0
def play():
"#;

/// The same for leaks: the cards are dealt.
const DEALT: &str = r#"from fairdeal import *
game("Test", players=(2, 3))
ALL = cards(["clubs", "hearts"], range(1, 9))
deck = zone(nobody)
hand = each_player(zone, owner)
bid = each_player(0, owner, low=0, high=9)
points = each_player(0)
def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(3, hand)
"#;

/// What stands after them.
const TAIL: &str = "def score(p):\n    return points[p]\n";

/// Returns the file of a case.
fn file(head: &str, title: &str, lines: &str) -> String {
    let indented = |lines: &str| {
        lines.lines().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "    {line}");
            text
        })
    };
    if title.ends_with("(file)") {
        lines.to_owned()
    } else if title.ends_with("(module)") {
        format!("{head}    pass\n{TAIL}{lines}")
    } else if title.ends_with("(functions)") {
        format!("{head}{lines}{TAIL}")
    } else {
        format!("{head}{}{TAIL}", indented(lines))
    }
}

/// Returns the messages about a file.
fn messages(text: &str) -> String {
    let mut tables = |name: &str| match name {
        "good.csv" => Ok("name;copies;cost\nSmith;2;3\nMiller;1;\n".to_owned()),
        "short.csv" => Ok("name,cost\nSmith\n".to_owned()),
        "exported.csv" => Ok("name;copies;cost;\n;;;\nSmith;;3;\n;;;\n".to_owned()),
        "no_name.csv" => Ok("name;copies;cost\nSmith;1;3\n;;2\n".to_owned()),
        "nameless.csv" => Ok("title,cost\nSmith,3\n".to_owned()),
        _ => Err(format!("{name} cannot be read: there is no such file")),
    };
    match compile("x.py", text, &mut tables) {
        Ok(_) => "nothing is wrong\n".to_owned(),
        Err(wrong) => wrong.to_string(),
    }
}

/// Returns the leaks of a file that are found in some games for two and for three.
fn leaks(text: &str) -> String {
    let mut tables = |_: &str| Err("no tables".to_owned());
    let game = match compile("x.py", text, &mut tables) {
        Ok(program) => MadeGame::new(program),
        Err(wrong) => return wrong.to_string(),
    };
    let description = TypedGame::repertoire(&game).game;
    let settings = Settings::defaults(description.knobs);
    let mut found: Vec<String> = Vec::new();
    for players in 2..=3 {
        let rules = game.rules_of(&settings, players).expect("rules");
        let games: Vec<_> = (0..4).map(|index| BlockStreams::new(0, index)).collect();
        found.extend(game.leaks(&rules, &games, 50_000));
    }
    found.sort();
    found.dedup();
    if found.is_empty() { "nothing leaks\n".to_owned() } else { found.join("\n") }
}

/// Compares what is found of each case of a file with what is expected.
fn compare(name: &str, found_of: impl Fn(&str, &str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let text = std::fs::read_to_string(&path).expect("the cases can be read");
    let mut updated = String::new();
    let mut differences = String::new();
    for case in text.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (lines, expected) = rest.split_once("---\n").unwrap_or((rest, ""));
        let found = found_of(title, lines);
        if found.trim_end() != expected.trim_end() {
            let _ = writeln!(
                differences,
                "=== {title}\n{lines}--- expected\n{expected}--- found\n{found}"
            );
        }
        let _ = write!(updated, "=== {title}\n{lines}---\n{}\n\n", found.trim_end());
    }
    if std::env::var_os("FAIRDEAL_UPDATE").is_some() {
        std::fs::write(&path, updated.trim_end().to_owned() + "\n").expect("it can be written");
        return;
    }
    assert!(differences.is_empty(), "\n{differences}");
}

#[test]
fn each_wrong_file_has_its_message() {
    compare("wrong.txt", |title, lines| {
        let found = messages(&file(HEAD, title, lines));
        assert!(
            found.lines().all(|line| line.chars().count() <= 80),
            "{title}: a line is too long:\n{found}"
        );
        found
    });
}

#[test]
fn options_that_follow_from_what_the_seat_cannot_see_are_found() {
    compare("leaks.txt", |title, lines| leaks(&file(DEALT, title, lines)));
}
