//! From the name of a game to code made for it.

use crate::game::Description;
use crate::games::each_game;
use crate::input::Unknown;
use crate::strategy::Playable;

/// Something to do with a game that is known by name only.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with game `G`.
    fn visit<G: Playable>(self) -> Self::Output;
}

macro_rules! dispatch {
    ($($module:ident :: $game:ident),* $(,)?) => {
        /// The descriptions of all games.
        pub const GAMES: &[&Description] =
            &[$(&<crate::games::$module::$game as crate::game::Game>::DESCRIPTION,)*];

        /// Does something with the game of this name.
        ///
        /// # Errors
        /// When there is no such game.
        pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Unknown> {
            $(
                if name == <crate::games::$module::$game as crate::game::Game>::DESCRIPTION.name {
                    return Ok(visitor.visit::<crate::games::$module::$game>());
                }
            )*
            Err(Unknown::new("game", name, GAMES.iter().map(|game| game.name)))
        }
    };
}
each_game!(dispatch);

#[cfg(test)]
mod tests;
