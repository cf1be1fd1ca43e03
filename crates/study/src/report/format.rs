//! Numbers as the page writes them.

use crate::words::{self, number, percent};
use fairdeal_core::metrics::{QuantityDescription, Unit};
use fairdeal_core::rows::ComparisonRow;

/// Where a number is not known.
pub(super) const MISSING: &str = "–";

/// With a minus that is as wide as a plus.
pub(super) fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// "+1.0", "−0.5", "0.0" with this many decimals.
pub(super) fn signed(value: f64, digits: usize) -> String {
    minus(&words::signed(value, digits))
}

/// "47.8 %".
pub(super) fn rate(value: Option<f64>) -> String {
    value.map_or_else(|| MISSING.to_owned(), |value| percent(value, 1) + " %")
}

/// "47.81 %", as tables have it.
pub(super) fn rate_in_table(value: Option<f64>) -> String {
    value.map_or_else(|| MISSING.to_owned(), |value| percent(value, 2) + " %")
}

/// "47.8 % [47.6, 48.0]".
pub(super) fn rate_within(value: f64, ends: Option<(f64, f64)>) -> String {
    hundredths_within(value, " %", ends)
}

/// "1.2 [0.9, 1.6]": a hundred times a value, its unit and its interval.
pub(super) fn hundredths_within(value: f64, unit: &str, ends: Option<(f64, f64)>) -> String {
    let around = ends.map_or_else(String::new, |(low, high)| {
        format!(" [{}, {}]", percent(low, 1), percent(high, 1))
    });
    minus(&format!("{}{unit}{around}", percent(value, 1)))
}

/// "[47.62, 48.04]", in per cent, as tables have it.
pub(super) fn ends_in_percent(ends: Option<(f64, f64)>) -> String {
    ends.map_or_else(
        || MISSING.to_owned(),
        |(low, high)| minus(&format!("[{}, {}]", percent(low, 2), percent(high, 2))),
    )
}

/// "+1.0 [0.6, 1.4]": a difference of rates or a relative one, times a hundred, without its unit.
pub(super) fn hundredths(value: f64, ends: Option<(f64, f64)>) -> String {
    with_digits(value, ends, 1)
}

/// The same as tables have it.
pub(super) fn hundredths_in_table(value: f64, ends: Option<(f64, f64)>) -> String {
    with_digits(value, ends, 2)
}

fn with_digits(value: f64, ends: Option<(f64, f64)>, digits: usize) -> String {
    let around = ends.map_or_else(String::new, |(low, high)| {
        format!(" [{}, {}]", signed(100.0 * low, digits), signed(100.0 * high, digits))
    });
    signed(100.0 * value, digits) + &around
}

/// A number with this many decimals and commas.
pub(super) fn plain(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| MISSING.to_owned(), |value| minus(&number(value, digits)))
}

/// "[1.8, 2.1]", as tables have it.
pub(super) fn ends_plain(ends: Option<(f64, f64)>, digits: usize) -> String {
    ends.map_or_else(
        || MISSING.to_owned(),
        |(low, high)| minus(&format!("[{}, {}]", number(low, digits), number(high, digits))),
    )
}

/// The value of a quantity in its unit.
pub(super) fn of_quantity(quantity: &QuantityDescription, value: Option<f64>) -> String {
    match quantity.unit {
        Unit::Percent => rate_in_table(value),
        Unit::Points => {
            value.map_or_else(|| MISSING.to_owned(), |value| percent(value, 2) + " points")
        }
        Unit::Number => plain(value, 1),
        Unit::WholeNumber => plain(value, 0),
    }
}

/// The change that a comparison judges, with its interval: a relative one where lengths and scores
/// are compared.
pub(super) fn change(
    row: &ComparisonRow,
    quantity: &QuantityDescription,
) -> Option<(f64, Option<(f64, f64)>)> {
    if quantity.is_relative() {
        Some((row.relative_difference?, row.relative_low.zip(row.relative_high)))
    } else {
        Some((row.difference?, row.difference_low.zip(row.difference_high)))
    }
}

/// A name of the tables as people write it: `length_p95` is "length p95".
pub(super) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_alike() {
        assert_eq!(
            [signed(0.04, 1), signed(-0.04, 1), signed(1.0, 1), signed(-2.55, 0)],
            ["0.0", "0.0", "+1.0", "−3"]
        );
        assert_eq!(rate_within(0.4781, Some((0.476, 0.4802))), "47.8 % [47.6, 48.0]");
        assert_eq!(hundredths(-0.0033, Some((-0.007, 0.0004))), "−0.3 [−0.7, 0.0]");
        assert_eq!(
            [rate_in_table(None), plain(Some(12_345.67), 1), ends_in_percent(None)],
            ["–", "12,345.7", "–"]
        );
    }
}
