//! Games as JSON, to compare them with the games that plain Python plays from the same file.
//!
//! The form is that of `games/fairdeal.py --replay`: the random results and the choices are given,
//! and every option, score and number is written.

use fairdeal_core::rng::{Purpose, Stream};
use serde_json::{Map, Value as Json, json};

use super::{MadeGame, Rules, State};
use crate::machine::code::{Code, PartKind};
use crate::machine::options::Action;
use crate::machine::play::{self, Luck};
use crate::machine::state::{Machine, Status};
use crate::program::{KnobRange, Value};

/// The source of random results.
enum From<'a> {
    Given(std::slice::Iter<'a, Json>),
    Drawn(&'a mut Stream),
}

/// Random results that are written down.
struct Written<'a> {
    from: From<'a>,
    results: Vec<Json>,
    wrong: bool,
}

impl Written<'_> {
    fn next(&mut self) -> Option<Json> {
        match &mut self.from {
            From::Given(results) => {
                let next = results.next().cloned();
                self.wrong |= next.is_none();
                next
            }
            From::Drawn(_) => None,
        }
    }

    fn number(&mut self, bound: u32) -> u32 {
        match &mut self.from {
            From::Drawn(stream) => stream.below(bound),
            From::Given(_) => {
                let number = self.next().and_then(|number| number.as_u64()).unwrap_or(u64::MAX);
                self.wrong |= number >= bound.into();
                if self.wrong { 0 } else { number as u32 }
            }
        }
    }
}

impl Luck for Written<'_> {
    fn shuffle(&mut self, _purpose: Purpose, cards: &mut [u16]) {
        if let From::Drawn(stream) = &mut self.from {
            stream.shuffle(cards);
        } else {
            // From the bottom to the top.
            let order = self.next();
            let order: Option<Vec<u16>> = order.as_ref().and_then(Json::as_array).map(|order| {
                order.iter().rev().filter_map(|card| card.as_u64()?.try_into().ok()).collect()
            });
            let mut sorted = order.clone().unwrap_or_default();
            sorted.sort_unstable();
            match order {
                Some(order) if sorted == cards => cards.copy_from_slice(&order),
                _ => self.wrong = true,
            }
        }
        let order: Vec<u16> = cards.iter().rev().copied().collect();
        self.results.push(json!(order));
    }

    fn draw(&mut self, _purpose: Purpose, cards: &[u16]) -> u32 {
        let place = if let From::Drawn(stream) = &mut self.from {
            stream.below(cards.len() as u32)
        } else {
            let card = self.next().and_then(|card| card.as_u64());
            let place = cards.iter().position(|known| Some(u64::from(*known)) == card);
            self.wrong |= place.is_none();
            place.unwrap_or_default() as u32
        };
        self.results.push(json!(cards[place as usize]));
        place
    }

    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        let number = self.number(bound);
        self.results.push(json!(number));
        number
    }
}

/// An option as its parts with spaces between them.
fn text(code: &Code, action: Action) -> String {
    let Some(site) = code.sites.get(action.site()) else { return String::new() };
    let mut parts = Vec::new();
    if site.is_shaped {
        let name = code.kinds.get(action.kind()).copied().unwrap_or_default();
        parts.push(code.name(name).to_owned());
    }
    for (kind, part) in code.parts_of(action) {
        parts.push(match kind {
            PartKind::Number | PartKind::Seat | PartKind::Flag => part.to_string(),
            PartKind::Name => code.name(part.into()).to_owned(),
            PartKind::Zone => code.zone_text(part as u16),
            PartKind::Card => {
                let card = part as usize;
                let same = |card: usize| code.setup.cards.get(card).map(|card| card.same_as);
                let twins = (0..code.setup.cards.len()).filter(|other| same(*other) == same(card));
                let name = code.setup.cards.get(card).map_or("?", |card| card.name.as_str());
                if twins.count() > 1 { format!("{name}#{card}") } else { name.to_owned() }
            }
        });
    }
    parts.join(" ")
}

