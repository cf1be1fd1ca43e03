//! Who sits where: the order in which a line-up lists its strategies decides nothing but labels.

use fairdeal::experiment::{Overrides, parse};
use fairdeal::games::AllGames;
use fairdeal::input::Document;
use fairdeal::metrics::{Table, Value};
use fairdeal::registry::{GameList, Visitor};
use fairdeal::strategy::Playable;

use crate::support::play;
use crate::support::table::{Table as Folder, text};

/// All tables of a run of one line-up by two sets of rules, of which one cuts games short.
fn tables<G: Playable>(lineup: &[&str]) -> Vec<Table> {
    let quoted: Vec<String> = lineup.iter().map(|name| format!("\"{name}\"")).collect();
    let text = format!(
        "game = \"{}\"\nseed = 7\nblocks = 80\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"other\"\nrules = {{ max_turns = 30 }}\n\
         [[lineup]]\nstrategies = [{}]\n[analysis]\ntolerance = {{ win_rate = 0.01, length = 0.05 }}\n",
        G::DESCRIPTION.name,
        quoted.join(", ")
    );
    let document = Document::parse("experiments/test.toml", text).expect("TOML");
    let plan = parse::<G>(&document, Overrides::default()).expect("a valid experiment");
    play(&plan, 2).tables(&plan.analysis)
}

/// The rows without the name of the line-up, in the order of their texts.
fn rows(table: &Table) -> Vec<Vec<Value>> {
    let mut rows: Vec<Vec<Value>> = table.rows.clone();
    let lineup = table.columns.iter().position(|column| *column == "lineup").expect("a column");
    for row in &mut rows {
        row[lineup] = Value::Empty;
    }
    let key = |row: &Vec<Value>| {
        let is_key = |value: &&Value| matches!(value, Value::Text(text) if !text.starts_with("not settled"));
        let numbers = row.iter().take(6).filter(|value| matches!(value, Value::Integer(_)));
        row.iter().filter(is_key).chain(numbers).map(ToString::to_string).collect::<Vec<_>>()
    };
    rows.sort_by_key(key);
    rows
}

/// The same count, text or interval; numbers that were computed in another order may differ in their last digits.
fn is_same(column: &str, one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Real(one), Value::Real(other)) => (one - other).abs() <= 1e-9 * one.abs().max(1.0),
        // About how many more blocks: rounded, from such numbers.
        (Value::Text(one), Value::Text(other)) if column == "verdict" => one.split('(').next() == other.split('(').next(),
        _ => one == other,
    }
}

struct Permuted;

impl Visitor for Permuted {
    type Output = ();

    fn visit<G: Playable>(self) {
        let (three, four) = (["heuristic", "greedy", "random"], ["heuristic", "greedy", "random", "greedy"]);
        let listed: [(&[&str], &[&[&str]]); 2] = [
            (&three, &[&["random", "greedy", "heuristic"], &["greedy", "random", "heuristic"]]),
            (&four, &[&["greedy", "greedy", "heuristic", "random"]]),
        ];
        for (lineup, orders) in listed.into_iter().filter(|(lineup, _)| lineup.len() <= G::DESCRIPTION.most_players) {
            let expected = tables::<G>(lineup);
            assert!(expected.iter().any(|table| table.file == "neighbour_spread.csv"));
            for order in orders {
                let found = tables::<G>(order);
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!((found.file, found.rows.len()), (expected.file, expected.rows.len()));
                    for (row, other) in rows(found).iter().zip(&rows(expected)) {
                        for (column, (one, other)) in found.columns.iter().zip(row.iter().zip(other)) {
                            assert!(is_same(column, one, other), "{} of {}, {order:?}: {one:?} for {other:?}", column, found.file);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_order_of_a_line_up_changes_no_number() {
    for game in AllGames::descriptions() {
        AllGames::visit(game.name, Permuted).expect("a game of the list");
    }
}

#[test]
fn line_ups_that_play_the_same_games_are_pointed_out() {
    let folder = Folder::new();
    folder.file(
        "twice.toml",
        "game = \"scrip\"\nblocks = 2\n[[lineup]]\nstrategies = [\"random\", \"greedy\", \"random\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\", \"random\"]\n",
    );
    let run = folder.run(&["run", "twice.toml", "--points"]);
    let said = text(&run.stderr);
    assert!(run.status.success() && said.contains("play the same games"), "{said}");
}
