//! The events that a game counts.

use super::quantity::{most, shares, told};
use super::telling::{Telling, listed};
use crate::words::prelude::*;

/// At most this many events are named one by one.
const NAMED: usize = 3;

pub(super) const TELLING: Telling = Telling {
    lines: |of| listed(line(of.results, of.baseline())),
    table: |shown| table(shown.results),
    ..Telling::NONE
};

/// A point about one event.
pub(in crate::words) fn of_event(results: &Results, name: &str) -> Option<Draft> {
    let found = shares(results, &results.manifest.baseline, Topic::Events);
    let (quantity, rows) = found.into_iter().find(|(_, rows)| rows[0].subject == name)?;
    Some(Draft::new(&capitalized(name), told(results, quantity, &rows)? + "."))
}

/// A point about the events that the game counts, shares first; the short form has only
/// the first few.
pub(in crate::words) fn line(results: &Results, variant: &str) -> Option<Draft> {
    let mut found = shares(results, variant, Topic::Events);
    found.retain(|(_, rows)| most(rows) > 0.0);
    found.sort_by_key(|(quantity, _)| !quantity.is_rate());
    let all: Vec<String> =
        found.iter().filter_map(|(quantity, rows)| told(results, quantity, rows)).collect();
    let in_short = all.iter().take(NAMED).cloned().collect::<Vec<_>>();
    let draft = |events: &[String]| events.join("; ") + ".";
    (!all.is_empty())
        .then(|| Draft::new(Topic::Events.title(), draft(&all)).or_short(draft(&in_short)))
}

/// One row for each event in each variant and line-up.
fn table(results: &Results) -> Panel {
    let is_event = |row: &&ShareRow| {
        let quantity = quantity(&row.quantity);
        quantity.is_some_and(|quantity| quantity.topic == Topic::Events) && row.estimate.is_some()
    };
    let is_share =
        |row: &ShareRow| quantity(&row.quantity).is_some_and(QuantityDescription::is_rate);
    let rows = results.shares.iter().filter(is_event);
    let mut columns = Columns::new("What happens, with how far the intervals reach", rows);
    columns.cells(|row| &row.cell);
    columns.words("event", |row| row.subject.clone());
    // Shares have their sign, so that means of numbers can be in the same column.
    columns.numbers("share or mean number", |row| {
        if is_share(row) {
            format!("{} %", percent_with_reach(row.estimate, row.low, row.high))
        } else {
            with_reach(row.estimate, row.low.zip(row.high), 1.0)
        }
    });
    columns.panel
}
