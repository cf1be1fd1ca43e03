//! Strategies as files.

use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::external::{self, External, Program, Programs};
use super::record::{BUDGET, FORESIGHT, StrategyRecord};
use super::restriction::{self, Restriction};
use super::texts::{self, StrategyTexts, shipped};
use super::{Boxed, Kind, Network, OWN_KIND, Playable, Repertoire, Weights};
use crate::game::Description;
use crate::input::{
    self, Document, DocumentValue, Entry, InputError, Location, Problem, Section, Settings,
    Unknown, check_name, sentence,
};

/// A strategy from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyFile {
    /// The name: that of the file without its extension.
    pub name: String,
    /// The author's description.
    pub summary: String,
    /// Its kind.
    pub kind: &'static str,
    /// The version of the kind and its defaults ([`Kind::defaults_version`]); 0 for a program,
    /// whose version is unknown.
    pub defaults_version: u32,
    /// The parameters of its kind.
    pub parameters: Settings,
    /// The strategies that a search names as `rollout`, `alternate`, `opponents` and `prior`: see
    /// [`StrategyFile::named`].
    pub named: [Vec<StrategyFile>; NAMED.len()],
    /// The weights of its network, for a kind that has one.
    pub weights: Option<Box<Weights>>,
    /// The program that is asked, for the kind `external`.
    pub program: Option<Program>,
    /// The actions that it never takes.
    pub restriction: Restriction,
    /// Its play at larger tables, if that differs: the smallest number of players, ascending, and
    /// the whole strategy for these tables.
    pub from_players: Vec<(usize, StrategyFile)>,
}

/// The section of a strategy file with the parameters of its kind.
pub(super) const PARAMETERS: &str = "parameters";
/// The document that lists all parameters.
const PARAMETERS_ARE_IN: &str = "docs/strategies.md";
/// The section of parameters for larger tables: `[from_players.5]`.
pub(super) const FROM_PLAYERS: &str = "from_players";

/// The strategy that plays the simulated games of a search; random play, if none is given.
pub(super) const ROLLOUT: &str = "rollout";
/// The strategy that plays every second simulated game of a search, if there is one.
pub(super) const ALTERNATE: &str = "alternate";
/// The strategies that the others play in the simulated games of a search, if they are given: at
/// most 16. With several, they take turns game by game; where decisions are open
/// ([`OPEN_DECISIONS`](crate::game::Game::OPEN_DECISIONS)), each player mostly plays the one that
/// fits its actions best.
pub(super) const OPPONENTS: &str = "opponents";
/// The strategy whose choice a search prefers, if it is not `rollout`.
pub(super) const PRIOR: &str = "prior";
/// The parameters of searches that name other strategies.
pub(super) const NAMED: [&str; 4] = [ROLLOUT, ALTERNATE, OPPONENTS, PRIOR];

/// The largest number of strategies in `opponents`.
pub(super) const MOST_OPPONENTS: usize = 16;

/// The parameter of learned kinds that names the file of their weights.
pub(super) const WEIGHTS: &str = "weights";

impl StrategyFile {
    /// Finds a strategy of a game by its name or path.
    ///
    /// A name is looked up in `strategies/<game>/` of the current directory and then among the
    /// shipped files. Anything with a `/` in it, or that ends in `.toml` or `.py`, is a path. A
    /// path may also name a program: an executable file, or one in Python.
    ///
    /// # Errors
    /// If there is no such strategy (reported at `place`, where the name was given), or its file
    /// has an error.
    pub fn find(game: &Repertoire, name: &str, place: &Location) -> Result<Self, InputError> {
        Self::find_in(game, &StrategyTexts::default(), name, place)
    }

    /// Finds a strategy of a game by its name or path among these texts.
    ///
    /// # Errors
    /// See [`StrategyFile::find`].
    pub fn find_in(
        game: &Repertoire,
        texts: &StrategyTexts,
        name: &str,
        place: &Location,
    ) -> Result<Self, InputError> {
        Self::parse_with(game, &texts.document(game, name, place)?, texts)
    }

