//! What a design is, and its stages.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::tune::{Searched, Tune};
use super::weights::WeightSearch;
use crate::experiment::Plan;
use crate::findings::{Asked, Ending, SensitivityPoints};
use fairdeal_core::metrics::{Contestants, Counts, InPlace, Label, Variant};
use fairdeal_core::strategy::Entrant;

/// How an experiment answers its question.
#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// Every variant against the baseline, line-up by line-up.
    Compare,
    /// Each pair of strategies meets, all are rated, and each plays against itself: what the game is
    /// like between equals of each strength. At tables for three or more, one of either sits among others of the
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
    /// Rules that meet the goals are searched for, and confirmed.
    Tune(Box<Tune>),
    /// A round of such a search: the variants are the rules that it tries.
    Trial(Option<Arc<Searched>>),
    /// The weights with which a strategy wins most often are searched for, and confirmed.
    Strategy(Box<WeightSearch>),
    /// A generation of such a search: the line-ups are those of the candidates. If players adapt to
    /// rules, it has what the search for these rules has found.
    Generation(Option<Arc<Searched>>),
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
    /// Strategies from weak to strong: all meet.
    Ladder,
    /// Who does best in the place of one player.
    InPlace,
    /// Which knob matters.
    Sensitivity,
    /// Which rules meet the goals.
    Tune,
}

impl Design {
    /// Its name in the digest.
    pub(in crate::experiment) fn name(&self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::Ladder { .. } => "ladder",
            Self::InPlace { .. } => "in place",
            Self::Sensitivity(_) => "sensitivity",
            Self::Tune(_) => "tune",
            Self::Trial(_) => "trial",
            Self::Strategy(_) => "strategy",
            Self::Generation(_) => "generation",
        }
    }

    /// What the digest covers beside the name, with its key: what line-ups and variants do not say
    /// already.
    pub(in crate::experiment) fn identity(&self) -> Option<(&'static str, Value)> {
        match self {
            Self::InPlace { strategies, others } => {
                Some(("in_place", json!({"strategies": strategies, "others": others})))
            }
            Self::Tune(tune) => Some(("tune", tune.identity.clone())),
            Self::Strategy(search) => Some(("weights", search.identity.clone())),
            _ => None,
        }
    }

    /// What is asked where nothing else is: of these variants.
    pub(in crate::experiment) fn asks(&self, variants: &[Arc<Variant>]) -> Asked<'static> {
        match self {
            Self::Compare if variants.iter().any(|variant| !variant.point.is_empty()) => {
                Asked::Points
            }
            Self::Compare if variants.len() > 1 => Asked::Changes,
            Self::Compare | Self::Sensitivity(_) => Asked::Rules,
            Self::Ladder { .. } => Asked::Strength,
            Self::InPlace { .. } | Self::Strategy(_) | Self::Generation(_) => Asked::InPlace,
            Self::Tune(_) | Self::Trial(_) => Asked::Goals,
        }
    }

    /// Whether blocks are counted in groups, from whose differences errors follow.
    pub(in crate::experiment) fn is_grouped(&self) -> bool {
        matches!(self, Self::Sensitivity(_) | Self::Tune(_) | Self::Trial(_))
    }

    /// Whether variants are compared with the baseline.
    pub(in crate::experiment) fn compares(&self) -> bool {
        !matches!(self, Self::Sensitivity(_) | Self::Trial(_))
    }

    /// The search for rules that meet the goals.
    pub fn tune(&self) -> Option<&Tune> {
        if let Self::Tune(tune) = self { Some(tune) } else { None }
    }

    /// The search for the weights of a strategy.
    pub fn weights(&self) -> Option<&WeightSearch> {
        if let Self::Strategy(search) = self { Some(search) } else { None }
    }

    /// What a stage of a search for rules was played after.
    pub(super) fn searched(&self) -> Option<&Arc<Searched>> {
        match self {
            Self::Trial(searched) | Self::Generation(searched) => searched.as_ref(),
            _ => None,
        }
    }

    /// How many play in a game of a ladder. A ladder measures how long decisions take, and may play
    /// more line-ups than it was asked for.
    pub fn ladder_players(&self) -> Option<usize> {
        if let Self::Ladder { players, .. } = self { Some(*players) } else { None }
    }

    /// The points of a box of rules. They are not compared with a baseline, and are looked at once
    /// all blocks are played.
    pub fn box_of_rules(&self) -> Option<&SensitivityPoints> {
        if let Self::Sensitivity(points) = self { Some(points) } else { None }
    }

    /// Whether a search that knows whom it plays against is among those that sit here.
    pub(in crate::experiment) fn may_seat(&self, search: &str) -> bool {
        match self {
            Self::InPlace { strategies, .. } => strategies.iter().any(|name| name == search),
            _ => true,
        }
    }

    /// The strategies that are rated by the games in which they meet, if some are.
    pub(in crate::experiment) fn contestants(&self, cells: &[Label]) -> Option<Contestants> {
        let &Self::Ladder { doubled, .. } = self else { return None };
        Some(Contestants::new(cells.iter().map(|cell| &cell.shape), doubled))
    }

    /// The places in which strategies are compared: those that were asked for, and on a ladder for
    /// three and more one place among others of each rung.
    pub(in crate::experiment) fn places(
        &self,
        strategies: &[Entrant],
        cells: &[Label],
    ) -> Vec<InPlace> {
        let place =
            |others: &[String], strategies: &[String]| InPlace::new(others, strategies, cells);
        match self {
            Self::InPlace { strategies, others } => {
                others.iter().filter_map(|others| place(others, strategies)).collect()
            }
            Self::Strategy(search) => {
                let seats = search.seats().into_iter();
                let places = seats.flat_map(|(strategies, others)| {
                    others.into_iter().filter_map(move |others| place(&others, &strategies))
                });
                places.collect()
            }
            &Self::Ladder { players: players @ 3.., doubled, .. } => {
                let rungs = strategies.iter().take(strategies.len().saturating_sub(doubled));
                let rungs: Vec<String> = rungs.map(|rung| rung.name().to_owned()).collect();
                let others = rungs.iter().map(|other| vec![other.clone(); players - 1]);
                others.filter_map(|others| place(&others, &rungs)).collect()
            }
            _ => Vec::new(),
        }
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
