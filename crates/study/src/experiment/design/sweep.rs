//! Sweeps: every combination of the values of some knobs is played, to see their effects.

use std::sync::Arc;

use super::common::{AskedFor, Design, MadeRules, RulesAsked};
use super::compare::{self, Compare};
use super::kind::{Item, Kind, QuestionOf, RuleSets, Seating};
use crate::experiment::sweep::Grid;
use crate::findings::Asked;
use fairdeal_core::input::InputError;

/// Every combination of the values of some knobs is played.
#[derive(Debug)]
struct Sweep;

impl Design for Sweep {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    /// Its points are variants, so its games are those of an experiment that names these variants.
    fn name(&self) -> &'static str {
        Compare.name()
    }
}

pub(super) static KIND: Kind = Kind {
    name: "sweep",
    question: |_, _| (QuestionOf::Game, "what do the knobs do?".into()),
    asks: |_| Asked::Points,
    rules: RuleSets::Points,
    seating: Seating::Lineups,
    answer: |_| &[Item::Points, Item::NothingCures, Item::AllEndings, Item::Skill],
    screen: &[Item::Points],
    tables: &[
        Item::Points,
        Item::OneSide,
        Item::GoingFirst,
        Item::Strength,
        Item::Neighbours,
        Item::Length,
        Item::Endings,
        Item::Events,
        Item::Changes,
        Item::Ratings,
        Item::Pairs,
    ],
    sentences: compare::SENTENCES,
    charts: &[Item::Points],
};

pub(super) const ASKED_FOR: AskedFor = AskedFor {
    section: "sweep",
    has_players: false,
    has_blocks: false,
    rules: Some(rules),
    add: |_, _, _| (),
};

/// The variants that the file names, each with every combination of values.
fn rules(asked: &RulesAsked<'_>) -> Result<Option<MadeRules>, InputError> {
    let grid = Grid::read(asked.top, asked.given.game.description())?;
    if grid.is_empty() {
        return Ok(None);
    }
    let (variants, baseline) = grid.swept(asked.named, asked.designer.clone(), asked.baseline)?;
    Ok(Some(MadeRules { variants, baseline, design: Arc::new(Sweep) }))
}
