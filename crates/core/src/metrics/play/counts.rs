//! The counts of play.

use serde::{Deserialize, Serialize};

use super::cards::{CardCounts, CardMeasure, CardWatch};
use super::choices::CHOICES;
use super::measure::{Averages, Measure};
use super::people::{HOPES, PEOPLE};
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

/// The measures of choices, and of people at the table.
static CHOICES_AND_PEOPLE: [Measure; CHOICES.len() + PEOPLE.len()] = joined(&CHOICES, &PEOPLE);

/// The measures of chances, and of people who think of theirs.
static CHANCES_AND_HOPES: [Measure; CHANCES.len() + HOPES.len()] = joined(&CHANCES, &HOPES);

/// Two lists one after the other. The places in the first one stay.
const fn joined<const A: usize, const B: usize, const N: usize>(
    one: &[Measure; A],
    other: &[Measure; B],
) -> [Measure; N] {
    let (mut all, mut place) = ([one[0]; N], 0);
    while place < N {
        all[place] = if place < A { one[place] } else { other[place - A] };
        place += 1;
    }
    all
}

/// Returns the measure with this name.
pub fn measure(name: &str) -> Option<&'static Measure> {
    CHOICES_AND_PEOPLE.iter().chain(&CHANCES_AND_HOPES).find(|measure| measure.name == name)
}

/// The measures of play that are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayMeasures {
    /// The number of rollouts for each legal action, where chances of winning are estimated.
    pub rollouts: Option<u32>,
    /// They are estimated at every n-th decision of a game: n, where 0 is 1.
    pub every: u32,
    /// The cards that are counted, if the experiment asks for them and the game names cards.
    pub cards: Option<CardMeasure>,
    /// Whether it is counted what people at the table feel.
    pub people: bool,
}

impl PlayMeasures {
    /// Returns the measures that need no chances of winning.
    pub fn of_choices(&self) -> &'static [Measure] {
        if self.people { &CHOICES_AND_PEOPLE } else { &CHOICES }
    }

    /// Returns those that do.
    pub fn of_chances(&self) -> &'static [Measure] {
        if self.people { &CHANCES_AND_HOPES } else { &CHANCES }
    }
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
    pub fn new(measures: &PlayMeasures, game: &Description) -> Self {
        let choices = Averages::new(measures.of_choices(), game);
        Self { choices, cards: None, chances: None }
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
    /// Returns counts of no games.
    pub(super) fn new(measures: &PlayMeasures, game: &Description) -> Self {
        Self {
            rollouts: measures.rollouts.unwrap_or(0),
            averages: Averages::new(measures.of_chances(), game),
            bands: vec![Band::default(); ChanceView::ALL.len() * BANDS],
            dramatic: None,
        }
    }

    /// Keeps the more dramatic of two games; on a tie the one from the lower block.
    pub(super) fn keep(&mut self, found: Option<OddGame>) {
        keep(&mut self.dramatic, found, std::cmp::Reverse);
    }
}
