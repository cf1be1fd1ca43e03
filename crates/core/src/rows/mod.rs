//! The rows of the tables: plain data, one struct a row.
//!
//! A row is what CSV files, `results.json`, the screen, sentences, stopping rules and users of the
//! library read. In each table raw whole numbers come first, and everything that is derived from
//! them can be computed again. What is not defined is `None`: an empty cell.

mod columns;
mod fixed;
mod names;
mod tables;

pub use columns::{Cells, Column, Columns, Field, Row};
pub use fixed::{
    Against, Between, Correction, Method, Often, Pick, Position, Source, Standing, Verdict,
};
pub use names::{Names, Point};
pub use tables::*;
