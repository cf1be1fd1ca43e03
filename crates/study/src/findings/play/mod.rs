//! How the games play: what the measures of play say.

mod averages;
mod cards;
mod reliability;
mod tables;

use super::analysis::Run;
use fairdeal_core::metrics::{CHANCES, CHOICES};

pub use tables::PlayTables;

/// Makes the tables.
pub fn play(run: Run<'_>) -> PlayTables {
    let mut tables = PlayTables::default();
    for (label, cell) in run.cells() {
        let Some(counts) = &cell.play else { continue };
        tables.add_averages((label, &run.analysis), &CHOICES, &counts.choices, 0);
        if let Some((measure, counts)) = run
            .layout
            .play
            .as_ref()
            .and_then(|measures| measures.cards.as_ref())
            .zip(counts.cards.as_ref())
        {
            tables.cards.extend(cards::rows((label, &run.analysis), measure, counts));
        }
        if let Some(chances) = &counts.chances {
            tables.add_averages(
                (label, &run.analysis),
                &CHANCES,
                &chances.averages,
                chances.rollouts,
            );
            tables.add_bands((label, &run.analysis), &chances.bands, chances.rollouts / 2);
        }
    }
    tables
}
