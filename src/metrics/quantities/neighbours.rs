//! How far neighbours move win rates.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Tolerance, Unit, WhenAsked};

/// How far neighbours move win rates.
pub(in crate::metrics) struct NeighbourEffect;

impl Quantity for NeighbourEffect {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "neighbours",
        meaning: "how far the order around the table moves a win rate: the standard deviation between the orders",
        about: About::Table,
        kind: Kind::Neighbours,
        unit: Unit::Points,
        tolerance: Tolerance::WinRate,
        asked: WhenAsked::Always,
        phrase: "{order} typically moves a win rate by {after} instead of {before}",
    };

    #[inline]
    fn of_block<'b>(_batch: &'b Batch<'_>, _subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        |_| Brought::default()
    }
}
