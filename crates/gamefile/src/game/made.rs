//! Games that are made from files.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use fairdeal_core::game::{
    CardNames, Description, GameSource, PLAYED_TO_THE_END, UNFINISHED, Unseen,
};
use fairdeal_core::input::{
    BY_PLAYERS, ComputedDefault, DerivedDefault, InputError, Knob, KnobKind, Location, MOST_KEYS,
    OF_TABLE, Preset, Problem, Settings, TableKeys, Value as KnobValue,
};
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::strategy::{FlatMonteCarlo, Ismcts, Learned, Repertoire, TypedGame};

use super::greedy::Greedy;
use super::habit::Habit;
use super::{FileGame, Rules, blind, cards, conditions, leaks};
use crate::front::Diagnostics;
use crate::machine::compile::{self, Refusal};
use crate::machine::coverage::{self, Coverage};
use crate::program::{Cell, KnobRange, MOST_CARDS, NameId, Program, Setup, Value};

fairdeal_core::kinds! {
    /// A player of a game in a file.
    Player, seated as Seated, for FileGame,
        shipped in "../../strategies/": [
            "first", "flat", "greedy", "greedy-once", "ismcts", "last", "stalls",
            "strong",
        ],
        climbing ["random", "greedy", "flat", "strong"] {
        "greedy" => Greedy(Greedy),
        "habit" => Habit(Habit),
        "flat-monte-carlo" => Flat(FlatMonteCarlo<FileGame>),
        "ismcts" => Ismcts(Ismcts<FileGame>),
        "learned" => Learned(Learned<FileGame>),
    }
}

/// The strongest search where players choose at the same time. Greedy players say little about such
/// games: all of them do the same.
const STRONG_TOGETHER: &str = include_str!("../../strategies/strong-together.toml");

/// The value of a knob that is a table, where it is the one of the file.
const AS_WRITTEN: &str = "as-written";

/// A game that was made from a file.
#[derive(Clone, Debug)]
pub struct MadeGame {
    repertoire: &'static Repertoire,
    program: Arc<Program>,
    card_names: &'static [&'static str],
    rules_page: &'static str,
    /// The texts from which it was made, if they are kept.
    source: Option<GameSource>,
    /// The coverage of the file, if it is noted.
    coverage: Option<Arc<Coverage>>,
}

/// Strategy files, by name and text.
type Shipped = [(&'static str, &'static str)];

/// Returns the strategies of all games with those of one, which take the place of others with their
/// names.
fn with_own(of_all: &Shipped, own: &Shipped) -> &'static Shipped {
    let is_replaced = |name: &str| own.iter().any(|(known, _)| *known == name);
    let others = of_all.iter().filter(|(name, _)| !is_replaced(name));
    others.chain(own).copied().collect::<Vec<_>>().leak()
}

