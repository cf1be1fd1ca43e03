//! Findings as facts: an effect with its interval and its verdict, whatever table it stands in.

use fairdeal_core::metrics::{QuantityDescription, quantity};
use fairdeal_core::rows::{
    ComparisonRow, FirstPlayerRow, InPlaceRow, Judged, NeighbourEffectRow, NeighbourSpreadRow,
    PairRow, PlaceRow, RestrictedRow, SeatBalanceRow, ShareOfWins, Standing, StrategyRow, Verdict,
};
use fairdeal_stats::Interval;

/// A finding.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// The variant of the rules.
    pub variant: &'a str,
    /// The effect as it is judged: a difference, an advantage over the fair share, or a difference as a
    /// share of the baseline's value.
    pub size: Option<f64>,
    /// The ends of its interval.
    pub ends: Option<(f64, f64)>,
    /// How many blocks it comes from.
    pub blocks: u64,
    /// The verdict.
    pub judged: &'a Judged,
}

impl<'a> Fact<'a> {
    fn new(
        variant: &'a str,
        (size, low, high): (Option<f64>, Option<f64>, Option<f64>),
        blocks: u64,
        judged: &'a Judged,
    ) -> Self {
        Self { variant, size, ends: low.zip(high), blocks, judged }
    }

    /// A share of the wins against the fair one.
    pub fn of_share(variant: &'a str, share: &'a ShareOfWins) -> Self {
        let advantage = (share.advantage, share.advantage_low, share.advantage_high);
        Self::new(variant, advantage, share.blocks, &share.judged)
    }

    /// The interval.
    pub fn interval(&self) -> Option<Interval> {
        self.ends.map(|(low, high)| Interval { low, high })
    }

    /// The standing of the verdict.
    pub fn standing(&self) -> Option<Standing> {
        self.judged.verdict.map(Verdict::standing)
    }

    /// The standing by the interval alone, where the correction for all other verdicts of its family
    /// leaves it open; `None` where the interval leaves it open, too.
    pub fn clear_alone(&self) -> Option<Standing> {
        let tolerance = self.judged.tolerance;
        let (size, (low, high)) = self
            .size
            .zip(self.ends)
            .filter(|_| self.judged.verdict == Some(Verdict::NotSettled))?;
        if size >= 0.0 && low > tolerance || size <= 0.0 && high < -tolerance {
            Some(Standing::Beyond)
        } else {
            (tolerance > 0.0 && low >= -tolerance && high <= tolerance).then_some(Standing::Within)
        }
    }
}

/// A row of a table that judges something.
pub trait AsFact {
    /// The finding of the row.
    fn fact(&self) -> Fact<'_>;
}

/// Declares the rows about shares of wins, and those with other columns for the effect, its interval and
/// the variant.
macro_rules! facts {
    ($($share:ty)*; $($row:ty: |$own:ident| $variant:expr, $effect:expr;)*) => {
        $(impl AsFact for $share {
            fn fact(&self) -> Fact<'_> {
                Fact::of_share(&self.cell.variant, &self.share)
            }
        })*
        $(impl AsFact for $row {
            fn fact(&self) -> Fact<'_> {
                let $own = self;
                Fact::new($variant, $effect, self.blocks, &self.judged)
            }
        })*
    };
}

/// The difference of a row as it is judged, with the ends of its interval.
macro_rules! judged_difference {
    ($row:ident) => {
        if quantity(&$row.quantity).is_some_and(QuantityDescription::is_relative) {
            ($row.relative_difference, $row.relative_low, $row.relative_high)
        } else {
            ($row.difference, $row.difference_low, $row.difference_high)
        }
    };
}

facts! {
    FirstPlayerRow PlaceRow SeatBalanceRow StrategyRow;
    PairRow: |row| &row.variant, {
        let over_half = |rate: Option<f64>| rate.map(|rate| rate - 0.5);
        (over_half(row.win_rate), over_half(row.win_rate_low), over_half(row.win_rate_high))
    };
    RestrictedRow: |row| &row.cell.variant, (row.cost, row.cost_low, row.cost_high);
    InPlaceRow: |row| &row.cell.variant,
        (row.difference, row.difference_low, row.difference_high);
    NeighbourSpreadRow: |row| &row.cell.variant,
        (row.standard_deviation, row.standard_deviation_low, row.standard_deviation_high);
    NeighbourEffectRow: |row| &row.cell.variant,
        (Some(row.difference), row.difference_low, row.difference_high);
    ComparisonRow: |row| &row.cell.variant, judged_difference!(row);
}
