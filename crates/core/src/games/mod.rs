//! The games, one folder each. A game imports no other.

pub mod crackpipe;
pub mod crisps;
pub mod crypto_cards;
pub mod scrip;

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
