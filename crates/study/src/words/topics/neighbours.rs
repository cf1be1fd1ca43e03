//! Whether a player's neighbours matter.

use super::telling::Telling;
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    table: |shown| table(shown.results),
    sentences: |results| {
        let spreads = results.neighbour_spread.iter();
        let spreads = spreads.filter_map(|row| sentence_about_spread(results, row));
        let rows = results.neighbour_effects.chunk_by(|one, other| one.cell == other.cell);
        let effects = rows.flat_map(once).filter_map(|row| sentence_about_place(results, row));
        spreads.chain(effects).collect()
    },
    ..Telling::NONE
};

/// "With heuristic, greedy and random, the order around the table typically moves a win rate by
/// 19.6 points [19.3, 19.9] (standard deviation): neighbours matter, beyond your tolerance of 1
/// point."
pub(in crate::words) fn sentence_about_spread(
    results: &Results,
    row: &NeighbourSpreadRow,
) -> Option<Sentence> {
    let ends = row.standard_deviation_low.zip(row.standard_deviation_high)?;
    let begin = format!(
        "{}, {} typically moves a win rate by {} (standard deviation)",
        under(results, &row.cell.variant, &between(results, &row.cell.lineup)),
        order(row.between == Between::Orders),
        precise(row.standard_deviation?, Some(ends), " points"),
    );
    of_row(results, row, &begin)
}

/// The places beside the players of a table. If two of them mirror each other, the one of the
/// player who wins more.
pub(in crate::words) fn once(effects: &[NeighbourEffectRow]) -> Vec<&NeighbourEffectRow> {
    let says_the_same = |one: &NeighbourEffectRow, other: &NeighbourEffectRow| {
        (one.difference.abs() - other.difference.abs()).abs() < 1e-12
    };
    let mut told: Vec<&NeighbourEffectRow> = Vec::new();
    for row in effects {
        match told.iter_mut().find(|known| says_the_same(known, row)) {
            Some(known) if known.difference < 0.0 && row.difference > 0.0 => *known = row,
            Some(_) => {}
            None => told.push(row),
        }
    }
    told
}

/// "The player just before a random player wins 27.3 points more [26.8, 27.8] than elsewhere at the
/// same table, 56.4 % instead of 29.1 %, between heuristic, greedy and random: a good place, beyond
/// your tolerance of 1 point."
pub(in crate::words) fn sentence_about_place(
    results: &Results,
    row: &NeighbourEffectRow,
) -> Option<Sentence> {
    let (low, high) = (row.difference_low?, row.difference_high?);
    let digits = decimals(low, high);
    let (more, ends) =
        if row.difference < 0.0 { ("fewer", (-high, -low)) } else { ("more", (low, high)) };
    let begin = format!(
        "{} player wins {} than elsewhere at the same table, {} % instead of {} %, {}",
        under(
            results,
            &row.cell.variant,
            &format!("the player {} {}", row.position, with_article(&row.neighbour))
        ),
        precise(row.difference.abs(), Some(ends), &format!(" points {more}")),
        percent(row.win_rate, digits),
        percent(row.win_rate_elsewhere, digits),
        between(results, &row.cell.lineup),
    );
    of_row(results, row, &begin)
}

/// One row for each variant and line-up at whose table neighbours can differ.
fn table(results: &Results) -> Panel {
    let title =
        "How much neighbours matter: how far they move a win rate (standard deviation, in points)";
    let mut columns = Columns::new(title, &results.neighbour_spread);
    columns.cells(|row| &row.cell);
    columns.numbers("points", |row| known(row.standard_deviation.map(|points| percent(points, 1))));
    columns.numbers(&confidence(results), |row| {
        in_percent(row.standard_deviation_low, row.standard_deviation_high)
    });
    columns.verdicts(|row| match row.standard_deviation_low {
        Some(_) => (verdict_and_needs(&row.finding()), row.judged.verdict),
        None => ("too few blocks to tell".to_owned(), None),
    });
    columns.panel
}
