//! Tests of games in files.

mod bounds;
mod features;
mod front;
mod games;
mod limits;
mod mutations;
mod numbers;
mod semantics;
mod trees;
mod wrong;
