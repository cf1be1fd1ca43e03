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

use crate::input::{InputError, Location, Problem};
use crate::registry::{GameList, Visitor};
use crate::results::{Results, StoredResults};
use crate::strategy::Playable;

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
        Experiment { results, folder, games }
    }
}
