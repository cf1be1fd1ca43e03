//! The identity of a run: everything that can change a number.

use std::fmt::Write as _;

use serde_json::{Map, json};
use sha2::{Digest, Sha256};

use super::Plan;

/// The version of streams, engines and counts: results of different versions are not to be mixed.
pub const SCHEMA_VERSION: u32 = 4;

impl Plan {
    /// A digest, in hexadecimal, of everything that can change a number: game, rules, strategies,
    /// line-ups, seed and the versions of schema and defaults.
    ///
    /// Rules and strategies contribute only their differences from the defaults, so that a new knob
    /// does not change the digest. The number of blocks is not part of it: of two runs with one
    /// digest, the longer one begins with the games of the shorter one.
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
        // Without questions about play, the digest is that of versions that had no such questions.
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
        // The same of players who learn the rules first.
        if let Some(adapt) = &self.adapt {
            identity["adapt"] = adapt.identity(Some(adapt.players.len()));
            // The players of a search learn once it has found rules.
            let keys: Vec<String> = self.lessons().into_iter().map(|lesson| lesson.key).collect();
            if !keys.is_empty() {
                identity["lessons"] = json!(keys);
            }
        }
        // The same of searches that know whom they play against.
        let exploiters: Map<_, _> =
            self.exploiters().map(|(_, search)| (search.name.clone(), search.identity())).collect();
        if !exploiters.is_empty() {
            identity["exploiters"] = exploiters.into();
        }
        if let Some((key, more)) = self.design.identity(self) {
            identity[key] = more;
        }
        hexadecimal(&Sha256::digest(identity.to_string())[..16])
    }
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
