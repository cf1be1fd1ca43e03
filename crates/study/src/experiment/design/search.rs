//! The stages of a search for rules that meet goals: its rounds, and the confirmation.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::common::{AskedFor, Design, Reading};
use super::compare;
use super::kind::{Item, Kind, QuestionOf, RuleSets, Seating};
use super::stage::{PlayedStage, Stage};
use super::tune::{Adapted, Searched, Tune};
use crate::experiment::Plan;
use crate::findings::{Asked, Ending};
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::metrics::{InPlace, Label};
use fairdeal_core::rng::other_seed;
use fairdeal_core::strategy::Entrant;
use fairdeal_tune::{Loss, Request, Step, next};

impl Design for Tune {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    /// The rules that the search may try, and the goals. The order of keys in tables
    /// does not matter.
    fn identity(&self, plan: &Plan) -> Option<(&'static str, Value)> {
        let game = plan.given.game.description();
        let tune = plan.asked().tune.clone().map(|mut tune| {
            tune.rules.0.values_mut().for_each(sort_keys);
            sort_by_key(&mut tune.rules.0, |key| game.turn_order(key));
            tune.only_if.0.values_mut().for_each(sort_keys);
            tune.only_if.0.sort_keys();
            tune
        });
        let goals = plan.goals().map_or(&[][..], |goals| &goals.list);
        let goal = plan.asked().goal.clone().map(|mut goal| {
            goal.0.values_mut().for_each(sort_keys);
            sort_by_key(&mut goal.0, |key| goals.iter().position(|goal| goal.name == key));
            goal
        });
        Some(("tune", json!([tune, goal])))
    }

    fn is_grouped(&self) -> bool {
        true
    }

    fn finds_rules(&self) -> bool {
        true
    }

    /// Refuses a search if all of its rules but the baseline are refused, with the reasons for
    /// the first ones.
    fn check(&self, plan: &Plan) -> Result<(), InputError> {
        let (base, game) = (&plan.baseline().settings, plan.given.game);
        let (players, usual) = (plan.table_sizes(), self.baseline(base));
        let mut refused = (0, None);
        for values in self.combinations() {
            match self.canonical(game, base, &players, &values) {
                Some(point) if point == usual => {}
                Some(_) => return Ok(()),
                None => {
                    refused.0 += 1;
                    refused.1.get_or_insert(values);
                }
            }
        }
        let (count, Some(first)) = refused else { return Ok(()) };
        let rules = self.grid.at(None, base, &first)?;
        let make = |players: &usize| game.make_rules(&rules.settings, *players).err();
        let why = players.iter().find_map(make);
        let found = match count {
            1 => format!("the rules that the search may try are refused: `{}`", rules.name),
            _ => format!(
                "all {count} sets of rules that the search may try are refused, such as `{}`",
                rules.name
            ),
        };
        Err(self.grid.error(Problem::conflict(found, "values that can be played")).with(why))
    }

    fn next_stage(&self, plan: &Plan, played: &[PlayedStage]) -> Result<Option<Stage>, InputError> {
        next_stage(self, plan, played).map(Some)
    }

    /// Of games with players who adapt: how often one of them wins among others.
    fn places(&self, strategies: &[Entrant], cells: &[Label]) -> Vec<InPlace> {
        let names = |learns| strategies.iter().filter(move |one| one.learns() == learns);
        let learner = names(true).next().map(|one| one.name().to_owned());
        // By the rules that were found, which come last.
        let is_last =
            |cell: &Label| cells.last().is_some_and(|last| cell.variant.name == last.variant.name);
        let start = cells.iter().position(is_last).unwrap_or(0);
        let place = |other: &Entrant| {
            let (learner, other) = (learner.clone()?, other.name().to_owned());
            let sizes: BTreeSet<usize> = cells.iter().map(|cell| cell.shape.players()).collect();
            let of_size = |size: usize| {
                let others = vec![other.clone(); size.checked_sub(1)?];
                let strategies = [learner.clone(), other.clone()];
                let mut place = InPlace::new(&others, &strategies, &cells[start..])?;
                place.candidates.iter_mut().for_each(|candidate| candidate.cell += start);
                Some(place)
            };
            Some(sizes.into_iter().filter_map(of_size).collect::<Vec<_>>())
        };
        names(false).filter_map(place).flatten().collect()
    }

