//! **fairdeal** simulates card games and measures their balance.
//!
//! A fast engine for each game plays millions of seeded games in parallel between strategies and
//! writes win rates, game lengths and rule-variant comparisons to CSV, each with an honest interval
//! and a verdict in words.
//!
//! ```
//! use fairdeal::experiment::Experiment;
//! use fairdeal::games::crisps::Crisps;
//! use fairdeal::results::Verdict;
//! use fairdeal::session::Session;
//!
//! // Is going first an advantage in Crisps, between two players who take what they can get?
//! let plan = Experiment::new(&Crisps, "first").seed(1).blocks(400).lineup(["greedy", "greedy"]).plan()?;
//! let results = Session::default().run(&plan)?.results;
//! let going_first = &results.first_player[0].share;
//! assert_eq!(going_first.games, 400);
//! assert_ne!(going_first.judged.verdict, Some(Verdict::Advantage));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | ask a question, in code or from a file | [`experiment`] |
//! | play it, watch it, stop it, resume it, write a folder of results | [`session`] |
//! | read the results: tables, verdicts, sentences, files | [`results`] |
//! | choose a game, or add one of your own | [`game`], [`mod@games`], [`knobs!`], [`choices!`] |
//! | add a strategy | [`strategy`], [`kinds!`] |
//! | look at single games | [`AnyGame::party`](game::AnyGame::party), [`show`] |
//! | run the whole command line, with a game of your own | [`cli`] |
//!
//! The parts of games and strategies are in [`cards`], [`seat`], [`rng`] and [`input`]. Other
//! modules can be reached, since the tests and benchmarks of this package need them, but are not
//! documented here and may change at any time.
//!
//! The pages `docs/library.md`, `docs/own-games.md` and `docs/own-strategies.md` explain an example
//! each. The feature `conformance` gives the tests of a game the suite that every game passes.

pub use fairdeal_core::{cards, choices, games, input, kinds, knobs, rng, seat, show, strategy};

// For the tests, benchmarks and examples of this package.
#[doc(hidden)]
pub use fairdeal_core::{
    any_game, arrangement, feature_groups, metrics, playthrough, registry, rows, strategies, trace,
};
#[doc(hidden)]
pub use fairdeal_stats as stats;
#[doc(hidden)]
pub use fairdeal_study::{findings, folder, report, shards, words};

pub mod cli;

/// Questions: built in code or read from a file, and checked as a whole.
pub mod experiment {
    #[doc(inline)]
    pub use fairdeal_study::experiment::{
        Asked, CardsQuestion, ChancesQuestion, Experiment, Overrides, Plan, Question, RulesChoice,
        parse,
    };
    #[doc(inline)]
    pub use fairdeal_study::findings::{Analysis, Stop, Until};

    #[doc(hidden)]
    pub use fairdeal_study::experiment::*;
}

/// Plans are played: threads, progress, an early end, counts that are kept, a folder of results.
pub mod session {
    #[doc(inline)]
    pub use fairdeal_core::metrics::{Counts, MergeError};
    #[doc(inline)]
    pub use fairdeal_study::findings::Ending;
    #[doc(inline)]
    pub use fairdeal_study::folder::{Finished, FolderError, ResultsFolder, Written};
    #[doc(inline)]
    pub use fairdeal_study::results::KeptCounts;
    #[doc(inline)]
    pub use fairdeal_study::session::*;
}

/// Results: typed tables with intervals and verdicts, sentences and files.
pub mod results {
    #[doc(inline)]
    pub use fairdeal_core::rows::*;
    #[doc(inline)]
    pub use fairdeal_study::results::{
        AnalysisSettings, GameNames, Manifest, Results, Tables, Timing, Tolerances,
    };
    #[doc(inline)]
    pub use fairdeal_study::words::{Answer, Sentence, answer, files, sentences};

    #[doc(hidden)]
    pub use fairdeal_study::results::*;
}

/// Games: the trait that every game implements, games as values, and lists of them.
pub mod game {
    #[doc(inline)]
    pub use fairdeal_core::any_game::{AnyGame, AnyParty, DrawnStates};
    #[doc(inline)]
    pub use fairdeal_core::game::*;
    #[doc(inline)]
    pub use fairdeal_core::registry::{GameFiles, GameList, NoGame};

    /// The games of this package, and those of all game files.
    pub const GAMES: GameList =
        fairdeal_core::registry::GAMES.with_files(&fairdeal_gamefile::files::Files);
}
