//! Why there is no review.

use std::path::PathBuf;

use fairdeal_core::input::{InputError, shown};
use fairdeal_study::folder::FolderError;
use fairdeal_study::results::WriteError;
use fairdeal_study::session::RunError;
use fairdeal_study::shards::PlanFile;

/// A phase that is cut into shards.
#[derive(Debug)]
pub struct Planned {
    /// Its plan.
    pub plan: PlanFile,
    /// The file of the plan.
    pub path: PathBuf,
    /// The folder of its results, where the review looks for them.
    pub results: PathBuf,
}

/// Why there is no review.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The rules cannot be played.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A phase cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The results of a phase cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Players cannot learn.
    #[error("the training ends: {0}")]
    Training(String),
    /// A table cannot be made. This never happens in practice, because tables are made in memory.
    #[error("a table could not be made: {0}")]
    Table(#[from] csv::Error),
    /// A file cannot be written.
    #[error(transparent)]
    Write(WriteError),
    /// The next phase is planned in shards, and has to be played and merged first.
    #[error("the next phase is planned: {}", shown(&.0.path))]
    Planned(Box<Planned>),
    /// It was stopped. What was played is kept.
    #[error("interrupted")]
    Interrupted,
}
