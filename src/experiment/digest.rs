//! The identity of a run: what can change a number.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::{Lineup, Plan, PlannedCell};
use crate::strategy::Playable;

/// The version of streams, engines and tables: results of different versions are not to be mixed.
pub const SCHEMA_VERSION: u32 = 2;

impl<G: Playable> Plan<G> {
    /// The rules of every variant, whole.
    pub fn variants_json(&self) -> Value {
        let variants = self.variants.iter().map(|variant| json!({"name": variant.name, "rules": variant.settings.to_json()}));
        Value::Array(variants.collect())
    }

    /// The strategies, whole.
    pub fn strategies_json(&self) -> Value {
        let strategies = self.strategies.iter().map(|strategy| (strategy.name().to_owned(), strategy.to_json()));
        Value::Object(strategies.collect::<Map<_, _>>())
    }

    /// The line-ups: the names of the strategies, seat by seat.
    pub fn lineups_json(&self) -> Value {
        let names = |entries: &[usize]| entries.iter().map(|entry| json!(self.strategies[*entry].name())).collect::<Vec<_>>();
        Value::Array(self.lineups.iter().map(|lineup| Value::Array(names(&lineup.entries))).collect())
    }

    /// For each line-up, how many games a block plays of it, and whether these are all its arrangements or drawn ones.
    pub fn arrangements_json(&self) -> Value {
        let of_lineup = |(cell, lineup): (&PlannedCell<G>, &Lineup)| {
            let arrangements = &cell.label.shape.arrangements;
            let which = if arrangements.all().is_some() { "all" } else { "drawn" };
            json!({"lineup": lineup.name, "played": which, "games_per_block": arrangements.games_per_block()})
        };
        Value::Array(self.cells.iter().zip(&self.lineups).map(of_lineup).collect())
    }

    /// A digest, in hexadecimal, of all that can change a number: game, rules, strategies, line-ups, seed and schema version.
    ///
    /// The number of blocks is not in it: runs of one digest hold the same games as far as both go.
    pub fn digest(&self) -> String {
        let strategies = self.strategies.iter().map(|strategy| (strategy.name().to_owned(), strategy.identity()));
        let identity = json!({
            "schema_version": SCHEMA_VERSION,
            "game": G::DESCRIPTION.name,
            "seed": self.seed,
            "variants": self.variants_json(),
            "lineups": self.lineups_json(),
            "strategies": strategies.collect::<Map<_, _>>(),
        });
        let hash = Sha256::digest(identity.to_string().as_bytes());
        let mut head = [0; 16];
        head.copy_from_slice(&hash[..16]);
        format!("{:032x}", u128::from_be_bytes(head))
    }
}
