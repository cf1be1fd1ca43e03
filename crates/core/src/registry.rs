//! From the name of a game to the game.

use crate::any_game::AnyGame;
use crate::game::Description;
use crate::games::{crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip};
use crate::input::Unknown;

/// The games of this package. Add new ones here.
pub const GAMES: GameList = GameList(&[&Crisps, &Crackpipe, &Scrip, &CryptoCards]);

/// The games of a program.
///
/// ```
/// use fairdeal_core::games::{crisps::Crisps, scrip::Scrip};
/// use fairdeal_core::registry::{GAMES, GameList};
///
/// let two = GameList(&[&Crisps, &Scrip]);
/// assert_eq!(two.descriptions().count(), 2);
/// assert_eq!(GAMES.descriptions().count(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameList(pub &'static [&'static dyn AnyGame]);

impl GameList {
    /// Iterates over the games, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.0.iter().copied()
    }

    /// Iterates over the descriptions of the games, in the order of the list.
    pub fn descriptions(self) -> impl Iterator<Item = &'static Description> {
        self.iter().map(AnyGame::description)
    }

    /// Returns the game of this name.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn find(self, name: &str) -> Result<&'static dyn AnyGame, Unknown> {
        self.iter().find(|game| game.description().name == name).ok_or_else(|| {
            Unknown::new("game", name, self.descriptions().map(|game| game.name))
                .listed_in("`list games`")
        })
    }
}

/// Returns the advice for a game that is not in the list, unless its name is probably a misspelt
/// one from the list.
pub fn own_games(unknown: &Unknown) -> Option<String> {
    let is_misspelt = unknown.nearest().is_some() && !unknown.found.contains(['.', '/']);
    (!is_misspelt).then(|| {
        "a game of your own is written in Rust today: docs/own-games.md shows how".to_owned()
    })
}
