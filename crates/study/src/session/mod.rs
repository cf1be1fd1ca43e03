//! Plays plans, and makes results of the counts.

mod blocks;
mod control;
mod counter;
mod ladder;
mod lessons;
mod run;
mod settings;

pub use control::{Control, Notice, Progress, RunError, Stage};
pub use run::Played;
pub use settings::Session;
