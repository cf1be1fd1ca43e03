//! A view of Scrip as external programs are told it.

use serde_json::{Value, json};

use super::View;
use crate::cards::standard::{Card, CardSet};
use crate::game::SeatView;
use crate::games::scrip::Rules;
use crate::seat::Seat;

impl SeatView for View<'_> {
    type Rules = Rules;

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline(always)]
    fn rules(&self) -> &Rules {
        self.rules
    }

    /// All that the seat may know: sets of cards in a fixed order that means nothing, what belongs to seats by seat.
    fn to_json(&self) -> Value {
        let cards = |set: CardSet| set.iter().collect::<Vec<Card>>();
        let seat = |seat: Seat| {
            json!({
                "cards": self.cards(seat),
                "hand_size": self.hand_size(seat),
                "pile_size": self.pile_size(seat),
                "discards": cards(self.discards(seat)),
                "known": cards(self.known(seat)),
                "known_in_hand": cards(self.known_in_hand(seat)),
            })
        };
        json!({
            "turn_of": self.active().index(),
            "hand": cards(self.hand()),
            "own_pile": cards(self.own_pile()),
            "market": cards(self.market()),
            "stolen": self.stolen(),
            "steals": self.steals(),
            "steals_left": self.steals_left(),
            "stockpile": self.stockpile(),
            "unseen": cards(self.unseen()),
            "seats": Seat::all(self.players()).map(seat).collect::<Vec<_>>(),
            "turns": self.turns(),
        })
    }
}