    /// Returns whether it equals the shipped file of its name, for tables of up to `most` players.
    pub fn is_shipped(&self, game: &Repertoire, most: usize) -> bool {
        let shipped = Self::shipped(game, &self.name);
        let identity = |file: &Self| {
            let mut file = file.clone();
            file.leave_out_larger_tables(most);
            file.identity()
        };
        shipped.is_some_and(|shipped| identity(&shipped) == identity(self))
    }

    /// Returns the shipped strategy of this name, whatever files users have.
    pub fn shipped(game: &Repertoire, name: &str) -> Option<Self> {
        Self::parse(game, &Document::parse(name, shipped(game, name)?).ok()?).ok()
    }

    /// Returns the names of all strategies of a game: those of the current directory and the
    /// shipped ones.
    pub fn names(game: &Repertoire) -> Vec<String> {
        texts::names(game)
    }

    /// Reads a strategy of a game from its document.
    ///
    /// # Errors
    /// If a key or the kind is unknown, a parameter is out of range, or a program has no command.
    pub fn parse(game: &Repertoire, document: &Document) -> Result<Self, InputError> {
        Self::parse_with(game, document, &StrategyTexts::default())
    }

    /// Does the same; other strategies that it names are found among these texts.
    fn parse_with(
        game: &Repertoire,
        document: &Document,
        texts: &StrategyTexts,
    ) -> Result<Self, InputError> {
        let name = Path::new(document.source())
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        check_name(&name, Location::whole(document.source()))?;
        if is_program(document) {
            return Self::of_program(name, document, game.game);
        }
        let (top, kind) = Self::kind(game, document)?;
        let summary = sentence(top.text("summary")?.map_or(kind.summary, |(_, text)| text));
        let mut file = Self { summary, ..Self::plain(name, kind) };
        if let Some(section) = top.open_section(PARAMETERS)? {
            file.apply(game, &section, kind, texts)?;
        } else if kind.learns.is_some() {
            let allowed = format!(
                "a section with `{WEIGHTS} = \"learned.weights\"`, the file of the network's \
                    weights"
            );
            return Err(top.error(Problem::Missing { key: format!("[{PARAMETERS}]"), allowed }));
        }
        file.restriction = Restriction::read(&top, game.game)?;
        if let Some(section) = top.open_section(FROM_PLAYERS)? {
            file.from_players = file.at_larger_tables(game, &section, kind, texts)?;
        }
        Ok(file)
    }

    /// A strategy of this kind, with all parameters at their defaults.
    pub(super) fn plain(name: String, kind: &Kind) -> Self {
        Self {
            name,
            summary: kind.summary.to_owned(),
            kind: kind.name,
            defaults_version: kind.defaults_version,
            parameters: Settings::defaults(kind.knobs),
            named: Default::default(),
            weights: None,
            program: None,
            restriction: Restriction::default(),
            from_players: Vec::new(),
        }
    }

    /// Returns a learned player of a game with these weights, who mixes this much (from 0 to 1);
    /// `None` if players of the game cannot learn.
    pub fn learned(game: &Repertoire, weights: Weights, mix: f64) -> Option<Self> {
        let kind = game.kinds.iter().find(|kind| kind.learns.is_some())?;
        let mut file = Self::plain("learned".to_owned(), kind);
        let place = Location::whole(&file.name);
        file.parameters.apply_value("mix", &DocumentValue::Real(mix), place).ok()?;
        file.weights = Some(Box::new(weights));
        Some(file)
    }

    /// Returns a player of a game who learned nothing yet, and takes all actions equally often; `None`
    /// if players of the game cannot learn.
    pub fn unlearned(game: &Repertoire) -> Option<Self> {
        let shape = game.kinds.iter().find_map(|kind| kind.learns)?;
        let blank = Arc::new(Network::blank(shape));
        Self::learned(game, Weights::new("learned.weights", blank, None), 1.0)
    }

