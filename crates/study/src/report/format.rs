//! Numbers as the tables and pictures of the page have them.

use crate::words::{in_unit, interval, known, percent, signed, within};
use fairdeal_core::metrics::QuantityDescription;

/// Rates in tables have as many decimals.
pub(super) const IN_TABLE: usize = 2;

/// "[47.62, 48.04]": an interval in per cent, in the format of tables.
pub(super) fn ends_in_percent(ends: Option<(f64, f64)>) -> String {
    interval(ends, |rate| percent(rate, IN_TABLE))
}

/// "+1.0 [0.6, 1.4]": a difference of rates or a relative one, times a hundred, without its unit.
pub(super) fn hundredths(value: f64, ends: Option<(f64, f64)>, digits: usize) -> String {
    within(value, ends, "", |value| signed(100.0 * value, digits))
}

/// The value of a quantity in its unit, in the format of tables.
pub(super) fn of_quantity(quantity: &QuantityDescription, value: Option<f64>) -> String {
    known(value.map(|value| in_unit(value, None, quantity.unit, IN_TABLE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{number, rate};
    use fairdeal_core::metrics::Unit;

    #[test]
    fn numbers_are_written_alike() {
        assert_eq!(in_unit(0.4781, Some((0.476, 0.4802)), Unit::Percent, 1), "47.8 % [47.6, 48.0]");
        assert_eq!(hundredths(-0.0033, Some((-0.007, 0.0004)), 1), "-0.3 [-0.7, 0.0]");
        assert_eq!(
            [rate(None, 2), number(12_345.67, 1), ends_in_percent(None)],
            ["–", "12,345.7", "–"]
        );
    }
}
