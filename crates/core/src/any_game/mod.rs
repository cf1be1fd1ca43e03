//! A game as a value: everything that the code above the loop of blocks knows about a game.
//!
//! The hot code below it is typed, and compiled as one piece for each game: there is one indirect
//! call for a batch of blocks, and none in a decision.

mod drawn;
mod party;
mod replay;
mod table;
mod trial;

use std::fmt::Debug;

use crate::game::{AnyRules, CardNames, Description, GameSource, Unseen};
use crate::input::{InputError, Settings};
use crate::playthrough::Party;
use crate::rng::BlockStreams;
use crate::show::{Seated, Sitting};
use crate::strategy::{Entrant, Fault, Playable, Pupils, Repertoire, TypedGame, pupils};

pub use drawn::DrawnStates;
pub use party::AnyParty;
pub use table::{Chances, Table, TableError, TablePlan};
pub use trial::{Trial, TrialEnd, TrialPlan, Winners};

/// A game of any type. Every [`TypedGame`] implements it: a [`Playable`] type, and a game that is
/// made at run time.
///
/// ```
/// use fairdeal_core::any_game::AnyGame;
/// use fairdeal_core::games::{crisps::Crisps, scrip::Scrip};
///
/// let games: [&dyn AnyGame; 2] = [&Crisps, &Scrip];
/// assert_eq!(games.map(|game| game.description().name), ["crisps", "scrip"]);
/// ```
pub trait AnyGame: Debug + Send + Sync {
    /// Name, knobs, presets and units.
    fn description(&self) -> &'static Description {
        self.repertoire().game
    }

    /// Returns its strategies: the kinds that are compiled into this program, and the files that it
    /// carries.
    fn repertoire(&self) -> &'static Repertoire;

    /// Returns how it is played ([`Game::RULES_PAGE`](crate::game::Game::RULES_PAGE)).
    fn rules_page(&self) -> &'static str;

    /// Returns warnings for a designer about rules ([`Game::warnings`](crate::game::Game::warnings)).
    fn warnings_of(&self, settings: &Settings) -> Vec<String>;

    /// Returns whether it can draw hidden cards anew, so that it can be searched and chances of
    /// winning can be estimated.
    fn is_searchable(&self) -> bool;

    /// Returns the names of its cards, if it has card events.
    fn card_names(&self) -> Option<CardNames>;

    /// Returns the end reasons that no game needs to reach: limits.
    fn limits(&self) -> Vec<&str>;

    /// Returns the texts of its files, if it is a game in a file.
    fn source(&self) -> Option<&GameSource>;

    /// Makes the rules of a variant for a number of players within the description's bounds.
    ///
    /// # Errors
    /// When the knobs, each in its range, do not fit together.
    fn make_rules(&self, settings: &Settings, players: usize) -> Result<AnyRules, InputError>;

    /// Seats the strategies of a plan, to play blocks: one table for each thread.
    ///
    /// # Errors
    /// When a strategy or rules are not those of this game, or a program may not run.
    fn table<'a>(&self, plan: &TablePlan<'a>) -> Result<Box<dyn Table + 'a>, InputError>;

    /// Seats players for games that are written down or put into words: strategy `i` in seat `i`.
    /// Strategies may run external programs only if this is allowed.
    ///
    /// # Errors
    /// When the game or the rules are not for this many players, a strategy is not one of this
    /// game, or it is a program that may not run.
    fn party(
        &self,
        settings: &Settings,
        strategies: &[Entrant],
        seed: u64,
        allow_programs: bool,
    ) -> Result<Box<dyn AnyParty>, InputError>;

    /// Plays a game at which a person sits, up to the next choice of the person; `heading` says which
    /// one it is.
    ///
    /// # Errors
    /// When players cannot be seated. The inner error: a strategy made no legal choice, the rules have
    /// a mistake, or the person chose what is no option.
    fn sit(&self, table: &Seated<'_>, heading: &str) -> Result<Result<Sitting, Fault>, InputError>;

    /// Plays one game and adds to `text` its decisions and events, and how it ended. External
    /// programs do not play.
    ///
    /// # Errors
    /// When a strategy cannot be seated.
    fn replay(
        &self,
        rules: &AnyRules,
        entrants: &[Entrant],
        streams: BlockStreams,
        text: &mut Vec<u8>,
    ) -> Result<(), InputError>;

    /// Plays one game to look for mistakes in its rules: strategy `i` in seat `i`. External programs
    /// do not play.
    ///
    /// # Errors
    /// When a strategy cannot be seated.
    fn trial(
        &self,
        rules: &AnyRules,
        entrants: &[Entrant],
        streams: BlockStreams,
        plan: TrialPlan,
    ) -> Result<Trial, InputError>;

    /// Plays one game at random, and plays on from states that are drawn from the knowledge of its
    /// seats, with at most `most_decisions` in all.
    ///
    /// # Errors
    /// When the rules are those of another game.
    fn drawn_states(
        &self,
        rules: &AnyRules,
        streams: BlockStreams,
        most_decisions: u64,
    ) -> Result<DrawnStates, InputError>;

    /// Returns players who can learn, at tables with these numbers of players and rules; `None` if
    /// players of the game cannot learn.
    ///
    /// # Errors
    /// When rules are those of another game.
    fn pupils(&self, tables: Vec<(usize, AnyRules)>)
    -> Result<Option<Box<dyn Pupils>>, InputError>;

    /// Returns the places of its file where options depend on things that the choosing seat cannot
    /// see, in words, as far as games with these random numbers show them, with a limit of
    /// decisions for each.
    ///
    /// # Errors
    /// When the rules are those of another game.
    fn leaks(
        &self,
        rules: &AnyRules,
        games: &[BlockStreams],
        most_decisions: u64,
    ) -> Result<Vec<String>, InputError>;

    /// Returns the knobs that only say when a game is cut.
    fn limiting_knobs(&self) -> Vec<&str>;

    /// Returns the same game in a form that notes which places of its file are reached; `None` if
    /// it has no file.
    fn watched(&self) -> Option<&'static dyn AnyGame>;

    /// Returns the places of the file that no game reached, if they were [noted](Self::watched).
    fn unseen(&self) -> Vec<Unseen>;
}

