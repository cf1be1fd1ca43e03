//! Who plays, in words.

use super::super::numbers::{and, with_article};
use crate::results::Results;
use crate::rows::CellKey;

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

/// Do all seats of a cell hold the same strategy, and are there several seats?
pub fn is_of_equals(results: &Results, cell: &CellKey) -> bool {
    let names = results.lineup(&cell.lineup);
    names.len() > 1 && names.iter().all(|name| *name == names[0])
}

/// The players of a cell.
pub(super) fn players(results: &Results, cell: &CellKey) -> String {
    against(results.lineup(&cell.lineup))
}

/// "between greedy players", "between a greedy and a random player", "at a table of greedy, random and random".
pub(super) fn among(results: &Results, cell: &CellKey) -> String {
    match results.lineup(&cell.lineup) {
        names if is_of_equals(results, cell) => format!("between {}", against(names)),
        [alone] => format!("by {alone} alone"),
        [one, other] => format!("between {} and {} player", with_article(one), with_article(other)),
        names => format!("at a table of {}", and(names)),
    }
}
