//! The kinds of strategy that know a game, one folder per game.

pub mod crackpipe;
pub mod crisps;
pub mod crypto_cards;
mod kinds;
pub mod scrip;
