//! The content of the files of a run.

use serde::Serialize;

use super::files::{ANSWER, DATA_PACKAGE, MANIFEST, RESULTS, TIMING, VERDICTS};
use super::judged::Results;
use super::manifest::Timing;
use fairdeal_core::input::plain_lines;

/// What a run found in words, for its files.
#[derive(Clone, Debug)]
pub(crate) struct Texts<W> {
    /// All verdicts; empty where there are none.
    pub(crate) verdicts: String,
    /// The answer and its tables.
    pub(crate) answer: String,
    /// The same for programs.
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
        let everything = Everything { results: self, words: &texts.for_programs };
        let mut everything = serde_json::to_vec(&everything).map_err(json)?;
        everything.push(b'\n');
        add(RESULTS, everything);
        let pretty = |value: serde_json::Value| format!("{value:#}\n").into_bytes();
        add(DATA_PACKAGE, pretty(self.data_package()));
        add(TIMING, pretty(serde_json::to_value(timing).map_err(json)?));
        add(MANIFEST, pretty(serde_json::to_value(&self.manifest).map_err(json)?));
        Ok(files)
    }
}
