//! Designs: how an experiment answers its question, what is played next from what was counted so
//! far, and when that is all.
//!
//! Most designs play one plan. Others find something out first: each of their stages is a plan of
//! its own, and the tables of the last one are the results. Runs, runs that go on, plans for many
//! machines and the merging of their shards all ask [`Plan::next_stage`] and [`Plan::step`].

pub(super) mod field;
mod generations;
mod kinds;
mod ladder;
mod next;
pub(super) mod others;
mod search;
pub(super) mod sensitivity;
pub(super) mod tune;
mod weights;

pub use kinds::{Design, DesignKind, PlayedStage, Stage, Step};
pub(crate) use tune::Found;
pub use tune::Tune;
pub use weights::WeightSearch;
