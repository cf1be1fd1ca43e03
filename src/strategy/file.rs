//! Strategies as files.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::external::{self, External, Program, Programs};
use super::record::{BUDGET, StrategyRecord};
use super::restriction::{self, Restriction};
use super::texts::{self, StrategyTexts, names, shipped};
use super::{Boxed, Kind, OWN_KIND, Playable, Shape, Weights};
use crate::game::Description;
use crate::input::{self, Document, DocumentValue, InputError, Location, Problem, Section, Settings, Unknown};

/// A strategy as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyFile {
    /// Its name: that of the file without its ending.
    pub name: String,
    /// What its author says of it.
    pub summary: String,
    /// Its kind.
    pub kind: &'static str,
    /// The version of the kind and its defaults ([`Kind::defaults_version`]); 0 for a program, whose versions are not known.
    pub defaults_version: u32,
    /// The parameters of its kind.
    pub parameters: Settings,
    /// The strategy that plays the simulated games of one that searches; random play, if none is given.
    pub rollout: Option<Box<StrategyFile>>,
    /// The strategy that plays every other simulated game on, taking turns with `rollout`, where there is one.
    pub alternate: Option<Box<StrategyFile>>,
    /// The weights of its network, where its kind has one.
    pub weights: Option<Box<Weights>>,
    /// What the others play in the simulated games of one that searches, where that is supposed: at most 16 strategies. Of several, one after
    /// the other, game by game; where decisions are open ([`OPEN_DECISIONS`](crate::game::Game::OPEN_DECISIONS)), each player most often the one that fits best
    /// what it did.
    pub opponents: Vec<StrategyFile>,
    /// The strategy whose choice one that searches prefers, where it is not `rollout`.
    pub prior: Option<Box<StrategyFile>>,
    /// The program that is asked, where the kind is `external`.
    pub program: Option<Program>,
    /// The kinds of action that it never takes.
    pub restriction: Restriction,
}

/// The parameters of kinds that search which name other strategies.
const ROLLOUT: &str = "rollout";
const ALTERNATE: &str = "alternate";
const OPPONENTS: &str = "opponents";
const PRIOR: &str = "prior";

/// The largest number of strategies that a search may suppose of its opponents.
const MOST_OPPONENTS: usize = 16;

/// The parameter of kinds that learned which names the file of their weights.
const WEIGHTS: &str = "weights";

impl StrategyFile {
    /// Finds a strategy of game `G` by its name or path.
    ///
    /// A name is looked for in `strategies/<game>/` of the current directory and then among the files that the program carries; what has
    /// a `/` in it or ends in `.toml` is a path.
    ///
    /// # Errors
    /// When there is no such strategy (said of `place`, where the name was given), or its file is at fault.
    #[inline(never)]
    pub fn find<G: Playable>(name: &str, place: &Location) -> Result<Self, InputError> {
        Self::find_in::<G>(&StrategyTexts::default(), name, place)
    }

    /// Finds a strategy of game `G` by its name or path among these texts.
    ///
    /// # Errors
    /// As [`StrategyFile::find`].
    #[inline(never)]
    pub fn find_in<G: Playable>(texts: &StrategyTexts, name: &str, place: &Location) -> Result<Self, InputError> {
        Self::parse_with::<G>(&texts.document::<G>(name, place)?, texts)
    }

    /// Is it just as a file of its name that the program carries says?
    pub fn is_shipped<G: Playable>(&self) -> bool {
        let shipped = shipped::<G>(&self.name).and_then(|text| Self::parse::<G>(&Document::parse(self.name.as_str(), text).ok()?).ok());
        shipped.is_some_and(|shipped| shipped.identity() == self.identity())
    }

    /// The names of all strategies of game `G`: those of the current directory and those that the program carries.
    #[inline(never)]
    pub fn names<G: Playable>() -> Vec<String> {
        names::<G>()
    }

