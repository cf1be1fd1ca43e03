//! Strategies whose weights were found by play, and their files.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::StrategyFile;
use super::file::PARAMETERS;
use super::restriction::{BLIND, NEVER, SECTION};
use crate::input::{DocumentValue, InputError, Knob, KnobKind, Location, Value, wrapped};

/// The width of comments.
const WIDTH: usize = 100;

impl StrategyFile {
    /// Returns its numeric weights, each with its value and its range.
    pub fn numeric_weights(&self) -> impl Iterator<Item = (&'static Knob, f64, [f64; 2])> + '_ {
        // A network has weights of its own.
        let has_none = self.weights.is_some();
        self.parameters.iter().filter_map(move |(knob, value)| match (value, knob.kind) {
            _ if has_none => None,
            (Value::Real(number), KnobKind::Real(low, high)) => Some((knob, number, [low, high])),
            _ => None,
        })
    }

    /// Returns the same strategy under another name with another value of some weights.
    ///
    /// # Errors
    /// If it has no such weight, or the value is out of range.
    pub fn with_weights<'a>(
        &self,
        name: &str,
        weights: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Result<Self, InputError> {
        let mut file = Self { name: name.to_owned(), ..self.clone() };
        for (key, number) in weights {
            let place = Location::whole(&self.name);
            file.parameters.apply_value(key, &DocumentValue::Real(number), place)?;
        }
        Ok(file)
    }

    /// Returns the text of a file of this strategy, with a comment about the meaning of every
    /// parameter. Only a strategy that neither searches nor learned, and is no program, can be read
    /// back from it. Its play at larger tables is left out.
    pub fn to_toml(&self) -> String {
        // A JSON string is a TOML string too.
        let quoted = |text: &str| Json::from(text).to_string();
        let mut text =
            format!("kind = {}\nsummary = {}\n", quoted(self.kind), quoted(&self.summary));
        if !self.restriction.is_empty() {
            let never: Vec<String> =
                self.restriction.never().iter().map(|name| quoted(name)).collect();
            let blind: Vec<String> =
                self.restriction.blind().iter().map(|name| quoted(name)).collect();
            let _ = writeln!(text, "\n[{SECTION}]");
            for (key, names) in [(NEVER, never), (BLIND, blind)] {
                if !names.is_empty() {
                    let _ = writeln!(text, "{key} = [{}]", names.join(", "));
                }
            }
        }
        let _ = writeln!(text, "\n[{PARAMETERS}]");
        for (knob, value) in self.parameters.iter() {
            let mut meaning = knob.meaning.chars();
            let first = meaning.next().into_iter().flat_map(char::to_uppercase);
            let sentence = format!("# {}{}.", first.collect::<String>(), meaning.as_str());
            for (number, line) in wrapped(&sentence, WIDTH - 2, "", 0).iter().enumerate() {
                let _ = writeln!(text, "{}{line}", if number == 0 { "" } else { "# " });
            }
            let _ = writeln!(text, "{} = {}", knob.key, value.to_toml());
        }
        text
    }
}
