//! Why there is no review.

use fairdeal_core::input::InputError;
use fairdeal_study::folder::FolderError;
use fairdeal_study::results::WriteError;
use fairdeal_study::session::RunError;

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
    /// A file cannot be written.
    #[error(transparent)]
    Write(WriteError),
    /// It was stopped. What was played is kept.
    #[error("interrupted")]
    Interrupted,
}
