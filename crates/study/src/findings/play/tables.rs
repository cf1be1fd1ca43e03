//! The tables about how games play.

use fairdeal_core::rows::{CardRow, ChanceRow, PlayCourseRow, PlayRow};

/// The tables about how the games play; empty where that was not asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayTables {
    /// The measures: cell by cell, one a measure and subject.
    pub play: Vec<PlayRow>,
    /// Those of single decisions, by tenth of the game.
    pub play_course: Vec<PlayCourseRow>,
    /// The cards: cell by cell and strategy by strategy, one an event, a card and what it is held
    /// against.
    pub cards: Vec<CardRow>,
    /// Are the estimated chances right? Cell by cell, one a band.
    pub chances: Vec<ChanceRow>,
}
