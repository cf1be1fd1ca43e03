//! The scores of a player alone.

use super::telling::{Telling, listed};
use crate::words::prelude::*;

/// At most this many line-ups are named one by one.
const NAMED: usize = 3;

pub(super) const TELLING: Telling = Telling {
    lines: |of| listed(line(of.results, of.baseline())),
    table: |shown| table(shown.results),
    ..Telling::NONE
};

/// The scores of games for one player.
pub(in crate::words) fn line(results: &Results, variant: &str) -> Option<Draft> {
    let alone =
        results.seats.iter().filter(|row| row.cell.variant == variant && row.cell.players == 1);
    let one = |row: &SeatRow| {
        Some(format!(
            "{} {} on average (standard deviation {:.2})",
            row.strategy,
            fixed(row.score_mean?, 2),
            row.score_sd?
        ))
    };
    let said: Vec<String> = alone.take(NAMED).filter_map(one).collect();
    (!said.is_empty()).then(|| Draft::new(Topic::Score.title(), said.join("; ") + "."))
}

/// The scores of games for one player.
fn table(results: &Results) -> Panel {
    let rows = results.seats.iter().filter(|row| row.cell.players == 1);
    let mut columns = Columns::new("Scores of a player alone: mean (standard deviation)", rows);
    columns.cells(|row| &row.cell);
    columns.numbers("score", |row| {
        format!("{} ({})", known_number(row.score_mean, 2), known_number(row.score_sd, 2))
    });
    columns.panel
}
