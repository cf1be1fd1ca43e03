//! The documents say what the code says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fairdeal::games::AllGames;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::results::table_columns;
use fairdeal::strategy::Playable;

/// The names and meanings in a document's tables of columns, without backticks: `| name | meaning |`.
fn told(text: &str) -> BTreeSet<(String, String)> {
    let plain = |cell: &str| cell.replace('`', "").trim().to_owned();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|line| Some((plain(line.split('|').nth(1)?), plain(line.split('|').nth(2)?)))).collect()
}

/// The rulings of the project that a game's page must tell: how many of its own (R1, R2, ...), and those about handicaps.
const RULINGS: [(&str, u32, &[&str]); 4] = [
    ("crisps", 13, &["H1"]),
    ("crackpipe", 9, &["H2"]),
    ("scrip", 12, &["H1", "H2", "H4"]),
    ("crypto-cards", 11, &["H1", "H2", "H3", "H4"]),
];

#[test]
fn the_page_of_a_game_tells_every_knob_and_every_ruling() {
    struct Page;
    impl Visitor for Page {
        type Output = &'static str;
        fn visit<G: Playable>(self) -> &'static str {
            G::RULES_PAGE
        }
    }
    assert_eq!(RULINGS.map(|(game, ..)| game).to_vec(), AllGames::descriptions().iter().map(|game| game.name).collect::<Vec<_>>());
    for (game, (name, own, handicaps)) in AllGames::descriptions().into_iter().zip(RULINGS) {
        let page = AllGames::visit(name, Page).expect("a game of the list");
        // Words may be parted by the end of a line, and several rulings may stand side by side.
        let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let marks: BTreeSet<&str> = text.split(['(', ')', ',', ' ', ':', '.']).collect();
        assert!(page.starts_with(&format!("# {}\n", game.title)));
        let rulings = (1..=own).map(|number| format!("R{number}")).chain(handicaps.iter().map(|ruling| (*ruling).to_owned()));
        let mut missing: Vec<String> = rulings.filter(|ruling| !marks.contains(ruling.as_str())).collect();
        let knobs = game.knobs.iter().map(|knob| format!("`{} = {}`", knob.key, knob.default.to_toml()));
        let presets = game.presets.iter().map(|preset| format!("`{}`", preset.name));
        missing.extend(knobs.chain(presets).filter(|told| !text.contains(told)));
        // A knob that is gone, or has another default now.
        let told = text.split('`').skip(1).step_by(2).filter_map(|code| code.split_once(" = "));
        let is_known = |(key, value): &(&str, &str)| game.knobs.iter().any(|knob| knob.key == *key && knob.default.to_toml() == *value);
        let unknown: Vec<_> = told.filter(|knob| !is_known(knob)).collect();
        assert!(missing.is_empty() && unknown.is_empty(), "docs/rules/{name}.md lacks {missing:?}, and tells of {unknown:?}");
    }
}

#[test]
fn every_column_is_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tables.md");
    let text = fs::read_to_string(path).expect("a file");
    let (shared, _) = text.split_once("\n### `variants.csv`").expect("the columns that tables share stand before all tables");
    let (shared, mut missing) = (told(shared), Vec::new());
    for (file, columns) in table_columns() {
        let section = text.split(&format!("\n### `{file}`")).nth(1).unwrap_or_else(|| panic!("docs/tables.md says nothing of {file}"));
        let own = told(section.split("\n##").next().unwrap_or(""));
        for column in &columns {
            let row = (column.name.clone(), column.meaning.replace('`', ""));
            if !own.contains(&row) && !shared.contains(&row) {
                missing.push((file, row));
            }
        }
        let names: BTreeSet<&String> = columns.iter().map(|column| &column.name).collect();
        missing.extend(own.iter().filter(|(name, _)| !names.contains(name)).map(|row| (file, row.clone())));
    }
    assert!(missing.is_empty(), "docs/tables.md and src/rows/tables.rs differ: {missing:#?}");
}
