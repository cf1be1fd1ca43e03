//! The events that the game counts.

use super::endings::{is_shown, names};
use super::prelude::*;
use fairdeal_core::game::CountedAmong;

/// This many pictures are not folded.
const MOST_FIGURES: usize = 4;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.has_rules(RuleSets::Samples) {
        return None;
    }
    let is_event = |row: &&ShareRow| {
        let quantity = quantity(&row.quantity);
        quantity.is_some_and(|quantity| quantity.topic == Topic::Events) && row.estimate.is_some()
    };
    let (all, shown) = (of.results.shares.iter().filter(is_event), is_shown(of));
    let rows: Vec<&ShareRow> = all.filter(|row| shown(&row.cell)).collect();
    let cells = distinct(rows.iter().map(|row| &row.cell)).len();
    let by_quantity = grouped(rows, |row| row.quantity.as_str());
    let mut all = Vec::new();
    for (name, rows) in by_quantity {
        let Some(quantity) = quantity(name) else { continue };
        if cells == 1 {
            all.extend(rows.chunks(MOST_ROWS).map(|rows| of_cell(quantity, rows)));
            continue;
        }
        // A picture for each event that happens.
        for (event, rows) in grouped(rows, |row| row.subject.as_str()) {
            if rows.iter().any(|row| row.count > 0) {
                let by_lineup = grouped(rows, |row| row.cell.lineup.as_str());
                let pages = paged(by_lineup.into_iter().map(|(_, rows)| rows).collect());
                all.extend(pages.iter().map(|rows| of_event(of, quantity, event, rows)));
            }
        }
    }
    (!all.is_empty()).then(|| {
        let summary =
            |rest: &[Figure]| counted(rest.len() as u128, "picture more", "pictures more");
        let body = html! {
            p { "What the game counts, in the games that ended; each number with its interval." }
            (folded(all, MOST_FIGURES, summary))
        };
        of.section("events", Topic::Events.title(), body)
    })
}

/// All events of a quantity in one cell.
fn of_cell(quantity: &QuantityDescription, rows: &[&ShareRow]) -> Figure {
    let title = capitalized(title(quantity));
    let mut table = Columns::new(title, rows);
    table.words("event", |row| row.subject.clone());
    numbers(&mut table, quantity);
    table.strips(
        quantity.meaning,
        strips(quantity, rows, |row| (row.subject.clone(), String::new())),
    )
}

/// One event in several cells.
fn of_event(
    of: &Context<'_>,
    quantity: &QuantityDescription,
    event: &str,
    rows: &[&ShareRow],
) -> Figure {
    let (by_lineup, names) = (of.variants().len() > 1 && of.lineups().len() > 1, names(of));
    let mut table = Columns::new(capitalized(event), rows);
    table.players(of, |row| &row.cell);
    numbers(&mut table, quantity);
    let label = |row: &ShareRow| {
        if by_lineup {
            (row.cell.variant.clone(), of.players(&row.cell.lineup))
        } else {
            (names(&row.cell), String::new())
        }
    };
    let known = of.shown.game.events.iter().find(|known| known.name == event);
    let note = known.map_or(title(quantity), |known| known.meaning);
    table.strips(format!("{}: {note}", title(quantity)), strips(quantity, rows, label))
}

/// The heading of the numbers of a quantity.
fn title(quantity: &QuantityDescription) -> &'static str {
    match (quantity.about, quantity.is_rate()) {
        (_, true) => "share",
        (About::Events(CountedAmong::Games), _) => "number in a game",
        _ => "mean",
    }
}

fn numbers(table: &mut Columns<&&ShareRow>, quantity: &QuantityDescription) {
    table.numbers(title(quantity), |row| of_quantity(quantity, row.estimate));
    table.numbers("interval", |row| {
        let ends = row.low.zip(row.high);
        if quantity.is_rate() {
            return ends_in_percent(ends);
        }
        interval(ends, |end| in_unit(end, None, quantity.unit, IN_TABLE))
    });
    table.numbers("count", |row| thousands(row.count));
    table.numbers("among", |row| thousands(row.among));
}

fn strips(
    quantity: &QuantityDescription,
    rows: &[&ShareRow],
    label: impl Fn(&ShareRow) -> (String, String),
) -> Strips {
    let strip = |row: &&ShareRow| {
        let (estimate, ends) = (row.estimate?, row.low.zip(row.high));
        let scale = if quantity.is_rate() { 100.0 } else { 1.0 };
        let (label, group) = label(row);
        let text = in_unit(estimate, ends, quantity.unit, 1);
        Some(Strip { group, ..Strip::new(label, scale, (estimate, ends), text) })
    };
    let unit = if quantity.is_rate() { " %" } else { "" };
    Strips { bars: Some(unit), ..Strips::new(rows.iter().filter_map(strip)) }
}
