//! The games, one folder each. A game imports no other.

pub mod crisps;
pub mod scrip;

/// Calls a macro with the list of games: the place where a new game is added.
macro_rules! each_game {
    ($callback:ident) => {
        $callback! { crisps::Crisps, scrip::Scrip }
    };
}
pub(crate) use each_game;
