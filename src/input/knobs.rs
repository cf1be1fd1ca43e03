//! Knobs: the keys of a game's rules and of a strategy's parameters, declared once and used everywhere.

use std::fmt;

use super::document::{Document, Entry, Section, Value as DocumentValue};
use super::error::{InputError, Location, Problem, Unknown};

/// A knob: one key with its type, range, default and meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The key, as it is written in a file.
    pub key: &'static str,
    /// Its type and range.
    pub kind: KnobKind,
    /// Its value when nothing is given.
    pub default: Value,
    /// When the default is another one: `"true with special_rank = jack"`; empty if never.
    pub default_note: &'static str,
    /// What it means, for a designer.
    pub meaning: &'static str,
}

impl Knob {
    /// A knob with one default.
    pub const fn new(key: &'static str, kind: KnobKind, default: Value, meaning: &'static str) -> Self {
        Self { key, kind, default, default_note: "", meaning }
    }

    /// A weight of a strategy: a number from -20 to 20.
    pub const fn weight(key: &'static str, default: f64, meaning: &'static str) -> Self {
        Self::new(key, KnobKind::Real(-20.0, 20.0), Value::Real(default), meaning)
    }
}

/// The type and range of a knob.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnobKind {
    /// A whole number from the first to the second, both included.
    Integer(i64, i64),
    /// A number from the first to the second, both included.
    Real(f64, f64),
    /// True or false.
    Flag,
    /// One of these names.
    Choice(&'static [&'static str]),
    /// One of these names, or a table that gives a number to each key.
    ChoiceOrTable(&'static [&'static str], &'static TableKeys),
}

/// The keys of a table that is the value of a knob, and the range of its numbers.
#[derive(Debug, PartialEq)]
pub struct TableKeys {
    /// The keys: all must be given. At most [`MOST_KEYS`].
    pub keys: &'static [&'static str],
    /// The lowest number.
    pub low: u8,
    /// The highest number.
    pub high: u8,
}

/// The largest number of keys in a table that is the value of a knob.
pub const MOST_KEYS: usize = 16;

impl fmt::Display for KnobKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(low, high) => write!(formatter, "a whole number from {low} to {high}"),
            Self::Real(low, high) => write!(formatter, "a number from {low} to {high}"),
            Self::Flag => formatter.write_str("true or false"),
            Self::Choice(names) => write_names(formatter, names),
            Self::ChoiceOrTable(names, TableKeys { keys, low, high }) => {
                write_names(formatter, names)?;
                write!(formatter, " or a table with a whole number from {low} to {high} for each of {}", keys.join(", "))
            }
        }
    }
}

fn write_names(formatter: &mut fmt::Formatter<'_>, names: &[&str]) -> fmt::Result {
    for (index, name) in names.iter().enumerate() {
        let joint = if index == 0 { "" } else { " or " };
        write!(formatter, "{joint}\"{name}\"")?;
    }
    Ok(())
}

/// The value of a knob.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A name among those of the knob.
    Choice(&'static str),
    /// A number for each key of a table.
    Table(&'static TableKeys, [u8; MOST_KEYS]),
}

impl Value {
    /// The value as a TOML file has it.
    pub fn to_toml(self) -> String {
        match self {
            Self::Choice(name) => format!("\"{name}\""),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(formatter, "{number}"),
            Self::Real(number) => write!(formatter, "{number:?}"),
            Self::Flag(flag) => write!(formatter, "{flag}"),
            Self::Choice(name) => write!(formatter, "{name}"),
            Self::Table(TableKeys { keys, .. }, numbers) => {
                formatter.write_str("{ ")?;
                for (index, (key, number)) in keys.iter().zip(numbers).enumerate() {
                    let joint = if index == 0 { "" } else { ", " };
                    let quote = if key.starts_with(|first: char| first.is_ascii_digit()) { "\"" } else { "" };
                    write!(formatter, "{joint}{quote}{key}{quote} = {number}")?;
                }
                formatter.write_str(" }")
            }
        }
    }
}

impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Choice(name) => serializer.serialize_str(name),
            Self::Table(TableKeys { keys, .. }, numbers) => serializer.collect_map(keys.iter().zip(numbers)),
        }
    }
}

impl KnobKind {
    /// The value of this kind that a document's value is, found for `key` at `place`.
    fn accept(&self, key: &str, found: &DocumentValue, place: &Location) -> Result<Value, InputError> {
        if let (Self::ChoiceOrTable(_, keys), DocumentValue::Table(entries)) = (self, found) {
            return keys.accept(key, entries, place);
        }
        self.accept_single(found).ok_or_else(|| {
            let problem = Problem::Value { key: key.to_owned(), found: found.to_string(), allowed: self.to_string() };
            InputError::new(place.clone(), problem)
        })
    }

