//! How a command ends: success and failure.

use std::io;
use std::path::{Path, PathBuf};

use fairdeal_core::input::{InputError, may_pass, shown};
use fairdeal_core::strategy::{Fault, ProgramFailure};
use fairdeal_study::folder::FolderError;
use fairdeal_study::report::PageError;
use fairdeal_study::results::{LockError, WriteError};
use fairdeal_study::session::RunError;
use fairdeal_study::shards::ShardError;

/// A successful end of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// Everything was done.
    Done,
    /// It is not settled whether the rules meet a goal.
    NotSettled,
    /// The rules miss a goal, or have holes.
    Missed,
    /// The user interrupted it. Finished work is kept.
    Interrupted,
}

impl Outcome {
    /// The exit code.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Missed => 4,
            Self::NotSettled => 5,
            Self::Interrupted => 130,
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Write(WriteError),
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Page(PageError),
    #[error(
        "strategy `{strategy}` failed in seat {} at decision {} of game {index}: {fault}",
        .fault.seat.index(), .fault.decision
    )]
    Trace { strategy: String, index: u64, fault: Fault },
    #[error("game {index} cannot be played to its end: {mistake}")]
    Rules { index: u64, mistake: Box<str> },
    #[error("{0}")]
    Program(#[from] Box<ProgramFailure>),
    #[error(
        "{}: has the name of a file that would be written, and is no part of results that the program wrote here\n  \
         --out writes elsewhere, --force overwrites it",
        shown(.0)
    )]
    ForeignFile(PathBuf),
    #[error("{}: is there already, and is not overwritten\n  --out writes elsewhere", shown(.0))]
    AlreadyThere(PathBuf),
    /// A file or folder that cannot be read.
    #[error("{}: cannot be read: {reason}", shown(.path))]
    Unreadable { path: PathBuf, reason: io::Error },
    /// The shards of a plan cannot be merged: the problems line by line, and whether playing some
    /// shards solves it.
    #[error("{message}")]
    Shards { message: String, may_pass: bool },
    /// A training that cannot go on.
    #[error("the training ends: {0}")]
    Training(String),
    #[error("a table could not be written: {0}")]
    Csv(#[from] csv::Error),
    #[error("standard output cannot be written: {0}")]
    Output(io::Error),
    /// The reader of the output closed it.
    #[error("standard output is closed")]
    ClosedPipe,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Output(error),
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Foreign(path) | FolderError::Page(PageError::Foreign(path)) => {
                Self::ForeignFile(path)
            }
            FolderError::Run(error) => error.into(),
            FolderError::Page(error) => error.into(),
            error => Self::Folder(error),
        }
    }
}

impl From<ShardError> for Failure {
    fn from(error: ShardError) -> Self {
        match error {
            ShardError::Run(error) => error.into(),
            ShardError::Write(error) => Self::Write(error),
        }
    }
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Self {
        match error {
            PageError::Foreign(path) => Self::AlreadyThere(path),
            PageError::Input(error) => error.into(),
            error => Self::Page(error),
        }
    }
}

impl Failure {
    /// The exit code: 3 if the same command may work another time, for example after a full disk or
    /// a folder in use, and 1 if something must be changed first.
    pub(super) fn code(&self) -> u8 {
        let may_pass = match self {
            Self::Folder(
                FolderError::Lock(LockError::Write(error))
                | FolderError::Unwritten { reason: LockError::Write(error), .. }
                | FolderError::Write(error),
            )
            | Self::Page(PageError::Write(error))
            | Self::Run(RunError::Unwritten(error))
            | Self::Write(error) => error.may_pass(),
            Self::Folder(
                FolderError::Lock(LockError::Busy(_))
                | FolderError::Unwritten { reason: LockError::Busy(_), .. },
            )
            | Self::Run(RunError::Threads(_) | RunError::NotLearned(_)) => true,
            Self::Input(error) | Self::Run(RunError::Input(error)) => error.may_pass(),
            Self::Unreadable { reason: error, .. } | Self::Output(error) => may_pass(error),
            Self::Csv(error) => {
                matches!(error.kind(), csv::ErrorKind::Io(error) if may_pass(error))
            }
            Self::Shards { may_pass, .. } => *may_pass,
            _ => false,
        };
        if may_pass { 3 } else { 1 }
    }

    /// A file or folder that cannot be read.
    pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |reason| Self::Unreadable { path: path.to_owned(), reason }
    }

    /// A file or folder that cannot be written.
    pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |reason| Self::Write(WriteError::new(path, &reason))
    }
}
