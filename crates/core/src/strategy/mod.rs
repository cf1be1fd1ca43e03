//! Strategies: the trait [`Strategy`], the kinds of a game, and the kinds that play any game.

mod boxed;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod entrant;
mod external;
mod file;
mod learned;
mod learning;
mod network;
mod random;
mod record;
mod repertoire;
mod restricted;
mod restriction;
mod schema;
mod search;
mod texts;
mod written;

use std::fmt::Debug;

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{
    CardNames, CardTeller, Choice, Dealer, Game, GameSource, Observer, Playthrough, Unseen,
};
use crate::input::{InputError, Knob, Settings};
use crate::rng::{BlockStreams, Stream};
use crate::seat::Seat;

pub use boxed::Boxed;
pub use entrant::Entrant;
pub use external::{
    External, Program, ProgramFailure, Programs, Trouble, kill_programs, programs_run,
    tell_of_programs,
};
pub use file::StrategyFile;
pub use learned::{Learnable, Learned};
pub(crate) use learning::pupils;
pub use learning::{
    Decision, FORESEEN, Gathered, Learning, MOST_ACTIONS, NotLearnable, Noted, Passed, Piece,
    Pupils,
};
pub use network::{
    FeatureGroup, Features, HiddenSums, LANES, MOST_ACTIVE, Network, Shape, Table, UNITS,
    WORTH_OF_ONE, Weights, chance_step, feature_groups, lead_step,
};
pub use random::Random;
pub use record::{RestrictionRecord, StrategyRecord};
pub use repertoire::Repertoire;
pub use restriction::Restriction;
#[cfg(test)]
pub(crate) use search::Watcher;
pub use search::{Enumeration, FlatMonteCarlo, Ismcts, NotSearchable, Probe, StateSampler};
pub use texts::{StrategyText, StrategyTexts};

/// The kind of a Rust type, in results.
const OWN_KIND: &str = "own";

/// A decision rule for one seat.
///
/// A strategy sees a [`Game::View`], which shows only what its seat may know, and the legal
/// actions. It is passed the seat's own stream of random numbers and must use no other source, so
/// that the same seed gives the same game.
pub trait Strategy<G: Game> {
    /// Begins a new game: forget the last one.
    #[inline(always)]
    fn new_game(&mut self) {
        if let Some(player) = self.wrapped() {
            player.new_game();
        }
    }

    /// Chooses one of the legal actions.
    ///
    /// # Errors
    /// If it cannot choose. No other action is chosen instead.
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure>;

    /// Returns whether [`Strategy::observe`] must be called with the decisions of others. It is
    /// asked once, when a game has begun. By default it is false.
    #[inline(always)]
    fn observes(&mut self) -> bool {
        self.wrapped().is_some_and(Strategy::observes)
    }

    /// Reports that another seat takes `action`, one of `legal`. `view` is that seat's view at the
    /// decision, and `stream` this player's own.
    ///
    /// It is called only if the strategy asked for it when the game began ([`Strategy::observes`]),
    /// and only in a game where everybody learns after an action what its seat knew
    /// ([`Game::OPEN_DECISIONS`]). It is never called in simulated games.
    ///
    /// Forget everything when a new game begins ([`Strategy::new_game`]).
    #[inline(always)]
    fn observe(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        action: G::Action,
        stream: &mut Stream,
    ) {
        if let Some(player) = self.wrapped() {
            player.observe(view, legal, action, stream);
        }
    }

    /// Estimates the worth of a legal action to the seat of the view, from 0 to 1: its share of a
    /// win or of a score, with margins as they counted when it learned. `None` if the strategy has
    /// no estimate. By default it has that of the player that it [wraps](Strategy::wrapped).
    fn worth(&mut self, view: &G::View<'_>, action: G::Action) -> Option<f32> {
        self.wrapped()?.worth(view, action)
    }

    /// Returns the player that this one wraps, if there is one. All calls but those for a choice go
    /// to it, unless they are implemented here.
    #[inline(always)]
    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        None
    }

    /// Makes the same choice by an indirect call, outside a loop that was compiled for the
    /// instructions found at run time (see [`crate::cards::bits`]): it is compiled for them by
    /// itself.
    ///
    /// # Errors
    /// See [`Strategy::choose`].
    #[inline(never)]
    fn choose_alone<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        with_fast_bits(Alone::<G, Self> { player: self, view, legal, stream })
    }

    /// Returns the failure of its program, once, after [`Failure::Program`].
    fn program_failure(&mut self) -> Option<Box<ProgramFailure>> {
        self.wrapped()?.program_failure()
    }
}