    fn confirmation(&self) -> Option<String> {
        let Searched { request, .. } = self.searched.as_deref()?;
        let sets = if request.points.len() == 1 { "set" } else { "sets" };
        Some(format!("confirmation of {} {sets} of rules on fresh shuffles", request.points.len()))
    }
}

pub(super) static KIND: Kind = Kind {
    name: "tune",
    question: |_, _| (QuestionOf::Game, "which rules meet the goals?".into()),
    asks: |_| Asked::Goals,
    rules: RuleSets::Named,
    seating: Seating::Lineups,
    // The effects of the proposal are part of the goals.
    answer: |_| &[],
    screen: &[Item::Cells, Item::Changes],
    tables: compare::TABLES,
    sentences: compare::SENTENCES,
    charts: &[Item::Length],
};

pub(super) const ASKED_FOR: AskedFor =
    AskedFor { section: "tune", has_players: false, has_blocks: true, rules: None, add };

/// Makes a plan that of a search for rules, if `[tune]` asks for one.
fn add(plan: &mut Plan, reading: &Reading<'_>, problems: &mut Problems) {
    let (top, game) = (&reading.top, plan.given.game.description());
    let tune = problems.take(Tune::read(top, game, reading.overrides.blocks)).flatten();
    let Some(tune) = tune else { return };
    plan.design = Arc::new(tune);
}

/// Sorts the entries of a table.
fn sort_by_key<K: Ord>(table: &mut Map<String, Value>, place: impl Fn(&str) -> K) {
    let mut entries: Vec<(String, Value)> = std::mem::take(table).into_iter().collect();
    entries.sort_by_key(|(key, _)| place(key));
    *table = entries.into_iter().collect();
}

/// Sorts the keys of a table: the subject of a goal before its bounds, the others by name.
fn sort_keys(value: &mut Value) {
    const FIRST: [&str; 8] =
        ["unit", "reason", "strategies", "seconds", "at_least", "at_most", "between", "from"];
    let Value::Object(table) = value else { return };
    table.values_mut().for_each(sort_keys);
    let mut entries: Vec<(String, Value)> = std::mem::take(table).into_iter().collect();
    let place = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    entries.sort_by(|(one, _), (other, _)| place(one).cmp(&place(other)).then(one.cmp(other)));
    *table = entries.into_iter().collect();
}

/// A round of such a search: the variants are the rules that it tries.
#[derive(Debug)]
pub(super) struct Trial(Option<Arc<Searched>>);

impl Design for Trial {
    fn kind(&self) -> &'static Kind {
        &KIND
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

/// Returns the state of the search for rules before a stage.
fn searched(stage: &PlayedStage) -> Option<&Arc<Searched>> {
    let design = &*stage.plan.design;
    design.get::<Trial>()?.0.as_ref()
}

/// Returns the stage after those that were played: the next round of the search, the games of
/// players who adapt, or the confirmation.
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
    /// The line-ups with the designer's rules alone, for this many blocks: to measure how long a
    /// block of a search takes.
    #[must_use]
    pub fn of_designer(&self, blocks: u64) -> Self {
        Self { blocks, design: Arc::new(Trial(None)), ..self.clone() }
    }

    /// Returns the next stage once the search asks for its confirmation. If players adapt, those
    /// who learned the rules that it chose play by them first. The confirmation comes last.
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
        let (Some(_), Some(choice)) = (&self.adapt, request.points.first()) else {
            return last(None);
        };
        if let Some(stage) = played.get(searched.rounds.len()) {
            let judged = (stage.plan.clone(), stage.counts.clone());
            return last(Some(Adapted { judged }));
        }
        let request = Request { points: vec![choice.clone()], ..request.clone() };
        let mut plan = self.of_points(tune, &request, None)?;
        plan.design = Arc::new(tune.confirming(Arc::clone(searched), None));
        let mut problems = Problems::default();
        plan.add_adapted(&Location::whole(self.name()), &mut problems);
        problems.finish()?;
        plan.plan_lessons()?;
        let learners = plan.given.learners.iter().map(|learner| learner.name().to_owned());
        let learners: Vec<String> = learners.collect();
        if let Some(goals) = &mut plan.goals {
            goals.strategies = learners;
        }
        let question = "the goals, judged by players who learned the rules".to_owned();
        Ok(Stage::Trial { plan: plan.lay_out_again()?, question })
    }

    /// The plan that plays the points of a request, and the baseline, which comes first. `round`:
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
