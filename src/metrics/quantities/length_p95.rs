//! The length within which 95 % of games end.

use crate::metrics::batch::{Batch, Block};
use crate::metrics::quantity::{About, Brought, Kind, Quantity, QuantityDescription, Tolerance, Unit, WhenAsked};

/// The length within which 95 % of games end.
pub(in crate::metrics) struct LengthP95;

impl Quantity for LengthP95 {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "length_p95",
        meaning: "the length within which 95 % of games end",
        about: About::LengthUnits,
        kind: Kind::LengthPercentile,
        unit: Unit::WholeNumber,
        tolerance: Tolerance::Length,
        asked: WhenAsked::FirstUnit,
        phrase: "95 % of {games} end within {after} {subject} instead of {before}",
    };

    #[inline]
    fn of_block<'b>(_batch: &'b Batch<'_>, _subject: usize) -> impl Fn(Block<'_>) -> Brought + 'b {
        |_| Brought::default()
    }
}
