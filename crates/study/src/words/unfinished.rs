//! Games without a winner: how many do not end, where, and which verdicts they prevent; and how
//! many are lost by all.

use super::numbers::percent;
use super::phrase::NoWinner;
use crate::findings::{ENOUGH_ENDED, Simultaneous, enough_ended};
use crate::results::Results;
use fairdeal_core::metrics::{LOST_GAMES, UNFINISHED_GAMES};
use fairdeal_core::rows::{CellKey, ComparisonRow, FirstPlayerRow, ShareOfWins, Standing};

/// A smaller share is not mentioned.
pub(super) const RARE: f64 = 0.000_5;

/// The share of games that did not end; 0 if none were played.
pub(super) fn unfinished_share(share: &ShareOfWins) -> f64 {
    if share.games == 0 { 0.0 } else { share.unfinished as f64 / share.games as f64 }
}

/// A share of games that do not end, in per cent: "100 %" only if none ends.
pub(super) fn unfinished_percent(share: &ShareOfWins) -> String {
    let rate = unfinished_share(share);
    let digits = (1..5).find(|digits| rate >= 1.0 || percent(rate, *digits).parse() != Ok(100.0));
    if rate >= 1.0 { "100 %".to_owned() } else { percent(rate, digits.unwrap_or(5)) + " %" }
}

/// Whether enough of these games end for a verdict on who wins.
pub(super) fn is_judged(share: &ShareOfWins) -> bool {
    enough_ended(share.games, share.unfinished)
}

/// The row of a cell about going first, which also has the number of unfinished games.
fn of_cell<'a>(results: &'a Results, variant: &str, lineup: &str) -> Option<&'a FirstPlayerRow> {
    results.first_player.iter().find(|row| row.cell.variant == variant && row.cell.lineup == lineup)
}

/// Whether enough games of a cell end for a verdict on who wins.
pub fn enough_end(results: &Results, cell: &CellKey) -> bool {
    of_cell(results, &cell.variant, &cell.lineup).is_none_or(|row| is_judged(&row.share))
}

/// Whether enough games end in both cells that are compared.
pub fn both_end(results: &Results, row: &ComparisonRow) -> bool {
    let baseline = of_cell(results, &row.baseline, &row.cell.lineup);
    enough_end(results, &row.cell) && baseline.is_none_or(|row| is_judged(&row.share))
}

/// A share of unfinished games up to this is negligible: the designer's tolerance of shares, but at most
/// the share with which winners can still be judged.
pub(super) fn negligible(results: &Results) -> f64 {
    results.manifest.analysis.tolerance.share.clamp(RARE, (100 - ENOUGH_ENDED) as f64 / 100.0)
}

/// The cells in which the share of unfinished games is not negligible, the largest first.
pub(super) fn notable(results: &Results) -> Vec<&FirstPlayerRow> {
    let bound = negligible(results);
    let mut rows: Vec<&FirstPlayerRow> =
        results.first_player.iter().filter(|row| unfinished_share(&row.share) > bound).collect();
    rows.sort_by(|one, other| {
        unfinished_share(&other.share).total_cmp(&unfinished_share(&one.share))
    });
    rows
}

/// Whether that share matters in one of the cells that are compared.
pub(super) fn is_notable(results: &Results, row: &ComparisonRow) -> bool {
    both(results, row).any(|row| unfinished_share(&row.share) > negligible(results))
}

/// The rows of both cells that are compared.
fn both<'a>(
    results: &'a Results,
    row: &ComparisonRow,
) -> impl Iterator<Item = &'a FirstPlayerRow> + use<'a> {
    let cell = |variant: &str| of_cell(results, variant, &row.cell.lineup);
    [cell(&row.cell.variant), cell(&row.baseline)].into_iter().flatten()
}

/// What sentences about changes must say of games without a winner. `unfinished`: whether some do
/// not end.
pub(super) fn no_winner(results: &Results, row: &ComparisonRow, unfinished: bool) -> NoWinner {
    let lost = both(results, row).any(|row| lost_percent(results, &row.cell).is_some());
    NoWinner { unfinished, lost }
}

/// The share of the games of a cell that are lost by all, in per cent, if there are some.
pub(super) fn lost_percent(results: &Results, cell: &CellKey) -> Option<String> {
    let mut rows = results.shares.iter().filter(|row| row.quantity == LOST_GAMES.name);
    let share = rows.find(|row| row.cell == *cell)?.estimate?;
    (share > 0.0).then(|| percent(share, 1))
}

/// The standing of a cell's share of unfinished games, by the tolerance, among all cells together.
pub(super) fn standing(results: &Results, cell: &CellKey) -> Standing {
    let rows = || results.shares.iter().filter(|row| row.quantity == UNFINISHED_GAMES.name);
    let together = Simultaneous::new(results.manifest.analysis.confidence, rows().count());
    let row = rows().find(|row| row.cell == *cell);
    let ends = row.and_then(|row| Some(together.interval(row.estimate?, row.low?, row.high?)));
    let tolerance = results.manifest.analysis.tolerance.share;
    if ends.is_some_and(|ends| ends.low > tolerance) {
        Standing::Beyond
    } else {
        Standing::NotSettled
    }
}
