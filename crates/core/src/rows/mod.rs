//! The rows of the tables: plain data, one struct per row.
//!
//! CSV files, `results.json`, the screen, sentences, stopping rules and users of the library all
//! read rows. In each table the whole numbers that were counted come first; everything else can be
//! computed from them. Undefined values are `None`: an empty cell.

mod columns;
mod fixed;
mod names;
mod tables;
mod value;

pub use columns::{Cells, Column, Columns, Field, Row};
pub use fixed::{
    Against, Between, ChanceView, Correction, Family, Method, Often, Pick, Position, Source,
    Standing, Verdict,
};
pub use names::{Names, Point};
pub use tables::*;
pub use value::KnobValue;
