//! **fairdeal** simulates card games and measures their balance.
//!
//! A fast engine for each game plays millions of seeded games in parallel between strategies and
//! writes win rates, game lengths and rule-variant comparisons to CSV, each with an honest interval
//! and a verdict in words.
//!
//! ```
//! use fairdeal::experiment::Experiment;
//! use fairdeal::games::crisps::Crisps;
//! use fairdeal::rows::Verdict;
//! use fairdeal::session::Session;
//!
//! // Is going first an advantage in Crisps, between two players who take what they can get?
//! let plan = Experiment::<Crisps>::new("first").seed(1).blocks(400).lineup(["greedy", "greedy"]).plan()?;
//! let results = Session::default().run(&plan)?.results;
//! let going_first = &results.first_player[0].share;
//! assert_eq!(going_first.games, 400);
//! assert_ne!(going_first.judged.verdict, Some(Verdict::Advantage));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, lowest layer first; each imports from lower layers or its own children only:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`cards`], [`seat`], [`rng`], [`stats`], [`input`] |
//! | 1 | [`game`]: the trait that every game implements; [`arrangement`]: who sits where |
//! | 2 | [`mod@games`]: one folder a game; [`strategy`]: the trait that every strategy implements; [`rows`]: the rows of the tables |
//! | 3 | [`playthrough`]: the loop |
//! | 4 | [`strategies`]: the kinds that know a game; [`registry`]: from names to code; [`metrics`]: what is counted |
//! | 5 | [`findings`]: what the counts say |
//! | 6 | [`experiment`]: from a question to a plan |
//! | 7 | [`results`]: typed tables, files |
//! | 8 | [`session`]: from a plan to results; [`words`]: sentences; [`trace`]: games written down; [`show`]: games told |
//! | 9 | [`report`]: one page with pictures; [`shards`]: a run in parts, for many machines |
//! | 10 | [`folder`]: runs into a folder of results, which go on where they were |
//! | 11 | [`cli`] |
//!
//! What is generic over the game and does much is marked `#[inline(never)]`: a program or a test
//! then calls what this library holds for its own games, and does not compile it again. The path of
//! every decision is marked `#[inline(always)]` (see [`cards::bits`]).
//!
//! A program of yours can add a game ([`games!`], [`kinds!`], [`cli::main_with`]) or a strategy
//! ([`strategy::Entrant`]); the feature `conformance` gives its tests the suite that every game
//! passes.

pub use fairdeal_core::{
    arrangement, cards, choices, feature_groups, game, games, input, kinds, knobs, metrics,
    playthrough, registry, rng, rows, seat, show, strategies, strategy, trace,
};
pub use fairdeal_stats as stats;
pub use fairdeal_study::{experiment, findings, folder, report, results, session, shards, words};

pub mod cli;
