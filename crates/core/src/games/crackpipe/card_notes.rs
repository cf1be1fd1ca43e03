//! The card events of Crackpipe: by rank, since suits do not matter.

use super::Crackpipe;
use super::cards::{RANKS, rank_of};
use super::rules::Rules;
use super::state::{Stage, State};
use crate::game::{CardNames, CardNotes, CardTeller};
use crate::seat::Seat;

/// The card events of Crackpipe: the first card of a pipe, and the cards on top of a pipe and under
/// its top when its owner's turn begins.
pub(super) struct Cards;

const NAMES: [&str; RANKS] =
    ["", "", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK"];
const ON_TOP: usize = 1;
const UNDER_TOP: usize = 2;

impl CardTeller<Crackpipe> for Cards {
    fn names(&self) -> CardNames {
        CardNames { cards: &NAMES, events: &["dealt", "on top", "under the top"] }
    }

    /// The first card goes to THE pipe, the next ones begin the players' pipes.
    fn dealt_to(&self, rules: &Rules, _: &State, place: usize, _: u16) -> Option<Seat> {
        rules.seats().nth(place.checked_sub(1)?)
    }

    fn number(&self, _: &Rules, card: u16) -> usize {
        rank_of(card as u8).into()
    }

    fn position(&self, _rules: &Rules, state: &State, notes: &mut CardNotes) {
        if state.table.now.stage == Stage::Placing {
            // The cards drawn by the top are not on the pipe yet.
            let (seat, piles) = (state.table.now.seat, &state.table.piles);
            let ranks = piles.cards(piles.whole(seat.index())).map(rank_of);
            for (event, rank) in [ON_TOP, UNDER_TOP].into_iter().zip(ranks) {
                notes.note(seat, event, 1 << rank);
            }
        }
    }
}
