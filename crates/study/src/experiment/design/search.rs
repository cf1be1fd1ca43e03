//! The stages of a search for rules that meet goals: its rounds, and the confirmation.

use std::sync::Arc;

use super::generations::{Generation, Next};
use super::tune::{Adapted, Searched, Tune};
use super::{Design, Kind, PlayedStage, Stage, tune};
use crate::experiment::Plan;
use crate::findings::Ending;
use fairdeal_core::input::{InputError, Location, Problem};
use fairdeal_core::rng::other_seed;
use fairdeal_core::strategy::StrategyFile;
use fairdeal_tune::{Loss, Request, Step, next};

/// A round of such a search: the variants are the rules that it tries.
#[derive(Debug)]
pub(super) struct Trial(Option<Arc<Searched>>);

impl Design for Trial {
    fn kind(&self) -> &'static Kind {
        &tune::KIND
    }

    fn name(&self) -> &'static str {
        "trial"
    }

    fn is_grouped(&self) -> bool {
        true
    }

    fn compares(&self) -> bool {
        false
    }
}

/// What was found before a stage of a search for rules.
fn searched(stage: &PlayedStage) -> Option<&Arc<Searched>> {
    let design = &*stage.plan.design;
    let trial = design.get::<Trial>().and_then(|trial| trial.0.as_ref());
    trial.or_else(|| design.get::<Generation>()?.0.as_ref())
}

/// What is played after these stages: the next round of the search; if players adapt, what they
/// play; or the confirmation.
pub(super) fn next_stage(
    tune: &Tune,
    plan: &Plan,
    played: &[PlayedStage],
) -> Result<Stage, InputError> {
    if tune.searched.is_some() || tune.is_stopped {
        return Ok(Stage::Last(plan.clone()));
    }
    if played.last().is_some_and(|last| last.ending == Ending::Interrupted) {
        return Ok(Stage::Last(Plan { design: Arc::new(tune.stopped()), ..plan.clone() }));
    }
    let asked = played.iter().rev().find_map(|stage| Some((stage, searched(stage)?)));
    if let Some((_, searched)) = asked.filter(|(_, searched)| searched.request.confirms) {
        return plan.confirmed(tune, searched, played);
    }
    let mut rounds = Vec::with_capacity(played.len());
    if let Some((stage, searched)) = asked {
        rounds.extend(searched.rounds.iter().cloned());
        rounds.extend(tune.round_of(&stage.plan, searched.request.clone(), &stage.counts));
    }
    let (step, loss) = plan.searched(tune, |task| (next(task, &rounds), Loss::new(&task.terms)))?;
    match step {
        Step::Play(request) => {
            let so_far = tune.best_so_far(plan, &loss, &rounds);
            let question = format!("round {} of the search{so_far}", played.len() + 1);
            let number = Some(played.len() as u64);
            let mut plan = plan.of_points(tune, &request, number)?;
            plan.design = Arc::new(Trial(Some(Arc::new(Searched { rounds, request }))));
            Ok(Stage::Trial { plan, question })
        }
        Step::Confirm(request) => {
            plan.confirmed(tune, &Arc::new(Searched { rounds, request }), played)
        }
        Step::Done(_) => {
            let found = format!("{} blocks for this search", tune.blocks);
            let allowed = "more blocks, or fewer knobs; and rules that can be played";
            Err(Location::whole(plan.name()).error(Problem::conflict(found, allowed)))
        }
    }
}

impl Plan {
    /// The line-ups with the designer's rules alone, for this many blocks: they tell how long a block
    /// of a search takes.
    #[must_use]
    pub fn of_designer(&self, blocks: u64) -> Self {
        Self { blocks, design: Arc::new(Trial(None)), ..self.clone() }
    }

    /// What is played after a search that asks for its confirmation: if players adapt to the rules
    /// that it chose, these are found first, and play by them. Then the confirmation.
    fn confirmed(
        &self,
        tune: &Tune,
        searched: &Arc<Searched>,
        played: &[PlayedStage],
    ) -> Result<Stage, InputError> {
        let request = &searched.request;
        let last = |adapted: Option<Adapted>| {
            let mut last = self.of_points(tune, request, None)?;
            let confirming = tune.confirming(Arc::clone(searched), adapted);
            last.design = Arc::new(confirming);
            last.asked_digest.clone_from(&self.asked_digest);
            Ok(Stage::Last(last))
        };
        let (Some(search), Some(choice)) = (&tune.adapt, request.points.first()) else {
            return last(None);
        };
        let rules = Arc::new(tune.variant(self.baseline(), choice)?);
        let (before, after) = played.split_at(searched.rounds.len());
        let is_generation = |stage: &&PlayedStage| stage.plan.design.get::<Generation>().is_some();
        let (generations, after) = after.split_at(after.iter().take_while(is_generation).count());
        let before = (before.len(), Some(Arc::clone(searched)));
        let tuned = match search.next(self, &rules, generations, before)? {
            Next::Play(plan, question) => return Ok(Stage::Trial { plan: *plan, question }),
            Next::Found(tuned) => *tuned,
        };
        match after {
            [] => {
                let question = format!("does {} win more often by these rules?", tuned.name);
                let seed = other_seed(self.seed(), played.len() as u64);
                let plan = search.confirmation(self, &rules, tuned, seed)?;
                Ok(Stage::Trial { plan, question })
            }
            [_] => {
                let request = Request { points: vec![choice.clone()], ..request.clone() };
                let mut plan = self.of_points(tune, &request, None)?;
                plan.design = Arc::new(tune.confirming(Arc::clone(searched), None));
                let base = search.base();
                plan.lineups.retain(|lineup| {
                    lineup.entries.iter().any(|entry| self.strategies[*entry].name() == base)
                });
                for strategy in plan.strategies.iter_mut().filter(|one| one.name() == base) {
                    *strategy = StrategyFile { name: base.to_owned(), ..tuned.clone() }.into();
                }
                let question = "the goals, judged by players who adapted".to_owned();
                Ok(Stage::Trial { plan: plan.lay_out_again()?, question })
            }
            [stronger, judged, ..] => {
                let [stronger, judged] =
                    [stronger, judged].map(|stage| (stage.plan.clone(), stage.counts.clone()));
                let base = search.base().to_owned();
                last(Some(Adapted { base, tuned, stronger, judged }))
            }
        }
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
        let design = if round.is_some() { Arc::new(Trial(None)) } else { Arc::clone(&self.design) };
        let plan =
            Self { asked, blocks: request.blocks, variants, baseline: 0, design, ..self.clone() };
        plan.lay_out_again()
    }
}
