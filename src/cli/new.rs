//! `fairdeal new` and `fairdeal schemas`: files for those who write experiments.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Component;

use super::prelude::*;
use fairdeal_core::game::Description;
use fairdeal_core::registry::GAME_FILE;
use fairdeal_study::experiment::{FOLDER, schema, starter, tune_starter};
use fairdeal_study::results::{create, replace};
use serde_json::Value;

#[derive(Args, Debug)]
pub(super) struct NewArguments {
    /// The game; or a game file that is not there yet, which is then written
    pub(super) game: String,
    /// The file to write, which must not exist yet [default: experiments/my-GAME.toml; for a game
    /// file, beside it]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// A search for rules that meet goals [default file: experiments/tune-GAME.toml]
    #[arg(long)]
    pub(super) tune: bool,
}

/// Writes an experiment to start from, about an existing game.
pub(super) fn new(
    games: GameList,
    arguments: &NewArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let named = Path::new(&arguments.game);
    let is_new = arguments.game.ends_with(GAME_FILE) && !named.exists();
    if let Some(files) = games
        .files()
        .filter(|files| is_new && !arguments.tune && files.shipped(&arguments.game).is_none())
    {
        let path = arguments.out.as_deref().unwrap_or(named);
        let (shown, program) = (word(path), program::name());
        write(path, &files.starter(&shown, &program))?;
        writeln!(
            out,
            "Written to {shown}. It is a game that plays:\n\n    {program} check {shown}"
        )?;
        return Ok(Outcome::Done);
    }
    let game = game_named(games, &arguments.game)?;
    let found = games.file_of(&arguments.game, Path::new(""));
    let named = found.as_deref().unwrap_or(named);
    let kind = if arguments.tune { "tune" } else { "my" };
    let file = format!("{kind}-{}.toml", game.description().name);
    // An experiment about a game file stands beside it, unless --out says otherwise.
    let folder = match named.parent() {
        Some(folder) if named.is_file() && game.source().is_some() => folder,
        _ => Path::new(FOLDER),
    };
    let path = arguments.out.clone().unwrap_or_else(|| folder.join(file));
    let about = match game.source() {
        None => game.description().name.to_owned(),
        Some(source) if path.parent() == named.parent() || !named.is_file() => {
            source.name().to_owned()
        }
        // The path leads from the file to the game, so that both can be moved together.
        Some(_) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let absolute = |path: &Path| {
                // An empty path is no path.
                std::path::absolute(Path::new(".").join(path)).map_err(Failure::unreadable(path))
            };
            from_folder(&absolute(folder)?, &absolute(named)?)
        }
    };
    let (file, path, program) = (&path, word(&path), program::name());
    let (text, command) = if arguments.tune {
        (tune_starter(game, &about, &path, &program), "tune")
    } else {
        (starter(game, &about, &path, &program), "run")
    };
    write(file, &text)?;
    writeln!(out, "Written to {path}. It is ready to run:\n\n    {program} {command} {path}")?;
    Ok(Outcome::Done)
}

/// The path of a file from a folder, both absolute: as it is where they have nothing in common.
fn from_folder(folder: &Path, file: &Path) -> String {
    let parts = |path: &Path| {
        path.components().fold(Vec::<OsString>::new(), |mut parts, part| {
            match part {
                Component::CurDir => {}
                Component::ParentDir if parts.len() > 1 => drop(parts.pop()),
                part => parts.push(part.as_os_str().to_owned()),
            }
            parts
        })
    };
    let (folder, parts) = (parts(folder), parts(file));
    let common = folder.iter().zip(&parts).take_while(|(one, other)| one == other).count();
    if common == 0 {
        return file.display().to_string();
    }
    let up = std::iter::repeat_n("..".to_owned(), folder.len() - common);
    let down = parts[common..].iter().map(|part| part.to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Writes a new file, and its folder if that is missing. If this fails, neither is left behind. An
/// existing file is never overwritten.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().skip(1).take_while(is_missing).collect();
    let written = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| create(path, text.as_bytes()));
    written.map_err(|error| {
        for folder in missing {
            // Only removes an empty folder.
            let _ = std::fs::remove_dir(folder);
        }
        match error.kind() {
            ErrorKind::AlreadyExists if path.exists() => Failure::AlreadyThere(path.to_owned()),
            _ => Failure::unwritable(path)(error),
        }
    })
}

#[derive(Args, Debug)]
pub(super) struct SchemasArguments {
    /// The folder in which experiments/schemas/GAME.json and strategies/schemas/GAME.json are
    /// written, for each game
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// Writes the schemas of experiments about each game, and of its strategies.
pub(super) fn schemas(games: GameList, arguments: &SchemasArguments) -> Result<Outcome, Failure> {
    let write = |of: &str, game: &Description, schema: Value| {
        let folder = arguments.folder.join(of).join("schemas");
        std::fs::create_dir_all(&folder).map_err(Failure::unwritable(&folder))?;
        let path = folder.join(format!("{}.json", game.name));
        replace(&path, format!("{schema:#}\n").as_bytes()).map_err(Failure::unwritable(&path))
    };
    for game in games.iter().chain(games.carried()) {
        write("experiments", game.description(), schema(game.description()))?;
        write("strategies", game.description(), game.repertoire().schema())?;
    }
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_from_the_folder_to_the_file() {
        let path = |folder: &str, file: &str| from_folder(Path::new(folder), Path::new(file));
        assert_eq!(path("/home/me/experiments", "/home/me/game.py"), "../game.py");
        assert_eq!(path("/home/me", "/home/me/games/game.py"), "games/game.py");
        assert_eq!(path("/home/me/a/b", "/home/me/c/./game.py"), "../../c/game.py");
        assert_eq!(path("/home/me/../you", "/home/me/game.py"), "../me/game.py");
        assert_eq!(path("/home/me/.", "/home/me/game.py"), "game.py");
    }
}