    /// Reads a strategy of game `G` from its document.
    ///
    /// # Errors
    /// When a key is unknown, the kind is, a parameter is out of its range, or a program has no command.
    #[inline(never)]
    pub fn parse<G: Playable>(document: &Document) -> Result<Self, InputError> {
        Self::parse_with::<G>(document, &StrategyTexts::default())
    }

    /// The same; other strategies that it names are found among these texts.
    fn parse_with<G: Playable>(document: &Document, texts: &StrategyTexts) -> Result<Self, InputError> {
        let name = Path::new(document.source()).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        if is_program(document) {
            return Self::of_program(name, document, &G::DESCRIPTION);
        }
        let (top, kind) = Self::kind::<G>(document)?;
        let mut parameters = Settings::defaults(kind.knobs);
        let (mut named, mut weights) = (Named::default(), None);
        if let Some(section) = top.open_section("parameters")? {
            if kind.searches {
                named = apply_search::<G>(&section, kind, &mut parameters, texts)?;
            } else if let Some(shape) = kind.learns {
                weights = Some(Box::new(apply_learned::<G>(&section, kind, &mut parameters, shape, texts)?));
            } else {
                parameters.apply_section(&section)?;
            }
        } else if kind.learns.is_some() {
            let allowed = format!("a section with `{WEIGHTS} = \"learned.weights\"`, the file of the network's weights");
            return Err(top.error(Problem::Missing { key: "[parameters]".to_owned(), allowed }));
        }
        let summary = top.text("summary")?.map_or(kind.summary, |(_, text)| text).to_owned();
        let restriction = Restriction::read(&top, &G::DESCRIPTION)?;
        let (kind, defaults_version) = (kind.name, kind.defaults_version);
        let Named { rollout, alternate, opponents, prior } = named;
        let program = None;
        Ok(Self { name, summary, kind, defaults_version, parameters, rollout, alternate, weights, opponents, prior, program, restriction })
    }

    /// Reads the strategy of this name that is a program.
    fn of_program(name: String, document: &Document, game: &Description) -> Result<Self, InputError> {
        let [command, time_limit] = external::KEYS;
        let top = document.section(&["kind", "summary", restriction::SECTION, command, time_limit])?;
        let summary = top.text("summary")?.map_or(external::SUMMARY, |(_, text)| text).to_owned();
        let (parameters, program) = (Settings::defaults(&[]), Some(Program::read(&top)?));
        let restriction = Restriction::read(&top, game)?;
        Ok(Self {
            name,
            summary,
            kind: external::KIND,
            defaults_version: 0,
            parameters,
            rollout: None,
            alternate: None,
            opponents: Vec::new(),
            prior: None,
            weights: None,
            program,
            restriction,
        })
    }

