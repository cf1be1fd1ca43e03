//! Tests of games in files.

mod bounds;
mod front;
mod games;
mod limits;
mod mutations;
mod numbers;
mod semantics;
mod trees;
mod wrong;
