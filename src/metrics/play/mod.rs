//! How a game plays: measures that are counted only where an experiment asks for them (`[play]`), one file a measure.
//!
//! Whole games are noted while they are watched ([`PlayObserver`]); each measure says what a game brings of it, for the game as a whole and by tenth of its
//! decisions. What the games of one block bring is one observation, so that every average comes with the spread over blocks. All counts are whole numbers.

mod cards;
mod choices;
mod measure;
mod notes;
mod observer;

use serde::{Deserialize, Serialize};

pub(crate) use cards::CardCounts;
pub use cards::{CardMeasure, CardWatch};
pub(crate) use choices::CHOICES;
pub(crate) use measure::{Averages, Measure};
pub use observer::{PlayObserver, Watch};

use crate::game::Description;
use crate::stats::Overflow;

/// Which measures of play are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    pub(crate) choices: Averages,
    /// What becomes of cards, where that is asked for and the game tells of cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cards: Option<CardCounts>,
}

impl PlayCounts {
    /// Counts of no games.
    pub fn new(measures: &PlayMeasures, game: &Description) -> Self {
        Self { choices: Averages::new(&CHOICES, game), cards: measures.cards.as_ref().map(|_| CardCounts::default()) }
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.choices.merge(&other.choices)?;
        self.cards.iter_mut().zip(&other.cards).try_for_each(|(cards, other)| cards.merge(other))
    }

    /// Takes in what was counted of cards by their own watch.
    #[must_use]
    pub fn with_cards(self, watch: Option<&mut CardWatch>) -> Self {
        Self { cards: watch.map(CardWatch::take_counts), ..self }
    }
}
