//! Whether it matters who sits beside whom.

use maud::html;

use super::super::charts::{Figure, Strip, Strips, Tone};
use super::super::format::{ends_in_percent, hundredths, hundredths_within, rate, signed};
use super::super::table::Table;
use super::section::{Of, Section, extremes, figures, grouped};
use crate::words::{percent, rounded_percent, with_article};

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    let mut all: Vec<Figure> = spread(of).into_iter().collect();
    let baseline = of.results.manifest.baseline.as_str();
    let effects = of.results.neighbour_effects.iter().filter(|row| row.cell.variant == baseline);
    for (lineup, rows) in grouped(effects, |row| row.cell.lineup.as_str()) {
        let title = format!("Beside whom it is good to sit: {}", of.players(lineup));
        let strips: Vec<Strip> = rows
            .iter()
            .map(|row| {
                let ends = row.difference_low.zip(row.difference_high);
                Strip {
                    label: format!("{} {}", row.position, with_article(&row.neighbour)),
                    heading: None,
                    estimate: 100.0 * row.difference,
                    ends: ends.map(|(low, high)| (100.0 * low, 100.0 * high)),
                    text: hundredths(row.difference, ends),
                    tone: Tone::from(row.judged.verdict),
                }
            })
            .collect();
        let values: Vec<_> = strips
            .iter()
            .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
            .collect();
        let mut table = Table::new(
            title.clone(),
            &["place", "verdict"],
            &["wins there", "elsewhere", "difference in points"],
        );
        for (row, strip) in rows.iter().zip(&strips) {
            table.row([
                strip.label.clone(),
                row.judged.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.to_string()),
                rate(Some(row.win_rate)),
                rate(Some(row.win_rate_elsewhere)),
                strip.text.clone(),
            ]);
        }
        let tolerance = rows.first().map_or(0.0, |row| row.judged.tolerance);
        let band = (tolerance > 0.0).then_some((-100.0 * tolerance, 100.0 * tolerance));
        all.push(Figure {
            note: format!("points of win rate against the same strategies in other places, by the rules {baseline}"),
            legend: Vec::new(),
            alternative: format!("{title}: {}.", extremes(&values)),
            drawing: Strips { rows: strips, reference: Some(0.0), band, bars: false }.draw(signed),
            table,
            title,
        });
    }
    (!all.is_empty()).then(|| of.section("neighbours", "Neighbours", html! {
        p { "With three and more at the table, it can matter who acts just before you. Every order around the table plays the same shuffles." }
        (figures(&all))
    }))
}

/// How far neighbours move win rates, in every variant and line-up.
fn spread(of: &Of<'_>) -> Option<Figure> {
    let rows: Vec<_> =
        of.results.neighbour_spread.iter().filter(|row| row.standard_deviation.is_some()).collect();
    let first = rows.first()?;
    let variants = grouped(rows.iter(), |row| row.cell.variant.as_str()).len();
    let lineups = grouped(rows.iter(), |row| row.cell.lineup.as_str()).len();
    let title = "How far neighbours move a win rate".to_owned();
    let mut table =
        Table::new(title.clone(), &["variant", "players", "verdict"], &["points", "interval"]);
    let mut strips = Vec::new();
    for row in &rows {
        let (deviation, ends) = (
            row.standard_deviation.unwrap_or(0.0),
            row.standard_deviation_low.zip(row.standard_deviation_high),
        );
        let label = match (variants > 1, lineups > 1) {
            (true, false) => row.cell.variant.clone(),
            (false, _) => of.players(&row.cell.lineup),
            _ => format!("{}, {}", row.cell.variant, of.players(&row.cell.lineup)),
        };
        strips.push(Strip {
            label,
            heading: None,
            estimate: 100.0 * deviation,
            ends: ends.map(|(low, high)| (100.0 * low, 100.0 * high)),
            text: hundredths_within(deviation, "", ends),
            tone: Tone::from(row.judged.verdict),
        });
        table.row([
            row.cell.variant.clone(),
            of.players(&row.cell.lineup),
            row.judged.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.to_string()),
            percent(deviation, 1),
            ends_in_percent(ends),
        ]);
    }
    let values: Vec<_> = strips
        .iter()
        .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
        .collect();
    let tolerance = first.judged.tolerance;
    let band = (tolerance > 0.0).then_some((0.0, 100.0 * tolerance));
    Some(Figure {
        note: format!(
            "standard deviation over the orders around the table, in points; tolerance {}",
            rounded_percent(tolerance)
        ),
        legend: Vec::new(),
        alternative: format!("{title}: {}.", extremes(&values)),
        drawing: Strips { rows: strips, reference: Some(0.0), band, bars: false }.draw(signed),
        table,
        title,
    })
}
