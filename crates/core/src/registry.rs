//! From the name of a game to code made for it.

use crate::game::Description;
use crate::input::Unknown;
use crate::strategy::Playable;

/// A function of a game that is known only by name.
pub trait Visitor {
    /// The return type.
    type Output;

    /// Runs the function for game `G`.
    fn visit<G: Playable>(self) -> Self::Output;
}

/// The games of a program: see [`games!`](crate::games!).
///
/// A list is a type: `()`, or a pair of a game and the rest of the list.
pub trait GameList {
    /// Returns the descriptions of the games, in the order of the list.
    fn descriptions() -> Vec<&'static Description>;

    /// Runs a visitor for the game of this name. Returns `None` if the list has no such game.
    fn find<V: Visitor>(name: &str, visitor: V) -> Option<V::Output>;

    /// Runs a visitor for the game of this name.
    ///
    /// # Errors
    /// If there is no such game.
    fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Unknown> {
        Self::find(name, visitor).ok_or_else(|| {
            Unknown::new("game", name, Self::descriptions().into_iter().map(|game| game.name))
                .listed_in("`list games`")
        })
    }
}

impl GameList for () {
    fn descriptions() -> Vec<&'static Description> {
        Vec::new()
    }

    fn find<V: Visitor>(_name: &str, _visitor: V) -> Option<V::Output> {
        None
    }
}

impl<G: Playable, Rest: GameList> GameList for (G, Rest) {
    fn descriptions() -> Vec<&'static Description> {
        let mut all = vec![&G::DESCRIPTION];
        all.extend(Rest::descriptions());
        all
    }

    fn find<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
        if name == G::DESCRIPTION.name {
            Some(visitor.visit::<G>())
        } else {
            Rest::find(name, visitor)
        }
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

/// Makes a [`GameList`] of games that are unit structs: a value where a value is due, a type where
/// a type is.
///
/// ```
/// use fairdeal_core::games::{AllGames, crisps::Crisps, scrip::Scrip};
/// use fairdeal_core::registry::GameList;
///
/// type Two = fairdeal_core::games![Crisps, Scrip];
/// assert_eq!(Two::descriptions().len(), 2);
/// assert_eq!(AllGames::descriptions().len(), 4);
/// ```
#[macro_export]
macro_rules! games {
    () => { () };
    ($game:path $(, $rest:path)* $(,)?) => { ($game, $crate::games![$($rest),*]) };
}
