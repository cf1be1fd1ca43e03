//! What can go wrong with a program.

use std::fmt;
use std::time::Duration;

use crate::input::plain;

/// What a program did instead of answering with a legal action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It could not be started.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It ended, or closed its standard input or output.
    #[error("{}", .0.as_ref().map_or_else(|| "closed its standard input or output".to_owned(), |status| format!("ended without an answer ({status})")))]
    Ended(Option<String>),
    /// It took too long.
    #[error("gave no answer within its time limit of {} s", .0.as_secs_f64())]
    TimeLimit(Duration),
    /// The answer is not of the protocol.
    #[error("answered with what is not understood: {0}")]
    Nonsense(&'static str),
    /// The answer is an action that is not among those allowed.
    #[error("chose an action that is not legal")]
    Illegal,
}

/// A program that made no legal choice: everything that its author needs to find out why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFailure {
    /// Its command.
    pub program: String,
    /// The game that it plays.
    pub game: &'static str,
    /// What it did.
    pub trouble: Trouble,
    /// The line that it was sent, shortened.
    pub sent: String,
    /// The line that it answered, shortened; none if it did not.
    pub answered: Option<String>,
    /// The actions that were allowed, shortened.
    pub allowed: String,
}

impl fmt::Display for ProgramFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the program `{}` for {} {}", plain(&self.program), self.game, self.trouble)?;
        if matches!(self.trouble, Trouble::NotStarted(_)) {
            return Ok(());
        }
        write!(formatter, "\n  sent: {}", self.sent)?;
        if let Some(answered) = &self.answered {
            write!(formatter, "\n  answered: {answered}")?;
        }
        write!(formatter, "\n  allowed: {}", self.allowed)
    }
}

impl std::error::Error for ProgramFailure {}

/// The beginning of a text, on one line that a terminal can show.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    let shown = plain(&text.trim_end().chars().take(MOST).collect::<String>());
    if text.trim_end().chars().nth(MOST).is_some() { shown + " …" } else { shown }
}