fn leaked(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// Returns the name of a knob outside of the file.
fn key(name: &str) -> String {
    name.to_lowercase()
}

impl MadeGame {
    /// Makes a game of a program. It lasts as long as this program.
    pub fn new(program: Program) -> Self {
        let program = Arc::new(program);
        let stem = Path::new(&program.file).file_stem().unwrap_or_default().to_string_lossy();
        let mut knobs: Vec<Knob> = program
            .knobs
            .iter()
            .enumerate()
            .map(|(place, knob)| {
                let kind = kind_of(&program, &knob.range);
                let computed =
                    || &*Box::leak(Box::new(Computed { program: program.clone(), place, kind }));
                Knob {
                    key: key(&knob.name).leak(),
                    default: knob_value(&program, &kind, &knob.default),
                    kind,
                    derived: knob.default_depends.then(|| DerivedDefault::Computed(computed())),
                    scoring: false,
                    meaning: leaked(&knob.help),
                }
            })
            .collect();
        knobs.extend(program.cells().into_iter().map(knob_of_cell));
        let mut presets = vec![Preset {
            name: "designer",
            summary: "the rules as the file has them",
            values: &[],
        }];
        presets.extend(program.presets.iter().map(|preset| {
            let values: Vec<(&'static str, KnobValue)> = preset
                .values
                .iter()
                .map(|(place, value)| {
                    let knob = &knobs[*place];
                    (knob.key, knob_value(&program, &knob.kind, value))
                })
                .collect();
            Preset {
                name: leaked(&preset.name),
                summary: leaked(&preset.help),
                values: values.leak(),
            }
        }));
        let name_of = |name: &NameId| leaked(&program.names[name.0 as usize]);
        let mut units = vec!["decisions"];
        units.extend(
            program
                .numbers
                .iter()
                .filter(|number| number.is_length)
                .take(3)
                .map(|number| leaked(number.name.rsplit('.').next().unwrap_or(&number.name))),
        );
        let kinds: Vec<&'static str> = program.kinds.iter().map(name_of).collect();
        let mut reasons: Vec<&'static str> =
            crate::machine::compile::reasons(&program).iter().map(name_of).collect();
        reasons.extend([PLAYED_TO_THE_END, UNFINISHED]);
        let (conditions, named_cards) = conditions::of(&program);
        let sights = blind::sights(&program);
        let description = Description {
            name: stem.replace('_', "-").leak(),
            title: leaked(&program.title),
            summary: leaked(&program.summary),
            fewest_players: program.players.0,
            most_players: program.players.1,
            teams: program.teams.unwrap_or_default(),
            aim: program.aim,
            aim_knob: program.aim_knob.map(|knob| knobs[knob].key),
            can_be_lost: program.can_be_lost,
            knobs: knobs.leak(),
            presets: presets.leak(),
            length_units: units.leak(),
            action_kinds: kinds.leak(),
            conditions: conditions.leak(),
            named_cards: named_cards.leak(),
            sights: sights.leak(),
            end_reasons: reasons.leak(),
            events: super::events::of_program(&program).leak(),
            ..Description::PLAIN
        };
        let mut repertoire = Repertoire::made::<FileGame>(description);
        if program.chooses_together {
            repertoire.shipped = with_own(repertoire.shipped, &[("strong", STRONG_TOGETHER)]);
        }
        Self {
            repertoire: repertoire.leak(),
            rules_page: leaked(&program.docstring),
            card_names: cards::names(&program),
            program,
            source: None,
            coverage: None,
        }
    }

    /// Adds the texts from which the game was made, and the folder of its file. The strategies of
    /// the game are in `strategies/` and its stem in that folder. `more` are strategies that the
    /// program carries for this game, besides those for all games or in their place.
    #[must_use]
    pub fn of(
        self,
        source: GameSource,
        folder: &Path,
        more: &[(&'static str, &'static str)],
    ) -> Self {
        let stem = Path::new(source.name()).file_stem().unwrap_or_default();
        let strategies = folder.join("strategies").join(stem).display().to_string();
        let repertoire = Repertoire {
            folder: Some(strategies.leak()),
            shipped: with_own(self.repertoire.shipped, more),
            ..*self.repertoire
        };
        Self { repertoire: repertoire.leak(), source: Some(source), ..self }
    }

    /// Returns the program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Makes the rules of a variant.
    fn variant(&self, settings: &Settings, players: usize) -> Result<Rules, InputError> {
        let (given, cells) = given(&self.program, &settings.given());
        let setup = self
            .program
            .setup(&given, &cells, players)
            .map_err(|wrong| self.conflict(settings, &wrong))?;
        self.rules_of_setup(&setup)
    }

    /// Makes the rules of a setup.
    pub(crate) fn rules_of_setup(&self, setup: &Setup) -> Result<Rules, InputError> {
        let code = match &self.coverage {
            None => compile::compile(&self.program, setup),
            Some(coverage) => compile::compile_noting(&self.program, setup, coverage),
        };
        let code = code.map_err(|refusal| self.limit(&refusal))?;
        let labels = conditions::labels(&self.program, setup);
        let numbers = cards::numbers(self.card_names, setup);
        Ok(Rules::new(code, self.repertoire.game, labels, numbers))
    }

    fn conflict(&self, settings: &Settings, wrong: &Diagnostics) -> InputError {
        let Some(refusal) = wrong.refusal() else {
            let place = Location::whole(self.program.file.as_str());
            return place.error(Problem::Told(wrong.to_string()));
        };
        let keys = settings.iter().map(|(knob, _)| knob.key);
        let given: Vec<&str> = keys.filter(|key| settings.is_given(key)).collect();
        settings.conflict(&given, refusal.to_owned(), "what the file requires".to_owned())
    }

    fn limit(&self, refusal: &Refusal) -> InputError {
        let (line, _) = self.program.line_and_column(refusal.span);
        let place = Location { source: self.program.file.clone(), line: Some(line) };
        place.error(Problem::conflict(refusal.message.clone(), "what fits into a game"))
    }
}

/// Returns the given values in the form of the file: the values of knobs, and the cells of tables
/// that they change.
fn given(program: &Program, given: &[Option<KnobValue>]) -> (Vec<Option<Value>>, Vec<Cell>) {
    let knobs = program.knobs.iter().zip(given);
    let knobs: Vec<Option<Value>> =
        knobs.map(|(declared, value)| value_of(program, &declared.range, (*value)?)).collect();
    // A cell keeps its place, whatever is set.
    let cells = program.cells().into_iter().zip(&given[knobs.len()..]);
    let cells = cells.filter_map(|(cell, value)| match value {
        Some(KnobValue::Integer(number)) if *number != cell.number => {
            Some(Cell { number: *number, ..cell })
        }
        _ => None,
    });
    (knobs, cells.collect())
}

/// Returns the value of a knob in the form of the file; `None` for a table that is unchanged.
fn value_of(program: &Program, range: &KnobRange, value: KnobValue) -> Option<Value> {
    match (range, value) {
        (KnobRange::Whole(..), KnobValue::Integer(number)) => Some(Value::Int(number)),
        (KnobRange::Flag, KnobValue::Flag(flag)) => Some(Value::Bool(flag)),
        (KnobRange::Choices(choices), KnobValue::Choice(name)) => {
            choices.iter().find(|choice| choice_name(program, choice) == name).cloned()
        }
        (KnobRange::Table(length, ..), KnobValue::Table(_, numbers)) => {
            let numbers = numbers.iter().take(*length).map(|number| Value::Int((*number).into()));
            Some(Value::List(numbers.collect()))
        }
        _ => None,
    }
}

/// The default of a knob that follows from earlier knobs or the number of players.
struct Computed {
    program: Arc<Program>,
    /// The knob's place and kind.
    place: usize,
    kind: KnobKind,
}

impl fmt::Debug for Computed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the default of knob {}", self.place)
    }
}

