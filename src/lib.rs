//! **fairdeal** simulates card games and measures their balance.
//!
//! A fast engine for each game plays millions of seeded games in parallel between strategies and writes win rates, game lengths and
//! rule-variant comparisons to CSV, each with an honest interval and a verdict in words.
//!
//! The modules, lowest layer first; each imports from lower layers or its own children only:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`cards`], [`seat`], [`rng`], [`stats`], [`input`] |
//! | 1 | [`game`]: the trait that every game implements; [`arrangement`]: who sits where |
//! | 2 | [`mod@games`]: one folder a game; [`strategy`]: the trait that every strategy implements |
//! | 3 | [`strategies`]: the kinds that know a game; [`playthrough`]: the loop; [`metrics`]: what is measured |
//! | 4 | [`experiment`]: from a file to a plan; [`registry`]: from names to code |
//! | 5 | [`runner`]: blocks in parallel; [`results`]: files |
//! | 6 | [`trace`]: games written down |
//! | 7 | [`cli`] |
//!
//! A program of yours can add a game ([`games!`], [`kinds!`], [`cli::main_with`]) or a strategy ([`strategy::Entrant`]); the feature `conformance` gives its
//! tests the suite that every game passes.

pub mod cards;
pub mod input;
pub mod rng;
pub mod seat;
pub mod stats;

pub mod arrangement;
pub mod game;

pub mod games;
pub mod strategy;

pub mod metrics;
pub mod playthrough;
pub mod strategies;

pub mod experiment;
pub mod registry;

pub mod results;
pub mod runner;

pub mod trace;

pub mod cli;
