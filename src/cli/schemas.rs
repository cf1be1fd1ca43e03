//! `fairdeal schemas`.

use std::path::PathBuf;

use clap::Args;

use super::failure::{Failure, Outcome};
use fairdeal_core::registry::GameList;
use fairdeal_study::experiment::schema;
use fairdeal_study::results::replace;

#[derive(Args, Debug)]
pub(super) struct SchemasArguments {
    /// The folder to write them to, GAME.json for each game
    #[arg(value_name = "DIR", default_value = "experiments/schemas")]
    folder: PathBuf,
}

/// Writes the schema of experiments about each game.
pub(super) fn schemas(games: GameList, arguments: &SchemasArguments) -> Result<Outcome, Failure> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder).map_err(Failure::unwritable(folder))?;
    for game in games.descriptions() {
        let path = folder.join(format!("{}.json", game.name));
        let text = format!("{:#}\n", schema(game));
        replace(&path, text.as_bytes()).map_err(Failure::unwritable(&path))?;
    }
    Ok(Outcome::Done)
}
