//! Stored results by name: a folder, or the name of the experiment whose results they are.

use std::path::{Path, PathBuf};

use super::program;
use fairdeal_core::input::{InputError, Location, Problem, Unknown};
use fairdeal_core::registry::GameList;
use fairdeal_study::experiment;
use fairdeal_study::results::RESULTS;

/// The default folder of results. Each run writes to a folder inside it, with the name of the
/// experiment.
pub(super) const RESULTS_FOLDER: &str = "results";

/// The folder of results that a path means: the folder itself, or that of a file in it, or, for the
/// name or the file of an experiment, its folder in `results/`.
pub(super) fn folder_of(games: GameList, given: &Path) -> Result<PathBuf, InputError> {
    let folder = if given.file_name().is_some_and(|name| name == RESULTS) {
        given.parent().unwrap_or(given)
    } else {
        given
    };
    let usual = Path::new(RESULTS_FOLDER).join(name_in(folder).unwrap_or_default());
    [folder, &usual]
        .into_iter()
        .find(|folder| folder.join(RESULTS).exists())
        .map(Path::to_owned)
        .ok_or_else(|| missing(games, folder))
}

/// The name of an experiment, if a path is a plain name or a file that ends with `.toml`.
fn name_in(path: &Path) -> Option<&str> {
    let is_file = path.extension().is_some_and(|ending| ending == "toml");
    let is_name = path.parent().is_some_and(|parent| parent.as_os_str().is_empty());
    path.file_stem().filter(|_| is_file || is_name)?.to_str()
}

/// The error that a folder has no results, with the nearest ones that exist.
fn missing(games: GameList, folder: &Path) -> InputError {
    let with_results = |parent: &Path| -> Vec<PathBuf> {
        let entries =
            std::fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut found: Vec<PathBuf> = entries.filter(|path| path.join(RESULTS).exists()).collect();
        found.sort_unstable();
        found
    };
    let name = name_in(folder);
    // A user may give the parent folder instead of a folder in it.
    let inside = with_results(folder);
    let (allowed, within) = match name {
        _ if !inside.is_empty() => (inside, folder),
        Some(_) => {
            let usual = Path::new(RESULTS_FOLDER);
            let names = with_results(usual)
                .into_iter()
                .filter_map(|path| path.file_name().map(PathBuf::from));
            (names.collect(), usual)
        }
        None => {
            let beside = folder
                .parent()
                .filter(|parent| !parent.as_os_str().is_empty())
                .unwrap_or(Path::new("."));
            (with_results(beside), beside)
        }
    };
    let is_experiment = name.is_some() && experiment::find(games, folder).is_ok();
    let hint = is_experiment.then(|| {
        format!(
            "`{} run {}` plays that experiment, and writes its results",
            program::name(),
            folder.display()
        )
    });
    let found = folder.display().to_string();
    let problem = if allowed.is_empty() {
        Problem::Missing {
            key: RESULTS.to_owned(),
            allowed: format!("a folder that `{} run` wrote, or its name", program::name()),
        }
    } else {
        let allowed = allowed.iter().map(|path| path.display().to_string());
        Problem::Unknown(
            Unknown::new("results", found.clone(), allowed)
                .listed_in(format!("the folder {}", within.display())),
        )
    };
    InputError::new(Location::whole(found), problem).hint(hint)
}
