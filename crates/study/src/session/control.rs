//! How a run is watched and stopped, and why it may have no result.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::results::{Manifest, Unusable, WriteError};
use fairdeal_core::any_game::TableError;
use fairdeal_core::input::InputError;
use fairdeal_core::metrics::MergeError;
use fairdeal_core::strategy::{Fault, ProgramFailure};

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A strategy made no legal choice.
    #[error(
        "strategy `{strategy}` failed in seat {} at decision {} of block {block} ({variant}, {lineup}, arrangement {arrangement}): {fault}",
        .fault.seat, .fault.decision
    )]
    Strategy {
        /// The strategy.
        strategy: String,
        /// What it did, and where in the game.
        fault: Fault,
        /// The block.
        block: u64,
        /// The variant.
        variant: String,
        /// The line-up.
        lineup: String,
        /// Who sat where: the strategies seat by seat, with commas between them.
        arrangement: String,
    },
    /// A program wrote more lines than it was asked questions: what was played cannot be trusted.
    #[error("{0}")]
    Program(Box<ProgramFailure>),
    /// The counts do not add up: more games than they can hold.
    #[error(transparent)]
    Counts(#[from] MergeError),
    /// A strategy cannot be seated.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The threads could not be started.
    #[error("the worker threads could not be started: {0}")]
    Threads(String),
}

impl From<TableError> for RunError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Strategy { strategy, fault, block, variant, lineup, arrangement } => {
                Self::Strategy { strategy, fault, block, variant, lineup, arrangement }
            }
            TableError::Counts(error) => Self::Counts(error),
        }
    }
}

impl RunError {
    /// A program gave answers that may have been taken for those to other questions: so what was
    /// counted of its games may be wrong.
    pub fn mixes_up_answers(&self) -> bool {
        match self {
            Self::Program(_) => true,
            Self::Strategy { fault, .. } => {
                fault.program.as_ref().is_some_and(|program| program.mixes_up_answers())
            }
            _ => false,
        }
    }
}

/// What a session is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage<'a> {
    /// It plays the games of the plan.
    Games,
    /// It finds out whether a doubled budget pays: one strategy against another.
    Doubling(&'a str, &'a str),
    /// It measures how long a strategy takes for a decision.
    Timing(&'a str),
}

/// What whoever runs a session may want to know, and what does not end it.
#[derive(Clone, Copy, Debug)]
pub enum Notice<'a> {
    /// What was counted could not be written down to go on from: it is tried again and again, and
    /// told the first time.
    Unwritten(&'a WriteError),
    /// It was stopped before all was played: what is counted so far is judged.
    Interrupted(&'a Manifest),
    /// It was stopped while a ladder measured how long decisions take: all games are counted.
    NotTimed,
    /// The file system of this folder has no locks: nothing keeps other runs away from it.
    NoLocks(&'a Path),
    /// This folder was removed or moved while the run went on: it is made again.
    FolderVanished(&'a Path),
    /// What was counted before cannot be used: these games are played again.
    Unusable(&'a Unusable),
    /// The strategy of this name is a program, which may have changed since games of it were
    /// counted: all is played again.
    ProgramMayHaveChanged(&'a str),
    /// It was asked to go on, and nothing was counted before: all is played.
    NothingBefore,
}

/// Who is told how far a session is; called from any thread.
pub trait Progress: Sync {
    /// A stage begins, of at most this many games; 0 where that is not known, as of timing and of a
    /// run without a bound.
    fn begin(&self, stage: Stage<'_>, games: u64) {
        let _ = (stage, games);
    }

    /// This many games were counted before, and are not played again.
    fn known(&self, games: u64) {
        let _ = games;
    }

    /// This many more games were played.
    fn played(&self, games: u64) {
        let _ = games;
    }

    /// Something happened that whoever runs it may want to know, and that does not end it.
    fn notice(&self, notice: Notice<'_>) {
        let _ = notice;
    }

    /// The stage is over.
    fn end(&self) {}
}

/// Nobody is told.
impl Progress for () {}

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside to stop early: blocks already counted are kept, the first ones without a
    /// gap.
    pub stop: &'a AtomicBool,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Control").field("stop", self.stop).finish_non_exhaustive()
    }
}
