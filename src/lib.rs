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
//! let plan = Experiment::new(&Crisps, "first").seed(1).blocks(400).lineup(["greedy", "greedy"]).plan()?;
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
//! | 4 | [`strategies`]: the kinds that know a game; [`metrics`]: what is counted |
//! | 5 | [`trace`]: games written down; [`show`]: games told |
//! | 6 | [`any_game`]: a game as a value |
//! | 7 | [`registry`]: the list of games |
//! | 8 | [`findings`]: what the counts say |
//! | 9 | [`experiment`]: from a question to a plan |
//! | 10 | [`results`]: typed tables, files |
//! | 11 | [`session`]: from a plan to results; [`words`]: sentences |
//! | 12 | [`report`]: one page with pictures; [`shards`]: a run in parts, for many machines |
//! | 13 | [`folder`]: runs into a folder of results, which go on where they were |
//! | 14 | [`cli`] |
//!
//! Above layer 6 nothing is generic over the game: what is asked, played and found goes by values
//! ([`any_game::AnyGame`]). Below it everything is typed, and the path of every decision is marked
//! `#[inline(always)]` (see [`cards::bits`]).
//!
//! A program of yours can add a game ([`registry::GameList`], [`kinds!`], [`cli::main_with`]) or a strategy
//! ([`strategy::Entrant`]); the feature `conformance` gives its tests the suite that every game
//! passes.

pub use fairdeal_core::{
    any_game, arrangement, cards, choices, feature_groups, game, games, input, kinds, knobs,
    metrics, playthrough, registry, rng, rows, seat, show, strategies, strategy, trace,
};
pub use fairdeal_stats as stats;
pub use fairdeal_study::{experiment, findings, folder, report, results, session, shards, words};

pub mod cli;
