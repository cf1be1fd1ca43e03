//! What a design is, and its stages.

use serde::{Deserialize, Serialize};

use crate::experiment::Plan;
use crate::findings::{Ending, SensitivityPoints};
use fairdeal_core::metrics::Counts;

/// How an experiment answers its question.
#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// Every variant against the baseline, line-up by line-up.
    Compare,
    /// Every choice of this many strategies meets, and all are rated.
    RoundRobin {
        /// How many play in a game.
        players: usize,
    },
    /// Each pair of strategies meets, and each plays against itself: what the game is like between
    /// equals of each strength. At tables for three or more, one of either sits among others of the
    /// other.
    Ladder {
        /// How many play in a game.
        players: usize,
        /// This many strategies at the end are copies of the one before them with a doubled budget,
        /// and meet only that one.
        doubled: usize,
        /// At most this many more copies are added, as long as each beats the one before it.
        doublings: u32,
    },
    /// Strategies sit in the place of one player in turn, table by table, while the others stay:
    /// who does best there, on the same blocks.
    InPlace {
        /// Who sits there; the last one is what the others are compared with. Searches that know
        /// whom they play against sit only among those.
        strategies: Vec<String>,
        /// By table, the strategies of the others.
        others: Vec<Vec<String>>,
    },
    /// The variants are points of a box of rules, to find out which knob matters.
    Sensitivity(SensitivityPoints),
}

/// What kind of question an experiment asks, as its results say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DesignKind {
    /// Variants against a baseline, or one set of rules.
    #[default]
    Compare,
    /// The same, with every combination of the values of some knobs.
    Sweep,
    /// All strategies meet.
    RoundRobin,
    /// Strategies from weak to strong.
    Ladder,
    /// Who does best in the place of one player.
    InPlace,
    /// Which knob matters.
    Sensitivity,
}

impl DesignKind {
    /// That of results whose manifest does not say it, by the names of their tables.
    pub(crate) fn of_tables(tables: &[String]) -> Self {
        let kinds = [
            ("sensitivity.csv", Self::Sensitivity),
            ("ladder.csv", Self::Ladder),
            ("in_place.csv", Self::InPlace),
            ("ratings.csv", Self::RoundRobin),
            ("sweep.csv", Self::Sweep),
        ];
        let has = |file: &str| tables.iter().any(|table| table == file);
        kinds.into_iter().find(|(file, _)| has(file)).map_or(Self::Compare, |(_, kind)| kind)
    }
}

impl Design {
    /// Its name in the digest.
    pub(in crate::experiment) fn name(&self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::RoundRobin { .. } => "round robin",
            Self::Ladder { .. } => "ladder",
            Self::InPlace { .. } => "in place",
            Self::Sensitivity(_) => "sensitivity",
        }
    }

    /// Are strategies rated, by the games in which they meet?
    pub fn rates(&self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Ladder { .. })
    }

    /// Is it measured how long decisions take?
    pub fn times_decisions(&self) -> bool {
        matches!(self, Self::Ladder { .. })
    }
}

/// What a design plays next.
#[derive(Debug)]
pub enum Stage {
    /// Games that tell it what to play then.
    Trial {
        /// What is played.
        plan: Plan,
        /// What they are to tell, in words.
        question: String,
    },
    /// The last stage: its tables are the results.
    Last(Plan),
}

/// A stage that was played.
#[derive(Debug)]
pub struct PlayedStage {
    /// What was played.
    pub plan: Plan,
    /// What was counted.
    pub counts: Counts,
    /// How it ended.
    pub ending: Ending,
}

/// What a plan does after the blocks that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It plays on, up to this block.
    Until(u64),
    /// It is done.
    Done(Ending),
}
