//! The tables of comparisons.

use super::family::{CorrectedFinding, Family, family};
use super::metric::Metric;
use super::{Compared, Comparison, sweep};
use crate::metrics::verdict::CHANGE;
use crate::metrics::{Analysis, Table, Value};
use crate::stats::{PairedBlocks, PairedSums};

/// The files and what they hold, for a designer.
pub(in crate::metrics) const DEFINITIONS: [(&str, &str); 3] = [
    (
        "comparisons.csv",
        "every variant against the baseline, line-up by line-up and metric by metric, from the same blocks: both values, the difference (variant less \
         baseline) with its interval, p-value of no difference (p_holm corrected for some planned comparisons, p_bh for a sweep; family_size of them), p-value of \
         one that is just the tolerance (p_beyond_holm) and verdict; \
         changed_blocks differ at all; variance_ratio: how many times more blocks two runs with cards of their own would have needed; lengths are judged \
         by their relative difference",
    ),
    (
        "comparison_sums.csv",
        "the whole numbers that comparisons.csv is made of: sums over blocks of points and games, of their squares and products",
    ),
    sweep::DEFINITION,
];

/// The tables of all comparisons.
pub(in crate::metrics) fn tables(compared: &[Compared<'_>], analysis: &Analysis) -> Vec<Table> {
    if compared.is_empty() {
        return Vec::new();
    }
    [comparisons(compared, analysis), sums(compared)].into_iter().chain(sweep::table(compared, analysis)).collect()
}

/// What a metric is about: a strategy, a unit, or nothing in particular.
pub(super) fn subject<'a>(metric: Metric, compared: &Compared<'a>) -> &'a str {
    let label = &compared.variant.0;
    match metric {
        Metric::WinRate(index) | Metric::Score(index) => &label.shape.strategies[index],
        Metric::Length(index) | Metric::LengthP95(index) => label.game.length_units[index],
        Metric::FirstPlayer | Metric::Advantage | Metric::Neighbours | Metric::Forced | Metric::Unfinished => "",
    }
}

/// The columns that both tables begin with: those by which every row is found, and of how many blocks it tells.
const FIRST_COLUMNS: [&str; 8] = ["game", "baseline", "variant", "lineup", "metric", "of", "blocks", "changed_blocks"];

/// The columns by which every row is found.
fn key(compared: &Compared<'_>, metric: Metric) -> Vec<Value> {
    let (baseline, variant) = (&compared.baseline.0, &compared.variant.0);
    vec![
        variant.game.name.into(),
        baseline.variant.as_str().into(),
        variant.variant.as_str().into(),
        variant.lineup.as_str().into(),
        metric.name().into(),
        subject(metric, compared).into(),
    ]
}

fn comparisons(compared: &[Compared<'_>], analysis: &Analysis) -> Table {
    let mut table = Table::new(
        "comparisons.csv",
        &[
            &FIRST_COLUMNS[..],
            &[
                "baseline_value",
                "variant_value",
                "difference",
                "low",
                "high",
                "interval",
                "relative_difference",
                "relative_low",
                "relative_high",
                "p",
                "p_holm",
                "p_bh",
                "family_size",
                "p_beyond_holm",
                "tolerance",
                "verdict",
                "variance_ratio",
            ],
        ]
        .concat(),
    );
    let Family { findings, size } = family(compared, analysis);
    for CorrectedFinding { pair, finding, p_holm, p_bh, p_beyond_holm } in &findings {
        let (interval, relative) = (finding.interval, finding.relative);
        let mut row = key(pair, finding.metric);
        row.extend([
            finding.blocks.into(),
            finding.changed.map_or(Value::Empty, Value::from),
            Value::real(finding.baseline),
            Value::real(finding.variant),
            Value::real(finding.difference),
            Value::real(interval.map(|interval| interval.low)),
            Value::real(interval.map(|interval| interval.high)),
            if interval.is_some() { finding.method.into() } else { Value::Empty },
            Value::real(relative.map(|(effect, _)| effect)),
            Value::real(relative.map(|(_, interval)| interval.low)),
            Value::real(relative.map(|(_, interval)| interval.high)),
            Value::real(finding.p_value),
            Value::real(*p_holm),
            Value::real(*p_bh),
            size.into(),
            Value::real(*p_beyond_holm),
            Value::Real(finding.metric.tolerance(analysis)),
            finding.verdict.map_or(Value::Empty, |verdict| verdict.in_table(&CHANGE).into()),
            Value::real(finding.variance_ratio),
        ]);
        table.rows.push(row);
    }
    table
}

fn sums(compared: &[Compared<'_>]) -> Table {
    let mut table = Table::new(
        "comparison_sums.csv",
        &[
            &FIRST_COLUMNS[..],
            &[
                "variant_points",
                "baseline_points",
                "variant_squares",
                "baseline_squares",
                "products",
                "variant_games",
                "baseline_games",
                "variant_games_squares",
                "baseline_games_squares",
                "games_products",
                "variant_points_by_games",
                "baseline_points_by_games",
                "variant_points_by_baseline_games",
                "baseline_points_by_variant_games",
            ],
        ]
        .concat(),
    );
    for pair in compared {
        let Comparison { first_player, advantage, wins, scores, lengths, forced, unfinished } = pair.counts;
        let mut row = |metric, numbers: Vec<Value>| {
            let mut row = key(pair, metric);
            row.extend(numbers);
            table.rows.push(row);
        };
        row(Metric::FirstPlayer, of_sums(&first_player.sums));
        row(Metric::Advantage, of_sums(advantage));
        for (index, wins) in wins.iter().enumerate() {
            row(Metric::WinRate(index), of_sums(&wins.sums));
        }
        for (index, scores) in scores.iter().enumerate() {
            row(Metric::Score(index), of_sums(scores));
        }
        for (index, lengths) in lengths.iter().enumerate() {
            row(Metric::Length(index), of_blocks(lengths));
        }
        row(Metric::Forced, of_blocks(forced));
        row(Metric::Unfinished, of_sums(unfinished));
    }
    table
}

/// Blocks that all hold the same number of games: the sums with games in them follow from the others.
fn of_sums(sums: &PairedSums) -> Vec<Value> {
    let mut numbers: Vec<Value> = vec![
        sums.blocks.into(),
        sums.changed.into(),
        sums.first.into(),
        sums.second.into(),
        sums.first_squared.into(),
        sums.second_squared.into(),
        sums.products.into(),
    ];
    numbers.extend((0..9).map(|_| Value::Empty));
    numbers
}

fn of_blocks(sums: &PairedBlocks) -> Vec<Value> {
    let (variant, baseline) = (&sums.first, &sums.second);
    vec![
        variant.blocks.into(),
        sums.changed.into(),
        variant.points.into(),
        baseline.points.into(),
        variant.points_squared.into(),
        baseline.points_squared.into(),
        sums.points.into(),
        variant.games.into(),
        baseline.games.into(),
        variant.games_squared.into(),
        baseline.games_squared.into(),
        sums.games.into(),
        variant.points_games.into(),
        baseline.points_games.into(),
        sums.points_games.into(),
        sums.games_points.into(),
    ]
}
