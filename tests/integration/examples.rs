//! The tests of the examples, and those of the benchmark of searches: modules of this program, so
//! that each is not a program of its own.

#![allow(dead_code, reason = "the functions `main` of these programs, and all that only they call")]

#[path = "../../examples/own_game/main.rs"]
mod own_game;
#[path = "../../examples/own_strategy.rs"]
mod own_strategy;
#[path = "../../examples/positions.rs"]
mod positions;
#[path = "../../examples/session.rs"]
mod session;
#[path = "../../examples/smallest_game/main.rs"]
mod smallest_game;
#[path = "../../benches/tune/main.rs"]
mod tune;
