//! One page that shows what a game is like: results in pictures, as a single HTML file that needs no network, no server and no script.
//!
//! Every number comes from `results.json`. Games that are told are played again by their numbers.

mod charts;
mod download;
mod format;
mod page;
mod sections;
mod table;
mod told;

use std::path::Path;

use crate::game::UNFINISHED;
use crate::input::{InputError, Location, Problem};
use crate::registry::{GameList, Visitor};
use crate::results::{Results, StoredResults};
use crate::strategy::{Playable, StrategyFile};

pub use page::page;
pub use told::{ToldGame, tell_games};

/// An experiment as the page shows it.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What it found.
    pub results: Results,
    /// Where its results are, as commands name the folder.
    pub folder: String,
    /// Games of it, told.
    pub games: Vec<ToldGame>,
    /// What it takes to play it again, beside the program.
    pub needs: Needs,
    /// What the program says of the game.
    pub game: GameInWords,
}

/// What the program says of a game, for readers who do not know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInWords {
    /// The game in one sentence.
    pub summary: &'static str,
    /// What each knob of its rules means, by its name.
    pub knobs: Vec<(&'static str, &'static str)>,
    /// What its own sets of rules are, by their names.
    pub presets: Vec<(&'static str, &'static str)>,
    /// The ways in which a game can end by its rules.
    pub end_reasons: Vec<&'static str>,
}

impl GameInWords {
    fn of<G: Playable>() -> Self {
        let description = G::DESCRIPTION;
        Self {
            summary: description.summary,
            knobs: description.knobs.iter().map(|knob| (knob.key, knob.meaning)).collect(),
            presets: description.presets.iter().map(|preset| (preset.name, preset.summary)).collect(),
            end_reasons: description.end_reasons.iter().copied().filter(|reason| *reason != UNFINISHED).collect(),
        }
    }
}

/// Strategies that the program does not carry, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// They are files of somebody.
    pub files: Vec<String>,
    /// They are programs: nothing tells whether they still play as they did.
    pub programs: Vec<String>,
    /// They are Rust types of another program, or of another version of this one.
    pub unknown: Vec<String>,
}

impl Needs {
    fn of<G: Playable>(results: &Results) -> Self {
        let strategies = results.manifest.strategies.as_object();
        let all = || strategies.into_iter().flatten();
        let known = || all().map(|(name, _)| name.as_str()).chain(G::SHIPPED.iter().map(|(name, _)| *name));
        let mut needs = Self::default();
        for (name, json) in all().filter(|(name, _)| !known().any(|base| is_made_of(name, base))) {
            let file = StrategyFile::from_json::<G>(name, json, &Location::whole("results.json"));
            match file {
                Ok(file) if file.program.is_some() => needs.programs.push(name.clone()),
                Ok(file) if file.is_shipped::<G>() => {}
                Ok(_) => needs.files.push(name.clone()),
                Err(_) => needs.unknown.push(name.clone()),
            }
        }
        needs
    }
}

/// Is it the name of a copy of a strategy, with a doubled budget or without an action, which no file describes?
fn is_made_of(name: &str, base: &str) -> bool {
    name.strip_prefix(base).is_some_and(|rest| rest.starts_with(" x") || rest.starts_with(" without "))
}

impl Experiment {
    /// Reads the results in a folder, of whatever game of the list, and tells some of their games.
    ///
    /// # Errors
    /// When there are no results, those of another version, or of a game that the list does not have.
    pub fn read<L: GameList>(folder: &Path) -> Result<Self, InputError> {
        let results = Results::read(folder)?;
        let game = results.manifest.game.clone();
        let unknown = |unknown| InputError::new(Location::whole(folder.display().to_string()), Problem::Unknown(unknown));
        L::visit(&game, Tell { folder, results }).map_err(unknown)
    }

    /// The same, of game `G`.
    ///
    /// # Errors
    /// When there are no results, or those of another version.
    pub fn read_as<G: Playable>(folder: &Path) -> Result<Self, InputError> {
        Ok(Tell { folder, results: Results::read(folder)? }.visit::<G>())
    }
}

struct Tell<'a> {
    folder: &'a Path,
    results: Results,
}

impl Visitor for Tell<'_> {
    type Output = Experiment;

    fn visit<G: Playable>(self) -> Experiment {
        let Self { folder, results } = self;
        let games = tell_games::<G>(&results, &StoredResults::of(folder, &results));
        // A slash at the end, as shells complete names, says nothing.
        let folder = folder.components().as_path().display().to_string();
        let needs = Needs::of::<G>(&results);
        Experiment { results, folder, games, needs, game: GameInWords::of::<G>() }
    }
}
