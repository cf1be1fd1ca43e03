//! The file of an experiment.

use std::path::Path;

use super::Plan;
use super::given::Given;
use super::make::make;
use super::question::Overrides;
use super::read::check_top;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{Document, InputError, Location};
use fairdeal_core::registry::GameList;

/// The game that an experiment is about. The path of a game file is taken from the folder of the
/// experiment.
///
/// # Errors
/// When the experiment names no game, or one that cannot be had; with it, the keys that no
/// experiment has.
pub fn game_of(games: GameList, document: &Document) -> Result<&'static dyn AnyGame, InputError> {
    let top = document.top();
    let named = top.required_text("game", "the name of a game, as `list games` shows them");
    let found = named.and_then(|(line, name)| {
        let folder = Path::new(document.source()).parent().unwrap_or(Path::new(""));
        let place = Location { source: document.source().to_owned(), line: Some(line) };
        games.open(name, folder).map_err(|error| error.at(&place))
    });
    found.map_err(|error| error.with(check_top(&top).err()))
}

/// The name of an experiment: that of its file, without the ending.
pub fn name_of(document: &Document) -> String {
    Path::new(document.source())
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Makes the plan of an experiment about a game.
///
/// # Errors
/// When the file has errors: all of them are reported together, each with its place.
pub fn parse(
    game: &'static dyn AnyGame,
    document: &Document,
    overrides: Overrides,
) -> Result<Plan, InputError> {
    make(document, overrides, Given::new(game, &name_of(document)))
}
