//! What results say of a strategy.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The parameter of kinds that search which says how long they do.
pub(super) const BUDGET: &str = "iterations";

/// All that is known of a strategy, as results keep it: enough to make it again, unless it is a
/// Rust type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StrategyRecord {
    /// Its kind.
    pub kind: String,
    /// How it plays, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Of a kind of the program: all parameters by name, those left at their defaults too. Which
    /// there are differs from kind to kind; a strategy that is named by another one, as that which
    /// plays on in a search, is an object with its `name`, its `kind` and its `parameters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Map<String, Value>>,
    /// The SHA-256 of its weights, where only what can change a number is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Of a Rust type: the version that it declares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Of an external program: what starts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// Of an external program: how long it may think, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// What it never does, if there is something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restrict: Option<RestrictionRecord>,
    /// How it plays at larger tables, where that differs: by the number of players from which on,
    /// ascending, the strategy as it plays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_players: Option<IndexMap<String, StrategyRecord>>,
}

/// What a strategy never does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestrictionRecord {
    /// The kinds of action that it never takes, as long as anything else is legal.
    #[serde(default)]
    pub never: Vec<String>,
}

impl StrategyRecord {
    /// How many games or iterations it may spend on a decision at a table for this many players,
    /// where it has such a budget.
    pub fn budget(&self, players: usize) -> Option<u64> {
        let larger = self
            .from_players
            .iter()
            .flatten()
            .rev()
            .find(|(from, _)| from.parse().is_ok_and(|from: usize| from <= players));
        larger.map_or(self, |(_, larger)| larger).parameters.as_ref()?.get(BUDGET)?.as_u64()
    }
}
