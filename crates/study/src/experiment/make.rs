//! Makes a plan from a document with a question. Everything is checked, and all errors
//! are reported together.

use std::sync::Arc;

use super::adapt::Adapt;
use super::ask;
use super::design::{ASKED_FOR, Compare, MadeRules, Reading, RulesAsked};
use super::events;
use super::given::{Given, lineup_name};
use super::goals;
use super::plan::{Lineup, Plan};
use super::play::{self, Play};
use super::question::{Overrides, Question};
use super::read::{SEEDS, analysis, check_top, lineups, named_variants};
use super::rules::knobs_of;
use super::stop::{self, MOST_BLOCKS};
use crate::findings::Stop;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{
    Document, InputError, Location, Problem, Problems, Section, Unknown, check_name,
};
use fairdeal_core::metrics::{Layout, Variant};
use fairdeal_core::strategy::{Entrant, StrategyTexts};

/// Makes the plan of the experiment that a document asks for.
///
/// # Errors
/// When it has errors: all of them are reported together, each with its place.
pub(super) fn make(
    document: &Document,
    overrides: Overrides,
    given: Given,
) -> Result<Plan, InputError> {
    let plan = made(document, overrides, given.clone())?;
    // Which tables there are is known only now, and some rules may follow from it.
    match given.at_tables(plan.table_sizes()) {
        Some(given) => made(document, overrides, given),
        None => Ok(plan),
    }
}

/// Makes the plan for tables as they are known.
fn made(document: &Document, overrides: Overrides, mut given: Given) -> Result<Plan, InputError> {
    let mut problems = Problems::default();
    let (top, whole) = (document.top(), Location::whole(&given.name));
    let game = given.game;
    problems.take(check_top(&top));
    problems.take(top.text("question"));
    problems.take(ask::check(&top, game.description()));
    problems.take(top.whole("seed", SEEDS));
    problems.take(check_name(&given.name, top.place()));
    let mut own = ASKED_FOR.iter().filter(|design| design.has_blocks);
    let (length, stop) = if own.any(|design| top.entry(design.section).is_some()) {
        (Some(1), None)
    } else {
        length(&top, overrides, &mut problems)
    };
    let adapt = problems.take(Adapt::read(&top, &given)).flatten();
    given.learners = adapt.as_ref().map_or_else(Vec::new, |adapt| adapt.players.clone());
    let analysis = analysis(&top, &mut problems);
    let events = problems.take(events::read(game, &top)).unwrap_or_default();
    let goals = goals::read(&top, game.description(), &events, &mut problems);
    let (goals, goal_places) =
        goals.map_or((None, Vec::new()), |(goals, places)| (Some(goals), places));
    let MadeRules { variants, baseline, design } = ruled(&top, &given, length, &mut problems);
    let asked_play = problems.take(play::read(game, &top, &given.texts)).flatten();
    let (play_place, measures) =
        asked_play.map_or((None, None), |(place, measures)| (Some(place), Some(measures)));
    let lineups = lineups(game.description(), &top, &mut problems);
    let mut plan = Plan {
        asked: Question::default(),
        program: None,
        blocks: length.unwrap_or(MOST_BLOCKS),
        analysis,
        goals,
        stop,
        design,
        baseline,
        variants: variants.into_iter().map(Arc::new).collect(),
        lineups: Vec::new(),
        strategies: Vec::new(),
        further: Vec::new(),
        exploiter: None,
        adapt,
        play: measures,
        events,
        layout: Layout::empty(game.description()),
        asked_digest: String::new(),
        given,
    };
    for (place, seats) in lineups {
        let seated = plan.given.seated(&place, &seats);
        problems.take(seated.and_then(|seated| plan.add_lineup(seated, &place)));
    }
    let reading = Reading { top, overrides };
    for design in &ASKED_FOR {
        (design.add)(&mut plan, &reading, &mut problems);
    }
    let top = reading.top;
    // A search plays these line-ups once it has found rules.
    if problems.is_empty() && !plan.design.finds_rules() {
        plan.add_adapted(&whole, &mut problems);
    }
    problems.take(plan.check_goals(&goal_places, goal_places.first().unwrap_or(&whole)));
    problems.finish()?;
    plan.asked = Question::of(document)?.with(overrides);
    // The run plays the strategies that were read now, even if their files change.
    plan.given.texts = StrategyTexts::only(plan.given.texts.asked());
    plan.leave_out_larger_tables();
    plan.plan_lessons()?;
    let plan = plan.lay_out(&play_place.unwrap_or(whole))?;
    plan.design.check(&plan)?;
    ask::check_counted(&top, &plan.layout)?;
    plan.check_shown(&goal_places)
}

