//! The strategies of a game, as plain data.

use super::{Kind, Playable};
use crate::game::Description;

/// The strategies of a game: the kinds that are compiled into this program, and the files that it
/// carries. Strategy files are read with it, whatever the type of the game.
#[derive(Clone, Copy, Debug)]
pub struct Repertoire {
    /// The game.
    pub game: &'static Description,
    /// The kinds of strategy ([`Playable::KINDS`]).
    pub kinds: &'static [Kind],
    /// The strategy files: name and text ([`Playable::SHIPPED`]).
    pub shipped: &'static [(&'static str, &'static str)],
    /// The weights of networks: the name of the file and its text ([`Playable::WEIGHTS`]).
    pub weights: &'static [(&'static str, &'static str)],
    /// The strategies that make a ladder of skill, weakest first ([`Playable::LADDER`]).
    pub ladder: &'static [&'static str],
    /// The experiments: name and text ([`Playable::EXPERIMENTS`]).
    pub experiments: &'static [(&'static str, &'static str)],
}

impl Repertoire {
    /// Returns the strategies of game `G`.
    pub const fn of<G: Playable>() -> &'static Self {
        const {
            &Self {
                game: &G::DESCRIPTION,
                kinds: G::KINDS,
                shipped: G::SHIPPED,
                weights: G::WEIGHTS,
                ladder: G::LADDER,
                experiments: G::EXPERIMENTS,
            }
        }
    }

    /// Returns the kind of this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}
