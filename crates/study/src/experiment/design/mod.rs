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
mod one_place;
mod others;
mod search;
mod sensitivity;
mod stage;
mod sweep;
mod tune;
mod weights;

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use common::AskedFor;
pub use common::Design;
pub(super) use common::{MadeRules, Reading, RulesAsked};
pub(super) use compare::Compare;
pub use kind::{Item, Kind, QuestionOf, RuleSets, Seating, UsualQuestion};
pub use ladder::MOST_DOUBLINGS;
pub use one_place::OnePlace;
pub use stage::{PlayedStage, Stage, Step};
pub(crate) use tune::Found;
pub use tune::Tune;
pub use weights::WeightSearch;

/// The kinds of all designs. Add new ones here.
const KINDS: [&Kind; 6] = [
    &compare::KIND,
    &sweep::KIND,
    &ladder::KIND,
    &one_place::KIND,
    &sensitivity::KIND,
    &search::KIND,
];

/// The designs that a section of a file asks for, in the order in which they are read. Add new ones
/// here.
pub(super) const ASKED_FOR: [AskedFor; 5] = [
    field::ASKED_FOR,
    sensitivity::ASKED_FOR,
    sweep::ASKED_FOR,
    search::ASKED_FOR,
    generations::ASKED_FOR,
];

/// The kind of a design, as results keep it: by its name.
#[derive(Clone, Copy, Debug)]
pub struct DesignKind(&'static Kind);

impl DesignKind {
    /// The kind of a design.
    pub fn of(design: &dyn Design) -> Self {
        Self(design.kind())
    }
}

impl Deref for DesignKind {
    type Target = Kind;

    fn deref(&self) -> &Kind {
        self.0
    }
}

impl Default for DesignKind {
    fn default() -> Self {
        Self(&compare::KIND)
    }
}

impl PartialEq for DesignKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Serialize for DesignKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for DesignKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let found = KINDS.into_iter().find(|kind| kind.name == name);
        found.map(Self).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            de::Error::custom(format!("unknown design `{name}`, not one of {}", names.join(", ")))
        })
    }
}
