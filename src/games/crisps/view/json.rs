//! A view of Crisps as external programs are told it.

use serde_json::{Value, json};

use super::View;
use crate::game::SeatView;
use crate::games::crisps::Rules;
use crate::games::crisps::hand::Hand;
use crate::games::crisps::notation::{action_name, rank_name};
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

    /// All that the seat may know: cards by their ranks in ascending order, what belongs to seats by seat.
    fn to_json(&self) -> Value {
        let name = |rank: u8| rank_name(self.rules, rank);
        let cards = |hand: Hand| hand.iter().map(name).collect::<Vec<_>>();
        let (own, other) = (self.seat.of_two(), self.seat.other().of_two());
        let by_seat = |mine: Value, theirs: Value| if own < other { json!([mine, theirs]) } else { json!([theirs, mine]) };
        let asked = match self.to_beat() {
            _ if self.takes() => "take",
            Some(_) => "follow",
            None => "lead",
        };
        json!({
            "hand": cards(self.hand),
            "hand_sizes": by_seat(json!(self.hand.size()), json!(self.opponent_cards())),
            "known": by_seat(json!(cards(self.known_of_own())), json!(cards(self.known_of_opponent()))),
            "played": cards(self.played()),
            "unseen": cards(self.unseen()),
            "asked": asked,
            "to_beat": self.to_beat().map(|action| action_name(self.rules, action)),
            "leads_next": self.takes().then(|| self.leads_next().index()),
            "face_up": self.face_up().map(name),
            "pile": self.pile(),
            "scores": self.table.scores,
            "starter": self.table.starter.index(),
            "turns": self.table.turns,
            "plays": self.table.plays,
            "rounds": self.table.rounds,
            "deals": self.table.deals,
        })
    }
}
