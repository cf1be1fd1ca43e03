//! `fairdeal report`.

use super::prelude::*;
use super::stored::folder_of;
use fairdeal_study::report::{self, ShownExperiment};
use fairdeal_study::results::{REPORT, is_named_results};

#[derive(Args, Debug)]
pub(super) struct ReportArguments {
    /// Folders with results, as `run` writes them, or their names: results/crisps-variants,
    /// crisps-variants, or results/* for all
    #[arg(value_name = "RESULTS", required = true)]
    pub(super) results: Vec<PathBuf>,
    /// The page [default: report.html in the folder of the results]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// Writes a page that shows results.
pub(super) fn report(
    games: GameList,
    arguments: &ReportArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let folders = folders(games, &arguments.results)?;
    let target = arguments.out.clone().unwrap_or_else(|| usual_target(&folders));
    // Checked first, because telling the games may take seconds.
    report::check_target(&target)?;
    let experiments = folders
        .iter()
        .map(|folder| ShownExperiment::read(games, folder))
        .collect::<Result<Vec<_>, _>>()?;
    report::write(&target, &experiments, false)?;
    writeln!(
        out,
        "Written to {}: {}",
        shown(&target),
        counted(experiments.len() as u128, "experiment", "experiments")
    )?;
    Ok(Outcome::Done)
}

/// The folders with results. If there are several paths, those that are not folders are left out,
/// so that `results/*` works.
fn folders(games: GameList, given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in given {
        let is_named =
            is_named_results(path) || path.extension().is_some_and(|ending| ending == "toml");
        if given.len() > 1 && path.is_file() && !is_named {
            say(&format!("{} is no folder with results: it is left out", shown(path)));
            continue;
        }
        let folder = folder_of(games, path)?;
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        let allowed = format!("folders that `{} run` wrote", program::name());
        return Err(Location::whole("the command")
            .error(Problem::missing("RESULTS", allowed))
            .into());
    }
    Ok(folders)
}

/// The default place of the page: beside the results or, for several, in the folder that contains
/// them.
fn usual_target(folders: &[PathBuf]) -> PathBuf {
    let parent = |folder: &PathBuf| folder.parent().map(Path::to_owned).unwrap_or_default();
    match folders {
        [only] => only.join(REPORT),
        [first, rest @ ..] if rest.iter().all(|folder| parent(folder) == parent(first)) => {
            parent(first).join(REPORT)
        }
        _ => PathBuf::from(REPORT),
    }
}
