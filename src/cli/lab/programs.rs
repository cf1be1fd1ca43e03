//! The programs in the current folder that may play as strategies.

use std::path::Path;

use fairdeal_core::input::Location;
use fairdeal_core::strategy::{Program, Repertoire, StrategyFile};

/// How deep folders are searched.
const DEPTH: usize = 3;

/// The most files that are looked at.
const MOST_FILES: usize = 500;

/// Returns the programs of the current folder and its folders, by the paths of their files: programs in
/// Python, and strategy files that name a program. All files of a program lie in the folder. No links are
/// followed.
pub(super) fn programs(game: &Repertoire) -> Vec<(String, Program)> {
    let mut paths = Vec::new();
    add_files("", DEPTH, &mut paths);
    let place = Location::whole("programs");
    let program = |path: String| {
        let program = StrategyFile::find(game, &path, &place).ok()?.program?;
        is_here(&program).then_some((path, program))
    };
    paths.into_iter().filter_map(program).collect()
}

/// Adds the files of a folder that may be programs. `before`: the path of the folder, with a slash at its
/// end.
fn add_files(before: &str, depth: usize, paths: &mut Vec<String>) {
    let folder = if before.is_empty() { "." } else { before };
    let mut entries: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
            continue;
        };
        let path = format!("{before}{name}");
        if kind.is_dir() && depth > 1 && !name.starts_with('.') {
            add_files(&format!("{path}/"), depth - 1, paths);
        } else if kind.is_file() && may_be_program(&path) && paths.len() < MOST_FILES {
            paths.push(path);
        }
    }
}

/// Whether a file may be a program, as far as its name and its words say.
fn may_be_program(path: &str) -> bool {
    // Weights of players that learned are strategy files too, and take long to read.
    let names_program = |text: String| text.contains("external");
    match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("py") => true,
        Some("toml") => std::fs::read_to_string(path).is_ok_and(names_program),
        _ => false,
    }
}

/// Whether all files that a program names lie in the current folder.
fn is_here(program: &Program) -> bool {
    let Ok(here) = Path::new(".").canonicalize() else { return false };
    let lies_here = |path: &Path| path.canonicalize().is_ok_and(|whole| whole.starts_with(&here));
    program.files().is_ok_and(|files| files.iter().all(|(path, _)| lies_here(path)))
}
