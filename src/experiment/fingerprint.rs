//! How this program plays, in a few digits: so that what two programs counted is never mixed.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::digest::{SCHEMA_VERSION, hexadecimal};
use super::{Lineup, Plan};
use crate::game::{Game, Observer};
use crate::input::{InputError, Location, Problem};
use crate::rng::BlockStreams;
use crate::seat::Seat;
use crate::strategy::{Entrant, Playable, Program, Programs, StrategyFile};

/// At most about this many cells of a plan are replayed, besides those that are the first of a strategy.
const SPREAD: usize = 8;

/// No more games are replayed than these, however many strategies there are.
const MOST_GAMES: usize = 24;

/// Strategies that search do so with this budget: it takes the same code, and no time.
const BUDGET: i64 = 4;

impl<G: Playable> Plan<G> {
    /// A fingerprint of how this program plays, in hexadecimal: of its version, of a few whole games with the rules and strategies of the plan, every decision
    /// and event of them, and of the files of external programs. It is the same for all builds that play alike, on any machine, and takes a few
    /// milliseconds.
    ///
    /// The games are spread over variants and line-ups, and every strategy plays in one, as far as 24 games reach. Those that search do it with a small
    /// budget. External programs do not play: their files stand in their place ([`Plan::program_digests`]).
    ///
    /// # Errors
    /// When the file of an external program cannot be read, or a strategy cannot be seated.
    #[inline(never)]
    pub fn fingerprint(&self) -> Result<String, InputError> {
        let mut text = format!("{} {SCHEMA_VERSION} {}", env!("CARGO_PKG_VERSION"), G::DESCRIPTION.name).into_bytes();
        for (strategy, digest) in self.program_digests()? {
            text.extend(format!("\n{strategy} {digest}").into_bytes());
        }
        for (number, cell) in self.replayed().into_iter().enumerate() {
            let (planned, lineup) = (&self.cells[cell], &self.lineups[cell % self.lineups.len()]);
            let quick = |entry: &usize| match &self.strategies[*entry] {
                Entrant::File(file) => Entrant::File(file.with_budget_up_to(BUDGET)),
                own @ Entrant::Own(_) => own.clone(),
            };
            let entrants: Vec<Entrant<G>> = lineup.entries.iter().map(quick).collect();
            let rules = self.rules_json(planned);
            let mut programs = Programs::new(&G::DESCRIPTION, [rules.clone()]);
            let players = entrants.iter().map(|entrant| entrant.player_with(&mut programs, &rules, entrants.len()));
            let mut seated = G::seat(players.collect::<Result<_, _>>()?);
            text.extend(format!("\n{cell}:").into_bytes());
            let mut listener = Listener::<G> { rules: &planned.rules, text: &mut text };
            // One that may be any: so the game is compiled once for all of them.
            let mut any: &mut dyn Observer<G> = &mut listener;
            let played = G::watch(&planned.rules, &mut seated, BlockStreams::new(self.seed, number as u64), &mut any);
            // A strategy that fails, fails in the run as well.
            text.extend(format!("{played:?}").into_bytes());
        }
        Ok(hexadecimal(&Sha256::digest(&text)))
    }

    /// For each strategy that is an external program, in the order of the plan: a SHA-256, in hexadecimal, of the files that its command names.
    ///
    /// # Errors
    /// When they cannot be read.
    #[inline(never)]
    pub fn program_digests(&self) -> Result<Vec<(String, String)>, InputError> {
        let programs = self.entrants().filter_map(Entrant::file).filter_map(|file| file.program.as_ref().map(|program| (file, program)));
        let mut digests: Vec<(String, String)> = Vec::new();
        for (file, program) in programs {
            if digests.iter().all(|(name, _)| *name != file.name) {
                digests.push((file.name.clone(), digest_of(file, program)?));
            }
        }
        Ok(digests)
    }

    /// The cells that are replayed: some that are spread over all, and the first of each strategy; none with an external program.
    fn replayed(&self) -> Vec<usize> {
        let lineups = self.lineups.len();
        let is_program = |entry: &usize| self.strategies[*entry].file().is_some_and(|file| file.program.is_some());
        let plays = |lineup: &Lineup| !lineup.entries.iter().any(is_program);
        let cells: Vec<usize> = (0..self.cells.len()).filter(|cell| plays(&self.lineups[cell % lineups])).collect();
        let mut replayed: Vec<usize> = (0..SPREAD).filter_map(|number| cells.get(number * cells.len() / SPREAD).copied()).collect();
        let has = |cell: usize, entry: usize| self.lineups[cell % lineups].entries.contains(&entry);
        for entry in 0..self.strategies.len() {
            if replayed.iter().all(|cell| !has(*cell, entry)) {
                replayed.extend(cells.iter().copied().find(|cell| has(*cell, entry)));
            }
        }
        replayed.sort_unstable();
        replayed.dedup();
        replayed.truncate(MOST_GAMES);
        replayed
    }
}

/// A digest of the files of a program.
fn digest_of(file: &StrategyFile, program: &Program) -> Result<String, InputError> {
    let unreadable = |error: std::io::Error| {
        let problem = Problem::Unreadable(format!("the files of the program `{program}`: {error}"));
        InputError::new(Location::whole(format!("strategy `{}`", file.name)), problem).because_of(&error)
    };
    let mut hash = Sha256::new();
    for (_, content) in program.files().map_err(unreadable)? {
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(content);
    }
    Ok(hexadecimal(&hash.finalize()))
}

/// Writes down every decision and event of a game.
struct Listener<'a, G: Game> {
    rules: &'a G::Rules,
    text: &'a mut Vec<u8>,
}

impl<G: Game> Listener<'_, G> {
    fn hear(&mut self, heard: &impl Serialize) {
        // Memory takes whatever is written to it.
        let _ = serde_json::to_writer(&mut *self.text, heard);
    }
}

impl<G: Game> Observer<G> for Listener<'_, G> {
    fn decision(&mut self, seat: Seat, _legal: &G::Legal, action: G::Action) {
        self.hear(&(seat.to_string(), G::action_name(self.rules, action)));
    }

    fn event(&mut self, event: G::Event<'_>) {
        let event = G::event_json(self.rules, &event);
        self.hear(&event);
    }
}
