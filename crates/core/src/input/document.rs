//! TOML documents with the line of every key, and sections that know which keys they allow.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::error::{InputError, Location, Problem, Problems, Unknown};
use super::meant::meant_flag;

/// A TOML file: its text and its values with their lines.
#[derive(Clone, Debug)]
pub struct Document {
    source: String,
    text: String,
    entries: Vec<Entry>,
}

/// A key of a document with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Its line, counted from 1; 0 where it has none.
    pub line: usize,
    /// Its value.
    pub value: DocumentValue,
}

/// A TOML value.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentValue {
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list; each item has its line.
    List(Vec<(usize, DocumentValue)>),
    /// A table; its entries are in the order of the file.
    Table(Vec<Entry>),
    /// Other TOML values: dates, and numbers that are too large.
    Other(String),
}

impl DocumentValue {
    /// Returns the text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the items with their lines, if it is a list.
    pub fn list(&self) -> Option<&[(usize, Self)]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// Converts a JSON value. JSON has no lines: all entries and items get line 0, which no message
    /// shows.
    pub fn from_json(json: &serde_json::Value) -> Self {
        match json {
            serde_json::Value::Bool(flag) => Self::Flag(*flag),
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(items) => {
                Self::List(items.iter().map(|item| (0, Self::from_json(item))).collect())
            }
            serde_json::Value::Object(entries) => {
                let entry = |(key, value): (&String, &serde_json::Value)| Entry {
                    key: key.clone(),
                    line: 0,
                    value: Self::from_json(value),
                };
                Self::Table(entries.iter().map(entry).collect())
            }
            serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Self::Integer(number),
                (None, Some(real)) if number.is_f64() => Self::Real(real),
                (None, _) => Self::Other(number.to_string()),
            },
            serde_json::Value::Null => Self::Other("null".to_owned()),
        }
    }

    /// The value as JSON, without its lines.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Integer(number) => (*number).into(),
            Self::Real(number) => (*number).into(),
            Self::Flag(flag) => (*flag).into(),
            Self::Text(text) => text.as_str().into(),
            Self::List(items) => items.iter().map(|(_, item)| item.to_json()).collect(),
            Self::Table(entries) => table_to_json(entries),
            // A seed may be larger than the whole numbers of TOML.
            Self::Other(text) => {
                text.parse::<u64>().map_or_else(|_| text.as_str().into(), Into::into)
            }
        }
    }
}

fn table_to_json(entries: &[Entry]) -> serde_json::Value {
    entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect()
}

impl fmt::Display for DocumentValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(formatter, "{number}"),
            Self::Real(number) => write!(formatter, "{number:?}"),
            Self::Flag(flag) => write!(formatter, "{flag}"),
            Self::Text(text) => write!(formatter, "\"{text}\""),
            Self::List(items) if items.is_empty() => write!(formatter, "an empty list"),
            Self::List(_) => write!(formatter, "a list"),
            Self::Table(_) => write!(formatter, "a table"),
            Self::Other(text) => write!(formatter, "{text}"),
        }
    }
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not TOML.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let text = super::read_text(path).map_err(|error| InputError::unreadable(path, &error))?;
        Self::parse(path.display().to_string(), text)
    }

    /// Parses the text of a file that messages call `source`.
    ///
    /// # Errors
    /// If the text is not TOML.
    pub fn parse(source: impl Into<String>, text: impl Into<String>) -> Result<Self, InputError> {
        let (source, text) = (source.into(), text.into());
        let lines = Lines::of(&text);
        let parsed = DeTable::parse(&text).map_err(|error| {
            let line = error.span().map(|span| lines.at(span.start));
            let place = Location { source: source.clone(), line };
            InputError::new(place, Problem::Syntax(error.message().replace('\n', "; ")))
        })?;
        let entries = lines.table(parsed.get_ref());
        Ok(Self { source, text, entries })
    }

    /// Converts a JSON object to a document. Nothing in it has a line.
    pub fn from_json(source: impl Into<String>, json: &serde_json::Value) -> Self {
        let entries = match DocumentValue::from_json(json) {
            DocumentValue::Table(entries) => entries,
            _ => Vec::new(),
        };
        Self { source: source.into(), text: String::new(), entries }
    }

    /// Returns the document as a JSON object.
    pub fn to_json(&self) -> serde_json::Value {
        table_to_json(&self.entries)
    }

    /// Returns the document's name in messages.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns all entries of the top level, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the text of a key at the top level, without checking the other keys.
    pub fn text_of(&self, key: &str) -> Option<&str> {
        self.entries.iter().filter(|entry| entry.key == key).find_map(|entry| entry.value.text())
    }

    /// Returns the top level of the document, where only the keys in `allowed` may stand.
    ///
    /// # Errors
    /// If it has another key.
    pub fn section(&self, allowed: &[&'static str]) -> Result<Section<'_>, InputError> {
        let top = self.top();
        top.check(allowed)?;
        Ok(top)
    }

    /// Returns the top level of the document, without checking its keys.
    pub fn top(&self) -> Section<'_> {
        Section { source: &self.source, name: String::new(), line: None, entries: &self.entries }
    }
}