/// One choice as work for [`with_fast_bits`](crate::cards::bits::with_fast_bits).
struct Alone<'v, 'w, 'l, G: Game, P: ?Sized> {
    player: &'v mut P,
    view: &'v G::View<'w>,
    legal: &'l G::Legal,
    stream: &'v mut Stream,
}

impl<'l, G: Game, P: Strategy<G> + ?Sized> Work for Alone<'_, '_, 'l, G, P> {
    type Output = Result<Choice<'l, G::Action>, Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.player.choose(self.view, self.legal, self.stream)
    }
}

/// The reason why a strategy made no legal choice.
///
/// It is small because every choice returns room for it; larger errors were measured to make play
/// slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It found no legal action to take.
    #[error("it chose no legal action")]
    NoLegalAction,
    /// Its program failed: [`Strategy::program_failure`] has the details.
    #[error("its program is at fault")]
    Program,
    /// The rules have a mistake: [`Game::mistake`] has the details. No strategy is at fault.
    #[error("the rules have a mistake")]
    Rules,
}

/// A game that could not be played to its end: a strategy made no choice, or the rules have a
/// mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The seat of the strategy. For a mistake of the rules, the one that went first.
    pub seat: Seat,
    /// The number of the decision in the game, of all seats together, counted from 1.
    pub decision: u64,
    /// The failure.
    pub failure: Failure,
    /// The failure of its program, if it is one.
    pub program: Option<Box<ProgramFailure>>,
    /// The mistake in the rules, if it is one.
    pub rules: Option<Box<str>>,
}

impl std::fmt::Display for Fault {
    /// Writes the failure without the place, which the caller knows better.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.program, &self.rules) {
            (Some(program), _) => write!(formatter, "{program}"),
            (None, Some(mistake)) => formatter.write_str(mistake),
            (None, None) => write!(formatter, "{}", self.failure),
        }
    }
}

/// A kind of strategy for strategy files.
pub trait StrategyKind {
    /// A description in one sentence.
    const SUMMARY: &'static str;
    /// Its parameters. By default it has none.
    const KNOBS: &'static [Knob] = &[];
    /// The version of the kind and its defaults, from 1. Raise it when a default or its play
    /// changes: results from before and after cannot be mixed.
    const DEFAULTS_VERSION: u32 = 1;
    /// Whether it is a search: it plays simulated games, and its file may name the
    /// strategy for them ([`StrategyFile::named`]).
    const SEARCHES: bool = false;
    /// The shape of the weights that a file of the kind names ([`StrategyFile::weights`]); `None`
    /// for kinds without weights.
    const LEARNS: Option<Shape> = None;
    /// Whether it estimates what an action is worth ([`Strategy::worth`]) without weights.
    const ESTIMATES: bool = false;

    /// Returns a player for a file of this kind.
    fn new(file: &StrategyFile) -> Self;
}

/// A kind of strategy, as a game lists it.
#[derive(Debug)]
pub struct Kind {
    /// The name that a strategy file gives as its `kind`.
    pub name: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub knobs: &'static [Knob],
    /// The version of the kind and its defaults. Raised when a default or its play changes: results
    /// from before and after cannot be mixed.
    pub defaults_version: u32,
    /// Whether it is a search: it plays simulated games, and its file may name the
    /// strategy for them.
    pub searches: bool,
    /// The shape of the weights that a file of the kind names; `None` for kinds without weights.
    pub learns: Option<Shape>,
    /// Whether it estimates what an action is worth without weights.
    pub estimates: bool,
}

impl Kind {
    /// Returns the kind `K` with its name.
    pub const fn new<K: StrategyKind>(name: &'static str) -> Self {
        let (summary, knobs, defaults_version) = (K::SUMMARY, K::KNOBS, K::DEFAULTS_VERSION);
        let (searches, learns, estimates) = (K::SEARCHES, K::LEARNS, K::ESTIMATES);
        Self { name, summary, knobs, defaults_version, searches, learns, estimates }
    }
}

/// A game with strategies for it.
pub trait Playable: Game {
    /// Any strategy for the game: a single type, so that a line-up can mix kinds without an
    /// indirect call.
    type Player: Strategy<Self> + Clone + Debug + Send + Sync;

    /// Players in their seats, sorted by kind. If all are of one kind, this is known before a game
    /// begins and not tested at every decision.
    type Seated: Clone + Debug + Send + Sync;

    /// Seats players, one each.
    fn seat(players: Vec<Self::Player>) -> Self::Seated;

