//! Which stage a design plays next, and when a run is done.

use crate::experiment::Plan;
use crate::findings::Ending;
use fairdeal_core::input::InputError;
use fairdeal_core::metrics::Counts;

/// The next stage of a design.
#[derive(Debug)]
pub enum Stage {
    /// A trial: its results decide what the design plays next.
    Trial {
        /// The plan of the trial.
        plan: Plan,
        /// The question that the trial answers, in words.
        question: String,
    },
    /// The last stage. Its tables are the results.
    Last(Plan),
}

/// A stage that was played.
#[derive(Debug)]
pub struct PlayedStage {
    /// Its plan.
    pub plan: Plan,
    /// Its counts.
    pub counts: Counts,
    /// How it ended.
    pub ending: Ending,
}

/// The next step of a run after the blocks that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The run plays on, up to this block.
    Until(u64),
    /// The run is done.
    Done(Ending),
}

impl Plan {
    /// Returns the next stage after those that were played, or `None` if the plan itself is the
    /// only stage. A plan that is the last stage has no other stages.
    ///
    /// # Errors
    /// When the next stage cannot be played.
    pub fn next_stage(&self, played: &[PlayedStage]) -> Result<Option<Stage>, InputError> {
        self.design.next_stage(self, played)
    }

    /// Returns the next step of the run when all blocks up to a look are counted.
    pub fn step(&self, counts: &Counts) -> Step {
        let blocks = counts.blocks();
        match &self.stop {
            Some(stop) if blocks > 0 && stop.until.is_reached(self.run(counts)) => {
                Step::Done(Ending::Reached)
            }
            _ if blocks < self.blocks => Step::Until(self.next_look(blocks)),
            _ => Step::Done(Ending::Planned),
        }
    }
}