/// Byte offsets to lines.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(
            text.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(offset, _)| offset)
                .collect(),
        )
    }

    fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|end| *end < offset) + 1
    }

    fn table(&self, table: &DeTable<'_>) -> Vec<Entry> {
        let mut entries: Vec<(usize, Entry)> = table
            .iter()
            .map(|(key, value)| {
                let start = key.span().start;
                let entry = Entry {
                    key: key.get_ref().to_string(),
                    line: self.at(start),
                    value: self.value(value.get_ref()),
                };
                (start, entry)
            })
            .collect();
        entries.sort_by_key(|(start, _)| *start);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    fn value(&self, value: &DeValue<'_>) -> DocumentValue {
        match value {
            DeValue::String(text) => DocumentValue::Text(text.to_string()),
            DeValue::Integer(digits) => {
                let (text, radix) = (digits.as_str(), digits.radix());
                let large = || {
                    u64::from_str_radix(text, radix)
                        .map_or_else(|_| digits.to_string(), |number| number.to_string())
                };
                i64::from_str_radix(text, radix)
                    .map_or_else(|_| DocumentValue::Other(large()), DocumentValue::Integer)
            }
            DeValue::Float(digits) => match digits.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => DocumentValue::Real(number),
                _ => DocumentValue::Other(digits.to_string()),
            },
            DeValue::Boolean(flag) => DocumentValue::Flag(*flag),
            DeValue::Datetime(date) => DocumentValue::Other(date.to_string()),
            DeValue::Array(items) => DocumentValue::List(
                items
                    .iter()
                    .map(|item| (self.at(item.span().start), self.value(item.get_ref())))
                    .collect(),
            ),
            DeValue::Table(table) => DocumentValue::Table(self.table(table)),
        }
    }
}

/// A table of a document, read key by key.
#[derive(Clone, Debug)]
pub struct Section<'d> {
    source: &'d str,
    name: String,
    line: Option<usize>,
    entries: &'d [Entry],
}

impl<'d> Section<'d> {
    /// Checks that the section has only these keys.
    ///
    /// # Errors
    /// If it has other keys: an error with all of them.
    pub fn check(&self, allowed: &[&'static str]) -> Result<(), InputError> {
        let mut problems = Problems::default();
        for entry in self.entries.iter().filter(|entry| !allowed.contains(&entry.key.as_str())) {
            let unknown = Unknown::new("key", entry.key.clone(), allowed.iter().copied());
            problems.note(self.error_at(entry.line, Problem::Unknown(unknown)));
        }
        problems.finish()
    }

    /// Returns the place where the section begins.
    pub fn place(&self) -> Location {
        Location { source: self.source.to_owned(), line: self.line }
    }

    /// Returns the place of a line in the section's file; of the file as a whole for line 0.
    pub fn place_at(&self, line: usize) -> Location {
        Location { source: self.source.to_owned(), line: (line > 0).then_some(line) }
    }

    /// Returns the section's name in messages; empty for the top level.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns all entries, in the order of the file.
    pub fn entries(&self) -> &'d [Entry] {
        self.entries
    }

