//! Variants against the baseline, a picture a quantity.

use maud::html;

use super::super::charts::{Figure, Strip, Strips, Tone, marks_key, strip_of};
use super::super::format::{IN_TABLE, hundredths, of_quantity, verdict};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped, paged};
use crate::experiment::DesignKind;
use crate::findings::AsFact as _;
use crate::words::{
    asked_comparisons, capitalized, known, number, rounded_percent, signed, spaced, thousands,
    within,
};
use fairdeal_core::metrics::{About, QuantityDescription, Topic};
use fairdeal_core::rows::{ComparisonRow, Standing};

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    // A sweep is shown as curves.
    if of.is_a(DesignKind::Sweep) {
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
fn pages(of: &Context<'_>, rows: &[Row<'_>]) -> Vec<Figure> {
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

fn panel(of: &Context<'_>, rows: &[Row<'_>], headed: bool) -> Figure {
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
    let text = |effect: f64, ends: Option<(f64, f64)>, digits: usize| {
        if hundred > 1.0 {
            hundredths(effect, ends, digits)
        } else {
            within(effect, ends, "", |value| signed(value, 1))
        }
    };
    let by_lineup = grouped(rows, |(row, _)| row.cell.lineup.as_str());
    let mut strips = Vec::new();
    for (lineup, rows) in &by_lineup {
        let mut heading = headed.then(|| of.players(lineup));
        for (row, _) in rows {
            let strip = strip_of(&*row.cell.variant, hundred, &row.fact(), |effect, ends| {
                text(effect, ends, 1)
            });
            strips.extend(strip.map(|strip| Strip { heading: heading.take(), ..strip }));
        }
    }
    let tolerance = first.judged.tolerance;
    let strips = Strips::new(strips).tolerating(hundred * tolerance);
    let alternative = format!(
        "{title}, {} differences from {} in {unit}: {}; {}.",
        strips.rows.len(),
        first.baseline,
        strips.counted(),
        strips.extremes()
    );
    let mut table = Table::of(
        format!("{title}: each variant against {}", first.baseline),
        &["variant", "players", "verdict"],
        &[&first.baseline, "variant's", "change", "p, corrected", "shuffles", "of them changed"],
    );
    for (row, quantity) in rows {
        table.row([
            row.cell.variant.clone(),
            of.players(&row.cell.lineup),
            verdict(row.judged.verdict),
            of_quantity(quantity, row.baseline_value),
            of_quantity(quantity, row.variant_value),
            known(row.fact().size.map(|size| text(size, row.fact().ends, IN_TABLE))),
            known(row.judged.p_bound_adjusted.map(|p| match p {
                tiny if tiny < 0.0005 => "below 0.001".to_owned(),
                p => number(p, 3),
            })),
            thousands(row.blocks.into()),
            known(row.changed_blocks.map(|blocks| thousands(blocks.into()))),
        ]);
    }
    let note = match tolerance > 0.0 {
        true if hundred > 1.0 => format!("{unit}; tolerance {}", rounded_percent(tolerance)),
        true => format!("{unit}; tolerance {tolerance}"),
        false => unit.to_owned(),
    };
    Figure { alternative, ..strips.figure(title, note, table) }
}
