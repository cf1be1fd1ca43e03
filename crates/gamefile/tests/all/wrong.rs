//! Game files that are wrong, with their messages: `tests/wrong.txt`.
//!
//! `FAIRDEAL_UPDATE=1 cargo test -p fairdeal-gamefile --test all wrong` writes the messages anew.

use std::fmt::Write as _;
use std::path::Path;

use fairdeal_gamefile::front::compile;

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

/// What stands after them.
const TAIL: &str = "def score(p):\n    return points[p]\n";

/// Returns the file of a case.
fn file(title: &str, lines: &str) -> String {
    let indented = |lines: &str| {
        lines.lines().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "    {line}");
            text
        })
    };
    if title.ends_with("(file)") {
        lines.to_owned()
    } else if title.ends_with("(module)") {
        format!("{HEAD}    pass\n{TAIL}{lines}")
    } else if title.ends_with("(functions)") {
        format!("{HEAD}{lines}{TAIL}")
    } else {
        format!("{HEAD}{}{TAIL}", indented(lines))
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

#[test]
fn each_wrong_file_has_its_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong.txt");
    let text = std::fs::read_to_string(&path).expect("the cases can be read");
    let mut updated = String::new();
    let mut differences = String::new();
    for case in text.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (lines, expected) = rest.split_once("---\n").unwrap_or((rest, ""));
        let found = messages(&file(title, lines));
        assert!(
            found.lines().all(|line| line.chars().count() <= 80),
            "{title}: a line is too long:\n{found}"
        );
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
