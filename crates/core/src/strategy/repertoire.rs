//! The strategies of a game, as plain data.

use std::path::{Path, PathBuf};

use super::{Kind, Playable};
use crate::game::Description;

/// The strategies of a game: the kinds that are compiled into this program, and the files that it
/// carries. Strategy files are read with it, whatever the type of the game.
#[derive(Clone, Copy, Debug)]
pub struct Repertoire {
    /// The game.
    pub game: &'static Description,
    /// The kinds of strategy that are compiled into this program.
    pub kinds: &'static [Kind],
    /// The shipped strategy files: name and text.
    pub shipped: &'static [(&'static str, &'static str)],
    /// The shipped weights of networks: the name of the file and its text.
    pub weights: &'static [(&'static str, &'static str)],
    /// The folder of the strategy files of users; by default `strategies/` and the game's name, in
    /// the current directory.
    pub folder: Option<&'static str>,
    /// The shipped strategies that make a ladder of skill, weakest first.
    pub ladder: &'static [&'static str],
    /// The shipped experiments about the game: name and text.
    pub experiments: &'static [(&'static str, &'static str)],
}

impl Repertoire {
    /// Returns the strategies of game `G`.
    pub const fn of<G: Playable>() -> &'static Self {
        G::REPERTOIRE
    }

    /// Returns the strategies of a game of type `G` that is made at run time: those of the type,
    /// for a game with this description. Files of its own can be set before it is
    /// [leaked](Self::leak).
    pub fn made<G: Playable>(game: Description) -> Self {
        Self { game: Box::leak(Box::new(game)), ..*Self::of::<G>() }
    }

    /// Returns the folder of the strategy files of users.
    pub fn strategies_folder(&self) -> PathBuf {
        match self.folder {
            Some(folder) => folder.into(),
            None => Path::new("strategies").join(self.game.name),
        }
    }

    /// Keeps it until the program ends. A game lives as long as the program, which makes only a
    /// few: so its description and all texts in it are leaked (`String::leak`, `Vec::leak`), and
    /// no reader of them pays for owned texts.
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// Returns the kind of this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}
