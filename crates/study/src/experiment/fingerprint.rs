//! A fingerprint of how this program plays, so that counts of programs that play differently
//! are never mixed.

use sha2::{Digest, Sha256};

use super::Plan;
use super::digest::{SCHEMA_VERSION, hexadecimal};
use fairdeal_core::input::{InputError, Location, Problem};
use fairdeal_core::metrics::Label;
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::strategy::{Entrant, Program, StrategyFile};

/// At most about this many cells of a plan are replayed, beside the first cell of each strategy.
const SPREAD: usize = 8;

/// No more games are replayed than these, however many strategies there are.
const MOST_GAMES: usize = 24;

/// Strategies that search do so with this budget: it takes the same code, and no time.
const BUDGET: i64 = 4;

/// A game that is replayed: its place among all that is played, and who sits where.
type Replay<'p> = (usize, &'p Label, Vec<&'p Entrant>);

impl Plan {
    /// A fingerprint of how this program plays, in hexadecimal: of a few whole games with the rules
    /// and strategies of the plan, every decision and event of them, and of the files of external
    /// programs. It is the same for all builds that play alike, on any machine, and takes a few
    /// milliseconds.
    ///
    /// At most 24 games are spread over variants and line-ups, so that every strategy plays in one,
    /// also those that play beside the line-ups. Strategies that search have a small budget.
    /// Players who learn play as before they learned. External programs do not play; the text has the digests of their files instead
    /// ([`Plan::program_digests`]).
    ///
    /// # Errors
    /// When the file of an external program cannot be read, or a strategy cannot be seated.
    pub fn fingerprint(&self) -> Result<String, InputError> {
        let mut text =
            format!("{SCHEMA_VERSION} {}", self.given.game.description().name).into_bytes();
        for (strategy, digest) in self.program_digests()? {
            text.extend(format!("\n{strategy} {digest}").into_bytes());
        }
        for (number, (cell, label, seats)) in self.replayed().into_iter().enumerate() {
            let entrants: Vec<Entrant> =
                seats.iter().map(|entrant| entrant.unlearned().with_budget_up_to(BUDGET)).collect();
            text.extend(format!("\n{cell}:").into_bytes());
            let streams = BlockStreams::new(self.seed(), number as u64);
            self.given.game.replay(&label.rules, &entrants, streams, &mut text)?;
        }
        Ok(hexadecimal(&Sha256::digest(&text)))
    }

    /// For each strategy that is an external program, in the order of the plan: a SHA-256, in
    /// hexadecimal, of the files that its command names.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn program_digests(&self) -> Result<Vec<(String, String)>, InputError> {
        let programs = self
            .entrants()
            .filter_map(Entrant::file)
            .filter_map(|file| file.program.as_ref().map(|program| (file, program)));
        let mut digests: Vec<(String, String)> = Vec::new();
        for (file, program) in programs {
            if digests.iter().all(|(name, _)| *name != file.name) {
                digests.push((file.name.clone(), digest_of(file, program)?));
            }
        }
        Ok(digests)
    }

    /// The cells that are replayed: some that are spread over the line-ups, and the first cell of
    /// each strategy, including those played beside the line-ups. No cell with an external program.
    fn replayed<'p>(&'p self) -> Vec<Replay<'p>> {
        let known = |name: &String| self.entrants().find(|entrant| entrant.name() == name);
        let of_lineups = self.layout.cells.len();
        let replay = |(cell, label): (usize, &'p Label)| {
            let shape = &label.shape;
            let strategy = |seat: usize| match cell {
                cell if cell < of_lineups => shape.entries[seat],
                // Who sits where makes no difference to how a program plays.
                _ => seat % shape.strategies.len(),
            };
            let seats = (0..shape.players()).map(|seat| &shape.strategies[strategy(seat)]);
            (cell, label, seats.filter_map(known).collect::<Vec<_>>())
        };
        let all = self.layout.played().enumerate().map(replay);
        let is_silent = |seated: &&Entrant| seated.program().is_none();
        let all: Vec<Replay<'p>> =
            all.filter(|(_, _, seats)| seats.iter().all(is_silent)).collect();
        let of_lineups = all.iter().take_while(|(cell, ..)| *cell < of_lineups).count();
        let mut chosen: Vec<usize> = (0..SPREAD)
            .map(|number| number * of_lineups / SPREAD)
            .filter(|place| *place < of_lineups)
            .collect();
        for entrant in self.entrants() {
            let has =
                |place: &usize| all[*place].2.iter().any(|seated| seated.name() == entrant.name());
            if !chosen.iter().any(has) {
                chosen.extend((0..all.len()).find(has));
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        chosen.truncate(MOST_GAMES);
        let is_chosen = |(place, replay)| chosen.contains(&place).then_some(replay);
        all.into_iter().enumerate().filter_map(is_chosen).collect()
    }
}

/// A digest of the files of a program.
fn digest_of(file: &StrategyFile, program: &Program) -> Result<String, InputError> {
    let unreadable = |error: std::io::Error| {
        let problem = Problem::Unreadable(format!("the files of the program `{program}`: {error}"));
        InputError::new(Location::whole(format!("strategy `{}`", file.name)), problem)
            .because_of(&error)
    };
    let mut hash = Sha256::new();
    for (_, content) in program.files().map_err(unreadable)? {
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(content);
    }
    Ok(hexadecimal(&hash.finalize()))
}
