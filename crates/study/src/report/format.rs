//! Numbers as the tables and pictures of the page have them.

use crate::words::{in_unit, interval, known, percent, signed, within};
use fairdeal_core::metrics::QuantityDescription;

/// Rates in tables have as many decimals.
pub(super) const IN_TABLE: usize = 2;

/// "47.8 % [47.6, 48.0]".
pub(super) fn rate_within(value: f64, ends: Option<(f64, f64)>) -> String {
    within(value, ends, " %", |rate| percent(rate, 1))
}

/// "[47.62, 48.04]", in per cent, as tables have it.
pub(super) fn ends_in_percent(ends: Option<(f64, f64)>) -> String {
    interval(ends, |rate| percent(rate, IN_TABLE))
}

/// "+1.0 [0.6, 1.4]": a difference of rates or a relative one, times a hundred, without its unit.
pub(super) fn hundredths(value: f64, ends: Option<(f64, f64)>, digits: usize) -> String {
    within(value, ends, "", |value| signed(100.0 * value, digits))
}

/// The value of a quantity in its unit, as tables have it.
pub(super) fn of_quantity(quantity: &QuantityDescription, value: Option<f64>) -> String {
    known(value.map(|value| in_unit(value, None, quantity.unit, IN_TABLE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{number, rate};

    #[test]
    fn numbers_are_written_alike() {
        assert_eq!(rate_within(0.4781, Some((0.476, 0.4802))), "47.8 % [47.6, 48.0]");
        assert_eq!(hundredths(-0.0033, Some((-0.007, 0.0004)), 1), "-0.3 [-0.7, 0.0]");
        assert_eq!(
            [rate(None, 2), number(12_345.67, 1), ends_in_percent(None)],
            ["–", "12,345.7", "–"]
        );
    }
}
