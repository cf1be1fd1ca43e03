//! The failures of external programs.

use std::fmt;
use std::time::Duration;

use crate::input::plain;

/// The reason why a program's answer is not a legal action.
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
    /// The answer does not follow the protocol.
    #[error("answered with what is not understood: {0}")]
    Nonsense(String),
    /// The answer is longer than the limit.
    #[error("answered with a line longer than 1 MiB (1,048,576 bytes), which no answer may be")]
    TooLong,
    /// The answer has this `id`, of an earlier question.
    #[error("answered question {0} late or twice, as the `id` of its line says")]
    Late(u64),
    /// It wrote a line without being asked.
    #[error("wrote more lines than it was asked questions")]
    MoreLines,
    /// The answer is not a legal action.
    #[error("chose an action that is not legal")]
    Illegal,
}

/// A program that made no legal choice, with everything that its author needs to find the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFailure {
    /// Its command.
    pub program: String,
    /// The game that it plays.
    pub game: &'static str,
    /// The reason.
    pub trouble: Trouble,
    /// The line that it was sent, shortened; none if no line matters.
    pub sent: Option<String>,
    /// The line that it answered, shortened; none without an answer.
    pub answered: Option<String>,
    /// The legal actions, shortened; none if it was not asked.
    pub allowed: Option<String>,
    /// The number of questions that it was asked.
    pub questions: u64,
    /// The number of lines that it wrote.
    pub lines: u64,
    /// The last lines that it wrote to standard error and that were not shown yet.
    pub errors: Vec<String>,
}

impl ProgramFailure {
    /// Returns whether it wrote more lines than it was asked questions: earlier answers may belong
    /// to other questions.
    pub fn mixes_up_answers(&self) -> bool {
        self.lines > self.questions
    }
}

impl fmt::Display for ProgramFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the program `{}` for {} {}",
            plain(&self.program),
            self.game,
            self.trouble
        )?;
        let mut heading = "answered";
        match (&self.trouble, &self.answered) {
            (Trouble::TimeLimit(_), None) => {
                write!(formatter, ": does it flush its output after every line?")?;
            }
            (Trouble::TimeLimit(_) | Trouble::Ended(_), Some(_)) => {
                heading = "answered, without an end of the line";
            }
            (Trouble::MoreLines, _) => heading = "wrote",
            _ => {}
        }
        // With an `id` it is clear which question a line answers.
        if self.mixes_up_answers() && !matches!(self.trouble, Trouble::Late(_)) {
            let Self { lines, questions, .. } = self;
            write!(
                formatter,
                "\n  lines: {lines} for {questions} questions, so an answer may have been taken for that to another question"
            )?;
        }
        for (heading, text) in
            [("sent", &self.sent), (heading, &self.answered), ("allowed", &self.allowed)]
        {
            if let Some(text) = text {
                write!(formatter, "\n  {heading}: {text}")?;
            }
        }
        if !self.errors.is_empty() {
            write!(formatter, "\n  standard error:")?;
            self.errors.iter().try_for_each(|line| write!(formatter, "\n    {line}"))?;
        }
        Ok(())
    }
}

impl std::error::Error for ProgramFailure {}

/// Returns the beginning of a text, on one line that a terminal can show.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    let shown = plain(&text.trim_end().chars().take(MOST).collect::<String>());
    if text.trim_end().chars().nth(MOST).is_some() { shown + " …" } else { shown }
}

/// Returns the last lines of standard error, in a form that a terminal can show.
pub(super) fn last_lines(errors: &[u8]) -> Vec<String> {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let left_out = lines.len().saturating_sub(MOST);
    let begin = (left_out > 0).then(|| "…".to_owned());
    begin.into_iter().chain(lines[left_out..].iter().map(|line| shortened(line))).collect()
}
