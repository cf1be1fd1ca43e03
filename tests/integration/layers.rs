//! A module imports from lower layers or its own children only. The compiler checks this between
//! crates; inside them this test reads the `use` lines (and paths) of the sources and fails by
//! name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with sources: the layers of one lie below those of the next.
const CRATES: [&str; 9] = [
    "crates/stats/src", "crates/tune/src", "crates/core/src", "crates/gamefile/src",
    "crates/learn/src", "crates/study/src", "crates/review/src", "crates/lab/src", "src",
];

/// The folder of each crate with its path.
fn crates() -> impl Iterator<Item = (&'static str, PathBuf)> {
    CRATES.into_iter().map(|name| (name, Path::new(env!("CARGO_MANIFEST_DIR")).join(name)))
}

/// The layers, lowest first.
const LAYERS: [&[&str]; 44] = [
    &["program"],
    &["machine"],
    &["front"],
    &["random"],
    &["cma_es", "space"],
    &["fit", "round"],
    &["loss"],
    &["evidence", "model", "task"],
    &["outcome"],
    &["search"],
    &["cards", "clock", "input", "named", "rng", "seat"],
    &["arrangement", "game"],
    &["files"],
    &["python"],
    &["games", "rows", "strategy"],
    &["playthrough"],
    &["metrics", "strategies"],
    &["show", "trace"],
    &["any_game"],
    &["registry"],
    &["pool", "trainer"],
    &["training"],
    &["findings"],
    &["experiment"],
    &["results"],
    &["session", "words"],
    &["check", "report", "shards"],
    &["folder"],
    &["topic"],
    &["pace", "wanted", "finding", "error", "budget", "change"],
    &["kept", "roster"],
    &["look", "cure"],
    &["players"],
    &["making"],
    &["phase"],
    &["timing", "remedy"],
    &["review"],
    &["told"],
    &["page", "written"],
    &["request", "event"],
    &["programs"],
    &["catalogue"],
    &["measure", "reviews", "stories"],
    &["cli"],
];

