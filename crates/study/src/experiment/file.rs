//! The file of an experiment.

use std::path::Path;

use super::Plan;
use super::given::Given;
use super::make::make;
use super::question::Overrides;
use super::read::check_top;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{Document, InputError, Problem, Unknown};
use fairdeal_core::registry::own_games;

/// The name of the game that an experiment is about, with its line.
///
/// # Errors
/// When the file names no game; with it, the keys that no experiment has.
pub fn game_of(document: &Document) -> Result<(usize, &str), InputError> {
    let top = document.top();
    let game = top.required_text("game", "the name of a game, as `list games` shows them");
    game.map_err(|error| error.with(check_top(&top).err()))
}

/// The error that an experiment is about a game that is not known; with it, the keys that no
/// experiment has.
pub fn unknown_game(document: &Document, line: usize, unknown: Unknown) -> InputError {
    let top = document.top();
    let hint = own_games(&unknown);
    top.error_at(line, Problem::Unknown(unknown)).hint(hint).with(check_top(&top).err())
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
/// When anything in the file is at fault: all problems are told together, each with its place.
pub fn parse(
    game: &'static dyn AnyGame,
    document: &Document,
    overrides: Overrides,
) -> Result<Plan, InputError> {
    make(document, overrides, Given::new(game, &name_of(document)))
}
