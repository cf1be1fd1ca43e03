//! Declarations of the module's lines: the game, knobs, presets, zones and numbers.

use std::collections::HashSet;

use fairdeal_core::game::Aim;
use fairdeal_core::input::MOST_KEYS;
use ruff_python_ast::{Expr, ExprCall};

use crate::program::{
    Extent, GlobalId, KnobDeclaration, KnobRange, NameId, PresetDeclaration, SeenBy, Span, Value,
    Zones, ZonesId,
};

use super::arguments::{arguments, called, span};
use super::diagnostic::{Diagnostic, Told};
use super::module::{Binding, MadeGame, MadeKnob, Run};
use super::names::Names;
use super::refuse;
use super::value::{Dyn, Word};

/// The result of a declaration: its value for later lines, and its meaning in functions.
type Declared = Result<(Dyn, Option<Binding>), Told>;

/// The most players.
const MOST_PLAYERS: i64 = 8;

/// The most knobs.
const MOST_KNOBS: usize = 64;

/// The largest number in a list that is the value of a knob.
const MOST_IN_LIST: i64 = u8::MAX as i64;

/// The most choices of a knob.
const MOST_CHOICES: usize = 100;

/// The most presets.
const MOST_PRESETS: usize = 64;

impl Run<'_> {
    /// A call that stands alone.
    pub(super) fn call_statement(&mut self, call: &ExprCall) -> Result<(), Told> {
        match called(call) {
            Some("game") => self.game(call),
            Some("preset") => self.preset(call),
            Some("require") => self.require(call),
            Some("card" | "cards" | "cards_from") => self.call(call).map(drop),
            Some(name @ ("knob" | "zone" | "each_player" | "each")) => {
                let message = format!("`{name}` needs a name here");
                let instead = format!("write `NAME = {name}(...)`");
                self.sink.tell(Diagnostic::new(span(call), message).instead(instead))
            }
            Some(name) => {
                if let Some(instead) = refuse::builtin(name) {
                    let message = format!("`{name}` cannot be used");
                    return self.sink.tell(Diagnostic::new(span(call), message).instead(instead));
                }
                Err(self.unknown_name(name, span(&*call.func)))
            }
            None => self.sink.tell(
                Diagnostic::new(span(call), "moves are not made at the left margin")
                    .instead("put them into `play()`"),
            ),
        }
    }

    /// `game(...)`.
    fn game(&mut self, call: &ExprCall) -> Result<(), Told> {
        let parameters = "title, players, teams=, lowest_wins=, summary=, cooperative=, aim=";
        let found = arguments(call, "game", parameters, self.sink)?;
        if self.made.game.is_some() {
            return self.sink.tell(Diagnostic::new(span(call), "the game is named twice"));
        }
        let title = self.text(found[0].ok_or(Told)?, "the title")?;
        let at = found[1].ok_or(Told)?;
        let players = match self.evaluate(at)? {
            Dyn::Int(number) => (number, number),
            Dyn::Tuple(items) => match &**items {
                [Dyn::Int(fewest), Dyn::Int(most)] => (*fewest, *most),
                _ => (0, 0),
            },
            _ => (0, 0),
        };
        if players.0 < 1 || players.1 < players.0 || players.1 > MOST_PLAYERS {
            let message = if players.0 >= 1 && players.1 > MOST_PLAYERS {
                Diagnostic::new(span(at), format!("{} players", players.1)).allowed(format!(
                    "1 to {MOST_PLAYERS} players: a shared win counts in 840ths, which up to \
                     {MOST_PLAYERS} can share evenly"
                ))
            } else {
                Diagnostic::new(span(at), "these are no numbers of players")
                    .allowed(format!("1 to {MOST_PLAYERS} players, the fewest first"))
            };
            return self.sink.tell(message.instead("write `players=(2, 4)`"));
        }
        let teams = match found[2] {
            None | Some(Expr::NoneLiteral(_)) => None,
            Some(at) => match self.evaluate(at)? {
                Dyn::Int(teams) if (1..=MOST_PLAYERS).contains(&teams) => Some(teams as usize),
                _ => {
                    return self.sink.tell(
                        Diagnostic::new(span(at), "this is no number of teams")
                            .allowed("`teams=2`: players 0 and 2 play against 1 and 3"),
                    );
                }
            },
        };
        let lowest_wins = self.flag(found[3])?;
        // All players are one team.
        let teams = match (self.flag(found[5])?, teams, found[2]) {
            (false, teams, _) => teams,
            (true, None | Some(1), _) => Some(1),
            (true, Some(_), at) => {
                let message = "a cooperative game has no teams that play against each other";
                return self.sink.tell(Diagnostic::new(at.map_or(span(call), span), message));
            }
        };
        let aim_of = |names: &Names, name: NameId| {
            Aim::ALL.into_iter().find(|aim| aim.name() == names.text(name))
        };
        let aim = match found[6] {
            None | Some(Expr::NoneLiteral(_)) => None,
            Some(at) => {
                let found = self.evaluate(at)?;
                let aim = match &found {
                    Dyn::Name(name) => aim_of(self.names, *name),
                    _ => None,
                };
                Some(aim.ok_or_else(|| self.not_a(at, &found, "\"wins\" or \"score\""))?)
            }
        };
        let aim_knob = match found[6] {
            Some(Expr::Name(name)) => self.knob_index(&name.id),
            _ => None,
        };
        if let (Some(at), Some(knob)) = (found[6], aim_knob)
            && let KnobRange::Choices(choices) = &self.made.knobs[knob].declared.range
        {
            let is_aim = |choice: &Value| match choice {
                Value::Name(name) => aim_of(self.names, *name).is_some(),
                _ => false,
            };
            if !choices.iter().all(is_aim) {
                let message = Diagnostic::new(span(at), "a choice of this knob is no aim");
                return self.sink.tell(message.allowed("\"wins\" and \"score\""));
            }
        }
        let summary = found[4].map(|at| self.text(at, "the summary")).transpose()?;
        let summary = summary
            .unwrap_or_else(|| self.made.docstring.lines().next().unwrap_or("").trim().to_owned());
        let players = (players.0 as usize, players.1 as usize);
        let game = MadeGame { title, summary, players, teams, lowest_wins, aim, aim_knob };
        self.made.game = Some(game);
        Ok(())
    }

    /// An argument that is true or false; false where it is left out.
    fn flag(&mut self, at: Option<&Expr>) -> Result<bool, Told> {
        let Some(at) = at else { return Ok(false) };
        match self.evaluate(at)? {
            Dyn::Bool(flag) => Ok(flag),
            other => Err(self.not_a(at, &other, "True or False")),
        }
    }

    /// Reports a value of the wrong kind.
    pub(super) fn not_a(&mut self, at: &Expr, found: &Dyn, wanted: &str) -> Told {
        if *found != Dyn::Wrong {
            let message = format!("this is {}: {}", found.kind(), found.told(self.names));
            self.sink.report(Diagnostic::new(span(at), message).allowed(wanted));
        }
        Told
    }

    /// `require(...)` at the left margin.
    fn require(&mut self, call: &ExprCall) -> Result<(), Told> {
        let found = arguments(call, "require", "condition, message", self.sink)?;
        let message = self.text(found[1].ok_or(Told)?, "the message")?;
        if !self.evaluate(found[0].ok_or(Told)?)?.is_true() {
            self.made.refusals.push((span(call), message));
        }
        Ok(())
    }

    /// `NAME = knob(...)`.
    pub(super) fn knob(&mut self, name: &str, call: &ExprCall, at: Span) -> Declared {
        let found = arguments(call, "knob", "default, low=, high=, choices=, help=", self.sink)?;
        if self.made.knobs.len() >= MOST_KNOBS {
            let message = format!("a file has at most {MOST_KNOBS} knobs");
            return self.sink.tell(Diagnostic::new(at, message));
        }
        self.depends = false;
        let default_at = found[0].ok_or(Told)?;
        let default = self.evaluate(default_at)?;
        let default_depends = self.depends;
        let help = found[4].map(|at| self.text(at, "the help")).transpose()?.unwrap_or_default();
        let range = self.knob_range(call, &found, &default)?;
        let index = self.made.knobs.len();
        let chosen = self.chosen.get(index).cloned().flatten();
        let told = default.told(self.names);
        let default = default.value().filter(|value| is_within(value, &range));
        let is_refused = default.is_none();
        // The lines go on with a value that is allowed.
        let default = default.unwrap_or_else(|| some_value(&range));
        let allowed = self.range_told(&range);
        let value = match chosen {
            Some(value) if is_within(&value, &range) => value,
            // Only the lines as they are written are a mistake of the file.
            None if is_refused && self.chosen.is_empty() => {
                let message = format!("the default {told} is not allowed by the knob");
                self.sink.report(Diagnostic::new(span(default_at), message).allowed(allowed));
                default.clone()
            }
            None if is_refused => {
                let key = name.to_lowercase();
                let message = format!(
                    "`{key}` is {told} with these rules, but allowed are {allowed}: set it as well"
                );
                self.made.refusals.push((span(default_at), message));
                default.clone()
            }
            None => default.clone(),
            Some(value) => {
                let told = Dyn::of(&value).told(self.names);
                let key = name.to_lowercase();
                let message =
                    format!("`{key}` cannot be {told} with these rules: allowed are {allowed}");
                self.made.refusals.push((at, message));
                default.clone()
            }
        };
        let dynamic = Dyn::of(&value);
        self.dependent.insert(name.to_owned());
        self.depends = true;
        let name = name.to_owned();
        let binding = self.global(&name, dynamic.clone(), at);
        let declared = KnobDeclaration { name, default, range, help, default_depends, span: at };
        self.made.knobs.push(MadeKnob { declared, value, is_refused });
        Ok((dynamic, Some(binding)))
    }

    /// Returns the allowed values of a knob.
    fn knob_range(
        &mut self,
        call: &ExprCall,
        found: &[Option<&Expr>],
        default: &Dyn,
    ) -> Result<KnobRange, Told> {
        let wrong = |run: &mut Self, message: &str, instead: &str| {
            run.sink.report(Diagnostic::new(span(call), message).instead(instead));
            Told
        };
        if let Some(choices_at) = found[3] {
            if found[1].is_some() || found[2].is_some() {
                let message = "a knob has either `choices` or `low` and `high`";
                return Err(wrong(self, message, "leave one of them out"));
            }
            let choices = match self.evaluate(choices_at)? {
                Dyn::List(items) | Dyn::Tuple(items) => items,
                other => return Err(self.not_a(choices_at, &other, "a list of choices")),
            };
            if choices.len() > MOST_CHOICES {
                let message = format!("{} choices", choices.len());
                let message = Diagnostic::new(span(choices_at), message);
                return self.sink.tell(message.allowed(format!("at most {MOST_CHOICES} choices")));
            }
            let all_same = choices.iter().all(|choice| choice.kind() == choices[0].kind());
            let values: Option<Vec<_>> = choices
                .iter()
                .filter(|choice| matches!(choice, Dyn::Int(_) | Dyn::Name(_)))
                .map(Dyn::value)
                .collect();
            return match values {
                Some(values) if all_same && values.len() == choices.len() && !values.is_empty() => {
                    Ok(KnobRange::Choices(values))
                }
                _ => {
                    let message = "choices are all names, or all whole numbers";
                    self.sink.tell(
                        Diagnostic::new(span(choices_at), message)
                            .instead("write `choices=[\"none\", \"spades\"]`"),
                    )
                }
            };
        }
        if let Dyn::Bool(_) = default {
            return match found[1].or(found[2]) {
                None => Ok(KnobRange::Flag),
                Some(_) => Err(wrong(self, "a flag has no range", "leave out `low` and `high`")),
            };
        }
        if let Dyn::Name(_) = default {
            let instead = "write `knob(\"none\", choices=[\"none\", \"spades\"])`";
            return Err(wrong(self, "a knob of names needs its choices", instead));
        }
        let (Some(low), Some(high)) = (found[1], found[2]) else {
            let instead = "write `knob(5, low=1, high=10, help=\"...\")`";
            return Err(wrong(self, "a knob needs its range", instead));
        };
        let (low, high) = (self.whole(low)?, self.whole(high)?);
        if low > high {
            return Err(wrong(self, "`low` is above `high`", "exchange them"));
        }
        match default {
            Dyn::Int(_) => Ok(KnobRange::Whole(low, high)),
            Dyn::List(items) if !items.is_empty() => {
                let count = items.len();
                if count > MOST_KEYS || low < 0 || high > MOST_IN_LIST {
                    let message = format!("a knob with {count} numbers from {low} to {high}");
                    let allowed = format!("at most {MOST_KEYS} numbers, from 0 to {MOST_IN_LIST}");
                    return self.sink.tell(Diagnostic::new(span(call), message).allowed(allowed));
                }
                Ok(KnobRange::Table(count, low, high))
            }
            Dyn::Wrong => Err(Told),
            _ => {
                let instead = "write a whole number, True or False, a name with `choices`, or a list of whole numbers";
                Err(wrong(self, "this is no value of a knob", instead))
            }
        }
    }

    /// Evaluates a whole number.
    pub(super) fn whole(&mut self, at: &Expr) -> Result<i64, Told> {
        match self.evaluate(at)? {
            Dyn::Int(number) => Ok(number),
            other => Err(self.not_a(at, &other, "a whole number")),
        }
    }

    /// Returns the allowed values of a knob in words.
    fn range_told(&self, range: &KnobRange) -> String {
        match range {
            KnobRange::Whole(low, high) => format!("whole numbers from {low} to {high}"),
            KnobRange::Flag => "True or False".to_owned(),
            KnobRange::Choices(choices) => {
                let told: Vec<String> =
                    choices.iter().map(|value| Dyn::of(value).told(self.names)).collect();
                told.join(", ")
            }
            KnobRange::Table(length, low, high) => {
                format!("a list of {length} whole numbers from {low} to {high}")
            }
        }
    }

    /// `preset(...)`.
    fn preset(&mut self, call: &ExprCall) -> Result<(), Told> {
        let [name_at] = &*call.arguments.args else {
            return self.sink.tell(
                Diagnostic::new(span(call), "a preset has one name, and knobs with values")
                    .instead("write `preset(\"name\", HAND_SIZE=6, help=\"...\")`"),
            );
        };
        let name = self.text(name_at, "the name of a preset")?;
        if self.made.presets.len() >= MOST_PRESETS {
            let message = format!("a file has at most {MOST_PRESETS} presets");
            return self.sink.tell(Diagnostic::new(span(call), message));
        }
        if self.made.presets.iter().any(|preset| preset.name == name) {
            let message = format!("there are two presets `{name}`");
            return self.sink.tell(Diagnostic::new(span(name_at), message));
        }
        let (mut help, mut values, mut is_wrong) = (String::new(), Vec::new(), false);
        for keyword in &call.arguments.keywords {
            let Some(knob) = &keyword.arg else { continue };
            if knob == "help" {
                help = self.text(&keyword.value, "the help")?;
                continue;
            }
            let Some(index) = self.knob_index(knob) else {
                let names = self.made.knobs.iter().map(|knob| knob.declared.name.clone());
                let message = Diagnostic::unknown(span(knob), "knob", knob, names);
                self.sink.report(message);
                is_wrong = true;
                continue;
            };
            let value = self.evaluate(&keyword.value)?;
            let range = self.made.knobs[index].declared.range.clone();
            match value.value() {
                Some(value) if is_within(&value, &range) => values.push((index, value)),
                _ => {
                    let message = format!("{knob} = {}", value.told(self.names));
                    let allowed = self.range_told(&range);
                    let at = span(&keyword.value);
                    is_wrong = true;
                    self.sink.report(Diagnostic::new(at, message).allowed(allowed));
                }
            }
        }
        if values.is_empty() && !is_wrong {
            let message = format!("the preset `{name}` changes no knob");
            let message = Diagnostic::new(span(call), message);
            self.sink.report(message.instead("write `preset(\"name\", HAND_SIZE=6)`"));
        }
        self.made.presets.push(PresetDeclaration { name, help, values });
        Ok(())
    }

    /// `name = zone(...)`.
    pub(super) fn zone(&mut self, name: &str, call: &ExprCall, at: Span) -> Declared {
        let found = arguments(call, "zone", "seen_by", self.sink)?;
        let seen_at = found[0].ok_or(Told)?;
        let seen_by = self.seen_by(seen_at)?;
        if let Some(word) = of_owner(seen_by) {
            let instead = format!("write `{name} = each_player(zone, {word})` for one a player");
            return self.sink.tell(
                Diagnostic::new(span(seen_at), "one zone for all has no owner")
                    .allowed("nobody, everyone")
                    .instead(instead),
            );
        }
        Ok(self.add_zones(name, Extent::One, seen_by, at))
    }

    /// Adds a declaration of zones.
    fn add_zones(
        &mut self,
        name: &str,
        extent: Extent,
        seen_by: SeenBy,
        at: Span,
    ) -> (Dyn, Option<Binding>) {
        let id = ZonesId(self.made.zones.len() as u32);
        self.made.zones.push(Zones { name: name.to_owned(), extent, seen_by, span: at });
        (Dyn::Zones(id), Some(Binding::Zones(id)))
    }

    /// Evaluates the word for the seats that may look.
    fn seen_by(&mut self, at: &Expr) -> Result<SeenBy, Told> {
        match self.evaluate(at)? {
            Dyn::Word(Word::Nobody) => Ok(SeenBy::Nobody),
            Dyn::Word(Word::Owner) => Ok(SeenBy::Owner),
            Dyn::Word(Word::Others) => Ok(SeenBy::Others),
            Dyn::Word(Word::Everyone) => Ok(SeenBy::Everyone),
            other => Err(self.not_a(at, &other, "nobody, owner, others, everyone")),
        }
    }

    /// `name = each_player(...)`.
    pub(super) fn each_player(&mut self, name: &str, call: &ExprCall, at: Span) -> Declared {
        let parameters = "kind, seen_by=, low=, high=";
        let found = arguments(call, "each_player", parameters, self.sink)?;
        if let Some(Expr::Call(each)) = found[0]
            && called(each) == Some("each")
        {
            if let Some(further) = found[1].or(found[2]).or(found[3]) {
                let message = "who sees them, and their range, stand in `each(...)`";
                let message = Diagnostic::new(span(further), message);
                return self.sink.tell(
                    message.instead("write `each_player(each(NAMES, 0, owner, low=0, high=9))`"),
                );
            }
            return self.each_of_names(name, each, Extent::EachPlayerAndName, at);
        }
        self.several(name, &found, Extent::EachPlayer, call, at)
    }

    /// The range of a number that not everyone sees: searching players draw from it.
    fn hidden_range(
        &mut self,
        id: usize,
        ends: Option<(&Expr, &Expr)>,
        call: Span,
    ) -> Result<(i64, i64), Told> {
        const WIDEST: i64 = 1 << 16;
        let (low, high) = match (&self.made.numbers[id].1, ends) {
            (Dyn::Bool(_), _) => return Ok((0, 1)),
            (Dyn::Int(first), Some((low, high))) => {
                let (first, low, high) = (*first, self.whole(low)?, self.whole(high)?);
                if (low..=high).contains(&first) && high.saturating_sub(low) < WIDEST {
                    return Ok((low, high));
                }
                (low, high)
            }
            (Dyn::Int(_), None) => {
                let declared = &self.made.numbers[id].0;
                let message = format!("a number that {} needs its range", seen(declared.seen_by));
                let (first, word) = match declared.extent {
                    Extent::Each(_) => ("each(NAMES, 0", "nobody"),
                    _ => ("each_player(0", of_owner(declared.seen_by).unwrap_or("nobody")),
                };
                return self.sink.tell(Diagnostic::new(call, message).instead(format!(
                    "write `{first}, {word}, low=0, high=9)`: players that search draw it from \
                     there",
                )));
            }
            _ => {
                let seen = seen(self.made.numbers[id].0.seen_by);
                let message = Diagnostic::new(call, format!("a name that {seen}"));
                return self.sink.tell(
                    message
                        .allowed("whole numbers and flags")
                        .instead("write a number that stands for the name"),
                );
            }
        };
        let message = match &self.made.numbers[id].1 {
            Dyn::Int(first) if low <= high && !(low..=high).contains(first) => {
                let message = format!("the first value {first} is not from {low} to {high}");
                let nearest = first.clamp(&low, &high);
                Diagnostic::new(call, message).instead(format!(
                    "write `each_player({nearest}, owner, low={low}, high={high})`"
                ))
            }
            _ => Diagnostic::new(call, format!("a range from {low} to {high}"))
                .allowed(format!("`low` is not above `high`, and at most {WIDEST} values")),
        };
        self.sink.tell(message)
    }

    /// `name = each(NAMES, ...)`.
    pub(super) fn each(&mut self, name: &str, call: &ExprCall, at: Span) -> Declared {
        self.each_of_names(name, call, Extent::Each, at)
    }

    /// `each(NAMES, ...)`, once or for each player.
    fn each_of_names(
        &mut self,
        name: &str,
        call: &ExprCall,
        extent: fn(GlobalId) -> Extent,
        at: Span,
    ) -> Declared {
        let parameters = "names, kind, seen_by=, low=, high=";
        let found = arguments(call, "each", parameters, self.sink)?;
        let names_at = found[0].ok_or(Told)?;
        let names = match self.passed(names_at)? {
            Dyn::List(items) | Dyn::Tuple(items) => items,
            Dyn::Dict(items) => items.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>().into(),
            other => return Err(self.not_a(names_at, &other, "a list of names")),
        };
        let mut known = HashSet::new();
        self.work(16 * names.len());
        for item in &**names {
            let Dyn::Name(name) = item else {
                return Err(self.not_a(names_at, item, "a list of names"));
            };
            if !known.insert(*name) {
                let message = format!("{} stands twice in the names", item.told(self.names));
                return self.sink.tell(Diagnostic::new(span(names_at), message));
            }
        }
        let list = self.plain_global(&format!("{name}.names"), Dyn::List(names), at);
        self.several(name, &found[1..], extent(list), call, at)
    }

    /// Makes zones or numbers, one for each seat or name: by their kind, the seats that see them,
    /// and the range.
    fn several(
        &mut self,
        name: &str,
        found: &[Option<&Expr>],
        extent: Extent,
        call: &ExprCall,
        at: Span,
    ) -> Declared {
        let kind_at = found[0].ok_or(Told)?;
        if let Expr::Call(inner) = kind_at
            && let Some(nested @ ("each_player" | "each")) = called(inner)
        {
            let message =
                format!("`{nested}` stands inside of `{}`", called(call).unwrap_or("each"));
            return self.sink.tell(
                Diagnostic::new(span(inner), message)
                    .allowed("one for every player and name")
                    .instead(format!(
                        "write `{name} = each_player(each(NAMES, 0))`, and `{name}[p][name]`"
                    )),
            );
        }
        let has_owner = !matches!(extent, Extent::Each(_));
        let kind = self.evaluate(kind_at)?;
        let is_zone = kind == Dyn::Word(Word::Zone);
        let seen_by = match found[1] {
            Some(seen_at) => self.seen_by(seen_at)?,
            None if is_zone => {
                let (allowed, instead) = match extent {
                    Extent::Each(_) => ("nobody, everyone", "write `each(NAMES, zone, everyone)`"),
                    Extent::EachPlayerAndName(_) => (
                        "nobody, owner, others, everyone",
                        "write `each_player(each(NAMES, zone, owner))`",
                    ),
                    _ => ("nobody, owner, others, everyone", "write `each_player(zone, owner)`"),
                };
                return self.sink.tell(
                    Diagnostic::new(span(call), "who may look into these zones?")
                        .allowed(allowed)
                        .instead(instead),
                );
            }
            None => SeenBy::Everyone,
        };
        if let Some(word) = of_owner(seen_by)
            && !has_owner
        {
            let what = if is_zone { "zone" } else { "0" };
            let instead = format!(
                "write `each_player(each(NAMES, {what}, {word}))` for one a player and name"
            );
            return self.sink.tell(
                Diagnostic::new(span(found[1].unwrap_or(kind_at)), "what a name has, has no owner")
                    .allowed("nobody, everyone")
                    .instead(instead),
            );
        }
        let is_hidden = !is_zone && seen_by != SeenBy::Everyone;
        if let Some(range) = found[2].or(found[3]).filter(|_| !is_hidden) {
            let message = "only a number that not everyone sees has a range";
            let message = Diagnostic::new(span(range), message);
            return self.sink.tell(message.instead("leave out `low` and `high`"));
        }
        if is_zone {
            return Ok(self.add_zones(name, extent, seen_by, at));
        }
        let id = self.number(name, extent, &kind, seen_by, at)?;
        if is_hidden {
            let place = id.0 as usize;
            let range = self.hidden_range(place, found[2].zip(found[3]), span(call))?;
            self.made.numbers[place].0.range = Some(range);
        }
        Ok((Dyn::Numbers(id), Some(Binding::Numbers(id))))
    }
}

