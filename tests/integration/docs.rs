//! The documents agree with the code.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use fairdeal::games::crisps::Crisps;
use fairdeal::registry::GAMES;
use fairdeal::results::{TableDescription, table_descriptions};
use fairdeal::rows::{Cells, Column, Verdict};

use crate::support::table::{Table, text};
use crate::support::{plan, play, results, tables};

/// The rulings of the project that a game's page must contain: the number of its own (R1, R2, ...),
/// and those about handicaps.
const RULINGS: [(&str, u32, &[&str]); 4] = [
    ("crisps", 13, &["H1"]),
    ("crackpipe", 9, &["H2"]),
    ("scrip", 12, &["H1", "H2", "H4"]),
    ("crypto-cards", 11, &["H1", "H2", "H3", "H4"]),
];

#[test]
fn the_page_of_a_game_has_every_knob_and_ruling() {
    assert_eq!(
        RULINGS.map(|(game, ..)| game).to_vec(),
        GAMES.descriptions().map(|game| game.name).collect::<Vec<_>>()
    );
    for (any, (name, own, handicaps)) in GAMES.iter().zip(RULINGS) {
        let (game, page) = (any.description(), any.rules_page());
        // Words may be separated by the end of a line, and several rulings may be adjacent.
        let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let marks: BTreeSet<&str> = text.split(['(', ')', ',', ' ', ':', '.']).collect();
        assert!(page.starts_with(&format!("# {}\n", game.title)));
        let rulings = (1..=own)
            .map(|number| format!("R{number}"))
            .chain(handicaps.iter().map(|ruling| (*ruling).to_owned()));
        let mut missing: Vec<String> =
            rulings.filter(|ruling| !marks.contains(ruling.as_str())).collect();
        let knobs =
            game.knobs.iter().map(|knob| format!("`{} = {}`", knob.key, knob.default.to_toml()));
        let presets = game.presets.iter().map(|preset| format!("`{}`", preset.name));
        missing.extend(knobs.chain(presets).filter(|told| !text.contains(told)));
        // A knob that was removed, or has another default now.
        let told = text.split('`').skip(1).step_by(2).filter_map(|code| code.split_once(" = "));
        let is_known = |(key, value): &(&str, &str)| {
            game.knobs.iter().any(|knob| knob.key == *key && knob.default.to_toml() == *value)
        };
        let unknown: Vec<_> = told.filter(|knob| !is_known(knob)).collect();
        assert!(
            missing.is_empty() && unknown.is_empty(),
            "docs/rules/{name}.md lacks {missing:?}, and tells of {unknown:?}"
        );
    }
}

/// Text with single spaces between its words: lines of the screen are wrapped.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `list tables NAME` tells the meaning of a table, and of every column its name, its meaning and
/// what its cells hold.
#[test]
fn every_table_and_column_is_explained() {
    let program = Table::new();
    for TableDescription { file, meaning, columns } in table_descriptions() {
        let name = file.strip_suffix(".csv").expect("a CSV file");
        let mut expected = format!("{file}: {meaning} Its columns:");
        for Column { name, meaning, cells, optional } in columns {
            let kind = match cells {
                Cells::Text => "text".to_owned(),
                Cells::WholeNumber => "a whole number".to_owned(),
                Cells::Number => "a number".to_owned(),
                Cells::Flag => "true or false".to_owned(),
                Cells::Words(words) => words.join(", "),
            };
            let empty = if optional { ", or empty" } else { "" };
            let _ = write!(expected, " {name} {meaning} ({kind}{empty})");
        }
        assert_eq!(unwrapped(&program.good(&["list", "tables", name])), unwrapped(&expected));
    }
    let by_file = program.good(&["list", "tables", "lengths.csv"]);
    assert_eq!(by_file, program.good(&["list", "tables", "lengths"]));
    let refused = program.run(&["list", "tables", "length"]);
    assert_eq!(refused.status.code(), Some(1));
    let message = text(&refused.stderr);
    assert!(message.contains("unknown table `length`"), "{message}");
    assert!(message.contains("did you mean `lengths`?"), "{message}");
}

/// The page leads from a question to each table.
#[test]
fn the_page_names_every_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tables.md");
    let page = fs::read_to_string(&path).expect("a file");
    let is_missing = |table: &TableDescription| !page.contains(&format!("`{}`", table.file));
    let missing: Vec<&str> =
        table_descriptions().iter().filter(|table| is_missing(table)).map(|it| it.file).collect();
    assert!(missing.is_empty(), "docs/tables.md lacks {missing:?}");
}

