//! Whether enough games end: verdicts are about the games that do.

use fairdeal_core::metrics::Cell;

/// At least this many per cent of the games of a cell must end. If fewer do, quantities of finished
/// games have no verdict: who wins, and how long games are. `length_p95` needs the same share.
pub const ENOUGH_ENDED: u128 = 95;

/// Returns whether enough games end.
pub fn enough_ended(games: u128, unfinished: u128) -> bool {
    100 * unfinished <= (100 - ENOUGH_ENDED) * games
}

/// Returns whether enough games of a cell end.
pub(super) fn is_judged(cell: &Cell) -> bool {
    enough_ended(cell.first_player.record.wins.games(), cell.first_player.unfinished.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_inclusive() {
        assert!(enough_ended(100, 5) && enough_ended(0, 0));
        assert!(!enough_ended(100, 6) && !enough_ended(1, 1) && !enough_ended(2000, 101));
    }
}
