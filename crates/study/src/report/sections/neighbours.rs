//! Whether a player's neighbours matter.

use super::prelude::*;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let baseline = of.results.manifest.baseline.as_str();
    let effects = of.results.neighbour_effects.iter().filter(|row| row.cell.variant == baseline);
    let by_lineup = grouped(effects, |row| row.cell.lineup.as_str());
    let effects = by_lineup.iter().map(|(lineup, rows)| effects_in(of, lineup, rows));
    let all: Vec<Figure> = spread(of).into_iter().chain(effects).collect();
    (!all.is_empty()).then(|| of.section("neighbours", "Neighbours", html! {
        p { "With three and more at the table, it can matter who acts just before you. Every order around the table plays the same shuffles." }
        (figures(&all))
    }))
}

/// A chart of how sitting before or after a player of each strategy changes win rates.
fn effects_in(of: &Context<'_>, lineup: &str, rows: &[&NeighbourEffectRow]) -> Figure {
    let title = format!("Beside whom it is good to sit: {}", of.players(lineup));
    let label =
        |row: &NeighbourEffectRow| format!("{} {}", row.position, with_article(&row.neighbour));
    let text = |points, ends| hundredths(points, ends, 1);
    let strip = |row: &&NeighbourEffectRow| Strip::judged(label(row), 100.0, &row.finding(), text);
    let mut table = Columns::new(title, rows);
    table.words("place", |row| label(row));
    table.judged(|row| row.judged.verdict);
    table.numbers("wins there", |row| rate(Some(row.win_rate), 1));
    table.numbers("elsewhere", |row| rate(Some(row.win_rate_elsewhere), 1));
    table.numbers("difference in points", |row| text(row.difference, row.finding().ends));
    let note = format!(
        "points of win rate against the same strategies in other places, by the rules {}",
        rows[0].cell.variant
    );
    let strips = Strips::new(rows.iter().filter_map(strip));
    table.strips(note, strips.tolerating(100.0 * rows[0].judged.tolerance))
}

/// How far neighbours move win rates, for every variant and line-up.
fn spread(of: &Context<'_>) -> Option<Figure> {
    let rows = of.results.neighbour_spread.iter();
    let rows: Vec<_> = rows.filter(|row| row.standard_deviation.is_some()).collect();
    let tolerance = rows.first()?.judged.tolerance;
    let names = of.names(rows.iter().map(|row| &row.cell));
    let points = |deviation, ends| within(deviation, ends, "", |points| percent(points, 1));
    let strip =
        |row: &&NeighbourSpreadRow| Strip::judged(names(&row.cell), 100.0, &row.finding(), points);
    let mut table = Columns::new("How far neighbours move a win rate", &rows);
    table.players(of, |row| &row.cell);
    table.judged(|row| row.judged.verdict);
    table.numbers("points", |row| percent(row.standard_deviation.unwrap_or(0.0), 1));
    table.numbers("interval", |row| ends_in_percent(row.finding().ends));
    let note = format!(
        "standard deviation over the orders around the table, in points; tolerance {}",
        rounded_percent(tolerance)
    );
    let band = (tolerance > 0.0).then_some((0.0, 100.0 * tolerance));
    let axis = Axis { band, ..Axis::differences("", 0.0) };
    let strips = Strips { axis, ..Strips::new(rows.iter().filter_map(strip)) };
    Some(table.strips(note, strips))
}