    /// Applies the parameters of a section; other parameters keep their values. A kind that learns
    /// needs the file of its weights, if it has none yet.
    fn apply(
        &mut self,
        game: &Repertoire,
        section: &Section<'_>,
        kind: &Kind,
        texts: &StrategyTexts,
    ) -> Result<(), InputError> {
        const ALLOWED: &str =
            "the file of the network's weights: a path from the folder of this file";
        let further: &[&str] = match kind {
            Kind { searches: true, .. } => &NAMED,
            Kind { learns: Some(_), .. } => &[WEIGHTS],
            _ => {
                let applied = self.parameters.apply_section(section);
                return applied.map_err(|error| error.names_in(PARAMETERS_ARE_IN));
            }
        };
        for entry in section.entries() {
            if kind.knobs.iter().any(|knob| knob.key == entry.key) {
                let place = section.place_at(entry.line);
                self.parameters
                    .apply_value(&entry.key, &entry.value, place)
                    .map_err(|error| error.in_section(section.name()))?;
            } else if !further.contains(&entry.key.as_str()) {
                let keys = kind.knobs.iter().map(|knob| knob.key).chain(further.iter().copied());
                let unknown =
                    Unknown::new("key", entry.key.clone(), keys).listed_in(PARAMETERS_ARE_IN);
                return Err(section.error_at(entry.line, Problem::Unknown(unknown)));
            } else if let Some(place) = NAMED.iter().position(|key| *key == entry.key) {
                self.named[place] = named_in(game, section, entry, texts)?;
            }
        }
        let foresees = |entry: &&Entry| entry.value != DocumentValue::Integer(0);
        if let Some(entry) = section.entry(FORESIGHT).filter(foresees)
            && kind.searches
        {
            let estimates = |file: &StrategyFile| {
                let has_learned =
                    file.weights.as_ref().is_some_and(|weights| weights.worth.is_some());
                has_learned
                    || game.kinds.iter().any(|kind| kind.name == file.kind && kind.estimates)
            };
            if !self.named(ROLLOUT).first().is_some_and(estimates) {
                let found = format!("`{FORESIGHT}` without a player who estimates worth");
                let allowed = format!(
                    "a `{ROLLOUT}` that can estimate: one that learned (`train` it again), or \
                     `greedy` in a game of a file; or no `{FORESIGHT}`"
                );
                return Err(section.error_at(entry.line, Problem::Conflict { found, allowed }));
            }
        }
        if let Some(shape) = kind.learns
            && (self.weights.is_none() || section.entry(WEIGHTS).is_some())
        {
            let (line, name) = section.required_text(WEIGHTS, ALLOWED)?;
            let place = section.place_at(line);
            let document = texts.weights(game, &place.source, name, &place)?;
            self.weights = Some(Box::new(Weights::parse(name, &document, shape)?));
        }
        Ok(())
    }

    /// Reads the parameters for larger tables: each section changes those for fewer players.
    fn at_larger_tables(
        &self,
        game: &Repertoire,
        tables: &Section<'_>,
        kind: &Kind,
        texts: &StrategyTexts,
    ) -> Result<Vec<(usize, Self)>, InputError> {
        let mut sections = Vec::new();
        for entry in tables.entries() {
            let players = players_named(game, &entry.key)
                .map_err(|problem| tables.error_at(entry.line, problem))?;
            sections.push((players, tables.open_section(&entry.key)?));
        }
        sections.sort_by_key(|(players, _)| *players);
        let mut file = self.clone();
        let mut all = Vec::new();
        for (players, section) in sections {
            section.map_or(Ok(()), |section| file.apply(game, &section, kind, texts))?;
            all.push((players, file.clone()));
        }
        Ok(all)
    }

