//! Blocks in parallel: the same counts for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::experiment::{Plan, PlannedCell};
use crate::game::Playthrough;
use crate::metrics::{Batch, Cell, DecisionObserver, Label, counts_decisions};
use crate::playthrough::{Fault, play_seated};
use crate::rng::BlockStreams;
use crate::stats::Overflow;
use crate::strategy::{Failure, Playable, StrategyFile};

/// At most so many games are in a batch of blocks, unless one block has more: enough that merging costs next to nothing, and few enough
/// that all stay in a fast cache.
const GAMES_PER_BATCH: u64 = 8192;

/// At least so many batches are there for each thread, if there are blocks enough: all threads then end at about the same time.
const BATCHES_PER_THREAD: u64 = 16;

/// After how many games a worker reports progress.
const GAMES_PER_REPORT: u64 = 512;

/// What a run counted.
#[derive(Debug)]
pub struct Counts {
    /// Every variant and line-up with its counts, in the order of the plan.
    pub cells: Vec<(Label, Cell)>,
    /// How many blocks are in the counts: the first ones, without a gap.
    pub blocks: u64,
}

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A strategy made no legal choice.
    #[error("strategy `{strategy}` failed in seat {seat} of block {block} ({variant}, {lineup}, rotation {rotation}): {failure}")]
    Strategy {
        /// The strategy.
        strategy: String,
        /// Its seat.
        seat: usize,
        /// The block.
        block: u64,
        /// The variant.
        variant: String,
        /// The line-up.
        lineup: String,
        /// The rotation of the seats.
        rotation: usize,
        /// What it did.
        failure: Failure,
    },
    /// More games than the counts can hold.
    #[error(transparent)]
    Overflow(#[from] Overflow),
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

/// Plays all blocks of a plan on `threads` threads (0: one for each core).
///
/// The counts do not depend on the number of threads: what is counted are integers, and they are merged by addition.
///
/// # Errors
/// When a strategy fails, a count overflows, or the threads cannot be started.
pub fn run<G: Playable>(plan: &Plan<G>, threads: usize, control: Control<'_>) -> Result<Counts, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| RunError::Threads(error.to_string()))?;
    let even = plan.blocks / (pool.current_num_threads() as u64 * BATCHES_PER_THREAD);
    let batch = even.min(GAMES_PER_BATCH / plan.games_per_block().max(1)).max(1);
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let merged = Mutex::new(Prefix::new(plan));
    let results = pool.broadcast(|_| {
        let mut worker = Worker::new(plan, control, &failed);
        while !control.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let first = index.saturating_mul(batch);
            if first >= plan.blocks {
                break;
            }
            let last = first.saturating_add(batch).min(plan.blocks);
            let add = |(end, cells)| {
                let mut prefix = merged.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(prefix.add(index, Part { end, whole: end == last, cells })?)
            };
            worker.batch(first..last).and_then(add).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    });
    results.into_iter().collect::<Result<(), RunError>>()?;
    let prefix = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
    let labels = plan.cells.iter().map(|cell| cell.label.clone());
    Ok(Counts { cells: labels.zip(prefix.cells).collect(), blocks: prefix.blocks })
}

/// The counts of a batch of blocks.
struct Part {
    /// The block after its last one.
    end: u64,
    /// It was not stopped before its end.
    whole: bool,
    cells: Vec<Cell>,
}

/// The counts of the first blocks without a gap, and those of later batches that wait for the ones between.
struct Prefix {
    cells: Vec<Cell>,
    blocks: u64,
    batches: u64,
    waiting: BTreeMap<u64, Part>,
}

impl Prefix {
    fn new<G: Playable>(plan: &Plan<G>) -> Self {
        Self { cells: empty_cells(plan), blocks: 0, batches: 0, waiting: BTreeMap::new() }
    }

    /// Adds the batch with this number.
    fn add(&mut self, index: u64, part: Part) -> Result<(), Overflow> {
        self.waiting.insert(index, part);
        while let Some(Part { end, whole, cells }) = self.waiting.remove(&self.batches) {
            for (cell, other) in self.cells.iter_mut().zip(&cells) {
                cell.merge(other)?;
            }
            self.blocks = end;
            // After a batch that was stopped there is a gap, which nothing fills.
            self.batches = if whole { self.batches + 1 } else { u64::MAX };
        }
        Ok(())
    }
}

fn empty_cells<G: Playable>(plan: &Plan<G>) -> Vec<Cell> {
    plan.cells.iter().map(|cell| Cell::new(&cell.label.shape, &G::DESCRIPTION)).collect()
}

/// One thread's strategies and games.
struct Worker<'p, G: Playable> {
    plan: &'p Plan<G>,
    control: Control<'p>,
    failed: &'p AtomicBool,
    /// What is played of each cell.
    tables: Vec<PlayedCell<G>>,
    unreported: u64,
}

