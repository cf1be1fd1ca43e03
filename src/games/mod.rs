//! The games, one folder each. A game imports no other.

pub mod crackpipe;
pub mod crisps;
pub mod crypto_cards;
pub mod scrip;

/// The games of this package, as a list: the place where a new one is added.
pub type AllGames = crate::games![crisps::Crisps, crackpipe::Crackpipe, scrip::Scrip, crypto_cards::CryptoCards];
