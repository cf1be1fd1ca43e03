//! Blocks in parallel: the same counts for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::arrangement::Arrangement;
use crate::experiment::{Plan, PlannedCell};
use crate::game::{Game, Playthrough};
use crate::input::{InputError, Location, Problem, Unknown};
use crate::metrics::{
    Batch, Cell, Comparison, Counts, DecisionObserver, DecisionSamples, Ending, Label, Pair, RoundRobin, counts_decisions,
};
use crate::playthrough::{Fault, play_seated};
use crate::rng::BlockStreams;
use crate::seat::Seat;
use crate::stats::Overflow;
use crate::stats::sprt::UndefinedRatio;
use crate::strategy::{Entrant, Failure, Playable, Programs, SeatedVisitor, Strategy};

/// At most so many games are in a batch of blocks, unless one block has more: enough that merging costs next to nothing, and few enough
/// that all stay in a fast cache.
const GAMES_PER_BATCH: u64 = 8192;

/// At least so many batches are there for each thread, if there are blocks enough: all threads then end at about the same time.
const BATCHES_PER_THREAD: u64 = 16;

/// After how many games a worker reports progress.
const GAMES_PER_REPORT: u64 = 512;

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
    /// The sequential test cannot be evaluated.
    #[error("the sequential test (when = \"sprt\") has no value: {0}")]
    Sprt(#[from] UndefinedRatio),
    /// More games than the counts can hold.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// A strategy cannot be seated.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The threads could not be started.
    #[error("the worker threads could not be started: {0}")]
    Threads(String),
}

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside to stop early: blocks already counted are kept, the first ones without a gap.
    pub stop: &'a AtomicBool,
    /// Called now and then, from any thread, with the number of games played since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Control").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Plays the blocks of a plan on `threads` threads (0: one for each core), until all are played or what the plan may end at is reached.
///
/// The counts do not depend on the number of threads: what is counted are integers, and they are merged by addition; and results are looked at
/// after fixed numbers of blocks only, when all blocks before are counted.
///
/// # Errors
/// When a strategy fails, a count overflows, a sequential test has no value, or the threads cannot be started.
pub fn run<G: Playable>(plan: &Plan<G>, threads: usize, control: Control<'_>) -> Result<(Counts, Ending), RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| RunError::Threads(error.to_string()))?;
    let mut prefix = Prefix::new(plan, 0);
    loop {
        let end = plan.stop.map_or(plan.blocks, |stop| stop.next_look(prefix.counts.blocks, plan.blocks));
        prefix = segment(plan, &pool, control, prefix, end)?;
        let counts = &prefix.counts;
        let ending = if counts.blocks < end {
            Some(Ending::Interrupted)
        } else if has_reached(plan, counts)? {
            Some(Ending::Reached)
        } else {
            (end == plan.blocks).then_some(Ending::Planned)
        };
        if let Some(ending) = ending {
            return Ok((prefix.counts, ending));
        }
    }
}

/// Plays some blocks of a plan, whatever it may end at; the counts say up to which block.
///
/// # Errors
/// As [`run`].
pub fn run_blocks<G: Playable>(plan: &Plan<G>, threads: usize, control: Control<'_>, blocks: Range<u64>) -> Result<Counts, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| RunError::Threads(error.to_string()))?;
    let mut counts = segment(plan, &pool, control, Prefix::new(plan, blocks.start), blocks.end)?.counts;
    counts.blocks -= blocks.start;
    Ok(counts)
}

fn has_reached<G: Playable>(plan: &Plan<G>, counts: &Counts) -> Result<bool, RunError> {
    plan.stop.map_or(Ok(false), |stop| Ok(counts.has_reached(&stop.goal, &plan.analysis)?))
}

