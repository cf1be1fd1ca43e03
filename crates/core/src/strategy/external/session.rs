//! The messages to and from a program.

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};

use super::failure::{ProgramFailure, Trouble, last_lines, shortened};
use super::process::{Process, lock};
use super::program::Program;
use super::told::last_words;
use crate::game::Description;

/// The version of the protocol, raised when an older program would misunderstand a line.
const PROTOCOL: u32 = 1;

/// The programs that play on one thread: one process each, for any number of players.
#[derive(Debug)]
pub struct Programs {
    game: &'static Description,
    /// All rules on the thread, each once.
    rules: Vec<Map<String, Value>>,
    allowed: bool,
    sessions: Vec<(Program, Arc<Mutex<Session>>)>,
}

impl Programs {
    /// Returns the programs of a game. Each gets all rules on the thread when it starts, resolved
    /// as in the trace.
    ///
    /// No program may run, unless [`Programs::allowed`] says so.
    pub fn new(
        game: &'static Description,
        rules: impl IntoIterator<Item = Map<String, Value>>,
    ) -> Self {
        let mut different: Vec<Map<String, Value>> = Vec::new();
        for rules in rules {
            if !different.contains(&rules) {
                different.push(rules);
            }
        }
        Self { game, rules: different, allowed: false, sessions: Vec::new() }
    }

    /// Sets whether programs may run. A program can do everything on this machine that its user
    /// can: the files of strangers must not start one without permission.
    #[must_use]
    pub fn allowed(self, allowed: bool) -> Self {
        Self { allowed, ..self }
    }

    /// Returns the game that they play.
    pub(in crate::strategy) fn game(&self) -> &'static Description {
        self.game
    }

    /// Returns whether programs may run.
    pub(in crate::strategy) fn are_allowed(&self) -> bool {
        self.allowed
    }

    /// Returns the number by which programs know these rules; `None` if the rules were not given.
    pub(in crate::strategy) fn number_of(&self, rules: &Map<String, Value>) -> Option<usize> {
        self.rules.iter().position(|known| known == rules)
    }

    /// Returns the session with a program, which all its players share.
    pub(super) fn session(&mut self, program: &Program) -> Arc<Mutex<Session>> {
        if let Some((_, session)) = self.sessions.iter().find(|(known, _)| known == program) {
            return Arc::clone(session);
        }
        let hello = json!({
            "type": "hello", "protocol": PROTOCOL, "game": self.game.name, "rules": self.rules,
        });
        let session =
            Session { program: program.clone(), game: self.game.name, hello, process: None };
        let session = Arc::new(Mutex::new(session));
        self.sessions.push((program.clone(), Arc::clone(&session)));
        session
    }

    /// Ends the programs: closes their input, and gives each a second. (A program that is asked
    /// again later is started again.)
    ///
    /// # Errors
    /// If a program wrote more lines than it was asked questions: its answers may then belong to
    /// other questions.
    pub fn finish(&mut self) -> Result<(), Box<ProgramFailure>> {
        self.sessions.iter().try_for_each(|(_, session)| lock(session).finish())
    }
}

/// An answer; other keys are ignored.
#[derive(serde::Deserialize)]
struct Answer {
    action: String,
    #[serde(default)]
    id: Value,
}

/// The dialogue with one program.
#[derive(Debug)]
pub(super) struct Session {
    program: Program,
    game: &'static str,
    hello: Value,
    /// `None` before the first question.
    process: Option<Process>,
}

impl Session {
    /// Returns the `id` of the next question: they are counted from 1 in each process.
    pub(super) fn next_id(&self) -> u64 {
        self.process.as_ref().map_or(0, |process| process.questions) + 1
    }

    /// Asks for a choice among the actions of these names; starts the program if it does not run
    /// yet. After an error it has ended.
    ///
    /// Returns the index of the chosen action.
    pub(super) fn ask(
        &mut self,
        request: &Value,
        names: &[String],
    ) -> Result<usize, Box<ProgramFailure>> {
        let mut answer = Vec::new();
        let chosen = self.chosen(request, names, &mut answer);
        chosen.map_err(|trouble| {
            let is_asked =
                !matches!(trouble, Trouble::NotStarted(_) | Trouble::MoreLines | Trouble::Late(_));
            Box::new(ProgramFailure {
                sent: is_asked.then(|| shortened(&request.to_string())),
                answered: (!answer.is_empty())
                    .then(|| shortened(&String::from_utf8_lossy(&answer))),
                allowed: is_asked.then(|| shortened(&names.join(", "))),
                ..self.failure(trouble)
            })
        })
    }

