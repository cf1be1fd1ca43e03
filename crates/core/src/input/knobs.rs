//! Knobs: the keys of a game's rules and of a strategy's parameters, declared once and used
//! everywhere.

use std::fmt;

use super::document::{Document, DocumentValue, Entry, Section};
use super::error::{InputError, Location, Problem, Problems, Unknown};
use super::meant::{meant_flag, meant_name, meant_real, meant_whole};

/// A knob: one key with its type, range, default and meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The key in files.
    pub key: &'static str,
    /// The type and range.
    pub kind: KnobKind,
    /// The default value.
    pub default: Value,
    /// The default for a certain value of another knob.
    pub derived: Option<DerivedDefault>,
    /// Whether it is a rule of scoring: with another value the same end of a game has other scores,
    /// so that scores are not compared.
    pub scoring: bool,
    /// The help text for a designer.
    pub meaning: &'static str,
}

/// A default that a knob has while a second knob has a certain value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DerivedDefault {
    /// The key of the second knob, and its value.
    pub with: (&'static str, Value),
    /// The default in that case.
    pub default: Value,
}

impl Knob {
    /// Concatenates two lists of knobs, for kinds that extend the knobs of another kind.
    ///
    /// # Panics
    /// If `N` is not the sum of both lengths: at compile time, where the lists are constants.
    pub const fn joined<const N: usize>(first: &[Self], second: &[Self]) -> [Self; N] {
        assert!(N == first.len() + second.len(), "as many as both lists have");
        let (mut all, mut index) = ([second[0]; N], 0);
        while index < N {
            all[index] =
                if index < first.len() { first[index] } else { second[index - first.len()] };
            index += 1;
        }
        all
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
    /// The keys, all of which must be given. At most [`MOST_KEYS`].
    pub keys: &'static [&'static str],
    /// The lowest number.
    pub low: u8,
    /// The highest number.
    pub high: u8,
}

/// The range of a weight of a strategy.
pub const WEIGHT: std::ops::RangeInclusive<f64> = -20.0..=20.0;

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
                write!(
                    formatter,
                    " or a table with a whole number from {low} to {high} for each of {}",
                    keys.join(", ")
                )
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
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// One of the knob's names.
    Choice(&'static str),
    /// A number for each key of a table.
    #[serde(serialize_with = "table")]
    Table(&'static TableKeys, [u8; MOST_KEYS]),
}

impl Value {
    /// Returns the value as TOML.
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
                    let quote = if key.starts_with(|first: char| first.is_ascii_digit()) {
                        "\""
                    } else {
                        ""
                    };
                    write!(formatter, "{joint}{quote}{key}{quote} = {number}")?;
                }
                formatter.write_str(" }")
            }
        }
    }
}

fn table<S: serde::Serializer>(
    TableKeys { keys, .. }: &TableKeys,
    numbers: &[u8; MOST_KEYS],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(keys.iter().zip(numbers))
}

/// A type that a knob can have: a whole number, `f64`, `bool`, or an enum that
/// [`choices!`](crate::choices) declares.
pub trait KnobType: Sized {
    /// Converts the value of a knob to this type; `None` if it is of another type.
    fn from_value(value: Value) -> Option<Self>;
}

macro_rules! knob_types {
    ($($type:ident: $kind:ident),*) => {
        $(impl KnobType for $type {
            fn from_value(value: Value) -> Option<Self> {
                if let Value::$kind(value) = value { Self::try_from(value).ok() } else { None }
            }
        })*
    };
}
knob_types!(
    u8: Integer, u16: Integer, u32: Integer, i8: Integer, i16: Integer, i32: Integer, i64: Integer,
    f64: Real, bool: Flag
);

impl KnobKind {
    /// Returns the value that [`knobs!`](crate::knobs) gives to a knob of this kind.
    ///
    /// # Panics
    /// If the value is out of range. Declarations are constants, so that a bad one does not
    /// compile.
    pub const fn checked(self, value: Value) -> Value {
        assert!(
            match (self, value) {
                (Self::Integer(low, high), Value::Integer(number)) =>
                    low <= number && number <= high,
                (Self::Real(low, high), Value::Real(number)) => low <= number && number <= high,
                (Self::Integer(..) | Self::Real(..), _) => false,
                // Their types allow no other values.
                (Self::Flag | Self::Choice(_) | Self::ChoiceOrTable(..), _) => true,
            },
            "the value is out of the knob's range"
        );
        value
    }

