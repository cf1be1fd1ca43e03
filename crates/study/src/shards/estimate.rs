//! Estimates how long shards take, from a short trial.

use std::ops::Range;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::cut::parts;
use crate::experiment::Plan;
use crate::session::{RunError, Session};
use fairdeal_core::clock::Instant;

/// How long each part of a trial plays, if a block does not take longer.
const ENOUGH: Duration = Duration::from_millis(400);

/// How long blocks take on one machine, with all threads: some of the first ones, where more is
/// measured in them, and some of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Pairs of a block and the seconds that each block takes from there on; the first one
    /// is block 0.
    rates: Vec<(u64, f64)>,
}

/// The time and the memory that a plan needs, estimated from the trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The seconds that one machine like the one that planned needs for all blocks, with
    /// this many threads.
    pub seconds: f64,
    /// The number of threads.
    pub threads: usize,
    /// The memory of a worker, in millions of bytes; `None` if the system does not tell.
    pub megabytes: Option<u64>,
}

impl Trial {
    /// Plays some blocks of a plan. Nothing that is counted is kept.
    ///
    /// # Errors
    /// When a strategy fails or may not run, or the threads cannot be started.
    pub fn new(session: &Session<'_>, plan: &Plan) -> Result<Self, RunError> {
        // Its time is none of games.
        session.teach(plan)?;
        let chances =
            plan.play().and_then(|asked| asked.chances.as_ref()).map(|chances| chances.blocks);
        let cards = plan.play().and_then(|asked| asked.cards).map(|cards| cards.blocks);
        let mut starts: Vec<u64> = [Some(0), chances, cards]
            .into_iter()
            .flatten()
            .filter(|start| *start < plan.blocks())
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let ends = starts.iter().copied().skip(1).chain([plan.blocks()]);
        let mut rates = Vec::with_capacity(starts.len());
        for (start, end) in starts.iter().copied().zip(ends) {
            rates.push((start, rate(session, plan, start..end)?));
        }
        Ok(Self { rates })
    }

    /// Estimates the time and the memory of a run of this many blocks.
    pub fn estimate(&self, session: &Session<'_>, blocks: u64) -> Estimate {
        Estimate {
            seconds: rounded(self.seconds(&(0..blocks))),
            threads: session.threads_used(),
            megabytes: memory(),
        }
    }

    /// Pairs of a block and the time that each block takes from there on, in tenths of
    /// the fastest time.
    pub(super) fn rates(&self) -> Vec<(u64, u64)> {
        let least = self
            .rates
            .iter()
            .map(|(_, seconds)| *seconds)
            .filter(|seconds| *seconds > 0.0)
            .fold(f64::INFINITY, f64::min);
        self.rates
            .iter()
            .map(|(start, seconds)| (*start, ((10.0 * seconds / least).round() as u64).max(1)))
            .collect()
    }

    /// How many seconds a range of blocks takes.
    pub fn seconds(&self, blocks: &Range<u64>) -> f64 {
        let seconds = |(range, rate): (Range<u64>, f64)| (range.end - range.start) as f64 * rate;
        parts(&self.rates, blocks).map(seconds).sum()
    }
}

/// How many seconds a block of a range takes.
fn rate(session: &Session<'_>, plan: &Plan, blocks: Range<u64>) -> Result<f64, RunError> {
    let (begun, mut next, mut batch) =
        (Instant::now(), blocks.start, session.threads_used() as u64);
    let mut seconds = f64::INFINITY;
    // Only the last and largest batch counts, because single events weigh least in it.
    while begun.elapsed() < ENOUGH && next < blocks.end {
        let end = blocks.end.min(next.saturating_add(batch));
        let batch_begun = Instant::now();
        let played: u64 = session
            .play_chunks(plan, next..end)?
            .iter()
            .map(fairdeal_core::metrics::Counts::blocks)
            .sum();
        if played == 0 {
            break;
        }
        seconds = batch_begun.elapsed().as_secs_f64() / played as f64;
        (next, batch) = (end, batch.saturating_mul(4));
    }
    Ok(if seconds.is_finite() { seconds } else { 0.0 })
}

/// Rounds seconds to thousandths; a trial is no more exact.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// The largest amount of memory that this program took so far, in millions of bytes, if
/// the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some((kilobytes * 1024).div_ceil(1_000_000))
}
