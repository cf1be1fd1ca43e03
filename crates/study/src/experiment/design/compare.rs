//! Every variant against the baseline, line-up by line-up; or one set of rules.

use super::common::Design;
use super::kind::{Item, Kind, QuestionOf, RuleSets, Seating};
use crate::findings::Asked;

/// Every variant against the baseline, line-up by line-up; or one set of rules.
#[derive(Debug)]
pub(in crate::experiment) struct Compare;

impl Design for Compare {
    fn kind(&self) -> &'static Kind {
        &KIND
    }
}

pub(super) static KIND: Kind = Kind {
    name: "compare",
    question: |_, several| {
        if several {
            (QuestionOf::Game, "what do the variants change?".into())
        } else {
            (QuestionOf::Lineups, "what is it like?".into())
        }
    },
    asks: |several| if several { Asked::Changes } else { Asked::Rules },
    rules: RuleSets::Named,
    seating: Seating::Lineups,
    answer: |several| if several { &OF_VARIANTS } else { &OF_ONE },
    screen: &[Item::Cells, Item::Changes],
    tables: TABLES,
    sentences: SENTENCES,
    charts: &[Item::Length],
};

/// The answer about one set of rules.
const OF_ONE: [Item; 9] = [
    Item::PlayQuestions,
    Item::OneSide,
    Item::Strength,
    Item::GoingFirst,
    Item::Length,
    Item::Endings,
    Item::Events,
    Item::Play,
    Item::PlayQuestions,
];

/// The answer about variants.
const OF_VARIANTS: [Item; 6] = [
    Item::Changes,
    Item::Fairest,
    Item::NothingCures,
    Item::GoingFirst,
    Item::Endings,
    Item::PlayQuestions,
];

/// The tables of line-ups.
pub(super) const TABLES: &[Item] = &[
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
];

/// The sentences about line-ups.
pub(super) const SENTENCES: &[Item] = &[
    Item::GoingFirst,
    Item::Strength,
    Item::Pairs,
    Item::Seats,
    Item::Neighbours,
    Item::Restrictions,
    Item::Changes,
];
