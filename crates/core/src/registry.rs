//! Finds a game by its name.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use crate::any_game::AnyGame;
use crate::game::{Description, GameSource};
use crate::games::{crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip};
use crate::input::{InputError, Location, Problem, Unknown};

/// The games that are compiled into this package. Add new ones here.
pub const GAMES: GameList = GameList::new(&COMPILED);

/// Has an address, unlike a constant, which every package that names it would compile again,
/// together with the games.
static COMPILED: [&dyn AnyGame; 4] = [&Crisps, &Crackpipe, &Scrip, &CryptoCards];

/// The ending of the name of a game file.
pub const GAME_FILE: &str = ".py";

/// The games of a program.
///
/// ```
/// use fairdeal_core::games::{crisps::Crisps, scrip::Scrip};
/// use fairdeal_core::registry::{GAMES, GameList};
///
/// let two = GameList::new(&[&Crisps, &Scrip]);
/// assert_eq!(two.descriptions().count(), 2);
/// assert_eq!(GAMES.descriptions().count(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameList {
    games: &'static [&'static dyn AnyGame],
    files: Option<&'static dyn GameFiles>,
}

/// The command that lists the games.
const LISTED: &str = "`list games`";

/// Reads game files, and makes games from them.
pub trait GameFiles: Debug + Sync {
    /// Reads a game file, and the tables beside it that it names.
    ///
    /// # Errors
    /// When one of them cannot be read.
    fn read(&self, path: &Path) -> Result<GameSource, InputError>;

    /// Returns the names of the game files that the program carries.
    fn names(&self) -> Vec<&'static str>;

    /// Returns the names of the game files in a folder, sorted.
    fn in_folder(&self, folder: &Path) -> Vec<String>;

    /// Returns the game file of this name that the program carries, with its tables.
    fn shipped(&self, name: &str) -> Option<GameSource>;

    /// Returns the experiments about such games that the program carries: name and text.
    fn experiments(&self) -> &'static [(&'static str, &'static str)];

    /// Returns the text of a game file to start from, which plays as it is, with comments. `path`
    /// is where it will stand, and `program` the name of the program.
    fn starter(&self, path: &str, program: &str) -> String;

    /// Makes the game of files that were read from `folder`, with its strategies in `strategies/`.
    /// It is the same game for the same texts.
    ///
    /// # Errors
    /// When it is no valid game; all errors are reported together, each with its place.
    fn make(&self, source: &GameSource, folder: &Path) -> Result<&'static dyn AnyGame, InputError>;
}

/// Why a game cannot be had by its name.
#[derive(Debug)]
pub enum NoGame {
    /// The list has no such game.
    Unknown(Unknown),
    /// It is a game file that cannot be read, or that is no valid game.
    File(InputError),
}

impl NoGame {
    /// Returns the input error for a game that is named at this place.
    pub fn at(self, place: &Location) -> InputError {
        match self {
            Self::Unknown(unknown) => {
                let hint = own_games(&unknown);
                place.error(Problem::Unknown(unknown)).hint(hint)
            }
            Self::File(error) => error,
        }
    }
}

