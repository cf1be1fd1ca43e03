//! The stages of a search for weights: its generations, and the confirmation.

use std::sync::Arc;

use serde_json::json;

use super::common::{AskedFor, Design, Reading};
use super::kind::Kind;
use super::one_place;
use super::stage::{PlayedStage, Stage};
use super::weights::WeightSearch;
use crate::experiment::Plan;
use crate::experiment::question::Question;
use crate::findings::{Ending, strength};
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::metrics::{InPlace, Label, Variant};
use fairdeal_core::rng::other_seed;
use fairdeal_core::strategy::{Entrant, StrategyFile};
use fairdeal_tune::{Fit, FitStep};

impl Design for WeightSearch {
    fn kind(&self) -> &'static Kind {
        &one_place::KIND
    }

    fn name(&self) -> &'static str {
        "strategy"
    }

    /// The section that was asked for. The order of its weights does not matter.
    fn identity(&self, plan: &Plan) -> Option<(&'static str, serde_json::Value)> {
        let asked = plan.asked().strategy.clone().map(|mut strategy| {
            strategy.weights.0.sort_keys();
            strategy
        });
        Some(("weights", json!(asked)))
    }

    fn finds_lineups(&self) -> bool {
        true
    }

    fn places(&self, _: &[Entrant], cells: &[Label]) -> Vec<InPlace> {
        let Some((strategies, others)) = self.seats() else { return Vec::new() };
        others.into_iter().filter_map(|others| InPlace::new(&others, &strategies, cells)).collect()
    }

    fn next_stage(&self, plan: &Plan, played: &[PlayedStage]) -> Result<Option<Stage>, InputError> {
        next_stage(self, plan, played).map(Some)
    }

    fn confirmation(&self) -> Option<String> {
        Some(format!("confirmation of {} on fresh shuffles", self.found.as_ref()?.name))
    }
}

pub(super) const ASKED_FOR: AskedFor =
    AskedFor { section: "strategy", has_players: true, has_blocks: true, rules: None, add };

/// A generation of a search for weights: its line-ups are those of the candidates.
#[derive(Debug)]
struct Generation;

impl Design for Generation {
    fn kind(&self) -> &'static Kind {
        &one_place::KIND
    }

    fn name(&self) -> &'static str {
        "generation"
    }
}

/// The sections that cannot stand beside it.
const NOT_BESIDE: [&str; 10] =
    ["tune", "sweep", "sensitivity", "stop", "blocks", "ladder", "lineup", "goal", "play", "adapt"];

/// The next step of a search for weights.
enum Next {
    /// A generation of candidates, with its description in words.
    Play(Box<Plan>, String),
    /// The strategy that the search has found.
    Found(Box<StrategyFile>),
}

/// Plays the next generation; at the end, the strategy that was found against the one before.
pub(super) fn next_stage(
    search: &WeightSearch,
    plan: &Plan,
    played: &[PlayedStage],
) -> Result<Stage, InputError> {
    if search.found.is_some() || search.is_stopped {
        return Ok(Stage::Last(plan.clone()));
    }
    if played.last().is_some_and(|last| last.ending == Ending::Interrupted) {
        let stopped = WeightSearch { is_stopped: true, ..search.clone() };
        return Ok(Stage::Last(Plan { design: Arc::new(stopped), ..plan.clone() }));
    }
    let rules = &plan.variants[plan.baseline];
    match search.next(plan, rules, played)? {
        Next::Play(plan, question) => Ok(Stage::Trial { plan: *plan, question }),
        Next::Found(tuned) => {
            let last = search.confirmation(plan, rules, *tuned, plan.seed())?;
            Ok(Stage::Last(Plan { asked_digest: plan.asked_digest.clone(), ..last }))
        }
    }
}

