//! Runs of the module's lines: the first one, and one for each setup.

use std::sync::Arc;

use fairdeal_core::game::MAX_LENGTH_UNITS;
use ruff_python_ast::ModModule;

use crate::program::{
    CardDefinition, Cell, Extent, GlobalId, KnobRange, MOST_ZONES, Program, Setup, Span, Value,
};

use super::diagnostic::{Diagnostic, Diagnostics, Sink};
use super::module::{Made, Run};
use super::names::Names;
use super::tables::{cells, with_cells};
use super::types::Ty;
use super::value::Dyn;

/// The lines of a module, as they run for each set of knobs and number of players.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) syntax: Arc<ModModule>,
    pub(super) tables: Arc<Vec<(String, String)>>,
}

impl Program {
    /// The lines of its module; none in programs that were made by hand.
    fn lines(&self) -> Option<&Module> {
        self.module.0.as_ref()?.downcast_ref()
    }
}

/// The most units of length that a file declares: decisions are one more.
const MOST_LENGTHS: usize = MAX_LENGTH_UNITS - 1;

/// Runs the lines for the first number of players that they allow, with all knobs by default.
pub(super) fn first_run(
    syntax: &ModModule,
    tables: &[(String, String)],
    names: &mut Names,
    sink: &mut Sink,
) -> Made {
    let mut silent = Sink::new("");
    silent.is_silent = true;
    let game = Run::new(&mut Names::default(), &mut silent, tables, 2, &[]).run(&syntax.body).game;
    let (fewest, most) = game.map_or((2, 2), |game| game.players);
    let made = Run::new(names, sink, tables, fewest, &[]).run(&syntax.body);
    let lengths: Vec<Span> = made
        .numbers
        .iter()
        .filter(|(numbers, _)| numbers.is_length)
        .map(|(numbers, _)| numbers.span)
        .collect();
    if let Some(further) = lengths.get(MOST_LENGTHS) {
        sink.report(
            Diagnostic::new(*further, "one unit of length too many")
                .allowed(format!("{MOST_LENGTHS}, beside decisions"))
                .instead("count it in `class now(numbers):`"),
        );
    }
    if !sink.messages.is_empty() {
        return made;
    }
    let Some((at, message)) = made.refusals.first().cloned() else { return made };
    for players in fewest + 1..=most {
        let made = Run::new(names, &mut silent, tables, players, &[]).run(&syntax.body);
        if made.refusals.is_empty() {
            return made;
        }
    }
    let message = Diagnostic::new(at, format!("the knobs by default are refused: {message}"));
    sink.report(message.instead("choose defaults that can be played"));
    made
}

/// Returns further numbers of players and knobs to run the lines with: each knob at its ends.
pub(super) fn further_runs(made: &Made) -> Vec<(usize, Vec<Option<Value>>)> {
    /// The most runs, and the most steps of all of them.
    const MOST_RUNS: usize = 100;
    const MOST_STEPS: usize = 500_000;
    let (fewest, most) = made.game.as_ref().map_or((2, 2), |game| game.players);
    let mut runs: Vec<(usize, Vec<Option<Value>>)> =
        (fewest..=most).map(|players| (players, Vec::new())).collect();
    for (i, knob) in made.knobs.iter().enumerate() {
        let values = match &knob.declared.range {
            KnobRange::Whole(low, high) => vec![Value::Int(*low), Value::Int(*high)],
            KnobRange::Flag => vec![Value::Bool(false), Value::Bool(true)],
            KnobRange::Choices(choices) => choices.clone(),
            KnobRange::Table(..) => Vec::new(),
        };
        for value in values {
            if value != knob.value {
                let mut chosen = vec![None; i + 1];
                chosen[i] = Some(value);
                runs.push((most, chosen));
            }
        }
    }
    runs.truncate(MOST_RUNS.min(MOST_STEPS / (made.steps as usize + 1)));
    runs
}

impl Program {
    /// Returns the values of all knobs: those that are set, and the defaults of the others, which
    /// may depend on them and on the number of players; `None` if such a default is not allowed.
    pub fn default_knobs(
        &self,
        set: &[Option<Value>],
        cells: &[Cell],
        players: usize,
    ) -> Vec<Option<Value>> {
        let made = self.lines().map(|Module { syntax, tables }| {
            let mut silent = Sink::new("");
            silent.is_silent = true;
            let mut names = Names::of(&self.names);
            let tables = with_cells(tables, cells);
            let chosen = self.chosen(set);
            Run::new(&mut names, &mut silent, &tables, players, &chosen).run(&syntax.body)
        });
        let made = made.map(|made| made.knobs).unwrap_or_default();
        let value = |(i, knob): (usize, &crate::program::KnobDeclaration)| {
            let set = set.get(i).cloned().flatten();
            let found = made.iter().find(|made| made.declared.name == knob.name);
            set.or_else(|| found.filter(|made| !made.is_refused).map(|made| made.value.clone()))
        };
        self.knobs.iter().enumerate().map(value).collect()
    }

    /// Returns the value of each knob that is set.
    fn chosen(&self, set: &[Option<Value>]) -> Vec<Option<Value>> {
        (0..self.knobs.len()).map(|place| set.get(place).cloned().flatten()).collect()
    }

    /// Returns the whole numbers of the tables of cards that can be changed one by one.
    pub fn cells(&self) -> Vec<Cell> {
        self.lines().map_or_else(Vec::new, |lines| cells(&lines.tables))
    }

