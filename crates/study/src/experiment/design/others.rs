//! The players among whom a strategy sits in the place of one player, table by table.

use fairdeal_core::input::{InputError, Location, Problem};
use fairdeal_core::strategy::Entrant;

/// Checks that each table of others is named once.
///
/// # Errors
/// When two are the same, in whatever order.
pub(super) fn check_tables(others: &[Vec<Entrant>], place: &Location) -> Result<(), InputError> {
    let mut seen: Vec<Vec<&str>> = Vec::new();
    for table in others {
        let mut names: Vec<&str> = table.iter().map(Entrant::name).collect();
        names.sort_unstable();
        if seen.contains(&names) {
            let found = format!("the others {} twice", names.join(", "));
            let allowed = "each table once: in what order the others sit is the same, since every order is played";
            return Err(place.error(Problem::conflict(found, allowed)));
        }
        seen.push(names);
    }
    Ok(())
}

/// Checks that each table has one player less than play, if the number of players is given.
///
/// # Errors
/// When a table has more players, or fewer.
pub(super) fn check_others<S>(
    players: Option<usize>,
    others: &[Vec<S>],
    place: &Location,
) -> Result<(), InputError> {
    let Some(players) = players else { return Ok(()) };
    let Some(table) = others.iter().find(|table| table.len() + 1 != players) else { return Ok(()) };
    let found = format!("a table for {players} with {} of the others", table.len());
    let allowed = format!("{} others, one for each player but one", players.saturating_sub(1));
    Err(place.error(Problem::conflict(found, allowed)))
}