/// The games of one cell in the batch being played.
struct PlayedCell<G: Playable> {
    /// By rotation.
    players: Vec<G::Seated>,
    games: Vec<Playthrough>,
    observer: DecisionObserver,
    /// Games whose decisions were counted.
    observed: u64,
}

impl<'p, G: Playable> Worker<'p, G> {
    fn new(plan: &'p Plan<G>, control: Control<'p>, failed: &'p AtomicBool) -> Self {
        let table = |cell| PlayedCell { players: seat_all(plan, cell), games: Vec::new(), observer: DecisionObserver::new(), observed: 0 };
        Self { plan, control, failed, tables: plan.cells.iter().map(table).collect(), unreported: 0 }
    }

    /// Plays a batch of blocks, or the first of them when it is stopped; returns the block after the last one played, and the counts.
    fn batch(&mut self, blocks: Range<u64>) -> Result<(u64, Vec<Cell>), RunError> {
        for table in &mut self.tables {
            table.games.clear();
            table.observer.clear();
            table.observed = 0;
        }
        let mut end = blocks.start;
        for block in blocks {
            if self.control.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
                break;
            }
            self.block(block)?;
            end = block + 1;
        }
        let mut cells = empty_cells(self.plan);
        for ((planned, table), cell) in self.plan.cells.iter().zip(&self.tables).zip(&mut cells) {
            let shape = &planned.label.shape;
            let decisions = table.observer.tallies(shape);
            cell.observe(&Batch { shape, games: &table.games, decisions, decisions_games: table.observed })?;
        }
        Ok((end, cells))
    }

    /// Plays one block: every variant and line-up, every rotation, with the same cards.
    fn block(&mut self, block: u64) -> Result<(), RunError> {
        let streams = BlockStreams::new(self.plan.seed, block);
        let counted = counts_decisions(block);
        for (planned, table) in self.plan.cells.iter().zip(&mut self.tables) {
            for (rotation, players) in table.players.iter_mut().enumerate() {
                let played = if counted {
                    table.observer.seat(&planned.label.shape, rotation);
                    play_seated::<G>(&planned.rules, players, streams, &mut table.observer)
                } else {
                    play_seated::<G>(&planned.rules, players, streams, &mut ())
                };
                table.games.push(played.map_err(|fault| fault_at(planned, block, rotation, fault))?);
            }
            let games = table.players.len() as u64;
            table.observed += if counted { games } else { 0 };
            self.unreported += games;
        }
        if self.unreported >= GAMES_PER_REPORT {
            (self.control.progress)(std::mem::take(&mut self.unreported));
        }
        Ok(())
    }
}

/// The players of a cell: for every rotation, one in each seat.
fn seat_all<G: Playable>(plan: &Plan<G>, cell: &PlannedCell<G>) -> Vec<G::Seated> {
    let shape = &cell.label.shape;
    let player = |name: &String| plan.strategies.iter().find(|strategy| strategy.name == *name).and_then(StrategyFile::player::<G>);
    let players: Vec<G::Player> = shape.strategies.iter().filter_map(player).collect();
    let seat_rotation = |rotation| (0..shape.players()).map(|seat| players[shape.strategy(seat, rotation)].clone()).collect::<Vec<_>>();
    (0..shape.rotations).map(|rotation| G::seat(seat_rotation(rotation))).collect()
}

#[cold]
fn fault_at<G: Playable>(cell: &PlannedCell<G>, block: u64, rotation: usize, fault: Fault) -> RunError {
    let Label { variant, lineup, shape, .. } = &cell.label;
    RunError::Strategy {
        strategy: shape.strategies[shape.strategy(fault.seat.index(), rotation)].clone(),
        seat: fault.seat.index(),
        block,
        variant: variant.clone(),
        lineup: lineup.clone(),
        rotation,
        failure: fault.failure,
    }
}
