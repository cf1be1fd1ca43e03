//! The identity of a run: what can change a number.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::{Part, Plan, Question};
use crate::findings::Goals;
use fairdeal_core::game::Description;

/// The version of streams, engines and counts: results of different versions are not to be mixed.
pub const SCHEMA_VERSION: u32 = 4;

impl Plan {
    /// A digest, in hexadecimal, of all that can change a number: game, rules, strategies,
    /// line-ups, seed and the versions of schema and defaults.
    ///
    /// Of rules and strategies it takes what differs from the defaults, so that a new knob leaves
    /// it as it is. The number of blocks is not in it: of two runs with one digest, the longer one
    /// begins with the games of the shorter one.
    pub fn digest(&self) -> String {
        let strategies = self
            .strategies
            .iter()
            .map(|strategy| (strategy.name().to_owned(), strategy.identity()));
        let variants = self
            .variants
            .iter()
            .map(|variant| json!({"name": variant.name, "rules": variant.settings.differences()}));
        let lineups = self.lineups.iter().map(|lineup| self.names(lineup).collect::<Vec<_>>());
        let mut identity = json!({
            "schema_version": SCHEMA_VERSION,
            "game": self.given.game.description().name,
            "defaults_version": self.given.game.description().defaults_version,
            "seed": self.seed(),
            "variants": variants.collect::<Vec<_>>(),
            "lineups": lineups.collect::<Vec<_>>(),
            "baseline": self.baseline().name,
            "design": self.design.name(),
            "strategies": strategies.collect::<Map<_, _>>(),
        });
        // Where nothing is asked of how the game plays, a run is what it was before there was such
        // a question.
        if let Some(play) = self.play() {
            identity["play"] = json!(play.record());
        }
        // The same of events.
        if !self.events.is_empty() {
            identity["events"] = json!(self.events.names());
        }
        // A game of files is their texts.
        if let Some(source) = self.given.game.source() {
            identity["game_files"] = json!(source);
        }
        // The same of searches that know whom they play against.
        let exploiters: Map<_, _> =
            self.exploiters().map(|(_, search)| (search.name.clone(), search.identity())).collect();
        if !exploiters.is_empty() {
            identity["exploiters"] = exploiters.into();
        }
        if let Some((key, more)) = self.design.identity() {
            identity[key] = more;
        }
        hexadecimal(&Sha256::digest(identity.to_string())[..16])
    }
}

/// What the digest of a search covers: the rules that it may try, and the goals. The keys of all
/// tables stand in any order.
pub(super) fn identity_of_search(asked: &Question, game: &Description, goals: &Goals) -> Value {
    let tune = asked.tune.clone().map(|mut tune| {
        tune.rules.0.values_mut().for_each(sort_keys);
        sort_by_key(&mut tune.rules.0, |key| game.turn_order(key));
        tune.only_if.0.values_mut().for_each(sort_keys);
        tune.only_if.0.sort_keys();
        if let Some(Part::As(strategy)) = &mut tune.adapt {
            strategy.weights.0.sort_keys();
        }
        tune
    });
    let goal = asked.goal.clone().map(|mut goal| {
        goal.0.values_mut().for_each(sort_keys);
        let place = |key: &str| goals.list.iter().position(|goal| goal.name == key);
        sort_by_key(&mut goal.0, place);
        goal
    });
    json!([tune, goal])
}

/// Sorts the entries of a table.
fn sort_by_key<K: Ord>(table: &mut Map<String, Value>, place: impl Fn(&str) -> K) {
    let mut entries: Vec<(String, Value)> = std::mem::take(table).into_iter().collect();
    entries.sort_by_key(|(key, _)| place(key));
    *table = entries.into_iter().collect();
}

/// What the digest of a search for weights covers. The weights stand in any order.
pub(super) fn identity_of_weights(asked: &Question) -> Value {
    let strategy = asked.strategy.clone().map(|mut strategy| {
        strategy.weights.0.sort_keys();
        strategy
    });
    json!(strategy)
}

/// Sorts the keys of a table: what a goal is about before its bounds, the others by name.
fn sort_keys(value: &mut Value) {
    const FIRST: [&str; 8] =
        ["unit", "reason", "strategies", "seconds", "at_least", "at_most", "between", "from"];
    let Value::Object(table) = value else { return };
    table.values_mut().for_each(sort_keys);
    let mut entries: Vec<(String, Value)> = std::mem::take(table).into_iter().collect();
    let place = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    entries.sort_by(|(one, _), (other, _)| place(one).cmp(&place(other)).then(one.cmp(other)));
    *table = entries.into_iter().collect();
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