    /// Converts a document's value to a value of this kind, found for `key` at `place`.
    fn accept(
        &self,
        key: &str,
        found: &DocumentValue,
        place: &Location,
    ) -> Result<Value, InputError> {
        if let (Self::ChoiceOrTable(_, keys), DocumentValue::Table(entries)) = (self, found) {
            return keys.accept(key, entries, place);
        }
        self.accept_single(found).ok_or_else(|| {
            let problem = Problem::Value {
                key: key.to_owned(),
                found: found.to_string(),
                allowed: self.to_string(),
            };
            InputError::new(place.clone(), problem).hint(self.meant(&found.to_string()))
        })
    }

    /// A hint that names the value of this kind that was probably meant.
    fn meant(&self, found: &str) -> Option<String> {
        match self {
            Self::Integer(low, high) => meant_whole(found, &(*low..=*high)),
            Self::Real(low, high) => meant_real(found, &(*low..=*high)),
            Self::Flag => meant_flag(found),
            Self::Choice(names) | Self::ChoiceOrTable(names, _) => meant_name(found, names),
        }
    }

    /// Converts a document's value to a value of this kind, if it is one and not a table.
    fn accept_single(&self, found: &DocumentValue) -> Option<Value> {
        match (self, found) {
            (Self::Integer(low, high), DocumentValue::Integer(number)) => {
                (low..=high).contains(&number).then_some(Value::Integer(*number))
            }
            (Self::Real(low, high), DocumentValue::Real(number)) => {
                (low..=high).contains(&number).then_some(Value::Real(*number))
            }
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

    /// Reads the text after `key=` on a command line.
    ///
    /// # Errors
    /// If the text is not a value of this kind.
    pub fn read(&self, text: &str, place: &Location) -> Result<DocumentValue, InputError> {
        if matches!(self, Self::ChoiceOrTable(..)) && text.starts_with('{') {
            let document = Document::parse(place.source.clone(), format!("table = {text}"))?;
            return Ok(document.entries().first().map_or_else(
                || DocumentValue::Other(text.to_owned()),
                |entry| entry.value.clone(),
            ));
        }
        Ok(self.read_single(text))
    }

    /// Reads the text after `key=` on a command line, unless it is a table.
    fn read_single(&self, text: &str) -> DocumentValue {
        match self {
            Self::Choice(_) | Self::ChoiceOrTable(..) => {
                DocumentValue::Text(text.trim_matches('"').to_owned())
            }
            Self::Flag => text
                .parse()
                .map_or_else(|_| DocumentValue::Other(text.to_owned()), DocumentValue::Flag),
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
    /// Converts a document's entries to a table, found for `key` at `place`.
    fn accept(
        &'static self,
        key: &str,
        entries: &[Entry],
        place: &Location,
    ) -> Result<Value, InputError> {
        let Self { keys, low, high } = self;
        let number = KnobKind::Integer((*low).into(), (*high).into());
        let at = |entry: &Entry| Location {
            source: place.source.clone(),
            line: place.line.map(|_| entry.line),
        };
        let mut numbers = [0; MOST_KEYS];
        for entry in entries {
            let position = keys.iter().position(|known| *known == entry.key).ok_or_else(|| {
                let unknown = Unknown::new("key", entry.key.clone(), keys.iter().copied());
                InputError::new(at(entry), Problem::Unknown(unknown))
            })?;
            let key = format!("{key}.{}", entry.key);
            let value = number.accept(&key, &entry.value, &at(entry))?;
            numbers[position] = u8::from_value(value).unwrap_or_default();
        }
        match keys.iter().find(|key| !entries.iter().any(|entry| entry.key == **key)) {
            Some(missing) => {
                let (key, allowed) = (format!("{key}.{missing}"), number.to_string());
                Err(InputError::new(place.clone(), Problem::Missing { key, allowed }))
            }
            None => Ok(Value::Table(self, numbers)),
        }
    }
}

/// A named set of values for knobs.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The description for a designer.
    pub summary: &'static str,
    /// The values that differ from the defaults.
    pub values: &'static [(&'static str, Value)],
}

/// A value for every knob of a list, and the place where each was given.
#[derive(Clone, Debug)]
pub struct Settings {
    knobs: &'static [Knob],
    /// The values that were given: all others are defaults.
    given: Vec<Option<Given>>,
    times_given: usize,
}

/// A value that was given.
#[derive(Clone, Debug)]
struct Given {
    value: Value,
    /// The position among all given values.
    time: usize,
    place: Location,
}

impl PartialEq for Settings {
    /// Settings are equal when their values are, wherever these were given.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Settings {
    /// Returns the defaults of all knobs.
    pub fn defaults(knobs: &'static [Knob]) -> Self {
        Self { knobs, given: vec![None; knobs.len()], times_given: 0 }
    }

