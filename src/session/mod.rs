//! From a plan to results.

mod blocks;
mod control;
mod ladder;

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::experiment::Plan;
use crate::findings::Ending;
use crate::metrics::{Counts, MergeError};
use crate::results::{Checkpoints, KeptCounts, Results, Timing};
use crate::strategy::Playable;

pub use control::{Control, Notice, Progress, RunError, Stage};

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
    checkpoints: Option<&'a Checkpoints>,
    decisions_timed_for: Duration,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every table: a function of the plan and the counts.
    pub results: Results,
    /// What was counted.
    pub counts: Counts,
    /// The same range by range, as [`Session::resume`] takes it; of a ladder also what it played to find out how far doubled budgets help.
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

/// It is stopped before it begins.
static ALWAYS: AtomicBool = AtomicBool::new(true);

impl Default for Session<'_> {
    /// One thread for each core; nobody watches or stops it, and no external program may run.
    fn default() -> Self {
        Self {
            threads: 0,
            control: Control { stop: &NEVER, progress: &() },
            allow_programs: false,
            checkpoints: None,
            decisions_timed_for: Duration::from_millis(500),
        }
    }
}

impl<'a> Session<'a> {
    /// With this many threads; 0: one for each core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// How many threads work.
    pub fn threads_used(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.threads == 0 { cores() } else { self.threads }
    }

    /// Watched and stopped by these.
    #[must_use]
    pub fn control(self, control: Control<'a>) -> Self {
        Self { control, ..self }
    }

    /// Plays nothing, whatever it is asked: what was counted before is judged, as if the run had been stopped where that ends.
    #[must_use]
    pub fn that_plays_nothing(self) -> Self {
        self.control(Control { stop: &ALWAYS, progress: &() })
    }

    /// Lets strategies run external programs, or not. Without it, a plan with such a strategy is refused: a program can do on this machine whatever its user
    /// can, and a file of a stranger may name any.
    #[must_use]
    pub fn allow_programs(self, allow_programs: bool) -> Self {
        Self { allow_programs, ..self }
    }

    /// Writes down what is counted while it plays, if there is a file for it.
    #[must_use]
    pub fn checkpoints(self, checkpoints: Option<&'a Checkpoints>) -> Self {
        Self { checkpoints, ..self }
    }

    /// Measures for so long how much time a decision of each strategy of a ladder takes: half a second if it is not told. Every strategy plays four blocks
    /// at least.
    #[must_use]
    pub fn time_decisions_for(self, decisions_timed_for: Duration) -> Self {
        Self { decisions_timed_for, ..self }
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
        let grown = self.with_doublings(plan, kept)?;
        let (plan, mut all) = grown.as_ref().map_or_else(|| (plan, KeptCounts::default()), |(plan, found)| (plan, found.clone()));
        let begun = Instant::now();
        let mut counter = Counter::new(self, plan, kept)?;
        let (counts, ending) = self.play_as(plan, Stage::Games, &mut counter)?;
        let seconds = begun.elapsed().as_secs_f64();
        let blocks_played = counter.played;
        all.extend(counter.counted());
        let games = blocks_played.saturating_mul(plan.games_per_block());
        let threads = self.threads_used();
        let results = Results::new(plan, &counts, ending)?;
        let mut timing = Timing::new(seconds, games, threads);
        let timed = ending == Ending::Interrupted || blocks_played == 0 || self.time_decisions(plan, &mut timing)?;
        let interrupted = ending == Ending::Interrupted || !timed;
        Ok(Played { results, counts, timing, kept: all, blocks_played, interrupted })
    }