fn layer(module: &str) -> usize {
    LAYERS.iter().position(|modules| modules.contains(&module)).unwrap_or_else(|| {
        panic!("the module {module} is in no layer: add it to tests/integration/layers.rs")
    })
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("src can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// All folders with sources below this one.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder)
        .expect("src can be read")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut found: Vec<PathBuf> =
        inside.flat_map(|path| folders(&path).into_iter().chain([path])).collect();
    let has_sources =
        |path: &PathBuf| sources(path).iter().any(|source| source.parent() == Some(path));
    found.retain(has_sources);
    found.sort();
    found
}

/// The modules named by `crate::<module>` in a text, comments left out; `crate::{a, b::c}` names
/// several.
fn imports(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    for part in code.split("crate::").skip(1) {
        let name = |text: &str| {
            text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
        };
        if let Some(list) = part.strip_prefix('{') {
            let mut depth = 0;
            let mut start = 0;
            for (index, character) in list.char_indices() {
                match character {
                    '{' => depth += 1,
                    '}' if depth == 0 => {
                        found.push(name(&list[start..index]));
                        break;
                    }
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        found.push(name(&list[start..index]));
                        start = index + 1;
                    }
                    _ => {}
                }
            }
        } else {
            found.push(name(part));
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

#[test]
fn modules_import_from_lower_layers_only() {
    let mut checked = 0;
    // The statistics are one layer: their files must not import each other in circles, see below.
    for (folder, src) in crates().filter(|(folder, _)| *folder != "crates/stats/src") {
        for file in sources(&src) {
            let inside = file.strip_prefix(&src).expect("below src");
            let mut parts =
                inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let module = parts.next().expect("a file").trim_end_matches(".rs").to_owned();
            if module == "lib" || module == "main" {
                continue;
            }
            // A game must not know another game, and neither must its strategies: the second part
            // of the path is their own.
            let own = parts.next().map(|part| part.trim_end_matches(".rs").to_owned());
            let text = fs::read_to_string(&file).expect("a source can be read");
            for import in imports(&text) {
                let exported_macro = import == "kinds";
                let allowed = import == module || exported_macro || layer(&import) < layer(&module);
                let inside = inside.display();
                assert!(
                    allowed,
                    "{folder}/{inside} imports `{import}`, which is not below `{module}`"
                );
                checked += 1;
            }
            if ["games", "strategies"].contains(&module.as_str()) {
                for other in text.split("games::").skip(1) {
                    let other: String =
                        other.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    let own_game = own.as_deref() == Some(other.as_str());
                    assert!(
                        other.is_empty() || own_game || own.as_deref() == Some("mod"),
                        "{} imports the game `{other}`",
                        inside.display()
                    );
                }
            }
        }
    }
    assert!(checked > 50, "only {checked} imports were found: is the test blind?");
}

/// The part of a source before its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

/// A source without its comments and attributes.
fn code_of(text: &str) -> String {
    text.lines()
        .filter(|line| !["//", "#["].iter().any(|begin| line.trim_start().starts_with(begin)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The names in a list of imports: the first one of each path, and whether it is a module, with
/// more of the path after it.
fn firsts(list: &str) -> Vec<(String, bool)> {
    let paths =
        list.strip_prefix('{').map_or_else(|| vec![list], |inner| inner.split(',').collect());
    let first = |path: &str| {
        let name: String =
            path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_module = path.trim()[name.len()..].starts_with("::");
        (name, is_module)
    };
    paths.into_iter().map(first).collect()
}

/// The items that the root of a folder re-exports from its files: the name of each item with its
/// file.
fn handed_on(root: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for item in code_of(root).split(';').map(str::trim).filter(|item| item.starts_with("pub")) {
        if let Some((file, list)) =
            item.split_once(" use ").and_then(|(_, path)| path.split_once("::"))
        {
            found.extend(firsts(list).into_iter().map(|(item, _)| (item, file.to_owned())));
        }
    }
    found
}

/// The name of the root of a folder among its files.
const ROOT: &str = "mod";

/// The files of one folder that a source imports, by the names of their modules; `handed_on` has
/// the file of each item that the root re-exports.
fn siblings(text: &str, folder: &[String], handed_on: &BTreeMap<String, String>) -> Vec<String> {
    let code = code_of(without_tests(text));
    // Names in a macro are for its callers.
    let code = code.replace("$crate::", "");
    let absolute = format!("crate::{}::", folder.join("::"));
    // `super::super::` is another folder.
    let parts: Vec<&str> = code.split("super::").collect();
    let inside = parts
        .windows(2)
        .enumerate()
        .filter(|(place, pair)| *place == 0 || !pair[0].is_empty())
        .map(|(_, pair)| pair[1]);
    let lists = inside
        .chain(code.split(&absolute).skip(1))
        .map(|part| part.split(';').next().unwrap_or(""));
    let file_of = |(name, is_module): (String, bool)| {
        handed_on.get(&name).filter(|_| !is_module).cloned().unwrap_or(name)
    };
    lists.flat_map(firsts).map(file_of).collect()
}

/// The whole words of a text.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// The own code of the root of a folder, without re-exports: its import statements, and all others.
fn own_code(root: &str) -> (Vec<String>, String) {
    let code = code_of(without_tests(root));
    let statement = |part: &str| part.rsplit(['{', '}']).next().unwrap_or(part).trim().to_owned();
    let (mut uses, mut rest) = (Vec::new(), String::new());
    for part in code.split_inclusive(';') {
        let whole = part.trim();
        match whole.strip_prefix("use ").map(|list| list.trim_end_matches(';')) {
            Some(list) => uses.push(list.to_owned()),
            None if statement(whole).starts_with("mod ") || whole.starts_with("pub mod ") => {}
            None if whole.starts_with("pub")
                && whole
                    .split_once(" use ")
                    .is_some_and(|(before, _)| before.split(' ').count() == 1) => {}
            None => rest.push_str(part),
        }
    }
    (uses, rest)
}

/// The files that the root of a folder needs for its own code.
fn needed_by_root(
    root: &str,
    files: &BTreeSet<String>,
    handed_on: &BTreeMap<String, String>,
) -> Vec<String> {
    let (imports, rest) = own_code(root);
    let named = words(&rest);
    let own: BTreeMap<String, String> = imports
        .iter()
        .filter_map(|path| path.split_once("::"))
        .filter(|(file, _)| files.contains(*file))
        .flat_map(|(file, list)| firsts(list).into_iter().map(|(item, _)| (item, file.to_owned())))
        .collect();
    let items = own
        .iter()
        .chain(handed_on)
        .filter(|(item, _)| named.contains(item.as_str()))
        .map(|(_, file)| file.clone());
    let by_path = files.iter().filter(|file| rest.contains(&format!("{file}::"))).cloned();
    items.chain(by_path).collect()
}

/// The items that the root of a folder defines.
fn defined(root: &str) -> BTreeSet<String> {
    let (_, rest) = own_code(root);
    let kinds = ["fn", "struct", "enum", "trait", "const", "static", "type"];
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let kind = words.iter().take(3).position(|word| kinds.contains(word))?;
        let name = words.get(kind + 1)?;
        Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
    };
    rest.lines().filter(|line| !line.starts_with(' ')).filter_map(of_line).collect()
}

/// Files of the same folder do not import each other in circles, including its root. (Those of a
/// game may: its state, its view and its notation are one thing in three files. And the roots of
/// `game` and `strategy` hold traits that name each other.)
#[test]
fn files_do_not_import_each_other_in_circles() {
    let mut checked = 0;
    for (src, folder) in crates()
        .flat_map(|(_, src)| folders(&src).into_iter().map(move |folder| (src.clone(), folder)))
    {
        let path: Vec<String> = folder
            .strip_prefix(&src)
            .expect("below src")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if ["games", "strategies"].contains(&path[0].as_str()) {
            continue;
        }
        let module = path.join("/");
        // The root of a folder is in it, or beside it.
        let root = fs::read_to_string(folder.join("mod.rs"))
            .or_else(|_| fs::read_to_string(folder.with_extension("rs")));
        let root = root.expect("a root");
        let handed_on = handed_on(&root);
        let traits = ["game", "strategy"].contains(&module.as_str());
        let defined = if traits { BTreeSet::new() } else { defined(&root) };
        let mut imported: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            if file.extension().is_some_and(|ending| ending == "rs") && name != "mod" {
                let text = fs::read_to_string(&file).expect("a source can be read");
                let of_root =
                    |name: String| if defined.contains(&name) { ROOT.to_owned() } else { name };
                imported.insert(
                    name,
                    siblings(&text, &path, &handed_on).into_iter().map(of_root).collect(),
                );
            }
        }
        let files = imported.keys().cloned().collect();
        imported.insert(ROOT.to_owned(), needed_by_root(&root, &files, &handed_on));
        // Files without remaining imports are removed repeatedly; in the end none may be left.
        checked += imported.values().flatten().count();
        loop {
            let names: BTreeSet<String> = imported.keys().cloned().collect();
            let before = imported.len();
            imported.retain(|own, others| {
                others.iter().any(|other| other != own && names.contains(other))
            });
            if imported.len() == before {
                break;
            }
        }
        assert!(
            imported.is_empty(),
            "files of {} import each other in circles: {imported:?}",
            folder.display()
        );
    }
    assert!(checked > 100, "only {checked} imports were found: is the test blind?");
}

/// Code outside a game's own folders must not know the game.
#[test]
fn shared_code_knows_no_game() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src");
    let games: Vec<String> = fs::read_dir(core.join("games"))
        .expect("the folder of games can be read")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(!games.is_empty());
    for (src, file) in
        crates().flat_map(|(_, src)| sources(&src).into_iter().map(move |file| (src.clone(), file)))
    {
        let inside = file.strip_prefix(&src).expect("below src").to_string_lossy().into_owned();
        for game in &games {
            let own = inside.starts_with(&format!("games/{game}/"))
                || inside.starts_with(&format!("strategies/{game}/"));
            let list = ["games/mod.rs", "strategies/mod.rs", "registry.rs", "files.rs"]
                .contains(&inside.as_str());
            if own || list {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a source can be read");
            let statements = text.lines().map(|line| line.split("//").next().unwrap_or(""));
            for line in statements {
                // Whole words, in the form crypto_cards or CryptoCards: "description" does not name
                // Scrip.
                let lowered = line.to_lowercase();
                let mut words = lowered.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(
                    !words.any(|word| word == game || word == game.replace('_', "")),
                    "{inside} knows {game}: {line}"
                );
            }
        }
    }
}
