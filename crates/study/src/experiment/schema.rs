//! The JSON Schema of experiments about a game, by which editors complete and check them.

use fairdeal_core::game::Description;
use fairdeal_core::input::{Knob, Value as KnobValue, schema_of_knobs};
use fairdeal_core::metrics::{Kind, quantity_of_goal};
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
    set(&mut defined["Rules"], schema_of_knobs(game.knobs, Knob::schema));
    set(&mut defined["Axes"], schema_of_knobs(game.knobs, axis));
    set(&mut defined["Conditions"], conditions(game));
    defined["OtherKnob"] = other_knob(game);
    let presets = game.presets.iter();
    let presets =
        presets.map(|preset| json!({"const": preset.name, "description": preset.summary}));
    set(&mut defined["Preset"], json!({"oneOf": presets.collect::<Vec<_>>()}));
    set(&mut defined["AskedGoals"], goals(game));
    set(&mut defined["Ranges"], ranges());
    set(&mut defined["Ask"], json!({"enum": super::ask::all_names(game)}));
    let events: Vec<&str> = game.counted_events().map(|event| event.name).collect();
    let names = json!({"type": "array", "items": {"enum": events}});
    set(&mut defined["EventsQuestion"], json!({"anyOf": [{"type": "boolean"}, names]}));
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

/// The schema of the conditions of a search: for a knob or the presets, another one.
fn conditions(game: &Description) -> Value {
    let other = json!({"$ref": "#/$defs/OtherKnob"});
    let keys = game.listed_knobs().map(|knob| knob.key).chain(["preset"]);
    let keys: Map<String, Value> = keys.map(|key| (key.to_owned(), other.clone())).collect();
    json!({"type": "object", "additionalProperties": false, "properties": keys})
}

/// The schema of a knob, or of presets, with the values for which others are turned.
fn other_knob(game: &Description) -> Value {
    let one_or_more =
        |value: Value| json!({"anyOf": [value, {"type": "array", "minItems": 1, "items": value}]});
    let mut other = schema_of_knobs(game.knobs, |knob| one_or_more(knob.kind.schema()));
    let presets: Vec<&str> = game.presets.iter().map(|preset| preset.name).collect();
    other["properties"]["preset"] = one_or_more(json!({"enum": presets}));
    (other["minProperties"], other["maxProperties"]) = (1.into(), 1.into());
    other
}

/// The schema of the weights of a strategy, each with its range.
fn ranges() -> Value {
    let (number, ends) = (json!({"type": "number"}), ["from", "to"]);
    let range = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"from": number, "to": number},
        "required": ends,
    });
    json!({"type": "object", "additionalProperties": range})
}

/// The schema of what is wanted of a game.
fn goals(game: &Description) -> Value {
    let names = json!({"type": "array", "items": {"type": "string"}});
    let of_goal = |(key, meaning): (&str, &str)| {
        let quantity = quantity_of_goal(key);
        let chosen = quantity.and_then(|quantity| quantity.about.chosen(game));
        let mut keys = json!({
            "at_least": {"type": ["number", "string"]},
            "at_most": {"type": ["number", "string"]},
            "between": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "weight": {"type": "number", "minimum": 0.001, "maximum": 1000},
        });
        match (key, chosen) {
            ("strategies", _) => {
                let mut schema = names.clone();
                schema["description"] = meaning.into();
                return (key.to_owned(), schema);
            }
            ("skill", _) => keys["strategies"] = names.clone(),
            ("minutes", _) => {
                let seconds = json!({"type": "number", "exclusiveMinimum": 0, "maximum": 3600});
                let units = game.length_units.iter();
                let units: Map<String, Value> =
                    units.map(|unit| ((*unit).to_owned(), seconds.clone())).collect();
                keys["seconds"] =
                    json!({"type": "object", "additionalProperties": false, "properties": units});
            }
            (_, Some(chosen)) => keys[chosen.key] = json!({"enum": chosen.names}),
            _ => {}
        }
        let table = json!({"type": "object", "additionalProperties": false, "properties": keys});
        let words: &[&str] = match key {
            "seats" => &["fair"],
            "skill" | "minutes" => &[],
            _ if quantity.is_some_and(|quantity| quantity.kind == Kind::Wins) => {
                &["fair", "baseline"]
            }
            _ => &["baseline"],
        };
        let mut schema = match words {
            [] => table,
            words => json!({"anyOf": [{"enum": words}, table]}),
        };
        schema["description"] = meaning.into();
        (key.to_owned(), schema)
    };
    let events = game.counted_events().map(|event| (event.name, event.meaning));
    let goals: Map<String, Value> = super::goals::keys(game).chain(events).map(of_goal).collect();
    json!({"type": "object", "additionalProperties": false, "properties": goals})
}

/// The schema of the values of a knob in a sweep: a list of them, or a range of numbers.
fn axis(knob: &Knob) -> Value {
    let value = knob.kind.schema();
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