/// The seats of these bits.
fn seats(bits: u8, players: usize) -> Vec<usize> {
    (0..players).filter(|seat| bits >> seat & 1 == 1).collect()
}

/// Plays a game with the luck and the choices of a source.
fn played(
    rules: &Rules,
    mut written: Written<'_>,
    choose: &mut dyn FnMut(usize) -> Option<usize>,
    watch: &mut dyn FnMut(&Machine),
) -> Map<String, Json> {
    let code = &*rules.code;
    let mut state = State::new(code);
    let machine = state.machine_mut();
    machine.zones.keeps_log = true;
    play::begin(code, machine, &mut written);
    let (mut decisions, mut choices, mut error) = (Vec::new(), Vec::new(), None);
    while machine.head.status == Status::Deciding && !written.wrong {
        watch(machine);
        let options: Vec<String> = machine.options.own.iter().map(|own| text(code, *own)).collect();
        let chosen = choose(options.len()).filter(|chosen| *chosen < options.len());
        let Some(chosen) = chosen else {
            error = Some("`choices` has no such option".to_owned());
            break;
        };
        decisions.push(json!([machine.head.seat, options, chosen]));
        choices.push(chosen);
        let action = machine.options.actions[chosen];
        play::apply(code, machine, action, &mut written);
    }
    if written.wrong {
        error = Some("`random` has no such result".to_owned());
    }
    if let Some(failed) = machine.head.failed {
        error = Some(rules.trouble(failed));
    } else if machine.head.status == Status::Over {
        error = error.or_else(|| super::events::wrong(rules, &state));
    }
    let machine = state.machine_mut();
    let mut told = Map::new();
    if machine.head.failed.is_some_and(|failed| failed.trouble.is_limit()) {
        told.insert("limit".to_owned(), true.into());
    }
    told.insert("random".to_owned(), written.results.into());
    told.insert("choices".to_owned(), json!(choices));
    told.insert("decisions".to_owned(), decisions.into());
    if let Some(error) = error {
        told.insert("error".to_owned(), error.into());
        return told;
    }
    let head = machine.head;
    let players = code.players();
    let unfinished = head.status == Status::Unfinished;
    let winners = if unfinished { Vec::new() } else { seats(head.winners, players) };
    let first =
        if head.first_player == crate::machine::state::OPEN { 0 } else { head.first_player };
    told.insert("scores".to_owned(), json!(head.scores[..players]));
    told.insert("winners".to_owned(), json!(winners));
    told.insert("reason".to_owned(), code.reason(&head).into());
    told.insert("unfinished".to_owned(), unfinished.into());
    told.insert("first_player".to_owned(), first.into());
    let mut lengths = Map::new();
    lengths.insert("decisions".to_owned(), head.decisions.into());
    for info in code.numbers.iter().filter(|info| info.is_length) {
        let name = info.name.rsplit('.').next().unwrap_or(&info.name);
        lengths.insert(name.to_owned(), machine.slots[usize::from(info.first)].into());
    }
    told.insert("lengths".to_owned(), lengths.into());
    let mut tallies = Map::new();
    for (place, tally) in code.program.tallies.iter().enumerate() {
        let count = machine.slots[usize::from(code.tallies) + place];
        if count != 0 {
            tallies.insert(code.name(tally.name.0.into()).to_owned(), count.into());
        }
    }
    told.insert("tallies".to_owned(), tallies.into());
    if code.worth.is_some() {
        let worth: Vec<Option<i64>> =
            (0..players).map(|seat| play::worth(code, machine, seat)).collect();
        told.insert("worth".to_owned(), json!(worth));
    }
    told
}

impl MadeGame {
    /// Plays a game that is given as JSON: its players, knobs, random results and choices. Returns
    /// the same with all decisions and the end, or with an error.
    pub fn replay(&self, given: &Json) -> Json {
        self.replay_watched(given, &mut |_, _| ())
    }

