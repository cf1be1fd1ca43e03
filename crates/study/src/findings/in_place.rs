//! Which strategy does best in one seat.

use super::analysis::{Run, key};
use super::ended::is_judged;
use super::judge::{Finding, Judge};
use super::shares::WinShare;
use super::verdict::{Families, Open, PENDING, Tested, ends};
use fairdeal_core::metrics::{Candidate, InPlace, Tolerance, WIN_RATE};
use fairdeal_core::rows::{InPlaceRow, Names};

/// The rows about strategies in one seat: table by table, one a strategy. The last strategy is the one
/// that the others are compared with.
pub(super) fn in_place(run: Run<'_>, families: &mut Families) -> Vec<Open<InPlaceRow>> {
    let judge = Judge { analysis: &run.analysis, same_rules: false };
    let mut rows = Vec::new();
    for (place, counts) in run.layout.in_place.iter().zip(&run.counts.in_place) {
        let shape = |one: Candidate| &run.layout.cells[one.cell].shape;
        let finding = |(pair, credits): ([Candidate; 2], _)| {
            judge.credits(&WIN_RATE, credits, InPlace::games(pair.map(shape), pair))
        };
        let found: Vec<Finding> = place.compared().zip(counts).map(finding).collect();
        let of_last = found.first().and_then(|found| found.baseline);
        let last = place.candidates.last().map(|last| &shape(*last).strategies[last.strategy]);
        for (index, candidate) in place.candidates.iter().enumerate() {
            let found = found.get(index);
            let (label, cell) = run.cell(candidate.cell);
            let own = WinShare::strategies((label, cell))
                .nth(candidate.strategy)
                .and_then(|share| share.finding(&run.analysis));
            let (win_rate_low, win_rate_high) = ends(own.map(|own| own.even));
            let (difference_low, difference_high) = ends(found.and_then(|found| found.interval));
            let tolerance = run.analysis.tolerance(Tolerance::WinRate);
            let untested = Tested { tolerance, ..Tested::default() };
            let tested = found.map_or(untested, |found| found.tested(&run.analysis, None));
            // It is compared with the last one.
            let mut cells = [Some(candidate), place.candidates.last()]
                .into_iter()
                .flatten()
                .map(|one| &run.counts.cells[one.cell]);
            let tested = tested.only_if(cells.all(is_judged));
            let row = InPlaceRow {
                cell: key(label),
                others: Names(place.others.clone()),
                strategy: label.shape.strategies[candidate.strategy].clone(),
                blocks: run.counts.blocks(),
                win_rate: found.map_or(of_last, |found| found.variant),
                win_rate_low,
                win_rate_high,
                compared_with: found.and(last.cloned()),
                difference: found.and_then(|found| found.difference),
                difference_low,
                difference_high,
                interval: found.and_then(|found| found.interval.map(|_| found.method)),
                judged: PENDING,
            };
            rows.push(families.open(run.asked.of_place(), tested, row));
        }
    }
    rows
}
