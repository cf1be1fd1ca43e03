//! How long games are.

use super::quantity::of_equals;
use super::seats::MOST_CHARTED;
use super::telling::{Telling, listed};
use crate::words::prelude::*;

/// At most this many line-ups are named one by one.
const NAMED: usize = 3;

pub(super) const TELLING: Telling = Telling {
    lines: |of| {
        let draft = line(of.results, of.baseline(), of.results.felt_unit());
        listed(draft.map(|draft| of.second_rate(draft)))
    },
    table: |shown| table(shown.results),
    charts: |results| listed(chart(results)),
    ..Telling::NONE
};

/// How long games are in a unit.
pub(in crate::words) fn line(results: &Results, variant: &str, unit: &str) -> Option<Draft> {
    let rows = results
        .lengths
        .iter()
        .filter(|row| row.cell.variant == variant && row.unit == unit && row.mean.is_some());
    let mut rows = of_equals(results, rows, |row| &row.cell);
    rows.sort_by(|one, other| by_value(one.mean, other.mean));
    let mean = |row: &LengthRow| format!("{:.1}", row.mean.unwrap_or(0.0));
    let one = |row: &&LengthRow| {
        let most = match row.p95 {
            Some(most) => format!("95 % end within {}", thousands(most.into())),
            None => {
                format!("of the {} % that end", percent(row.finished as f64 / row.games as f64, 1))
            }
        };
        let who =
            if rows.len() == 1 { String::new() } else { format!(" {}", among(results, &row.cell)) };
        format!("{} {unit} on average{who} ({most})", mean(row))
    };
    let each = || rows.iter().map(one).collect::<Vec<_>>().join(", ") + ".";
    let title = Topic::Length.title();
    let is_first = unit == results.felt_unit();
    let about = if is_first { title.to_owned() } else { format!("{title} in {unit}") };
    let draft = |full: String| Draft::new(&about, full);
    let [shortest, .., longest] = &rows[..] else {
        return (!rows.is_empty()).then(|| draft(each()));
    };
    let some_do_not = rows.iter().any(|row| !enough_ended(row.games.into(), row.unfinished.into()));
    let ended = if some_do_not { ", in those that end" } else { "" };
    let [shortest_who, longest_who] = [shortest, longest].map(|row| among(results, &row.cell));
    let range = format!(
        "from {} {unit} on average {shortest_who} to {} {longest_who}{ended}.",
        mean(shortest),
        mean(longest)
    );
    Some(if rows.len() <= NAMED { draft(each()).or_short(range) } else { draft(range) })
}

/// One row for each variant and line-up, one column for each unit.
fn table(results: &Results) -> Panel {
    let of_cells = results.lengths.chunk_by(|one, other| one.cell == other.cell);
    let mut columns = Columns::new("Length: mean (5 % to 95 % of games)", of_cells);
    columns.cells(|rows| &rows[0].cell);
    for (place, unit) in results.names.length_units.iter().enumerate() {
        let percentile = |length: Option<u64>| known(length.map(|length| thousands(length.into())));
        let column = columns.numbers(unit, |rows| {
            let LengthRow { mean, p05, p95, .. } = &rows[place];
            format!("{} ({} to {})", known_number(*mean, 1), percentile(*p05), percentile(*p95))
        });
        column.or_drop(place as u8, LengthRow::FILE);
    }
    columns.numbers("unfinished", |rows| thousands(rows[0].unfinished.into()));
    columns.panel
}

/// A chart of the length of games, in the unit that players feel: in every line-up of one set of
/// rules, or by every variant in one line-up.
fn chart(results: &Results) -> Option<Chart> {
    let lineups = results.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str());
    let (unit, told) = (results.felt_unit(), strongest(results, lineups).unwrap_or_default());
    let variants = compares(results);
    let is_shown = |cell: &CellKey| !variants || cell.lineup == told;
    let name = |CellKey { variant, lineup, .. }: &CellKey| {
        if variants { variant.clone() } else { lineup.clone() }
    };
    let rows = Shape::of_lengths(results, unit, is_shown, name);
    let rows: Vec<Shape> = rows.into_iter().map(|(_, shape)| shape).collect();
    let who = if variants { format!(", {}", against(results.lineup(told))) } else { String::new() };
    let cut =
        results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let ended = if cut { " that end" } else { "" };
    let title = format!("How long {}{ended} are, in {unit}{who}", results.names.plural);
    let is_drawn = (1..=MOST_CHARTED).contains(&rows.len());
    let plot = Plot::Shapes(Shapes { unit: unit.to_owned(), rows });
    is_drawn.then_some(Chart { title, note: String::new(), plot })
}
