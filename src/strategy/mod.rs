//! What a strategy is: the trait [`Strategy`], the registry of kinds, and the kinds that play any game.

mod boxed;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod entrant;
mod external;
mod file;
mod random;
mod search;

use std::fmt::Debug;

use crate::game::{Choice, Game};
use crate::input::Knob;
use crate::rng::Stream;

pub use boxed::Boxed;
pub use entrant::{Entrant, Own};
pub use external::{External, Program, ProgramFailure, Programs, Trouble, kill_programs};
pub use file::StrategyFile;
pub use random::Random;
pub use search::{FlatMonteCarlo, Ismcts};

/// The kind of a strategy that is a Rust type, where its name is written down.
const OWN_KIND: &str = "own";

/// A decision rule for one seat.
///
/// A strategy sees a [`Game::View`], which cannot show what its seat may not know, and the legal actions. It is handed the seat's own stream of
/// random numbers and makes none of its own, so that the same seed gives the same game.
pub trait Strategy<G: Game> {
    /// A new game begins: forget the last one.
    #[inline(always)]
    fn new_game(&mut self) {}

    /// Chooses one of the legal actions.
    ///
    /// # Errors
    /// When it cannot: nothing is ever chosen in its place.
    fn choose<'l>(&mut self, view: &G::View<'_>, legal: &'l G::Legal, stream: &mut Stream) -> Result<Choice<'l, G::Action>, Failure>;

    /// What its program did, once, after it failed with [`Failure::Program`].
    fn program_failure(&mut self) -> Option<Box<ProgramFailure>> {
        None
    }
}

/// Why a strategy made no legal choice.
///
/// No more than a mark: a result of every choice has room for it, and larger ones were measured to make play slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It found no legal action that it wants to take.
    #[error("it chose no legal action")]
    NoLegalAction,
    /// It is a program, and the program is at fault: [`Strategy::program_failure`] has the particulars.
    #[error("its program is at fault")]
    Program,
}

/// A kind of strategy that files describe.
pub trait StrategyKind {
    /// How it plays, in one sentence.
    const SUMMARY: &'static str;
    /// Its parameters. By default it has none.
    const KNOBS: &'static [Knob] = &[];
    /// Raised when a default changes, or what the kind does: results before and after are not to be mixed. It begins with 1.
    const DEFAULTS_VERSION: u32 = 1;
    /// Does it search? Then it plays simulated games to their end, and its file may say with which strategy ([`StrategyFile::rollout`]).
    const SEARCHES: bool = false;

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
    /// Raised when a default changes, or what the kind does: results before and after are not to be mixed.
    pub defaults_version: u32,
    /// Does it search? Then it plays simulated games to their end, and its file may say with which strategy.
    pub searches: bool,
    /// Makes a player of the kind, as a file describes it.
    pub build: fn(&StrategyFile) -> Player,
}

impl<Player> Kind<Player> {
    /// The kind `K` with its name, and with what makes a player of it.
    pub const fn new<K: StrategyKind>(name: &'static str, build: fn(&StrategyFile) -> Player) -> Self {
        Self { name, summary: K::SUMMARY, knobs: K::KNOBS, defaults_version: K::DEFAULTS_VERSION, searches: K::SEARCHES, build }
    }
}

/// A game with strategies for it.
pub trait Playable: Game {
    /// Any strategy for the game: one type, so that a line-up can mix kinds without an indirect call.
    type Player: Strategy<Self> + Clone + Debug + Send + Sync;

    /// Players in their seats, sorted out by kind: where all are of one kind, that is known before a game begins, and not asked at every decision.
    type Seated: Clone + Debug + Send + Sync;

    /// Seats players, one each.
    fn seat(players: Vec<Self::Player>) -> Self::Seated;

    /// Does something with seated players, whose type is then known.
    fn with_seated<V: SeatedVisitor<Self>>(seated: &mut Self::Seated, visitor: V) -> V::Output;

    /// A player of a type that [`Playable::KINDS`] does not list: a user's own, or a program.
    fn boxed(player: Boxed<Self>) -> Self::Player;

    /// The kinds of strategy that are compiled into this program.
    const KINDS: &'static [Kind<Self::Player>];

    /// The strategy files that the program carries: name and text.
    const SHIPPED: &'static [(&'static str, &'static str)];

    /// Those of them that make a ladder of skill.
    const LADDER: &'static [&'static str];
}

/// Something to do with players whose type is known.
pub trait SeatedVisitor<G: Game> {
    /// What comes of it.
    type Output;

    /// Does it with the players, one a seat.
    fn visit<P: Strategy<G>>(self, players: &mut [P]) -> Self::Output;
}