    /// Reads the strategy of this name that is a program.
    fn of_program(
        name: String,
        document: &Document,
        game: &Description,
    ) -> Result<Self, InputError> {
        let [command, time_limit] = external::KEYS;
        let top =
            document.section(&["kind", "summary", restriction::SECTION, command, time_limit])?;
        let summary =
            sentence(top.text("summary")?.map_or(external::PROGRAM.summary, |(_, text)| text));
        let program = Some(Program::read(&top)?);
        let restriction = Restriction::read(&top, game)?;
        Ok(Self { summary, program, restriction, ..Self::plain(name, &external::PROGRAM) })
    }

    /// Reads a strategy of a game from its record in results, found at `place`. (The record of a
    /// program is its command; the program itself may have changed.)
    ///
    /// # Errors
    /// If it is a Rust type, which has no file; if its kind, a parameter or a kind of action is
    /// unknown; or if a program has no command.
    pub fn from_record(
        game: &Repertoire,
        name: &str,
        record: &StrategyRecord,
        place: &Location,
    ) -> Result<Self, InputError> {
        let refused = |found: String| {
            let allowed = "strategies of the kinds that this program has".to_owned();
            InputError::new(place.clone(), Problem::Conflict { found, allowed })
        };
        let in_section = |error: InputError| error.in_section(&format!("the strategy `{name}`"));
        let kind = match record.kind.as_str() {
            kind if kind == external::PROGRAM.name => {
                let document = Document::from_json(&place.source, &json!(record));
                return Self::of_program(name.to_owned(), &document, game.game).map_err(in_section);
            }
            OWN_KIND => {
                return Err(refused(format!(
                    "the strategy `{name}` is a Rust type of the program that made these results"
                )));
            }
            kind => kind,
        };
        let kind = game.kind(kind).ok_or_else(|| {
            let unknown = Unknown::new("kind of strategy", kind, kinds(game));
            in_section(InputError::new(place.clone(), Problem::Unknown(unknown)))
        })?;
        let mut file = Self::plain(name.to_owned(), kind);
        let mut given = record.parameters.clone().unwrap_or_default();
        for (key, named) in NAMED.into_iter().zip(&mut file.named) {
            let all = match given.shift_remove(key) {
                None => Vec::new(),
                Some(Value::Array(all)) => all,
                Some(one) => vec![one],
            };
            let read = |whole: Value| {
                let NamedRecord { name, record } = serde_json::from_value(whole)
                    .map_err(|error| refused(format!("`{key}` of `{name}` ({error})")))?;
                Self::from_record(game, name.as_deref().unwrap_or(key), &record, place)
            };
            *named = all.into_iter().map(read).collect::<Result<_, _>>()?;
            if key != OPPONENTS {
                named.truncate(1);
            } else if named.len() > MOST_OPPONENTS {
                let found = format!("the strategy `{name}` with {} `{OPPONENTS}`", named.len());
                return Err(refused(found));
            }
        }
        if let Some(shape) = kind.learns {
            let given = given.shift_remove(WEIGHTS).unwrap_or_default();
            let sha256 = given["sha256"].as_str().or(record.weights.as_deref()).unwrap_or("");
            let weights = given["file"].as_str().unwrap_or("");
            let known = texts::all_weights(game, weights, Path::new(&place.source));
            let found = Weights::found(known, sha256, shape).ok_or_else(|| {
                let found = format!("the strategy `{name}`, whose weights (`{weights}`, SHA-256 {sha256}) are not here");
                let allowed = "weights that this program carries, or that are in the folder of the strategies or beside the results".to_owned();
                InputError::new(place.clone(), Problem::Conflict { found, allowed })
            })?;
            file.weights = Some(Box::new(found));
        }
        // Results of older versions name a parameter by which a search went on from its last
        // decision. Without it, it is the search of today.
        if given.get("reuse") == Some(&Value::Bool(false)) {
            given.shift_remove("reuse");
        }
        file.parameters.apply_json(&given, place).map_err(in_section)?;
        file.restriction = Restriction::from_record(game.game, record.restrict.as_ref(), place)
            .map_err(in_section)?;
        if let Some(summary) = &record.summary {
            file.summary = sentence(summary);
        }
        for (players, record) in record.from_players.iter().flatten() {
            let players = players_named(game, players)
                .map_err(|problem| in_section(InputError::new(place.clone(), problem)))?;
            let record = StrategyRecord { summary: Some(file.summary.clone()), ..record.clone() };
            file.from_players.push((players, Self::from_record(game, name, &record, place)?));
        }
        file.from_players.sort_by_key(|(players, _)| *players);
        Ok(file)
    }

