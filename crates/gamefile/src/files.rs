//! Games by their files: those of a designer, and those in the program.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::GameSource;
use fairdeal_core::input::{InputError, Location, Problem, Unknown};
use fairdeal_core::registry::{GAME_FILE, GameFiles};

use crate::front;
use crate::game::MadeGame;

/// The largest size of a game file or a table.
const MOST_BYTES: u64 = 1 << 20;

/// A game file that the program carries.
struct Carried {
    name: &'static str,
    text: &'static str,
    /// The strategies beside it: name and text.
    strategies: &'static [(&'static str, &'static str)],
}

macro_rules! carried {
    ($($stem:literal: [$($strategy:literal),*],)*) => {
        &[$(Carried {
            name: concat!($stem, ".py"),
            text: include_str!(concat!("../games/", $stem, ".py")),
            strategies: &[$((
                $strategy,
                include_str!(concat!("../games/strategies/", $stem, "/", $strategy, ".toml")),
            )),*],
        }),*]
    };
}

const CARRIED: &[Carried] = carried! {
    "crackpipe": [],
    "crazy_eights": ["sheds", "thinks"],
    "crisps": [],
    "crypto_cards": [],
    "go_fish": ["thinks"],
    "gops": [],
    "hearts": [],
    "kuhn_poker": [],
    "scrip": [],
    "whist": [],
};

macro_rules! experiments {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../experiments/", $name, ".toml")))),*]
    };
}

/// The experiments about games of files that the program carries.
const EXPERIMENTS: &[(&str, &str)] = experiments![
    "crazy-eights-draws", "go-fish-luck", "gops-ties", "hearts-passing", "kuhn-poker-cards",
    "whist-trumps",
];

/// The game file to start from.
const STARTER: &str = include_str!("starter.py");

/// The meaning of game files, in plain Python.
pub const REFERENCE: &str = include_str!("../games/fairdeal.py");

/// Makes games of game files.
#[derive(Debug)]
pub struct Files;

/// The games that were made, by their texts: the same texts make the same game, and only once.
static MADE: Mutex<Option<HashMap<(GameSource, PathBuf), &'static MadeGame>>> = Mutex::new(None);

/// The text of a regular file of at most 1 MiB.
fn text_of(path: &Path) -> Result<String, InputError> {
    let refused =
        |found: &str, allowed: &str| Location::file(path).error(Problem::conflict(found, allowed));
    let unreadable = |error: std::io::Error| InputError::unreadable(path, &error);
    let found = std::fs::symlink_metadata(path).map_err(unreadable)?;
    if !found.is_file() {
        return Err(refused("it is no regular file", "a file, no folder and no link"));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(refused("it is larger than 1 MiB", "at most 1 MiB"));
    }
    fairdeal_core::input::text_of(bytes).map_err(unreadable)
}

/// The texts of a game file and of the tables that it names, which `table` finds.
///
/// # Errors
/// If a table cannot be read: all that is wrong with the file.
fn with_tables(
    name: &str,
    text: &str,
    table: impl Fn(&str) -> Result<String, String>,
) -> Result<GameSource, InputError> {
    let mut files = vec![(name.to_owned(), text.to_owned())];
    let mut is_missing = false;
    let mut note = |asked: &str| {
        let found = table(asked).inspect_err(|_| is_missing = true)?;
        files.push((asked.to_owned(), found.clone()));
        Ok(found)
    };
    // Other errors are reported when the game is made from the texts, or with the missing table.
    front::read_tables(text, &mut note);
    if is_missing && let Err(wrong) = front::compile(name, text, &mut |asked| table(asked)) {
        return Err(told(name, &wrong));
    }
    Ok(GameSource { files })
}

/// Returns an input error with the errors of a file.
fn told(name: &str, wrong: &front::Diagnostics) -> InputError {
    Location::whole(name).error(Problem::Told(wrong.to_string()))
}

