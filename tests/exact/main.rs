//! Exact values of small games, by a method that is independent of the strategies, and the distance
//! of the strategies from them.
//!
//! It belongs to the tests and not to the library, since it cannot answer questions about real
//! games: the whole tree must fit into memory. `cargo test --test exact -- --nocapture` prints its
//! results, with `--ignored` for the larger cases.
//!
//! [`position`] is the solver's view of a game, [`tree`] the whole tree of one, [`policy`]
//! evaluates, [`cfr`] solves; [`textbook`] tests them on games with known values. [`played`] makes
//! a position of any [`fairdeal::game::Game`], [`deals`] enumerates its chance events; [`crisps`]
//! and [`crypto_cards`] are the small games, [`strategies`] and [`truth`] measure the shipped
//! strategies there, and [`engine`] compares with shuffled games.

#![allow(unreachable_pub, reason = "modules of one test")]

mod cfr;
mod crisps;
mod crisps_values;
mod crypto_cards;
mod deals;
mod engine;
mod played;
mod poker;
mod policy;
mod position;
mod results;
mod same_bytes;
mod strategies;
#[path = "../support/mod.rs"]
mod support;
mod textbook;
mod tree;
mod truth;
