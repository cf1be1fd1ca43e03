//! How a game plays: measures that are counted only where an experiment asks for them (`[play]`),
//! one file a measure.
//!
//! Whole games are noted while they are watched ([`PlayObserver`]); each measure says what a game
//! brings of it, for the game as a whole and by tenth of its decisions. What the games of one block
//! bring is one observation, so that every average comes with the spread over blocks. All counts
//! are whole numbers.

mod cards;
mod choices;
mod counts;
pub mod description;
mod drama;
mod exchanges;
mod measure;
mod notes;
mod observer;
mod one_game;
mod reliability;
mod tension;
mod watch;

pub(crate) use cards::CardCounts;
pub use cards::{CardMeasure, CardWatch};
pub(crate) use choices::CHOICES;
pub(crate) use counts::CHANCES;
pub use counts::{PlayCounts, PlayMeasures, measure};
pub use description::{MeasureDescription, MeasureUnit, Over};
pub(crate) use measure::{Averages, Measure};
pub use observer::PlayObserver;
pub use one_game::{DecisionChances, chances_of};
pub(crate) use reliability::{BANDS, Band};
pub use tension::dead_within;
pub use watch::Watch;