    /// Plays a game that is given, and calls back at each decision.
    pub(crate) fn replay_watched(
        &self,
        given: &Json,
        watch: &mut dyn FnMut(&Rules, &Machine),
    ) -> Json {
        let players = given["players"].as_u64().unwrap_or_default() as usize;
        let set = self.knobs_of(&given["knobs"]);
        let rules = match self.rules_with(&set, players) {
            Ok((rules, _)) => rules,
            Err(error) => return json!({"error": error}),
        };
        let results = given["random"].as_array().map_or(&[][..], Vec::as_slice);
        let choices = given["choices"].as_array().map_or(&[][..], Vec::as_slice);
        let mut choices = choices.iter();
        let written =
            Written { from: From::Given(results.iter()), results: Vec::new(), wrong: false };
        let mut choose = |_: usize| choices.next()?.as_u64().map(|at| at as usize);
        let told = played(&rules, written, &mut choose, &mut |machine| watch(&rules, machine));
        let mut all = Map::new();
        all.insert("players".to_owned(), players.into());
        all.insert("knobs".to_owned(), given["knobs"].clone());
        all.extend(told);
        all.into()
    }

    /// Plays a game at random, with random numbers of a stream for chance and another one for all
    /// choices, and writes it down.
    ///
    /// # Errors
    /// If the rules are refused.
    pub fn written(
        &self,
        set: &[Option<Value>],
        players: usize,
        luck: &mut Stream,
        choices: &mut Stream,
    ) -> Result<Json, String> {
        let (rules, knobs) = self.rules_with(set, players)?;
        let written = Written { from: From::Drawn(luck), results: Vec::new(), wrong: false };
        let mut choose = |count: usize| Some(choices.below(count as u32) as usize);
        let told = played(&rules, written, &mut choose, &mut |_| ());
        let mut all = Map::new();
        all.insert("players".to_owned(), players.into());
        all.insert("knobs".to_owned(), knobs);
        all.extend(told);
        Ok(all.into())
    }

    /// The values of knobs that an object gives.
    fn knobs_of(&self, knobs: &Json) -> Vec<Option<Value>> {
        let program = self.program();
        program
            .knobs
            .iter()
            .map(|knob| {
                let given = knobs.get(knob.name.to_lowercase())?;
                let name = |text: &str| {
                    let place = program.names.iter().position(|name| name == text)?;
                    Some(Value::Name(crate::program::NameId(place as u32)))
                };
                match (&knob.range, given) {
                    (_, Json::Bool(flag)) => Some(Value::Bool(*flag)),
                    (_, Json::String(text)) => name(text),
                    (KnobRange::Table(..), Json::Array(all)) => Some(Value::List(
                        all.iter().filter_map(Json::as_i64).map(Value::Int).collect(),
                    )),
                    (_, number) => number.as_i64().map(Value::Int),
                }
            })
            .collect()
    }

    /// The rules with these values of knobs, and the values of all knobs as JSON.
    fn rules_with(&self, set: &[Option<Value>], players: usize) -> Result<(Rules, Json), String> {
        let program = self.program();
        let setup = program.setup(set, &[], players).map_err(|wrong| wrong.to_string())?;
        let told = |value: &Value| -> Json {
            fn told(program: &crate::program::Program, value: &Value) -> Json {
                match value {
                    Value::Int(number) => (*number).into(),
                    Value::Bool(flag) => (*flag).into(),
                    Value::Name(name) => program.names[name.0 as usize].as_str().into(),
                    Value::Card(card) => (*card).into(),
                    Value::List(all) | Value::Tuple(all) => {
                        all.iter().map(|value| told(program, value)).collect()
                    }
                }
            }
            told(program, value)
        };
        let knobs: Map<String, Json> = program
            .knobs
            .iter()
            .zip(&setup.knobs)
            .map(|(knob, value)| (knob.name.to_lowercase(), told(value)))
            .collect();
        let rules = self.rules_of_setup(&setup).map_err(|error| error.to_string())?;
        Ok((rules, knobs.into()))
    }
}
