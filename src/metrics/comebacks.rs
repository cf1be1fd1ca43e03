//! How often winners come from behind.

use super::wins::block_interval;
use super::{Analysis, Batch, Labelled, Metric, Shape, Table, Value};
use crate::game::Description;
use crate::stats::{BlockSums, Interval, Overflow};

/// Counts of games that were won, and of those whose winners came from behind; none where nobody noted who was ahead.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comebacks {
    sums: BlockSums,
}

impl Comebacks {
    /// The share of the games that were won whose winners came from behind, with its interval.
    pub(super) fn rate(&self, analysis: &Analysis) -> Option<(f64, Option<Interval>)> {
        Some((self.sums.estimate(1)?.rate, block_interval(&self.sums, 1, analysis.confidence)))
    }
}

impl Metric for Comebacks {
    const DEFINITION: (&'static str, &'static str) = (
        "comebacks.csv",
        "of a ladder: the share of the games that were won in which no winner was ahead when half of the decisions were taken; ahead are those who would win if the \
         game ended as it stands",
    );

    fn new(_shape: &Shape, _game: &Description) -> Self {
        Self::default()
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        batch.samples.comebacks.iter().try_for_each(|(comebacks, won)| self.sums.observe(*comebacks, *won))
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.sums.merge(&other.sums)
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new("comebacks.csv", &["game", "variant", "lineup", "games_won", "comebacks", "rate", "low", "high"]);
        for Labelled { label, counts } in cells {
            let Some((rate, interval)) = counts.rate(analysis) else { continue };
            let mut row = label.key().to_vec();
            row.extend([counts.sums.games.into(), counts.sums.points.into()]);
            row.extend([Some(rate), interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(Value::real));
            table.rows.push(row);
        }
        if table.rows.is_empty() { Vec::new() } else { vec![table] }
    }
}
