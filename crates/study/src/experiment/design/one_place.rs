//! Strategies sit in the place of one player in turn, table by table, while the others stay. The
//! question is who does best there, on the same blocks.

use serde_json::{Value, json};

use super::common::Design;
use super::kind::{Item, Kind, QuestionOf, RuleSets, Seating};
use crate::experiment::Plan;
use crate::findings::Asked;
use fairdeal_core::metrics::{InPlace, Label};
use fairdeal_core::strategy::Entrant;

/// Strategies sit in the place of one player in turn.
#[derive(Debug)]
pub struct OnePlace {
    /// The strategies that sit there; the others are compared with the last one. Searches that know
    /// whom they play against sit only among those players.
    pub strategies: Vec<String>,
    /// By table, the strategies of the others.
    pub others: Vec<Vec<String>>,
}

impl Design for OnePlace {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn name(&self) -> &'static str {
        "in place"
    }

    fn identity(&self, _: &Plan) -> Option<(&'static str, Value)> {
        let Self { strategies, others } = self;
        Some(("in_place", json!({"strategies": strategies, "others": others})))
    }

    fn may_seat(&self, search: &str) -> bool {
        self.strategies.iter().any(|name| name == search)
    }

    fn places(&self, _: &[Entrant], cells: &[Label]) -> Vec<InPlace> {
        let place = |others: &Vec<String>| InPlace::new(others, &self.strategies, cells);
        self.others.iter().filter_map(place).collect()
    }
}

pub(super) static KIND: Kind = Kind {
    name: "in_place",
    question: |asked, _| {
        let question = match &asked.strategy {
            Some(asked) => format!("with which weights does {} win most often?", asked.base).into(),
            None => "who does best in one seat?".into(),
        };
        (QuestionOf::Rules, question)
    },
    asks: |_| Asked::InPlace,
    rules: RuleSets::Named,
    seating: Seating::OnePlace,
    answer: |_| &[Item::Places, Item::Weights],
    screen: &[Item::Places],
    tables: &[Item::Places],
    sentences: &[Item::Places],
    charts: &[],
};
