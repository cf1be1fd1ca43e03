//! What is said to a program and how its answers are understood.

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};

use super::failure::{ProgramFailure, Trouble, shortened};
use super::process::Process;
use super::program::Program;
use crate::game::Description;

/// The version of the protocol: it counts up when an older program would misunderstand a line.
const PROTOCOL: u32 = 1;

/// The programs that play on one thread: one process each, however many players ask it.
#[derive(Debug)]
pub struct Programs {
    game: &'static Description,
    /// All rules that are played by on the thread, each once.
    rules: Vec<Map<String, Value>>,
    allowed: bool,
    sessions: Vec<(Program, Arc<Mutex<Session>>)>,
}

impl Programs {
    /// For a game, with all rules that are played by on the thread, resolved as the trace writes them: every program is told them when it starts.
    ///
    /// No program may run, unless [`Programs::allowed`] says so.
    pub fn new(game: &'static Description, rules: impl IntoIterator<Item = Map<String, Value>>) -> Self {
        let mut different: Vec<Map<String, Value>> = Vec::new();
        for rules in rules {
            if !different.contains(&rules) {
                different.push(rules);
            }
        }
        Self { game, rules: different, allowed: false, sessions: Vec::new() }
    }

    /// The same, with the permission to run programs or without. A program can do on this machine whatever its user can: files of strangers should not start
    /// one unasked.
    #[must_use]
    pub fn allowed(self, allowed: bool) -> Self {
        Self { allowed, ..self }
    }

    /// May programs run?
    pub(in crate::strategy) fn are_allowed(&self) -> bool {
        self.allowed
    }

    /// The number by which programs know these rules; `None` if they were not among those given.
    pub(in crate::strategy) fn number_of(&self, rules: &Map<String, Value>) -> Option<usize> {
        self.rules.iter().position(|known| known == rules)
    }

    /// The session with a program, which is the same for all that ask for it.
    pub(super) fn session(&mut self, program: &Program) -> Arc<Mutex<Session>> {
        if let Some((_, session)) = self.sessions.iter().find(|(known, _)| known == program) {
            return Arc::clone(session);
        }
        let hello = json!({"type": "hello", "protocol": PROTOCOL, "game": self.game.name, "rules": self.rules});
        let session = Session { program: program.clone(), game: self.game.name, hello, process: None, answer: Vec::new() };
        let session = Arc::new(Mutex::new(session));
        self.sessions.push((program.clone(), Arc::clone(&session)));
        session
    }
}

/// An answer; what else a program tells with it is not looked at.
#[derive(serde::Deserialize)]
struct Answer {
    action: String,
}

/// The talk with one program.
#[derive(Debug)]
pub(super) struct Session {
    program: Program,
    game: &'static str,
    hello: Value,
    /// None before the first question.
    process: Option<Process>,
    /// The last line of the program.
    answer: Vec<u8>,
}

impl Session {
    /// Asks for a choice; the program is started if it does not run yet.
    ///
    /// Returns the action that it names, legal or not. After an error the process is gone.
    pub(super) fn ask(&mut self, request: &Value) -> Result<String, Trouble> {
        self.answer.clear();
        let running = self.process.take();
        let lines = if running.is_some() { format!("{request}\n") } else { format!("{}\n{request}\n", self.hello) };
        let mut process = running.map_or_else(|| Process::start(&self.program), Ok)?;
        process.exchange(lines.as_bytes(), &mut self.answer)?;
        let answer = serde_json::from_slice::<Answer>(&self.answer)
            .map_err(|_| Trouble::Nonsense("it is no JSON object with a text as `action`"))?;
        self.process = Some(process);
        Ok(answer.action)
    }

    /// What went wrong with a request, whose legal actions have these names.
    pub(super) fn failure(&self, trouble: Trouble, request: &Value, names: &[String]) -> ProgramFailure {
        ProgramFailure {
            program: self.program.to_string(),
            game: self.game,
            trouble,
            sent: shortened(&request.to_string()),
            answered: (!self.answer.is_empty()).then(|| shortened(&String::from_utf8_lossy(&self.answer))),
            allowed: shortened(&names.join(", ")),
        }
    }
}
