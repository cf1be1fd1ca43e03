//! `fairdeal report`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::ReportArguments;
use super::failure::{Failure, Outcome};
use super::program;
use super::say::say;
use crate::input::{InputError, Location, Problem, Unknown, shown};
use crate::registry::GameList;
use crate::report::{self, ShownExperiment};
use crate::results::{REPORT, RESULTS};
use crate::words::counted;

/// Writes a page that shows results.
pub(super) fn report<L: GameList>(arguments: &ReportArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let folders = folders(&arguments.results)?;
    let target = arguments.out.clone().unwrap_or_else(|| usual_target(&folders));
    // Before games are told, which may take seconds.
    report::check_target(&target)?;
    let experiments = folders.iter().map(|folder| ShownExperiment::read::<L>(folder)).collect::<Result<Vec<_>, _>>()?;
    report::write(&target, &experiments, false)?;
    writeln!(out, "Written to {}: {}", shown(&target), counted(experiments.len() as u128, "experiment", "experiments"))?;
    Ok(Outcome::Done)
}

/// The folders that hold results. Of several, what is no folder is left out, so that `results/*` may be given.
fn folders(given: &[PathBuf]) -> Result<Vec<PathBuf>, InputError> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in given {
        // Whoever names the file means the folder.
        let folder = if path.file_name().is_some_and(|name| name == RESULTS) { path.parent().unwrap_or(path) } else { path };
        if given.len() > 1 && folder.is_file() {
            say(&format!("{} is no folder with results: it is left out", shown(folder)));
            continue;
        }
        if !folder.join(RESULTS).exists() {
            return Err(InputError::new(Location::whole(folder.display().to_string()), no_results(folder)));
        }
        if !folders.contains(&folder.to_owned()) {
            folders.push(folder.to_owned());
        }
    }
    if folders.is_empty() {
        let allowed = format!("folders that `{} run` wrote", program::name());
        return Err(InputError::new(Location::whole("the command"), Problem::Missing { key: "RESULTS".to_owned(), allowed }));
    }
    Ok(folders)
}

/// Why a folder cannot be shown, with the nearest one that can.
fn no_results(folder: &Path) -> Problem {
    let beside = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let with_results = |parent: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut found: Vec<String> = entries.filter(|path| path.join(RESULTS).exists()).map(|path| path.display().to_string()).collect();
        found.sort_unstable();
        found
    };
    // A folder of folders is easily given instead of what is in it.
    let inside = with_results(folder);
    let allowed = if inside.is_empty() { with_results(beside) } else { inside };
    if allowed.is_empty() {
        return Problem::Missing { key: RESULTS.to_owned(), allowed: format!("a folder that `{} run` wrote", program::name()) };
    }
    Problem::Unknown(Unknown::new("results", folder.display().to_string(), allowed))
}

/// Where the page goes if nothing is said: to the results, or of several to the folder that they are in.
fn usual_target(folders: &[PathBuf]) -> PathBuf {
    let parent = |folder: &PathBuf| folder.parent().map(Path::to_owned).unwrap_or_default();
    match folders {
        [only] => only.join(REPORT),
        [first, rest @ ..] if rest.iter().all(|folder| parent(folder) == parent(first)) => parent(first).join(REPORT),
        _ => PathBuf::from(REPORT),
    }
}
