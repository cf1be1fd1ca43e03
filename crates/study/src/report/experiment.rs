//! An experiment as the page shows it.

use std::collections::BTreeSet;
use std::path::Path;

use super::told::{ToldGame, tell_games};
use crate::experiment::MOST_DOUBLINGS;
use crate::results::{RESULTS, Results, StoredResults};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::Description;
use fairdeal_core::input::{InputError, Location};
use fairdeal_core::registry::GameList;
use fairdeal_core::strategy::{Repertoire, StrategyFile, StrategyRecord};

/// An experiment as the page shows it.
#[derive(Clone, Debug)]
pub struct ShownExperiment {
    /// Its results.
    pub results: Results,
    /// The folder of its results, as commands name it.
    pub folder: String,
    /// Some of its games, in words.
    pub games: Vec<ToldGame>,
    /// The files and programs that a repetition needs.
    pub needs: Needs,
    /// The game's description of itself.
    pub game: &'static Description,
}

/// Strategies that the program does not carry, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// They are copies of others with doubled budgets: a ladder makes them, and no file describes
    /// them.
    pub copies: Vec<String>,
    /// They are files of somebody.
    pub files: Vec<String>,
    /// Strategies that are external programs: they may have changed since.
    pub programs: Vec<String>,
    /// They are Rust types of another program, or of another version of this one.
    pub unknown: Vec<String>,
}

impl Needs {
    fn of(game: &Repertoire, folder: &Path, results: &Results) -> Self {
        let place = Location::file(&folder.join(RESULTS));
        let mut needs = Self::default();
        let read = |(name, record): (&String, &StrategyRecord)| {
            let file = StrategyFile::from_record(game, name, record, &place);
            file.map_err(|_| needs.unknown.push(name.clone())).ok()
        };
        // Players who learn the rules do so again.
        let learners = results.manifest.adapted.iter().flat_map(|adapted| &adapted.learned);
        let learners: BTreeSet<&str> = learners.map(|one| one.strategy.as_str()).collect();
        let strategies = results.manifest.strategies.iter();
        let strategies = strategies.filter(|(name, _)| !learners.contains(name.as_str()));
        let known: Vec<StrategyFile> = strategies.filter_map(read).collect();
        let most = results.manifest.lineups.iter().map(Vec::len).max().unwrap_or(0);
        let is_copy = |file: &StrategyFile| known.iter().any(|base| is_copy_of(file, base));
        for file in &known {
            let names = if file.program.is_some() {
                &mut needs.programs
            } else if is_copy(file) {
                &mut needs.copies
            } else if file.is_shipped(game, most)
                || results.tuned_name() == Some(file.name.as_str())
            {
                continue;
            } else {
                &mut needs.files
            };
            names.push(file.name.clone());
        }
        needs
    }
}

/// Returns whether a ladder made this file from `base` by doubling its budget once
/// or several times.
fn is_copy_of(file: &StrategyFile, base: &StrategyFile) -> bool {
    (1..=MOST_DOUBLINGS)
        .any(|doublings| base.with_budget(1 << doublings).is_some_and(|copy| copy == *file))
}

impl ShownExperiment {
    /// Reads the results in a folder, of whatever game of the list, and tells some of their games.
    ///
    /// # Errors
    /// When there are no results, those of another version, or of a game that the list does not
    /// have.
    pub fn read(games: GameList, folder: &Path) -> Result<Self, InputError> {
        let results = Results::read(folder)?;
        let place = Location::whole(folder.display().to_string());
        let game = results.manifest.game_in(games).map_err(|error| error.at(&place))?;
        Ok(Self::of(game, folder, results))
    }

    /// Shows the results of this game in a folder, and tells some of their games.
    pub fn of(game: &dyn AnyGame, folder: &Path, results: Results) -> Self {
        let games = tell_games(game, &results, &StoredResults::of(folder, &results));
        let needs = Needs::of(game.repertoire(), folder, &results);
        // A slash at the end, as shells complete names, means nothing.
        let folder = folder.components().as_path().display().to_string();
        Self { results, folder, games, needs, game: game.description() }
    }

    /// Shows results that are in memory, by a name, without games in words.
    pub fn untold(game: &'static Description, name: &str, results: Results) -> Self {
        let (games, needs) = (Vec::new(), Needs::default());
        Self { results, folder: name.to_owned(), games, needs, game }
    }
}