    /// Plays a plan and counts; how it ended.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn play<G: Playable>(&self, plan: &Plan<G>) -> Result<(Counts, Ending), RunError> {
        self.play_known(plan, &KeptCounts::default())
    }

    /// Does as [`Session::play`], but plays no block that was counted before. The plan is played as it is: a ladder does not grow.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn play_known<G: Playable>(&self, plan: &Plan<G>, kept: &KeptCounts) -> Result<(Counts, Ending), RunError> {
        self.play_as(plan, Stage::Games, &mut Counter::new(self, plan, kept)?)
    }

    /// Plays some blocks of a plan, whatever it may end at: all of them, or the first ones if it is stopped.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn play_blocks<G: Playable>(&self, plan: &Plan<G>, blocks: Range<u64>) -> Result<Counts, RunError> {
        let mut counts = Counts::new(plan.layout());
        self.play_chunks(plan, blocks)?.iter().try_for_each(|chunk| counts.merge(chunk))?;
        Ok(counts)
    }

    /// Does as [`Session::play_blocks`]; the counts of each chunk ([`Plan::chunk_end`]) stay apart.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn play_chunks<G: Playable>(&self, plan: &Plan<G>, blocks: Range<u64>) -> Result<Vec<Counts>, RunError> {
        let games = (blocks.end.saturating_sub(blocks.start)).saturating_mul(plan.games_per_block());
        self.control.progress.begin(Stage::Games, games);
        let played = self.pool().and_then(|pool| blocks::play(plan, &pool, self, blocks));
        self.control.progress.end();
        played
    }

    /// How it is watched and stopped.
    pub fn controlled_by(&self) -> Control<'a> {
        self.control
    }

    /// Tells whoever watches.
    pub(crate) fn tell(&self, notice: Notice<'_>) {
        self.control.progress.notice(notice);
    }

    fn pool(&self) -> Result<rayon::ThreadPool, RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        pool.map_err(|error| RunError::Threads(error.to_string()))
    }

    #[inline(never)]
    fn play_as<G: Playable>(&self, plan: &Plan<G>, stage: Stage<'_>, counter: &mut Counter<'_, G>) -> Result<(Counts, Ending), RunError> {
        let games = plan.max_blocks().map(|blocks| blocks.saturating_mul(plan.games_per_block()));
        self.control.progress.begin(stage, games.unwrap_or(0));
        let played = play_looks(plan, counter);
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

/// Counts the blocks of a plan, and plays those that were not counted before.
struct Counter<'a, G: Playable> {
    plan: &'a Plan<G>,
    pool: rayon::ThreadPool,
    session: Session<'a>,
    /// What was counted before.
    kept: &'a KeptCounts,
    /// What was counted now, chunk by chunk ([`Plan::chunk_end`]).
    counted: KeptCounts,
    /// The chunk that is not whole yet.
    chunk: Counts,
    /// How many blocks were played.
    played: u64,
}

impl<'a, G: Playable> Counter<'a, G> {
    fn new(session: &Session<'a>, plan: &'a Plan<G>, kept: &'a KeptCounts) -> Result<Self, RunError> {
        let chunk = Counts::new(plan.layout());
        Ok(Self { plan, pool: session.pool()?, session: *session, kept, counted: KeptCounts::default(), chunk, played: 0 })
    }

    /// Counts some blocks, those after all that were counted before: all of them, or the first ones if it is stopped.
    fn count(&mut self, blocks: Range<u64>) -> Result<Counts, RunError> {
        let mut counts = Counts::new(self.plan.layout());
        let mut rest = blocks;
        while !rest.is_empty() {
            let in_chunk = rest.start..rest.end.min(self.plan.chunk_end(rest.start));
            if let Some((end, known)) = self.kept.beginning_of(self.plan, &in_chunk) {
                self.session.control.progress.known((end - rest.start).saturating_mul(self.plan.games_per_block()));
                self.keep(known)?;
                counts.merge(known)?;
                rest.start = end;
                continue;
            }
            // All that is not known up to what is, in one go.
            let gap = rest.start..self.kept.next_in(self.plan, &rest).unwrap_or(rest.end);
            for played in blocks::play(self.plan, &self.pool, &self.session, gap.clone())? {
                self.keep(&played)?;
                counts.merge(&played)?;
                self.played += played.blocks();
                rest.start += played.blocks();
            }
            if rest.start < gap.end {
                break;
            }
        }
        Ok(counts)
    }

    /// Keeps the counts of the next blocks, which lie in one chunk.
    fn keep(&mut self, counts: &Counts) -> Result<(), MergeError> {
        self.chunk.merge(counts)?;
        if let [Range { start, end }] = *self.chunk.ranges()
            && end == self.plan.chunk_end(start)
        {
            self.counted.add(std::mem::replace(&mut self.chunk, Counts::new(self.plan.layout())));
        }
        Ok(())
    }

    /// What was counted, chunk by chunk.
    fn counted(mut self) -> KeptCounts {
        self.counted.add(self.chunk);
        self.counted
    }
}
