//! JSON Schemas of knobs, by which editors complete and check files.

use serde_json::{Map, Value, json};

use super::knobs::{Knob, KnobKind, TableKeys};

/// Returns the schema of a table with some of these knobs; `of` gives the schema of each.
pub fn schema_of_knobs(knobs: &[Knob], of: impl Fn(&Knob) -> Value) -> Value {
    let knob = |knob: &Knob| {
        let mut schema = of(knob);
        schema["description"] = knob.meaning.into();
        (knob.key.to_owned(), schema)
    };
    let listed = knobs.iter().filter(|knob| !knob.is_cell());
    let listed: Map<String, Value> = listed.map(knob).collect();
    let mut schema = json!({"type": "object", "additionalProperties": false, "properties": listed});
    if knobs.iter().any(Knob::is_cell) {
        // A cell of a table beside a game file.
        schema["patternProperties"] = json!({"^[^:]+:.+[.].+$": true});
    }
    schema
}

impl Knob {
    /// Returns the schema of its value, with its default.
    pub fn schema(&self) -> Value {
        let mut schema = self.kind.schema();
        // Where another knob decides about it, it has no default of its own.
        if self.derived.is_none() {
            schema["default"] = json!(self.default);
        }
        schema
    }
}

impl KnobKind {
    /// Returns the schema of its values.
    pub fn schema(self) -> Value {
        let one_of = |texts: &[&str]| json!({"enum": texts});
        match self {
            Self::Integer(low, high) => {
                json!({"type": "integer", "minimum": low, "maximum": high})
            }
            Self::Real(low, high) => json!({"type": "number", "minimum": low, "maximum": high}),
            Self::Flag => json!({"type": "boolean"}),
            Self::Choice(names) => one_of(names),
            Self::ChoiceOrTable(names, TableKeys { keys, low, high }) => {
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
}
