//! Variants compared with the baseline: a chart for each quantity.

use super::prelude::*;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    // A sweep is shown as curves.
    if of.has_rules(RuleSets::Points) {
        return None;
    }
    let asked = asked_comparisons(of.results);
    let mut panels = grouped(asked, |(row, quantity)| (quantity.name, row.subject.as_str()));
    if panels.is_empty() {
        return None;
    }
    panels.sort_by_key(|(_, rows)| rows[0].1.topic);
    let differs = |rows: &[(&ComparisonRow, &QuantityDescription)]| {
        rows.iter().any(|(row, _)| {
            row.finding().standing().is_some_and(|standing| standing != Standing::Within)
        })
    };
    let (shown, same): (Vec<_>, Vec<_>) = panels.into_iter().partition(|(_, rows)| differs(rows));
    let all = |panels: &[Panel<'_>]| -> Vec<Figure> {
        panels.iter().flat_map(|(_, rows)| pages(of, rows)).collect()
    };
    let (shown, same) = (all(&shown), all(&same));
    let mut unchanged: Vec<&str> = same.iter().map(|figure| figure.chart.title.as_str()).collect();
    unchanged.dedup();
    let baseline = &of.results.manifest.baseline;
    let body = html! {
        p {
            "Every variant plays the same shuffles as " strong { (baseline) } ", the baseline. Each line is a difference from it with its interval; in the shaded "
            "band it is too small to matter to you."
        }
        (marks_key(&JUDGED, of.is_corrected()))
        (figures(&shown))
        @if !same.is_empty() {
            details {
                summary { "Where nothing changes beyond your tolerance: " (unchanged.join("; ")) }
                (figures(&same))
            }
        }
    };
    Some(of.section("variants", "Variants against the baseline", body))
}

type Row<'a> = (&'a ComparisonRow, &'static QuantityDescription);

/// A quantity with its subject and its rows.
type Panel<'a> = ((&'static str, &'a str), Vec<Row<'a>>);

/// The pictures of a quantity: its line-ups together, as many as fit one.
fn pages(of: &Context<'_>, rows: &[Row<'_>]) -> Vec<Figure> {
    let by_lineup = grouped(rows.iter().copied(), |(row, _)| row.cell.lineup.as_str());
    let headed = by_lineup.len() > 1;
    paged(by_lineup.into_iter().map(|(_, rows)| rows).collect())
        .iter()
        .map(|rows| panel(of, rows, headed))
        .collect()
}

/// The title of a quantity about a subject.
fn title(quantity: &QuantityDescription, subject: &str) -> String {
    match (quantity.topic, quantity.about) {
        (Topic::GoingFirst, _) => "Going first wins".to_owned(),
        (Topic::Strength, About::DifferentStrategies) => format!("How often {subject} wins"),
        (Topic::Length, About::LengthUnits) => format!("Length in {subject}"),
        (Topic::Endings, About::EndReasons) => format!("Games that end with \"{subject}\""),
        (Topic::Events, _) => capitalized(subject),
        _ => capitalized(&words::heading(quantity, subject)),
    }
}

fn panel(of: &Context<'_>, rows: &[Row<'_>], headed: bool) -> Figure {
    let (first, quantity) = rows[0];
    let (title, baseline) = (title(quantity, &first.subject), &first.baseline);
    let (unit, hundred) = match (quantity.is_relative(), quantity.is_rate()) {
        (true, _) => ("per cent of the baseline", 100.0),
        (false, true) => ("points", 100.0),
        (false, false) => ("difference", 1.0),
    };
    let text = |effect: f64, ends: Option<(f64, f64)>, digits: usize| {
        if hundred > 1.0 {
            hundredths(effect, ends, digits)
        } else {
            within(effect, ends, "", |value| signed(value, 1))
        }
    };
    let strip = |(row, _): &Row<'_>| {
        let text = |effect, ends| text(effect, ends, 1);
        let group = if headed { of.players(&row.cell.lineup) } else { String::new() };
        let strip = Strip::judged(&row.cell.variant, hundred, &row.finding(), text);
        strip.map(|strip| Strip { group, ..strip })
    };
    let tolerance = first.judged.tolerance;
    let strips = Strips::new(rows.iter().filter_map(strip)).tolerating(hundred * tolerance);
    let seen = format!(
        ", {} differences from {baseline} in {unit}: {}; {}",
        strips.rows.len(),
        strips.counted(),
        strips.extremes()
    );
    let p_value = |p: f64| if p < 0.0005 { "below 0.001".to_owned() } else { number(p, 3) };
    let change = |row: &ComparisonRow| {
        known(row.finding().size.map(|size| text(size, row.finding().ends, IN_TABLE)))
    };
    let mut table = Columns::new(&title, rows);
    table.players(of, |(row, _)| &row.cell);
    table.judged(|(row, _)| row.judged.verdict);
    table.numbers(baseline, |(row, quantity)| of_quantity(quantity, row.baseline_value));
    table.numbers("variant's", |(row, quantity)| of_quantity(quantity, row.variant_value));
    table.numbers("change", |(row, _)| change(row));
    table.numbers("p, corrected", |(row, _)| known(row.judged.p_bound_adjusted.map(p_value)));
    table.numbers("shuffles", |(row, _)| thousands(row.blocks.into()));
    table.numbers("of them changed", |(row, _)| {
        known(row.changed_blocks.map(|blocks| thousands(blocks.into())))
    });
    let note = match tolerance > 0.0 {
        true if hundred > 1.0 => format!("{unit}; tolerance {}", rounded_percent(tolerance)),
        true => format!("{unit}; tolerance {tolerance}"),
        false => unit.to_owned(),
    };
    let mut figure = table.figure(note, seen, Plot::Strips(strips));
    figure.table.title = format!("{title}: each variant against {baseline}");
    figure
}