    /// The value of this kind that a document's value is, if it is one and no table.
    fn accept_single(&self, found: &DocumentValue) -> Option<Value> {
        match (self, found) {
            (Self::Integer(low, high), DocumentValue::Integer(number)) => (low..=high).contains(&number).then_some(Value::Integer(*number)),
            (Self::Real(low, high), DocumentValue::Real(number)) => (low..=high).contains(&number).then_some(Value::Real(*number)),
            (Self::Real(low, high), DocumentValue::Integer(number)) => {
                let number = *number as f64;
                (*low..=*high).contains(&number).then_some(Value::Real(number))
            }
            (Self::Flag, DocumentValue::Flag(flag)) => Some(Value::Flag(*flag)),
            (Self::Choice(names) | Self::ChoiceOrTable(names, _), DocumentValue::Text(text)) => {
                names.iter().find(|name| *name == text).map(|name| Value::Choice(name))
            }
            _ => None,
        }
    }

    /// Reads what follows `key=` on a command line.
    fn read(&self, text: &str, place: &Location) -> Result<DocumentValue, InputError> {
        if matches!(self, Self::ChoiceOrTable(..)) && text.starts_with('{') {
            let document = Document::parse(place.source.clone(), format!("table = {text}"))?;
            return Ok(document.entries().first().map_or_else(|| DocumentValue::Other(text.to_owned()), |entry| entry.value.clone()));
        }
        Ok(self.read_single(text))
    }

    /// Reads what follows `key=` on a command line, if it is no table.
    fn read_single(&self, text: &str) -> DocumentValue {
        match self {
            Self::Choice(_) | Self::ChoiceOrTable(..) => DocumentValue::Text(text.trim_matches('"').to_owned()),
            Self::Flag => text.parse().map_or_else(|_| DocumentValue::Other(text.to_owned()), DocumentValue::Flag),
            Self::Integer(..) | Self::Real(..) => {
                let digits = text.replace('_', "");
                digits.parse().map_or_else(
                    |_| match digits.parse::<f64>() {
                        Ok(number) if number.is_finite() => DocumentValue::Real(number),
                        _ => DocumentValue::Other(text.to_owned()),
                    },
                    DocumentValue::Integer,
                )
            }
        }
    }
}

impl TableKeys {
    /// The table that a document's entries are, found for `key` at `place`.
    fn accept(&'static self, key: &str, entries: &[Entry], place: &Location) -> Result<Value, InputError> {
        let Self { keys, low, high } = self;
        let allowed = format!("a whole number from {low} to {high}");
        let at = |entry: &Entry| Location { source: place.source.clone(), line: place.line.map(|_| entry.line) };
        let mut numbers = [0; MOST_KEYS];
        for entry in entries {
            let position = keys.iter().position(|known| *known == entry.key).ok_or_else(|| {
                let unknown = Unknown::new("key", entry.key.clone(), keys.iter().copied());
                InputError::new(at(entry), Problem::Unknown(unknown))
            })?;
            numbers[position] = match entry.value {
                DocumentValue::Integer(number) if (i64::from(*low)..=i64::from(*high)).contains(&number) => number as u8,
                _ => {
                    let problem =
                        Problem::Value { key: format!("{key}.{}", entry.key), found: entry.value.to_string(), allowed: allowed.clone() };
                    return Err(InputError::new(at(entry), problem));
                }
            };
        }
        match keys.iter().find(|key| !entries.iter().any(|entry| entry.key == **key)) {
            Some(missing) => Err(InputError::new(place.clone(), Problem::Missing { key: format!("{key}.{missing}"), allowed })),
            None => Ok(Value::Table(self, numbers)),
        }
    }
}

/// A named set of knobs.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is, for a designer.
    pub summary: &'static str,
    /// The knobs that differ from the defaults.
    pub values: &'static [(&'static str, Value)],
}

/// A value for every knob of a list, and where each was given.
#[derive(Clone, Debug)]
pub struct Settings {
    knobs: &'static [Knob],
    values: Vec<Value>,
    /// Where each was given, and as which of all that were.
    given: Vec<Option<(usize, Location)>>,
    times_given: usize,
}

impl PartialEq for Settings {
    /// Settings are equal when they mean the same, wherever they were given.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Settings {
    /// The default of every knob.
    pub fn defaults(knobs: &'static [Knob]) -> Self {
        Self { knobs, values: knobs.iter().map(|knob| knob.default).collect(), given: vec![None; knobs.len()], times_given: 0 }
    }

    fn position(&self, key: &str) -> Option<usize> {
        self.knobs.iter().position(|knob| knob.key == key)
    }

    fn declared(&self, key: &str) -> usize {
        self.position(key).unwrap_or_else(|| unreachable!("the knob `{key}` is not declared"))
    }

