//! The JSON Schemas that `fairdeal schemas` writes for editors describe what the program reads.

use std::collections::BTreeSet;
use std::path::Path;

use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::game::GAMES;
use fairdeal::input::Document;
use fairdeal::strategy::StrategyFile;
use serde_json::{Map, Value};

use crate::questions::files;

/// The written schema of the experiments or strategies of a game.
fn schema(written: &Path, of: &str, game: &dyn AnyGame) -> Value {
    let path = written.join(of).join("schemas").join(format!("{}.json", game.description().name));
    let text = std::fs::read_to_string(&path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Editors complete and check what stands in an experiment or a strategy by the schema that its
/// first line names. Every shipped file fits its schema, and a key that the program refuses does
/// not.
#[test]
fn every_file_names_a_schema_that_describes_it() {
    let written = tempfile::tempdir().expect("a folder");
    let arguments = ["fairdeal".as_ref(), "schemas".as_ref(), written.path().as_os_str()];
    assert_eq!(fairdeal::cli::run_with(GAMES, arguments, &mut Vec::new()), 0);
    for game in GAMES.iter().chain(GAMES.carried()) {
        let name = game.description().name;
        let (schema, mut seen) = (schema(written.path(), "strategies", game), BTreeSet::new());
        for (strategy, text) in game.repertoire().shipped {
            let first = format!("#:schema ../schemas/{name}.json\n");
            assert!(text.starts_with(&first) || game.source().is_some(), "{name}: {strategy}");
            let document = Document::parse(format!("{strategy}.toml"), *text).expect("TOML");
            fits(&schema, &document, &mut seen, |document| {
                StrategyFile::parse(game.repertoire(), document)
                    .map(drop)
                    .map_err(|e| e.to_string())
            });
        }
    }
    let mut seen = BTreeSet::new();
    for path in files() {
        let document = Document::read(&path).expect("a document");
        let game = game_of(GAMES, &document).expect("a game");
        let first = format!("#:schema schemas/{}.json\n", game.description().name);
        assert!(document.text().starts_with(&first), "{}", path.display());
        fits(&schema(written.path(), "experiments", game), &document, &mut seen, |document| {
            parse(game, document, Overrides::default()).map(drop).map_err(|e| e.to_string())
        });
    }
}

/// Asserts that a document fits its schema, and that neither the schema nor the program takes one of
/// its keys when that is misspelt. A key that was `seen` in another document is not tried again.
fn fits(
    schema: &Value,
    document: &Document,
    seen: &mut BTreeSet<String>,
    read: impl Fn(&Document) -> Result<(), String>,
) {
    let place = document.source();
    let value = document.to_json();
    assert_eq!(fault(schema, schema, &value), None, "{place}");
    let mut places = Vec::new();
    keys(&value, &mut Vec::new(), &mut places);
    for key in places {
        // One element of a list is like another.
        let name: Vec<&str> = key.iter().map(String::as_str).filter(|k| !is_index(k)).collect();
        if !seen.insert(format!("{}: {}", schema["title"], name.join("."))) {
            continue;
        }
        let mut wrong = value.clone();
        misspell(&mut wrong, &key);
        let said = read(&Document::from_json(place, &wrong));
        assert_eq!(
            fault(schema, schema, &wrong).is_some(),
            said.is_err(),
            "{place}: {key:?}: {said:?}"
        );
    }
}

fn is_index(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_digit())
}

/// The paths of all keys in a value.
fn keys(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(table) => table.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => {
            list.iter().enumerate().map(|(place, value)| (place.to_string(), value)).collect()
        }
        _ => return,
    };
    for (key, inner) in inner {
        path.push(key);
        if value.is_object() {
            found.push(path.clone());
        }
        keys(inner, path, found);
        path.pop();
    }
}

/// Adds a letter to the key at a path.
fn misspell(value: &mut Value, path: &[String]) {
    match (value, path) {
        (Value::Object(table), [key]) => {
            let inner = table.remove(key).expect("a key");
            table.insert(format!("{key}x"), inner);
        }
        (Value::Object(table), [key, rest @ ..]) => {
            misspell(table.get_mut(key).expect("a key"), rest);
        }
        (Value::Array(list), [place, rest @ ..]) => {
            misspell(&mut list[place.parse::<usize>().expect("a place")], rest);
        }
        _ => panic!("no path: {path:?}"),
    }
}

