//! Cards as the engines hold them: sets of bits.

pub mod bits;
