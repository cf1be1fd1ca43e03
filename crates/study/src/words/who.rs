//! The players, in words.

use indexmap::IndexMap;

use super::numbers::{and, capitalized, with_article};
use crate::results::{Results, is_of_equals};
use fairdeal_core::rows::{CellKey, InPlaceRow, Often};

/// Strategies as they meet: "greedy against random", "4 greedy players".
pub fn against(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [alone] => format!("{alone} alone"),
        [first, rest @ ..] if rest.iter().all(|name| name == first) => equals(names.len(), first),
        [_, _] => names.join(" against "),
        _ => and(names),
    }
}

fn equals(players: usize, name: &str) -> String {
    if players == 2 { format!("{name} players") } else { format!("{players} {name} players") }
}

/// The players of a cell.
pub(super) fn players(results: &Results, cell: &CellKey) -> String {
    against(results.lineup(&cell.lineup))
}

/// "between greedy players", "between a greedy and a random player", "at a table of greedy, random
/// and random".
pub(super) fn among(results: &Results, cell: &CellKey) -> String {
    match results.lineup(&cell.lineup) {
        names if is_of_equals(names) => format!("between {}", against(names)),
        [alone] => format!("by {alone} alone"),
        [one, other] => format!("between {} and {} player", with_article(one), with_article(other)),
        names => format!("at a table of {}", and(names)),
    }
}

/// The players of a line-up: "between greedy players", "between heuristic, two greedy and random".
pub(super) fn between(results: &Results, lineup: &str) -> String {
    let mut each = IndexMap::<&str, usize>::new();
    for name in results.lineup(lineup) {
        *each.entry(name).or_default() += 1;
    }
    match each.iter().collect::<Vec<_>>()[..] {
        [(name, 1)] => format!("by {name} alone"),
        [(name, 2)] => format!("between {name} players"),
        [(name, times)] => format!("between {} {name} players", small(*times)),
        _ => {
            let parts = each.iter().map(|(name, times)| several(*times, name));
            format!("between {}", and(&parts.collect::<Vec<_>>()))
        }
    }
}

/// "greedy", "two greedy".
fn several(times: usize, name: &str) -> String {
    if times > 1 { format!("{} {name}", small(times)) } else { name.to_owned() }
}

/// A small number in words.
fn small(number: usize) -> String {
    const WORDS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The opponents of a seat: "Among two heuristic and greedy", "Among two greedy players", "Against
/// heuristic".
pub(super) fn among_others(row: &InPlaceRow) -> String {
    capitalized(&those_of(row))
}

/// The opponents inside a sentence: "among two heuristic and greedy", "against heuristic".
pub(super) fn those_of(row: &InPlaceRow) -> String {
    let (others, all) = (the_others(row), &row.others.0);
    match row.cell.players {
        2 => format!("against {others}"),
        _ if all.iter().all(|name| *name == all[0]) => format!("among {others} players"),
        _ => format!("among {others}"),
    }
}

/// The others at the table, equal ones together: "two heuristic and greedy".
pub(super) fn the_others(row: &InPlaceRow) -> String {
    let alike = row.others.0.chunk_by(|one, other| one == other);
    and(&alike.map(|alike| several(alike.len(), &alike[0])).collect::<Vec<_>>())
}

/// The seat that goes first in every game of a cell, if there is one.
pub(super) fn always_first(results: &Results, cell: &CellKey) -> Option<usize> {
    let mut seats = results.seat_balance.iter().filter(|row| row.cell == *cell);
    seats.find(|row| row.goes_first == Often::Always).map(|row| row.seat)
}

/// The line-up whose single results are shown: the strongest known equals, at the smallest table;
/// without equals, the first line-up.
///
/// If nothing shows who is stronger, the later line-up is taken.
pub fn strongest<'l>(
    results: &Results,
    lineups: impl IntoIterator<Item = &'l str>,
) -> Option<&'l str> {
    let all: Vec<&str> = lineups.into_iter().collect();
    let equals = || {
        let lineups = all.iter().map(|name| (*name, results.lineup(name)));
        lineups.filter(|(_, names)| is_of_equals(names))
    };
    let is_better = |one: &str, other: &str| is_stronger(results, one, other) == Some(true);
    let best = equals()
        .map(|(_, names)| names[0].as_str())
        .reduce(|best, next| if is_better(best, next) { best } else { next });
    let of_best = equals().filter(|(_, names)| Some(names[0].as_str()) == best);
    // The first of the tables of one size.
    of_best.min_by_key(|(_, names)| names.len()).map(|(name, _)| name).or(all.first().copied())
}

/// Sorts rows by the measured strength of their players, the strongest first, equals before others.
/// Rows of unknown strength stay in their order.
pub(super) fn sort_by_strength<T>(
    results: &Results,
    rows: &mut [T],
    cell: impl Fn(&T) -> &CellKey,
) {
    let beats = |one: &T, other: &T| stands_above(results, cell(one), cell(other));
    // Sorts by insertion, because the known results need not order all rows.
    for end in 1..rows.len() {
        let place = (0..end).find(|place| beats(&rows[end], &rows[*place])).unwrap_or(end);
        rows[place..=end].rotate_right(1);
    }
}

/// Whether the players of one cell are known to be stronger than those of another. Equals come
/// before others, since they show what their strategy does.
pub(super) fn stands_above(results: &Results, one: &CellKey, other: &CellKey) -> bool {
    let of = |cell: &CellKey| {
        let names = results.lineup(&cell.lineup);
        let is_one = names.iter().all(|name| *name == names[0]);
        names.first().filter(|_| is_one).cloned()
    };
    match (of(one), of(other)) {
        (Some(one), Some(other)) => is_stronger(results, &one, &other) == Some(true),
        (Some(_), None) => true,
        _ => false,
    }
}

/// ", the strongest" where it is known that all other equals of the run are weaker.
pub(super) fn strongest_of(results: &Results, cell: &CellKey) -> &'static str {
    let own = results.lineup(&cell.lineup).first();
    let mut others = results.manifest.lineups.iter().filter(|names| is_of_equals(names)).peekable();
    let is_known = |own: &String| {
        let mut rivals =
            others.by_ref().map(|names| &names[0]).filter(|name| *name != own).peekable();
        rivals.peek().is_some()
            && rivals.all(|other| is_stronger(results, own, other) == Some(true))
    };
    if own.is_some_and(is_known) { ", the strongest" } else { "" }
}

/// Whether one strategy is stronger than another: by ratings, by games in which both met, or by the
/// measured ladder of the game. `None` if that is not known.
pub(super) fn is_stronger(results: &Results, one: &str, other: &str) -> Option<bool> {
    let rating =
        |name: &str| results.ratings.iter().find(|row| row.strategy == name).map(|row| row.elo);
    if let Some((one, other)) = rating(one).zip(rating(other)) {
        return Some(one > other);
    }
    let of_baseline =
        || results.strategies.iter().filter(|row| row.cell.variant == results.manifest.baseline);
    let met = of_baseline().filter(|row| row.strategy == one).find_map(|own| {
        let rival = of_baseline().find(|row| row.cell == own.cell && row.strategy == other)?;
        Some(own.share.advantage? > rival.share.advantage?)
    });
    // The players of a game in a file were not measured.
    let is_measured = results.manifest.game_files.is_none();
    let rung = |name: &str| results.names.ladder.iter().position(|rung| rung == name);
    let by_ladder = || {
        let rungs = rung(one).zip(rung(other)).filter(|_| is_measured);
        rungs.map(|(one, other)| one > other)
    };
    met.or_else(by_ladder)
}