    /// The top level of a document, and the kind of this program that it names.
    fn kind<'d>(
        game: &Repertoire,
        document: &'d Document,
    ) -> Result<(Section<'d>, &'static Kind), InputError> {
        let top = document.section(&[
            "kind",
            "summary",
            restriction::SECTION,
            PARAMETERS,
            FROM_PLAYERS,
        ])?;
        let (line, kind) = top.required_text(
            "kind",
            &format!("one of {}", kinds(game).collect::<Vec<_>>().join(", ")),
        )?;
        let kind = game.kind(kind).ok_or_else(|| {
            top.error_at(
                line,
                Problem::Unknown(Unknown::new("kind of strategy", kind, kinds(game))),
            )
        })?;
        Ok((top, kind))
    }

    /// All parameters as a JSON object; of a learned player only those that differ from their
    /// defaults, since older results have none.
    fn parameters_json(&self) -> Map<String, Value> {
        let has_weights = self.weights.is_some();
        let mut json =
            if has_weights { self.parameters.differences() } else { self.parameters.to_json() };
        let whole = |named: &Self| {
            let mut whole = json!({
                "name": named.name, "kind": named.kind, PARAMETERS: named.parameters_json(),
            });
            if let Some(larger) = named.larger_records() {
                whole[FROM_PLAYERS] = json!(larger);
            }
            named.restriction.describe(whole)
        };
        // Results from before the parameter keep their bytes.
        json.retain(|key, value| key != FORESIGHT || *value != json!(0));
        for (key, named) in self.all_named() {
            json.insert(key.to_owned(), one_or_list(named, whole));
        }
        if let Some(weights) = &self.weights {
            let weights = json!({"file": weights.file, "sha256": weights.sha256});
            json.insert(WEIGHTS.to_owned(), weights);
        }
        json
    }

    /// The strategy for a table of this many players; the strategies that it names may still have
    /// parameters for larger tables.
    fn whole_at_table(&self, players: usize) -> &Self {
        self.from_players
            .iter()
            .rev()
            .find(|(from, _)| *from <= players)
            .map_or(self, |(_, larger)| larger)
    }

    /// Returns the strategy for a table of this many players, without anything about larger tables,
    /// also in the strategies that it names.
    #[must_use]
    pub fn at_table(&self, players: usize) -> Self {
        let mut file = self.whole_at_table(players).clone();
        file.from_players.clear();
        for named in file.named.iter_mut().flatten() {
            *named = named.at_table(players);
        }
        file
    }

    /// Removes the parameters for larger tables if the smallest of these has more than `most`
    /// players, also in the strategies that it names.
    pub fn leave_out_larger_tables(&mut self, most: usize) {
        if self.from_players.first().is_some_and(|(from, _)| *from > most) {
            self.from_players.clear();
        }
        let larger = self.from_players.iter_mut().map(|(_, larger)| larger);
        for file in self.named.iter_mut().flatten().chain(larger) {
            file.leave_out_larger_tables(most);
        }
    }

    /// Returns a player of this strategy for a table of this many players, if its kind is compiled
    /// into this program.
    #[inline(never)]
    pub fn player<G: Playable>(&self, players: usize) -> Option<G::Player> {
        self.at_table(players).player_here::<G>()
    }

    /// Does the same for a strategy that is already the one for the table.
    pub(super) fn player_here<G: Playable>(&self) -> Option<G::Player> {
        Some(self.restriction.apply::<G>(G::player(self.kind, self)?))
    }

    /// Returns a player of this strategy, of any kind, for a table of this many players with these
    /// rules (as the trace writes them). If it is a program, it is one of `programs`.
    ///
    /// # Errors
    /// If the kind is not compiled into this program; or if the strategy is a program, and
    /// `programs` may not run or do not know the rules.
    #[inline(never)]
    pub fn player_with<G: Playable>(
        &self,
        programs: &mut Programs,
        rules: &Map<String, Value>,
        players: usize,
    ) -> Result<G::Player, InputError> {
        let refused = |problem| InputError::new(Location::whole(&self.name), problem);
        let Some(program) = &self.program else {
            return self
                .player::<G>(players)
                .ok_or_else(|| self.unknown_kind(Repertoire::of::<G>()));
        };
        if !programs.are_allowed() {
            return Err(self.not_allowed(program));
        }
        let rules = programs.number_of(rules).ok_or_else(|| {
            let allowed = "one of the rules that programs were told of beforehand".to_owned();
            refused(Problem::Conflict { found: "other rules for a program".to_owned(), allowed })
        })?;
        Ok(self
            .restriction
            .apply::<G>(G::boxed(Boxed::new(External::new(program, programs, rules, players)))))
    }

    /// Returns the error that this strategy's program may not run.
    pub fn not_allowed(&self, program: &Program) -> InputError {
        InputError::new(
            Location::whole(format!("strategy `{}`", self.name)),
            Problem::Program { command: program.to_string() },
        )
    }

    /// Checks that the game has this kind of strategy.
    ///
    /// # Errors
    /// If it does not: the file belongs to another game.
    pub fn check(&self, game: &Repertoire) -> Result<(), InputError> {
        let known = self.program.is_some() || kinds(game).any(|kind| kind == self.kind);
        if known { Ok(()) } else { Err(self.unknown_kind(game)) }
    }

    fn unknown_kind(&self, game: &Repertoire) -> InputError {
        let unknown = Unknown::new("kind of strategy", self.kind, kinds(game));
        InputError::new(Location::whole(&self.name), Problem::Unknown(unknown))
    }

    /// The parameter `iterations`, if it has one: the number of games or iterations for a decision.
    fn own_budget(&self) -> Option<i64> {
        match self.parameters.iter().find(|(knob, _)| knob.key == BUDGET)? {
            (_, input::Value::Integer(budget)) => Some(budget),
            _ => None,
        }
    }

    /// Returns its budget at a table for this many players, the number of games or iterations for a
    /// decision (the parameter `iterations`), if it has one.
    pub fn budget(&self, players: usize) -> Option<u64> {
        u64::try_from(self.whole_at_table(players).own_budget()?).ok()
    }

    /// Returns the same strategy with a budget this many times as large at every table, if it has
    /// one (the parameter `iterations`) and the result is in range.
    pub fn with_budget(&self, times: i64) -> Option<Self> {
        let mut parameters = self.parameters.clone();
        let budget = DocumentValue::Integer(self.own_budget()?.checked_mul(times)?);
        parameters.apply_value(BUDGET, &budget, Location::whole(&self.name)).ok()?;
        let larger = |(players, file): &(usize, Self)| Some((*players, file.with_budget(times)?));
        let from_players = self.from_players.iter().map(larger).collect::<Option<_>>()?;
        let name = format!("{} x{times}", self.name);
        Some(Self { name, parameters, from_players, ..self.clone() })
    }

    /// Returns the same strategy with a budget of at most `most` at every table, if it has one and
    /// the result is in range: for games that must be over soon.
    #[must_use]
    pub fn with_budget_up_to(&self, most: i64) -> Self {
        self.changed(|file| {
            if file.own_budget().is_some_and(|budget| budget > most) {
                let (budget, place) = (DocumentValue::Integer(most), Location::whole(&file.name));
                // A budget whose range excludes this value stays.
                let _ = file.parameters.apply_value(BUDGET, &budget, place);
            }
        })
    }

    /// The strategy after a change that is made for tables of all sizes.
    fn changed(&self, change: impl Fn(&mut Self)) -> Self {
        let mut file = self.clone();
        file.from_players.iter_mut().for_each(|(_, larger)| change(larger));
        change(&mut file);
        file
    }

    /// Returns whether it is a search.
    pub fn searches(&self, game: &Repertoire) -> bool {
        game.kind(self.kind).is_some_and(|kind| kind.searches)
    }

    /// Returns the same search with the model that all others play this strategy, so that it looks
    /// for a best response. `None` if this is not a search, or if the others cannot be modelled:
    /// they are searches themselves, or a program.
    pub fn knowing(&self, game: &Repertoire, others: &Self) -> Option<Self> {
        let can_know = self.searches(game) && !others.searches(game) && others.program.is_none();
        can_know.then(|| Self {
            name: format!("exploiter of {}", others.name),
            summary: format!(
                "Knows that all others play `{}`, and searches for a best response.",
                others.name
            ),
            ..self.changed(|file| {
                let named = NAMED.iter().zip(&mut file.named).find(|(key, _)| **key == OPPONENTS);
                if let Some((_, named)) = named {
                    *named = vec![others.clone()];
                }
            })
        })
    }

    /// Returns the same strategy under a further restriction, with a name like "heuristic without
    /// steal".
    ///
    /// # Errors
    /// If no kind of action would be left.
    pub fn restrict(&self, game: &Description, never: &Restriction) -> Result<Self, InputError> {
        let restriction = self.restriction.and(game, never)?;
        let restricted = self.changed(|file| file.restriction = restriction.clone());
        Ok(Self { name: never.name_of(&self.name), ..restricted })
    }

    /// Returns everything that can change results, as JSON: the kind with the version of its
    /// defaults, the parameters that differ from the defaults, the weights, and the restriction; or
    /// the command of a program. (The time limit of a program only decides whether there is a
    /// result.)
    pub fn identity(&self) -> Value {
        let mut identity = match &self.program {
            None => json!({
                "kind": self.kind,
                "defaults_version": self.defaults_version,
                "parameters": self.parameters.differences(),
                ROLLOUT: self.named(ROLLOUT).first().map(Self::identity),
            }),
            Some(program) => json!({"kind": self.kind, "command": program.command}),
        };
        // Added only where there are some, so that other strategies keep their identity.
        for (key, named) in self.all_named().filter(|(key, _)| *key != ROLLOUT) {
            identity[key] = one_or_list(named, Self::identity);
        }
        if let Some(weights) = &self.weights {
            identity[WEIGHTS] = json!(weights.sha256);
        }
        if !self.from_players.is_empty() {
            let larger = self
                .from_players
                .iter()
                .map(|(players, larger)| (players.to_string(), larger.identity()));
            identity[FROM_PLAYERS] = Value::Object(larger.collect());
        }
        self.restriction.describe(identity)
    }

    /// Returns the strategies that a search names by this parameter: `rollout`, `alternate`,
    /// `opponents` or `prior`.
    pub fn named(&self, key: &str) -> &[Self] {
        self.all_named().find(|(known, _)| *known == key).map_or(&[], |(_, named)| named)
    }

    /// Iterates over the strategies that it names, by key; without keys that are not there.
    fn all_named(&self) -> impl Iterator<Item = (&'static str, &[Self])> {
        let all = NAMED.into_iter().zip(self.named.iter().map(Vec::as_slice));
        all.filter(|(_, named)| !named.is_empty())
    }

    /// The records of its play at larger tables, if that differs.
    fn larger_records(&self) -> Option<IndexMap<String, StrategyRecord>> {
        let record = |larger: &Self| StrategyRecord { summary: None, ..larger.record() };
        let all =
            self.from_players.iter().map(|(players, larger)| (players.to_string(), record(larger)));
        (!self.from_players.is_empty()).then(|| all.collect())
    }

    /// Returns everything that the file says, as results keep it.
    pub fn record(&self) -> StrategyRecord {
        let program = self.program.as_ref();
        StrategyRecord {
            kind: self.kind.to_owned(),
            summary: Some(self.summary.clone()),
            parameters: program.is_none().then(|| self.parameters_json()),
            command: program.map(|program| program.command.clone()),
            time_limit: program.map(|program| program.time_limit.as_secs_f64()),
            restrict: self.restriction.record(),
            from_players: self.larger_records(),
            ..StrategyRecord::default()
        }
    }
}

