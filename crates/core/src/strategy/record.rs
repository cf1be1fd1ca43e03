//! The record of a strategy in results.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The parameter of searches for their budget.
pub(super) const BUDGET: &str = "iterations";

/// The parameter of searches that end a simulated game with an estimate.
pub(super) const FORESIGHT: &str = "foresight";

/// Everything that results keep about a strategy: enough to make it again, unless it is a Rust
/// type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StrategyRecord {
    /// Its kind.
    pub kind: String,
    /// A description in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// For a kind of the program: all parameters by name, including those at their defaults (but
    /// for `foresight`, which is younger than the first results). They differ from kind to kind; a strategy that another one names, such as the rollout strategy of
    /// a search, is an object with its `name`, its `kind` and its `parameters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Map<String, Value>>,
    /// The SHA-256 of its weights, where only what can change results is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// For a Rust type: the version that it declares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// For an external program: its command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// For an external program: its time limit, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// Its restriction, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restrict: Option<RestrictionRecord>,
    /// Its play at larger tables, if that differs: by the smallest number of players, ascending,
    /// the strategy for these tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_players: Option<IndexMap<String, StrategyRecord>>,
}

/// The restriction of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestrictionRecord {
    /// The kinds of action, and the conditions, that it never takes if another action is legal.
    #[serde(default)]
    pub never: Vec<String>,
    /// The parts of its seat's view that are hidden from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blind: Vec<String>,
}

impl StrategyRecord {
    /// Returns its budget at a table for this many players, the number of games or iterations for a
    /// decision, if it has one.
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
