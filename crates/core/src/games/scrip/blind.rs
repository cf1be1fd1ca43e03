//! The parts of a seat's view to which a strategy of Scrip can be blind.

use super::state::{Table, place};
use super::view::View;
use crate::cards::standard::CardSet;
use crate::game::{Sight, Sights};

const HANDS: usize = 0;
const DECKS: usize = 1;

pub(super) static SIGHTS: [Sight; 2] = [
    Sight::left_open("hands", "the cards that others drew last and must hold"),
    Sight::left_open("decks", "the cards that others own, except for their discard piles"),
];

/// Returns the table as a blind strategy sees it.
pub(super) fn table(view: &View<'_>, blind: Sights) -> Table {
    let mut table = *view.table;
    for seat in view.opponents() {
        if blind.contains(HANDS) || blind.contains(DECKS) {
            table.held[place(seat)] = CardSet::EMPTY;
        }
        if blind.contains(DECKS) {
            table.shown[place(seat)] = CardSet::EMPTY;
        }
    }
    table
}
