//! The JSON Schema of strategy files of a game, by which editors complete and check them.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use super::external::{KEYS, PROGRAM, TIME_LIMITS, USUAL_TIME_LIMIT};
use super::file::{FROM_PLAYERS, MOST_OPPONENTS, NAMED, OPPONENTS, PARAMETERS, WEIGHTS};
use super::restriction::{BLIND, NEVER, SECTION};
use super::{Kind, Repertoire, Restriction, StrategyFile};
use crate::game::Description;
use crate::input::{Document, Knob, schema_of_knobs};

/// The purpose of each strategy that a search names, in the order of [`NAMED`].
const MEANINGS: [&str; NAMED.len()] = [
    "the strategy that plays the simulated games; random play by default",
    "the strategy that plays every second simulated game, if there is one",
    "the strategy of the others in simulated games, or several that take turns",
    "the strategy whose choice the search prefers; by default `rollout`",
];

impl Repertoire {
    /// Returns the JSON Schema of strategy files of the game: one alternative for each kind, with
    /// the parameters of that kind.
    pub fn schema(&self) -> Value {
        let kinds = self.kinds.iter().map(|kind| self.of_kind(kind)).chain([of_programs()]);
        let mut definitions = json!({"Restrict": self.restrict(), "Strategy": self.named()});
        if !self.larger_tables().is_empty() {
            // Such a section takes missing values from the section before it.
            for kind in self.kinds {
                definitions[kind.name] = parameters(kind, |knob| knob.kind.schema());
            }
        }
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("A strategy of {}", self.game.title),
            "oneOf": kinds.collect::<Vec<_>>(),
            "$defs": definitions,
        })
    }

    /// The schema of files of a kind.
    fn of_kind(&self, kind: &Kind) -> Value {
        let mut schema = top(kind);
        let mut given = parameters(kind, Knob::schema);
        if kind.learns.is_some() {
            given["required"] = json!([WEIGHTS]);
            schema["required"] = json!(["kind", PARAMETERS]);
        }
        schema["properties"][PARAMETERS] = given;
        let own = json!({"$ref": format!("#/$defs/{}", kind.name)});
        let sections: Map<String, Value> =
            self.larger_tables().map(|players| (players.to_string(), own.clone())).collect();
        if !sections.is_empty() {
            schema["properties"][FROM_PLAYERS] = json!({
                "description": "other parameters at tables for this many players and more",
                "type": "object",
                "additionalProperties": false,
                "properties": sections,
            });
        }
        schema
    }

    /// The numbers of players for which there can be other parameters. Tables with the fewest
    /// players have the parameters themselves.
    fn larger_tables(&self) -> RangeInclusive<usize> {
        self.game.fewest_players + 1..=self.game.most_players
    }

    /// The schema of a restriction.
    fn restrict(&self) -> Value {
        let sights = self.game.sights.iter();
        let sights: Vec<Value> = sights
            .map(|sight| json!({"const": sight.name, "description": sight.meaning}))
            .collect();
        let mut schema = json!({
            "description": "restricted play",
            "type": "object",
            "additionalProperties": false,
            "properties": {
                NEVER: {
                    "description": "kinds of action, and conditions on actions, that it never \
                        takes if another action is legal",
                    "type": "array",
                    "items": self.forbidden(),
                },
            },
        });
        if !sights.is_empty() {
            schema["properties"][BLIND] = json!({
                "description": "what the strategy is not told, though its seat sees it",
                "type": "array",
                "items": {"oneOf": sights},
            });
        }
        schema
    }

    /// Returns the schema of the entries that a restriction can forbid.
    fn forbidden(&self) -> Value {
        let Description { conditions, named_cards, .. } = *self.game;
        let meaning = |name: &str| {
            let condition = conditions.iter().find(|condition| condition.name == name);
            condition.map_or("all actions of this kind", |condition| condition.meaning)
        };
        let mut allowed: Vec<Value> = Restriction::names(self.game)
            .into_iter()
            .map(|name| json!({"const": name, "description": meaning(name)}))
            .collect();
        let one_of = |names: &mut dyn Iterator<Item = &'static str>| {
            names.map(|name| name.replace('.', "\\.")).collect::<Vec<_>>().join("|")
        };
        let with_cards = conditions.iter().filter(|condition| condition.has_cards);
        let with_cards = one_of(&mut with_cards.map(|condition| condition.name));
        if !with_cards.is_empty() {
            let cards = one_of(&mut named_cards.iter().map(|cards| cards.name));
            allowed.push(json!({
                "description": "a condition with the cards that it is about",
                "pattern": format!("^({with_cards}) ({cards})$"),
            }));
        }
        json!({"type": "string", "anyOf": allowed})
    }

    /// The schema of a strategy that a search names. Editors offer the shipped ones that can be
    /// named; a name or path of another file is fine too.
    fn named(&self) -> Value {
        let is_search = |(name, text): &(&str, &str)| {
            let document = Document::parse(*name, *text).ok();
            document
                .and_then(|document| StrategyFile::parse(self, &document).ok())
                .is_none_or(|file| file.searches(self))
        };
        let shipped = self.shipped.iter().filter(|file| !is_search(file)).map(|(name, _)| *name);
        json!({"anyOf": [{"enum": shipped.collect::<Vec<_>>()}, {"type": "string"}]})
    }
}

/// Returns the part of the schema that files of all kinds share.
fn top(kind: &Kind) -> Value {
    json!({
        "title": kind.name,
        "description": kind.summary,
        "type": "object",
        "additionalProperties": false,
        "required": ["kind"],
        "properties": {
            "kind": {"const": kind.name, "description": kind.summary},
            "summary": {
                "type": "string",
                "description": "what it does, in a sentence",
            },
            SECTION: {"$ref": "#/$defs/Restrict"},
        },
    })
}

/// The schema of the parameters of a kind; `of` gives the schema of a knob.
fn parameters(kind: &Kind, of: impl Fn(&Knob) -> Value) -> Value {
    let mut schema = schema_of_knobs(kind.knobs, of);
    schema["description"] = "the parameters of its kind".into();
    let further = &mut schema["properties"];
    if kind.searches {
        let one = json!({"$ref": "#/$defs/Strategy"});
        let list =
            json!({"type": "array", "minItems": 1, "maxItems": MOST_OPPONENTS, "items": one});
        for (key, meaning) in NAMED.into_iter().zip(MEANINGS) {
            let allowed = if key == OPPONENTS { vec![&one, &list] } else { vec![&one] };
            further[key] = json!({"description": meaning, "anyOf": allowed});
        }
    } else if kind.learns.is_some() {
        further[WEIGHTS] = json!({
            "description": "the file of the network's weights: a path from the folder of this file",
            "type": "string",
        });
    }
    schema
}

/// The schema of files that name a program.
fn of_programs() -> Value {
    let [command, time_limit] = KEYS;
    let mut schema = top(&PROGRAM);
    schema["required"] = json!(["kind", command]);
    schema["properties"][command] = json!({
        "description": "the program and its arguments",
        "type": "array",
        "minItems": 1,
        "items": {"type": "string"},
    });
    schema["properties"][time_limit] = json!({
        "description": "seconds for one answer",
        "type": "number",
        "minimum": TIME_LIMITS.start(),
        "maximum": TIME_LIMITS.end(),
        "default": USUAL_TIME_LIMIT,
    });
    schema
}
