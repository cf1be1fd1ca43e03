//! Which knob matters: bars.

use maud::html;

use super::super::charts::{Figure, Strip, Strips, Tone, extremes};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::words::{capitalized, counted, fixed, interval, known, signed, spaced, within};
use fairdeal_core::metrics::{Kind, quantity};
use fairdeal_core::rows::SensitivityRow;

/// This many pictures are shown at once; the others stand below a fold.
const MOST_FIGURES: usize = 6;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let rows = of.results.sensitivity.iter().filter(|row| row.total.is_some());
    let mut panels =
        grouped(rows, |row| (row.quantity.as_str(), row.subject.as_str(), row.lineup.as_str()));
    if panels.is_empty() {
        return None;
    }
    let first_unit = of.results.first_unit();
    // What designers seldom ask for comes last.
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
            "The share of the variance over the whole box of rules that a knob explains, its interactions with other knobs included. The longer the bar, the "
            "more the knob matters. At its right stands the mean change when the knob alone is turned up."
        }
        (figures(&all))
        @if !rest.is_empty() { details { summary { (counted(rest.len() as u128, "more picture", "more pictures")) } (figures(&rest)) } }
    };
    Some(of.section("sensitivity", "Which knob matters", body))
}

fn panel(of: &Context<'_>, rows: &[&SensitivityRow]) -> Figure {
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
            let share = (row.total?, row.total_low.zip(row.total_high));
            let text = row.effect.map_or_else(String::new, effect);
            Some(Strip::new(&*row.knob, 100.0, share, text, Tone::Plain))
        })
        .collect();
    let shares: Vec<String> =
        strips.iter().map(|strip| format!("{:.0} %", strip.estimate)).collect();
    let values = strips.iter().zip(&shares);
    let told = extremes(values.map(|(strip, text)| (&*strip.label, strip.estimate, &**text)));
    let mut table = Table::of(
        title.clone(),
        &["knob", "turned up means"],
        &["alone", "with others", "mean change", "its interval", "mean size", "steps"],
    );
    for row in &rows {
        let share = |value: Option<f64>, ends: Option<(f64, f64)>| {
            known(value.map(|value| within(value, ends, "", |share| signed(share, 2))))
        };
        table.row([
            row.knob.clone(),
            row.turned.clone(),
            share(row.first_order, row.first_order_low.zip(row.first_order_high)),
            share(row.total, row.total_low.zip(row.total_high)),
            known(row.effect.map(effect)),
            interval(row.effect_low.zip(row.effect_high), effect),
            known(row.effect_size.map(effect)),
            row.steps.to_string(),
        ]);
    }
    let note = "share of the variance, in per cent, with its interval; at the right the mean change when it is turned up";
    let alternative = format!("{title}, share that each knob explains with others: {told}.");
    let strips = Strips::new(strips).with_bars();
    Figure {
        alternative,
        drawing: strips.draw(|tick, digits| fixed(tick, digits) + " %"),
        ..strips.figure(title, note, table)
    }
}