/// Plays the blocks after those of `prefix`, up to `end`, and adds them.
fn segment<G: Playable>(
    plan: &Plan<G>,
    pool: &rayon::ThreadPool,
    control: Control<'_>,
    mut prefix: Prefix,
    end: u64,
) -> Result<Prefix, RunError> {
    let begin = prefix.counts.blocks;
    let even = (end - begin) / (pool.current_num_threads() as u64 * BATCHES_PER_THREAD);
    let batch = even.min(GAMES_PER_BATCH / plan.games_per_block().max(1)).max(1);
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    prefix.batches = 0;
    let merged = Mutex::new(prefix);
    let results = pool.broadcast(|_| {
        let mut worker = Worker::new(plan, control, &failed)?;
        while !control.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let first = begin.saturating_add(index.saturating_mul(batch));
            if first >= end {
                break;
            }
            let last = first.saturating_add(batch).min(end);
            let add = |(end, tallies)| {
                let mut prefix = merged.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(prefix.add(index, Part { end, whole: end == last, tallies })?)
            };
            worker.batch(first..last).and_then(add).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    });
    results.into_iter().collect::<Result<(), RunError>>()?;
    Ok(merged.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The counts before the first block.
fn no_counts<G: Playable>(plan: &Plan<G>) -> Counts {
    let Tallies { cells, comparisons, round_robin } = Tallies::new(plan);
    Counts {
        cells: plan.cells.iter().map(|cell| cell.label.clone()).zip(cells).collect(),
        comparisons: plan.pairs().into_iter().zip(comparisons).collect(),
        round_robin,
        blocks: 0,
    }
}

/// The counts of some blocks: by cell of the plan, and by pair of cells that are compared.
struct Tallies {
    cells: Vec<Cell>,
    comparisons: Vec<Comparison>,
    round_robin: Option<RoundRobin>,
}

impl Tallies {
    /// All zero.
    fn new<G: Playable>(plan: &Plan<G>) -> Self {
        let shape = |cell: usize| &plan.cells[cell].label.shape;
        Self {
            cells: plan.cells.iter().map(|cell| Cell::new(&cell.label.shape, &G::DESCRIPTION)).collect(),
            comparisons: plan.pairs().iter().map(|pair| Comparison::new(shape(pair.variant), &G::DESCRIPTION)).collect(),
            round_robin: plan
                .round_robin
                .then(|| RoundRobin::new(plan.cells.iter().map(|cell| &cell.label.shape), plan.ladder.unwrap_or(0))),
        }
    }

    /// Adds these counts to those of other blocks.
    fn add_to(&self, counts: &mut Counts) -> Result<(), Overflow> {
        counts.cells.iter_mut().zip(&self.cells).try_for_each(|((_, cell), other)| cell.merge(other))?;
        counts.comparisons.iter_mut().zip(&self.comparisons).try_for_each(|((_, pair), other)| pair.merge(other))?;
        counts.round_robin.iter_mut().zip(&self.round_robin).try_for_each(|(standings, other)| standings.merge(other))
    }
}

/// The counts of a batch of blocks.
struct Part {
    /// The block after its last one.
    end: u64,
    /// It was not stopped before its end.
    whole: bool,
    tallies: Tallies,
}

/// The counts of the first blocks without a gap, and those of later batches that wait for the ones between.
struct Prefix {
    counts: Counts,
    /// How many batches of the segment are in the counts.
    batches: u64,
    waiting: BTreeMap<u64, Part>,
}

impl Prefix {
    /// No counts yet, before block `begin`.
    fn new<G: Playable>(plan: &Plan<G>, begin: u64) -> Self {
        Self { counts: Counts { blocks: begin, ..no_counts(plan) }, batches: 0, waiting: BTreeMap::new() }
    }

    /// Adds the batch with this number.
    fn add(&mut self, index: u64, part: Part) -> Result<(), Overflow> {
        self.waiting.insert(index, part);
        while let Some(Part { end, whole, tallies }) = self.waiting.remove(&self.batches) {
            tallies.add_to(&mut self.counts)?;
            self.counts.blocks = end;
            // After a batch that was stopped there is a gap, which nothing fills.
            self.batches = if whole { self.batches + 1 } else { u64::MAX };
        }
        Ok(())
    }
}

/// One thread's strategies and games.
struct Worker<'p, G: Playable> {
    plan: &'p Plan<G>,
    control: Control<'p>,
    failed: &'p AtomicBool,
    /// What is played of each cell.
    tables: Vec<PlayedCell<G>>,
    pairs: Vec<Pair>,
    unreported: u64,
}

/// The games of one cell in the batch being played.
struct PlayedCell<G: Playable> {
    /// By arrangement, where all are played; otherwise once, to be seated anew for each game.
    players: Vec<G::Seated>,
    /// How those who are seated anew sit.
    sitting: Arrangement,
    games: Vec<Playthrough>,
    /// The arrangement of each game, where blocks draw their own.
    drawn: Vec<Arrangement>,
    observer: DecisionObserver,
    /// For each block whose decisions were counted: how many had one legal action only, and how many there were.
    forced: Vec<(u64, u64)>,
    /// The same for games whose winners came from behind, and those that were won; empty where it is not asked who was ahead.
    comebacks: Vec<(u64, u64)>,
}

impl<G: Playable> PlayedCell<G> {
    /// What was played of some blocks since the batch began.
    fn batch<'a>(&'a self, planned: &'a PlannedCell<G>, blocks: Range<u64>) -> Batch<'a> {
        let shape = &planned.label.shape;
        let samples = DecisionSamples { decisions: self.observer.tallies(shape), forced: &self.forced, comebacks: &self.comebacks };
        // A block that was not finished is left out.
        let games = (blocks.end - blocks.start) as usize * shape.games_per_block();
        Batch::new(shape, blocks.start, &self.games[..games], &self.drawn[..games.min(self.drawn.len())], samples)
    }

    /// Seats the players for a game of a block whose arrangement was drawn.
    fn seat_anew(&mut self, arrangement: Arrangement, players: usize) {
        let Self { players: seated, sitting, .. } = self;
        sitting.rearrange(arrangement, players, |one, other| G::with_seated(&mut seated[0], Exchange(one, other)));
    }
}

impl<'p, G: Playable> Worker<'p, G> {
    fn new(plan: &'p Plan<G>, control: Control<'p>, failed: &'p AtomicBool) -> Result<Self, InputError> {
        let mut programs = Programs::new(&G::DESCRIPTION, plan.cells.iter().map(|cell| plan.rules_json(cell)));
        let mut table = |cell: &PlannedCell<G>| -> Result<_, InputError> {
            Ok(PlayedCell {
                players: seat_all(plan, cell, &mut programs)?,
                sitting: Arrangement::of(&cell.label.shape.entries),
                games: Vec::new(),
                drawn: Vec::new(),
                observer: if plan.ladder.is_some() { DecisionObserver::new().with_leaders() } else { DecisionObserver::new() },
                forced: Vec::new(),
                comebacks: Vec::new(),
            })
        };
        let tables = plan.cells.iter().map(&mut table).collect::<Result<_, _>>()?;
        Ok(Self { plan, control, failed, tables, pairs: plan.pairs(), unreported: 0 })
    }

    /// Plays a batch of blocks, or the first of them when it is stopped; returns the block after the last one played, and the counts.
    fn batch(&mut self, blocks: Range<u64>) -> Result<(u64, Tallies), RunError> {
        for table in &mut self.tables {
            table.games.clear();
            table.drawn.clear();
            table.observer.clear();
            table.forced.clear();
            table.comebacks.clear();
        }
        let (begin, mut end) = (blocks.start, blocks.start);
        for block in blocks {
            if self.control.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
                break;
            }
            match self.block(block) {
                Ok(()) => end = block + 1,
                // What ends this program may well have ended those that it asks: the block is left out like others that were not finished.
                Err(RunError::Strategy { fault: Fault { failure: Failure::Program, .. }, .. })
                    if self.control.stop.load(Ordering::Relaxed) =>
                {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let batches: Vec<Batch<'_>> =
            self.plan.cells.iter().zip(&self.tables).map(|(planned, table)| table.batch(planned, begin..end)).collect();
        let mut tallies = Tallies::new(self.plan);
        tallies.cells.iter_mut().zip(&batches).try_for_each(|(cell, batch)| cell.observe(batch))?;
        for (pair, counts) in self.pairs.iter().zip(&mut tallies.comparisons) {
            counts.observe(&batches[pair.variant], &batches[pair.baseline])?;
        }
        tallies.round_robin.iter_mut().try_for_each(|round_robin| round_robin.observe(&batches))?;
        Ok((end, tallies))
    }

    /// Plays one block: every variant and line-up, every arrangement, with the same cards.
    fn block(&mut self, block: u64) -> Result<(), RunError> {
        let streams = BlockStreams::new(self.plan.seed, block);
        let counted = counts_decisions(block) || self.plan.ladder.is_some();
        for (planned, table) in self.plan.cells.iter().zip(&mut self.tables) {
            let (mut comebacks, mut won) = (0, 0);
            let shape = &planned.label.shape;
            let all = shape.arrangements.all();
            if all.is_none() {
                shape.arrangements.extend_with_block(&streams, &mut table.drawn);
            }
            let games = shape.games_per_block();
            for game in 0..games {
                let (arrangement, seated) = if let Some(all) = all {
                    (all[game], game)
                } else {
                    let arrangement = table.drawn[table.drawn.len() - games + game];
                    table.seat_anew(arrangement, shape.players());
                    (arrangement, 0)
                };
                let players = &mut table.players[seated];
                let played = if counted {
                    table.observer.seat(arrangement);
                    play_seated::<G>(&planned.rules, players, streams, &mut table.observer)
                } else {
                    play_seated::<G>(&planned.rules, players, streams, &mut ())
                };
                let played = played.map_err(|fault| fault_at(planned, block, arrangement, fault))?;
                if let Some(comeback) = table.observer.take_comeback(&played.outcome) {
                    (comebacks, won) = (comebacks + u64::from(comeback), won + 1);
                }
                table.games.push(played);
            }
            if won > 0 {
                table.comebacks.push((comebacks, won));
            }
            if counted {
                table.forced.push(table.observer.take_forced());
            }
            self.unreported += games as u64;
        }
        if self.unreported >= GAMES_PER_REPORT {
            (self.control.progress)(std::mem::take(&mut self.unreported));
        }
        Ok(())
    }
}

/// The players of a cell, one in each seat: for every arrangement, or, where these are drawn, as the line-up lists them.
fn seat_all<G: Playable>(plan: &Plan<G>, cell: &PlannedCell<G>, programs: &mut Programs) -> Result<Vec<G::Seated>, InputError> {
    let shape = &cell.label.shape;
    let rules = plan.rules_json(cell);
    let player = |name: &String| {
        let unknown = || Unknown::new("strategy", name, plan.strategies.iter().map(Entrant::name));
        let strategy = plan.strategies.iter().find(|strategy| strategy.name() == *name);
        let strategy = strategy.ok_or_else(|| InputError::new(Location::whole(name), Problem::Unknown(unknown())))?;
        strategy.player_with(programs, &rules, shape.players())
    };
    let players: Vec<G::Player> = shape.strategies.iter().map(player).collect::<Result<_, _>>()?;
    let listed = [Arrangement::of(&shape.entries)];
    let arrangements = shape.arrangements.all().unwrap_or(&listed);
    let seated = |arrangement: &Arrangement| Seat::all(shape.players()).map(|seat| players[arrangement.strategy(seat)].clone()).collect();
    Ok(arrangements.iter().map(|arrangement| G::seat(seated(arrangement))).collect())
}

/// Two players exchange their seats.
struct Exchange(usize, usize);

impl<G: Game> SeatedVisitor<G> for Exchange {
    type Output = ();

    #[inline]
    fn visit<P: Strategy<G>>(self, players: &mut [P]) {
        players.swap(self.0, self.1);
    }
}

#[cold]
fn fault_at<G: Playable>(cell: &PlannedCell<G>, block: u64, arrangement: Arrangement, fault: Fault) -> RunError {
    let Label { variant, lineup, shape, .. } = &cell.label;
    RunError::Strategy {
        strategy: shape.strategies[arrangement.strategy(fault.seat)].clone(),
        block,
        variant: variant.clone(),
        lineup: lineup.clone(),
        arrangement: shape.seated(arrangement).collect::<Vec<_>>().join(","),
        fault,
    }
}
