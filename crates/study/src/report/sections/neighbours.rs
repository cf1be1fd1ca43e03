//! Whether it matters who sits beside whom.

use maud::html;

use super::super::charts::{Figure, Strip, Strips, strip_of};
use super::super::format::{ends_in_percent, hundredths, verdict};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::findings::AsFact as _;
use crate::words::{percent, rate, rounded_percent, with_article, within};
use fairdeal_core::rows::NeighbourEffectRow;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let mut all: Vec<Figure> = spread(of).into_iter().collect();
    let baseline = of.results.manifest.baseline.as_str();
    let effects = of.results.neighbour_effects.iter().filter(|row| row.cell.variant == baseline);
    for (lineup, rows) in grouped(effects, |row| row.cell.lineup.as_str()) {
        let title = format!("Beside whom it is good to sit: {}", of.players(lineup));
        let strip = |row: &&NeighbourEffectRow| {
            let label = format!("{} {}", row.position, with_article(&row.neighbour));
            strip_of(label, 100.0, &row.fact(), |points, ends| hundredths(points, ends, 1))
        };
        let strips: Vec<Strip> = rows.iter().filter_map(strip).collect();
        let mut table = Table::of(
            title.clone(),
            &["place", "verdict"],
            &["wins there", "elsewhere", "difference in points"],
        );
        for (row, strip) in rows.iter().zip(&strips) {
            table.row([
                strip.label.clone(),
                verdict(row.judged.verdict),
                rate(Some(row.win_rate), 1),
                rate(Some(row.win_rate_elsewhere), 1),
                strip.text.clone(),
            ]);
        }
        let tolerance = rows.first().map_or(0.0, |row| row.judged.tolerance);
        let note = format!(
            "points of win rate against the same strategies in other places, by the rules {baseline}"
        );
        all.push(Strips::new(strips).tolerating(100.0 * tolerance).figure(title, note, table));
    }
    (!all.is_empty()).then(|| of.section("neighbours", "Neighbours", html! {
        p { "With three and more at the table, it can matter who acts just before you. Every order around the table plays the same shuffles." }
        (figures(&all))
    }))
}

/// How far neighbours move win rates, for every variant and line-up.
fn spread(of: &Context<'_>) -> Option<Figure> {
    let rows: Vec<_> =
        of.results.neighbour_spread.iter().filter(|row| row.standard_deviation.is_some()).collect();
    let first = rows.first()?;
    let variants = grouped(rows.iter(), |row| row.cell.variant.as_str()).len();
    let lineups = grouped(rows.iter(), |row| row.cell.lineup.as_str()).len();
    let title = "How far neighbours move a win rate".to_owned();
    let mut table =
        Table::of(title.clone(), &["variant", "players", "verdict"], &["points", "interval"]);
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
        strips.extend(strip_of(label, 100.0, &row.fact(), |deviation, ends| {
            within(deviation, ends, "", |points| percent(points, 1))
        }));
        table.row([
            row.cell.variant.clone(),
            of.players(&row.cell.lineup),
            verdict(row.judged.verdict),
            percent(deviation, 1),
            ends_in_percent(ends),
        ]);
    }
    let tolerance = first.judged.tolerance;
    let band = (tolerance > 0.0).then_some((0.0, 100.0 * tolerance));
    let note = format!(
        "standard deviation over the orders around the table, in points; tolerance {}",
        rounded_percent(tolerance)
    );
    Some(Strips { band, ..Strips::new(strips) }.figure(title, note, table))
}
