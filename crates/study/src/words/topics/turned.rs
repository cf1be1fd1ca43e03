//! The knobs of a sweep, and the rules by which they are turned.

use std::cmp::Ordering;

use crate::words::curves::Value;
use crate::words::prelude::*;

/// A knob that the sweep turns, with its values in their order.
pub(crate) struct Turned<'a> {
    pub(crate) key: &'a str,
    pub(crate) values: Vec<&'a KnobValue>,
}

impl<'a> Turned<'a> {
    /// The knobs that points are named after.
    pub(crate) fn of(results: &'a Results) -> Vec<Self> {
        let knobs = results.sweep.iter().flat_map(|row| &row.point.0);
        let in_sweep = |variant: &str| results.sweep.iter().any(|row| row.cell.variant == variant);
        let of_knob = |key: &'a str| {
            let rows = results.variants.iter().filter(|row| row.knob == key);
            let rows = rows.filter(|row| in_sweep(&row.variant));
            let mut values = distinct(rows.map(|row| &row.value));
            // Numbers are sorted; other values stay in their order.
            if values.iter().all(|value| value.number().is_some()) {
                values.sort_by(|one, other| {
                    one.number().partial_cmp(&other.number()).unwrap_or(Ordering::Equal)
                });
            }
            Self { key, values }
        };
        let all = distinct(knobs.map(|(key, _)| key.as_str())).into_iter().map(of_knob);
        all.filter(|knob| knob.values.len() > 1).collect()
    }

    /// Which value a variant has, as a place among the values.
    pub(crate) fn place(&self, results: &Results, variant: &str) -> Option<usize> {
        let is_it = |row: &&VariantRow| row.variant == variant && row.knob == self.key;
        let row = results.variants.iter().find(is_it)?;
        self.values.iter().position(|value| **value == row.value)
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        self.values.iter().map(ToString::to_string).collect()
    }
}

/// The sets of rules whose knobs are turned. Points that differ only in these knobs belong to one.
pub(crate) struct Bases<'a> {
    pub(crate) names: Vec<String>,
    /// The set of each point, by its variant.
    of_point: BTreeMap<&'a str, usize>,
}

impl<'a> Bases<'a> {
    pub(crate) fn new(results: &'a Results) -> Self {
        let points = grouped(&results.sweep, |row| row.cell.variant.as_str());
        let is_turned = |row: &SweepRow, knob: &str| row.point.0.iter().any(|(key, _)| key == knob);
        let fixed = |(variant, rows): &(&str, Vec<&SweepRow>)| -> Vec<(&str, &KnobValue)> {
            let rules = results.variants.iter().filter(|row| row.variant == *variant);
            let rules = rules.filter(|row| !is_turned(rows[0], &row.knob));
            rules.map(|row| (row.knob.as_str(), &row.value)).collect()
        };
        let mut bases = Self { names: Vec::new(), of_point: BTreeMap::new() };
        for (_, points) in grouped(points, fixed) {
            // A point is called after its variant or preset and its knobs; but the baseline may have
            // the name of the variant alone.
            let name = |(variant, rows): &(&'a str, Vec<&SweepRow>)| {
                let knobs = rows[0].point.0.iter().filter(|(key, _)| key != "preset").cloned();
                let knobs = Point(knobs.collect()).to_string();
                variant.strip_suffix(&knobs).unwrap_or(variant).trim_end()
            };
            let name = points.iter().map(name).find(|name| !name.is_empty()).unwrap_or("");
            let place = bases.names.len();
            bases.of_point.extend(points.iter().map(|(variant, _)| (*variant, place)));
            bases.names.push(name.to_owned());
        }
        bases
    }

    pub(crate) fn are_several(&self) -> bool {
        self.names.len() > 1
    }

    pub(crate) fn of(&self, value: &Value<'_>) -> usize {
        self.of_point.get(value.variant).copied().unwrap_or(0)
    }
}
