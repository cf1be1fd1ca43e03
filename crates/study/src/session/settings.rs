//! How a session works.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::control::{Control, Notice, RunError};
use crate::results::Checkpoints;
use fairdeal_learn::Pool;

/// Plays plans. It knows the number of threads, and how a run is watched and stopped.
///
/// ```
/// # mod fairdeal { pub use {fairdeal_core::*, fairdeal_study::*}; }
/// use fairdeal::experiment::Experiment;
/// use fairdeal::games::crisps::Crisps;
/// use fairdeal::session::Session;
///
/// let plan = Experiment::new(&Crisps, "who").blocks(50).lineup(["greedy", "random"]).plan()?;
/// let results = Session::default().run(&plan)?.results;
/// assert!(results.strategies[0].share.win_rate > Some(0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    pub(super) threads: usize,
    pub(super) control: Control<'a>,
    pub(super) allow_programs: bool,
    pub(super) checkpoints: Option<&'a Checkpoints>,
    pub(super) decisions_timed_for: Duration,
    pub(super) lessons: Lessons,
}

/// Whether players learn the rules before they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lessons {
    /// They learn the rules that were not learned before, and are kept in files.
    Learned,
    /// They learn the rules, and are kept in memory only.
    InMemory,
    /// All must be learned already.
    Known,
    /// They play without: the games are not counted.
    Skipped,
}

/// Never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Set from the beginning.
static ALWAYS: AtomicBool = AtomicBool::new(true);

impl Default for Session<'_> {
    /// One thread for each core, without progress or a stop flag. No external program may run.
    fn default() -> Self {
        Self {
            threads: 0,
            control: Control { stop: &NEVER, progress: &() },
            allow_programs: false,
            checkpoints: None,
            decisions_timed_for: Duration::from_millis(500),
            lessons: Lessons::Learned,
        }
    }
}

impl<'a> Session<'a> {
    /// Sets the number of threads; 0: one for each core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The number of threads.
    pub fn threads_used(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.threads == 0 { cores() } else { self.threads }
    }

    /// Sets how it is watched and stopped.
    #[must_use]
    pub fn control(self, control: Control<'a>) -> Self {
        Self { control, ..self }
    }

    /// Plays nothing. Earlier counts are judged as if the run had been stopped where they end.
    #[must_use]
    pub fn that_plays_nothing(self) -> Self {
        self.control(Control { stop: &ALWAYS, progress: &() })
    }

    /// Whether strategies may run external programs. If not, a plan with such a strategy is
    /// refused: a program can do everything on this machine that its user can, and a strategy file
    /// may name any program.
    #[must_use]
    pub fn allow_programs(self, allow_programs: bool) -> Self {
        Self { allow_programs, ..self }
    }

    /// Lets players who adapt play with what was learned already: a plan is refused if something
    /// is missing.
    #[must_use]
    pub fn that_learns_nothing(self) -> Self {
        Self { lessons: Lessons::Known, ..self }
    }

    /// Lets players who adapt learn without files: neither are they looked for, nor written.
    #[must_use]
    pub fn without_files(self) -> Self {
        Self { lessons: Lessons::InMemory, ..self }
    }

    /// Lets players who adapt play as before they learned: to measure how long games take.
    #[must_use]
    pub fn without_lessons(self) -> Self {
        Self { lessons: Lessons::Skipped, ..self }
    }

    /// Saves counts during the run, if there is a file for them.
    #[must_use]
    pub fn checkpoints(self, checkpoints: Option<&'a Checkpoints>) -> Self {
        Self { checkpoints, ..self }
    }

    /// How long to measure the time for a decision of each strategy of a ladder: half a second by
    /// default. Every strategy plays at least four blocks.
    #[must_use]
    pub fn time_decisions_for(self, decisions_timed_for: Duration) -> Self {
        Self { decisions_timed_for, ..self }
    }

    /// How it is watched and stopped.
    pub fn its_control(&self) -> Control<'a> {
        self.control
    }

    /// Passes a notice on.
    pub(crate) fn tell(&self, notice: Notice<'_>) {
        self.control.progress.notice(notice);
    }

    pub(crate) fn pool(&self) -> Result<Pool, RunError> {
        Pool::new(self.threads).map_err(|error| RunError::Threads(error.to_string()))
    }
}
