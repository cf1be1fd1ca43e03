//! Measures how long the decisions of each strategy of a ladder take.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::control::{Control, Notice, RunError, Stage};
use super::settings::Session;
use crate::experiment::Plan;
use crate::results::Timing;
use fairdeal_core::clock::Instant;
use fairdeal_core::strategy::Entrant;

impl Session<'_> {
    /// Measures how many nanoseconds a decision takes on one thread, the work of the game included,
    /// for each strategy of a ladder that is not measured yet. It is the mean over games against
    /// itself, as many as fit into the time, and at least four blocks (the first ones several
    /// times), because early decisions take longer than late ones. Returns false if it was stopped
    /// before all were measured; finished measurements are kept.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn time_decisions(&self, plan: &Plan, timing: &mut Timing) -> Result<bool, RunError> {
        let Some(players) = plan.design().ladder_players() else { return Ok(true) };
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