    /// Returns an error about this section as a whole.
    pub fn error(&self, problem: Problem) -> InputError {
        InputError::new(self.place(), problem).in_section(&self.name)
    }

    /// Returns an error about a line of this section.
    pub fn error_at(&self, line: usize, problem: Problem) -> InputError {
        InputError::new(self.place_at(line), problem).in_section(&self.name)
    }

    /// Returns the entry of a key, if the section has it.
    pub fn entry(&self, key: &str) -> Option<&'d Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// Returns the error that the value of `entry` is not what is `allowed`.
    pub fn refused(&self, entry: &Entry, allowed: impl Into<String>) -> InputError {
        self.error_at(entry.line, Problem::value(&*entry.key, entry.value.to_string(), allowed))
    }

    fn missing(&self, key: &str, allowed: &str) -> InputError {
        self.error(Problem::missing(key, allowed))
    }

    /// Returns the result of `read` for the entry of a key, if the section has the key. If `read`
    /// returns nothing, the error says what is `allowed`.
    fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&'d Entry) -> Option<T>,
        allowed: impl Into<String>,
    ) -> Result<Option<T>, InputError> {
        let Some(entry) = self.entry(key) else { return Ok(None) };
        read(entry).map(Some).ok_or_else(|| self.refused(entry, allowed))
    }

    /// Returns a text with its line, if the section has the key.
    ///
    /// # Errors
    /// If the value is not a text.
    pub fn text(&self, key: &str) -> Result<Option<(usize, &'d str)>, InputError> {
        let read = |entry: &'d Entry| Some((entry.line, entry.value.text()?));
        self.read(key, read, "a text in quotes")
    }

    /// Returns a text with its line; an error message calls the expected value `allowed`.
    ///
    /// # Errors
    /// If the key is missing, or the value is not a text.
    pub fn required_text(&self, key: &str, allowed: &str) -> Result<(usize, &'d str), InputError> {
        self.text(key)?.ok_or_else(|| self.missing(key, allowed))
    }

    /// Returns a whole number in the range, if the section has the key.
    ///
    /// # Errors
    /// If the value is not a whole number, or out of the range.
    pub fn integer(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, InputError> {
        let (low, high) = (range.start(), range.end());
        let allowed = if low == high {
            format!("{low} alone")
        } else {
            format!("a whole number from {low} to {high}")
        };
        let read = |entry: &Entry| match entry.value {
            DocumentValue::Integer(number) => Some(number).filter(|number| range.contains(number)),
            _ => None,
        };
        self.read(key, read, allowed)
    }

    /// Returns a whole number of a smaller type, if the section has the key.
    ///
    /// # Errors
    /// As [`Section::integer`].
    pub fn number<T: Copy + TryFrom<i64> + TryInto<i64>>(
        &self,
        key: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, InputError> {
        let [low, high] = [*range.start(), *range.end()].map(|end| end.try_into().unwrap_or(0));
        Ok(self.integer(key, low..=high)?.and_then(|number| number.try_into().ok()))
    }

    /// Returns a whole number in a range that may go beyond the numbers of TOML, if the section has
    /// the key.
    ///
    /// # Errors
    /// If the value is not a whole number, or out of the range.
    pub fn whole(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, InputError> {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        let read = |entry: &Entry| {
            let number = match &entry.value {
                DocumentValue::Integer(number) => u64::try_from(*number).ok(),
                DocumentValue::Other(digits) => digits.parse().ok(),
                _ => None,
            };
            number.filter(|number| range.contains(number))
        };
        self.read(key, read, allowed)
    }

    /// Returns true or false, if the section has the key.
    ///
    /// # Errors
    /// If the value is neither.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, InputError> {
        let Some(entry) = self.entry(key) else { return Ok(None) };
        match &entry.value {
            DocumentValue::Flag(flag) => Ok(Some(*flag)),
            other => Err(self.refused(entry, "true or false").hint(meant_flag(&other.to_string()))),
        }
    }

    /// Returns a number in the range, if the section has the key; it may be a whole number.
    ///
    /// # Errors
    /// If the value is not a number, or out of the range.
    pub fn real(&self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, InputError> {
        let allowed = format!("a number from {} to {}", range.start(), range.end());
        let read = |entry: &Entry| {
            let number = match entry.value {
                DocumentValue::Integer(number) => Some(number as f64),
                DocumentValue::Real(number) => Some(number),
                _ => None,
            };
            number.filter(|number| range.contains(number))
        };
        self.read(key, read, allowed)
    }

    /// Returns a list of lists of texts, empty if the section does not have the key; an error
    /// message calls the expected value `allowed`.
    ///
    /// # Errors
    /// If the value is not a list of lists of texts.
    pub fn lists_of_texts(
        &self,
        key: &str,
        allowed: &str,
    ) -> Result<Vec<Vec<&'d str>>, InputError> {
        let texts = |(_, items): &'d (usize, DocumentValue)| {
            items.list()?.iter().map(|(_, item)| item.text()).collect::<Option<Vec<_>>>()
        };
        let read = |entry: &'d Entry| entry.value.list()?.iter().map(texts).collect();
        Ok(self.read(key, read, allowed)?.unwrap_or_default())
    }

    /// Returns a list of texts, each with its line.
    ///
    /// # Errors
    /// If the key is missing, or the value is not a list of texts.
    pub fn required_texts(
        &self,
        key: &str,
        allowed: &str,
    ) -> Result<Vec<(usize, &'d str)>, InputError> {
        let entry = self.entry(key).ok_or_else(|| self.missing(key, allowed))?;
        let items = entry.value.list().ok_or_else(|| self.refused(entry, allowed))?;
        let mut problems = Problems::default();
        let text = |(line, item): &'d (usize, DocumentValue)| {
            let refused = || Problem::value(key, format!("a list with {item}"), allowed);
            let text = item.text().ok_or_else(|| self.error_at(*line, refused()))?;
            Ok((*line, text))
        };
        let texts = items.iter().filter_map(|item| problems.take(text(item))).collect();
        problems.finish()?;
        Ok(texts)
    }

    /// Returns a table with any keys, if the section has the key.
    ///
    /// # Errors
    /// If the value is not a table.
    pub fn open_section(&self, key: &str) -> Result<Option<Section<'d>>, InputError> {
        let name = if self.name.is_empty() {
            format!("`[{key}]`")
        } else {
            format!("`{key}` of {}", self.name)
        };
        let read = |entry: &'d Entry| self.inner(name, entry.line, &entry.value);
        self.read(key, read, "a table")
    }

    /// A table in this section, if the value is one.
    fn inner(&self, name: String, line: usize, value: &'d DocumentValue) -> Option<Section<'d>> {
        let DocumentValue::Table(entries) = value else { return None };
        Some(Section { source: self.source, name, line: self.place_at(line).line, entries })
    }

    /// Returns a table with only the keys in `allowed`, if the section has the key.
    ///
    /// # Errors
    /// If the value is not a table, or has another key.
    pub fn section(
        &self,
        key: &str,
        allowed: &[&'static str],
    ) -> Result<Option<Section<'d>>, InputError> {
        self.open_section(key)?.map(|section| section.check(allowed).map(|()| section)).transpose()
    }

    /// Returns a list of tables (`[[key]]`), each with only the keys in `allowed`; empty if the
    /// section does not have the key.
    ///
    /// # Errors
    /// If the value is not a list of tables, or one of them has another key.
    pub fn sections(
        &self,
        key: &str,
        allowed: &[&'static str],
    ) -> Result<Vec<Section<'d>>, InputError> {
        let sections = self.open_sections(key)?;
        let mut problems = Problems::default();
        for section in &sections {
            problems.take(section.check(allowed));
        }
        problems.finish()?;
        Ok(sections)
    }

    /// Returns a list of tables (`[[key]]`) with any keys; empty if the section does not have the
    /// key.
    ///
    /// # Errors
    /// If the value is not a list of tables.
    pub fn open_sections(&self, key: &str) -> Result<Vec<Section<'d>>, InputError> {
        let section = |(index, (line, item)): (usize, &'d (usize, DocumentValue))| {
            self.inner(format!("`[[{key}]]` number {}", index + 1), *line, item)
        };
        let read = |entry: &'d Entry| entry.value.list()?.iter().enumerate().map(section).collect();
        let wanted = format!("tables headed [[{key}]]");
        Ok(self.read(key, read, wanted)?.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_their_lines() {
        let text = "a = 1\n\n[t]\nb = 2.5\nc = [\n  \"x\",\n  \"y\",\n]\n[[v]]\nn = true\n[[v]]\nn = 1979-05-27\n";
        let document = Document::parse("f.toml", text).expect("TOML");
        let top = document.section(&["a", "t", "v"]).expect("known keys");
        assert_eq!(top.integer("a", 0..=1), Ok(Some(1)));
        let table = top.section("t", &["b", "c"]).expect("a table").expect("there");
        assert_eq!(table.real("b", 0.0..=3.0), Ok(Some(2.5)));
        assert_eq!(table.required_texts("c", "texts"), Ok(vec![(6, "x"), (7, "y")]));
        let list = top.sections("v", &["n"]).expect("tables");
        assert_eq!(list.len(), 2);
        assert_eq!(list[1].place(), Location { source: "f.toml".into(), line: Some(11) });
        assert_eq!(list[1].entries()[0].value, DocumentValue::Other("1979-05-27".into()));
    }

    #[test]
    fn whole_numbers_may_exceed_the_range_of_toml() {
        let whole = |value: &str| {
            let document = Document::parse("f.toml", format!("seed = {value}")).expect("TOML");
            document.top().whole("seed", 0..=u64::MAX).map_err(|error| error.to_string())
        };
        for (written, read) in [
            ("0", 0),
            ("+7", 7),
            ("9_223_372_036_854_775_808", 1 << 63),
            ("0xffff_ffff_ffff_ffff", u64::MAX),
        ] {
            assert_eq!(whole(written), Ok(Some(read)), "{written}");
        }
        for written in ["-1", "18446744073709551616", "1.0", "\"1\"", "1979-05-27"] {
            let told = whole(written).expect_err(written);
            assert!(
                told.ends_with("\n  allowed: a whole number from 0 to 18446744073709551615"),
                "{told}"
            );
        }
    }

    #[test]
    fn messages_name_line_key_found_and_allowed() {
        let document = Document::parse("f.toml", "a = 1\nbee = 2\n[s]\nc = \"x\"\n").expect("TOML");
        let error = document.section(&["a", "been", "s"]).expect_err("bee is unknown");
        assert_eq!(
            error.to_string(),
            "f.toml:2: unknown key `bee`\n  did you mean `been`?\n  allowed: a, been, s"
        );
        let top = document.section(&["a", "bee", "s"]).expect("known keys");
        assert_eq!(
            top.integer("bee", 5..=9).expect_err("out of range").to_string(),
            "f.toml:2: `bee` cannot be 2\n  allowed: a whole number from 5 to 9"
        );
        assert_eq!(
            top.text("a").expect_err("a number").to_string(),
            "f.toml:1: `a` cannot be 1\n  allowed: a text in quotes"
        );
        let error = top.section("s", &["d"]).expect_err("c is unknown");
        assert_eq!(
            error.to_string(),
            "f.toml:4: unknown key `c` in `[s]`\n  did you mean `d`?\n  allowed: d"
        );
        let error = top.required_text("question", "a sentence").expect_err("missing");
        assert_eq!(error.to_string(), "f.toml: `question` is missing\n  allowed: a sentence");
    }

    #[test]
    fn a_typing_error_is_found_at_its_line() {
        let error = Document::parse("f.toml", "a = 1\nb = \n").expect_err("no value");
        assert_eq!(error.place().line, Some(2));
        assert!(matches!(error.problem(), Problem::Syntax(_)));
    }
}
