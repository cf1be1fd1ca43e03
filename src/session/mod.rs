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
use crate::results::{KeptCounts, Results, Timing};
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
    allow_programs: bool,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every table: a function of the plan and the counts.
    pub results: Results,
    /// What was counted.
    pub counts: Counts,
    /// The same range by range, as [`Session::resume`] takes it.
    pub kept: KeptCounts,
    /// How many blocks were played; the others were counted before.
    pub blocks_played: u64,
    /// How long it took.
    pub timing: Timing,
    /// It was stopped: before all games were played, or while a ladder measured how long decisions take.
    pub interrupted: bool,
}

/// Nobody stops it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Session<'_> {
    /// One thread for each core; nobody watches or stops it, and no external program may run.
    fn default() -> Self {
        Self { threads: 0, control: Control { stop: &NEVER, progress: &() }, allow_programs: false }
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

    /// Lets strategies run external programs, or not. Without it, a plan with such a strategy is refused: a program can do on this machine whatever its user
    /// can, and a file of a stranger may name any.
    #[must_use]
    pub fn allow_programs(self, allow_programs: bool) -> Self {
        Self { allow_programs, ..self }
    }

    /// Plays a plan, until all blocks are played or what it may end at is reached, and says what came of it.
    ///
    /// # Errors
    /// When a strategy fails or may not run, a count overflows, a sequential test has no value, or the threads cannot be started.
    #[inline(never)]
    pub fn run<G: Playable>(&self, plan: &Plan<G>) -> Result<Played, RunError> {
        self.resume(plan, &KeptCounts::default())
    }

    /// Does as [`Session::run`], but plays no block that was counted before. What comes of it is the same.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn resume<G: Playable>(&self, plan: &Plan<G>, kept: &KeptCounts) -> Result<Played, RunError> {
        let grown = self.with_doublings(plan)?;
        let plan = grown.as_ref().unwrap_or(plan);
        let begun = Instant::now();
        let mut counter = Counter::new(self, plan, kept)?;
        let (counts, ending) = self.play_as(plan, Stage::Games, &mut counter)?;
        let seconds = begun.elapsed().as_secs_f64();
        let Counter { counted, played: blocks_played, .. } = counter;
        let decision_times = match plan.design() {
            Design::Ladder { players, .. } if ending != Ending::Interrupted && blocks_played > 0 => self.decision_times(plan, *players)?,
            _ => Some(Vec::new()),
        };
        let games = blocks_played.saturating_mul(plan.games_per_block());
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if self.threads == 0 { cores() } else { self.threads };
        let results = Results::new(plan, &counts, ending)?;
        let interrupted = ending == Ending::Interrupted || decision_times.is_none();
        let timing = Timing::new(seconds, games, threads, decision_times.unwrap_or_default());
        Ok(Played { results, counts, timing, kept: counted, blocks_played, interrupted })
    }

    /// Plays a plan and counts; how it ended.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn play<G: Playable>(&self, plan: &Plan<G>) -> Result<(Counts, Ending), RunError> {
        self.play_as(plan, Stage::Games, &mut Counter::new(self, plan, &KeptCounts::default())?)
    }

    /// Plays some blocks of a plan, whatever it may end at: all of them, or the first ones if it is stopped.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn play_blocks<G: Playable>(&self, plan: &Plan<G>, blocks: Range<u64>) -> Result<Counts, RunError> {
        blocks::play(plan, &self.pool()?, self, blocks)
    }

    fn pool(&self) -> Result<rayon::ThreadPool, RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        pool.map_err(|error| RunError::Threads(error.to_string()))
    }

    #[inline(never)]
    fn play_as<G: Playable>(&self, plan: &Plan<G>, stage: Stage<'_>, counter: &mut Counter<'_, G>) -> Result<(Counts, Ending), RunError> {
        let games = plan.max_blocks().map(|blocks| blocks.saturating_mul(plan.games_per_block()));
        self.control.progress.begin(stage, games.unwrap_or(0));
        let played = match plan.design() {
            Design::Sensitivity(_) => play_groups(plan, counter),
            _ => play_looks(plan, counter),
        };
        self.control.progress.end();
        played
    }
}

/// Results are looked at after fixed numbers of blocks only, when all blocks before are counted.
fn play_looks<G: Playable>(plan: &Plan<G>, counter: &mut Counter<'_, G>) -> Result<(Counts, Ending), RunError> {
    let mut counts = Counts::new(plan.layout());
    loop {
        let end = plan.looks().next(counts.blocks(), plan.blocks());
        counts.merge(&counter.count(counts.blocks()..end)?)?;
        if counts.blocks() < end {
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

/// Group by group of blocks, which tell how sure the answer is; only whole ones are judged.
fn play_groups<G: Playable>(plan: &Plan<G>, counter: &mut Counter<'_, G>) -> Result<(Counts, Ending), RunError> {
    let size = plan.blocks() / SensitivityPoints::GROUPS;
    let mut counts = Counts::new(plan.layout());
    for group in 0..SensitivityPoints::GROUPS {
        let played = counter.count(group * size..(group + 1) * size)?;
        if played.blocks() < size {
            return Ok((counts, Ending::Interrupted));
        }
        counts.merge(&played)?;
        counts.groups.push(played);
    }
    Ok((counts, Ending::Planned))
}

/// Counts the blocks of a plan, and plays those that were not counted before.
struct Counter<'a, G: Playable> {
    plan: &'a Plan<G>,
    pool: rayon::ThreadPool,
    session: Session<'a>,
    /// What was counted before.
    kept: &'a KeptCounts,
    /// What was counted now, range by range.
    counted: KeptCounts,
    /// How many blocks were played.
    played: u64,
}

impl<'a, G: Playable> Counter<'a, G> {
    fn new(session: &Session<'a>, plan: &'a Plan<G>, kept: &'a KeptCounts) -> Result<Self, RunError> {
        Ok(Self { plan, pool: session.pool()?, session: *session, kept, counted: KeptCounts::default(), played: 0 })
    }

    /// Counts some blocks: all of them, or the first ones if it is stopped.
    fn count(&mut self, blocks: Range<u64>) -> Result<Counts, RunError> {
        let mut counts = Counts::new(self.plan.layout());
        let mut rest = blocks.clone();
        while !rest.is_empty() {
            if let Some((end, known)) = self.kept.beginning_of(&rest) {
                counts.merge(known)?;
                self.session.control.progress.known((end - rest.start).saturating_mul(self.plan.games_per_block()));
                rest.start = end;
                continue;
            }
            let gap = rest.start..self.kept.next_in(&rest).unwrap_or(rest.end);
            let played = blocks::play(self.plan, &self.pool, &self.session, gap.clone())?;
            counts.merge(&played)?;
            self.played += played.blocks();
            rest.start += played.blocks();
            if rest.start < gap.end {
                break;
            }
        }
        self.counted.add(counts.clone());
        Ok(counts)
    }
}
