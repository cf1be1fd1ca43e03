//! Every line-up in a row: going first, who wins, the length.

use super::endings::unfinished_in_table;
use super::one_side::tells_wins;
use super::strength::winner;
use super::telling::{Shown, Telling};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling { table, ..Telling::NONE };

/// One row for each line-up: going first, who wins, length, unfinished games. The screen has only
/// the rules of the baseline, if all rows would be too many.
fn table(shown: &Shown<'_>) -> Panel {
    let results = shown.results;
    let of_baseline = !shown.all && compares(results) && results.first_player.len() > MOST_ROWS;
    let cells = rows(results, of_baseline.then_some(results.manifest.baseline.as_str()));
    if shown.all { cells } else { cells.shortened(FirstPlayerRow::FILE) }
}

/// One row for each line-up, by all variants or by one: going first, who wins, length, unfinished
/// games.
fn rows(results: &Results, only: Option<&str>) -> Panel {
    let is_shown = |row: &&FirstPlayerRow| only.is_none_or(|variant| row.cell.variant == variant);
    let rows: Vec<&FirstPlayerRow> = results.first_player.iter().filter(is_shown).collect();
    let several = rows.iter().any(|row| row.cell.variant != rows[0].cell.variant);
    let is_one_side = rows.iter().all(|row| results.names.is_one_side(row.cell.players));
    let has_wins = tells_wins(results);
    let rivals = rows.iter().any(|row| winner(results, &row.cell).is_some());
    let unequal = rows.iter().any(|row| (row.share.fair_share - 0.5).abs() > 0.000_5);
    let unfinished = rows.iter().any(|row| row.share.unfinished > 0);
    // A share that is not negligible is shown even on a narrow screen.
    let stays = rows.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let title = match only {
        Some(variant) => format!("The game by the rules {variant} (length: mean)"),
        None if is_one_side && has_wins => {
            "Games that are won, the mean score and the mean length".to_owned()
        }
        None if is_one_side => "The mean score and the mean length".to_owned(),
        None => "Going first, who wins, and the mean length".to_owned(),
    };
    let mut columns = Columns::new(title, rows);
    if several {
        columns.words("variant", |row| row.cell.variant.clone());
    }
    columns.words("line-up", |row| row.cell.lineup.clone());
    if is_one_side {
        let one = |row: &FirstPlayerRow| results.one_side.iter().find(|one| one.cell == row.cell);
        if has_wins {
            columns.numbers("won", |row| rate(one(row).and_then(|one| one.win_rate), 1));
        }
        columns.numbers("score", |row| known_number(one(row).and_then(|one| one.score_mean), 2));
    } else {
        columns.numbers("going first", |row| win_rate(&row.share));
        if unequal {
            // Among tables of several sizes, each row needs its own.
            let sizes: BTreeSet<usize> =
                results.first_player.iter().map(|row| row.cell.players).collect();
            let dispensable = if sizes.len() > 1 { 0 } else { 3 };
            columns
                .numbers("fair", |row| fair_share(&row.share))
                .or_drop(dispensable, FirstPlayerRow::FILE);
        }
        columns
            .numbers(&confidence(results), |row| ends(&row.share))
            .or_drop(4, FirstPlayerRow::FILE);
        columns.verdicts(|row| (verdict_of(&row.finding()), row.share.judged.verdict));
    }
    if rivals {
        columns.words("wins more", |row| known(winner(results, &row.cell)));
    }
    let unit = results.felt_unit();
    columns.numbers(unit, |row| {
        let is_it = |length: &&LengthRow| length.cell == row.cell && length.unit == unit;
        known_number(results.lengths.iter().find(is_it).and_then(|length| length.mean), 1)
    });
    if unfinished {
        let cell = |row: &&FirstPlayerRow| match row.share.games {
            0 => MISSING.to_owned(),
            _ => unfinished_in_table(unfinished_share(&row.share)),
        };
        columns.numbers("unfinished", cell).or_drop(if stays { 0 } else { 5 }, ShareRow::FILE);
    }
    columns.panel
}