/// Why a value does not fit a schema, if it does not; `root` is the whole schema. Takes all that the
/// schemas of fairdeal say, and panics on anything else.
fn fault(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let Value::Object(schema) = schema else {
        return (*schema == Value::Bool(false)).then(|| format!("{value} is not allowed"));
    };
    schema.iter().find_map(|(word, asked)| {
        let refused = || Some(format!("{value} is not {word} {asked}"));
        let number = |value: &Value| value.as_f64();
        let compared = |holds: fn(f64, f64) -> bool| {
            let bound = number(asked).expect("a number");
            number(value).filter(|value| !holds(*value, bound)).and_then(|_| refused())
        };
        let counted = |count: Option<usize>, holds: fn(u64, u64) -> bool| {
            let bound = asked.as_u64().expect("a number");
            count.filter(|count| !holds(*count as u64, bound)).and_then(|_| refused())
        };
        let each = |count: fn(&usize) -> bool| {
            let fitting = asked.as_array().expect("a list").iter();
            let fitting = fitting.filter(|schema| fault(root, schema, value).is_none()).count();
            if count(&fitting) { None } else { refused() }
        };
        let (list, table) = (value.as_array(), value.as_object());
        match word.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" => None,
            "$ref" => {
                let name = asked.as_str().and_then(|path| path.strip_prefix("#/$defs/"));
                fault(root, &root["$defs"][name.expect("a definition")], value)
            }
            "type" if one_or_more(asked).iter().any(|of| is_of(value, of)) => None,
            "type" => refused(),
            "const" => {
                if value == asked {
                    None
                } else {
                    refused()
                }
            }
            "enum" => {
                if one_or_more(asked).contains(value) {
                    None
                } else {
                    refused()
                }
            }
            "pattern" => {
                let is_other = |text: &&str| !is_like(text, asked.as_str().expect("a text"));
                value.as_str().filter(is_other).and_then(|_| refused())
            }
            "minimum" => compared(|value, bound| value >= bound),
            "exclusiveMinimum" => compared(|value, bound| value > bound),
            "maximum" => compared(|value, bound| value <= bound),
            "minItems" => counted(list.map(Vec::len), |count, bound| count >= bound),
            "maxItems" => counted(list.map(Vec::len), |count, bound| count <= bound),
            "minProperties" => counted(table.map(Map::len), |count, bound| count >= bound),
            "maxProperties" => counted(table.map(Map::len), |count, bound| count <= bound),
            "anyOf" => each(|fitting| *fitting > 0),
            "oneOf" => each(|fitting| *fitting == 1),
            "items" => list?.iter().find_map(|value| fault(root, asked, value)),
            "required" => {
                let table = table?;
                let is_there = |key: &Value| table.contains_key(key.as_str().expect("a key"));
                if one_or_more(asked).iter().all(is_there) { None } else { refused() }
            }
            "properties" => table?.iter().find_map(|(key, value)| {
                fault(root, asked.get(key)?, value).map(|why| format!("{key}: {why}"))
            }),
            "additionalProperties" => {
                let known = schema.get("properties");
                let mut others =
                    table?.iter().filter(|(key, _)| known.is_none_or(|of| of.get(key).is_none()));
                others.find_map(|(key, value)| {
                    fault(root, asked, value).map(|why| format!("{key}: {why}"))
                })
            }
            _ => panic!("the schema says `{word}`, which this test does not know"),
        }
    })
}

fn one_or_more(asked: &Value) -> &[Value] {
    asked.as_array().map_or(std::slice::from_ref(asked), Vec::as_slice)
}

/// Whether a value is of a type.
fn is_of(value: &Value, of: &Value) -> bool {
    match of.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("the schema says `{other}`, which this test does not know"),
    }
}

/// Whether a text is like `^(one|two words) (three|four)$`: some first words, and a last one.
fn is_like(text: &str, pattern: &str) -> bool {
    let parts = pattern.strip_prefix("^(").and_then(|rest| rest.strip_suffix(")$"));
    let (first, last) = parts.and_then(|parts| parts.split_once(") (")).expect("such a pattern");
    text.rsplit_once(' ').is_some_and(|(begin, end)| {
        first.split('|').any(|word| word == begin) && last.split('|').any(|word| word == end)
    })
}

/// The schema knows the goals that a file may have, as messages list them, and what a search may
/// turn.
#[test]
fn schemas_know_goals_and_searches() {
    for any in GAMES.iter() {
        let game = any.description();
        let schema = fairdeal::experiment::schema(game);
        let defined = &schema["$defs"];
        let goals = defined["AskedGoals"]["properties"].as_object().expect("goals");
        let text = format!(
            "game = \"{}\"\nblocks = 4\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n[goal]\nsome = 1\n",
            game.name
        );
        let document = Document::parse("e.toml", text).expect("TOML");
        let refused = parse(any, &document, Overrides::default()).expect_err("no goal").to_string();
        let line = refused.lines().find(|line| line.contains("allowed:")).expect("all keys");
        let allowed = line.trim().trim_start_matches("allowed: ").split(", ");
        // "and 6 more" ends a long list.
        let (more, allowed): (Vec<&str>, Vec<&str>) =
            allowed.partition(|key| key.starts_with("and "));
        let more: usize = more[0].split(' ').nth(1).expect("a number").parse().expect("a number");
        assert_eq!(allowed.len() + more, goals.len(), "{line}");
        assert!(allowed.iter().all(|key| goals.contains_key(*key)), "{line}");
        let turned = &defined["AskedTune"]["properties"]["only_if"];
        assert!(turned.to_string().contains("Conditions"), "{turned}");
        let conditions = defined["Conditions"]["properties"].as_object().expect("knobs");
        let others = defined["OtherKnob"]["properties"].as_object().expect("knobs");
        assert!(conditions.keys().eq(others.keys()) && others.contains_key("preset"));
        let required = &schema["properties"]["strategy"]["required"];
        assert_eq!(*required, serde_json::json!(["base", "others", "blocks"]));
        let range = &defined["Ranges"]["additionalProperties"]["properties"];
        assert!(range["from"] == range["to"] && range["to"]["type"] == "number", "{range}");
        for knob in game.knobs {
            let values = &others[knob.key]["anyOf"];
            assert_eq!(values[1]["items"], values[0], "{}", knob.key);
        }
    }
}