    fn position(&self, key: &str) -> Option<usize> {
        self.knobs.iter().position(|knob| knob.key == key)
    }

    fn declared(&self, key: &str) -> usize {
        self.position(key).unwrap_or_else(|| unreachable!("the knob `{key}` is not declared"))
    }

    /// Applies a preset.
    ///
    /// # Panics
    /// If the preset belongs to another list of knobs.
    pub fn apply_preset(&mut self, preset: &Preset) {
        for setting in preset.values {
            self.set(*setting, Location::whole(format!("preset {}", preset.name)));
        }
    }

    /// Sets a knob: `settings.set(Knobs::hand_size(7), place)`.
    ///
    /// # Panics
    /// If the knob belongs to another list.
    pub fn set(&mut self, (key, value): (&'static str, Value), place: Location) {
        let position = self.declared(key);
        self.give(position, value, place);
    }

    /// Applies all keys of a section.
    ///
    /// # Errors
    /// If a key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_section(&mut self, section: &Section<'_>) -> Result<(), InputError> {
        let mut problems = Problems::default();
        for entry in section.entries() {
            let applied = self.apply_value(&entry.key, &entry.value, section.place_at(entry.line));
            problems.take(applied.map_err(|error| error.in_section(section.name())));
        }
        problems.finish()
    }

    /// Applies `key=value` as written after `--set`.
    ///
    /// # Errors
    /// If the option has another form, the key is not a knob, or its value is of the wrong type or
    /// out of range.
    pub fn apply_option(&mut self, option: &str) -> Result<(), InputError> {
        let place = Location::whole("--set");
        let Some((key, text)) = option.split_once('=') else {
            let problem = Problem::Value {
                key: "--set".into(),
                found: option.to_owned(),
                allowed: "key=value".into(),
            };
            return Err(InputError::new(place, problem));
        };
        let (key, text) = (key.trim(), text.trim());
        let kind = self.position(key).map_or(KnobKind::Flag, |position| self.knobs[position].kind);
        let value = kind.read(text, &place)?;
        self.apply_value(key, &value, place)
    }

    /// Applies one value, given at `place`.
    ///
    /// # Errors
    /// If the key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_value(
        &mut self,
        key: &str,
        found: &DocumentValue,
        place: Location,
    ) -> Result<(), InputError> {
        let Some(position) = self.position(key) else {
            let unknown = Unknown::new("key", key, self.knobs.iter().map(|knob| knob.key));
            return Err(InputError::new(place, Problem::Unknown(unknown)));
        };
        let value = self.knobs[position].kind.accept(key, found, &place)?;
        self.give(position, value, place);
        Ok(())
    }

