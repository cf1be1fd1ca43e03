//! Which knob matters: bars.

use maud::html;

use super::super::charts::{Figure, Strip, Strips, Tone};
use super::super::format::{minus, signed, spaced};
use super::super::table::Table;
use super::section::{Of, Section, extremes, figures, grouped};
use crate::words::{capitalized, counted, fixed};
use fairdeal_core::metrics::{Kind, quantity};
use fairdeal_core::rows::SensitivityRow;

/// This many pictures are shown at once; the others stand below a fold.
const MOST_FIGURES: usize = 6;

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    let rows = of.results.sensitivity.iter().filter(|row| row.total.is_some());
    let mut panels =
        grouped(rows, |row| (row.quantity.as_str(), row.subject.as_str(), row.lineup.as_str()));
    if panels.is_empty() {
        return None;
    }
    let first_unit = of.results.names.length_units.first().map_or("", String::as_str);
    // What nobody asks for comes last.
    panels.sort_by_key(|((name, subject, _), rows)| {
        quantity(name).is_none_or(|quantity| {
            quantity.kind == Kind::Percentile
                || !quantity.is_asked_for(subject, first_unit, rows[0].players)
        })
    });
    let mut all: Vec<Figure> = panels.iter().map(|(_, rows)| panel(of, rows)).collect();
    let rest = if all.len() > MOST_FIGURES { all.split_off(MOST_FIGURES) } else { Vec::new() };
    let body = html! {
        p {
            "The share of what differs over the whole box of rules that a knob explains, with all that it does together with others: the longer the bar, the "
            "more the knob matters. The mean change where the knob alone is turned up stands at its right."
        }
        (figures(&all))
        @if !rest.is_empty() { details { summary { (counted(rest.len() as u128, "more picture", "more pictures")) } (figures(&rest)) } }
    };
    Some(of.section("sensitivity", "Which knob matters", body))
}

fn panel(of: &Of<'_>, rows: &[&SensitivityRow]) -> Figure {
    let first = rows[0];
    let subject =
        if first.subject.is_empty() { String::new() } else { format!(": {}", first.subject) };
    let title = format!(
        "{}{subject}, {}",
        capitalized(&spaced(&first.quantity)),
        of.players(&first.lineup)
    );
    let mut rows = rows.to_vec();
    rows.sort_by(|one, other| {
        other.total.partial_cmp(&one.total).unwrap_or(std::cmp::Ordering::Equal)
    });
    let is_rate =
        quantity(&first.quantity).is_some_and(fairdeal_core::metrics::QuantityDescription::is_rate);
    let effect =
        |value: f64| if is_rate { signed(100.0 * value, 1) + " points" } else { signed(value, 2) };
    let strips: Vec<Strip> = rows
        .iter()
        .filter_map(|row| {
            Some(Strip {
                label: row.knob.clone(),
                heading: None,
                estimate: 100.0 * row.total?,
                ends: row
                    .total_low
                    .zip(row.total_high)
                    .map(|(low, high)| (100.0 * low, 100.0 * high)),
                text: row.effect.map_or_else(String::new, effect),
                tone: Tone::Plain,
            })
        })
        .collect();
    let values: Vec<_> = strips
        .iter()
        .map(|strip| (strip.label.clone(), strip.estimate, format!("{:.0} %", strip.estimate)))
        .collect();
    let mut table = Table::new(
        title.clone(),
        &["knob", "turned up means"],
        &["alone", "with others", "mean change", "its interval", "mean size", "steps"],
    );
    for row in &rows {
        let share = |value: Option<f64>, ends: Option<(f64, f64)>| {
            let around = ends.map_or_else(String::new, |(low, high)| {
                format!(" [{}, {}]", signed(low, 2), signed(high, 2))
            });
            value.map_or_else(|| "–".to_owned(), |value| signed(value, 2) + &around)
        };
        table.row([
            row.knob.clone(),
            row.turned.clone(),
            share(row.first_order, row.first_order_low.zip(row.first_order_high)),
            share(row.total, row.total_low.zip(row.total_high)),
            row.effect.map_or_else(|| "–".to_owned(), effect),
            row.effect_low.zip(row.effect_high).map_or_else(
                || "–".to_owned(),
                |(low, high)| format!("[{}, {}]", effect(low), effect(high)),
            ),
            row.effect_size.map_or_else(|| "–".to_owned(), effect),
            row.steps.to_string(),
        ]);
    }
    Figure {
        note: "share of what differs, in per cent, with its interval; at the right the mean change where it is turned up".to_owned(),
        legend: Vec::new(),
        alternative: format!("{title}, share that each knob explains with others: {}.", extremes(&values)),
        drawing: Strips { rows: strips, reference: Some(0.0), band: None, bars: true }
            .draw(|tick, digits| minus(&format!("{} %", fixed(tick, digits)))),
        table,
        title,
    }
}
