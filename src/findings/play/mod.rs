//! How the games play: what the measures of play say.

mod averages;
mod cards;
mod reliability;

use super::analysis::Run;
use crate::metrics::{CHANCES, CHOICES};
use crate::rows::{CardRow, ChanceRow, PlayCourseRow, PlayRow};

/// The tables about how the games play; empty where that was not asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayTables {
    /// The measures: cell by cell, one a measure and subject.
    pub play: Vec<PlayRow>,
    /// Those of single decisions, by tenth of the game.
    pub play_course: Vec<PlayCourseRow>,
    /// The cards: cell by cell and strategy by strategy, one an event, a card and what it is held against.
    pub cards: Vec<CardRow>,
    /// Are chances what they are said to be? Cell by cell, one a band.
    pub chances: Vec<ChanceRow>,
}

/// Makes the tables.
pub fn play(run: Run<'_>) -> PlayTables {
    let mut tables = PlayTables::default();
    for (label, cell) in run.cells() {
        let Some(counts) = &cell.play else { continue };
        tables.add_averages((label, &run.analysis), &CHOICES, &counts.choices, 0);
        if let Some((measure, counts)) = run.layout.play.as_ref().and_then(|measures| measures.cards.as_ref()).zip(counts.cards.as_ref()) {
            tables.cards.extend(cards::rows((label, &run.analysis), measure, counts));
        }
        if let Some(chances) = &counts.chances {
            tables.add_averages((label, &run.analysis), &CHANCES, &chances.averages, chances.rollouts);
            tables.add_bands((label, &run.analysis), &chances.bands, chances.rollouts / 2);
        }
    }
    tables
}
