//! The declaration of a game's strategies.

/// Declares the strategies of a game: an enum with one variant a kind, one of seated players (all
/// of one kind, or mixed), and the list of kinds.
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
/// * `shipped in` a folder, relative to the source file: the strategy files there that the program
///   carries.
/// * `climbing`: the strategies that make a ladder of skill, weakest first.
/// * `asking`, if you like: the experiments that the program carries, files of a folder: `asking in
///   "experiments/": ["who-wins"]`.
/// * `weighing with`, for kinds that learned: the files of weights that the program carries, of the
///   folder of the strategy files: `weighing with ["learned.weights"]`.
/// * Then the kinds. Each is a [`StrategyKind`](crate::strategy::StrategyKind), and implements
///   [`Strategy`](crate::strategy::Strategy) for the game.
///
/// The kinds `random` and `external` are among those of every game, and so is a strategy named
/// `random`. A game that has no others is declared by its name: `kinds!(MyGame);`.
#[macro_export]
macro_rules! kinds {
    ($game:ty) => {
        const _: () = {
            $crate::kinds! {
                /// A player of the game.
                Player, seated as Seated, for $game, shipped in "": [], climbing ["random"] {}
            }
        };
    };
    ($(#[$meta:meta])* $player:ident, seated as $seated:ident, for $game:ty,
        shipped in $folder:literal: [$($file:literal),* $(,)?],
        climbing [$($rung:literal),* $(,)?]
        $(, asking in $questions:literal: [$($question:literal),* $(,)?])?
        $(, weighing with [$($weights:literal),* $(,)?])? {
        $($name:literal => $variant:ident($kind:ty)),* $(,)?
    }) => {
        $crate::kinds! {
            @all $(#[$meta])* $player, $seated, $game, {
                shipped: &[$(($file, include_str!(concat!($folder, $file, ".toml"))),)*],
                weights: &[$($(($weights, include_str!(concat!($folder, $weights))),)*)?],
                ladder: &[$($rung),*],
                experiments: &[
                    $($(($question, include_str!(concat!($questions, $question, ".toml"))),)*)?
                ],
            } {
                "random" => Random($crate::strategy::Random),
                $($name => $variant($kind),)*
            }
        }
    };
    (@all $(#[$meta:meta])* $player:ident, $seated:ident, $game:ty, { $($texts:tt)* } {
        $($name:literal => $variant:ident($kind:ty),)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub enum $player {
            $(
                #[doc = concat!("The kind `", $name, "`.")]
                $variant($kind),
            )*
            /// A player of another type: a user's own, or a program.
            Boxed($crate::strategy::Boxed<$game>),
        }

        /// Players in their seats: all of one kind, or mixed.
        #[derive(Clone, Debug)]
        pub enum $seated {
            $(
                #[doc = concat!("All of the kind `", $name, "`.")]
                $variant(Vec<$kind>),
            )*
            /// Players of several kinds.
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
            ) -> Result<
                $crate::game::Choice<'l, <$game as $crate::game::Game>::Action>,
                $crate::strategy::Failure,
            > {
                match self {
                    $(Self::$variant(kind) => {
                        $crate::strategy::Strategy::<$game>::choose(kind, view, legal, stream)
                    })*
                    Self::Boxed(player) => {
                        $crate::strategy::Strategy::<$game>::choose(player, view, legal, stream)
                    }
                }
            }

            fn wrapped(&mut self) -> Option<&mut dyn $crate::strategy::Strategy<$game>> {
                Some(match self {
                    $(Self::$variant(kind) => kind,)*
                    Self::Boxed(player) => player,
                })
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

            fn play(
                rules: &<$game as $crate::game::Game>::Rules,
                seated: &mut $seated,
                streams: $crate::rng::BlockStreams,
            ) -> Result<$crate::game::Playthrough, $crate::strategy::Fault> {
                use $crate::playthrough::play;
                match seated {
                    $($seated::$variant(players) => play::<$game, _>(rules, players, streams),)*
                    $seated::Mixed(players) => play::<$game, _>(rules, players, streams),
                }
            }

            fn watch<O: $crate::game::Observer<$game>>(
                rules: &<$game as $crate::game::Game>::Rules,
                seated: &mut $seated,
                streams: impl Into<$crate::game::Dealer>,
                observer: &mut O,
            ) -> Result<$crate::game::Playthrough, $crate::strategy::Fault> {
                use $crate::playthrough::watch;
                match seated {
                    $($seated::$variant(all) => watch::<$game, _, _>(rules, all, streams, observer),)*
                    $seated::Mixed(all) => watch::<$game, _, _>(rules, all, streams, observer),
                }
            }

            fn exchange(seated: &mut $seated, one: usize, other: usize) {
                match seated {
                    $($seated::$variant(players) => players.swap(one, other),)*
                    $seated::Mixed(players) => players.swap(one, other),
                }
            }

            fn boxed(player: $crate::strategy::Boxed<$game>) -> $player {
                $player::Boxed(player)
            }

            const SAMPLER: Option<$crate::strategy::StateSampler<$game>> = {
                // Unused where the game is searchable.
                #[allow(unused_imports)]
                use $crate::strategy::NotSearchable as _;
                $crate::strategy::Probe::<$game>::SAMPLER
            };

            const LEARNING: Option<$crate::strategy::Learning<$game>> = {
                // Unused where players can learn.
                #[allow(unused_imports)]
                use $crate::strategy::NotLearnable as _;
                $crate::strategy::Probe::<$game>::LEARNING
            };

            fn player(kind: &str, file: &$crate::strategy::StrategyFile) -> Option<$player> {
                use $crate::strategy::StrategyKind;
                match kind {
                    $($name => Some($player::$variant(<$kind as StrategyKind>::new(file))),)*
                    _ => None,
                }
            }

            const REPERTOIRE: &'static $crate::strategy::Repertoire =
                &$crate::strategy::Repertoire {
                    game: &<$game as $crate::game::Game>::DESCRIPTION,
                    folder: None,
                    kinds: &[$($crate::strategy::Kind::new::<$kind>($name),)*],
                    $($texts)*
                };
        }
    };
}
