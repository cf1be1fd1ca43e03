//! The games, one folder each. A game imports no other.

pub mod crackpipe;
pub mod crisps;
pub mod crypto_cards;
pub mod scrip;

/// The games of this package, as a list: the place where a new one is added.
pub type AllGames =
    crate::games![crisps::Crisps, crackpipe::Crackpipe, scrip::Scrip, crypto_cards::CryptoCards];

/// Calls a function for every game, in tests that need more of a game than
/// [`Playable`](crate::strategy::Playable): how to look into its states.
#[cfg(test)]
macro_rules! with_each_game {
    ($function:ident) => {
        $function::<$crate::games::crisps::Crisps>();
        $function::<$crate::games::crackpipe::Crackpipe>();
        $function::<$crate::games::scrip::Scrip>();
        $function::<$crate::games::crypto_cards::CryptoCards>();
    };
}
#[cfg(test)]
pub(crate) use with_each_game;
