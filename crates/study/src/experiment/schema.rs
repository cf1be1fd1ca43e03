//! The JSON Schema of experiments about a game, by which editors complete and check them.

use fairdeal_core::game::Description;
use fairdeal_core::input::{Knob, KnobKind, TableKeys, Value as KnobValue};
use serde_json::{Map, Value, json};

use super::question::Question;

/// The JSON Schema of an experiment about a game: that of every question, with the knobs, presets
/// and numbers of players of the game.
pub fn schema(game: &Description) -> Value {
    let mut schema = schemars::schema_for!(Question).to_value();
    plain(&mut schema);
    schema["title"] = format!("An experiment about {}", game.title).into();
    schema["description"] = game.summary.into();
    schema["properties"]["game"]["const"] = game.name.into();
    let defined = &mut schema["$defs"];
    set(&mut defined["Rules"], knobs_of(game, value));
    set(&mut defined["Axes"], knobs_of(game, axis));
    let presets = game.presets.iter();
    let presets =
        presets.map(|preset| json!({"const": preset.name, "description": preset.summary}));
    set(&mut defined["Preset"], json!({"oneOf": presets.collect::<Vec<_>>()}));
    let (fewest, most) = (game.fewest_players, game.most_players);
    set(&mut defined["Players"], json!({"type": "integer", "minimum": fewest, "maximum": most}));
    schema
}

/// A schema in place of another, which keeps its description.
fn set(schema: &mut Value, other: Value) {
    let description = schema["description"].take();
    *schema = other;
    schema["description"] = description;
}

/// The schema of a table with some of the knobs of a game.
fn knobs_of(game: &Description, of: impl Fn(&Knob) -> Value) -> Value {
    let knob = |knob: &Knob| {
        let mut schema = of(knob);
        schema["description"] = knob.meaning.into();
        (knob.key.to_owned(), schema)
    };
    let knobs: Map<String, Value> = game.knobs.iter().map(knob).collect();
    json!({"type": "object", "additionalProperties": false, "properties": knobs})
}

/// The schema of the value of a knob.
fn value(knob: &Knob) -> Value {
    let mut schema = of_kind(knob.kind);
    // Where another knob decides about it, it has no default of its own.
    if knob.derived.is_none() {
        schema["default"] = json!(knob.default);
    }
    schema
}

/// The schema of the values of a knob.
fn of_kind(kind: KnobKind) -> Value {
    let one_of = |texts: &[&str]| json!({"enum": texts});
    match kind {
        KnobKind::Integer(low, high) => {
            json!({"type": "integer", "minimum": low, "maximum": high})
        }
        KnobKind::Real(low, high) => json!({"type": "number", "minimum": low, "maximum": high}),
        KnobKind::Flag => json!({"type": "boolean"}),
        KnobKind::Choice(names) => one_of(names),
        KnobKind::ChoiceOrTable(names, TableKeys { keys, low, high }) => {
            let number = json!({"type": "integer", "minimum": low, "maximum": high});
            let numbers: Map<String, Value> =
                keys.iter().map(|key| ((*key).to_owned(), number.clone())).collect();
            let table = json!({
                "type": "object",
                "additionalProperties": false,
                "properties": numbers,
                "required": keys,
            });
            json!({"anyOf": [one_of(names), table]})
        }
    }
}

/// The schema of the values of a knob in a sweep: a list of them, or a range of numbers.
fn axis(knob: &Knob) -> Value {
    let value = of_kind(knob.kind);
    let list = json!({"type": "array", "minItems": 1, "items": value});
    let required: &[&str] = match knob.default {
        KnobValue::Integer(_) => &["from", "to"],
        KnobValue::Real(_) => &["from", "to", "step"],
        _ => return list,
    };
    let step = json!({"type": value["type"], "exclusiveMinimum": 0});
    let range = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"from": value, "to": value, "step": step},
        "required": required,
    });
    json!({"anyOf": [list, range]})
}

/// Takes out of a schema what TOML does not have, which is null; and breaks of lines in texts.
fn plain(schema: &mut Value) {
    let is_null = |value: &Value| *value == json!({"type": "null"}) || *value == json!("null");
    match schema {
        Value::Object(entries) => {
            entries.retain(|key, value| key != "format" && !(key == "default" && value.is_null()));
            for key in ["type", "anyOf"] {
                if let Some(Value::Array(all)) = entries.get_mut(key) {
                    all.retain(|one| !is_null(one));
                    if let [one] = &mut all[..] {
                        let one = one.take();
                        match one {
                            Value::Object(only) if key == "anyOf" => {
                                entries.remove(key);
                                entries.extend(only);
                            }
                            one => entries[key] = one,
                        }
                    }
                }
            }
            if let Some(Value::String(text)) = entries.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            entries.values_mut().for_each(plain);
        }
        Value::Array(all) => all.iter_mut().for_each(plain),
        _ => {}
    }
}
