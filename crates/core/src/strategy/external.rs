//! The kind `external`, for every game: a program that is asked for each choice.
//!
//! `docs/external-programs.md` documents the protocol line by line.

mod failure;
mod pipes;
mod process;
mod program;
mod session;
mod told;

use std::sync::{Arc, Mutex};

use serde_json::json;

use super::{Failure, Kind, Strategy};
use crate::game::{Choice, Game, LegalSet, SeatView};
use crate::rng::Stream;

pub use failure::{ProgramFailure, Trouble};
pub use process::{kill_programs, programs_run};
pub use program::Program;
pub(super) use program::{KEYS, TIME_LIMITS, USUAL_TIME_LIMIT};
pub use session::Programs;
pub use told::tell_of_programs;

use process::lock;
use session::Session;

/// The kind of strategy files that name a program.
pub(super) const PROGRAM: Kind = Kind {
    name: "external",
    summary: "a program that receives its seat's knowledge and answers with its choice",
    knobs: &[],
    defaults_version: 0,
    searches: false,
    learns: None,
    estimates: false,
};

/// The number of random bits that a program is sent: as many as every language reads exactly from a
/// JSON number.
const SEED_BITS: u32 = 53;

/// A player that asks a program.
///
/// Its clones, and all players of one program that were made with the same [`Programs`], share one
/// process.
#[derive(Clone, Debug)]
pub struct External {
    session: Arc<Mutex<Session>>,
    /// The number of its rules in the hello line.
    rules: usize,
    players: usize,
    /// The failure of the program, until it is fetched.
    failed: Option<Box<ProgramFailure>>,
}

impl External {
    /// Returns a player of `program`, which is started when it is first asked. It plays under the
    /// rules with number `rules` of `programs`.
    pub(super) fn new(
        program: &Program,
        programs: &mut Programs,
        rules: usize,
        players: usize,
    ) -> Self {
        Self { session: programs.session(program), rules, players, failed: None }
    }

    /// Asks for one choice.
    ///
    /// Returns the index of the chosen action among the legal ones.
    #[cold]
    #[inline(never)]
    fn ask<G: Game>(
        &mut self,
        view: G::View<'_>,
        legal: &G::Legal,
        seed: u64,
    ) -> Result<u32, Failure> {
        let names: Vec<String> =
            legal.iter().map(|action| G::action_name(view.rules(), action)).collect();
        let mut session = lock(&self.session);
        let request = json!({
            "type": "decision",
            "id": session.next_id(),
            "rules": self.rules,
            "players": self.players,
            "seat": view.seat().index(),
            "seed": seed,
            "view": view.to_json(),
            "legal": names,
        });
        let chosen = session.ask(&request, &names).map_err(|failure| {
            self.failed = Some(failure);
            Failure::Program
        })?;
        u32::try_from(chosen).map_err(|_| Failure::NoLegalAction)
    }
}

impl<G: Game> Strategy<G> for External {
    // Asking is kept out of the loop of the game, together with its stack memory: the loop is made
    // fast for the compiled kinds.
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        let seed = stream.word() >> (u64::BITS - SEED_BITS);
        let chosen = self.ask::<G>(*view, &legal.clone(), seed)?;
        legal.choose_nth(chosen).ok_or(Failure::NoLegalAction)
    }

    fn program_failure(&mut self) -> Option<Box<ProgramFailure>> {
        self.failed.take()
    }
}
