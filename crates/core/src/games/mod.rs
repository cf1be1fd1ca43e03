//! The games, one folder each. No game imports another.

pub mod crackpipe;
pub mod crisps;
pub mod crypto_cards;
pub mod scrip;

/// The list of this package's games. Add new ones here.
pub type AllGames =
    crate::games![crisps::Crisps, crackpipe::Crackpipe, scrip::Scrip, crypto_cards::CryptoCards];

/// Calls a function for every game, in tests that need access to states beyond
/// [`Playable`](crate::strategy::Playable).
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
