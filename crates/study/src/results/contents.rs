//! The content of the files of a run.

use std::io::{self, Write};

use serde::Serialize;

use super::files::{ANSWER, DATA_PACKAGE, MANIFEST, RESULTS, TIMING, TUNED, VERDICTS};
use super::judged::Results;
use super::manifest::Timing;
use fairdeal_core::input::plain_lines;

/// The findings of a run in words, for its files.
#[derive(Clone, Debug)]
pub(crate) struct Texts<W> {
    /// All verdicts; empty where there are none.
    pub(crate) verdicts: String,
    /// The answer and its tables.
    pub(crate) answer: String,
    /// The file of the strategy whose weights were tuned, if there is one.
    pub(crate) tuned: Option<String>,
    /// The answer and its tables for programs.
    pub(crate) for_programs: W,
}

/// Everything that a run found.
#[derive(Serialize)]
struct Everything<'a, W> {
    #[serde(flatten)]
    results: &'a Results,
    #[serde(flatten)]
    words: &'a W,
}

impl Results {
    /// All files of a run, name and content: its tables, the texts, everything in `results.json`, the
    /// data package, the timing, and last the manifest, which vouches for the others.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub(crate) fn files<W: Serialize>(
        &self,
        timing: &Timing,
        texts: &Texts<W>,
    ) -> Result<Vec<(String, Vec<u8>)>, csv::Error> {
        let json = |error: serde_json::Error| csv::Error::from(std::io::Error::from(error));
        let tables = self.csv_files()?.into_iter().map(|file| (file.name.to_owned(), file.content));
        let mut files: Vec<(String, Vec<u8>)> = tables.collect();
        let mut add = |name: &str, content: Vec<u8>| files.push((name.to_owned(), content));
        if !texts.verdicts.is_empty() {
            add(VERDICTS, plain_lines(&texts.verdicts).into_bytes());
        }
        add(ANSWER, plain_lines(&texts.answer).into_bytes());
        if let Some(tuned) = &texts.tuned {
            add(TUNED, tuned.clone().into_bytes());
        }
        let everything = Everything { results: self, words: &texts.for_programs };
        let mut lines = Vec::new();
        let mut serializer =
            serde_json::Serializer::with_formatter(&mut lines, RowLines::default());
        everything.serialize(&mut serializer).map_err(json)?;
        lines.push(b'\n');
        add(RESULTS, lines);
        let pretty = |value: serde_json::Value| format!("{value:#}\n").into_bytes();
        add(DATA_PACKAGE, pretty(self.data_package()));
        add(TIMING, pretty(serde_json::to_value(timing).map_err(json)?));
        add(MANIFEST, pretty(serde_json::to_value(&self.manifest).map_err(json)?));
        Ok(files)
    }
}

/// Writes a JSON object of tables with one line for each row, so that a change of few rows is a
/// change of few lines.
#[derive(Default)]
struct RowLines {
    depth: usize,
}

impl RowLines {
    /// Separates an item from the one before it: the keys of the whole and the rows of a table by a
    /// line break.
    fn item<W: ?Sized + Write>(&self, writer: &mut W, first: bool, lines: usize) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        writer.write_all(if self.depth <= lines { b"\n" } else { b"" })
    }
}

impl serde_json::ser::Formatter for RowLines {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item(writer, first, 1)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item(writer, first, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_line() {
        let tables = serde_json::json!({
            "manifest": { "name": "one", "seats": [1, 2] },
            "rows": [{ "seat": 1, "low": [0.5] }, { "seat": 2 }],
            "none": [],
        });
        let mut lines = Vec::new();
        let mut serializer =
            serde_json::Serializer::with_formatter(&mut lines, RowLines::default());
        tables.serialize(&mut serializer).expect("JSON");
        let text = String::from_utf8(lines).expect("text");
        let expected = r#"{
"manifest":{"name":"one","seats":[1,2]},
"rows":[
{"seat":1,"low":[0.5]},
{"seat":2}],
"none":[]}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), tables);
    }
}
