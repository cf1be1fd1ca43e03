//! The kinds of strategy that know a game, one folder a game.

pub mod crisps;
pub mod scrip;
