//! What the designer wants: goals take the place of the usual thresholds.

use std::collections::BTreeMap;

use fairdeal_core::input::{Document, InputError, Problem, Unknown};
use serde_json::Value;

use crate::topic::{Limits, Topic, Trait};

/// The topics that a goal may be about, by the key of `[goal]`.
const KEYS: [(&str, Topic); 8] = [
    ("seats", Topic::Seats),
    ("shared_wins", Topic::Ties),
    ("unfinished_games", Topic::NeverEnds),
    ("forced_decisions", Topic::Forced),
    ("minutes", Topic::Length),
    ("decisive_80", Topic::DecidedEarly),
    ("stakes", Topic::DeadChoice),
    ("wins", Topic::Scores),
];

/// The thresholds of a review.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// By topic: the least and the greatest value that is wanted.
    bounds: BTreeMap<Topic, (Option<f64>, Option<f64>)>,
}

impl Wanted {
    /// Reads the section `[goal]` of a file. Each key has bounds, such as `{ at_most = 0.03 }`;
    /// `seats` may be `"fair"`, which is what a review wants anyway, or a number: how far each seat
    /// may be from a fair share, such as `{ at_most = 0.02 }`.
    ///
    /// # Errors
    /// When the file has other keys than a review knows, or a goal has no bounds.
    pub fn read(document: &Document) -> Result<Self, InputError> {
        let top = document.top();
        let json = document.to_json();
        let goals = json.get("goal").unwrap_or(&json);
        let mut bounds = BTreeMap::new();
        for (key, wanted) in goals.as_object().into_iter().flatten() {
            let Some((_, topic)) = KEYS.iter().find(|(known, _)| known == key) else {
                let unknown =
                    Unknown::new("goal of a review", key, KEYS.iter().map(|(key, _)| *key));
                return Err(top.error(Problem::Unknown(unknown)));
            };
            let bound = |name: &str| wanted.get(name).and_then(Value::as_f64);
            let (least, most) = (bound("at_least"), bound("at_most"));
            if wanted.as_str() == Some("fair") && *topic == Topic::Seats {
                continue;
            }
            if least.is_none() && most.is_none() {
                let allowed = "bounds: { at_least = 0.1, at_most = 0.3 }, or one of them";
                return Err(top.error(Problem::value(key, wanted.to_string(), allowed)));
            }
            bounds.insert(*topic, (least, most));
        }
        Ok(Self { bounds })
    }

    /// The thresholds of a topic in one direction: what lies beyond a goal is broken.
    pub fn limits(&self, of: &Trait) -> Limits {
        let Some((least, most)) = self.bounds.get(&of.topic) else { return of.limits };
        let exactly = |bound: f64| Limits { look: bound, broken: Some(bound) };
        match (of.topic, of.is_below) {
            // Seats are judged in shares of a fair share of two.
            (Topic::Seats, is_below) => {
                let reach = 2.0 * most.unwrap_or(0.0);
                exactly(if is_below { 1.0 - reach } else { 1.0 + reach })
            }
            (_, true) => least.map_or(of.limits, exactly),
            (_, false) => most.map_or(of.limits, exactly),
        }
    }

    /// Whether a goal takes the place of the usual thresholds of a topic.
    pub fn is_set(&self, topic: Topic) -> bool {
        self.bounds.contains_key(&topic)
    }
}
