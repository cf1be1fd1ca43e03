//! The tables against the games: everything counted once more, slowly, from the traces of the same blocks.

mod support;

use std::collections::BTreeMap;

use fairdeal::games::crisps::Crisps;
use fairdeal::metrics::{Table, Value as Cell, tables};
use fairdeal::trace::Tracer;
use serde_json::Value;
use support::{EXPERIMENT, plan, play};

const BLOCKS: u64 = 60;

/// The games of a variant and line-up: for every rotation and block, the trace.
fn games(variant: usize, lineup: usize) -> Vec<Value> {
    let plan = plan(EXPERIMENT, BLOCKS);
    let entries = &plan.lineups[lineup].entries;
    let rotations = if entries[0] == entries[1] { 1 } else { 2 };
    (0..rotations)
        .flat_map(|rotation| {
            let files: Vec<_> = (0..2).map(|seat| plan.strategies[entries[(seat + rotation) % 2]].clone()).collect();
            let mut tracer = Tracer::<Crisps>::new(&plan.variants[variant].settings, &files, plan.seed).expect("can be dealt");
            (0..BLOCKS).map(move |block| tracer.game(block).expect("legal play")).collect::<Vec<_>>()
        })
        .collect()
}

fn integer(table: &Table, row: &[Cell], column: &str) -> i128 {
    match table.get(row, column) {
        Some(Cell::Integer(number)) => *number,
        other => panic!("{column} is {other:?}"),
    }
}

fn text(table: &Table, row: &[Cell], column: &str) -> String {
    table.get(row, column).expect("a column").to_string()
}

fn won(game: &Value, seat: usize) -> i128 {
    let winners = game["outcome"]["winners"].as_array().expect("a list");
    if winners.iter().any(|winner| *winner == seat) { 840 / winners.len() as i128 } else { 0 }
}

