//! The card events of Scrip.

use super::Scrip;
use super::actions::{Action, Kind};
use super::rules::{MOST_PLAYERS, Rules};
use super::state::{State, place};
use super::values::CARDS;
use crate::cards::standard::Card;
use crate::game::{CardNames, CardNotes, CardTeller};
use crate::seat::Seat;

/// The card events of Scrip: a player is dealt, acquires (by part of the game) and counters with a
/// card, and owns it in the end.
pub(super) struct Cards;

const EVENTS: [&str; 6] = [
    "dealt", "acquired early", "acquired midway", "acquired late", "countered with",
    "owned at the end",
];
const EARLY: usize = 1;
const LATE: usize = 3;
const COUNTERED: usize = 4;
const OWNED: usize = 5;

/// The number of cards dealt to the players.
fn dealt(rules: &Rules) -> usize {
    rules.first_piles.iter().map(|cards| usize::from(*cards)).sum::<usize>().min(CARDS)
}

/// Notes an event for the cards that seats own now and did not own before. A card that comes back
/// to its owner is not noted again.
fn note_acquired(state: &State, event: usize, notes: &mut CardNotes) {
    for seat in Seat::all(MOST_PLAYERS) {
        let known = (0..=LATE).fold(0, |known, event| known | notes.noted(seat, event));
        notes.note(seat, event, state.owned[place(seat)].bits() & !known);
    }
}

impl CardTeller<Scrip> for Cards {
    fn names(&self) -> CardNames {
        CardNames { cards: &Card::NAMES, events: &EVENTS }
    }

    fn dealt_to(&self, rules: &Rules, _: &State, place: usize, _: u16) -> Option<Seat> {
        rules.dealt_to[..dealt(rules)].get(place).map(|seat| Seat::new(*seat))
    }

    fn position(&self, rules: &Rules, state: &State, notes: &mut CardNotes) {
        // By thirds of the Stockpile, because the length of the game is unknown.
        let whole = CARDS - (dealt(rules) + usize::from(rules.knobs.market_size)).min(CARDS);
        let gone = whole - usize::from(state.table.stockpile).min(whole);
        note_acquired(state, (EARLY + 3 * gone / whole.max(1)).min(LATE), notes);
    }

    fn action(&self, seat: Seat, action: Action, notes: &mut CardNotes) {
        if action.is(Kind::Counter) {
            notes.note(seat, COUNTERED, action.used().bits());
        }
    }

    fn over(&self, _: &Rules, state: &State, notes: &mut CardNotes) {
        note_acquired(state, LATE, notes);
        for seat in Seat::all(MOST_PLAYERS) {
            notes.note(seat, OWNED, state.owned[place(seat)].bits());
        }
    }
}
