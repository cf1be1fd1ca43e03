//! The card games of fairdeal, their strategies, and the loop that plays and counts them.
//!
//! Use it through the crate `fairdeal`, which re-exports it. The modules, lowest layer first;
//! each imports from lower layers or its own children only:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`cards`], [`seat`], [`rng`], [`input`]; `named`: enums whose values have names |
//! | 1 | [`game`]: the trait that every game implements; [`arrangement`]: which strategy sits in which seat |
//! | 2 | [`mod@games`]: one folder per game; [`strategy`]: the trait that every strategy implements; [`rows`]: the rows of the tables |
//! | 3 | [`playthrough`]: the loop |
//! | 4 | [`strategies`]: the kinds that know a game; [`metrics`]: the quantities that are counted |
//! | 5 | [`trace`]: games as JSON; [`show`]: games in words |
//! | 6 | [`any_game`]: a game as a value |
//! | 7 | [`registry`]: the list of games |
//!
//! The path of every decision is marked `#[inline(always)]` (see [`cards::bits`]).

pub mod cards;
pub mod clock;
pub mod input;
mod named;
pub mod rng;
pub mod seat;

pub mod arrangement;
pub mod game;

pub mod games;
pub mod rows;
pub mod strategy;

pub mod playthrough;

pub mod metrics;
pub mod strategies;

pub mod show;
pub mod trace;

pub mod any_game;
pub mod registry;
