//! The stages of a search for rules that meet goals: its rounds, and the confirmation.

use std::sync::Arc;

use super::kinds::{Design, PlayedStage, Stage};
use super::tune::Tune;
use crate::experiment::Plan;
use crate::findings::{Ending, Looks};
use fairdeal_core::input::{InputError, Location, Problem};
use fairdeal_core::rng::other_seed;
use fairdeal_tune::{Loss, Request, Round, Step, next};

/// What is played after these stages: the next round of the search, or the confirmation.
pub(super) fn next_stage(plan: &Plan, played: &[PlayedStage]) -> Result<Stage, InputError> {
    let Design::Tune(tune) = &plan.design else { return Ok(Stage::Last(plan.clone())) };
    if tune.searched.is_some() || tune.is_stopped {
        return Ok(Stage::Last(plan.clone()));
    }
    if played.last().is_some_and(|last| last.ending == Ending::Interrupted) {
        let design = Design::Tune(Box::new(tune.stopped()));
        return Ok(Stage::Last(Plan { design, ..plan.clone() }));
    }
    let mut history: Vec<Round> = Vec::with_capacity(played.len());
    for stage in played {
        let request = match tune.known_request(&history) {
            Some(request) => request,
            None => match plan.searched(tune, |task| next(task, &history))? {
                Step::Play(request) => request,
                Step::Confirm(_) | Step::Done(_) => break,
            },
        };
        history.extend(tune.round_of(&stage.plan, request, &stage.counts));
        tune.remember(&history);
    }
    let (step, loss) =
        plan.searched(tune, |task| (next(task, &history), Loss::new(&task.terms)))?;
    match step {
        Step::Play(request) => {
            let so_far = tune.best_so_far(plan, &loss, &history);
            let question = format!("round {} of the search{so_far}", played.len() + 1);
            let plan = plan.of_points(tune, &request, Some(played.len() as u64))?;
            Ok(Stage::Trial { plan, question })
        }
        Step::Confirm(request) => {
            let mut last = plan.of_points(tune, &request, None)?;
            last.design = Design::Tune(Box::new(tune.confirming(history, request)));
            last.asked_digest.clone_from(&plan.asked_digest);
            Ok(Stage::Last(last))
        }
        Step::Done(_) => {
            let found = format!("{} blocks for this search", tune.blocks);
            let allowed = "more blocks, or fewer knobs; and rules that can be played";
            Err(Location::whole(plan.name()).error(Problem::conflict(found, allowed)))
        }
    }
}

impl Plan {
    /// What a search plays in the end, in words; `None` before that, and for other designs.
    pub(crate) fn confirmation(&self) -> Option<String> {
        let (_, request) = self.design.tune()?.searched.as_ref()?;
        let sets = if request.points.len() == 1 { "set" } else { "sets" };
        Some(format!("confirmation of {} {sets} of rules on fresh shuffles", request.points.len()))
    }

    /// The same line-ups with the designer's rules alone, for this many blocks: they tell how long a
    /// block of a search takes.
    #[must_use]
    pub fn of_designer(&self, blocks: u64) -> Self {
        Self { blocks, looks: Looks::Once, design: Design::Trial, ..self.clone() }
    }

    /// The plan that plays the points of a request, and the baseline, which stands first. `round`:
    /// the number of the round of the search, each with shuffles of its own; `None` for the
    /// confirmation, which has those of the experiment.
    fn of_points(
        &self,
        tune: &Tune,
        request: &Request,
        round: Option<u64>,
    ) -> Result<Self, InputError> {
        let base = self.baseline().clone();
        let mut variants = vec![Arc::new(base.clone())];
        let usual = tune.baseline(&base.settings);
        for point in request.points.iter().filter(|point| **point != usual) {
            variants.push(Arc::new(tune.variant(&base, point)?));
        }
        let mut asked = self.asked.clone();
        if let Some(round) = round {
            asked.seed = other_seed(self.seed(), round);
        }
        let design = if round.is_some() { Design::Trial } else { self.design.clone() };
        let plan = Self {
            asked,
            blocks: request.blocks,
            looks: Looks::Once,
            variants,
            baseline: 0,
            design,
            ..self.clone()
        };
        plan.lay_out_again()
    }
}
