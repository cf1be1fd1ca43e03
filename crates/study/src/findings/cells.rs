//! Findings about single cells, without a verdict.

use std::collections::BTreeMap;

use super::analysis::{Run, key};
use super::own::counted_interval;
use super::verdict::ends;
use super::wins;
use fairdeal_core::metrics::{Label, ShareCounts};
use fairdeal_core::rows::{DecisionRow, LengthHistogramRow, LengthRow, Method, SeatRow, ShareRow};
use fairdeal_stats::Histogram;

/// The rows about seats and strategies.
pub fn seats(run: Run<'_>) -> Vec<SeatRow> {
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        for (seat, tallies) in cell.seats.tallies.iter().enumerate() {
            for (strategy, tally) in label.shape.strategies.iter().zip(tallies) {
                let (wins, scores) = (&tally.wins, &tally.scores);
                let (win_rate_low, win_rate_high) = ends(wins::interval(wins, &run.analysis));
                rows.push(SeatRow {
                    cell: key(label),
                    seat,
                    strategy: strategy.clone(),
                    games: wins.games(),
                    unfinished: tally.unfinished,
                    wins_840: wins.credits(),
                    score_sum: scores.sum,
                    score_squares: scores.squares,
                    win_rate: wins::rate(wins),
                    win_rate_low,
                    win_rate_high,
                    interval: wins::method(wins, &run.analysis),
                    score_mean: scores.mean(),
                    score_sd: scores.standard_deviation(),
                });
            }
        }
    }
    rows
}

/// The lengths of a cell in every unit: those of games that ended, and of games that were cut.
fn units(run: Run<'_>) -> impl Iterator<Item = (&Label, &'static str, &Histogram, &Histogram)> {
    run.cells().flat_map(|(label, cell)| {
        let units = label.game.length_units.iter().zip(&cell.lengths.units);
        units.map(move |(unit, lengths)| (label, *unit, &lengths.finished, &lengths.unfinished))
    })
}

/// The rows about lengths: cell by cell, one a unit.
pub fn lengths(run: Run<'_>) -> Vec<LengthRow> {
    let row = |(label, unit, finished, unfinished): (&Label, &str, &Histogram, &Histogram)| {
        let (moments, ended, cut) = (finished.moments(), finished.count(), unfinished.count());
        let percentile = |hundredths| finished.quantile_censored(hundredths, 100, cut);
        LengthRow {
            cell: key(label),
            unit: unit.to_owned(),
            games: ended + cut,
            finished: ended,
            unfinished: cut,
            sum: moments.sum,
            squares: moments.squares,
            mean: moments.mean(),
            sd: moments.standard_deviation(),
            min: finished.min(),
            p05: percentile(5),
            p25: percentile(25),
            p50: percentile(50),
            p75: percentile(75),
            p95: percentile(95),
            p99: percentile(99),
            max: finished.max(),
        }
    };
    units(run).map(row).collect()
}

/// The rows of the histogram of lengths.
pub fn length_histogram(run: Run<'_>) -> Vec<LengthHistogramRow> {
    let mut rows = Vec::new();
    for (label, unit, finished, unfinished) in units(run) {
        let mut all: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        finished.iter().for_each(|(length, games)| all.entry(length).or_default().0 = games);
        unfinished.iter().for_each(|(length, games)| all.entry(length).or_default().1 = games);
        rows.extend(all.into_iter().map(|(length, (finished, unfinished))| LengthHistogramRow {
            cell: key(label),
            unit: unit.to_owned(),
            length,
            games: finished + unfinished,
            finished,
            unfinished,
        }));
    }
    rows
}

/// The rows about decisions: cell by cell, strategy by strategy, one a kind of action.
pub fn decisions(run: Run<'_>) -> Vec<DecisionRow> {
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        for (place, strategy) in label.shape.strategies.iter().enumerate() {
            let kinds = cell.decisions.of_strategy(label.game, place);
            rows.extend(label.game.action_kinds.iter().zip(kinds).map(|(name, tally)| {
                DecisionRow {
                    cell: key(label),
                    strategy: strategy.clone(),
                    kind: (*name).to_owned(),
                    games: cell.decisions.games,
                    decisions: tally.decisions,
                    legal_sum: tally.legal,
                    forced: tally.forced,
                    chosen: tally.chosen,
                }
            }));
        }
    }
    rows
}

/// The rows about how often something happens: cell by cell, one a quantity and subject.
pub fn shares_of_games(run: Run<'_>) -> Vec<ShareRow> {
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        for (quantity, shares) in label.shape.quantities().zip(&cell.shares) {
            for (subject, counts) in quantity.subjects(label).into_iter().zip(shares) {
                let interval = counted_interval(counts, quantity.kind, &run.analysis);
                let ShareCounts { sums, first } = counts;
                let (low, high) = ends(interval);
                let seated =
                    |arrangement| label.shape.seated(arrangement).collect::<Vec<_>>().join(",");
                rows.push(ShareRow {
                    cell: key(label),
                    quantity: quantity.name.to_owned(),
                    subject: subject.to_owned(),
                    blocks: sums.blocks,
                    among: sums.games,
                    count: sums.points,
                    count_squares: sums.points_squared,
                    count_by_among: sums.points_games,
                    among_squares: sums.games_squared,
                    estimate: sums.estimate(1).map(|estimate| estimate.rate),
                    low,
                    high,
                    interval: interval.map(|_| run.analysis.method(Method::Blocks)),
                    first_block: first.map(|(block, _)| block),
                    first_arrangement: first.map(|(_, arrangement)| seated(arrangement)),
                });
            }
        }
    }
    rows
}
