//! Games in files: rules written in a part of Python's syntax, typed, compiled, and played like
//! the other games.
//!
//! A file goes through two halves: the [`front`] parses and types it and makes a
//! [`program::Program`], with errors that name line and column; the [`machine`] turns the program
//! into code and plays it.

pub mod files;
pub mod front;
pub mod game;
pub mod machine;
pub mod program;
pub mod python;
