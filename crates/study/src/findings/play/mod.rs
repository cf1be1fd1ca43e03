//! The tables about how the games play.

mod averages;
mod cards;
mod reliability;

pub(super) use averages::measure_interval;

use super::analysis::Run;

use fairdeal_core::rows::{CardRow, ChanceRow, PlayCourseRow, PlayRow};

/// The tables about how the games play; empty if the experiment did not ask for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayTables {
    /// The measures: cell by cell, one a measure and subject.
    pub play: Vec<PlayRow>,
    /// The measures of single decisions, by tenth of the game.
    pub play_course: Vec<PlayCourseRow>,
    /// The cards: cell by cell and strategy by strategy, a row for each event, card and comparison
    /// group.
    pub cards: Vec<CardRow>,
    /// The reliability of the estimated chances: cell by cell, a row for each band.
    pub chances: Vec<ChanceRow>,
}

/// Makes the tables.
pub fn play(run: Run<'_>) -> PlayTables {
    let mut tables = PlayTables::default();
    for (label, cell) in run.cells() {
        let (Some(counts), of) = (&cell.play, (label, &run.analysis)) else { continue };
        let PlayTables { play, play_course, cards, chances } = &mut tables;
        let measures = run.layout.play.unwrap_or_default();
        averages::add((play, play_course), of, measures.of_choices(), &counts.choices, 0);
        if let Some((measure, counts)) = run
            .layout
            .play
            .as_ref()
            .and_then(|measures| measures.cards.as_ref())
            .zip(counts.cards.as_ref())
        {
            cards.extend(cards::rows(of, measure, counts));
        }
        if let Some(counts) = &counts.chances {
            let rollouts = counts.rollouts;
            let measures = measures.of_chances();
            averages::add((play, play_course), of, measures, &counts.averages, rollouts);
            chances.extend(reliability::rows(of, &counts.bands, rollouts / 2));
        }
    }
    tables
}