    fn chosen(
        &mut self,
        request: &Value,
        names: &[String],
        answer: &mut Vec<u8>,
    ) -> Result<usize, Trouble> {
        let (process, lines) = match &mut self.process {
            Some(process) => (process, format!("{request}\n")),
            none => (
                none.insert(Process::start(&self.program)?),
                format!("{}\n{request}\n", self.hello),
            ),
        };
        let asked = process.questions + 1;
        if let Err(trouble) = process.ask(lines.as_bytes(), answer) {
            // If every line has an `id`, the lowest one belongs to the question that was answered
            // late or twice.
            let ids: Option<Vec<u64>> = answer
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.is_empty())
                .map(id_of)
                .collect();
            return Err(match (trouble, ids.and_then(|ids| ids.into_iter().min())) {
                (Trouble::MoreLines, Some(answered)) => Trouble::Late(answered),
                (trouble, _) => trouble,
            });
        }
        let Answer { action, id } = understood(answer)?;
        match (id.is_null(), id.as_u64()) {
            (true, _) => {}
            (_, Some(id)) if id == asked => {}
            (_, Some(answered)) if answered < asked => return Err(Trouble::Late(answered)),
            _ => {
                return Err(Trouble::Nonsense(format!(
                    "its `id` is {id}, and that of the question is {asked}"
                )));
            }
        }
        names.iter().position(|name| *name == action).ok_or(Trouble::Illegal)
    }

    /// Ends the program, if it runs, after an error. Its last output shows whether its answers
    /// belong to its questions.
    fn failure(&mut self, trouble: Trouble) -> ProgramFailure {
        let is_late =
            matches!(trouble, Trouble::TimeLimit(_) | Trouble::TooLong | Trouble::Ended(None));
        let process = self
            .process
            .take()
            .map(|mut process| (process.end(is_late), process.questions, process.lines));
        let (errors, questions, lines) = process.unwrap_or_default();
        let (program, game) = (self.program.to_string(), self.game);
        ProgramFailure {
            program,
            game,
            trouble,
            sent: None,
            answered: None,
            allowed: None,
            questions,
            lines,
            errors: last_lines(&errors),
        }
    }

    /// Ends the program, if it runs.
    ///
    /// # Errors
    /// If it wrote more lines than it was asked questions.
    pub(super) fn finish(&mut self) -> Result<(), Box<ProgramFailure>> {
        let Some(process) = &mut self.process else { return Ok(()) };
        let errors = process.end(false);
        if process.lines > process.questions {
            let wrote = shortened(&String::from_utf8_lossy(&process.surplus));
            return Err(Box::new(ProgramFailure {
                answered: Some(wrote),
                errors: last_lines(&errors),
                ..self.failure(Trouble::MoreLines)
            }));
        }
        last_words(&errors);
        self.process = None;
        Ok(())
    }
}

/// The `id` of an answer, if it has one.
fn id_of(line: &[u8]) -> Option<u64> {
    understood(line).ok()?.id.as_u64()
}

/// Parses an answer.
fn understood(line: &[u8]) -> Result<Answer, Trouble> {
    // Some programs write a byte order mark before their first line, or before each.
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let why = |why: String| Trouble::Nonsense(why);
    let text = std::str::from_utf8(line).map_err(|_| why("it is not UTF-8".to_owned()))?.trim();
    match text.bytes().next() {
        None => return Err(why("it is an empty line".to_owned())),
        Some(b'[') => {
            return Err(why("it is a list, not an object with a text as `action`".to_owned()));
        }
        _ => {}
    }
    serde_json::from_str(text).map_err(|error| {
        let place = error.column().saturating_sub(1);
        let is_no_number = |word: &&str| {
            (place.saturating_sub(word.len())..=place)
                .any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(*word)))
        };
        let no_number = ["NaN", "-Infinity", "Infinity"]
            .into_iter()
            .find(is_no_number)
            .filter(|_| error.is_syntax());
        why(if let Some(word) = no_number {
            format!(
                "JSON has no {word} (column {}): write null instead, or leave the key out",
                error.column()
            )
        } else {
            let error = error.to_string();
            format!(
                "it is no JSON object with a text as `action` ({})",
                error.replace(" at line 1 column ", ", column ")
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_answers_are_explained() {
        let action =
            |line: &str| understood(line.as_bytes()).map(|answer| (answer.action, answer.id));
        for line in [
            "{\"action\":\"pass\"}",
            "\u{feff}{\"action\": \"pass\", \"worth\": [0.5, null]}\r",
            " {\"why\": {\"a\": 1}, \"action\": \"pass\"}",
        ] {
            assert_eq!(action(line), Ok(("pass".to_owned(), Value::Null)), "{line}");
        }
        assert_eq!(action("{\"action\":\"pass\",\"id\":7}"), Ok(("pass".to_owned(), json!(7))));
        for (line, why) in [
            ("", "it is an empty line"),
            (" \r", "it is an empty line"),
            ("[\"pass\"]", "it is a list, not an object with a text as `action`"),
            ("[\"pass\", 7]", "it is a list, not an object with a text as `action`"),
            (
                "{\"action\":\"pass\",\"worth\":NaN}",
                "JSON has no NaN (column 26): write null instead, or leave the key out",
            ),
            (
                "{\"worth\":Infinity,\"action\":\"pass\"}",
                "JSON has no Infinity (column 10): write null instead, or leave the key out",
            ),
            (
                "{\"worth\":-Infinity,\"action\":\"pass\"}",
                "JSON has no -Infinity (column 11): write null instead, or leave the key out",
            ),
            (
                "{\"action\":null}",
                "it is no JSON object with a text as `action` (invalid type: null, expected a \
                    string, column 14)",
            ),
            ("pass", "it is no JSON object with a text as `action` (expected value, column 1)"),
        ] {
            assert_eq!(action(line), Err(Trouble::Nonsense(why.to_owned())), "{line}");
        }
        assert_eq!(
            understood(b"{\"action\":\"\xff\"}").map(|answer| answer.id),
            Err(Trouble::Nonsense("it is not UTF-8".to_owned()))
        );
    }
}