    /// Applies all keys of a JSON object, found at `place`. It reads what [`Settings::to_json`]
    /// wrote.
    ///
    /// # Errors
    /// If a key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_json(
        &mut self,
        object: &serde_json::Map<String, serde_json::Value>,
        place: &Location,
    ) -> Result<(), InputError> {
        object.iter().try_for_each(|(key, value)| {
            self.apply_value(key, &DocumentValue::from_json(value), place.clone())
        })
    }

    fn give(&mut self, position: usize, value: Value, place: Location) {
        self.times_given += 1;
        self.given[position] = Some(Given { value, time: self.times_given, place });
    }

    /// Returns whether the knob was given a value.
    ///
    /// # Panics
    /// If no such knob is declared.
    pub fn is_given(&self, key: &str) -> bool {
        self.given[self.declared(key)].is_some()
    }

    /// Returns the error of knobs that conflict with each other, at the place where the last of
    /// them was given.
    ///
    /// # Panics
    /// If no such knob is declared.
    pub fn conflict(&self, keys: &[&str], found: String, allowed: String) -> InputError {
        let given = keys.iter().filter_map(|key| self.given[self.declared(key)].as_ref());
        let place = given
            .max_by_key(|given| given.time)
            .map_or_else(|| Location::whole("rules"), |given| given.place.clone());
        InputError::new(place, Problem::Conflict { found, allowed })
    }

    /// Returns the default of a knob, given the values of the other knobs. (No knob's default
    /// depends on itself, so the recursion ends.)
    ///
    /// # Panics
    /// If the knob belongs to another list, and its default depends on a knob that is not declared
    /// here.
    pub fn default_of(&self, knob: &Knob) -> Value {
        match knob.derived {
            Some(DerivedDefault { with: (key, value), default }) if self.value(key) == value => {
                default
            }
            _ => knob.default,
        }
    }

    /// Returns the value of a knob.
    ///
    /// # Panics
    /// If no such knob is declared.
    pub fn value(&self, key: &str) -> Value {
        let position = self.declared(key);
        self.given[position]
            .as_ref()
            .map_or_else(|| self.default_of(&self.knobs[position]), |given| given.value)
    }

    /// Returns the value of a knob as this type, for [`knobs!`](crate::knobs).
    ///
    /// # Panics
    /// If no such knob is declared, or it is of another type.
    pub fn read<T: KnobType>(&self, key: &str) -> T {
        let value = self.value(key);
        T::from_value(value).unwrap_or_else(|| unreachable!("the knob `{key}` is {value}"))
    }

    /// Iterates over all knobs with their values, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Knob, Value)> + '_ {
        self.knobs.iter().map(|knob| (knob, self.value(knob.key)))
    }

    /// Iterates over the rules of scoring that have another value in other settings of the same
    /// knobs.
    pub fn scored_otherwise<'s>(
        &'s self,
        other: &'s Self,
    ) -> impl Iterator<Item = &'static str> + 's {
        let both = self
            .iter()
            .zip(other.iter())
            .filter(|((knob, value), (_, others))| knob.scoring && value != others);
        both.map(|((knob, _), _)| knob.key)
    }

    /// Returns the keys whose values are not the defaults, with their values, as a JSON object.
    /// Equal settings have the same differences, and a new knob that keeps its default does not
    /// change them.
    pub fn differences(&self) -> serde_json::Map<String, serde_json::Value> {
        let different = self.iter().filter(|(knob, value)| *value != self.default_of(knob));
        different.map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }

    /// Returns the keys that were given, with their values, as a JSON object.
    pub fn given_to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        let given = self.iter().filter(|(knob, _)| self.is_given(knob.key));
        given.map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }

    /// Returns all keys with their values as a JSON object.
    pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.iter().map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Document;

    const TABLE: TableKeys = TableKeys { keys: &["none", "2", "ten"], low: 1, high: 8 };

    crate::input::choices! {
        enum Rank { Jack = "jack", Queen = "queen" }
    }

    crate::input::choices! {
        enum Hits { Base = "base", Double = "double"; Table in TABLE }
    }

    crate::input::knobs! {
        struct Knobs {
            /// cards in a hand
            size: u8 = 3, in 1..=9;
            /// value of a card
            weight: f64 = 0.5, in -1.0..=1.0, scoring = true;
            /// all cards are seen
            open: bool = false;
            /// the highest rank,
            /// or the lowest
            rank: Rank = Rank::Queen;
            /// cards drawn
            hits: Hits = Hits::Base, when rank = Rank::Jack => Hits::Double;
        }
    }

    const ALL_CHANGED: Preset = Preset {
        name: "all",
        summary: "",
        values: &[Knobs::open(true), Knobs::rank(Rank::Jack), Knobs::size(9), Knobs::weight(-1.0)],
    };

    #[test]
    fn one_declaration_is_the_list_and_the_struct() {
        let [size, weight, open, rank, hits] = Knobs::KNOBS else { panic!("five knobs") };
        let (kind, default) = (KnobKind::Integer(1, 9), Value::Integer(3));
        assert_eq!(
            *size,
            Knob {
                key: "size",
                kind,
                default,
                derived: None,
                scoring: false,
                meaning: "cards in a hand"
            }
        );
        assert_eq!((weight.kind, weight.default), (KnobKind::Real(-1.0, 1.0), Value::Real(0.5)));
        assert_eq!((open.kind, open.default), (KnobKind::Flag, Value::Flag(false)));
        assert_eq!(
            (rank.kind, rank.default, rank.meaning),
            (Rank::KIND, Value::Choice("queen"), "the highest rank, or the lowest")
        );
        assert_eq!(hits.kind, KnobKind::ChoiceOrTable(&["base", "double"], &TABLE));
        let derived = DerivedDefault {
            with: ("rank", Value::Choice("jack")),
            default: Value::Choice("double"),
        };
        assert_eq!((hits.default, hits.derived), (Value::Choice("base"), Some(derived)));

        let mut settings = Settings::defaults(Knobs::KNOBS);
        let defaults =
            Knobs { size: 3, weight: 0.5, open: false, rank: Rank::Queen, hits: Hits::Base };
        assert_eq!(Knobs::read(&settings), defaults);
        settings.apply_preset(&ALL_CHANGED);
        let changed =
            Knobs { size: 9, weight: -1.0, open: true, rank: Rank::Jack, hits: Hits::Double };
        assert_eq!(Knobs::read(&settings), changed);
        settings.apply_option("hits={ none = 1, \"2\" = 8, ten = 2 }").expect("all keys");
        assert!(matches!(Knobs::read(&settings).hits, Hits::Table([1, 8, 2, ..])));
    }

    #[test]
    #[should_panic = "out of the knob's range"]
    fn a_preset_out_of_range_is_refused() {
        let _ = Knobs::size(10);
    }

    #[test]
    fn a_derived_default_follows_its_knob_until_it_is_given() {
        let mut settings = Settings::defaults(Knobs::KNOBS);
        let hits = |settings: &Settings| settings.value("hits").to_string();
        assert_eq!(hits(&settings), "base");
        settings.apply_option("rank=jack").expect("known");
        assert_eq!(hits(&settings), "double");
        settings.apply_option("rank=queen").expect("known");
        assert_eq!(hits(&settings), "base");
        settings.apply_option("hits=base").expect("known");
        settings.apply_option("rank=jack").expect("known");
        assert_eq!(hits(&settings), "base");
    }

    #[test]
    fn differences_distinguish_settings() {
        let with = |options: &[&str]| {
            let mut settings = Settings::defaults(Knobs::KNOBS);
            for option in options {
                settings.apply_option(option).expect("known");
            }
            serde_json::json!(settings.differences()).to_string()
        };
        assert_eq!(with(&[]), "{}");
        assert_eq!(with(&["size=3", "rank=queen"]), "{}");
        assert_eq!(with(&["rank=jack", "size=4"]), r#"{"size":4,"rank":"jack"}"#);
        assert_eq!(with(&["rank=jack", "hits=double"]), r#"{"rank":"jack"}"#);
        assert_eq!(with(&["rank=jack", "hits=base"]), r#"{"rank":"jack","hits":"base"}"#);
        assert_eq!(with(&["hits=double"]), r#"{"hits":"double"}"#);
    }

    #[test]
    fn rules_of_scoring_are_distinguished() {
        let with = |options: &[&str]| {
            let mut settings = Settings::defaults(Knobs::KNOBS);
            for option in options {
                settings.apply_option(option).expect("known");
            }
            settings
        };
        let differ = |one: &[&str], other: &[&str]| {
            with(one).scored_otherwise(&with(other)).collect::<Vec<_>>()
        };
        assert_eq!(
            Knobs::KNOBS.iter().map(|knob| knob.scoring).collect::<Vec<_>>(),
            [false, true, false, false, false]
        );
        assert_eq!(differ(&["weight=0.25", "size=4"], &[]), ["weight"]);
        assert_eq!(differ(&["weight=0.25", "size=4"], &["weight=0.25"]), Vec::<&str>::new());
    }

    #[test]
    fn values_come_from_sections_and_options() {
        let document =
            Document::parse("f.toml", "[rules]\nsize = 4\nweight = 1\nrank = \"jack\"\n")
                .expect("TOML");
        let section = document
            .section(&["rules"])
            .and_then(|top| top.open_section("rules"))
            .expect("fine")
            .expect("there");
        let mut settings = Settings::defaults(Knobs::KNOBS);
        settings.apply_section(&section).expect("all known");
        settings.apply_option("open = true").expect("known");
        settings.apply_option("size=5").expect("known");
        settings.apply_option("hits=base").expect("known");
        assert!(settings.is_given("rank"));
        assert_eq!(
            serde_json::json!(settings.to_json()).to_string(),
            r#"{"size":5,"weight":1.0,"open":true,"rank":"jack","hits":"base"}"#
        );
        let conflict =
            |keys: &[&str]| settings.conflict(keys, "both".into(), "one".into()).to_string();
        assert_eq!(conflict(&["rank", "size"]), "--set: both\n  allowed: one");
        assert_eq!(conflict(&["rank", "weight"]), "f.toml:4: both\n  allowed: one");
        assert_eq!(
            Settings::defaults(Knobs::KNOBS)
                .conflict(&["rank"], "both".into(), "one".into())
                .to_string(),
            "rules: both\n  allowed: one"
        );
    }

    #[test]
    fn a_table_can_be_a_value() {
        let mut settings = Settings::defaults(Knobs::KNOBS);
        settings.apply_option("hits={ none = 1, \"2\" = 8, ten = 2 }").expect("all keys");
        assert_eq!(settings.value("hits").to_string(), "{ none = 1, \"2\" = 8, ten = 2 }");
        assert_eq!(
            serde_json::json!(settings.value("hits")).to_string(),
            r#"{"none":1,"2":8,"ten":2}"#
        );
        let again = format!("hits={}", settings.value("hits").to_toml());
        let mut other = Settings::defaults(Knobs::KNOBS);
        other.apply_option(&again).expect("as it was written");
        assert_eq!(other, settings);
        settings.apply_option("hits=double").expect("a name");
        assert_eq!(settings.value("hits").to_toml(), "\"double\"");

        let text = "[rules]\nhits = { none = 1, \"2\" = 2 }\n";
        let document = Document::parse("f.toml", text).expect("TOML");
        let section = document
            .section(&["rules"])
            .and_then(|top| top.open_section("rules"))
            .expect("fine")
            .expect("there");
        let error = settings.apply_section(&section).expect_err("a key is missing").to_string();
        assert_eq!(
            error,
            "f.toml:2: `hits.ten` is missing in `[rules]`\n  allowed: a whole number from 1 to 8"
        );
    }

    #[test]
    fn bad_options_are_named() {
        let message = |option: &str| {
            Settings::defaults(Knobs::KNOBS).apply_option(option).expect_err("bad").to_string()
        };
        assert_eq!(message("size"), "--set: `--set` cannot be size\n  allowed: key=value");
        assert_eq!(
            message("sise=3"),
            "--set: unknown key `sise`\n  did you mean `size`?\n  allowed: size, weight, open, rank, hits"
        );
        assert_eq!(
            message("size=12"),
            "--set: `size` cannot be 12\n  allowed: a whole number from 1 to 9"
        );
        assert_eq!(
            message("size=two"),
            "--set: `size` cannot be two\n  allowed: a whole number from 1 to 9"
        );
        assert_eq!(
            message("weight=inf"),
            "--set: `weight` cannot be inf\n  allowed: a number from -1 to 1"
        );
        assert_eq!(
            message("open=yes"),
            "--set: `open` cannot be yes\n  did you mean `true`?\n  allowed: true or false"
        );
        assert_eq!(
            message("weight=0,5"),
            "--set: `weight` cannot be 0,5\n  did you mean `0.5`?\n  allowed: a number from -1 to 1"
        );
        assert_eq!(
            message("rank=king"),
            "--set: `rank` cannot be \"king\"\n  allowed: \"jack\" or \"queen\""
        );
        let table = "\"base\" or \"double\" or a table with a whole number from 1 to 8 for each of \
            none, 2, ten";
        assert_eq!(
            message("hits=bass"),
            format!(
                "--set: `hits` cannot be \"bass\"\n  did you mean \"base\"?\n  allowed: {table}"
            )
        );
        assert_eq!(message("hits=3"), format!("--set: `hits` cannot be \"3\"\n  allowed: {table}"));
        assert_eq!(
            message("hits={ none = 1 }"),
            "--set: `hits.2` is missing\n  allowed: a whole number from 1 to 8"
        );
        assert_eq!(
            message("hits={ nine = 1 }"),
            "--set: unknown key `nine`\n  did you mean `none`?\n  allowed: none, 2, ten"
        );
        assert_eq!(
            message("hits={ ten = 9 }"),
            "--set: `hits.ten` cannot be 9\n  allowed: a whole number from 1 to 8"
        );
        assert!(message("hits={ ten = ").contains("--set:1: is not TOML"));
    }
}
