//! The trait of all designs, and how a section of a file asks for one.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::kind::Kind;
use super::stage::{PlayedStage, Stage};
use crate::experiment::Plan;
use crate::experiment::given::Given;
use crate::experiment::question::Overrides;
use crate::findings::SensitivityPoints;
use fairdeal_core::input::{InputError, Location, Problems, Section};
use fairdeal_core::metrics::{Contestants, InPlace, Label, Variant};
use fairdeal_core::strategy::Entrant;

/// How an experiment answers its question.
pub trait Design: Any + fmt::Debug + Send + Sync {
    /// The kind of question that it asks.
    fn kind(&self) -> &'static Kind;

    /// The name in the digest.
    fn name(&self) -> &'static str {
        self.kind().name
    }

    /// The part of the digest of its plan that line-ups and variants do not cover, with its key.
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

    /// Whether it searches for rules, and confirms some that the file does not name.
    fn finds_rules(&self) -> bool {
        false
    }

    /// Whether it plays line-ups that the file does not name.
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

    /// Whether a search that knows whom it plays against sits at the tables.
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

    /// Returns the plan's next stage after those that were played, or `None` if the plan is
    /// the only stage.
    ///
    /// # Errors
    /// When the next stage cannot be played.
    fn next_stage(
        &self,
        _plan: &Plan,
        _played: &[PlayedStage],
    ) -> Result<Option<Stage>, InputError> {
        Ok(None)
    }

    /// The games that a search plays for its confirmation, in words; `None` before that, and
    /// for other designs.
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
pub(in crate::experiment) struct AskedFor {
    /// The section.
    pub(in crate::experiment) section: &'static str,
    /// Whether it names the players: such a file needs no `[[lineup]]`.
    pub(in crate::experiment) has_players: bool,
    /// Whether it has a number of blocks of its own.
    pub(in crate::experiment) has_blocks: bool,
    /// Makes its sets of rules, where it does.
    pub(in crate::experiment) rules: Option<MakeRules>,
    /// Turns a plan into one of this design, if the section is there.
    pub(in crate::experiment) add: fn(&mut Plan, &Reading<'_>, &mut Problems),
}

/// Makes the sets of rules of a design; `None` where its section is not there.
type MakeRules = fn(&RulesAsked<'_>) -> Result<Option<MadeRules>, InputError>;

/// A file whose designs are read.
pub(in crate::experiment) struct Reading<'a> {
    /// The top of the file.
    pub(in crate::experiment) top: Section<'a>,
    /// The settings that options of the command override.
    pub(in crate::experiment) overrides: Overrides,
}

/// The parts of which sets of rules are made.
pub(in crate::experiment) struct RulesAsked<'a> {
    pub(in crate::experiment) top: &'a Section<'a>,
    pub(in crate::experiment) given: &'a Given,
    /// The variants that the file names.
    pub(in crate::experiment) named: &'a [Variant],
    /// The rules as they are.
    pub(in crate::experiment) designer: &'a Variant,
    /// The name of the baseline, if the file says it.
    pub(in crate::experiment) baseline: Option<&'a str>,
    /// How many blocks are played, where that is known.
    pub(in crate::experiment) blocks: Option<u64>,
}

/// Sets of rules that were made.
pub(in crate::experiment) struct MadeRules {
    pub(in crate::experiment) variants: Vec<Variant>,
    /// The place of the usual baseline among them.
    pub(in crate::experiment) baseline: usize,
    pub(in crate::experiment) design: Arc<dyn Design>,
}
