//! The documents say what the code says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fairdeal::results::table_columns;

/// The names and meanings in a document's tables of columns, without backticks: `| name | meaning |`.
fn told(text: &str) -> BTreeSet<(String, String)> {
    let plain = |cell: &str| cell.replace('`', "").trim().to_owned();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|line| Some((plain(line.split('|').nth(1)?), plain(line.split('|').nth(2)?)))).collect()
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
