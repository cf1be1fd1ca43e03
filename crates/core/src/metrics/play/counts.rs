//! The counts of play.

use serde::{Deserialize, Serialize};

use super::cards::{CardCounts, CardMeasure, CardWatch};
use super::choices::CHOICES;
use super::measure::{Averages, Measure};
use super::reliability::{BANDS, Band};
use super::{drama, tension};
use crate::game::Description;
use crate::metrics::odd_games::{OddGame, keep};
use crate::rows::ChanceView;
use fairdeal_stats::{Merge, Overflow, merged};

/// The measures that use chances of winning. Add new ones here.
pub static CHANCES: [Measure; 9] = [
    drama::LEAD_CHANGES,
    drama::DRAMA,
    drama::MOMENT_OF_DECISION,
    drama::DECISIVE_THRESHOLD,
    drama::DECISIVE_80,
    drama::TURNAROUNDS,
    tension::TENSION,
    tension::STAKES,
    tension::DEAD_DECISIONS,
];

/// Returns the measure with this name.
pub fn measure(name: &str) -> Option<&'static Measure> {
    CHOICES.iter().chain(&CHANCES).find(|measure| measure.name == name)
}

/// The measures of play that are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayMeasures {
    /// The number of rollouts for each legal action, where chances of winning are estimated.
    pub rollouts: Option<u32>,
    /// The cards that are counted, if the experiment asks for them and the game names cards.
    pub cards: Option<CardMeasure>,
}

/// The counts of how the games of one cell play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayCounts {
    /// The averages of the measures of choices, in the blocks in which decisions are counted.
    pub choices: Averages,
    /// The counts of cards, from some of the blocks.
    pub cards: Option<CardCounts>,
    /// The counts of chances of winning, from some of the blocks.
    pub chances: Option<ChanceCounts>,
}

/// The counts of chances of winning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceCounts {
    /// The number of rollouts for each legal action.
    pub rollouts: u32,
    /// The averages of the measures.
    pub averages: Averages,
    /// The positions and their wins, by view and by band of the estimated chance.
    pub bands: Vec<Band>,
    /// The game with the most drama, in thousandths of a win; the first of equal games.
    pub(crate) dramatic: Option<OddGame>,
}

merged!(PlayCounts { choices, cards, chances });

impl PlayCounts {
    /// Returns counts of no games.
    pub fn new(game: &Description) -> Self {
        Self { choices: Averages::new(&CHOICES, game), cards: None, chances: None }
    }

    /// Adds the counts of cards, which have their own watcher.
    #[must_use]
    pub fn with_cards(self, watch: Option<&mut CardWatch>) -> Self {
        Self { cards: watch.map(CardWatch::take_counts), ..self }
    }

    /// Returns the game with the most drama, where chances are estimated.
    pub fn most_dramatic(&self) -> Option<OddGame> {
        self.chances.as_ref()?.dramatic
    }
}

impl Merge for ChanceCounts {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.averages.merge(&other.averages)?;
        self.bands.merge(&other.bands)?;
        self.keep(other.dramatic);
        Ok(())
    }
}

impl ChanceCounts {
    /// Returns counts of no games, with this many rollouts.
    pub(super) fn new(rollouts: u32, game: &Description) -> Self {
        Self {
            rollouts,
            averages: Averages::new(&CHANCES, game),
            bands: vec![Band::default(); ChanceView::ALL.len() * BANDS],
            dramatic: None,
        }
    }

    /// Keeps the more dramatic of two games; on a tie the one from the lower block.
    pub(super) fn keep(&mut self, found: Option<OddGame>) {
        keep(&mut self.dramatic, found, std::cmp::Reverse);
    }
}