/// Several as a list, a single one as it is.
fn one_or_list(all: &[StrategyFile], json: impl Fn(&StrategyFile) -> Value) -> Value {
    match all {
        [one] => json(one),
        several => several.iter().map(json).collect(),
    }
}

/// A strategy that another one names, in results.
#[derive(Deserialize)]
struct NamedRecord {
    name: Option<String>,
    #[serde(flatten)]
    record: StrategyRecord,
}

/// Whether the document describes a program.
fn is_program(document: &Document) -> bool {
    document.text_of("kind") == Some(external::PROGRAM.name)
}

/// Reads the strategies that an entry of a search's parameters names.
fn named_in(
    game: &Repertoire,
    section: &Section<'_>,
    entry: &Entry,
    texts: &StrategyTexts,
) -> Result<Vec<StrategyFile>, InputError> {
    let allowed = if entry.key == OPPONENTS {
        "the name or path of a strategy, or a list of 1 to 16: [\"heuristic\", \"greedy\"]"
    } else {
        "the name or path of a strategy"
    };
    let find = |(line, value): (usize, &DocumentValue)| {
        let refused = |allowed: &str| {
            let problem = Problem::Value {
                key: entry.key.clone(),
                found: value.to_string(),
                allowed: allowed.to_owned(),
            };
            section.error_at(line, problem)
        };
        let DocumentValue::Text(name) = value else { return Err(refused(allowed)) };
        let document = texts
            .document(game, name, &section.place_at(line))
            .map_err(|error| error.in_section(section.name()))?;
        // The kind is checked first: a strategy that searches with itself would be looked up
        // forever. Programs cannot play simulated games.
        if is_program(&document) || StrategyFile::kind(game, &document)?.1.searches {
            return Err(refused("a strategy that does not search itself, and is no program"));
        }
        StrategyFile::parse_with(game, &document, texts)
    };
    match &entry.value {
        DocumentValue::List(items)
            if entry.key == OPPONENTS && (1..=MOST_OPPONENTS).contains(&items.len()) =>
        {
            items.iter().map(|(line, item)| find((*line, item))).collect()
        }
        one => Ok(vec![find((entry.line, one))?]),
    }
}

/// The number of players from which on a section applies: above the minimum, for which there are
/// the parameters themselves.
fn players_named(game: &Repertoire, key: &str) -> Result<usize, Problem> {
    let (least, most) = (game.game.fewest_players + 1, game.game.most_players);
    (least..=most).find(|number| number.to_string() == key).ok_or_else(|| {
        let allowed = match least.cmp(&most) {
            Ordering::Greater => format!(
                "nothing, since the game is for {} players alone",
                game.game.players_in_words()
            ),
            Ordering::Equal => format!("{most} players"),
            Ordering::Less => format!("a number of players from {least} to {most}"),
        };
        Problem::Value { key: FROM_PLAYERS.to_owned(), found: key.to_owned(), allowed }
    })
}

/// Iterates over the kinds that a strategy of a game can have.
fn kinds(game: &Repertoire) -> impl Iterator<Item = &'static str> {
    game.kinds.iter().map(|kind| kind.name).chain([external::PROGRAM.name])
}