    /// Plays one game with the players in their seats, with the streams of a block.
    ///
    /// # Errors
    /// If a strategy fails to choose. The game then has no outcome.
    fn play(
        rules: &Self::Rules,
        seated: &mut Self::Seated,
        streams: BlockStreams,
    ) -> Result<Playthrough, Fault>;

    /// Plays the same game for an observer: slower, for the few games that are watched. A
    /// [`Dealer`] may exchange two of its cards.
    ///
    /// # Errors
    /// See [`Playable::play`].
    fn watch<O: Observer<Self>>(
        rules: &Self::Rules,
        seated: &mut Self::Seated,
        streams: impl Into<Dealer>,
        observer: &mut O,
    ) -> Result<Playthrough, Fault>;

    /// Exchanges the seats of two players.
    fn exchange(seated: &mut Self::Seated, one: usize, other: usize);

    /// Returns a player of a type that [`Playable::REPERTOIRE`] does not list: a user's own, or a
    /// program.
    fn boxed(player: Boxed<Self>) -> Self::Player;

    /// Draws hidden cards anew from a seat's knowledge, to estimate chances of winning; `None` if
    /// the game is not [`Searchable`](crate::game::Searchable).
    const SAMPLER: Option<StateSampler<Self>>;

    /// How players of the game learn; `None` if they cannot.
    const LEARNING: Option<Learning<Self>>;

    /// Makes a player of the kind of this name, as a file describes it. Returns `None` if it is not
    /// one of [`Playable::REPERTOIRE`].
    fn player(kind: &str, file: &StrategyFile) -> Option<Self::Player>;

    /// The kinds of strategy that are compiled into this program, and the files that it carries.
    const REPERTOIRE: &'static Repertoire;
}

/// A game as a value of a known type: everything that can differ between games of one type.
///
/// A [`Playable`] type is such a game itself. For games that are made at run time, such as those
/// read from files, a struct implements it: it makes rules for the type [`TypedGame::Game`], and
/// these hold everything that differs ([`Game::description_of`] included). Such a type has no rules
/// of its own: its [`Game::rules`] returns an error.
pub trait TypedGame: Debug + Send + Sync {
    /// The type that plays the game.
    type Game: Playable;

    /// Returns its description and its strategies; see [`Repertoire::made`].
    fn repertoire(&self) -> &'static Repertoire {
        Repertoire::of::<Self::Game>()
    }

    /// Returns the rules of a variant: see [`Game::rules`].
    ///
    /// # Errors
    /// If the knobs conflict.
    fn rules_of(
        &self,
        settings: &Settings,
        players: usize,
    ) -> Result<<Self::Game as Game>::Rules, InputError> {
        Self::Game::rules(settings, players)
    }

    /// Returns how it is played: see [`Game::RULES_PAGE`].
    fn rules_page(&self) -> &'static str {
        Self::Game::RULES_PAGE
    }

    /// Returns warnings about rules: see [`Game::warnings`].
    fn warnings_of(&self, settings: &Settings) -> Vec<String> {
        Self::Game::warnings(settings)
    }

    /// Returns the names of its cards and their events, if it has card
    /// events: see [`Game::CARD_TELLER`].
    fn card_names(&self) -> Option<CardNames> {
        Self::Game::CARD_TELLER.map(CardTeller::names)
    }

    /// Returns the end reasons that no game needs to reach: limits. By default the last one.
    fn limits(&self) -> Vec<&str> {
        TypedGame::repertoire(self).game.end_reasons.last().copied().into_iter().collect()
    }

    /// Returns the texts of its files, if it is a game in a file.
    fn source(&self) -> Option<&GameSource> {
        None
    }

    /// Returns the knobs that only say when a game is cut. By default `max_turns`.
    fn limiting_knobs(&self) -> Vec<&str> {
        vec!["max_turns"]
    }

    /// Returns the places of its file where options depend on things that the choosing seat cannot
    /// see, in words, as far as games with these random numbers show them, with a limit of
    /// decisions for each. By default there are none: the conformance suite tests games that are
    /// written in Rust.
    fn leaks(
        &self,
        rules: &<Self::Game as Game>::Rules,
        games: &[BlockStreams],
        most_decisions: u64,
    ) -> Vec<String> {
        let _ = (rules, games, most_decisions);
        Vec::new()
    }

    /// Returns the same game in a form that notes which places of its file are reached; `None` if
    /// it has no file.
    fn watched(&self) -> Option<&'static Self>
    where
        Self: Sized,
    {
        None
    }

    /// Returns the places of the file that no game reached, if they were noted.
    fn unseen(&self) -> Vec<Unseen> {
        Vec::new()
    }
}

impl<G: Playable> TypedGame for G {
    type Game = G;
}
