//! How a player alone does, or a team of all: how often the game is won, and the scores.

use super::telling::{Telling, listed};
use crate::findings::{reached, worth};
use crate::words::prelude::*;
use fairdeal_core::game::Aim;

/// At most this many line-ups are named one by one.
const NAMED: usize = 3;

pub(super) const TELLING: Telling = Telling {
    lines: |of| {
        let is_ladder = of.tells(Item::Rungs);
        listed(if is_ladder { best(of.results) } else { line(of.results, of.baseline()) })
    },
    table: |shown| table(shown.results),
    ..Telling::NONE
};

/// What is reached in the games of each line-up.
pub(in crate::words) fn line(results: &Results, variant: &str) -> Option<Draft> {
    let rows = results.one_side.iter().filter(|row| row.cell.variant == variant);
    let about = |row: &OneSideRow| match row.aim {
        Aim::Wins => "Winning",
        Aim::Score => Topic::Score.title(),
    };
    let one = |row: &OneSideRow| {
        let (plural, who) = (&results.names.plural, among(results, &row.cell));
        let (won, score) = (won(row)?, score(row)?);
        Some(match row.aim {
            Aim::Wins => format!("{won} of {plural} {who} are won; the mean score is {score}"),
            Aim::Score if row.lost == 0 => format!("{score} on average, {who}"),
            Aim::Score => format!("{score} on average, {who}; {won} of {plural} are won"),
        })
    };
    let about = about(rows.clone().next()?);
    let said: Vec<String> = rows.take(NAMED).filter_map(one).collect();
    (!said.is_empty()).then(|| Draft::new(about, said.join("; ") + "."))
}

/// The rows of line-ups of one strategy by the rules of the baseline, the best first.
pub(in crate::words) fn ranked(results: &Results) -> Vec<&OneSideRow> {
    let is_counted = |row: &&OneSideRow| {
        let names = results.lineup(&row.cell.lineup);
        row.cell.variant == results.manifest.baseline && names.iter().all(|name| *name == names[0])
    };
    let mut ranked: Vec<&OneSideRow> = results.one_side.iter().filter(is_counted).collect();
    ranked.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    ranked
}

/// Whether a row is clearly better than another one of those that are ranked. Intervals that do not
/// meet show a difference, however the games of the two depend on each other.
pub(in crate::words) fn is_clearly_ahead(
    results: &Results,
    best: &OneSideRow,
    next: &OneSideRow,
) -> bool {
    let count = ranked(results).len();
    let together = Simultaneous::new(results.manifest.analysis.confidence, count);
    let ends = |row: &OneSideRow| {
        let (value, ends) = reached(row);
        let (low, high) = ends?;
        Some(together.interval(value?, low, high))
    };
    // The scores of games that are cut are not final.
    let both_end =
        [best, next].iter().all(|row| enough_ended(row.games.into(), row.unfinished.into()));
    ends(best)
        .zip(ends(next))
        .filter(|_| both_end)
        .is_some_and(|(one, other)| one.high < other.low || other.high < one.low)
}

/// The strategies of a ladder, the best first.
fn best(results: &Results) -> Option<Draft> {
    let ranked = ranked(results);
    let (best, next) = (ranked.first()?, ranked.get(1)?);
    let name = |row: &OneSideRow| results.lineup(&row.cell.lineup).first().cloned();
    let value = |row: &OneSideRow| match row.aim {
        Aim::Wins => won(row),
        Aim::Score => score(row),
    };
    let by = match best.aim {
        Aim::Wins => format!("by the share of {} that are won", results.names.plural),
        Aim::Score if best.lowest_wins => "by the mean score, the lowest first".to_owned(),
        Aim::Score => "by the mean score".to_owned(),
    };
    let named = |row: &&OneSideRow| Some(format!("{} ({})", name(row)?, value(row)?));
    let order = |most: usize| {
        let more = more(" and ", ranked.len().saturating_sub(most), "more", "more");
        let named: Vec<String> = ranked.iter().take(most).filter_map(named).collect();
        format!("{}{more}", named.join(", "))
    };
    let sure =
        if is_clearly_ahead(results, best, next) { "clearly ahead" } else { "not clearly ahead" };
    let (first, second) = (name(best)?, name(next)?);
    let full = format!("{by}: {}. {first} is {sure} of {second}.", order(8));
    Some(Draft::new("Who is best", full).or_short(format!("{by}: {}; {sure}.", order(2))))
}

/// Whether a column about games that are won says something: where some are lost, or could be.
pub(super) fn tells_wins(results: &Results) -> bool {
    results.one_side.iter().any(|row| row.lost > 0 || row.aim == Aim::Wins)
}

/// "93.6 % [92.1, 95.0]": the share of games that are won.
pub(super) fn won(row: &OneSideRow) -> Option<String> {
    Some(precise(row.win_rate?, row.win_rate_low.zip(row.win_rate_high), " %"))
}

/// "4.88 [4.73, 5.03]": the mean score.
pub(super) fn score(row: &OneSideRow) -> Option<String> {
    let ends = row.score_low.zip(row.score_high);
    let ends = ends.map_or_else(String::new, |(low, high)| {
        format!(" [{}, {}]", fixed(low, 2), fixed(high, 2))
    });
    Some(fixed(row.score_mean?, 2) + &ends)
}

/// One row for each line-up.
fn table(results: &Results) -> Panel {
    let title = "A player alone, or a team of all: games that are won, and mean scores";
    let mut columns = Columns::new(title, &results.one_side);
    columns.cells(|row| &row.cell);
    if tells_wins(results) {
        columns.numbers("won", |row| known(won(row)));
    }
    columns.numbers("score", |row| known(score(row)));
    columns.panel
}
