//! The value of a quantity in one cell.

use super::analysis::{Analysis, Counted};
use super::luck;
use super::neighbours::{judged_spread, spread};
use super::play::measure_interval;
use super::shares::WinShare;
use super::wins::{block_interval, mean_interval, rate};
use fairdeal_core::metrics::{
    CellValue, Comparison, Kind, Paired, QuantityDescription, ShareCounts,
};
use fairdeal_stats::quantile_difference::quantile_interval;
use fairdeal_stats::{BlockSums, Interval, PairedBlocks, mean};

/// Returns the value of a quantity for a subject in a cell.
pub(super) fn own<'a>(
    Counted { label, cell, crossed }: Counted<'a>,
    quantity: &QuantityDescription,
    subject: usize,
) -> Option<CellValue<'a>> {
    match quantity.kind {
        Kind::VarianceShare(source) => {
            crossed.map(|crossed| CellValue::VarianceShare { crossed, source })
        }
        _ => quantity.in_cell(cell, &label.shape, subject),
    }
}

/// The value of a quantity for a subject.
pub(super) fn value(
    counted: Counted<'_>,
    quantity: &QuantityDescription,
    subject: usize,
) -> Option<f64> {
    match own(counted, quantity, subject)? {
        CellValue::Wins(wins) => rate(&wins.record.even),
        CellValue::Spread(neighbours) => {
            Some(spread(neighbours, counted.label)?.standard_deviation())
        }
        CellValue::VarianceShare { crossed, source } => luck::value(crossed, source),
        CellValue::Mean { sum, count, .. } => mean(sum, count),
        CellValue::Percentile { numbers, hundredths, .. } => {
            let found = numbers.finished.quantile_censored(hundredths, 100, numbers.cut_off);
            found.map(|number| number as f64)
        }
        CellValue::Counted(counts) => Some(counts.sums.estimate(1)?.rate),
        CellValue::Played { measure, sums, rollouts } => measure.mean(sums, rollouts),
    }
}

/// One of the two that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    Variant,
    Baseline,
}

/// The interval of a quantity's own value in a cell. `pair`: a comparison to which the cell
/// belongs, if there is one.
pub(super) fn interval(
    counted: Counted<'_>,
    pair: Option<(&Comparison, Arm)>,
    quantity: &QuantityDescription,
    subject: usize,
    analysis: &Analysis,
) -> Option<Interval> {
    let Counted { label, cell, .. } = counted;
    match own(counted, quantity, subject)? {
        CellValue::Wins(wins) => Some(WinShare::of(label, wins).finding(analysis)?.even),
        CellValue::Spread(neighbours) => {
            Some(judged_spread(&spread(neighbours, label)?, neighbours.blocks, analysis)?.1)
        }
        CellValue::VarianceShare { crossed, source } => {
            luck::share(crossed, source, analysis)?.interval
        }
        // How numbers differ between blocks is known where they were compared, and where a block is
        // one game.
        CellValue::Mean { sum, count: games, squares } => {
            let sums = match pair {
                None if label.shape.games_per_block() == 1 => BlockSums {
                    blocks: cell.first_player.record.wins.blocks(),
                    points: sum.unsigned_abs(),
                    games,
                    points_squared: squares?,
                    points_games: sum.unsigned_abs(),
                    games_squared: games,
                },
                None => return None,
                Some((counts, arm)) => {
                    let sums = match counts.pairs_of(&label.shape, quantity).get(subject)? {
                        Paired::Sums(sums) => PairedBlocks::of_equal_games(
                            sums,
                            quantity.places_per_block(&label.shape, subject) as u64,
                        )?,
                        Paired::Blocks(sums) => *sums,
                        Paired::Credits(_) | Paired::Derived => return None,
                    };
                    if arm == Arm::Variant { sums.first } else { sums.second }
                }
            };
            mean_interval(&sums, 1, (None, None), analysis)
        }
        CellValue::Percentile { numbers, hundredths, .. } => {
            let confidence = analysis.confidence_after(cell.first_player.record.wins.blocks());
            let (low, high) = quantile_interval(
                numbers,
                (hundredths, 100),
                label.shape.games_per_block() as u64,
                confidence,
            )?;
            Some(Interval { low: low? as f64, high: high? as f64 })
        }
        CellValue::Counted(counts) => counted_interval(counts, quantity.kind, analysis),
        CellValue::Played { measure, sums, rollouts } => {
            measure_interval(measure, sums, rollouts, analysis)
        }
    }
}

/// The interval of a cell's own counts.
pub(super) fn counted_interval(
    ShareCounts { sums, .. }: &ShareCounts,
    kind: Kind,
    analysis: &Analysis,
) -> Option<Interval> {
    if kind == Kind::Share {
        block_interval(sums, 1, analysis)
    } else {
        mean_interval(sums, 1, (None, None), analysis)
    }
}