/// The columns about the subject are the same in all tables.
#[test]
fn tables_are_alike() {
    for TableDescription { file, meaning, columns } in table_descriptions() {
        let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names.len(), columns.len(), "{file} has a column twice");
        assert!(
            !meaning.is_empty() && columns.iter().all(|column| !column.meaning.is_empty()),
            "{file}"
        );
        // A variant is a set of rules, for any number of players; so are those of a search.
        assert!(
            names.contains("players")
                || ["variants.csv", "tune.csv", "tried.csv", "tried_knobs.csv"].contains(&file),
            "{file} does not say how many play"
        );
        assert!(names.contains("game") && !names.contains("of"), "{file}");
        for column in columns
            .iter()
            .filter(|column| column.name == "verdict" || column.name.ends_with("_verdict"))
        {
            assert_eq!(column.cells, Cells::Words(Verdict::words()), "{file}: {}", column.name);
        }
    }
}

/// The descriptions of the tables for programs fit the tables. (`tests/frictionless/run.sh` runs
/// the validator of frictionless data.)
#[test]
fn the_data_package_fits_the_tables() {
    let plan = plan(&Crisps, 40);
    let counts = play(&plan, 2);
    let package = results(&plan, &counts).data_package();
    let tables = tables(&plan, &counts);
    assert_eq!(package["name"], "test");
    let resources = package["resources"].as_array().expect("a list");
    assert_eq!(resources.len(), tables.len());
    for (resource, table) in resources.iter().zip(&tables) {
        assert_eq!(resource["path"], table.file);
        let fields = resource["schema"]["fields"].as_array().expect("a list");
        assert_eq!(
            fields.iter().map(|field| field["name"].as_str().expect("a name")).collect::<Vec<_>>(),
            table.columns
        );
        for (place, field) in fields.iter().enumerate() {
            let required = field["constraints"]["required"] == true;
            for cell in table.rows.iter().map(|row| &row[place]) {
                let fits = match field["type"].as_str() {
                    _ if cell.is_empty() => !required,
                    Some("integer") => cell.parse::<i128>().is_ok(),
                    Some("number") => cell.parse::<f64>().is_ok_and(f64::is_finite),
                    Some("boolean") => cell.parse::<bool>().is_ok(),
                    _ => field["constraints"]["enum"]
                        .as_array()
                        .is_none_or(|words| words.iter().any(|word| word == cell)),
                };
                assert!(
                    fits,
                    "{} holds {cell:?} in {}, which is {field}",
                    table.file, field["name"]
                );
            }
        }
    }
    let verdicts = resources
        .iter()
        .flat_map(|resource| resource["schema"]["fields"].as_array().expect("a list"));
    assert!(verdicts.filter(|field| field["constraints"]["enum"].is_array()).count() > 5);
}

/// The lines of a text without their indents, and without empty ones.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// The lines of a source without comments at its top and imports.
fn without_imports(source: &str) -> Vec<&str> {
    let mut goes_on = false;
    let kept = source.lines().filter(|line| {
        let line = line.trim();
        let begins = line.starts_with("use ");
        let is_import = goes_on || begins;
        goes_on = is_import && !line.ends_with(';');
        !is_import && !line.starts_with("//!")
    });
    kept.collect()
}

/// The pages that explain the examples show their current code: the first example of each page
/// completely, of further ones the relevant parts.
#[test]
fn pages_show_the_examples_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    for (page, examples) in [
        ("own-games", &["smallest_game/main", "own_game/main", "own_game/cards"][..]),
        ("own-strategies", &["own_strategy"]),
    ] {
        let sources = examples.iter().map(|path| read(&format!("examples/{path}.rs")));
        let (text, sources) = (read(&format!("docs/{page}.md")), sources.collect::<Vec<_>>());
        let blocks: Vec<&str> = text
            .split("```rust\n")
            .skip(1)
            .filter_map(|block| Some(block.split_once("```")?.0))
            .collect();
        assert!(blocks.len() > 5, "docs/{page}.md");
        let shown: Vec<Vec<&str>> = blocks.into_iter().map(lines).collect();
        for block in &shown {
            let is_there =
                |source: &String| lines(source).windows(block.len()).any(|part| part == block);
            assert!(
                sources.iter().any(is_there),
                "docs/{page}.md shows what no example has: {block:#?}"
            );
        }
        // Only lines that need no explanation are left out: closing brackets, and tests of the
        // library.
        let shown: BTreeSet<&str> = shown.into_iter().flatten().collect();
        let is_told = |line: &&str| {
            shown.contains(line)
                || !line.contains(char::is_alphabetic)
                || ["// How the library serves", "mod tests;"]
                    .iter()
                    .any(|own| line.starts_with(own))
        };
        let missing: Vec<&str> = without_imports(&sources[0])
            .into_iter()
            .map(str::trim)
            .filter(|line| !is_told(line))
            .collect();
        assert!(missing.is_empty(), "docs/{page}.md leaves out {missing:#?}");
    }
}

/// What a reader of the page must take in.
#[test]
fn the_smallest_game_is_one_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    let source = read("examples/smallest_game/main.rs");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let code = without_imports(&source).into_iter().filter(is_code).count();
    assert!(code <= 100, "{code} lines of code");
    let size = read("docs/own-games.md").len();
    assert!(size <= 15_000, "{size} bytes");
}
