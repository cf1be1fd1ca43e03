//! Compiles a typed program, and plays it.
//!
//! `compile` turns a program and the values of its knobs into `code`, a list of operations on
//! slots. `run` executes it until a decision, and `play` goes from decision to decision. A `state`
//! is flat, so that searches can copy it.

pub(crate) mod arithmetic;
pub(crate) mod code;
pub(crate) mod compile;
pub(crate) mod coverage;
pub(crate) mod deciding;
pub(crate) mod lists;
pub(crate) mod options;
pub(crate) mod play;
pub(crate) mod redraw;
mod run;
mod sets;
pub(crate) mod state;
pub(crate) mod trouble;
mod visit;
pub(crate) mod zones;
