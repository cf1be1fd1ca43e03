//! Cards as bits: sets of small numbers, and the standard deck.

pub mod bits;
pub mod standard;
