//! Cards as the engines hold them: sets of bits, and the standard deck.

pub mod bits;
pub mod standard;
