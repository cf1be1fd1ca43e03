//! The effect of neighbours on win rates.

use crate::metrics::quantity::{
    About, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit,
    WhenAsked,
};

/// The effect of neighbours on win rates.
pub(in crate::metrics) struct NeighbourEffect;

impl Quantity for NeighbourEffect {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "neighbours",
        meaning: "how far the order around the table moves a win rate: the standard deviation \
            between the orders",
        topic: Topic::Strength,
        about: About::Orders,
        kind: Kind::Spread,
        sampled: false,
        of_ended: true,
        unit: Unit::Points,
        tolerance: Tolerance::WinRate,
        asked: WhenAsked::Always,
        phrase: "{order} typically moves a win rate by {after}{instead}",
    };
    const IN_CELL: Option<FindInCell> =
        Some(|cell, _, _| Some(CellValue::Spread(&cell.neighbours)));
}
