//! Which knob matters: bars.

use super::prelude::*;

/// This many pictures are shown at once; the others stand below a fold.
const MOST_FIGURES: usize = 6;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let rows = of.results.sensitivity.iter().filter(|row| row.total.is_some());
    let mut panels =
        grouped(rows, |row| (row.quantity.as_str(), row.subject.as_str(), row.lineup.as_str()));
    if panels.is_empty() {
        return None;
    }
    let felt_unit = of.results.felt_unit();
    // Quantities that designers seldom ask for come last.
    panels.sort_by_key(|((name, subject, _), rows)| {
        quantity(name).is_none_or(|quantity| {
            quantity.kind == Kind::Percentile
                || !quantity.is_asked_for(
                    subject,
                    felt_unit,
                    of.results.names.is_one_side(rows[0].players),
                )
        })
    });
    let all = panels.into_iter().map(|(_, rows)| panel(of, rows)).collect();
    let more = |rest: &[Figure]| counted(rest.len() as u128, "more picture", "more pictures");
    let body = html! {
        p {
            "The share of the variance over the whole box of rules that a knob explains, its interactions with other knobs included. The longer the bar, the "
            "more the knob matters. At its right stands the mean change when the knob alone is turned up."
        }
        (folded(all, MOST_FIGURES, more))
    };
    Some(of.section("sensitivity", "Which knob matters", body))
}

fn panel(of: &Context<'_>, mut rows: Vec<&SensitivityRow>) -> Figure {
    let SensitivityRow { quantity: name, subject, lineup, .. } = rows[0];
    let heading = quantity(name).map(|quantity| words::heading(quantity, subject));
    let heading = heading.unwrap_or_else(|| spaced(name));
    let title = format!("{}, {}", capitalized(&heading), of.players(lineup));
    rows.sort_by(|one, other| {
        other.total.partial_cmp(&one.total).unwrap_or(std::cmp::Ordering::Equal)
    });
    let is_rate = quantity(name).is_some_and(QuantityDescription::is_rate);
    let effect =
        |value: f64| if is_rate { signed(100.0 * value, 1) + " points" } else { signed(value, 2) };
    let share = |value: Option<f64>, ends: Option<(f64, f64)>| {
        known(value.map(|value| within(value, ends, "", |share| signed(share, 2))))
    };
    let mut table = Columns::new(title, &rows);
    table.words("knob", |row| row.knob.clone());
    table.words("turned up means", |row| row.turned.clone());
    table.numbers("alone", |row| {
        share(row.first_order, row.first_order_low.zip(row.first_order_high))
    });
    table.numbers("with others", |row| share(row.total, row.total_low.zip(row.total_high)));
    table.numbers("mean change", |row| known(row.effect.map(effect)));
    table.numbers("its interval", |row| interval(row.effect_low.zip(row.effect_high), effect));
    table.numbers("mean size", |row| known(row.effect_size.map(effect)));
    table.numbers("steps", |row| row.steps.to_string());
    let strip = |row: &&SensitivityRow| {
        let share = (row.total?, row.total_low.zip(row.total_high));
        let text = row.effect.map_or_else(String::new, effect);
        Some(Strip::new(&row.knob, 100.0, share, text))
    };
    let strips = Strips::new(rows.iter().filter_map(strip));
    let told = |row: &Strip| (row.label.clone(), row.estimate, format!("{:.0} %", row.estimate));
    let told = extremes(strips.rows.iter().map(told));
    let note = "share of the variance, in per cent, with its interval; at the right the mean change when it is turned up";
    let seen = format!(", share that each knob explains with others: {told}");
    let strips = Strips { bars: Some(" %"), ..strips };
    table.figure(note, seen, Plot::Strips(strips))
}
