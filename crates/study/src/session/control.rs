//! How a run is watched and stopped, and why it may have no result.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::results::{Manifest, Unusable, WriteError};
use fairdeal_core::any_game::TableError;
use fairdeal_core::input::{InputError, shown};
use fairdeal_core::metrics::MergeError;
use fairdeal_core::strategy::ProgramFailure;

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A strategy made no legal choice, or there are more games than counts can hold.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A program wrote more lines than there were questions, so the games cannot be trusted.
    #[error("{0}")]
    Program(Box<ProgramFailure>),
    /// The counts do not add up: more games than they can hold.
    #[error(transparent)]
    Counts(#[from] MergeError),
    /// A strategy cannot be seated.
    #[error(transparent)]
    Input(#[from] InputError),
    /// No player can learn the rules.
    #[error("no player can learn the rules: {0}")]
    Training(String),
    /// A player who learned the rules could not be written.
    #[error(transparent)]
    Unwritten(WriteError),
    /// A player who learned the rules is needed, and is not here.
    #[error(
        "{}: the player that learned the rules for this plan is missing or damaged\n  \
         copy the folder from the machine that made the plan",
        shown(.0)
    )]
    NotLearned(PathBuf),
    /// The threads could not be started.
    #[error("the worker threads could not be started: {0}")]
    Threads(String),
}

impl RunError {
    /// A program gave answers that may have been taken for answers to other questions, so the
    /// counts of its games may be wrong.
    pub fn mixes_up_answers(&self) -> bool {
        match self {
            Self::Program(_) => true,
            Self::Table(TableError::Strategy { fault, .. }) => {
                fault.program.as_ref().is_some_and(|program| program.mixes_up_answers())
            }
            _ => false,
        }
    }
}

/// The current activity of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage<'a> {
    /// It plays the games of the plan.
    Games,
    /// It plays a stage of its design, such as the trial that decides what to play next. The text
    /// is the question of the stage.
    Trial(&'a str),
    /// Players learn the rules before they play. The text says which.
    Learning(&'a str),
    /// It measures how long a strategy takes for a decision.
    Timing(&'a str),
}

/// Notices that do not end a run.
#[derive(Clone, Copy, Debug)]
pub enum Notice<'a> {
    /// The counts could not be saved. The run keeps trying, and reports only the first failure.
    Unwritten(&'a WriteError),
    /// The run was stopped before all games were played. The counts so far are judged.
    Interrupted(&'a Manifest),
    /// The run was stopped while a ladder measured how long decisions take. All games are counted.
    NotTimed,
    /// The file system of this folder has no locks, so other runs may write to it.
    NoLocks(&'a Path),
    /// This folder was removed or moved during the run. It is made again.
    FolderVanished(&'a Path),
    /// Earlier counts cannot be used. These games are played again.
    Unusable(&'a Unusable),
    /// The strategy of this name is a program, which may have changed since its games were counted.
    /// Everything is played again.
    ProgramMayHaveChanged(&'a str),
    /// The run was asked to resume, but there are no earlier counts. Everything is played.
    NothingBefore,
}

/// Receives the progress of a session. Called from any thread.
pub trait Progress: Sync {
    /// A stage begins, with at most this many games; 0 if the number is not known, as for timing
    /// and for a run without a bound.
    fn begin(&self, _stage: Stage<'_>, _games: u64) {}

    /// This many games were counted earlier and are not played again.
    fn known(&self, _games: u64) {}

    /// This many more games were played.
    fn played(&self, _games: u64) {}

    /// Something happened that does not end the run.
    fn notice(&self, _notice: Notice<'_>) {}

    /// The stage is over.
    fn end(&self) {}
}

/// Ignores progress.
impl Progress for () {}

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside to stop early. Counted blocks are kept, up to the first gap.
    pub stop: &'a AtomicBool,
    /// Receives the progress.
    pub progress: &'a dyn Progress,
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Control").field("stop", self.stop).finish_non_exhaustive()
    }
}
