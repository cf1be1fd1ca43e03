//! What Little Whist tells of its cards, for experiments with `[play] cards = true`. A game need
//! not tell of any.

use fairdeal::cards::standard::Card;
use fairdeal::game::{CardNames, CardTeller};
use fairdeal::seat::Seat;

use super::{LittleWhist, Rules, State};

/// Tells which cards a seat is dealt. It plays all of them, so there is no more to tell.
pub(super) struct Cards;

impl CardTeller<LittleWhist> for Cards {
    fn names(&self) -> CardNames {
        CardNames { cards: &Card::NAMES, events: &["dealt"] }
    }

    /// Hands are dealt from the top, one after the other.
    fn dealt_to(&self, rules: &Rules, _: &State, place: usize, _: u16) -> Option<Seat> {
        Seat::all(rules.players.into()).nth(place / rules.knobs.hand_size as usize)
    }
}
