//! The documents agree with the code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fairdeal::games::crisps::Crisps;
use fairdeal::registry::GAMES;
use fairdeal::results::{TableDescription, table_descriptions};
use fairdeal::rows::{BlockAverage, CellKey, Cells, Column, Columns, Judged, ShareOfWins, Verdict};

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

/// Groups of columns that many tables share, the largest first: the name of each, and its
/// description in the document.
fn groups() -> [(&'static str, &'static str, Vec<Column>); 4] {
    [
        ("share of wins", "wins held against a fair share", ShareOfWins::columns()),
        (
            "average",
            "an average over blocks, as the whole numbers that it is made of",
            BlockAverage::columns(),
        ),
        ("verdict", "an effect that is judged", Judged::columns()),
        ("where", "one variant and one line-up", CellKey::columns()),
    ]
}

/// A table of columns in Markdown: groups that were described before have one line.
fn table_of(columns: &[Column], known: &[(&str, &str, Vec<Column>)]) -> String {
    let mut lines = vec!["| column | type | holds |".to_owned(), "| --- | --- | --- |".to_owned()];
    let mut rest = columns;
    while let [column, others @ ..] = rest {
        if let Some((name, _, group)) = known.iter().find(|(_, _, group)| rest.starts_with(group)) {
            lines.push(format!("| *{name}* | | all columns of that group |"));
            rest = &rest[group.len()..];
            continue;
        }
        let kind = match &column.cells {
            Cells::Text => "text".to_owned(),
            Cells::WholeNumber => "whole number".to_owned(),
            Cells::Number => "number".to_owned(),
            Cells::Flag => "`true` or `false`".to_owned(),
            Cells::Words(words) => {
                words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
            }
        };
        let kind = if column.optional { kind + ", or empty" } else { kind };
        lines.push(format!("| `{}` | {kind} | {} |", column.name, with_code(column.meaning)));
        rest = others;
    }
    lines.join("\n") + "\n"
}

/// Names of columns and files in a text, marked as code.
fn with_code(text: &str) -> String {
    let marked = |word: &str| {
        let name = word.trim_end_matches([',', '.', ';', ':', ')']);
        let is_name =
            name.contains('_') || Path::new(name).extension().is_some_and(|ending| ending == "csv");
        if is_name { format!("`{name}`{}", &word[name.len()..]) } else { word.to_owned() }
    };
    let part = |(index, part): (usize, &str)| {
        if index % 2 == 1 {
            part.to_owned()
        } else {
            part.split(' ').map(marked).collect::<Vec<_>>().join(" ")
        }
    };
    text.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

/// A text in lines of at most 112 characters.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 112 {
            lines.push(std::mem::take(&mut line));
        }
        line = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
    }
    lines.push(line);
    lines.join("\n") + "\n"
}

/// A section with its table of columns replaced, or added at its end.
fn with_table(section: &str, table: &str) -> String {
    let is_row = |line: &&str| line.starts_with('|');
    let Some(begin) = section.find("| column |") else {
        return format!("{}\n\n{table}", section.trim_end());
    };
    let rows: usize = section[begin..].split_inclusive('\n').take_while(is_row).map(str::len).sum();
    format!("{}{table}{}", &section[..begin], &section[begin + rows..])
}

/// `docs/tables.md` with every table and every column of the code. Text between them stays.
fn tables_document(text: &str) -> String {
    let (before, rest) = text.split_once("\n## Every table\n").expect("a heading");
    let (tables, after) = rest.split_once("\n## Quantities\n").expect("a heading");
    let groups = groups();
    let mut before = before.to_owned();
    for (place, (name, _, columns)) in groups.iter().enumerate() {
        let heading = format!("\n***{name}*: ");
        let begin = before
            .find(&heading)
            .unwrap_or_else(|| panic!("docs/tables.md says nothing of {name}"));
        let end = begin
            + heading.len()
            + before[begin + heading.len()..]
                .find("\n***")
                .unwrap_or(before.len() - begin - heading.len());
        let section = with_table(&before[begin..end], &table_of(columns, &groups[place + 1..]));
        before.replace_range(begin..end, &section);
    }
    let sections: Vec<String> = table_descriptions()
        .iter()
        .map(|table| {
            let heading = format!("### `{}`\n", table.file);
            let known = tables
                .split_once(&heading)
                .map_or("", |(_, section)| section.split("\n### ").next().unwrap_or(""));
            // The first paragraph describes the table; others are written by hand.
            let notes =
                known.trim_start().split_once("\n\n").map_or("", |(_, notes)| notes).trim_end();
            let section = format!("{heading}\n{}\n{notes}\n", wrapped(&with_code(table.meaning)));
            with_table(&section, &table_of(&table.columns, &groups))
        })
        .collect();
    let sections: Vec<&str> = sections.iter().map(|section| section.trim_end()).collect();
    format!("{before}\n## Every table\n\n{}\n\n## Quantities\n{after}", sections.join("\n\n"))
}

/// The document contains the code's own descriptions. After a change of a table, `UPDATE_DOCS=1
/// cargo test --test integration docs` updates it.
#[test]
fn every_table_and_column_is_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tables.md");
    let text = fs::read_to_string(&path).expect("a file");
    let made = tables_document(&text);
    assert_eq!(tables_document(&made), made, "made twice, it is the same");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &made).expect("a file");
    }
    let differing = text.lines().zip(made.lines()).find(|(is, should)| is != should);
    assert!(
        text == made || std::env::var_os("UPDATE_DOCS").is_some(),
        "docs/tables.md differs from the code: {differing:#?}; UPDATE_DOCS=1 writes it"
    );
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
