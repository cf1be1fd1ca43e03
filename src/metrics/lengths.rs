//! How long games are, in each unit.

use super::{Analysis, Batch, Labelled, Metric, Shape, Table, Value};
use crate::game::Description;
use crate::stats::{Histogram, Overflow, quantile_difference};

/// The lengths of one unit.
#[derive(Clone, Debug, Default, PartialEq)]
struct Unit {
    /// Of the games that ended.
    finished: Histogram,
    /// Of those that `max_turns` cut: their true length is this or more.
    unfinished: Histogram,
}

/// The lengths of all units.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths {
    units: Vec<Unit>,
}

impl Lengths {
    /// The lengths in one unit, and how many games were cut.
    pub(super) fn unit(&self, index: usize) -> quantile_difference::Lengths<'_> {
        let Unit { finished, unfinished } = &self.units[index];
        quantile_difference::Lengths { finished, cut_off: unfinished.count() }
    }

    /// The sum over all games in a unit, unfinished ones with it.
    pub(super) fn total(&self, index: usize) -> u128 {
        let Unit { finished, unfinished } = &self.units[index];
        [finished, unfinished].map(|lengths| lengths.moments().sum.unsigned_abs()).iter().sum()
    }
}

impl Metric for Lengths {
    const DEFINITION: (&'static str, &'static str) = (
        "lengths.csv, length_histogram.csv",
        "length of a game in each unit; mean, sd, min and max over the games that ended, percentiles over all games with the unfinished ones as \
         longer than any other (empty where a percentile falls among them)",
    );

    fn new(_shape: &Shape, game: &Description) -> Self {
        Self { units: vec![Unit::default(); game.length_units.len()] }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let some_unfinished = batch.unfinished() > 0;
        for (index, unit) in self.units.iter_mut().enumerate() {
            for game in batch.games {
                let cut = some_unfinished && game.outcome.unfinished;
                let histogram = if cut { &mut unit.unfinished } else { &mut unit.finished };
                histogram.observe(game.lengths[index])?;
            }
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        for (unit, other) in self.units.iter_mut().zip(&other.units) {
            unit.finished.merge(&other.finished)?;
            unit.unfinished.merge(&other.unfinished)?;
        }
        Ok(())
    }

    fn tables(cells: &[Labelled<'_, Self>], _analysis: &Analysis) -> Vec<Table> {
        let mut lengths = Table::new(
            "lengths.csv",
            &[
                "game",
                "variant",
                "lineup",
                "unit",
                "games",
                "finished",
                "unfinished",
                "sum",
                "squares",
                "mean",
                "sd",
                "min",
                "p05",
                "p25",
                "p50",
                "p75",
                "p95",
                "p99",
                "max",
            ],
        );
        let mut histogram =
            Table::new("length_histogram.csv", &["game", "variant", "lineup", "unit", "length", "games", "finished", "unfinished"]);
        for Labelled { label, counts } in cells {
            for (name, Unit { finished, unfinished }) in label.game.length_units.iter().zip(&counts.units) {
                let key: [Value; 4] = [label.game.name.into(), label.variant.as_str().into(), label.lineup.as_str().into(), (*name).into()];
                let moments = finished.moments();
                let (ended, cut) = (finished.count(), unfinished.count());
                let percentile = |hundredths| Value::from(finished.quantile_censored(hundredths, 100, cut));
                let mut row = key.to_vec();
                row.extend([
                    (ended + cut).into(),
                    ended.into(),
                    cut.into(),
                    moments.sum.into(),
                    moments.squares.into(),
                    Value::real(moments.mean()),
                    Value::real(moments.standard_deviation()),
                    finished.min().into(),
                ]);
                row.extend([5, 25, 50, 75, 95, 99].map(percentile));
                row.push(finished.max().into());
                lengths.rows.push(row);
                for (length, ended, cut) in both(finished, unfinished) {
                    let mut row = key.to_vec();
                    row.extend([length.into(), (ended + cut).into(), ended.into(), cut.into()]);
                    histogram.rows.push(row);
                }
            }
        }
        vec![lengths, histogram]
    }
}

/// Every length that occurs with its finished and unfinished games, in order.
fn both(finished: &Histogram, unfinished: &Histogram) -> Vec<(u32, u64, u64)> {
    let mut all = std::collections::BTreeMap::new();
    for (length, games) in finished.iter() {
        all.entry(length).or_insert((0, 0)).0 = games;
    }
    for (length, games) in unfinished.iter() {
        all.entry(length).or_insert((0, 0)).1 = games;
    }
    all.into_iter().map(|(length, (ended, cut))| (length, ended, cut)).collect()
}
