//! The numbers on the pages are those of the committed tables, and the pages of answers are whole.
//!
//! A number is a link to its table: `[53.3 % (52.9 to 53.7)][first]`. The definition of the link
//! names row, column and format. `UPDATE_PAGES=1 cargo test --test integration pages` writes all numbers anew.

mod cells;
mod coverage;
mod markdown;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cells::{Fault, Files};
use markdown::Page;

/// The pages that speak of results, besides all in `docs/answers`.
const PAGES: [&str; 3] = ["README.md", "results/README.md", "docs/strategies.md"];

/// Words with single spaces between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages with numbers, from the folder of the project.
fn pages() -> Vec<String> {
    let answers = fs::read_dir(root().join("docs/answers")).expect("a folder").flatten();
    let mut pages: Vec<String> = answers
        .map(|entry| format!("docs/answers/{}", entry.file_name().to_string_lossy()))
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "md"))
        .chain(PAGES.map(str::to_owned))
        .collect();
    pages.sort();
    pages
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The file that a link of a page leads to.
fn target(page: &str, link: &str) -> PathBuf {
    root().join(page).parent().expect("a folder").join(link)
}

#[test]
fn numbers_are_those_of_the_tables() {
    let mut files = Files::default();
    let mut faults: Vec<Fault> = Vec::new();
    let mut quoted = 0;
    for name in pages() {
        let text = read(&name);
        let page = Page::new(&text);
        let mut made = text.clone();
        // From the end, so that places before it stay.
        for quote in page.quotes.iter().rev() {
            let Some(cell) = page.cells.get(quote.label) else { continue };
            match files.quote(&target(&name, cell.file), cell.title) {
                Ok(current) if current != words(&text[quote.place.clone()]) => {
                    made.replace_range(quote.place.clone(), &current);
                }
                Ok(_) => {}
                Err(fault) => faults.push(format!("{name}, [{}]: {fault}", quote.label)),
            }
        }
        quoted += page.quotes.len();
        faults.extend(page.faults().into_iter().map(|fault| format!("{name}: {fault}")));
        if made != text {
            if std::env::var_os("UPDATE_PAGES").is_some() {
                fs::write(root().join(&name), made).expect("a file");
            } else {
                faults.push(format!("{name} is not current: UPDATE_PAGES=1 writes it again"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(quoted > 400, "{quoted} numbers");
}

/// The experiments that a text links to or quotes.
fn experiments(text: &str) -> BTreeSet<&str> {
    let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
    let links = text.split("../../results/").skip(1);
    links.filter_map(|rest| rest.split(is_end).next()).filter(|name| !name.is_empty()).collect()
}

/// The answers state one tolerance and name the experiments that allow more: these, and no others
/// that they quote, have another one.
#[test]
fn the_tolerance_is_that_of_the_experiments() {
    let start = read("docs/answers/README.md");
    let (_, statement) = start.split_once("- The tolerance is one point").expect("a statement");
    let (statement, _) = statement.split_once("\n- ").expect("the end of the statement");
    let excepted = experiments(statement);
    let answers: Vec<String> = pages()
        .iter()
        .filter(|name| name.starts_with("docs/answers/"))
        .map(|it| read(it))
        .collect();
    let quoted: BTreeSet<&str> = answers.iter().flat_map(|text| experiments(text)).collect();
    assert!(excepted.len() > 2 && quoted.len() > 40, "{excepted:?} of {quoted:?}");
    for name in quoted {
        let file = read(&format!("experiments/{name}.toml"));
        let line = file.lines().find(|line| line.starts_with("tolerance")).expect("a tolerance");
        let stated = if excepted.contains(name) { 0.02 } else { 0.01 };
        let (_, rest) = line.split_once("win_rate = ").expect("a tolerance of win rates");
        let number = rest.split([',', ' ', '}']).next().and_then(|it| it.parse::<f64>().ok());
        assert_eq!(number, Some(stated), "{name}: {line}");
        if let Some((_, rest)) = line.split_once("length = ") {
            assert!(rest.starts_with("0.05"), "{name}: {line}");
        }
    }
}

/// Every number that speaks of a result is marked.
#[test]
fn numbers_have_their_cells() {
    let mut faults = Vec::new();
    for name in pages() {
        let text = read(&name);
        let numbers = Page::new(&text).unmarked();
        faults.extend(numbers.into_iter().map(|number| format!("{name}: {number}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Links lead to files that exist, and to headings in them.
#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    for name in pages() {
        let text = read(&name);
        for link in markdown::links(&text) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = if file.is_empty() { root().join(&name) } else { target(&name, file) };
            let has_heading = || {
                let page = fs::read_to_string(&path).unwrap_or_default();
                page.lines()
                    .filter_map(|line| line.trim_start_matches('#').strip_prefix(' '))
                    .any(|title| coverage::anchor(title) == heading)
            };
            if !path.exists() || !(heading.is_empty() || has_heading()) {
                faults.push(format!("{name}: {link}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The experiment and the options of each command of a text that shows a game of results, where
/// these are shipped.
fn shown_games(text: &str) -> Vec<(String, Vec<String>)> {
    let commands = text.lines().filter_map(|it| it.strip_prefix("    fairdeal show --from "));
    let shown = commands.map(|command| {
        let mut arguments = markdown::arguments(command).into_iter();
        (arguments.next().expect("results"), arguments.collect())
    });
    shown.filter(|(name, _)| root().join("results").join(name).exists()).collect()
}

/// Commands that show a game of the results name one that they hold.
#[test]
fn shown_games_are_there() {
    let mut files = Files::default();
    let mut shown = 0;
    for name in pages() {
        for (experiment, options) in shown_games(&read(&name)) {
            let table = root().join("results").join(&experiment).join("games.csv");
            let wanted: Vec<(&str, &str)> = options
                .chunks(2)
                .map(|pair| (pair[0].trim_start_matches('-'), &*pair[1]))
                .filter(|(option, _)| ["variant", "lineup", "pick"].contains(option))
                .collect();
            let table = files.table(&table).expect("a table");
            assert!(
                cells::has_game(table, &wanted).expect("columns"),
                "{name}: {experiment} {options:?}"
            );
            shown += 1;
        }
    }
    assert!(shown > 20, "{shown} games");
}

/// All pages in Markdown, from the folder of the project.
fn documents() -> Vec<String> {
    fn inside(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                inside(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let path = path.strip_prefix(root()).expect("a file of the project");
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    let mut found = ["README.md", "results/README.md"].map(str::to_owned).to_vec();
    inside(&root().join("docs"), &mut found);
    found
}

/// How the list of the files begins that are kept of the results.
const KEPT: &str = "\
# Of the results the repository keeps what no command makes again, and tables and pages to which a
# document links. `fairdeal run --rewrite experiments/*.toml` makes the others in less than a minute.
# `UPDATE_PAGES=1 cargo test --test integration pages` writes this list.
/*/*
!/*/answer.txt
!/*/counts.jsonl.gz
!/*/manifest.json
!/*/results.json.gz
!/*/tuned.toml
";

/// The repository keeps of the results what documents link to, and nothing else that can be made
/// again: `results/.gitignore` lists it.
#[test]
fn kept_results_are_linked() {
    let mut linked = BTreeSet::new();
    for name in documents() {
        let text = read(&name);
        let page = Page::new(&text);
        let cells = page.cells.values().map(|cell| cell.file);
        for link in markdown::links(&text).into_iter().chain(cells) {
            // Links to a folder lead to no file of it.
            if let Some((_, file)) = link.split_once("results/")
                && file.contains('/')
            {
                linked.insert(file.split('#').next().unwrap_or(file).to_owned());
            }
        }
        let shown = shown_games(&text).into_iter();
        linked.extend(shown.map(|(experiment, _)| format!("{experiment}/games.csv")));
    }
    let kept = linked.iter().map(|file| format!("!/{file}\n"));
    let list: String = std::iter::once(KEPT.to_owned()).chain(kept).collect();
    let path = root().join("results/.gitignore");
    if fs::read_to_string(&path).expect("the list") != list {
        assert!(std::env::var_os("UPDATE_PAGES").is_some(), "results/.gitignore is not current");
        fs::write(&path, list).expect("a file");
    }
    let missing: Vec<&String> =
        linked.iter().filter(|file| !root().join("results").join(file).exists()).collect();
    assert!(missing.is_empty(), "not there, run --rewrite makes them: {missing:#?}");
}