impl GameFiles for Files {
    fn read(&self, path: &Path) -> Result<GameSource, InputError> {
        let text = text_of(path)
            .map_err(|error| error.hint((!path.exists()).then(|| self.hint_of_missing(path))))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path.parent().unwrap_or(Path::new(""));
        let table = |name: &str| text_of(&folder.join(name)).map_err(|error| error.to_string());
        with_tables(&name, &text, table)
    }

    fn names(&self) -> Vec<&'static str> {
        CARRIED.iter().map(|game| game.name).collect()
    }

    fn in_folder(&self, folder: &Path) -> Vec<String> {
        /// The line that marks a game file.
        const MARK: &str = "from fairdeal import";
        /// The most files of a folder that are looked at.
        const MOST: usize = 500;
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let is_game = |path: &PathBuf| text_of(path).is_ok_and(|text| text.contains(MARK));
        let mut names: Vec<String> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
            .take(MOST)
            .filter(is_game)
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .collect();
        names.sort_unstable();
        names
    }

    fn shipped(&self, name: &str) -> Option<GameSource> {
        let game = CARRIED.iter().find(|game| game.name == name)?;
        Some(GameSource { files: vec![(game.name.to_owned(), game.text.to_owned())] })
    }

    fn experiments(&self) -> &'static [(&'static str, &'static str)] {
        EXPERIMENTS
    }

    fn starter(&self, path: &str, program: &str) -> String {
        let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        let words = stem.split(['_', '-']).filter(|word| !word.is_empty()).map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        });
        let title = words.collect::<Vec<_>>().join(" ").replace(['"', '\\'], "");
        let text = STARTER.replace("{program}", program).replace("{path}", path);
        text.replace("{title}", &title)
    }

    fn make(&self, source: &GameSource, folder: &Path) -> Result<&'static dyn AnyGame, InputError> {
        Self::made(source, folder).map(|game| game as _)
    }
}

impl Files {
    /// Returns a hint for a game file that does not exist.
    fn hint_of_missing(&self, path: &Path) -> String {
        let start = format!("the command `new {}` writes one to start from", path.display());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = path.parent().unwrap_or(Path::new(""));
        let stem_of = |name: String| name.trim_end_matches(GAME_FILE).to_owned();
        let stems = self.in_folder(folder).into_iter().map(stem_of);
        match Unknown::new("game file", stem, stems).nearest() {
            Some(near) => format!("did you mean `{near}{GAME_FILE}`? Otherwise {start}"),
            None => start,
        }
    }

    /// Returns the game of the file at this path.
    ///
    /// # Errors
    /// When the file cannot be read, or is no valid game.
    pub fn open(path: &Path) -> Result<&'static MadeGame, InputError> {
        Self::made(&Self.read(path)?, path.parent().unwrap_or(Path::new("")))
    }

    /// The game of files.
    pub(crate) fn made(
        source: &GameSource,
        folder: &Path,
    ) -> Result<&'static MadeGame, InputError> {
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let made = made.get_or_insert_default();
        let key = (source.clone(), folder.to_owned());
        if let Some(game) = made.get(&key) {
            return Ok(game);
        }
        let mut table = |asked: &str| {
            let found = source.files[1..].iter().find(|(name, _)| name == asked);
            found.map(|(_, text)| text.clone()).ok_or_else(|| "there is no such file".to_owned())
        };
        let text = source.files.first().map_or("", |(_, text)| text);
        let program = front::compile(source.name(), text, &mut table)
            .map_err(|wrong| told(source.name(), &wrong))?;
        let is_it = |game: &&Carried| game.name == source.name() && game.text == text;
        let strategies = CARRIED.iter().find(is_it).map_or(&[][..], |game| game.strategies);
        let game = MadeGame::new(program).of(source.clone(), folder, strategies);
        let game: &'static MadeGame = Box::leak(Box::new(game));
        made.insert(key, game);
        Ok(game)
    }
}

#[cfg(test)]
mod tests;
