//! Knobs: the keys of a game's rules and of a strategy's parameters, declared once and used
//! everywhere.

use std::fmt;

use super::document::{Document, DocumentValue, Entry};
use super::error::{InputError, Location, Problem, Unknown};
use super::meant::{meant_flag, meant_name};

/// A knob: one key with its type, range, default and meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The key in files.
    pub key: &'static str,
    /// The type and range.
    pub kind: KnobKind,
    /// The default value; where the game computes it, that for the fewest players.
    pub default: Value,
    /// How its default follows from something else, where it does.
    pub derived: Option<DerivedDefault>,
    /// Whether it is a rule of scoring: with another value the same end of a game has other scores,
    /// so that scores are not compared.
    pub scoring: bool,
    /// The help text for a designer.
    pub meaning: &'static str,
}

/// A default that follows from something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DerivedDefault {
    /// It is another one while a second knob has a certain value.
    With {
        /// The key of the second knob, and its value.
        with: (&'static str, Value),
        /// The default in that case.
        default: Value,
    },
    /// The game computes it.
    Computed(&'static dyn ComputedDefault),
}

/// A default that a game computes from the other knobs and from the number of players.
pub trait ComputedDefault: fmt::Debug + Send + Sync {
    /// Returns the default at tables of these numbers of players, or of all numbers that the game
    /// allows if there are none; [`BY_PLAYERS`] if it differs between them. `given`: the value that
    /// each knob was given, in the order of their declaration.
    fn default(&self, given: &[Option<Value>], players: &[usize]) -> Value;
}

impl PartialEq for dyn ComputedDefault {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self, other)
    }
}

/// The value of a knob that was not given, and whose default differs between tables of several
/// numbers of players.
pub const BY_PLAYERS: &str = "by-players";

/// The separator between the file of a table and one of its cells, in the key of
/// a knob: `guild.csv:Baker.cost`.
pub const OF_TABLE: char = ':';

impl Knob {
    /// Returns whether it is a cell of a table that a game in a file reads. There may be thousands:
    /// they are set by name, but not listed, and no random rules turn them.
    pub fn is_cell(&self) -> bool {
        self.key.contains(OF_TABLE)
    }

    /// Returns the table, the row and the column of a cell.
    fn of_cell(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let (table, cell) = self.key.split_once(OF_TABLE)?;
        let (row, column) = cell.rsplit_once('.')?;
        Some((table, row, column))
    }

    /// Returns the error about a key that none of these knobs has; for a cell, about its table,
    /// row or column.
    pub(super) fn unknown(knobs: &[Self], key: &str) -> Unknown {
        let cells = || knobs.iter().filter_map(Self::of_cell);
        let Some((table, cell)) = key.split_once(OF_TABLE).filter(|_| cells().next().is_some())
        else {
            let keys = knobs.iter().filter(|knob| !knob.is_cell()).map(|knob| knob.key);
            return Unknown::new("key", key, keys);
        };
        let different = |names: &mut dyn Iterator<Item = &'static str>| {
            let mut found: Vec<&str> = Vec::new();
            for name in names {
                if !found.contains(&name) {
                    found.push(name);
                }
            }
            found
        };
        if !cells().any(|(known, ..)| known == table) {
            return Unknown::new("table", table, different(&mut cells().map(|(table, ..)| table)));
        }
        let Some((row, column)) = cell.rsplit_once('.') else {
            let cells = knobs.iter().filter(|knob| knob.is_cell()).map(|knob| knob.key);
            return Unknown::new("cell", key, cells);
        };
        let rows = || cells().filter(|(known, ..)| *known == table);
        if !rows().any(|(_, known, _)| known == row) {
            return Unknown::new("row", row, different(&mut rows().map(|(_, row, _)| row)));
        }
        let columns = rows().filter(|(_, known, _)| *known == row).map(|(.., column)| column);
        // Other rows have the column: this one has no number there, or several rows of
        // the name differ.
        let what = if rows().any(|(.., known)| known == column) {
            "number that is the same in all rows of the name, in column"
        } else {
            "column of whole numbers"
        };
        Unknown::new(what, column, columns)
    }

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
    pub(super) fn accept(
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
            Self::Integer(..) | Self::Real(..) => None,
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
