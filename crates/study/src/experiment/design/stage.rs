//! What is played next, and when all is played.

use crate::experiment::Plan;
use crate::findings::Ending;
use fairdeal_core::input::InputError;
use fairdeal_core::metrics::Counts;

/// What a design plays next.
#[derive(Debug)]
pub enum Stage {
    /// Games that tell it what to play then.
    Trial {
        /// What is played.
        plan: Plan,
        /// What they are to tell, in words.
        question: String,
    },
    /// The last stage: its tables are the results.
    Last(Plan),
}

/// A stage that was played.
#[derive(Debug)]
pub struct PlayedStage {
    /// What was played.
    pub plan: Plan,
    /// What was counted.
    pub counts: Counts,
    /// How it ended.
    pub ending: Ending,
}

/// What a plan does after the blocks that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It plays on, up to this block.
    Until(u64),
    /// It is done.
    Done(Ending),
}

impl Plan {
    /// What is played next, after the stages that were played; `None` if the plan itself is the
    /// only stage. A plan that is the last stage has no other stages.
    ///
    /// # Errors
    /// When what comes next cannot be played.
    pub fn next_stage(&self, played: &[PlayedStage]) -> Result<Option<Stage>, InputError> {
        self.design.next_stage(self, played)
    }

    /// What comes next when all blocks up to a look are counted.
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