impl<T: TypedGame + 'static> AnyGame for T {
    fn repertoire(&self) -> &'static Repertoire {
        TypedGame::repertoire(self)
    }

    fn rules_page(&self) -> &'static str {
        TypedGame::rules_page(self)
    }

    fn warnings_of(&self, settings: &Settings) -> Vec<String> {
        TypedGame::warnings_of(self, settings)
    }

    fn is_searchable(&self) -> bool {
        T::Game::SAMPLER.is_some()
    }

    fn card_names(&self) -> Option<CardNames> {
        TypedGame::card_names(self)
    }

    fn limits(&self) -> Vec<&str> {
        TypedGame::limits(self)
    }

    fn source(&self) -> Option<&GameSource> {
        TypedGame::source(self)
    }

    fn make_rules(&self, settings: &Settings, players: usize) -> Result<AnyRules, InputError> {
        let rules = self.rules_of(settings, players)?;
        Ok(AnyRules::new::<T::Game>(&settings.clone().at_tables(&[players]), rules))
    }

    fn table<'a>(&self, plan: &TablePlan<'a>) -> Result<Box<dyn Table + 'a>, InputError> {
        table::seat::<T::Game>(self.description(), plan)
    }

    fn party(
        &self,
        settings: &Settings,
        strategies: &[Entrant],
        seed: u64,
        allow_programs: bool,
    ) -> Result<Box<dyn AnyParty>, InputError> {
        Ok(Box::new(Party::new(self, settings, strategies, seed, allow_programs)?))
    }

    fn sit(&self, table: &Seated<'_>, heading: &str) -> Result<Result<Sitting, Fault>, InputError> {
        crate::show::sit(self, table, heading)
    }

    fn replay(
        &self,
        rules: &AnyRules,
        entrants: &[Entrant],
        streams: BlockStreams,
        text: &mut Vec<u8>,
    ) -> Result<(), InputError> {
        replay::replay::<T::Game>(self.description(), rules, entrants, streams, text)
    }

    fn trial(
        &self,
        rules: &AnyRules,
        entrants: &[Entrant],
        streams: BlockStreams,
        plan: TrialPlan,
    ) -> Result<Trial, InputError> {
        trial::trial::<T::Game>(self.description(), rules, entrants, streams, plan)
    }

    fn drawn_states(
        &self,
        rules: &AnyRules,
        streams: BlockStreams,
        most_decisions: u64,
    ) -> Result<DrawnStates, InputError> {
        drawn::drawn_states::<T::Game>(self.description(), rules, streams, most_decisions)
    }

    fn pupils(
        &self,
        tables: Vec<(usize, AnyRules)>,
    ) -> Result<Option<Box<dyn Pupils>>, InputError> {
        pupils::<T::Game>(self.description(), tables)
    }

    fn leaks(
        &self,
        rules: &AnyRules,
        games: &[BlockStreams],
        most_decisions: u64,
    ) -> Result<Vec<String>, InputError> {
        let rules = rules.of::<T::Game>(self.description())?;
        Ok(TypedGame::leaks(self, rules, games, most_decisions))
    }

    fn limiting_knobs(&self) -> Vec<&str> {
        TypedGame::limiting_knobs(self)
    }

    fn watched(&self) -> Option<&'static dyn AnyGame> {
        TypedGame::watched(self).map(|game| game as _)
    }

    fn unseen(&self) -> Vec<Unseen> {
        TypedGame::unseen(self)
    }
}
