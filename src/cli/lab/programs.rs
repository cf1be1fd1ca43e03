//! The programs in the current folder that may play as strategies.

use std::path::Path;

use fairdeal_core::input::Location;
use fairdeal_core::strategy::{Program, Repertoire, StrategyFile};

/// How deep folders are searched.
const DEPTH: usize = 3;

/// The most files that are looked at.
const MOST_FILES: usize = 500;

/// Returns the programs of the current folder and its folders, by the paths of their files: programs in
/// Python, and strategy files that name a program. No links are followed.
pub(super) fn programs(game: &Repertoire) -> Vec<(String, Program)> {
    let mut paths = Vec::new();
    add_files("", DEPTH, &mut paths);
    let place = Location::whole("programs");
    let program = |path: String| {
        let program = StrategyFile::find(game, &path, &place).ok()?.program?;
        runs_here(&program).then_some((path, program))
    };
    paths.into_iter().filter(|path| may_be_program(path)).filter_map(program).collect()
}

/// Adds the files of a folder that are strategy files or written in Python. `before`: the path of the
/// folder, with a slash at its end.
fn add_files(before: &str, depth: usize, paths: &mut Vec<String>) {
    let folder = if before.is_empty() { "." } else { before };
    // Packages for Python have hundreds of files that are no players.
    if Path::new(folder).join("pyvenv.cfg").exists() {
        return;
    }
    let mut entries: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
            continue;
        };
        let path = format!("{before}{name}");
        let ending = Path::new(&name).extension().unwrap_or_default();
        if kind.is_dir() && depth > 1 && !name.starts_with('.') {
            add_files(&format!("{path}/"), depth - 1, paths);
        } else if kind.is_file() && (ending == "py" || ending == "toml") && paths.len() < MOST_FILES
        {
            paths.push(path);
        }
    }
}

/// Whether a file may be a program: every file in Python, and a strategy file with the word for its kind.
fn may_be_program(path: &str) -> bool {
    // Weights of players that learned are such files too, and take long to read.
    let names_program = |text: String| text.contains("external");
    let is_python = Path::new(path).extension().is_some_and(|ending| ending == "py");
    is_python || std::fs::read_to_string(path).is_ok_and(names_program)
}

/// Whether a program runs a file of the current folder: the first word of its command, or the second
/// one, after an interpreter by its bare name. No further word may be a path out of the folder.
fn runs_here(program: &Program) -> bool {
    let Ok(here) = Path::new(".").canonicalize() else { return false };
    let lies_here =
        |word: &String| Path::new(word).canonicalize().is_ok_and(|path| path.starts_with(&here));
    let mut words = program.command.iter();
    let first = words.next();
    let is_bare = first.is_some_and(|word| Path::new(word).components().count() == 1);
    let run = if is_bare { words.next() } else { first };
    run.is_some_and(|word| Path::new(word).is_file() && lies_here(word))
        && words.all(|word| !Path::new(word).exists() || lies_here(word))
}
