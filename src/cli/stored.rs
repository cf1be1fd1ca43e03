//! Stored results by name: a folder, or the name of the experiment whose results they are.

use super::prelude::*;
use super::values::one_of;
use fairdeal_core::input::Unknown;
use fairdeal_core::rows::Pick;
use fairdeal_study::experiment::{self, Overrides};
use fairdeal_study::folder::{FolderError, ResultsFolder};
use fairdeal_study::results::{
    Manifest, RESULTS, Wanted, has_results, is_named_results, results_in,
};
use fairdeal_study::session::Session;

/// Selects a game of stored results.
#[derive(Args, Debug)]
pub(super) struct StoredOptions {
    /// Take a game of these results: a folder such as results/crisps-variants, or its name
    #[arg(
        long,
        value_name = "RESULTS",
        help_heading = "A game of results",
        conflicts_with_all = ["game", "strategies", "players", "rules", "set", "games", "seed", "index"]
    )]
    pub(super) from: Option<PathBuf>,
    /// Its variant [default: the only one]
    #[arg(long, value_name = "NAME", help_heading = "A game of results")]
    variant: Option<String>,
    /// Its line-up [default: the only one]
    #[arg(long, value_name = "NAME", help_heading = "A game of results")]
    lineup: Option<String>,
    /// Why it is worth a look: unfinished, longest, shortest, comeback, dramatic, closest, shared
    /// or flipped (another winner than the baseline's)
    #[arg(long, value_name = "WHY", help_heading = "A game of results", value_parser = pick)]
    pick: Option<Pick>,
    /// Its block, instead of --pick
    #[arg(long, value_name = "B", help_heading = "A game of results", conflicts_with = "pick", value_parser = whole::<u64>(0, u64::MAX))]
    block: Option<u64>,
    /// The strategies seat by seat, separated by commas [default: the only arrangement]
    #[arg(long, value_name = "A,B", help_heading = "A game of results", requires = "block")]
    arrangement: Option<String>,
}

impl StoredOptions {
    /// An option that has no effect without `--from`, if one is given.
    pub(super) fn astray(&self) -> Option<&'static str> {
        let Self { variant, lineup, pick, block, .. } = self;
        let given = [
            ("--variant", variant.is_some()),
            ("--lineup", lineup.is_some()),
            ("--pick", pick.is_some()),
            ("--block", block.is_some()),
        ];
        given.into_iter().find(|(_, given)| self.from.is_none() && *given).map(|(option, _)| option)
    }

    pub(super) fn wanted(&self) -> Wanted<'_> {
        let Self { variant, lineup, pick, block, arrangement, .. } = self;
        Wanted {
            variant: variant.as_deref(),
            lineup: lineup.as_deref(),
            pick: *pick,
            block: *block,
            arrangement: arrangement.as_deref(),
        }
    }
}

/// Reads a reason from the table of games.
fn pick(text: &str) -> Result<Pick, String> {
    let name = one_of(Unknown::new("reason", text, Pick::ALL.map(|pick| pick.to_string())))?;
    Pick::ALL.into_iter().find(|pick| pick.to_string() == name).ok_or(name)
}

/// The default folder of results. Each run writes to a folder inside it, with the name of the
/// experiment.
pub(super) const RESULTS_FOLDER: &str = "results";

/// Returns the folder of results that a path means: the folder itself, or that of a file in it, or,
/// for the name or the file of an experiment, its folder in `results/`. Files that the page or the
/// games need and that are missing are made from its counts.
pub(super) fn folder_of(games: GameList, given: &Path) -> Result<PathBuf, Failure> {
    let folder = given.parent().filter(|_| is_named_results(given)).unwrap_or(given);
    let usual = Path::new(RESULTS_FOLDER).join(name_in(folder).unwrap_or_default());
    let found = [folder, &usual].into_iter().find(|folder| has_results(folder));
    let found = found.ok_or_else(|| missing(games, folder))?;
    if results_in(found).is_none() {
        make_tables(games, found)?;
    }
    Ok(found.to_owned())
}

/// Makes the tables of results from their counts, by the experiment of the same name: of the
/// results that come with the program, most tables are left out.
fn make_tables(games: GameList, folder: &Path) -> Result<(), Failure> {
    let name = Manifest::read(folder)?.name;
    let document = experiment::find(games, Path::new(&name)).map_err(|_| {
        let how = format!("`{} run FILE --rewrite`, which makes it from counts", program::name());
        Location::file(folder).error(Problem::missing(RESULTS, how))
    })?;
    let game = experiment::game_of(games, &document)?;
    let plan = experiment::parse(game, &document, Overrides::default())?;
    let plan = plan.of_program(&program::name());
    let opened = ResultsFolder::open(folder).map_err(FolderError::from)?;
    opened.rewrite(&Session::default(), &plan)?;
    say(&format!("{}: its tables are made from its counts", shown(folder)));
    Ok(())
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
        let mut found: Vec<PathBuf> = entries.filter(|path| has_results(path)).collect();
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
        let program = program::name();
        Problem::missing(RESULTS, format!("a folder that `{program} run` wrote, or its name"))
    } else {
        let allowed = allowed.iter().map(|path| path.display().to_string());
        Problem::Unknown(
            Unknown::new("results", found.clone(), allowed)
                .listed_in(format!("the folder {}", within.display())),
        )
    };
    InputError::new(Location::whole(found), problem).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_reasons_to_look_at_a_game_the_likest_is_told() {
        assert!(pick("flip").expect_err("no such reason").starts_with("did you mean `flipped`?"));
    }
}
