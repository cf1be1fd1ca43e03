//! A program as named in a strategy file.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::input::{InputError, Problem, Section};

/// The keys of a strategy file that are for programs.
pub(in crate::strategy) const KEYS: [&str; 2] = ["command", "time_limit"];

/// The default time for an answer, in seconds: enough to start an interpreter and load some
/// libraries.
pub(in crate::strategy) const USUAL_TIME_LIMIT: f64 = 10.0;

/// The range of `time_limit`, in seconds.
pub(in crate::strategy) const TIME_LIMITS: RangeInclusive<f64> = 0.01..=86_400.0;

/// The expected value of `command`, for messages.
const COMMAND: &str =
    "a list of texts: the program and its arguments, as in [\"python3\", \"mine.py\"]";

/// A program and its time limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program, then its arguments: at least one text, the first not empty.
    pub command: Vec<String>,
    /// The longest time for one answer.
    pub(in crate::strategy) time_limit: Duration,
    /// The folder that it runs in; `None` for the current one.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// Reads the keys `command` and `time_limit` of a strategy file.
    ///
    /// # Errors
    /// If the command is missing or empty, or a value is of the wrong type or out of range.
    pub(in crate::strategy) fn read(top: &Section<'_>) -> Result<Self, InputError> {
        let command = top.required_texts("command", COMMAND)?;
        if command.first().is_none_or(|(_, program)| program.is_empty()) {
            let problem = Problem::Value {
                key: "command".into(),
                found: "empty".into(),
                allowed: COMMAND.into(),
            };
            return Err(top.entry("command").map_or_else(
                || top.error(problem.clone()),
                |entry| top.error_at(entry.line, problem.clone()),
            ));
        }
        let seconds = top.real("time_limit", TIME_LIMITS)?.unwrap_or(USUAL_TIME_LIMIT);
        let command = command.into_iter().map(|(_, text)| text.to_owned()).collect();
        Ok(Self { command, time_limit: Duration::from_secs_f64(seconds), folder: None })
    }

    /// Returns the same program, run in this folder; `None` for the current one.
    #[must_use]
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        Self { folder, ..self }
    }

    /// Returns the command that starts it.
    pub(super) fn to_start(&self) -> Command {
        let named = Path::new(&self.command[0]);
        // A bare name is looked up in `PATH`. A relative path is resolved here, since systems
        // differ in the folder that they start from.
        let mut command = match &self.folder {
            Some(folder) if named.components().count() > 1 => Command::new(folder.join(named)),
            _ => Command::new(named),
        };
        command.args(&self.command[1..]);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Returns the files that the command names, with their contents, in its order: a script, or
    /// the program itself. A bare name is looked up in `PATH` if no argument is a file. The version
    /// of an interpreter, and files that a script loads, are ignored.
    ///
    /// # Errors
    /// If there is none, or one cannot be read.
    pub fn files(&self) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let placed = |word: &String| self.folder.as_deref().unwrap_or(Path::new("")).join(word);
        let (name, arguments) = (&self.command[0], &self.command[1..]);
        let is_bare = Path::new(name).components().count() == 1;
        let named = std::iter::once(name).filter(|_| !is_bare).chain(arguments).map(placed);
        let mut files: Vec<PathBuf> = named.filter(|path| path.is_file()).collect();
        if files.is_empty() && is_bare {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            files.extend(
                std::env::split_paths(&folders)
                    .map(|folder| folder.join(name))
                    .find(|path| path.is_file()),
            );
        }
        if files.is_empty() {
            return Err(std::io::Error::new(
                std::io::ErrorKind::NotFound,
                "none of its words names a file",
            ));
        }
        files.into_iter().map(|path| std::fs::read(&path).map(|content| (path, content))).collect()
    }
}

impl std::fmt::Display for Program {
    /// Writes the command as one would type it, with arguments with spaces in quotes.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, text) in self.command.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            if text.is_empty() || text.contains(char::is_whitespace) {
                write!(formatter, "{gap}{text:?}")?;
            } else {
                write!(formatter, "{gap}{text}")?;
            }
        }
        Ok(())
    }
}
