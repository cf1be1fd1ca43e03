//! Blocks counted in order, some of them known from earlier.

use std::ops::Range;

use super::blocks;
use super::control::RunError;
use super::settings::Session;
use crate::experiment::{Plan, Step};
use crate::findings::Ending;
use crate::results::KeptCounts;
use fairdeal_core::metrics::{Counts, MergeError};

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

/// Counts the blocks of a plan, and plays those that were not counted before.
pub(super) struct Counter<'a> {
    plan: &'a Plan,
    pool: rayon::ThreadPool,
    session: Session<'a>,
    /// Earlier counts.
    kept: &'a KeptCounts,
    /// The new counts, chunk by chunk ([`Plan::chunk_end`]).
    counted: KeptCounts,
    /// The chunk that is not complete yet.
    chunk: Counts,
    /// How many blocks were played.
    pub(super) played: u64,
}

impl<'a> Counter<'a> {
    pub(super) fn new(
        session: &Session<'a>,
        plan: &'a Plan,
        kept: &'a KeptCounts,
    ) -> Result<Self, RunError> {
        let chunk = Counts::new(plan.layout());
        Ok(Self {
            plan,
            pool: session.pool()?,
            session: *session,
            kept,
            counted: KeptCounts::default(),
            chunk,
            played: 0,
        })
    }

    /// Counts the next blocks: all of them, or the first ones if it is stopped.
    fn count(&mut self, blocks: Range<u64>) -> Result<Counts, RunError> {
        let mut counts = Counts::new(self.plan.layout());
        let mut rest = blocks;
        while !rest.is_empty() {
            let in_chunk = rest.start..rest.end.min(self.plan.chunk_end(rest.start));
            if let Some((end, known)) = self.kept.beginning_of(self.plan, &in_chunk) {
                self.session
                    .control
                    .progress
                    .known((end - rest.start).saturating_mul(self.plan.games_per_block()));
                self.keep(known)?;
                counts.merge(known)?;
                rest.start = end;
                continue;
            }
            // All unknown blocks up to the next known one, at once.
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

    /// The counts, chunk by chunk.
    pub(super) fn counted(mut self) -> KeptCounts {
        self.counted.add(self.chunk);
        self.counted
    }
}
