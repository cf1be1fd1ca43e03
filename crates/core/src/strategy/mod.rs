//! What a strategy is: the trait [`Strategy`], the registry of kinds, and the kinds that play any
//! game.

mod boxed;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod entrant;
mod external;
mod file;
mod learned;
mod network;
mod random;
mod record;
mod restriction;
mod search;
mod texts;

use std::fmt::Debug;

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Choice, Dealer, Game, Observer, Playthrough};
use crate::input::Knob;
use crate::rng::{BlockStreams, Stream};
use crate::seat::Seat;

pub use boxed::Boxed;
pub use entrant::{Entrant, Own};
pub use external::{
    External, Program, ProgramFailure, Programs, Trouble, kill_programs, programs_run,
    tell_of_programs,
};
pub use file::StrategyFile;
pub use learned::{Learnable, Learned};
pub use network::{
    FeatureGroup, Features, HiddenSums, LANES, MOST_ACTIVE, Network, Shape, UNITS, Weights,
    chance_step, feature_groups, lead_step,
};
pub use random::Random;
pub use record::{RestrictionRecord, StrategyRecord};
pub use restriction::Restriction;
#[cfg(test)]
pub(crate) use search::Watcher;
pub use search::{Enumeration, FlatMonteCarlo, Ismcts, NotSearchable, Probe, StateSampler};
pub use texts::{StrategyText, StrategyTexts};

/// The kind of a strategy that is a Rust type, where its name is written down.
const OWN_KIND: &str = "own";

/// A decision rule for one seat.
///
/// A strategy sees a [`Game::View`], which cannot show what its seat may not know, and the legal
/// actions. It is handed the seat's own stream of random numbers and makes none of its own, so that
/// the same seed gives the same game.
pub trait Strategy<G: Game> {
    /// A new game begins: forget the last one.
    #[inline(always)]
    fn new_game(&mut self) {}

    /// Chooses one of the legal actions.
    ///
    /// # Errors
    /// When it cannot: nothing is ever chosen in its place.
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure>;

    /// Must [`Strategy::observe`] tell it what the others decide? It is asked once, when a game has
    /// begun. By default it need not.
    #[inline(always)]
    fn observes(&self) -> bool {
        false
    }

    /// Tells that another seat takes `action`, one of `legal`. `view` is what that seat saw when it
    /// decided, and `stream` this player's own.
    ///
    /// Only who said so when the game began ([`Strategy::observes`]) is told, and only in a game
    /// where everyone learns, once an action is taken, all that its seat knew
    /// ([`Game::OPEN_DECISIONS`]). Nobody is told in simulated games.
    ///
    /// Forget what you made of it when a new game begins ([`Strategy::new_game`]). A strategy that
    /// holds another player hands all three on to it.
    #[inline(always)]
    fn observe(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        action: G::Action,
        stream: &mut Stream,
    ) {
        let _ = (view, legal, action, stream);
    }

    /// The same choice, asked for by an indirect call: outside a loop that was compiled for the
    /// instructions found at run time (see [`crate::cards::bits`]), it is compiled for them by
    /// itself.
    ///
    /// # Errors
    /// As [`Strategy::choose`].
    #[inline(never)]
    fn choose_alone<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        with_fast_bits(Alone::<G, Self> { player: self, view, legal, stream })
    }

    /// What its program did, once, after it failed with [`Failure::Program`].
    fn program_failure(&mut self) -> Option<Box<ProgramFailure>> {
        None
    }
}

/// One choice as a piece of work.
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

/// Why a strategy made no legal choice.
///
/// No more than a mark: a result of every choice has room for it, and larger ones were measured to
/// make play slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It found no legal action that it wants to take.
    #[error("it chose no legal action")]
    NoLegalAction,
    /// It is a program, and the program is at fault: [`Strategy::program_failure`] has the
    /// particulars.
    #[error("its program is at fault")]
    Program,
}

/// A strategy that made no choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its seat.
    pub seat: Seat,
    /// Which decision of the game was due, of all seats together, counted from 1.
    pub decision: u32,
    /// What it did.
    pub failure: Failure,
    /// What its program did, if it is one.
    pub program: Option<Box<ProgramFailure>>,
}

impl std::fmt::Display for Fault {
    /// What went wrong, without the place: whoever holds the fault knows more of that.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.program {
            Some(program) => write!(formatter, "{program}"),
            None => write!(formatter, "{}", self.failure),
        }
    }
}

