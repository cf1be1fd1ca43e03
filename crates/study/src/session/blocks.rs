//! Blocks in parallel: the same counts for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::control::{Notice, RunError};
use super::settings::Session;
use crate::experiment::Plan;
use crate::results::KeptCounts;
use fairdeal_core::any_game::TablePlan;
use fairdeal_core::clock::Instant;
use fairdeal_core::metrics::{Counts, MergeError};
use fairdeal_core::strategy::Entrant;
use fairdeal_learn::Pool;

/// At most this many games are in a batch of blocks, unless one block has more: enough that merging
/// costs next to nothing, and few enough that all stay in a fast cache.
const GAMES_PER_BATCH: u64 = 8192;

/// If there are enough blocks, the last batches are as small as if there were this many for each
/// thread, so that all threads end at about the same time.
const BATCHES_PER_THREAD: u64 = 8;

/// No batch should take longer than this: its counts can be saved only when it and all batches
/// before it are finished.
const TOO_LONG: Duration = Duration::from_secs(1);

/// Plays blocks in parallel: all of them, or the first ones without a gap if it is stopped. Returns
/// the counts chunk by chunk ([`Plan::chunk_end`]). They do not depend on the number of threads:
/// they are integers, and are merged by addition. If the session keeps checkpoints, the counts are
/// saved from time to time.
pub(super) fn play(
    plan: &Plan,
    pool: &Pool,
    session: &Session<'_>,
    blocks: Range<u64>,
) -> Result<KeptCounts, RunError> {
    let (control, checkpoints) = (session.control, session.checkpoints);
    if control.stop.load(Ordering::Relaxed) {
        // Then no strategy is seated, so no program needs permission.
        return Ok(KeptCounts::default());
    }
    let Range { start, end } = blocks;
    let threads = pool.threads() as u64;
    let largest = (GAMES_PER_BATCH / plan.games_per_block().max(1)).max(1);
    // One thread never waits for another.
    let smallest = if threads == 1 {
        largest
    } else {
        (end.saturating_sub(start) / (threads * BATCHES_PER_THREAD)).clamp(1, largest)
    };
    // Large batches cost least; towards the end they have to be small.
    let size = |first: u64, batch: u64| {
        ((end - first) / (2 * threads)).clamp(smallest, largest).min(batch)
    };
    // No batch lies in two chunks, nor in two groups of blocks if these are counted separately.
    let end_of = |first: u64, batch: u64| {
        first
            .saturating_add(size(first, batch))
            .min(end)
            .min(plan.chunk_end(first))
            .min(plan.layout().counted_together(first))
            .max(first)
    };
    let next = AtomicU64::new(start);
    let failed = AtomicBool::new(false);
    let merged = Mutex::new(Prefix { next: start, ..Prefix::default() });
    let entrants: Vec<&Entrant> = plan.entrants().collect();
    let progress = |games| control.progress.played(games);
    let asked = TablePlan {
        layout: plan.layout(),
        entrants: &entrants,
        seed: plan.seed(),
        chances: plan.play().and_then(|asked| asked.chances.as_ref()),
        allow_programs: session.allow_programs,
        stop: control.stop,
        failed: &failed,
        progress: &progress,
    };
    let results = pool.on_each(|| {
        let mut table = plan.game().table(&asked)?;
        // The first block shows how long blocks take.
        let mut batch = 1;
        let mut next_batch = || -> Result<bool, RunError> {
            let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| {
                (first < end).then(|| end_of(first, batch))
            });
            let Ok(first) = taken else { return Ok(false) };
            let begun = Instant::now();
            let add = |part| {
                let mut prefix = merged.lock().unwrap_or_else(PoisonError::into_inner);
                prefix.add(plan, first, part)?;
                let Some(checkpoints) = checkpoints.filter(|checkpoints| checkpoints.are_due())
                else {
                    return Ok(());
                };
                let fresh = prefix.take_fresh(plan)?;
                // Other threads need not wait for the disk.
                drop(prefix);
                checkpoints.hold(plan, fresh)?;
                checkpoints.write().unwrap_or_else(|why| session.tell(Notice::Unwritten(&why)));
                Ok(())
            };
            table
                .batch(first..end_of(first, batch))
                .map_err(RunError::from)
                .and_then(add)
                .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            batch = match begun.elapsed() {
                long if long > TOO_LONG => (batch / 2).max(1),
                short if short < TOO_LONG / 64 => (batch * 32).min(largest),
                _ => (batch * 2).min(largest),
            };
            Ok(true)
        };
        let mut played = Ok(true);
        while matches!(played, Ok(true))
            && !control.stop.load(Ordering::Relaxed)
            && !failed.load(Ordering::Relaxed)
        {
            played = next_batch();
        }
        // This comes before any other failure: mixed-up answers make all counts doubtful.
        table.finish().map_err(RunError::Program).and(played)
    });
    let mut prefix = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(checkpoints) = checkpoints {
        checkpoints.hold(plan, prefix.take_fresh(plan)?)?;
    }
    let mut failures: Vec<RunError> = results.into_iter().filter_map(Result::err).collect();
    let first = failures.iter().position(RunError::mixes_up_answers).unwrap_or(0);
    if first < failures.len() {
        return Err(failures.swap_remove(first));
    }
    Ok(if checkpoints.is_some() { prefix.chunks } else { prefix.fresh })
}

/// The counts of the first blocks up to a gap, and of later batches that wait for the ones between.
#[derive(Default)]
struct Prefix {
    /// The counts chunk by chunk, without the fresh ones.
    chunks: KeptCounts,
    /// Counts that are not saved yet: parts that each lie in one chunk.
    fresh: KeptCounts,
    /// The block after the last one that is counted.
    next: u64,
    /// By first block: the block after the last one, and the counts.
    waiting: BTreeMap<u64, (u64, Counts)>,
}

impl Prefix {
    /// Adds the batch that begins with the block `first`: its end, and its counts. A batch that was
    /// stopped leaves a gap, which is never filled.
    fn add(&mut self, plan: &Plan, first: u64, part: (u64, Counts)) -> Result<(), MergeError> {
        self.waiting.insert(first, part);
        while let Some((end, counts)) = self.waiting.remove(&self.next) {
            self.fresh.append(plan, counts)?;
            self.next = end;
        }
        Ok(())
    }

    /// The fresh parts, which are then in the chunks.
    fn take_fresh(&mut self, plan: &Plan) -> Result<Vec<Counts>, MergeError> {
        let fresh = std::mem::take(&mut self.fresh).into_parts();
        fresh.iter().try_for_each(|part| self.chunks.append(plan, part.clone()))?;
        Ok(fresh)
    }
}
