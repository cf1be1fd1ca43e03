//! The values of quantities by one set of rules, or their range over line-ups.

use crate::words::prelude::*;

/// The rows of line-ups of equals or, if there are none, all rows: unequal players win for another
/// reason.
pub(super) fn of_equals<'a, R>(
    results: &Results,
    rows: impl Iterator<Item = &'a R>,
    cell: impl Fn(&R) -> &CellKey,
) -> Vec<&'a R> {
    let (equals, others): (Vec<&R>, Vec<&R>) =
        rows.partition(|row| results.is_of_equals(&cell(row).lineup));
    if equals.is_empty() { others } else { equals }
}

/// A share or mean of one cell, or the lowest and the highest of several, as a clause: "3.2 % of
/// matches do not end".
pub(super) fn told(
    results: &Results,
    quantity: &QuantityDescription,
    rows: &[&ShareRow],
) -> Option<String> {
    let known = || rows.iter().filter_map(|row| Some((*row, row.estimate?)));
    let (lowest, low) = known().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let (highest, high) = known().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let sentence = |value: &str| {
        filled(
            quantity,
            &lowest.subject,
            &results.names.plural,
            (value, None),
            NoWinner::default(),
            WHO_SITS_BESIDE,
        )
    };
    if rows.len() == 1 {
        let ends = highest.low.zip(highest.high);
        let digits = ends.map_or(1, |(low, high)| decimals(low, high));
        return Some(sentence(&in_unit(high, ends, quantity.unit, digits)));
    }
    let near = high - low < if quantity.is_rate() { 0.005 } else { 0.05 };
    let value = match (near, quantity.is_rate()) {
        (true, _) => in_unit(high, None, quantity.unit, 1),
        (false, true) => format!("{} to {} %", percent(low, 1), percent(high, 1)),
        (false, false) => format!(
            "{} to {}",
            in_unit(low, None, quantity.unit, 1),
            in_unit(high, None, quantity.unit, 1)
        ),
    };
    let most =
        if near { String::new() } else { format!(" (most {})", among(results, &highest.cell)) };
    Some(sentence(&value) + &most)
}

/// A quantity by the rules of the baseline: its value, or its range over the line-ups.
pub(in crate::words) fn of_one_quantity(
    results: &Results,
    quantity: &'static QuantityDescription,
) -> Option<Draft> {
    let found = shares(results, &results.manifest.baseline, quantity.topic);
    let found: Vec<OfQuantity<'_>> =
        found.into_iter().filter(|(known, _)| known.name == quantity.name).collect();
    let each: Vec<String> =
        found.iter().filter_map(|(quantity, rows)| told(results, quantity, rows)).collect();
    let about = capitalized(&spaced(quantity.name));
    (!each.is_empty()).then(|| Draft::new(&about, each.join("; ") + "."))
}

/// The rows of a topic in the cells of a variant, by quantity and subject.
pub(super) fn shares<'a>(results: &'a Results, variant: &str, topic: Topic) -> Vec<OfQuantity<'a>> {
    let rows = results.shares.iter().filter(|row| row.cell.variant == variant);
    let mut found = IndexMap::<(&str, &str), OfQuantity<'_>>::new();
    for row in of_equals(results, rows, |row| &row.cell) {
        if let Some(quantity) = quantity(&row.quantity).filter(|quantity| quantity.topic == topic) {
            let same = found.entry((quantity.name, &row.subject));
            same.or_insert_with(|| (quantity, Vec::new())).1.push(row);
        }
    }
    found.into_values().collect()
}

/// A quantity with its rows about one subject.
pub(super) type OfQuantity<'a> = (&'static QuantityDescription, Vec<&'a ShareRow>);

pub(super) fn most(rows: &[&ShareRow]) -> f64 {
    rows.iter().filter_map(|row| row.estimate).fold(0.0, f64::max)
}

/// The quantities that are not negligible: in full all of them, in short the largest.
pub(super) fn said(
    results: &Results,
    topic: Topic,
    first: Option<&String>,
    found: &[OfQuantity<'_>],
) -> Option<Draft> {
    let mut happened: Vec<&OfQuantity<'_>> =
        found.iter().filter(|(_, rows)| most(rows) > RARE).collect();
    let words = |happened: &[&OfQuantity<'_>]| {
        let told = happened.iter().filter_map(|(quantity, rows)| told(results, quantity, rows));
        let all: Vec<String> = first.into_iter().cloned().chain(told).collect();
        (!all.is_empty()).then(|| all.join("; ") + ".")
    };
    let full = Draft::new(topic.title(), words(&happened)?);
    happened.sort_by(|(_, one), (_, other)| most(other).total_cmp(&most(one)));
    happened.truncate(1);
    Some(match words(&happened) {
        Some(short) => full.or_short(short),
        None => full,
    })
}
