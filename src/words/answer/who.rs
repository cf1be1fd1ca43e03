//! Who plays, in words.

use super::super::numbers::and;
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

/// "between greedy players", "with greedy against random".
pub(super) fn among(results: &Results, cell: &CellKey) -> String {
    let preposition = if is_of_equals(results, cell) { "between" } else { "with" };
    format!("{preposition} {}", players(results, cell))
}
