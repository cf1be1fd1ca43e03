//! The kind `external`, for every game: a program that is asked for each choice.
//!
//! The protocol, line by line, is in `docs/external-programs.md`.

mod failure;
mod process;
mod program;
mod session;

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;

use super::{Failure, Strategy};
use crate::game::{Choice, Game, LegalSet};
use crate::rng::Stream;

pub use failure::{ProgramFailure, Trouble};
pub use process::kill_programs;
pub(super) use program::KEYS;
pub use program::Program;
pub use session::Programs;

use session::Session;

/// The kind's name in strategy files.
pub(super) const KIND: &str = "external";

/// How it plays.
pub(super) const SUMMARY: &str = "a program that is told what its seat may know and answers with its choice";

/// So many bits of a random word are handed on: as many as every language reads exactly from a JSON number.
const SEED_BITS: u32 = 53;

/// A player that asks a program.
///
/// Its clones, and all players of one program that were made with the same [`Programs`], share one process.
#[derive(Clone, Debug)]
pub struct External {
    session: Arc<Mutex<Session>>,
    /// The number of its rules in the hello line.
    rules: usize,
    players: usize,
}

impl External {
    /// A player of `program`, which is started when it is first asked. It plays by the rules with number `rules` of `programs`.
    pub(super) fn new(program: &Program, programs: &mut Programs, rules: usize, players: usize) -> Self {
        Self { session: programs.session(program), rules, players }
    }

    /// Asks for one choice.
    fn ask<'l, G: Game>(&self, view: &G::View<'_>, legal: &'l G::Legal, stream: &mut Stream) -> Result<Choice<'l, G::Action>, Failure> {
        let actions: Vec<G::Action> = legal.iter().collect();
        let names: Vec<String> = actions.iter().map(|action| G::action_name(G::rules_of(view), *action)).collect();
        let request = json!({
            "type": "decision",
            "rules": self.rules,
            "players": self.players,
            "seat": G::viewer(view).index(),
            "seed": stream.word() >> (u64::BITS - SEED_BITS),
            "view": G::view_json(view),
            "legal": names,
        });
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let choice = session.ask(&request).and_then(|answer| {
            let chosen = names.iter().position(|name| *name == answer).and_then(|chosen| legal.choose(actions[chosen]));
            chosen.ok_or(Trouble::Illegal)
        });
        choice.map_err(|trouble| Failure::Program(Box::new(session.failure(trouble, &request, &names))))
    }
}

impl<G: Game> Strategy<G> for External {
    // Kept out of the loop of the game, whose speed is for those that are compiled into it.
    #[inline(never)]
    fn choose<'l>(&mut self, view: &G::View<'_>, legal: &'l G::Legal, stream: &mut Stream) -> Result<Choice<'l, G::Action>, Failure> {
        self.ask::<G>(view, legal, stream)
    }
}
