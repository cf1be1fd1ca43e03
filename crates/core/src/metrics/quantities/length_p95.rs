//! The length within which 95 % of games end.

use super::length::Length;
use crate::metrics::quantity::{
    About, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic, Unit,
    WhenAsked,
};

/// The length within which 95 % of games end.
pub(in crate::metrics) struct LengthP95;

impl Quantity for LengthP95 {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "length_p95",
        meaning: "the length within which 95 % of games end",
        topic: Topic::Length,
        about: About::LengthUnits,
        kind: Kind::Percentile,
        sampled: false,
        of_ended: true,
        unit: Unit::WholeNumber,
        tolerance: Tolerance::Length,
        asked: WhenAsked::FirstUnit,
        phrase: "95 % of {games} end within {after} {subject}{instead}",
    };
    const IN_CELL: Option<FindInCell> = Some(|cell, _, unit| {
        Some(CellValue::Percentile {
            numbers: cell.lengths.unit(unit),
            hundredths: 95,
            mean: Length::DESCRIPTION.name,
        })
    });
}
