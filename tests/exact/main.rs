//! The truth on small games: exact values by a method that knows nothing of the strategies, and how
//! far the strategies are from it.
//!
//! It stands with the tests and not in the library, since it answers no question about a real game:
//! it only goes where the whole tree fits into memory. `cargo test --test exact -- --nocapture`
//! prints what it finds, with `--ignored` for the larger cases.
//!
//! [`position`] is what the solver must know of a game, [`tree`] the whole tree of one, [`policy`]
//! evaluates, [`cfr`] solves; [`textbook`] tests them on games with known values. [`played`] makes
//! a position of any [`fairdeal::game::Game`], [`deals`] enumerates its chance; [`crisps`] and
//! [`crypto_cards`] are the small games, [`strategies`] and [`truth`] measure the shipped
//! strategies there, and [`engine`] compares with shuffled games.

#![allow(unreachable_pub, reason = "modules of one test")]

mod cfr;
mod crisps;
mod crisps_values;
mod crypto_cards;
mod deals;
mod engine;
mod played;
mod policy;
mod position;
mod strategies;
#[path = "../support/mod.rs"]
mod support;
mod textbook;
mod tree;
mod truth;
