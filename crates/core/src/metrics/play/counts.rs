//! What is counted of how games play.

use serde::{Deserialize, Serialize};

use super::cards::{CardCounts, CardMeasure, CardWatch};
use super::choices::CHOICES;
use super::description::MeasureDescription;
use super::measure::{Averages, Measure};
use super::reliability::{self, Band};
use super::{drama, tension};
use crate::game::Description;
use crate::metrics::odd_games::{OddGame, keep};
use fairdeal_stats::Overflow;

/// The measures that are made of chances of winning: the place where a new one is added.
pub static CHANCES: [Measure; 9] = [
    drama::LEAD_CHANGES,
    drama::DRAMA,
    drama::DECISION,
    drama::DECISIVE_THRESHOLD,
    drama::DECISIVE_80,
    drama::TURNAROUNDS,
    tension::TENSION,
    tension::STAKES,
    tension::DEAD,
];

/// What the measure of this name is.
pub fn measure(name: &str) -> Option<&'static MeasureDescription> {
    CHOICES
        .iter()
        .chain(&CHANCES)
        .map(|measure| measure.description)
        .find(|description| description.name == name)
}

/// Which measures of play are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayMeasures {
    /// How many games are played on for each legal action, where chances of winning are estimated.
    pub rollouts: Option<u32>,
    /// Which cards are counted, where that is asked for and the game tells of cards.
    pub cards: Option<CardMeasure>,
}

/// What is counted of how the games of one cell play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayCounts {
    /// What the players could choose from and chose, in the blocks that decisions are counted in.
    pub choices: Averages,
    /// What becomes of cards, where some of the blocks tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardCounts>,
    /// What their chances of winning were, where some of the blocks tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<ChanceCounts>,
}

/// What is counted of chances of winning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceCounts {
    /// How many games were played on for each legal action.
    pub rollouts: u32,
    /// What the measures are averages of.
    pub averages: Averages,
    /// How many positions were won, by what their chance was said to be.
    pub bands: Vec<Band>,
    /// The game with the most drama, in thousandths of a win; of several alike the first.
    pub(crate) dramatic: Option<OddGame>,
}

impl PlayCounts {
    /// Counts of no games.
    pub fn new(game: &Description) -> Self {
        Self { choices: Averages::new(&CHOICES, game), cards: None, chances: None }
    }

    /// Takes in what was counted of cards by their own watch.
    #[must_use]
    pub fn with_cards(self, watch: Option<&mut CardWatch>) -> Self {
        Self { cards: watch.map(CardWatch::take_counts), ..self }
    }

    /// The game with the most drama, where chances were estimated.
    pub fn most_dramatic(&self) -> Option<OddGame> {
        self.chances.as_ref()?.dramatic
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow; some of them are then added.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.choices.merge(&other.choices)?;
        match (&mut self.cards, &other.cards) {
            (Some(cards), Some(other)) => cards.merge(other)?,
            (known @ None, Some(_)) => known.clone_from(&other.cards),
            (_, None) => {}
        }
        match (&mut self.chances, &other.chances) {
            (Some(chances), Some(other)) => chances.merge(other),
            (known @ None, Some(_)) => {
                known.clone_from(&other.chances);
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }
}

impl ChanceCounts {
    /// Counts of no games, with this many rollouts.
    pub(super) fn new(rollouts: u32, game: &Description) -> Self {
        Self {
            rollouts,
            averages: Averages::new(&CHANCES, game),
            bands: reliability::no_bands(),
            dramatic: None,
        }
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.averages.merge(&other.averages)?;
        reliability::merge(&mut self.bands, &other.bands)?;
        self.keep(other.dramatic);
        Ok(())
    }

    /// Keeps the more dramatic of two games; of level ones that of the lower block.
    pub(super) fn keep(&mut self, found: Option<OddGame>) {
        keep(&mut self.dramatic, found, std::cmp::Reverse);
    }
}
