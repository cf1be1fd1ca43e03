//! A review that is being made: what it is asked, and what it keeps between its phases.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::clock::Instant;
use fairdeal_core::game::Description;
use fairdeal_core::input::Settings;
use fairdeal_study::results::Results;
use fairdeal_study::session::Session;
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::change::Change;
use crate::error::ReviewError;
use crate::kept::Keeper;
use crate::pace::Pace;
use crate::players::Attacked;
use crate::wanted::Wanted;

/// The rules that are reviewed, by their name in tables.
pub const DRAFT: &str = "draft";

/// What a review is asked to do.
#[derive(Debug)]
pub struct Asked {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The game as commands name it.
    pub name: String,
    /// The rules.
    pub settings: Settings,
    /// The numbers of players.
    pub sizes: Vec<usize>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How much it plays: about so many minutes, or a budget.
    pub length: Length,
    /// What the designer wants.
    pub wanted: Wanted,
    /// How long people take for decisions.
    pub pace: Pace,
}

impl Asked {
    /// The numbers of players where none are asked for: all that a game is for, up to 4.
    pub fn usual_sizes(game: &Description) -> Vec<usize> {
        let (fewest, most) = (game.fewest_players, game.most_players);
        (fewest..=most.min(4.max(fewest))).collect()
    }
}

/// How long a review is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Length {
    /// About so many minutes.
    Minutes(f64),
    /// A number of shuffles by which the draft is judged, from which all else follows.
    Blocks(u64),
    /// As much as another review.
    Like(Budget),
}

/// What a review keeps between its phases.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// What was asked: with other questions it begins again.
    asked: serde_json::Value,
    pub(crate) budget: Budget,
    /// Changes of the rules by which a game could not be played to its end, with the reasons.
    #[serde(default)]
    pub(crate) unplayable: BTreeMap<String, String>,
    /// Whether players learn the draft alone, because changed rules cannot be learned.
    #[serde(default)]
    pub(crate) learns_draft_alone: bool,
    /// Whether cures are tested by players who did not learn their rules, because these cannot be
    /// learned.
    #[serde(default)]
    pub(crate) tests_unlearned: bool,
    /// Whether players learn the game: not if that takes too long.
    #[serde(default)]
    pub(crate) learns: Option<bool>,
    /// How many changes of knobs are tried, where strengths are compared.
    #[serde(default)]
    pub(crate) compared: Option<u64>,
    /// Whether the players have learned, and what became of them under attack.
    pub(crate) has_learned: bool,
    pub(crate) attacked: Option<Attacked>,
}

/// A review that is being made.
pub(crate) struct Making<'a> {
    pub(crate) asked: &'a Asked,
    pub(crate) session: &'a Session<'a>,
    pub(crate) tell: &'a dyn Fn(&str),
    pub(crate) begun: Instant,
    pub(crate) state: State,
    pub(crate) keeper: &'a dyn Keeper,
    /// What was played, by phase.
    pub(crate) played: RefCell<BTreeMap<String, Rc<Results>>>,
}

impl State {
    /// The state that an earlier review left, if it was asked the same; else one from the beginning.
    pub(crate) fn of(asked: &Asked, keeper: &dyn Keeper) -> Self {
        let question = serde_json::json!({
            "game": asked.game.description().name,
            "files": asked.game.source(),
            "rules": asked.settings.to_json(),
            "players": asked.sizes,
            "seed": asked.seed,
            "length": asked.length,
            "version": fairdeal_learn::version(asked.game.repertoire()),
        });
        let known = keeper.state().and_then(|text| serde_json::from_str::<Self>(&text).ok());
        known.filter(|known| known.asked == question).unwrap_or(Self {
            asked: question,
            budget: Budget::default(),
            unplayable: BTreeMap::new(),
            learns_draft_alone: false,
            tests_unlearned: false,
            learns: None,
            compared: None,
            has_learned: false,
            attacked: None,
        })
    }

    /// The state as the text of its file.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Making<'_> {
    /// Tells of a phase.
    pub(crate) fn told(&self, phase: &str) {
        let left = match self.asked.length {
            Length::Minutes(minutes) => {
                let left = minutes - self.begun.elapsed().as_secs_f64() / 60.0;
                match libm::floor(left.max(0.0)) as u64 {
                    0 if left <= 0.0 => " The time is over, and this is still played.".to_owned(),
                    0 => " Less than a minute is left.".to_owned(),
                    1 => " About a minute is left.".to_owned(),
                    minutes => format!(" About {minutes} minutes are left."),
                }
            }
            Length::Blocks(_) | Length::Like(_) => String::new(),
        };
        (self.tell)(&format!("{phase}{left}"));
    }

    pub(crate) fn check_stop(&self) -> Result<(), ReviewError> {
        let is_stopped = self.session.its_control().stop.load(Ordering::Relaxed);
        if is_stopped { Err(ReviewError::Interrupted) } else { Ok(()) }
    }

    pub(crate) fn keep_state(&self) -> Result<(), ReviewError> {
        self.keeper.keep_state(&self.state.text())
    }

    /// The changes of the rules by which games could be played to their ends so far.
    pub(crate) fn playable(&self, mut changes: Vec<Change>) -> Vec<Change> {
        changes.retain(|change| !self.state.unplayable.contains_key(&change.name()));
        changes
    }
}
