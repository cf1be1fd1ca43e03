//! Designs: how an experiment answers its question, what is played next, and when the run is done.
//!
//! A design is a value of the trait [`Design`] with a file of its own, which also says how an
//! experiment asks for it ([`AskedFor`]) and which items its results have ([`Kind`]). Most designs
//! play one plan. Others have trials first: each of their stages is a plan of its own, and the
//! tables of the last one are the results. Runs, resumed runs, plans for many machines and the
//! merging of their shards all call [`Plan::next_stage`] and [`Plan::step`].

mod common;
mod compare;
mod field;
mod generations;
mod kind;
mod ladder;
mod list;
mod one_place;
mod others;
mod search;
mod sensitivity;
mod stage;
mod sweep;
mod tune;
mod weights;

pub use common::Design;
pub(super) use common::{MadeRules, Reading, RulesAsked};
pub(super) use compare::Compare;
pub use kind::{Item, Kind, QuestionOf, RuleSets, Seating, UsualQuestion};
pub use ladder::MOST_DOUBLINGS;
pub(super) use list::ASKED_FOR;
pub use list::DesignKind;
pub use one_place::OnePlace;
pub use stage::{PlayedStage, Stage, Step};
pub(crate) use tune::Found;
pub use tune::Tune;
pub use weights::WeightSearch;
