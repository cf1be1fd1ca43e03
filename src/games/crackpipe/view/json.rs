//! A view of Crackpipe as external programs are told it.

use serde_json::{Map, Value, json};

use super::{Pile, View};
use crate::cards::standard::{Card, JOKER, Suit};
use crate::game::SeatView;
use crate::games::crackpipe::Rules;
use crate::games::crackpipe::cards::RANKS;
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

    /// All that the seat may know: piles from the top, the stack from the bottom as in the trace, and numbers of cards by rank.
    fn to_json(&self) -> Value {
        let pile = |pile: Pile<'_>| pile.cards().collect::<Vec<Card>>();
        let pipes = Seat::all(self.players()).map(|seat| pile(self.pipe(seat)));
        let stack = self.stack().map(|stack| {
            let mut cards = pile(stack);
            cards.reverse();
            cards
        });
        json!({
            "turn_of": self.turn_of().index(),
            "asked": if self.placing() { "place" } else { "put away" },
            "pipes": pipes.collect::<Vec<_>>(),
            "the_pipe": pile(self.the_pipe()),
            "stack": stack,
            "stack_size": self.stack_size(),
            "stash": self.stash().map(by_rank),
            "stash_size": self.stash_size(),
            "resin": by_rank(self.resin()),
            "resin_size": self.resin_size(),
            "unseen": by_rank(self.unseen()),
            "times_emptied": self.times_emptied(),
            "first_player": self.state.table.first_player.index(),
            "turns": self.turns(),
        })
    }
}

/// Numbers of cards by the names of their ranks; ranks of which there are none are left out.
fn by_rank(counts: [u8; RANKS]) -> Value {
    let name = |rank: u8| {
        let mut card = Card::new(Suit::Clubs, rank).to_string();
        // A Joker has no suit to take off.
        card.truncate(card.len() - usize::from(rank != JOKER));
        card
    };
    (0..).zip(counts).filter(|(_, count)| *count > 0).map(|(rank, count)| (name(rank), json!(count))).collect::<Map<_, _>>().into()
}