    /// Reads a strategy of game `G` from what results say of it, found at `place`. (Of a program that is its command; whether it is the same program still, nobody
    /// knows.)
    ///
    /// # Errors
    /// When it is a Rust type, which no file holds, its kind, a parameter or a kind of action is not known, or a program has no command.
    #[inline(never)]
    pub fn from_record<G: Playable>(name: &str, record: &StrategyRecord, place: &Location) -> Result<Self, InputError> {
        let refused = |found: String| {
            let allowed = "strategies of the kinds that this program has".to_owned();
            InputError::new(place.clone(), Problem::Conflict { found, allowed })
        };
        let in_section = |error: InputError| error.in_section(&format!("the strategy `{name}`"));
        let kind = match record.kind.as_str() {
            external::KIND => {
                let document = Document::from_json(&place.source, &json!(record));
                return Self::of_program(name.to_owned(), &document, &G::DESCRIPTION).map_err(in_section);
            }
            OWN_KIND => return Err(refused(format!("the strategy `{name}` is a Rust type of the program that made these results"))),
            kind => kind,
        };
        let kind = G::KINDS.iter().find(|known| known.name == kind).ok_or_else(|| {
            let unknown = Unknown::new("kind of strategy", kind, kinds::<G>());
            in_section(InputError::new(place.clone(), Problem::Unknown(unknown)))
        })?;
        let (mut parameters, mut weights) = (Settings::defaults(kind.knobs), None);
        let mut given = record.parameters.clone().unwrap_or_default();
        let all_named = |given: &mut Map<String, Value>, key: &str| -> Result<Vec<Self>, InputError> {
            let all = match given.shift_remove(key) {
                None => Vec::new(),
                Some(Value::Array(all)) => all,
                Some(one) => vec![one],
            };
            let read = |whole: Value| {
                let NamedRecord { name, record } =
                    serde_json::from_value(whole).map_err(|error| refused(format!("`{key}` of `{name}` ({error})")))?;
                Self::from_record::<G>(name.as_deref().unwrap_or(key), &record, place)
            };
            all.into_iter().map(read).collect()
        };
        let mut named = |key: &str| all_named(&mut given, key).map(|all| all.into_iter().next().map(Box::new));
        let (rollout, alternate, prior) = (named(ROLLOUT)?, named(ALTERNATE)?, named(PRIOR)?);
        let opponents = all_named(&mut given, OPPONENTS)?;
        if opponents.len() > MOST_OPPONENTS {
            return Err(refused(format!("the strategy `{name}` with {} `{OPPONENTS}`", opponents.len())));
        }
        if let Some(shape) = kind.learns {
            let given = given.shift_remove(WEIGHTS).unwrap_or_default();
            let sha256 = given["sha256"].as_str().or(record.weights.as_deref()).unwrap_or("");
            let file = given["file"].as_str().unwrap_or("");
            let found = Weights::found(texts::all_weights::<G>(file), sha256, shape).ok_or_else(|| {
                let found = format!("the strategy `{name}`, whose weights (`{file}`, SHA-256 {sha256}) are not here");
                let allowed = "weights that this program carries, or that are in the folder of the strategies".to_owned();
                InputError::new(place.clone(), Problem::Conflict { found, allowed })
            })?;
            weights = Some(Box::new(found));
        }
        parameters.apply_json(&given, place).map_err(in_section)?;
        let restriction = Restriction::from_record::<G>(record.restrict.as_ref(), place).map_err(in_section)?;
        let summary = record.summary.clone().unwrap_or_else(|| kind.summary.to_owned());
        let (name, kind, defaults_version) = (name.to_owned(), kind.name, kind.defaults_version);
        let program = None;
        Ok(Self { name, summary, kind, defaults_version, parameters, rollout, alternate, weights, opponents, prior, program, restriction })
    }

    /// The top level of a document, and the kind of this program that it names.
    fn kind<G: Playable>(document: &Document) -> Result<(Section<'_>, &'static Kind<G::Player>), InputError> {
        let top = document.section(&["kind", "summary", restriction::SECTION, "parameters"])?;
        let (line, kind) = top.required_text("kind", &format!("one of {}", kinds::<G>().collect::<Vec<_>>().join(", ")))?;
        let kind = G::KINDS
            .iter()
            .find(|known| known.name == kind)
            .ok_or_else(|| top.error_at(line, Problem::Unknown(Unknown::new("kind of strategy", kind, kinds::<G>()))))?;
        Ok((top, kind))
    }

    /// All parameters as a JSON object.
    fn parameters_json(&self) -> Map<String, Value> {
        let mut json = self.parameters.to_json();
        let whole = |named: &Self| {
            let whole = json!({"name": named.name, "kind": named.kind, "parameters": named.parameters_json()});
            named.restriction.describe(whole)
        };
        for (key, named) in self.named() {
            json.insert(key.to_owned(), one_or_list(named, whole));
        }
        if let Some(weights) = &self.weights {
            json.insert(WEIGHTS.to_owned(), json!({"file": weights.file(), "sha256": weights.sha256()}));
        }
        json
    }

    /// A player of this strategy, if its kind is compiled into this program.
    #[inline(never)]
    pub fn player<G: Playable>(&self) -> Option<G::Player> {
        let kind: &Kind<G::Player> = G::KINDS.iter().find(|kind| kind.name == self.kind)?;
        Some(self.restriction.apply::<G>((kind.build)(self)))
    }

