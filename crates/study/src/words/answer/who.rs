//! Who plays, in words.

use super::super::numbers::{and, with_article};
use crate::results::{Results, is_of_equals};
use fairdeal_core::rows::CellKey;

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

/// Of some line-ups, the one that single results are shown for: the equals who play best, as far as
/// that is known, at the smallest table; without equals, the first line-up.
///
/// Strategies are mostly listed from weak to strong. So a later one counts as the better one, unless
/// ratings or games between both say otherwise.
pub fn strongest<'l>(
    results: &Results,
    lineups: impl IntoIterator<Item = &'l str>,
) -> Option<&'l str> {
    let all: Vec<&str> = lineups.into_iter().collect();
    let equals = || {
        let lineups = all.iter().map(|name| (*name, results.lineup(name)));
        lineups.filter(|(_, names)| is_of_equals(names))
    };
    let best = equals()
        .map(|(_, names)| names[0].as_str())
        .reduce(|best, next| if beats(results, best, next) { best } else { next });
    let of_best = equals().filter(|(_, names)| Some(names[0].as_str()) == best);
    // Of tables of one size the first one.
    of_best.min_by_key(|(_, names)| names.len()).map(|(name, _)| name).or(all.first().copied())
}

/// Is it known that one strategy plays better than another, by the rules of the baseline?
fn beats(results: &Results, one: &str, other: &str) -> bool {
    let rating =
        |name: &str| results.ratings.iter().find(|row| row.strategy == name).map(|row| row.elo);
    if let Some((one, other)) = rating(one).zip(rating(other)) {
        return one > other;
    }
    let of_baseline =
        || results.strategies.iter().filter(|row| row.cell.variant == results.manifest.baseline);
    let met = of_baseline().filter(|row| row.strategy == one).find_map(|own| {
        let rival = of_baseline().find(|row| row.cell == own.cell && row.strategy == other)?;
        Some(own.share.advantage? > rival.share.advantage?)
    });
    met == Some(true)
}