/// Returns the largest number of blocks, if it is bounded, and the stopping rule.
fn length(
    top: &Section<'_>,
    overrides: Overrides,
    problems: &mut Problems,
) -> (Option<u64>, Option<Stop>) {
    let given = problems.take(top.number("blocks", 1..=MOST_BLOCKS));
    let stop = problems.take(stop::read(top, given.flatten()));
    if let Some(blocks) = overrides.blocks {
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            problems.note(top.error(Problem::value("blocks", blocks.to_string(), "1 to 2^40")));
        }
        return (Some(blocks), stop.flatten().map(|(stop, _)| stop));
    }
    match (stop, given) {
        (Some(Some((stop, max_blocks))), _) => (max_blocks, Some(stop)),
        (_, Some(Some(blocks))) => (Some(blocks), None),
        (Some(None), Some(None)) => {
            let allowed = "a number of blocks (shuffles), 10_000 for a start; or a reason to stop, see [stop]";
            problems.note(top.error(Problem::missing("blocks", allowed)));
            (Some(1), None)
        }
        // Its errors are noted already.
        (..) => (Some(1), None),
    }
}

/// The sets of rules that are played, which of them is the baseline, and how they are compared.
fn ruled(
    top: &Section<'_>,
    given: &Given,
    blocks: Option<u64>,
    problems: &mut Problems,
) -> MadeRules {
    let (before, game) = (problems.len(), given.game.description());
    let named = named_variants(top, given, problems);
    let known = problems.len() == before;
    // Whether the baseline is one of the variants can be said only if all of them are known.
    let baseline = problems.take(top.text("baseline")).flatten().filter(|_| known);
    let designer = Variant::new("designer", given.designer());
    let asked = RulesAsked {
        top,
        given,
        named: &named,
        designer: &designer,
        baseline: baseline.map(|(_, name)| name),
        blocks,
    };
    let (before, mut made) = (problems.len(), None);
    for make in ASKED_FOR.iter().filter_map(|design| design.rules) {
        let rules = make(&asked).map_err(|error| error.names_in(&knobs_of(game)));
        made = made.or(problems.take(rules).flatten());
    }
    if problems.len() > before {
        return MadeRules { variants: named, baseline: 0, design: Arc::new(Compare) };
    }
    let MadeRules { variants, baseline: usual, design } = made.unwrap_or_else(|| MadeRules {
        variants: if named.is_empty() { vec![designer] } else { named },
        baseline: 0,
        design: Arc::new(Compare),
    });
    // Names that the document gives were checked, each with its line.
    for (index, variant) in variants.iter().enumerate().filter(|_| known) {
        let place = Location::whole("variants");
        problems.take(check_name(&variant.name, place.clone()));
        if variants[..index].iter().any(|other| other.name == variant.name) {
            problems.note(place.error(Problem::duplicate("variant", &variant.name)));
        }
    }
    let Some((line, name)) = baseline else {
        return MadeRules { variants, baseline: usual, design };
    };
    let place = variants.iter().position(|variant| variant.name == name);
    if place.is_none() {
        let known = variants.iter().map(|variant| variant.name.clone());
        let unknown = Unknown::new("variant", name, known).listed_in("the list of `run --dry-run`");
        problems.note(top.place_at(line).error(Problem::Unknown(unknown)));
    }
    MadeRules { variants, baseline: place.unwrap_or(usual), design }
}

impl Plan {
    /// Leaves out how strategies play at larger tables, where no table here is so large: it can
    /// change no number.
    pub(super) fn leave_out_larger_tables(&mut self) {
        let most = self.lineups.iter().map(|lineup| lineup.entries.len()).max().unwrap_or(0);
        let at_tables = self.strategies.iter_mut().filter_map(Entrant::file_mut);
        let play = self.play.iter_mut().flat_map(Play::strategies_mut);
        for file in at_tables.chain(&mut self.exploiter).chain(play) {
            file.leave_out_larger_tables(most);
        }
    }

    /// Adds a line-up. A name must stand for one strategy.
    pub(super) fn add_lineup(
        &mut self,
        strategies: Vec<Entrant>,
        place: &Location,
    ) -> Result<(), InputError> {
        for strategy in &strategies {
            check_name(strategy.name(), place.clone())?;
        }
        // A list of names is written with commas between them.
        if let Some(strategy) = strategies.iter().find(|strategy| strategy.name().contains(',')) {
            let problem = Problem::value("strategies", strategy.name(), "names without a comma");
            return Err(place.error(problem));
        }
        let name = lineup_name(&strategies.iter().map(Entrant::name).collect::<Vec<_>>());
        if self.lineups.iter().any(|lineup| lineup.name == name) {
            return Err(place.error(Problem::duplicate("line-up", name)));
        }
        let mut entries = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let known = self.strategies.iter().position(|known| known.name() == strategy.name());
            if known.is_some_and(|known| self.strategies[known] != strategy) {
                return Err(place.error(Problem::duplicate("strategy name", strategy.name())));
            }
            entries.push(known.unwrap_or_else(|| {
                self.strategies.push(strategy);
                self.strategies.len() - 1
            }));
        }
        self.lineups.push(Lineup { name, entries });
        Ok(())
    }
}

impl Question {
    /// Makes the plan of an experiment of this name about its game, with strategies from these
    /// texts.
    ///
    /// # Errors
    /// As [`parse`](super::parse).
    pub fn plan(
        &self,
        game: &'static dyn AnyGame,
        name: &str,
        texts: &StrategyTexts,
    ) -> Result<Plan, InputError> {
        let given = Given { texts: texts.clone(), ..Given::new(game, name) };
        make(&self.document(name), Overrides::default(), given)
    }
}