impl GameList {
    /// Returns a list of games, in which no files are found.
    pub const fn new(games: &'static [&'static dyn AnyGame]) -> Self {
        Self { games, files: None }
    }

    /// Returns the list with the games of all files that these can make a game of.
    #[must_use]
    pub const fn with_files(self, files: &'static dyn GameFiles) -> Self {
        Self { files: Some(files), ..self }
    }

    /// Iterates over the games, in the order of the list, without those of files.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.games.iter().copied()
    }

    /// Iterates over the descriptions of the games, in the order of the list.
    pub fn descriptions(self) -> impl Iterator<Item = &'static Description> {
        self.iter().map(AnyGame::description)
    }

    /// Returns the game with this name.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn find(self, name: &str) -> Result<&'static dyn AnyGame, Unknown> {
        self.iter().find(|game| game.description().name == name).ok_or_else(|| {
            Unknown::new("game", name, self.descriptions().map(|game| game.name)).listed_in(LISTED)
        })
    }

    /// Returns the reader of game files, if there is one.
    pub fn files(self) -> Option<&'static dyn GameFiles> {
        self.files
    }

    /// Iterates over the games of files that the program carries, but for those that the list has
    /// as well.
    pub fn carried(self) -> impl Iterator<Item = &'static dyn AnyGame> {
        let names = self.files.map(GameFiles::names).unwrap_or_default();
        let open = move |name: &str| self.open(name, Path::new("")).ok();
        let is_more = move |game: &&dyn AnyGame| self.find(game.description().name).is_err();
        names.into_iter().filter_map(open).filter(is_more)
    }

    /// Returns the game that is named: one of the list, or that of a game file, whose path is
    /// relative to `folder`. The plain name of a file that does not exist means the one in the
    /// program, and so does the name of its game. A name that no game has means the [file with this
    /// name](Self::file_of) in `folder`.
    ///
    /// # Errors
    /// If there is no such game, or the file is no valid one.
    pub fn open(self, name: &str, folder: &Path) -> Result<&'static dyn AnyGame, NoGame> {
        let Some(files) = self.files.filter(|_| name.ends_with(GAME_FILE)) else {
            if let Some(game) = self.known(name) {
                return Ok(game);
            }
            return match self.file_of(name, folder) {
                Some(path) => self.open(&path.to_string_lossy(), Path::new("")),
                None => Err(NoGame::Unknown(self.unknown(name, folder))),
            };
        };
        let path = folder.join(name);
        let shipped = (!path.exists()).then(|| files.shipped(name)).flatten();
        let source = shipped.map_or_else(|| files.read(&path), Ok).map_err(NoGame::File)?;
        files.make(&source, path.parent().unwrap_or(folder)).map_err(NoGame::File)
    }

    /// Returns the game of this name: one of the list, or one that the program carries.
    fn known(self, name: &str) -> Option<&'static dyn AnyGame> {
        self.iter().chain(self.carried()).find(|game| game.description().name == name)
    }

    /// Returns the path of the game file in a folder that a name without an ending means, if no
    /// game of the program has this name: `my-game` is `my-game.py`, or else `my_game.py`.
    pub fn file_of(self, name: &str, folder: &Path) -> Option<PathBuf> {
        let is_plain = !name.is_empty() && !name.contains(['/', '\\']);
        if self.files.is_none() || !is_plain || self.known(name).is_some() {
            return None;
        }
        let paths = [name.to_owned(), name.replace('-', "_")]
            .map(|stem| folder.join(format!("{stem}{GAME_FILE}")));
        paths.into_iter().find(|path| path.is_file())
    }

    /// An unknown name, among the games of the program and those of the files in a folder.
    fn unknown(self, name: &str, folder: &Path) -> Unknown {
        let known = self.iter().chain(self.carried()).map(|game| game.description().name);
        let beside = self.files.map(|files| files.in_folder(folder)).unwrap_or_default();
        // Names that `list games` does not show come first.
        let beside = beside.iter().map(|file| file.trim_end_matches(GAME_FILE).replace('_', "-"));
        let mut names: Vec<String> = Vec::new();
        for name in beside.chain(known.map(str::to_owned)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Unknown::new("game", name, names).listed_in(LISTED)
    }

    /// Returns the game behind stored results or plans: one of the list, or the one that is made
    /// again from its stored files.
    ///
    /// # Errors
    /// If the list does not have it, or the files are no valid game for this program.
    pub fn open_kept(
        self,
        name: &str,
        source: Option<&GameSource>,
    ) -> Result<&'static dyn AnyGame, NoGame> {
        match (source, self.files) {
            (Some(source), Some(files)) => files.make(source, Path::new("")).map_err(NoGame::File),
            _ => self.find(name).map_err(NoGame::Unknown),
        }
    }
}

/// Returns the advice for a game that is not in the list, unless its name is probably a misspelt
/// one from the list.
fn own_games(unknown: &Unknown) -> Option<String> {
    let is_misspelt = unknown.nearest().is_some() && !unknown.found.contains(['.', '/']);
    (!is_misspelt).then(|| {
        "a game of your own is a file that ends in .py: docs/game-files.md shows how".to_owned()
    })
}
