//! What is played next, and when all is played.

use super::kinds::{Design, DesignKind, PlayedStage, Stage, Step};
use super::{generations, ladder, search};
use crate::experiment::Plan;
use crate::findings::Ending;
use fairdeal_core::input::InputError;
use fairdeal_core::metrics::Counts;

impl Plan {
    /// What kind of question it asks.
    pub fn kind(&self) -> DesignKind {
        match self.design {
            Design::Compare if self.asked.sweep.is_some() => DesignKind::Sweep,
            Design::Compare => DesignKind::Compare,
            Design::Ladder { .. } => DesignKind::Ladder,
            Design::InPlace { .. } | Design::Strategy(_) | Design::Generation(_) => {
                DesignKind::InPlace
            }
            Design::Sensitivity(_) => DesignKind::Sensitivity,
            Design::Tune(_) | Design::Trial(_) => DesignKind::Tune,
        }
    }

    /// What is played next, after the stages that were played; `None` if the plan itself is the
    /// only stage. A plan that is the last stage has no other stages.
    ///
    /// # Errors
    /// When what comes next cannot be played.
    pub fn next_stage(&self, played: &[PlayedStage]) -> Result<Option<Stage>, InputError> {
        match self.design {
            Design::Ladder { doublings: 1.., .. } => ladder::next_stage(self, played).map(Some),
            Design::Tune(_) => search::next_stage(self, played).map(Some),
            Design::Strategy(_) => generations::next_stage(self, played).map(Some),
            _ => Ok(None),
        }
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