impl ComputedDefault for Computed {
    fn default(&self, values: &[Option<KnobValue>], players: &[usize]) -> KnobValue {
        let Self { program, place, kind } = self;
        let (mut given, cells) = given(program, values);
        given[*place] = None;
        let at = |players: usize| {
            let value = program.default_knobs(&given, &cells, players).swap_remove(*place);
            value.map(|value| knob_value(program, kind, &value))
        };
        let all: Vec<usize> = (program.players.0..=program.players.1).collect();
        let mut defaults = if players.is_empty() { &all } else { players }.iter().map(|n| at(*n));
        // Without one default for all numbers of players, the knob says so.
        let first = defaults.next().flatten();
        match first.filter(|first| defaults.all(|other| other == Some(*first))) {
            Some(default) => default,
            None => KnobValue::Choice(BY_PLAYERS),
        }
    }
}

/// The name of a choice: whole numbers by their digits.
fn choice_name(program: &Program, choice: &Value) -> String {
    match choice {
        Value::Name(name) => program.names[name.0 as usize].clone(),
        Value::Int(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => String::new(),
    }
}

/// The knob of a cell of a table: `guild.csv:Baker.cost`.
fn knob_of_cell(cell: Cell) -> Knob {
    /// The largest number that is taken, and the most copies of a card.
    const MOST: i64 = 1_000_000;
    const MOST_COPIES: i64 = MOST_CARDS as i64;
    let Cell { table, row, column, number } = cell;
    let kind = if column == "copies" {
        KnobKind::Integer(0, MOST_COPIES)
    } else {
        KnobKind::Integer(number.min(-MOST), number.max(MOST))
    };
    Knob {
        key: format!("{table}{OF_TABLE}{row}.{column}").leak(),
        default: KnobValue::Integer(number),
        kind,
        derived: None,
        scoring: false,
        meaning: format!("`{column}` of {row} in {table}").leak(),
    }
}

fn kind_of(program: &Program, range: &KnobRange) -> KnobKind {
    match range {
        KnobRange::Whole(low, high) => KnobKind::Integer(*low, *high),
        KnobRange::Flag => KnobKind::Flag,
        KnobRange::Choices(choices) => {
            let names: Vec<&'static str> =
                choices.iter().map(|choice| &*choice_name(program, choice).leak()).collect();
            KnobKind::Choice(names.leak())
        }
        KnobRange::Table(length, low, high) => {
            let keys: Vec<&'static str> =
                (1..=(*length).min(MOST_KEYS)).map(|key| &*key.to_string().leak()).collect();
            let keys = TableKeys {
                keys: keys.leak(),
                low: u8::try_from(*low).unwrap_or(u8::MIN),
                high: u8::try_from(*high).unwrap_or(u8::MAX),
            };
            KnobKind::ChoiceOrTable(&[AS_WRITTEN], Box::leak(Box::new(keys)))
        }
    }
}

/// A value of the file as that of a knob.
fn knob_value(program: &Program, kind: &KnobKind, value: &Value) -> KnobValue {
    match (value, kind) {
        (Value::Int(number), KnobKind::Integer(..)) => KnobValue::Integer(*number),
        (Value::Bool(flag), KnobKind::Flag) => KnobValue::Flag(*flag),
        (_, KnobKind::Choice(names)) => {
            let wanted = choice_name(program, value);
            let name = names.iter().find(|name| **name == wanted).or(names.first());
            KnobValue::Choice(name.copied().unwrap_or_default())
        }
        (Value::List(_), _) => KnobValue::Choice(AS_WRITTEN),
        (_, KnobKind::Integer(low, _)) => KnobValue::Integer(*low),
        _ => KnobValue::Flag(false),
    }
}

impl TypedGame for MadeGame {
    type Game = FileGame;

    fn repertoire(&self) -> &'static Repertoire {
        self.repertoire
    }

    fn rules_of(&self, settings: &Settings, players: usize) -> Result<Rules, InputError> {
        self.variant(settings, players)
    }

    fn rules_page(&self) -> &'static str {
        self.rules_page
    }

    fn card_names(&self) -> Option<CardNames> {
        Some(cards::counted(self.card_names))
    }

    fn limits(&self) -> Vec<&str> {
        let name = |name: &NameId| self.program.names[name.0 as usize].as_str();
        let is_end = |reason: &&NameId| self.program.ends.contains(reason);
        let cut = self.program.reasons.iter().filter(|reason| !is_end(reason));
        cut.map(name).chain([PLAYED_TO_THE_END, UNFINISHED]).collect()
    }

    fn source(&self) -> Option<&GameSource> {
        self.source.as_ref()
    }

    fn limiting_knobs(&self) -> Vec<&str> {
        let keys = coverage::limiting_knobs(&self.program);
        keys.into_iter().map(|knob| self.repertoire.game.knobs[knob].key).collect()
    }

    fn leaks(&self, rules: &Rules, games: &[BlockStreams], most_decisions: u64) -> Vec<String> {
        leaks::find(rules, games, most_decisions)
    }

    fn watched(&self) -> Option<&'static Self> {
        let coverage = Some(Arc::new(Coverage::of(&self.program)));
        Some(Box::leak(Box::new(Self { coverage, ..self.clone() })))
    }

    fn unseen(&self) -> Vec<Unseen> {
        let coverage = self.coverage.as_ref();
        coverage.map_or_else(Vec::new, |coverage| coverage.unseen(&self.program))
    }
}

#[cfg(test)]
mod tests;