    /// Takes over the knobs of a preset.
    pub fn apply_preset(&mut self, preset: &Preset) {
        for (key, value) in preset.values {
            let position = self.declared(key);
            self.values[position] = *value;
            self.give(position, Location::whole(format!("preset {}", preset.name)));
        }
    }

    /// Takes over all keys of a section.
    ///
    /// # Errors
    /// When a key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_section(&mut self, section: &Section<'_>) -> Result<(), InputError> {
        for entry in section.entries() {
            self.apply_value(&entry.key, &entry.value, section.place_at(entry.line)).map_err(|error| error.in_section(section.name()))?;
        }
        Ok(())
    }

    /// Takes over `key=value` as written after `--set`.
    ///
    /// # Errors
    /// When it has another form, the key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_option(&mut self, option: &str) -> Result<(), InputError> {
        let place = Location::whole("--set");
        let Some((key, text)) = option.split_once('=') else {
            let problem = Problem::Value { key: "--set".into(), found: option.to_owned(), allowed: "key=value".into() };
            return Err(InputError::new(place, problem));
        };
        let (key, text) = (key.trim(), text.trim());
        let kind = self.position(key).map_or(KnobKind::Flag, |position| self.knobs[position].kind);
        let value = kind.read(text, &place)?;
        self.apply_value(key, &value, place)
    }

    /// Takes over one value, given at `place`.
    ///
    /// # Errors
    /// When the key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_value(&mut self, key: &str, found: &DocumentValue, place: Location) -> Result<(), InputError> {
        let Some(position) = self.position(key) else {
            let unknown = Unknown::new("key", key, self.knobs.iter().map(|knob| knob.key));
            return Err(InputError::new(place, Problem::Unknown(unknown)));
        };
        self.values[position] = self.knobs[position].kind.accept(key, found, &place)?;
        self.give(position, place);
        Ok(())
    }

    fn give(&mut self, position: usize, place: Location) {
        self.times_given += 1;
        self.given[position] = Some((self.times_given, place));
    }

    /// Gives a knob another default, which holds only while nobody gave it a value.
    pub fn set_default(&mut self, key: &str, value: Value) {
        let position = self.declared(key);
        if self.given[position].is_none() {
            self.values[position] = value;
        }
    }

    /// Where the last of these knobs was given, if any was: the place to name when they do not go together.
    pub fn place_of(&self, keys: &[&str]) -> Option<Location> {
        let given = keys.iter().filter_map(|key| self.given[self.declared(key)].as_ref());
        given.max_by_key(|(time, _)| *time).map(|(_, place)| place.clone())
    }

    /// The value of a knob.
    ///
    /// # Panics
    /// When no such knob is declared: that is a fault of the program, and every game's tests read all of its knobs.
    pub fn value(&self, key: &str) -> Value {
        self.values[self.declared(key)]
    }

    /// The value of a knob that is a whole number.
    ///
    /// # Panics
    /// When no such knob is declared.
    pub fn integer(&self, key: &str) -> i64 {
        match self.value(key) {
            Value::Integer(number) => number,
            other => unreachable!("the knob `{key}` is {other}"),
        }
    }

    /// The value of a knob that is a number.
    ///
    /// # Panics
    /// When no such knob is declared.
    pub fn real(&self, key: &str) -> f64 {
        match self.value(key) {
            Value::Real(number) => number,
            other => unreachable!("the knob `{key}` is {other}"),
        }
    }

    /// The value of a knob that is true or false.
    ///
    /// # Panics
    /// When no such knob is declared.
    pub fn flag(&self, key: &str) -> bool {
        match self.value(key) {
            Value::Flag(flag) => flag,
            other => unreachable!("the knob `{key}` is {other}"),
        }
    }

    /// The value of a knob that is a name.
    ///
    /// # Panics
    /// When no such knob is declared.
    pub fn choice(&self, key: &str) -> &'static str {
        match self.value(key) {
            Value::Choice(name) => name,
            other => unreachable!("the knob `{key}` is {other}"),
        }
    }

    /// All knobs with their values, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Knob, Value)> + '_ {
        self.knobs.iter().zip(self.values.iter().copied())
    }

    /// All keys with their values as a JSON object.
    pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.iter().map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Document;

    static TABLE: TableKeys = TableKeys { keys: &["none", "2", "ten"], low: 1, high: 8 };

    static KNOBS: [Knob; 5] = [
        Knob { key: "size", kind: KnobKind::Integer(1, 9), default: Value::Integer(3), default_note: "", meaning: "" },
        Knob { key: "weight", kind: KnobKind::Real(-1.0, 1.0), default: Value::Real(0.5), default_note: "", meaning: "" },
        Knob { key: "open", kind: KnobKind::Flag, default: Value::Flag(false), default_note: "", meaning: "" },
        Knob { key: "rank", kind: KnobKind::Choice(&["jack", "queen"]), default: Value::Choice("queen"), default_note: "", meaning: "" },
        Knob {
            key: "hits",
            kind: KnobKind::ChoiceOrTable(&["base", "double"], &TABLE),
            default: Value::Choice("base"),
            default_note: "",
            meaning: "",
        },
    ];

    #[test]
    fn values_come_from_sections_and_options() {
        let document = Document::parse("f.toml", "[rules]\nsize = 4\nweight = 1\nrank = \"jack\"\n").expect("TOML");
        let section = document.section(&["rules"]).and_then(|top| top.open_section("rules")).expect("fine").expect("there");
        let mut settings = Settings::defaults(&KNOBS);
        settings.apply_section(&section).expect("all known");
        settings.apply_option("open = true").expect("known");
        settings.apply_option("size=5").expect("known");
        settings.set_default("rank", Value::Choice("queen"));
        assert_eq!(settings.integer("size"), 5);
        assert_eq!(settings.real("weight").to_bits(), 1.0f64.to_bits());
        assert!(settings.flag("open"));
        assert_eq!(settings.choice("rank"), "jack");
        assert_eq!(settings.place_of(&["rank", "size"]), Some(Location::whole("--set")));
        assert_eq!(serde_json::json!(settings.to_json()).to_string(), r#"{"size":5,"weight":1.0,"open":true,"rank":"jack","hits":"base"}"#);
    }

    #[test]
    fn a_table_can_be_a_value() {
        let mut settings = Settings::defaults(&KNOBS);
        settings.apply_option("hits={ none = 1, \"2\" = 8, ten = 2 }").expect("all keys");
        assert_eq!(settings.value("hits").to_string(), "{ none = 1, \"2\" = 8, ten = 2 }");
        assert_eq!(serde_json::json!(settings.value("hits")).to_string(), r#"{"none":1,"2":8,"ten":2}"#);
        let again = format!("hits={}", settings.value("hits").to_toml());
        let mut other = Settings::defaults(&KNOBS);
        other.apply_option(&again).expect("as it was written");
        assert_eq!(other, settings);
        settings.apply_option("hits=double").expect("a name");
        assert_eq!(settings.value("hits").to_toml(), "\"double\"");

        let text = "[rules]\nhits = { none = 1, \"2\" = 2 }\n";
        let document = Document::parse("f.toml", text).expect("TOML");
        let section = document.section(&["rules"]).and_then(|top| top.open_section("rules")).expect("fine").expect("there");
        let error = settings.apply_section(&section).expect_err("a key is missing").to_string();
        assert_eq!(error, "f.toml:2: `hits.ten` is missing in `[rules]`\n  allowed: a whole number from 1 to 8");
    }

    #[test]
    fn bad_options_are_named() {
        let message = |option: &str| Settings::defaults(&KNOBS).apply_option(option).expect_err("bad").to_string();
        assert_eq!(message("size"), "--set: `--set` cannot be size\n  allowed: key=value");
        assert_eq!(message("sise=3"), "--set: unknown key `sise`\n  did you mean `size`?\n  allowed: size, weight, open, rank, hits");
        assert_eq!(message("size=12"), "--set: `size` cannot be 12\n  allowed: a whole number from 1 to 9");
        assert_eq!(message("size=two"), "--set: `size` cannot be two\n  allowed: a whole number from 1 to 9");
        assert_eq!(message("weight=inf"), "--set: `weight` cannot be inf\n  allowed: a number from -1 to 1");
        assert_eq!(message("open=yes"), "--set: `open` cannot be yes\n  allowed: true or false");
        assert_eq!(message("rank=king"), "--set: `rank` cannot be \"king\"\n  allowed: \"jack\" or \"queen\"");
        let table = "\"base\" or \"double\" or a table with a whole number from 1 to 8 for each of none, 2, ten";
        assert_eq!(message("hits=bass"), format!("--set: `hits` cannot be \"bass\"\n  allowed: {table}"));
        assert_eq!(message("hits=3"), format!("--set: `hits` cannot be \"3\"\n  allowed: {table}"));
        assert_eq!(message("hits={ none = 1 }"), "--set: `hits.2` is missing\n  allowed: a whole number from 1 to 8");
        assert_eq!(message("hits={ nine = 1 }"), "--set: unknown key `nine`\n  did you mean `none`?\n  allowed: none, 2, ten");
        assert_eq!(message("hits={ ten = 9 }"), "--set: `hits.ten` cannot be 9\n  allowed: a whole number from 1 to 8");
        assert!(message("hits={ ten = ").contains("--set:1: is not TOML"));
    }
}
