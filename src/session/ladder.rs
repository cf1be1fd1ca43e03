//! What a ladder needs beside its own games: how far a doubled budget helps, and how long decisions take.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{Control, Counter, RunError, Session, Stage};
use crate::experiment::{Design, Plan};
use crate::findings::Ending;
use crate::metrics::Counts;
use crate::results::KeptCounts;
use crate::rows::Verdict;
use crate::strategy::{Entrant, Playable};

impl Session<'_> {
    /// Finds out how far doubled budgets help, where a ladder is to find that out: the same ladder with all copies that it ends up with. None where the plan
    /// is as it will be played. [`Session::run`] does this by itself; it is for those who want to know what will be played.
    ///
    /// # Errors
    /// As [`Session::run`].
    #[inline(never)]
    pub fn with_doublings<G: Playable>(&self, plan: &Plan<G>) -> Result<Option<Plan<G>>, RunError> {
        let &Design::Ladder { players, doubled, doublings: doublings @ 1.. } = plan.design() else { return Ok(None) };
        let (strategies, copies) = plan.strategies().split_at(plan.strategies().len() - doubled);
        let mut copies = copies.to_vec();
        for _ in 0..doublings {
            let next = strategies.last().and_then(|searcher| searcher.with_budget(2 << copies.len()));
            let mut chain = strategies.iter().chain(&copies).rev();
            let (Some(next), Some(last), Some(before)) = (next, chain.next(), chain.next()) else { break };
            if !self.beats(plan, players, last, before)? {
                break;
            }
            copies.push(next);
        }
        Ok(Some(plan.with_copies(strategies, &copies)?))
    }

    /// Does the first strategy beat others of the other beyond the tolerance, by the rules of the ladder? What was stopped did not.
    fn beats<G: Playable>(&self, plan: &Plan<G>, players: usize, first: &Entrant<G>, other: &Entrant<G>) -> Result<bool, RunError> {
        let mut lineup = vec![other.clone(); players];
        lineup[0] = first.clone();
        let alone = plan.of_one_lineup(&lineup, plan.blocks())?;
        let kept = KeptCounts::default();
        let mut counter = Counter::new(self, &alone, &kept)?;
        let (counts, ending) = self.play_as(&alone, Stage::Doubling(first.name(), other.name()), &mut counter)?;
        let rows = crate::findings::Verdicts::new(alone.run(&counts)).strategies;
        let beats = rows.first().is_some_and(|row| row.share.judged.verdict == Some(Verdict::Advantage));
        Ok(beats && ending != Ending::Interrupted)
    }

    /// By strategy of a ladder, how many nanoseconds a decision takes on one thread, the game's own share of it included: the mean over games against
    /// itself, as many as half a second holds, and four at least: decisions early in a game take longer than those near its end. None if it is stopped.
    pub(super) fn decision_times<G: Playable>(&self, plan: &Plan<G>, players: usize) -> Result<Option<Vec<(String, f64)>>, RunError> {
        const ENOUGH: Duration = Duration::from_millis(500);
        let mut times = Vec::new();
        for strategy in plan.strategies() {
            self.control.progress.begin(Stage::Timing(strategy.name()), 0);
            let mut blocks = 4;
            let time = loop {
                let again = plan.of_one_lineup(&vec![strategy.clone(); players], blocks)?;
                let alone = Session { threads: 1, control: Control { stop: self.control.stop, progress: &() }, ..*self };
                let begun = Instant::now();
                let (counts, _): (Counts, _) = alone.play(&again)?;
                let taken = begun.elapsed();
                if self.control.stop.load(Ordering::Relaxed) {
                    self.control.progress.end();
                    return Ok(None);
                }
                if taken >= ENOUGH || blocks >= 1 << 20 {
                    break taken.as_nanos() as f64 / counts.decisions().max(1) as f64;
                }
                blocks *= 2;
            };
            self.control.progress.end();
            times.push((strategy.name().to_owned(), time));
        }
        Ok(Some(times))
    }
}
