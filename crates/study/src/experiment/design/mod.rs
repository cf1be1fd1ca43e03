//! Designs: how an experiment answers its question, what is played next from what was counted so
//! far, and when that is all.
//!
//! A design is a value of the trait [`Design`] with a file of its own, which also says how it is
//! asked for ([`AskedFor`]) and what its results tell of ([`Kind`]). Most designs play one plan.
//! Others find something out first: each of their stages is a plan of its own, and the tables of the
//! last one are the results. Runs, runs that go on, plans for many machines and the merging of their
//! shards all ask [`Plan::next_stage`] and [`Plan::step`].

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

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::experiment::Plan;
use crate::experiment::given::Given;
use crate::experiment::question::Overrides;
use crate::findings::SensitivityPoints;
use fairdeal_core::input::{InputError, Location, Problems, Section};
use fairdeal_core::metrics::{Contestants, InPlace, Label, Variant};
use fairdeal_core::strategy::Entrant;

pub(super) use compare::Compare;
pub use kind::{DesignKind, Item, Kind, QuestionOf, RuleSets, Seating, UsualQuestion};
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
    &tune::KIND,
];

/// The designs that a section of a file asks for, in the order in which they are read. Add new ones
/// here.
pub(super) const ASKED_FOR: [AskedFor; 5] = [
    ladder::ASKED_FOR,
    sensitivity::ASKED_FOR,
    sweep::ASKED_FOR,
    tune::ASKED_FOR,
    weights::ASKED_FOR,
];

/// How an experiment answers its question.
pub trait Design: Any + fmt::Debug + Send + Sync {
    /// What kind of question it asks.
    fn kind(&self) -> &'static Kind;

    /// The name in the digest.
    fn name(&self) -> &'static str {
        self.kind().name
    }

    /// What the digest of its plan covers beside the name, with its key: what line-ups and variants
    /// do not say already.
    fn identity(&self, _plan: &Plan) -> Option<(&'static str, Value)> {
        None
    }

    /// Whether blocks are counted in groups, from whose differences errors follow.
    fn is_grouped(&self) -> bool {
        false
    }

    /// Whether variants are compared with the baseline.
    fn compares(&self) -> bool {
        true
    }

    /// Whether it searches for rules, and confirms some that nobody named.
    fn finds_rules(&self) -> bool {
        false
    }

    /// Whether it plays line-ups that it was not asked for.
    fn finds_lineups(&self) -> bool {
        false
    }

    /// The number of players in a game of a ladder. A ladder measures how long decisions take.
    fn ladder_players(&self) -> Option<usize> {
        None
    }

    /// The points of a box of rules. They are looked at once all blocks are played.
    fn box_of_rules(&self) -> Option<&SensitivityPoints> {
        None
    }

    /// Whether a search that knows whom it plays against is among those that sit at the tables.
    fn may_seat(&self, _search: &str) -> bool {
        true
    }

    /// The strategies that are rated by the games in which they meet, if some are.
    fn contestants(&self, _cells: &[Label]) -> Option<Contestants> {
        None
    }

    /// The places in which strategies are compared.
    fn places(&self, _strategies: &[Entrant], _cells: &[Label]) -> Vec<InPlace> {
        Vec::new()
    }

    /// Refuses a plan that its design cannot play.
    ///
    /// # Errors
    /// The reason.
    fn check(&self, _plan: &Plan) -> Result<(), InputError> {
        Ok(())
    }

    /// What its plan plays next, after the stages that were played; `None` if the plan is the only
    /// stage.
    ///
    /// # Errors
    /// When what comes next cannot be played.
    fn next_stage(
        &self,
        _plan: &Plan,
        _played: &[PlayedStage],
    ) -> Result<Option<Stage>, InputError> {
        Ok(None)
    }

    /// What a search plays in the end, in words; `None` before that, and for other designs.
    fn confirmation(&self) -> Option<String> {
        None
    }

    /// The place where its strategies are named, for messages.
    fn asked_at(&self) -> Option<&Location> {
        None
    }
}

impl dyn Design {
    /// The design as a value of its type, if it is of this one.
    pub fn get<D: Design>(&self) -> Option<&D> {
        (self as &dyn Any).downcast_ref()
    }
}

/// How a section of a file asks for a design.
pub(super) struct AskedFor {
    /// The section.
    pub(super) section: &'static str,
    /// Whether it says who plays: such a file needs no `[[lineup]]`.
    pub(super) has_players: bool,
    /// Whether it has a number of blocks of its own.
    pub(super) has_blocks: bool,
    /// Makes its sets of rules, where it does.
    pub(super) rules: Option<MakeRules>,
    /// Makes a plan one of this design, if the section is there.
    pub(super) add: fn(&mut Plan, &Reading<'_>, &mut Problems),
}

/// Makes the sets of rules of a design; `None` where its section is not there.
type MakeRules = fn(&RulesAsked<'_>) -> Result<Option<MadeRules>, InputError>;

/// A file whose designs are read.
pub(super) struct Reading<'a> {
    /// The top of the file.
    pub(super) top: Section<'a>,
    /// What options set over it.
    pub(super) overrides: Overrides,
}

/// What sets of rules are made of.
pub(super) struct RulesAsked<'a> {
    pub(super) top: &'a Section<'a>,
    pub(super) given: &'a Given,
    /// The variants that the file names.
    pub(super) named: &'a [Variant],
    /// The rules as they are.
    pub(super) designer: &'a Variant,
    /// The name of the baseline, if the file says it.
    pub(super) baseline: Option<&'a str>,
    /// How many blocks are played, where that is known.
    pub(super) blocks: Option<u64>,
}

/// Sets of rules that were made.
pub(super) struct MadeRules {
    pub(super) variants: Vec<Variant>,
    /// The place of the usual baseline among them.
    pub(super) baseline: usize,
    pub(super) design: Arc<dyn Design>,
}
