//! How a game plays: measures that are counted only where an experiment asks for them (`[play]`),
//! one file per group of measures.
//!
//! Games are noted while they are watched ([`PlayObserver`]). Each measure adds its part of a
//! game's notes, for the game as a whole and by tenth of its decisions. The games of one block are
//! one observation, so every average comes with the spread over blocks. All counts are whole
//! numbers.

mod cards;
mod choices;
mod counts;
mod drama;
mod exchanges;
mod measure;
mod notes;
mod observer;
mod one_game;
mod people;
mod reliability;
mod tension;
mod watch;

pub use cards::CardCounts;
pub use cards::{CardMeasure, CardWatch};
pub use choices::CHOICES;
pub use counts::CHANCES;
pub use counts::{PlayCounts, PlayMeasures, measure};
pub use measure::{Averages, Measure, MeasureUnit, Over};
pub(crate) use notes::THIRDS;
pub use observer::{PlayObserver, PlayedBlock};
pub use one_game::{DecisionChances, chances_of};

pub use reliability::{BANDS, Band};
pub use tension::dead_within;
pub use watch::Watch;

/// The measures of play by name.
pub mod measures {
    pub use super::choices::{BRANCHING, CHOSEN, FORCED, LEGAL, LONGEST_FORCED_RUN};
    pub use super::drama::{
        DECISIVE_80, DECISIVE_THRESHOLD, DRAMA, LEAD_CHANGES, MOMENT_OF_DECISION, TURNAROUNDS,
    };
    pub use super::people::{
        AHEAD, HOPELESS, KINGMAKING, LEADER_WINS, LONGEST_WAIT, OUT_EARLY, STAKES_OF_KIND,
    };
    pub use super::tension::{DEAD_DECISIONS, STAKES, TENSION};
}
