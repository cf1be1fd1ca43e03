//! The truth on small games: exact values by a method that knows nothing of the strategies, and how far the strategies are from it.
//!
//! It stands with the tests and not in the library, since it answers no question about a real game: it only goes where the whole tree fits into
//! memory. `cargo test --test exact -- --ignored --nocapture` solves the larger cases and prints what it finds.

#![allow(unreachable_pub, reason = "modules of one test")]

mod cfr;
mod crisps;
mod crisps_values;
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