    /// Runs the module's lines for these values of knobs, these cells of tables, and this number of
    /// players. All other knobs have their defaults, and all other cells are as the file has them.
    ///
    /// # Errors
    ///
    /// The message of `require`, or of the range of a knob, that refuses the values
    /// ([`Diagnostics::refusal`]), and errors of the lines with these values.
    pub fn setup(
        &self,
        set: &[Option<Value>],
        cells: &[Cell],
        players: usize,
    ) -> Result<Setup, Diagnostics> {
        let mut sink = Sink::new(&self.source);
        let mut refusal = None;
        let setup = self.setup_with(set, cells, players, &mut sink, &mut refusal);
        match setup {
            Some(setup) if sink.messages.is_empty() => Ok(setup),
            _ => Err(Diagnostics::new(&self.file, &self.source, sink.messages).refused(refusal)),
        }
    }

    /// Makes a setup, and reports errors to a sink.
    fn setup_with(
        &self,
        set: &[Option<Value>],
        cells: &[Cell],
        players: usize,
        sink: &mut Sink,
        refusal: &mut Option<String>,
    ) -> Option<Setup> {
        let (fewest, most) = self.players;
        let top = Span::default();
        if !(fewest..=most).contains(&players) {
            let message = Diagnostic::new(top, format!("{players} players"));
            sink.report(message.allowed(format!("{fewest} to {most} players")));
            return None;
        }
        let Module { syntax, tables } = self.lines()?;
        let mut names = Names::of(&self.names);
        let chosen = self.chosen(set);
        let tables = with_cells(tables, cells);
        let made = Run::new(&mut names, sink, &tables, players, &chosen).run(&syntax.body);
        if !sink.messages.is_empty() {
            return None;
        }
        if let Some((at, message)) = made.refusals.first() {
            sink.report(Diagnostic::new(*at, message.clone()));
            *refusal = Some(message.clone());
            return None;
        }
        let mut globals = Vec::new();
        for (place, declared) in self.globals.iter().enumerate() {
            let wanted = &declared.kind;
            let is_unused = *wanted == Ty::Unit;
            let Some(global) = made.global_named(&declared.name, place) else {
                let message = format!("`{}` is no such value with these knobs", declared.name);
                sink.report(Diagnostic::new(top, message).allowed(wanted.told(&names)));
                return None;
            };
            let value = global.value.value().filter(|_| !is_unused).unwrap_or(Value::Int(0));
            let fits = is_unused || global.value.ty().is_some_and(|ty| ty.fits(wanted));
            if !fits || !has_known_names(&value, self.names.len()) {
                let told = global.value.told(&names);
                let message = format!("`{}` is {told} with these knobs", global.name);
                let allowed = format!("{}, of names that the file has", wanted.told(&names));
                sink.report(Diagnostic::new(global.span, message).allowed(allowed));
            }
            globals.push(value);
        }
        let mut numbers = Vec::new();
        for (declared, first) in &made.numbers {
            let value = first.value().unwrap_or(Value::Int(0));
            if !has_known_names(&value, self.names.len()) {
                let message = format!("`{}` begins with another name", declared.name);
                sink.report(Diagnostic::new(declared.span, message));
            }
            numbers.push(value);
        }
        let ranges = made.numbers.iter().map(|(declared, _)| declared.range).collect();
        self.check_zones(&globals, players, sink);
        let teams = self.teams.unwrap_or(players);
        if !players.is_multiple_of(teams) {
            let message = format!("{players} players cannot form {teams} teams of one size");
            sink.report(Diagnostic::new(top, message.clone()));
            *refusal = Some(message);
            return None;
        }
        let cards = self.cards(&made);
        let teams = (0..players).map(|seat| (seat % teams) as u8).collect();
        let knobs = made.knobs.iter().map(|knob| knob.value.clone()).collect();
        let aim = made.game.as_ref().and_then(|game| game.aim);
        Some(Setup { players, knobs, globals, cards, numbers, ranges, teams, aim })
    }

    /// Reports too many zones.
    fn check_zones(&self, globals: &[Value], players: usize, sink: &mut Sink) {
        let names = |global: &GlobalId| match globals.get(global.0 as usize) {
            Some(Value::List(names)) => names.len(),
            _ => 0,
        };
        let (mut count, mut too_many) = (0, None);
        for zones in &self.zones {
            count += match &zones.extent {
                Extent::One => 1,
                Extent::EachPlayer => players,
                Extent::Each(global) => names(global),
                Extent::EachPlayerAndName(global) => players * names(global),
            };
            if count > MOST_ZONES {
                too_many = too_many.or(Some(zones.span));
            }
        }
        if let Some(at) = too_many {
            let message = Diagnostic::new(at, format!("{count} zones for {players} players"));
            sink.report(message.allowed(format!("at most {MOST_ZONES} zones in a game")));
        }
    }

    /// Returns the cards of a run.
    fn cards(&self, made: &Made) -> Vec<CardDefinition> {
        let mut cards: Vec<CardDefinition> = Vec::new();
        for card in &made.cards {
            let attributes: Vec<Option<i64>> = self
                .attributes
                .iter()
                .map(|attribute| {
                    let index =
                        made.attributes.iter().position(|(name, _)| *name == attribute.name);
                    match index.and_then(|index| card.attributes.get(index)?.as_ref()) {
                        Some(Dyn::Name(name)) => Some(i64::from(name.0)),
                        Some(value) => value.number(),
                        None => None,
                    }
                })
                .collect();
            let same = cards
                .iter()
                .position(|other| other.name == card.name && other.attributes == attributes);
            let same_as = same.unwrap_or(cards.len()) as u16;
            cards.push(CardDefinition { name: card.name.clone(), attributes, same_as });
        }
        cards
    }
}

/// Whether a value has only names that the program has.
fn has_known_names(value: &Value, known: usize) -> bool {
    match value {
        Value::Name(name) => (name.0 as usize) < known,
        Value::List(items) | Value::Tuple(items) => {
            items.iter().all(|item| has_known_names(item, known))
        }
        _ => true,
    }
}