    /// A player of this strategy, whatever its kind, for a table of this many players with these rules (as the trace writes them). It asks one of
    /// `programs`, if it is a program.
    ///
    /// # Errors
    /// When the kind is not compiled into this program; or the strategy is a program, and `programs` may not run or do not know the rules.
    #[inline(never)]
    pub fn player_with<G: Playable>(
        &self,
        programs: &mut Programs,
        rules: &Map<String, Value>,
        players: usize,
    ) -> Result<G::Player, InputError> {
        let refused = |problem| InputError::new(Location::whole(&self.name), problem);
        let Some(program) = &self.program else { return self.player::<G>().ok_or_else(|| self.unknown_kind::<G>()) };
        if !programs.are_allowed() {
            return Err(self.not_allowed(program));
        }
        let rules = programs.number_of(rules).ok_or_else(|| {
            let allowed = "one of the rules that programs were told of beforehand".to_owned();
            refused(Problem::Conflict { found: "other rules for a program".to_owned(), allowed })
        })?;
        Ok(self.restriction.apply::<G>(G::boxed(Boxed::new(External::new(program, programs, rules, players)))))
    }

    /// The error that a program, that of this strategy, may not run.
    pub(crate) fn not_allowed(&self, program: &Program) -> InputError {
        InputError::new(Location::whole(format!("strategy `{}`", self.name)), Problem::Program { command: program.to_string() })
    }

    /// Has the game this kind of strategy?
    ///
    /// # Errors
    /// When it has not: the file is of another game.
    #[inline(never)]
    pub fn check<G: Playable>(&self) -> Result<(), InputError> {
        let known = self.program.is_some() || kinds::<G>().any(|kind| kind == self.kind);
        if known { Ok(()) } else { Err(self.unknown_kind::<G>()) }
    }

    fn unknown_kind<G: Playable>(&self) -> InputError {
        let unknown = Unknown::new("kind of strategy", self.kind, kinds::<G>());
        InputError::new(Location::whole(&self.name), Problem::Unknown(unknown))
    }

    /// How many games or iterations it may spend on a decision, where it has such a budget (the parameter `iterations`).
    pub fn budget(&self) -> Option<u64> {
        let (_, input::Value::Integer(now)) = self.parameters.iter().find(|(knob, _)| knob.key == BUDGET)? else { return None };
        u64::try_from(now).ok()
    }

    /// The same strategy with a budget this many times as large, where it has one (the parameter `iterations`) and it may be so large.
    pub fn with_budget(&self, times: i64) -> Option<Self> {
        let mut parameters = self.parameters.clone();
        let now = i64::try_from(self.budget()?).ok()?;
        let budget = DocumentValue::Integer(now.checked_mul(times)?);
        parameters.apply_value(BUDGET, &budget, Location::whole(&self.name)).ok()?;
        Some(Self { name: format!("{} x{times}", self.name), parameters, ..self.clone() })
    }

    /// The same strategy with a budget of at most `most`, where it has one and it may be so small: for games that have to be over soon.
    #[must_use]
    pub fn with_budget_up_to(&self, most: i64) -> Self {
        let mut parameters = self.parameters.clone();
        let has_more =
            parameters.iter().any(|(knob, value)| knob.key == BUDGET && matches!(value, input::Value::Integer(now) if now > most));
        // What does not allow so small a budget keeps its own.
        if has_more && parameters.apply_value(BUDGET, &DocumentValue::Integer(most), Location::whole(&self.name)).is_err() {
            return self.clone();
        }
        Self { parameters, ..self.clone() }
    }

    /// Is it of a kind that searches?
    pub fn searches<G: Playable>(&self) -> bool {
        G::KINDS.iter().any(|kind| kind.name == self.kind && kind.searches)
    }