/// Returns the word for the seats that may look, if it needs an owner.
fn of_owner(seen_by: SeenBy) -> Option<&'static str> {
    match seen_by {
        SeenBy::Owner => Some("owner"),
        SeenBy::Others => Some("others"),
        SeenBy::Nobody | SeenBy::Everyone => None,
    }
}

/// Returns the end of a relative clause about the seats that see a number.
fn seen(seen_by: SeenBy) -> &'static str {
    match seen_by {
        SeenBy::Owner => "only its owner sees",
        SeenBy::Others => "its owner does not see",
        SeenBy::Nobody => "no player sees",
        SeenBy::Everyone => "everyone sees",
    }
}

/// Whether a value is allowed.
pub(super) fn is_within(value: &Value, range: &KnobRange) -> bool {
    match (value, range) {
        (Value::Int(number), KnobRange::Whole(low, high)) => (low..=high).contains(&number),
        (Value::Bool(_), KnobRange::Flag) => true,
        (value, KnobRange::Choices(choices)) => choices.contains(value),
        (Value::List(items), KnobRange::Table(length, low, high)) => {
            items.len() == *length
                && items.iter().all(
                    |item| matches!(item, Value::Int(number) if (low..=high).contains(&number)),
                )
        }
        _ => false,
    }
}

/// Returns a value that a knob allows: the lowest, or the first.
fn some_value(range: &KnobRange) -> Value {
    match range {
        KnobRange::Whole(low, _) => Value::Int(*low),
        KnobRange::Flag => Value::Bool(false),
        KnobRange::Choices(choices) => choices.first().cloned().unwrap_or(Value::Bool(false)),
        KnobRange::Table(length, low, _) => Value::List(vec![Value::Int(*low); *length]),
    }
}
