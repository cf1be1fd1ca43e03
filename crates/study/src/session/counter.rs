//! Blocks counted in order, some of them known from earlier.

use std::ops::Range;
use std::time::Duration;

use super::blocks;
use super::control::RunError;
use super::settings::Session;
use crate::experiment::{Plan, Step};
use crate::findings::Ending;
use crate::results::KeptCounts;
use fairdeal_core::clock::Instant;
use fairdeal_core::metrics::Counts;
use fairdeal_learn::Pool;

/// Looks at results come only after fixed numbers of blocks, when all earlier blocks are counted.
pub(super) fn play_looks(
    plan: &Plan,
    counter: &mut Counter<'_>,
) -> Result<(Counts, Ending), RunError> {
    let mut counts = Counts::new(plan.layout());
    loop {
        match plan.step(&counts) {
            Step::Done(ending) => return Ok((counts, ending)),
            Step::Until(end) => {
                counts.merge(&counter.count(counts.blocks()..end)?)?;
                if counts.blocks() < end {
                    return Ok((counts, Ending::Interrupted));
                }
            }
        }
    }
}

/// Counts the blocks of a plan. It plays only blocks that were not counted before.
pub(super) struct Counter<'a> {
    plan: &'a Plan,
    pool: Pool,
    session: Session<'a>,
    /// Earlier counts.
    kept: &'a KeptCounts,
    /// The new counts, chunk by chunk ([`Plan::chunk_end`]).
    pub(super) counted: KeptCounts,
    /// How many blocks were played.
    pub(super) played: u64,
    /// For how long players learned the rules before.
    pub(super) learned: Duration,
}

impl<'a> Counter<'a> {
    pub(super) fn new(
        session: &Session<'a>,
        plan: &'a Plan,
        kept: &'a KeptCounts,
    ) -> Result<Self, RunError> {
        let (pool, counted) = (session.pool()?, KeptCounts::default());
        Ok(Self {
            plan,
            pool,
            session: *session,
            kept,
            counted,
            played: 0,
            learned: Duration::ZERO,
        })
    }

    /// Counts the next blocks: all of them, or the first ones if it is stopped.
    fn count(&mut self, blocks: Range<u64>) -> Result<Counts, RunError> {
        let mut counts = Counts::new(self.plan.layout());
        let mut rest = blocks;
        while !rest.is_empty() {
            let in_chunk = rest.start..rest.end.min(self.plan.chunk_end(rest.start));
            if let Some((end, known)) = self.kept.beginning_of(self.plan, &in_chunk) {
                let games = (end - rest.start).saturating_mul(self.plan.games_per_block());
                self.session.control.progress.known(games);
                counts.merge(known)?;
                self.counted.append(self.plan, known.clone())?;
                rest.start = end;
                continue;
            }
            // All unknown blocks up to the next known one, at once.
            let gap = rest.start..self.kept.next_in(self.plan, &rest).unwrap_or(rest.end);
            let begun = Instant::now();
            if !self.session.teach(self.plan)? {
                break;
            }
            self.learned += begun.elapsed();
            let played = blocks::play(self.plan, &self.pool, &self.session, gap.clone())?;
            for played in played.into_parts() {
                counts.merge(&played)?;
                self.played += played.blocks();
                rest.start += played.blocks();
                self.counted.append(self.plan, played)?;
            }
            if rest.start < gap.end {
                break;
            }
        }
        Ok(counts)
    }
}
