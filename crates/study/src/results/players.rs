//! Files of players who learned a game.

use std::fs;
use std::path::{Path, PathBuf};

use fairdeal_core::input::{InputError, Location};
use fairdeal_core::strategy::{FORESEEN, Repertoire, Shape, StrategyFile};

use super::durable::{WriteError, folder_of, replace};

/// The file of a player who learned for an experiment, by the key of its training: in the folder
/// `adapted` of the game's strategies.
pub(crate) fn learned_file(game: &Repertoire, key: &str) -> PathBuf {
    game.strategies_folder().join("adapted").join(key).with_extension("toml")
}

/// Reads a player who learned for an experiment; `name`: that in its line-ups.
pub(crate) fn read_player(
    game: &Repertoire,
    key: &str,
    name: &str,
) -> Result<StrategyFile, InputError> {
    let path = learned_file(game, key);
    let file = StrategyFile::find(game, &path.to_string_lossy(), &Location::file(&path))?;
    Ok(StrategyFile { name: name.to_owned(), ..file })
}

/// Makes the folder of a file, where it is missing.
///
/// # Errors
/// When it cannot be made.
pub fn prepare(file: &Path) -> Result<(), WriteError> {
    let folder = folder_of(file);
    fs::create_dir_all(folder).map_err(|error| WriteError::new(folder, &error))
}

/// Returns the strategy file of a search that looks ahead with the player of the file `learned.toml`
/// beside it: it plays simulated games by this player, and takes another action than it only on
/// evidence. If the player `estimates` worth, they stop at the decision after the next one, so a
/// decision takes some milliseconds, however long the game is. `margin`: the weight of margins when it
/// learned, which is in its estimates.
pub fn search_with_learned(estimates: bool, margin: f64, command: &str) -> String {
    let (iterations, foresight) =
        if estimates { (200, format!("foresight = {FORESEEN}\n")) } else { (50, String::new()) };
    format!(
        "kind = \"flat-monte-carlo\"\nsummary = \"Looks ahead with the player that learned the \
         game, and takes another action only on evidence.\"\n\n# Made by `{command}`.\n\
         [parameters]\niterations = {iterations}\n{foresight}margin = {margin}\nrace = 2.5\nrollout = \"learned\"\n\
         prior = \"learned\"\nevidence = 1.0\n"
    )
}

/// Returns the texts of the strategy file for a player who learned, and of the file of its weights
/// beside it, with their paths; nothing for a player without weights. `shape`: that of the weights.
/// `game`: the name of the game. `command`: what made the player. `told`: sentences about it; the
/// first one is the summary.
pub fn player_files(
    file: &Path,
    player: &StrategyFile,
    shape: Shape,
    game: &str,
    command: &str,
    told: &[String],
) -> Vec<(PathBuf, String)> {
    let Some(made) = &player.weights else { return Vec::new() };
    let path = file.with_extension("weights");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let origin = format!("Made by `{command}`.\n{}\n", told.join("\n"));
    let weights = made.text(shape, game, &origin);
    let mix = player.parameters.iter().find(|(knob, _)| knob.key == "mix");
    let mix = mix.map_or_else(String::new, |(_, mix)| format!("mix = {mix}\n"));
    let text = format!(
        "kind = \"{}\"\nsummary = \"{}\"\n\n# Made by `{command}`.\n[parameters]\n\
         weights = \"{name}\"\n{mix}",
        player.kind,
        told.first().map_or("", String::as_str)
    );
    vec![(path, weights), (file.to_owned(), text)]
}

/// Writes the files of a player who learned, see [`player_files`].
///
/// # Errors
/// When a file or its folder cannot be written.
pub fn write_player(files: &[(PathBuf, String)]) -> Result<(), WriteError> {
    for (path, text) in files {
        prepare(path)?;
        replace(path, text.as_bytes()).map_err(|error| WriteError::new(path, &error))?;
    }
    Ok(())
}
