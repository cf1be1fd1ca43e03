//! From a plan to results.

mod blocks;
mod control;
mod ladder;

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::experiment::{Design, Plan};
use crate::findings::{Ending, SensitivityPoints};
use crate::metrics::Counts;
use crate::results::{Results, Timing};
use crate::strategy::Playable;

pub use control::{Control, Progress, RunError, Stage};

/// Plays plans: with how many threads, watched by whom, stopped by what.
///
/// ```
/// use fairdeal::experiment::Experiment;
/// use fairdeal::games::crisps::Crisps;
/// use fairdeal::session::Session;
///
/// let plan = Experiment::<Crisps>::new("who").blocks(50).lineup(["greedy", "random"]).plan()?;
/// let results = Session::default().run(&plan)?.results;
/// assert!(results.strategies[0].share.win_rate > Some(0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    threads: usize,
    control: Control<'a>,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every table: a function of the plan and the counts.
    pub results: Results,
    /// What was counted.
    pub counts: Counts,
    /// How long it took.
    pub timing: Timing,
}

/// Nobody stops it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Session<'_> {
    /// One thread for each core; nobody watches or stops it.
    fn default() -> Self {
        Self { threads: 0, control: Control { stop: &NEVER, progress: &() } }
    }
}

impl<'a> Session<'a> {
    /// With this many threads; 0: one for each core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Watched and stopped by these.
    #[must_use]
    pub fn control(self, control: Control<'a>) -> Self {
        Self { control, ..self }
    }

    /// Plays a plan, until all blocks are played or what it may end at is reached, and says what came of it.
    ///
    /// # Errors
    /// When a strategy fails, a count overflows, a sequential test has no value, or the threads cannot be started.
    pub fn run<G: Playable>(&self, plan: &Plan<G>) -> Result<Played, RunError> {
        let grown = self.with_doublings(plan)?;
        let plan = grown.as_ref().unwrap_or(plan);
        let begun = Instant::now();
        let (counts, ending) = self.play(plan)?;
        let seconds = begun.elapsed().as_secs_f64();
        let decision_times = match plan.design() {
            Design::Ladder { .. } if ending != Ending::Interrupted => self.decision_times(plan)?,
            _ => Vec::new(),
        };
        let games = counts.blocks.saturating_mul(plan.games_per_block());
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if self.threads == 0 { cores() } else { self.threads };
        let results = Results::new(plan, &counts, ending)?;
        Ok(Played { results, counts, timing: Timing::new(seconds, games, threads, decision_times) })
    }

    /// Plays a plan and counts; how it ended.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn play<G: Playable>(&self, plan: &Plan<G>) -> Result<(Counts, Ending), RunError> {
        self.play_as(plan, Stage::Games)
    }

    /// Plays some blocks of a plan, whatever it may end at: all of them, or the first ones if it is stopped.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn play_blocks<G: Playable>(&self, plan: &Plan<G>, blocks: Range<u64>) -> Result<Counts, RunError> {
        blocks::play(plan, &self.pool()?, self.control, blocks)
    }

    fn pool(&self) -> Result<rayon::ThreadPool, RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        pool.map_err(|error| RunError::Threads(error.to_string()))
    }

    fn play_as<G: Playable>(&self, plan: &Plan<G>, stage: Stage<'_>) -> Result<(Counts, Ending), RunError> {
        let pool = self.pool()?;
        self.control.progress.begin(stage, plan.blocks().saturating_mul(plan.games_per_block()));
        let played = match plan.design() {
            Design::Sensitivity(_) => self.play_groups(plan, &pool),
            _ => self.play_looks(plan, &pool),
        };
        self.control.progress.end();
        played
    }

    /// Results are looked at after fixed numbers of blocks only, when all blocks before are counted.
    fn play_looks<G: Playable>(&self, plan: &Plan<G>, pool: &rayon::ThreadPool) -> Result<(Counts, Ending), RunError> {
        let mut counts = Counts::new(plan.layout());
        loop {
            let end = plan.stop().map_or(plan.blocks(), |stop| stop.next_look(counts.blocks, plan.blocks()));
            counts.merge(&blocks::play(plan, pool, self.control, counts.blocks..end)?)?;
            if counts.blocks < end {
                return Ok((counts, Ending::Interrupted));
            }
            if let Some(stop) = plan.stop()
                && stop.goal.is_reached(plan.run(&counts))?
            {
                return Ok((counts, Ending::Reached));
            }
            if end == plan.blocks() {
                return Ok((counts, Ending::Planned));
            }
        }
    }

    /// Group by group of blocks, which tell how sure the answer is; only whole ones are kept.
    fn play_groups<G: Playable>(&self, plan: &Plan<G>, pool: &rayon::ThreadPool) -> Result<(Counts, Ending), RunError> {
        let size = plan.blocks() / SensitivityPoints::GROUPS;
        let mut counts = Counts::new(plan.layout());
        for group in 0..SensitivityPoints::GROUPS {
            let played = blocks::play(plan, pool, self.control, group * size..(group + 1) * size)?;
            if played.blocks < size {
                return Ok((counts, Ending::Interrupted));
            }
            counts.merge(&played)?;
            counts.groups.push(played);
        }
        Ok((counts, Ending::Planned))
    }
}
