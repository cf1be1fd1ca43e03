//! What a ladder needs beside its own games: how far a doubled budget helps, and how long decisions
//! take.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::control::{Control, Notice, RunError, Stage};
use super::counter::Counter;
use super::settings::Session;
use crate::experiment::{Design, Plan};
use crate::findings::Ending;
use crate::results::{KeptCounts, Timing};
use fairdeal_core::rows::Verdict;
use fairdeal_core::strategy::Entrant;

impl Session<'_> {
    /// Tests how far doubled budgets help, if the ladder asks for that. Returns the ladder with all
    /// its copies, and the counts of the test; `None` if the plan needs no change. Blocks that were
    /// counted earlier are not played again.
    ///
    /// [`Session::resume`] does this by itself. Call it to know in advance what will be played.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn with_doublings(
        &self,
        plan: &Plan,
        kept: &KeptCounts,
    ) -> Result<Option<(Plan, KeptCounts)>, RunError> {
        let &Design::Ladder { players, doubled, doublings: doublings @ 1.. } = plan.design() else {
            return Ok(None);
        };
        let (strategies, copies) = plan.strategies().split_at(plan.strategies().len() - doubled);
        let (mut copies, mut counted) = (copies.to_vec(), KeptCounts::default());
        for _ in 0..doublings {
            let next =
                strategies.last().and_then(|searcher| searcher.with_budget(2 << copies.len()));
            let mut chain = strategies.iter().chain(&copies).rev();
            let (Some(next), Some(last), Some(before)) = (next, chain.next(), chain.next()) else {
                break;
            };
            let (beats, found) = self.beats(plan, players, [last, before], kept)?;
            counted.extend(found);
            if !beats {
                break;
            }
            copies.push(next);
        }
        Ok(Some((plan.with_copies(&copies)?, counted)))
    }

    /// Whether the first strategy beats the other beyond the tolerance, under the rules of the
    /// ladder (false if it was stopped), and the counts.
    fn beats(
        &self,
        plan: &Plan,
        players: usize,
        [first, other]: [&Entrant; 2],
        kept: &KeptCounts,
    ) -> Result<(bool, KeptCounts), RunError> {
        let mut lineup = vec![other.clone(); players];
        lineup[0] = first.clone();
        let alone = plan.of_one_lineup(&lineup, plan.blocks())?;
        let mut counter = Counter::new(self, &alone, kept)?;
        let (counts, ending) =
            self.play_as(&alone, Stage::Doubling(first.name(), other.name()), &mut counter)?;
        let rows = crate::findings::Verdicts::new(alone.run(&counts)).strategies;
        let beats =
            rows.first().is_some_and(|row| row.share.judged.verdict == Some(Verdict::Advantage));
        Ok((beats && ending != Ending::Interrupted, counter.counted()))
    }

    /// Measures how many nanoseconds a decision takes on one thread, the work of the game included,
    /// for each strategy of a ladder that is not measured yet. It is the mean over games against
    /// itself, as many as fit into the time, and at least four blocks (the first ones several
    /// times), because early decisions take longer than late ones. Returns false if it was stopped
    /// before all were measured; finished measurements are kept.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn time_decisions(&self, plan: &Plan, timing: &mut Timing) -> Result<bool, RunError> {
        let &Design::Ladder { players, .. } = plan.design() else { return Ok(true) };
        for strategy in plan.strategies() {
            if timing.decision_time(strategy.name()).is_some() {
                continue;
            }
            if let Some(checkpoints) = self.checkpoints {
                // All games are counted, and measuring takes only seconds.
                checkpoints.write().unwrap_or_else(|why| self.tell(Notice::Unwritten(&why)));
            }
            self.control.progress.begin(Stage::Timing(strategy.name()), 0);
            let measured = self.decision_time(plan, &vec![strategy.clone(); players]);
            self.control.progress.end();
            let Some(time) = measured? else {
                self.tell(Notice::NotTimed);
                return Ok(false);
            };
            timing.set_decision_time(strategy.name(), time);
        }
        Ok(true)
    }

    /// The nanoseconds of a decision in games of a line-up; `None` if it was stopped.
    fn decision_time(&self, plan: &Plan, lineup: &[Entrant]) -> Result<Option<f64>, RunError> {
        let alone = Session {
            threads: 1,
            checkpoints: None,
            control: Control { stop: self.control.stop, progress: &() },
            ..*self
        };
        let (mut blocks, mut taken, mut decisions) = (4, Duration::ZERO, 0);
        loop {
            let again = plan.of_one_lineup(lineup, blocks)?;
            let begun = Instant::now();
            let (counts, _) = alone.play(&again)?;
            taken += begun.elapsed();
            decisions += counts.decisions();
            if self.control.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if taken >= self.decisions_timed_for || blocks >= 1 << 20 {
                return Ok(Some(taken.as_nanos() as f64 / decisions.max(1) as f64));
            }
            blocks *= 2;
        }
    }
}