    /// The same search, told that all others play as this strategy does: it looks for what beats them. `None` if this one does not search, or nobody can know
    /// how the others play: they search themselves, or are a program.
    pub fn knowing<G: Playable>(&self, others: &Self) -> Option<Self> {
        let can_know = self.searches::<G>() && !others.searches::<G>() && others.program.is_none();
        can_know.then(|| Self {
            name: format!("exploiter of {}", others.name),
            summary: format!("Knows that all others play as `{}`, and looks for what beats them.", others.name),
            opponents: vec![others.clone()],
            ..self.clone()
        })
    }

    /// The same strategy under a further restriction, under the name of what it never takes: "heuristic without steal".
    ///
    /// # Errors
    /// When it would be left without any kind of action.
    pub fn restrict<G: Playable>(&self, never: &Restriction) -> Result<Self, InputError> {
        Ok(Self { name: never.name_of(&self.name), restriction: self.restriction.and::<G>(never)?, ..self.clone() })
    }

    /// What can change a number, as JSON: the kind with the version of its defaults, the parameters that are not defaults, the weights, and what it never does;
    /// or the command of a program. (How long a program may think only decides whether there is a number.)
    pub fn identity(&self) -> Value {
        let mut identity = match &self.program {
            None => json!({
                "kind": self.kind,
                "defaults_version": self.defaults_version,
                "parameters": self.parameters.differences(),
                "rollout": self.rollout.as_ref().map(|rollout| rollout.identity()),
            }),
            Some(program) => json!({"kind": self.kind, "command": program.command()}),
        };
        // Added where there are some, so that no other strategy gets another identity.
        for (key, named) in self.named().filter(|(key, _)| *key != ROLLOUT) {
            identity[key] = one_or_list(named, Self::identity);
        }
        if let Some(weights) = &self.weights {
            identity[WEIGHTS] = json!(weights.sha256());
        }
        self.restriction.describe(identity)
    }

    /// The strategies that it names, by their keys; only keys that are there.
    fn named(&self) -> impl Iterator<Item = (&'static str, &[Self])> {
        let one = [&self.rollout, &self.alternate, &self.prior].map(|named| named.as_deref().map_or(&[][..], std::slice::from_ref));
        let [rollout, alternate, prior] = one;
        let all = [(ROLLOUT, rollout), (ALTERNATE, alternate), (OPPONENTS, &self.opponents), (PRIOR, prior)];
        all.into_iter().filter(|(_, named)| !named.is_empty())
    }

    /// All that the file says, as results keep it.
    pub fn record(&self) -> StrategyRecord {
        let program = self.program.as_ref();
        StrategyRecord {
            kind: self.kind.to_owned(),
            summary: Some(self.summary.clone()),
            parameters: program.is_none().then(|| self.parameters_json()),
            command: program.map(|program| program.command().to_vec()),
            time_limit: program.map(|program| program.time_limit().as_secs_f64()),
            restrict: self.restriction.record(),
            ..StrategyRecord::default()
        }
    }
}

/// The strategies that a search names.
#[derive(Default)]
struct Named {
    /// Who plays on.
    rollout: Option<Box<StrategyFile>>,
    /// Who takes turns at that.
    alternate: Option<Box<StrategyFile>>,
    /// What opponents are supposed to play.
    opponents: Vec<StrategyFile>,
    /// Whose choice is preferred.
    prior: Option<Box<StrategyFile>>,
}

/// Several of something as a list, a single one as it is.
fn one_or_list(all: &[StrategyFile], json: impl Fn(&StrategyFile) -> Value) -> Value {
    match all {
        [one] => json(one),
        several => several.iter().map(json).collect(),
    }
}

/// A strategy that another one names, as results keep it.
#[derive(Deserialize)]
struct NamedRecord {
    name: Option<String>,
    #[serde(flatten)]
    record: StrategyRecord,
}

/// Does the document describe a program to be asked?
fn is_program(document: &Document) -> bool {
    document.text_of("kind") == Some(external::KIND)
}