#[test]
fn every_table_counts_what_was_played() {
    let plan = plan(EXPERIMENT, BLOCKS);
    let tables = tables(&play(&plan, 2).cells, &plan.analysis);
    let table = |file: &str| tables.iter().find(|table| table.file == file).expect("a table");
    let mut rows_checked = 0;
    for (variant, variant_name) in ["designer", "short"].into_iter().enumerate() {
        for (lineup, lineup_name) in ["random vs random", "greedy vs random", "heuristic vs greedy"].into_iter().enumerate() {
            let games = games(variant, lineup);
            let mine =
                |table: &Table, row: &[Cell]| text(table, row, "variant") == variant_name && text(table, row, "lineup") == lineup_name;
            let unfinished = |games: &[&Value]| games.iter().filter(|game| game["outcome"]["unfinished"] == true).count() as i128;

            let seats = table("seats.csv");
            for row in seats.rows.iter().filter(|row| mine(seats, row)) {
                let (seat, strategy) = (integer(seats, row, "seat") as usize, text(seats, row, "strategy"));
                let of_row: Vec<&Value> = games.iter().filter(|game| game["strategies"][seat] == strategy).collect();
                let scores = of_row.iter().map(|game| i128::from(game["outcome"]["scores"][seat].as_i64().expect("a score")));
                assert_eq!(integer(seats, row, "games"), of_row.len() as i128);
                assert_eq!(integer(seats, row, "unfinished"), unfinished(&of_row));
                assert_eq!(integer(seats, row, "wins_840"), of_row.iter().map(|game| won(game, seat)).sum::<i128>());
                assert_eq!(integer(seats, row, "score_sum"), scores.clone().sum::<i128>());
                assert_eq!(integer(seats, row, "score_squares"), scores.map(|score| score * score).sum::<i128>());
                rows_checked += 1;
            }

            let first = table("first_player.csv");
            for row in first.rows.iter().filter(|row| mine(first, row)) {
                assert_eq!(integer(first, row, "blocks"), i128::from(BLOCKS));
                assert_eq!(integer(first, row, "games"), games.len() as i128);
                assert_eq!(integer(first, row, "wins_840"), games.iter().map(|game| won(game, 0)).sum::<i128>());
                rows_checked += 1;
            }

            let strategies = table("strategies.csv");
            for row in strategies.rows.iter().filter(|row| mine(strategies, row)) {
                let strategy = text(strategies, row, "strategy");
                let held: Vec<(usize, &Value)> = games
                    .iter()
                    .flat_map(|game| (0..2).map(move |seat| (seat, game)))
                    .filter(|(seat, game)| game["strategies"][*seat] == strategy)
                    .collect();
                assert_eq!(integer(strategies, row, "games"), held.len() as i128);
                assert_eq!(integer(strategies, row, "wins_840"), held.iter().map(|(seat, game)| won(game, *seat)).sum::<i128>());
                rows_checked += 1;
            }

            let histogram = table("length_histogram.csv");
            for unit in ["decisions", "plays", "rounds", "deals"] {
                let mut expected: BTreeMap<i128, (i128, i128)> = BTreeMap::new();
                for game in &games {
                    let entry = expected.entry(length(game, unit)).or_default();
                    if game["outcome"]["unfinished"] == true {
                        entry.1 += 1;
                    } else {
                        entry.0 += 1;
                    }
                }
                let found: BTreeMap<i128, (i128, i128)> = histogram
                    .rows
                    .iter()
                    .filter(|row| mine(histogram, row) && text(histogram, row, "unit") == unit)
                    .map(|row| {
                        (integer(histogram, row, "length"), (integer(histogram, row, "finished"), integer(histogram, row, "unfinished")))
                    })
                    .collect();
                assert_eq!(found, expected, "{variant_name}, {lineup_name}, {unit}");
                rows_checked += 1;
            }

            let decisions = table("decisions.csv");
            for row in decisions.rows.iter().filter(|row| mine(decisions, row)) {
                let (strategy, kind) = (text(decisions, row, "strategy"), text(decisions, row, "kind"));
                let mut expected = [0; 4];
                for game in &games {
                    for event in game["events"].as_array().expect("a list").iter().filter(|event| event["e"] == "decide") {
                        let seat = event["p"].as_u64().expect("a seat") as usize;
                        if game["strategies"][seat] != strategy {
                            continue;
                        }
                        let of_kind = |action: &&Value| action.as_str().and_then(|name| name.split(' ').next()) == Some(kind.as_str());
                        let legal = event["legal"].as_array().expect("a list");
                        let available = legal.iter().filter(of_kind).count() as i128;
                        expected[0] += i128::from(available > 0);
                        expected[1] += available;
                        expected[2] += i128::from(legal.len() == 1 && available == 1);
                        expected[3] += i128::from(of_kind(&&event["chosen"]));
                    }
                }
                let found = ["decisions", "legal_sum", "forced", "chosen"].map(|column| integer(decisions, row, column));
                assert_eq!(found, expected, "{variant_name}, {lineup_name}, {strategy}, {kind}");
                assert_eq!(integer(decisions, row, "games"), games.len() as i128);
                rows_checked += 1;
            }
        }
    }
    assert_eq!(rows_checked, 2 * (3 + (2 + 4 + 4) + (1 + 2 + 2) + 3 * 4 + (1 + 2 + 2) * 8), "all rows of the tables");
}

/// A game's length, counted from its events.
fn length(game: &Value, unit: &str) -> i128 {
    let events = game["events"].as_array().expect("a list");
    let chosen = || events.iter().filter_map(|event| event["chosen"].as_str());
    let counted = match unit {
        "decisions" => chosen().count(),
        "plays" => chosen().filter(|name| *name != "pass" && !name.starts_with("take")).count(),
        "deals" => events.iter().filter(|event| event["e"] == "deal").count(),
        // A round begins with each deal and after each pass, unless the guard ends the game between the pass and the choice of a card.
        _ => {
            let passes = events.iter().filter(|event| is_pass(event)).count();
            let deals = events.iter().filter(|event| event["e"] == "deal").count();
            let before_end = &events[events.len() - 2];
            let choice_due = game["outcome"]["unfinished"] == true && is_pass(before_end) && card_lies_face_up(events);
            deals + passes - usize::from(choice_due)
        }
    };
    let counted = counted as i128;
    assert_eq!(i128::from(game["lengths"][unit].as_u64().expect("a length")), counted, "{unit} of {game}");
    counted
}

fn is_pass(event: &Value) -> bool {
    event["e"] == "skip" || event["chosen"] == "pass"
}

fn card_lies_face_up(events: &[Value]) -> bool {
    let last = events.iter().rev().find(|event| event["e"] == "face_up" || event["e"] == "deal");
    last.is_some_and(|event| !event["card"].is_null() || !event["face_up"].is_null())
}
