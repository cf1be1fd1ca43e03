//! The question as results record it: complete, so that it can be played again.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::play::Play;
use super::{AskedStop, CardsQuestion, Plan};
use crate::findings::{SensitivityPoints, Stop};
use fairdeal_core::any_game::Chances;
use fairdeal_core::metrics::Variant;
use fairdeal_core::strategy::{StrategyFile, StrategyRecord};

/// A variant and its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantRecord {
    /// Its name.
    pub name: String,
    /// The value of every knob of the game, by its key.
    pub rules: Map<String, Value>,
}

impl VariantRecord {
    /// Whether this is the record of a variant.
    pub(crate) fn is_of(&self, variant: &Variant) -> bool {
        self.name == variant.name && self.rules == variant.settings.to_json()
    }
}

/// The players who learned the rules before they played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AdaptRecord {
    /// By how many games each of them learned.
    pub games: u64,
    /// The player of the first games; random play if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// The player from whose weights they went on; from nothing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The trainings.
    pub learned: Vec<LearnedRecord>,
}

/// A training.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LearnedRecord {
    /// The strategy in the line-ups.
    pub strategy: String,
    /// The sets of rules that it learned.
    pub variants: Vec<String>,
    /// The name of its file among the strategies of the game.
    pub file: String,
}

/// The condition under which a run ends before all blocks are played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StopRecord {
    /// The condition, as it was asked.
    #[serde(flatten)]
    pub asked: AskedStop,
    /// The blocks at the first look.
    pub first_look: u64,
}

/// The questions about how the game plays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayRecord {
    /// The players' chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<ChancesRecord>,
    /// The worth of cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardsQuestion>,
    /// Luck.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub luck: bool,
    /// The strategies whose kinds of action are left out one by one, each with the part of its
    /// parameters that can change a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restricted: Option<IndexMap<String, Value>>,
    /// What people at the table feel.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub people: bool,
}

/// How the players' chances were estimated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChancesRecord {
    /// Whether the players themselves played games on, where none of them searches or is a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_players: bool,
    /// The strategy that plays games on otherwise.
    pub strategy: RolloutRecord,
    /// How many games from a position.
    pub rollouts: u32,
    /// In how many blocks.
    pub blocks: u64,
    /// At every n-th decision of a game: n.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub every: u32,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

/// A strategy that plays games on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RolloutRecord {
    /// Its name.
    pub name: String,
    /// The part of its parameters that can change a number.
    pub identity: Value,
}

/// The box of rules of a sensitivity analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SensitivityRecord {
    /// Points in each sample.
    pub samples: usize,
    /// Groups of blocks.
    pub groups: u64,
    /// The values of each knob.
    pub knobs: IndexMap<String, Vec<String>>,
}

impl Plan {
    /// The record of the players who learn the rules before they play, if there are any.
    pub(crate) fn adapt_record(&self) -> Option<AdaptRecord> {
        let lessons = self.lessons();
        let first = lessons.first()?;
        let learned = lessons.iter().map(|lesson| LearnedRecord {
            strategy: lesson.player().to_owned(),
            variants: lesson.variants.clone(),
            file: lesson.key.clone(),
        });
        Some(AdaptRecord {
            games: first.games,
            teacher: first.teacher.as_ref().map(|teacher| teacher.name.clone()),
            from: first.from.as_ref().map(|from| from.name.clone()),
            learned: learned.collect(),
        })
    }

    /// The strategies by their names, whole, but for the searches that know whom they play against.
    pub fn strategy_records(&self) -> IndexMap<String, StrategyRecord> {
        let exploiters = self.exploiter_records().unwrap_or_default();
        let asked =
            self.strategies.iter().filter(|strategy| !exploiters.contains_key(strategy.name()));
        asked.map(|strategy| (strategy.name().to_owned(), strategy.record())).collect()
    }

    /// The searches that know whom they play against, whole; `None` where there are none.
    pub fn exploiter_records(&self) -> Option<IndexMap<String, StrategyRecord>> {
        let exploiters: IndexMap<_, _> =
            self.exploiters().map(|(_, search)| (search.name.clone(), search.record())).collect();
        (!exploiters.is_empty()).then_some(exploiters)
    }
}

impl From<&SensitivityPoints> for SensitivityRecord {
    fn from(SensitivityPoints { first, knobs, .. }: &SensitivityPoints) -> Self {
        let knobs = knobs.iter().map(|knob| (knob.name.to_owned(), knob.values.clone())).collect();
        Self { samples: first.len(), groups: SensitivityPoints::GROUPS, knobs }
    }
}

impl StopRecord {
    /// The record of a stopping rule.
    pub fn new(asked: AskedStop, stop: &Stop) -> Self {
        Self { asked, first_look: stop.next_look(0) }
    }
}

impl Play {
    /// The part of the questions that can change a number.
    pub fn record(&self) -> PlayRecord {
        let chances =
            |Chances { by_players, strategy, rollouts, every, blocks }: &Chances| ChancesRecord {
                by_players: *by_players,
                strategy: RolloutRecord {
                    name: strategy.name.clone(),
                    identity: strategy.identity(),
                },
                rollouts: *rollouts,
                blocks: *blocks,
                every: *every,
            };
        let restricted = |strategies: &Vec<StrategyFile>| {
            strategies.iter().map(|strategy| (strategy.name.clone(), strategy.identity())).collect()
        };
        PlayRecord {
            chances: self.chances.as_ref().map(chances),
            cards: self.cards,
            luck: self.luck,
            restricted: self.restricted.as_ref().map(restricted),
            people: self.people,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::experiment::When;
    use crate::findings::Until;

    #[test]
    fn a_record_of_what_a_run_may_end_at_has_its_own_keys_only() {
        let cases = [
            (
                AskedStop { when: Some(When::Settled), ..AskedStop::default() },
                json!({"when": "settled", "first_look": 1024}),
            ),
            (
                AskedStop { precision: Some(0.002), max_blocks: Some(80), ..AskedStop::default() },
                json!({"precision": 0.002, "max_blocks": 80, "first_look": 1024}),
            ),
        ];
        for (asked, expected) in cases {
            let record = StopRecord::new(asked, &Stop { until: Until::Settled, first_look: 1000 });
            let written = serde_json::to_string(&record).expect("JSON");
            assert_eq!(written, expected.to_string());
            assert_eq!(serde_json::from_str::<StopRecord>(&written).expect("a record"), record);
        }
    }
}
