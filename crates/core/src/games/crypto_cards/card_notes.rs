//! The card events of Crypto Cards.

use super::CryptoCards;
use super::actions::{Action, Kind, lone};
use super::rules::{CARDS, Rules};
use super::state::{Event, State};
use crate::cards::standard::Card;
use crate::game::{CardNames, CardNotes, CardTeller};
use crate::seat::{MAX_SEATS, Seat};

/// The card events of Crypto Cards: a player is dealt, mines and sells a card, and has it left in
/// the portfolio.
pub(super) struct Cards;

const MINED: usize = 1;
const SOLD: usize = 2;
const SOLD_WITH: usize = 3;
const LEFT: usize = 4;

impl CardTeller<CryptoCards> for Cards {
    fn names(&self) -> CardNames {
        CardNames {
            cards: &Card::NAMES,
            events: &["dealt", "mined", "sold", "sold with", "left in the portfolio"],
        }
    }

    fn dealt_to(&self, rules: &Rules, _: &State, place: usize, _: u16) -> Option<Seat> {
        rules.dealt_to[..rules.dealt().min(CARDS)].get(place).map(|seat| Seat::new(*seat))
    }

    fn event(&self, event: &Event<'_>, notes: &mut CardNotes) {
        if let Event::Mine(seat, card) = event {
            notes.note(*seat, MINED, lone(*card).bits());
        }
    }

    fn action(&self, seat: Seat, action: Action, notes: &mut CardNotes) {
        if matches!(action.kind(), Kind::Sell | Kind::Face | Kind::Also) {
            notes.note(seat, SOLD, lone(action.card()).bits());
            notes.note(seat, SOLD_WITH, lone(action.face()).bits());
        }
    }

    fn over(&self, _: &Rules, state: &State, notes: &mut CardNotes) {
        for seat in Seat::all(MAX_SEATS) {
            notes.note(seat, LEFT, state.table.portfolio(seat).bits());
        }
    }
}
