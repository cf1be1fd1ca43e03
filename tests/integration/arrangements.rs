//! The order in which a line-up lists its strategies decides only labels.

use fairdeal::experiment::{Overrides, parse};
use fairdeal::input::Document;
use fairdeal::registry::GAMES;

use crate::support::table::{Table as Folder, text};
use crate::support::{Csv, play};
use fairdeal::any_game::AnyGame;

/// All tables of a run of one line-up under two sets of rules, one of which cuts games short.
fn tables(game: &'static dyn AnyGame, lineup: &[&str]) -> Vec<Csv> {
    let quoted: Vec<String> = lineup.iter().map(|name| format!("\"{name}\"")).collect();
    let text = format!(
        "game = \"{}\"\nseed = 7\nblocks = 80\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"other\"\nrules = {{ max_turns = 30 }}\n\
         [[lineup]]\nstrategies = [{}]\n[analysis]\ntolerance = {{ win_rate = 0.01, length = 0.05 }}\n",
        game.description().name,
        quoted.join(", ")
    );
    let document = Document::parse("experiments/test.toml", text).expect("TOML");
    let plan = parse(game, &document, Overrides::default()).expect("a valid experiment");
    crate::support::tables(&plan, &play(&plan, 2))
}

/// The rows without the names of line-ups and arrangements, sorted by subject.
fn rows(table: &Csv) -> Vec<Vec<String>> {
    let is_label = |column: &String| {
        ["lineup", "first_arrangement", "arrangement", "winners", "baseline_winners"]
            .contains(&column.as_str())
    };
    let is_key = |column: &String| {
        let keys = [
            "variant", "seat", "strategy", "before", "after", "position", "neighbour", "unit",
            "length", "kind", "quantity", "subject", "pick", "place",
        ];
        keys.contains(&column.as_str()) || column == "knob"
    };
    let mut rows = table.rows.clone();
    for row in &mut rows {
        row.iter_mut()
            .zip(&table.columns)
            .filter(|(_, column)| is_label(column))
            .for_each(|(cell, _)| cell.clear());
    }
    let key = |row: &Vec<String>| {
        row.iter()
            .zip(&table.columns)
            .filter(|(_, column)| is_key(column))
            .map(|(cell, _)| cell.clone())
            .collect::<Vec<_>>()
    };
    rows.sort_by_key(key);
    rows
}

/// Whether counts, texts or intervals are equal; numbers that were computed in another order may
/// differ in their last digits.
fn is_same(column: &str, one: &str, other: &str) -> bool {
    match (one.parse::<f64>(), other.parse::<f64>()) {
        // Rounded, from these numbers.
        _ if column == "blocks_needed" => one.is_empty() == other.is_empty(),
        (Ok(one), Ok(other)) => (one - other).abs() <= 1e-9 * one.abs().max(1.0),
        _ => one == other,
    }
}

fn permuted(game: &'static dyn AnyGame) {
    let (three, four) =
        (["heuristic", "greedy", "random"], ["heuristic", "greedy", "random", "greedy"]);
    let listed: [(&[&str], &[&[&str]]); 2] = [
        (&three, &[&["random", "greedy", "heuristic"], &["greedy", "random", "heuristic"]]),
        (&four, &[&["greedy", "greedy", "heuristic", "random"]]),
    ];
    for (lineup, orders) in
        listed.into_iter().filter(|(lineup, _)| lineup.len() <= game.description().most_players)
    {
        let expected = tables(game, lineup);
        assert!(expected.iter().any(|table| table.file == "neighbour_spread.csv"));
        for order in orders {
            let found = tables(game, order);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!((found.file, found.rows.len()), (expected.file, expected.rows.len()));
                for (row, other) in rows(found).iter().zip(&rows(expected)) {
                    for (column, (one, other)) in found.columns.iter().zip(row.iter().zip(other)) {
                        assert!(
                            is_same(column, one, other),
                            "{} of {}, {order:?}: {one:?} for {other:?}",
                            column,
                            found.file
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_order_of_a_line_up_changes_no_number() {
    for game in GAMES.iter() {
        permuted(game);
    }
}

#[test]
fn line_ups_with_the_same_games_are_reported() {
    let folder = Folder::new();
    folder.file(
        "twice.toml",
        "game = \"scrip\"\nblocks = 2\n[[lineup]]\nstrategies = [\"random\", \"greedy\", \"random\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\", \"random\"]\n",
    );
    let run = folder.run(&["run", "twice.toml", "--dry-run"]);
    let said = text(&run.stderr);
    assert!(run.status.success() && said.contains("play the same games"), "{said}");
}