impl WeightSearch {
    /// Returns the next step after these generations, which play by these rules.
    fn next(
        &self,
        plan: &Plan,
        rules: &Arc<Variant>,
        generations: &[PlayedStage],
    ) -> Result<Next, InputError> {
        let fit = Fit {
            dimensions: self.weights.len(),
            blocks: self.blocks.saturating_sub(2 * self.confirmation_blocks()),
            seed: plan.seed(),
        };
        let values: Vec<Vec<f64>> = generations.iter().map(|stage| self.values(stage)).collect();
        match fit.next(&values) {
            FitStep::Done(found) => Ok(Next::Found(Box::new(self.at(&found, &self.name())?))),
            FitStep::Play { points, blocks } => {
                let number = generations.len();
                let candidate = |(place, point): (usize, &Vec<f64>)| {
                    Ok(self.at(point, &format!("candidate {}", place + 1))?.into())
                };
                let who = points.iter().enumerate().map(candidate);
                let who = who.collect::<Result<Vec<_>, InputError>>()?;
                let seed = other_seed(plan.seed(), number as u64);
                let design = Arc::new(Generation);
                let last = values.last().map_or_else(String::new, |last| {
                    let mean = last.iter().sum::<f64>() / last.len() as f64;
                    format!("; those before won {mean:.2} times their share")
                });
                let (number, all) = (number + 1, fit.generations());
                let (count, base) = (points.len(), self.base());
                let question =
                    format!("generation {number} of {all}: {count} candidates for {base}{last}");
                let plan = self.seated(plan, rules, who, (blocks, seed), design)?;
                Ok(Next::Play(Box::new(plan), question))
            }
        }
    }

    /// The values of the candidates of a generation: how often each wins, as a multiple of its fair
    /// share, on average over the tables.
    fn values(&self, stage: &PlayedStage) -> Vec<f64> {
        let run = stage.plan.run(&stage.counts);
        let tables = self.others.len();
        let value = |first: usize| {
            (first..first + tables).filter_map(|cell| strength(run, cell)).sum::<f64>()
                / tables as f64
        };
        (0..stage.plan.lineups.len()).step_by(tables).map(value).collect()
    }

    /// The strategy that was found and the one before, each among the others of each table.
    fn confirmation(
        &self,
        plan: &Plan,
        rules: &Arc<Variant>,
        tuned: StrategyFile,
        seed: u64,
    ) -> Result<Plan, InputError> {
        let who = vec![tuned.clone().into(), self.base.clone().into()];
        let design = Arc::new(Self { found: Some(tuned), ..self.clone() });
        self.seated(plan, rules, who, (self.confirmation_blocks(), seed), design)
    }

    /// A plan in which each of some strategies sits among the others of each table, with shuffles
    /// of this seed.
    fn seated(
        &self,
        plan: &Plan,
        rules: &Arc<Variant>,
        who: Vec<Entrant>,
        (blocks, seed): (u64, u64),
        design: Arc<dyn Design>,
    ) -> Result<Plan, InputError> {
        let mut seated = Plan {
            asked: Question { seed, ..plan.asked.clone() },
            blocks,
            stop: None,
            design,
            baseline: 0,
            variants: vec![Arc::clone(rules)],
            lineups: Vec::new(),
            strategies: Vec::new(),
            further: Vec::new(),
            exploiter: None,
            adapt: None,
            play: None,
            goals: None,
            ..plan.clone()
        };
        let place = Location::whole(plan.name());
        for one in who {
            for table in &self.others {
                let lineup = std::iter::once(&one).chain(table).cloned().collect();
                seated.add_lineup(lineup, &place)?;
            }
        }
        seated.leave_out_larger_tables();
        seated.lay_out_again()
    }
}

/// Turns a plan into a search for weights, if `[strategy]` asks for one. Its line-ups are those of
/// the strategy before tuning.
pub(super) fn add(plan: &mut Plan, reading: &Reading<'_>, problems: &mut Problems) {
    let (top, name) = (&reading.top, ASKED_FOR.section);
    let Some(section) = problems.take(top.open_section(name)).flatten() else { return };
    for key in NOT_BESIDE {
        if let Some(entry) = top.entry(key) {
            let found = format!("`{key}` and `{name}` are both given");
            let allowed = match key {
                "blocks" => "`blocks` below [strategy]",
                "lineup" => "those among whom it plays as `others` below [strategy]",
                _ => "one of them",
            };
            problems.note(top.error_at(entry.line, Problem::conflict(found, allowed)));
        }
    }
    if plan.variants.len() > 1 {
        let found = format!("{} variants for a search for weights", plan.variants.len());
        problems.note(section.error(Problem::conflict(found, "one set of rules")));
    }
    let search = WeightSearch::read(&section, &plan.given, reading.overrides.blocks);
    let Some(search) = problems.take(search).flatten() else { return };
    for table in &search.others {
        let base = Entrant::from(search.base.clone());
        let lineup = std::iter::once(&base).chain(table).cloned().collect();
        problems.take(plan.add_lineup(lineup, &section.place()));
    }
    plan.design = Arc::new(search);
}