/// Takes over the parameters of a kind that searches; returns the strategies that they name.
fn apply_search<G: Playable>(
    section: &Section<'_>,
    kind: &Kind<G::Player>,
    parameters: &mut Settings,
    texts: &StrategyTexts,
) -> Result<Named, InputError> {
    const ONE: &str = "the name or path of a strategy";
    const SEVERAL: &str = "the name or path of a strategy, or a list of 1 to 16: [\"heuristic\", \"greedy\"]";
    let mut named = Named::default();
    for entry in section.entries() {
        let find = |line: usize, value: &DocumentValue, allowed: &str| {
            let refused = |allowed: &str| {
                let problem = Problem::Value { key: entry.key.clone(), found: value.to_string(), allowed: allowed.to_owned() };
                section.error_at(line, problem)
            };
            let DocumentValue::Text(name) = value else { return Err(refused(allowed)) };
            let document = texts.document::<G>(name, &section.place_at(line)).map_err(|error| error.in_section(section.name()))?;
            // Its kind first: a strategy that searches with itself would be looked up for ever. And programs are for those at the table.
            if is_program(&document) || StrategyFile::kind::<G>(&document)?.1.searches {
                return Err(refused("a strategy that does not search itself, and is no program"));
            }
            StrategyFile::parse_with::<G>(&document, texts)
        };
        let single = match entry.key.as_str() {
            ROLLOUT => Some(&mut named.rollout),
            ALTERNATE => Some(&mut named.alternate),
            PRIOR => Some(&mut named.prior),
            _ => None,
        };
        if let Some(single) = single {
            *single = Some(Box::new(find(entry.line, &entry.value, ONE)?));
        } else if entry.key == OPPONENTS {
            named.opponents = match &entry.value {
                DocumentValue::List(items) if (1..=MOST_OPPONENTS).contains(&items.len()) => {
                    items.iter().map(|(line, item)| find(*line, item, SEVERAL)).collect::<Result<_, _>>()?
                }
                one => vec![find(entry.line, one, SEVERAL)?],
            };
        } else if kind.knobs.iter().any(|knob| knob.key == entry.key) {
            let place = section.place_at(entry.line);
            parameters.apply_value(&entry.key, &entry.value, place).map_err(|error| error.in_section(section.name()))?;
        } else {
            let keys = kind.knobs.iter().map(|knob| knob.key).chain([ROLLOUT, ALTERNATE, OPPONENTS, PRIOR]);
            let unknown = Unknown::new("key", entry.key.clone(), keys);
            return Err(section.error_at(entry.line, Problem::Unknown(unknown)));
        }
    }
    Ok(named)
}

/// Takes over the parameters of a kind that learned; returns the weights that they name.
fn apply_learned<G: Playable>(
    section: &Section<'_>,
    kind: &Kind<G::Player>,
    parameters: &mut Settings,
    shape: Shape,
    texts: &StrategyTexts,
) -> Result<Weights, InputError> {
    const ALLOWED: &str = "the file of the network's weights: a path from the folder of this file";
    for entry in section.entries().iter().filter(|entry| entry.key != WEIGHTS) {
        let place = section.place_at(entry.line);
        if kind.knobs.iter().all(|knob| knob.key != entry.key) {
            let unknown = Unknown::new("key", entry.key.clone(), kind.knobs.iter().map(|knob| knob.key).chain([WEIGHTS]));
            return Err(section.error_at(entry.line, Problem::Unknown(unknown)));
        }
        parameters.apply_value(&entry.key, &entry.value, place).map_err(|error| error.in_section(section.name()))?;
    }
    let (line, name) = section.required_text(WEIGHTS, ALLOWED)?;
    let place = section.place_at(line);
    Weights::parse(name, &texts.weights::<G>(&place.source, name, &place)?, shape)
}

/// The kinds that a strategy of a game can have.
fn kinds<G: Playable>() -> impl Iterator<Item = &'static str> {
    G::KINDS.iter().map(|kind| kind.name).chain([external::KIND])
}