/// A kind of strategy that files describe.
pub trait StrategyKind {
    /// How it plays, in one sentence.
    const SUMMARY: &'static str;
    /// Its parameters. By default it has none.
    const KNOBS: &'static [Knob] = &[];
    /// Raised when a default changes, or what the kind does: results before and after are not to be
    /// mixed. It begins with 1.
    const DEFAULTS_VERSION: u32 = 1;
    /// Does it search? Then it plays simulated games to their end, and its file may say with which
    /// strategy ([`StrategyFile::rollout`]).
    const SEARCHES: bool = false;
    /// What the weights must fit that a file of the kind names ([`StrategyFile::weights`]); nothing
    /// for kinds without weights.
    const LEARNS: Option<Shape> = None;

    /// Makes a player, as a file of this kind describes it.
    fn new(file: &StrategyFile) -> Self;
}

/// A kind of strategy, as the registry of a game lists it.
#[derive(Debug)]
pub struct Kind<Player> {
    /// The name that a strategy file gives as its `kind`.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub knobs: &'static [Knob],
    /// Raised when a default changes, or what the kind does: results before and after are not to be
    /// mixed.
    pub defaults_version: u32,
    /// Does it search? Then it plays simulated games to their end, and its file may say with which
    /// strategy.
    pub searches: bool,
    /// What the weights must fit that a file of the kind names; nothing for kinds without weights.
    pub learns: Option<Shape>,
    /// Makes a player of the kind, as a file describes it.
    pub build: fn(&StrategyFile) -> Player,
}

impl<Player> Kind<Player> {
    /// The kind `K` with its name, and with what makes a player of it.
    pub const fn new<K: StrategyKind>(
        name: &'static str,
        build: fn(&StrategyFile) -> Player,
    ) -> Self {
        let (summary, knobs, defaults_version) = (K::SUMMARY, K::KNOBS, K::DEFAULTS_VERSION);
        Self {
            name,
            summary,
            knobs,
            defaults_version,
            searches: K::SEARCHES,
            learns: K::LEARNS,
            build,
        }
    }
}

/// A game with strategies for it.
pub trait Playable: Game {
    /// Any strategy for the game: one type, so that a line-up can mix kinds without an indirect
    /// call.
    type Player: Strategy<Self> + Clone + Debug + Send + Sync;

    /// Players in their seats, sorted out by kind: where all are of one kind, that is known before
    /// a game begins, and not asked at every decision.
    type Seated: Clone + Debug + Send + Sync;

    /// Seats players, one each.
    fn seat(players: Vec<Self::Player>) -> Self::Seated;

    /// Plays one game with the players in their seats, with the streams of a block.
    ///
    /// # Errors
    /// When a strategy fails to choose. The game then has no outcome.
    fn play(
        rules: &Self::Rules,
        seated: &mut Self::Seated,
        streams: BlockStreams,
    ) -> Result<Playthrough, Fault>;

    /// Plays the same game for an observer: slower, for the few games that are looked at. A
    /// [`Dealer`] may let two of its cards change places.
    ///
    /// # Errors
    /// As [`Playable::play`].
    fn watch<O: Observer<Self>>(
        rules: &Self::Rules,
        seated: &mut Self::Seated,
        streams: impl Into<Dealer>,
        observer: &mut O,
    ) -> Result<Playthrough, Fault>;

    /// Two players exchange their seats.
    fn exchange(seated: &mut Self::Seated, one: usize, other: usize);

    /// A player of a type that [`Playable::KINDS`] does not list: a user's own, or a program.
    fn boxed(player: Boxed<Self>) -> Self::Player;

    /// Draws the hidden cards anew from what a seat knows; nothing where the game is not
    /// [`Searchable`](crate::game::Searchable). Chances of winning are estimated by it.
    const SAMPLER: Option<StateSampler<Self>>;

    /// The kinds of strategy that are compiled into this program.
    const KINDS: &'static [Kind<Self::Player>];

    /// The strategy files that the program carries: name and text.
    const SHIPPED: &'static [(&'static str, &'static str)];

    /// The weights of networks that the program carries: the name of the file and its text.
    const WEIGHTS: &'static [(&'static str, &'static str)] = &[];

    /// Those of the strategy files that make a ladder of skill.
    const LADDER: &'static [&'static str];

    /// The experiments about the game that the program carries: name and text.
    const EXPERIMENTS: &'static [(&'static str, &'static str)] = &[];
}
