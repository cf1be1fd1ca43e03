//! Variants against the baseline, a picture a quantity.

use maud::html;

use super::super::charts::{Figure, Strip, Strips, Tone, marks_key};
use super::super::format::{
    change, hundredths, hundredths_in_table, minus, of_quantity, plain, signed, spaced,
};
use super::super::table::Table;
use super::section::{Of, Section, extremes, figures, grouped, paged};
use crate::words::{asked_comparisons, capitalized, rounded_percent, thousands};
use fairdeal_core::metrics::{About, QuantityDescription, Topic};
use fairdeal_core::rows::{ComparisonRow, Standing};

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    // A sweep is shown as curves.
    if !of.results.sweep.is_empty() {
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
            row.judged.verdict.is_some_and(|verdict| verdict.standing() != Standing::Within)
        })
    };
    let (shown, same): (Vec<_>, Vec<_>) = panels.into_iter().partition(|(_, rows)| differs(rows));
    let all = |panels: &[Panel<'_>]| -> Vec<Figure> {
        panels.iter().flat_map(|(_, rows)| pages(of, rows)).collect()
    };
    let (shown, same) = (all(&shown), all(&same));
    let mut unchanged: Vec<&str> = same.iter().map(|figure| figure.title.as_str()).collect();
    unchanged.dedup();
    let baseline = &of.results.manifest.baseline;
    let body = html! {
        p {
            "Every variant plays the same shuffles as " strong { (baseline) } ", the baseline. Each line is a difference from it with its interval; in the shaded "
            "band it is too small to matter to you."
        }
        (marks_key(&[Tone::Beyond, Tone::Within, Tone::Open], of.is_corrected()))
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

/// A quantity and what it is about, with its rows.
type Panel<'a> = ((&'static str, &'a str), Vec<Row<'a>>);

/// The pictures of a quantity: its line-ups together, as many as fit one.
fn pages(of: &Of<'_>, rows: &[Row<'_>]) -> Vec<Figure> {
    let by_lineup = grouped(rows.iter().copied(), |(row, _)| row.cell.lineup.as_str());
    let headed = by_lineup.len() > 1;
    paged(by_lineup.into_iter().map(|(_, rows)| rows).collect())
        .iter()
        .map(|rows| panel(of, rows, headed))
        .collect()
}

/// What a quantity is called, with what it is about.
fn title(quantity: &QuantityDescription, subject: &str) -> String {
    match (quantity.topic, quantity.about) {
        (Topic::GoingFirst, _) => "Going first wins".to_owned(),
        (Topic::Strength, About::DifferentStrategies) => format!("How often {subject} wins"),
        (Topic::Length, About::LengthUnits) => format!("Length in {subject}"),
        (Topic::Endings, About::EndReasons) => format!("Games that end with \"{subject}\""),
        _ if subject.is_empty() => capitalized(&spaced(quantity.name)),
        _ => format!("{}: {subject}", capitalized(&spaced(quantity.name))),
    }
}

fn panel(of: &Of<'_>, rows: &[Row<'_>], headed: bool) -> Figure {
    let (first, quantity) = rows[0];
    let title = title(quantity, &first.subject);
    let unit = if quantity.is_relative() {
        "per cent of the baseline"
    } else if quantity.is_rate() {
        "points"
    } else {
        "difference"
    };
    let hundred = if quantity.is_relative() || quantity.is_rate() { 100.0 } else { 1.0 };
    let text = |row: &ComparisonRow, in_table: bool| match change(row, quantity) {
        Some((effect, ends)) if hundred > 1.0 && in_table => hundredths_in_table(effect, ends),
        Some((effect, ends)) if hundred > 1.0 => hundredths(effect, ends),
        Some((effect, ends)) => {
            signed(effect, 1)
                + &ends.map_or_else(String::new, |(low, high)| {
                    format!(" [{}, {}]", signed(low, 1), signed(high, 1))
                })
        }
        None => "–".to_owned(),
    };
    let by_lineup = grouped(rows, |(row, _)| row.cell.lineup.as_str());
    let mut strips = Vec::new();
    for (lineup, rows) in &by_lineup {
        let mut heading = headed.then(|| of.players(lineup));
        for (row, _) in rows {
            let Some((effect, ends)) = change(row, quantity) else { continue };
            strips.push(Strip {
                label: row.cell.variant.clone(),
                heading: heading.take(),
                estimate: hundred * effect,
                ends: ends.map(|(low, high)| (hundred * low, hundred * high)),
                text: text(row, false),
                tone: Tone::from(row.judged.verdict),
            });
        }
    }
    let values: Vec<(String, f64, String)> = strips
        .iter()
        .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
        .collect();
    let tolerance = first.judged.tolerance;
    let told = |tone: Tone| strips.iter().filter(|strip| strip.tone == tone).count();
    let alternative = format!(
        "{title}, {} differences from {} in {unit}: {} beyond the tolerance, {} within, {} not settled; {}.",
        strips.len(),
        first.baseline,
        told(Tone::Beyond),
        told(Tone::Within),
        told(Tone::Open),
        extremes(&values)
    );
    let mut table = Table::new(
        format!("{title}: each variant against {}", first.baseline),
        &["variant", "players", "verdict"],
        &[&first.baseline, "variant's", "change", "p, corrected", "shuffles", "of them changed"],
    );
    for (row, quantity) in rows {
        table.row([
            row.cell.variant.clone(),
            of.players(&row.cell.lineup),
            row.judged.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.to_string()),
            of_quantity(quantity, row.baseline_value),
            of_quantity(quantity, row.variant_value),
            text(row, true),
            row.judged.p_bound_adjusted.map_or_else(
                || "–".to_owned(),
                |p| if p < 0.0005 { "below 0.001".to_owned() } else { plain(Some(p), 3) },
            ),
            thousands(row.blocks.into()),
            row.changed_blocks.map_or_else(|| "–".to_owned(), |blocks| thousands(blocks.into())),
        ]);
    }
    let bound = (tolerance > 0.0).then_some(hundred * tolerance);
    let note = match bound {
        Some(_) if hundred > 1.0 => format!("{unit}; tolerance {}", rounded_percent(tolerance)),
        Some(bound) => format!("{unit}; tolerance {bound}"),
        None => unit.to_owned(),
    };
    let strips = Strips {
        rows: strips,
        reference: Some(0.0),
        band: bound.map(|bound| (-bound, bound)),
        bars: false,
    };
    Figure {
        note,
        legend: Vec::new(),
        alternative: minus(&alternative),
        drawing: strips.draw(signed),
        table,
        title,
    }
}
