//! How games end, and how many do.

use super::changes;
use super::changes::compares_rules;
use super::quantity::OfQuantity;
use super::quantity::{said, shares};
use super::telling::{Telling, listed};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| {
        let draft = line(of.results, of.baseline());
        if !of.tells(Item::Changes) {
            return listed(draft.map(|draft| of.second_rate(draft)));
        }
        // If no change of endings is known, the endings of the baseline may be the answer.
        let draft = draft.filter(|_| changes::is_open(of.results, Topic::Endings));
        listed(draft.map(|draft| draft.of(of.baseline()).or_drop(AS_IT_IS)))
    },
    table: |shown| table(shown.results),
    ..Telling::NONE
};

pub(super) const OF_ALL: Telling =
    Telling { lines: |of| listed(line_about_all(of.results)), ..Telling::NONE };

/// How games end: every reason that occurs, except the first if there are several.
pub(in crate::words) fn line(results: &Results, variant: &str) -> Option<Draft> {
    let mut found = shares(results, variant, Topic::Endings);
    // If there are several reasons, the first one has the rest.
    let is_reason = |(quantity, _): &OfQuantity<'_>| quantity.about == About::EndReasons;
    if found.iter().filter(|of| is_reason(of)).count() > 1 {
        found.iter().position(is_reason).map(|first| found.remove(first));
    }
    let first = how_many_end(results, |row| row.cell.variant == variant);
    let asked = results.asked_first();
    // The subject of `ask` has a point of its own.
    let is_said = |name| matches!(asked, Some(AskedFirst::Quantity(asked)) if asked.name == name);
    found.retain(|(quantity, _)| {
        **quantity != UNFINISHED_GAMES && (!is_said(quantity.name) || compares_rules(results))
    });
    said(results, Topic::Endings, first.as_ref(), &found)
}

/// How many games of some cells end: "all 2,000 games end", "3 of 2,000 games do not end".
pub(in crate::words) fn how_many_end(
    results: &Results,
    wanted: impl Fn(&FirstPlayerRow) -> bool,
) -> Option<String> {
    let rows: Vec<&FirstPlayerRow> =
        results.first_player.iter().filter(|row| wanted(row)).collect();
    let (games, cut): (u128, u128) = rows
        .iter()
        .fold((0, 0), |(games, cut), row| (games + row.share.games, cut + row.share.unfinished));
    let plural = &results.names.plural;
    match cut {
        _ if games == 0 => None,
        0 if games == 1 => Some("the only one ends".to_owned()),
        _ if games == 1 => Some("the only one does not end".to_owned()),
        0 => Some(format!("all {} {plural} end", thousands(games))),
        _ if cut == games => Some(format!("none of {} {plural} ends", thousands(games))),
        _ => Some(do_not_end(cut, games, plural)),
    }
}

/// A share of games that do not end, in per cent; 100.0 only where none ends.
pub(super) fn unfinished_in_table(share: f64) -> String {
    let shown = rate(Some(share), 1);
    if share < 1.0 && shown == "100.0 %" { "> 99.9 %".to_owned() } else { shown }
}

/// One row for each variant and line-up in which games ended in several ways, one column for each
/// way.
fn table(results: &Results) -> Panel {
    let is_ending = |row: &&ShareRow| {
        quantity(&row.quantity).is_some_and(|quantity| quantity.about == About::EndReasons)
    };
    let rows: Vec<&ShareRow> = results.shares.iter().filter(is_ending).collect();
    let several = |rows: &&[&ShareRow]| rows.iter().filter(|row| row.count > 0).count() > 1;
    let of_cells = rows.chunk_by(|one, other| one.cell == other.cell).filter(several);
    let mut columns = Columns::new("How games end: share of them, by reason", of_cells);
    columns.cells(|rows| &rows[0].cell);
    for reason in rows.iter().map(|row| row.subject.as_str()).collect::<BTreeSet<_>>() {
        columns.numbers(reason, |rows| {
            let row = rows.iter().find(|row| row.subject == reason);
            rate(row.and_then(|row| row.estimate), 1)
        });
    }
    columns.panel
}

/// How many games of the whole run end.
fn line_about_all(results: &Results) -> Option<Draft> {
    let said = how_many_end(results, |_| true)?;
    Some(Draft::new(Topic::Endings.title(), said + ".").or_drop(AS_IT_IS))
}