/// Declares the strategies of a game: an enum with one variant a kind, one of seated players (all of one kind, or mixed), and the list of kinds.
///
/// ```text
/// kinds! {
///     /// A player of my game.
///     Player, seated as Seated, for MyGame, shipped in "strategies/": ["careful", "strong"], climbing ["random", "careful", "strong"] {
///         "careful" => Careful(Careful),
///         "ismcts" => Ismcts(Ismcts<MyGame>),
///     }
/// }
/// ```
///
/// * `shipped in` a folder, relative to the source file: the strategy files there that the program carries.
/// * `climbing`: the strategies that make a ladder of skill, weakest first.
/// * Then the kinds. Each is a [`StrategyKind`](crate::strategy::StrategyKind), and implements [`Strategy`](crate::strategy::Strategy) for the game.
///
/// The kinds `random` and `external` are among those of every game, and so is a strategy named `random`.
#[macro_export]
macro_rules! kinds {
    ($(#[$meta:meta])* $player:ident, seated as $seated:ident, for $game:ty, shipped in $folder:literal: [$($file:literal),* $(,)?], climbing [$($rung:literal),* $(,)?] {
        $($name:literal => $variant:ident($kind:ty)),* $(,)?
    }) => {
        $crate::kinds! {
            @all $(#[$meta])* $player, seated as $seated, for $game, shipped in $folder: [$($file),*], climbing [$($rung),*] {
                "random" => Random($crate::strategy::Random),
                $($name => $variant($kind),)*
            }
        }
    };
    (@all $(#[$meta:meta])* $player:ident, seated as $seated:ident, for $game:ty, shipped in $folder:literal: [$($file:literal),*], climbing [$($rung:literal),*] {
        $($name:literal => $variant:ident($kind:ty),)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub enum $player {
            $(
                #[doc = concat!("The kind `", $name, "`.")]
                $variant($kind),
            )*
            /// Of another type: a user's own, or a program.
            Boxed($crate::strategy::Boxed<$game>),
        }

        /// Players in their seats: all of one kind, or mixed.
        #[derive(Clone, Debug)]
        pub enum $seated {
            $(
                #[doc = concat!("All of the kind `", $name, "`.")]
                $variant(Vec<$kind>),
            )*
            /// Of several kinds.
            Mixed(Vec<$player>),
        }

        impl $crate::strategy::Strategy<$game> for $player {
            #[inline(always)]
            fn new_game(&mut self) {
                match self {
                    $(Self::$variant(kind) => $crate::strategy::Strategy::<$game>::new_game(kind),)*
                    Self::Boxed(player) => $crate::strategy::Strategy::<$game>::new_game(player),
                }
            }

            #[inline(always)]
            fn choose<'l>(
                &mut self,
                view: &<$game as $crate::game::Game>::View<'_>,
                legal: &'l <$game as $crate::game::Game>::Legal,
                stream: &mut $crate::rng::Stream,
            ) -> Result<$crate::game::Choice<'l, <$game as $crate::game::Game>::Action>, $crate::strategy::Failure> {
                match self {
                    $(Self::$variant(kind) => $crate::strategy::Strategy::<$game>::choose(kind, view, legal, stream),)*
                    Self::Boxed(player) => $crate::strategy::Strategy::<$game>::choose(player, view, legal, stream),
                }
            }

            fn program_failure(&mut self) -> Option<Box<$crate::strategy::ProgramFailure>> {
                match self {
                    $(Self::$variant(kind) => $crate::strategy::Strategy::<$game>::program_failure(kind),)*
                    Self::Boxed(player) => $crate::strategy::Strategy::<$game>::program_failure(player),
                }
            }
        }

        impl $crate::strategy::Playable for $game {
            type Player = $player;
            type Seated = $seated;

            fn seat(players: Vec<$player>) -> $seated {
                $(
                    let of_kind = players.iter().filter_map(|player| match player {
                        $player::$variant(kind) => Some(kind.clone()),
                        _ => None,
                    });
                    let of_kind: Vec<$kind> = of_kind.collect();
                    if of_kind.len() == players.len() {
                        return $seated::$variant(of_kind);
                    }
                )*
                $seated::Mixed(players)
            }

            #[inline]
            fn with_seated<V: $crate::strategy::SeatedVisitor<$game>>(seated: &mut $seated, visitor: V) -> V::Output {
                match seated {
                    $($seated::$variant(players) => visitor.visit(players),)*
                    $seated::Mixed(players) => visitor.visit(players),
                }
            }

            fn boxed(player: $crate::strategy::Boxed<$game>) -> $player {
                $player::Boxed(player)
            }

            const KINDS: &'static [$crate::strategy::Kind<$player>] = &[
                $($crate::strategy::Kind::new::<$kind>($name, |file| $player::$variant(<$kind as $crate::strategy::StrategyKind>::new(file))),)*
            ];

            const SHIPPED: &'static [(&'static str, &'static str)] = &[
                $(($file, include_str!(concat!($folder, $file, ".toml"))),)*
            ];

            const LADDER: &'static [&'static str] = &[$($rung),*];
        }
    };
}
