//! What an action is worth in a position.

use super::Weights;
use super::prospects::Prospects;
use crate::cards::standard::JOKER;
use crate::game::SeatView;
use crate::games::crackpipe::{Action, NO_CARD, Pile, RANKS, View};
use crate::seat::Seat;

/// A position as the player sees it who is to decide.
pub(super) struct Outlook<'o> {
    weights: &'o Weights,
    prospects: &'o Prospects,
    view: &'o View<'o>,
    opponents: f64,
    /// How many turns each player has yet, about.
    turns: usize,
    /// The cards of the stash by rank.
    stash: [u8; RANKS],
}

/// What an action leads to: the ranks on top of the pipes of the player, of the receiver and of THE pipe, and the cards gained and given.
struct Consequence {
    own: u8,
    receiver: u8,
    the_pipe: u8,
    gained: f64,
    given: f64,
}

/// The rank below the top of a pile.
#[inline(always)]
fn below_top(pile: Pile<'_>) -> u8 {
    pile.ranks().nth(1).unwrap_or(NO_CARD)
}

impl<'o> Outlook<'o> {
    #[inline(always)]
    pub(super) fn new(weights: &'o Weights, prospects: &'o Prospects, view: &'o View<'o>) -> Self {
        let last_pass = view.times_emptied() + 1 >= u32::from(view.rules().knobs.passes_over_stash);
        let to_draw = view.stash_size() + if last_pass { 0 } else { view.resin_size() };
        let drawn_in_a_round: u32 = Seat::all(view.players()).map(|seat| view.hit(view.pipe(seat).top())).sum();
        Self {
            weights,
            prospects,
            view,
            opponents: view.players() as f64 - 1.0,
            turns: to_draw.div_ceil(drawn_in_a_round) as usize,
            stash: view.unseen(),
        }
    }

    /// What an action leads to.
    #[inline(always)]
    fn consequence(&self, action: Action) -> Consequence {
        let view = self.view;
        let (own, the_pipe) = (view.pipe(view.seat()), view.the_pipe());
        let receiver = view.pipe(view.receiver_of(view.seat())).top();
        let (value, size) = view.stack().map_or((NO_CARD, 0.0), |stack| (stack.top(), f64::from(stack.size())));
        let now = Consequence { own: own.top(), receiver, the_pipe: the_pipe.top(), gained: 0.0, given: 0.0 };
        match action {
            Action::TOP => Consequence { own: value, ..now },
            Action::OWN if value >= now.own => Consequence { own: value, gained: size, ..now },
            Action::OWN => {
                let receiver = self.better_top(receiver, value, false);
                Consequence { own: below_top(own), receiver, gained: -1.0, given: size + 1.0, ..now }
            }
            Action::THE if value >= now.the_pipe => Consequence { the_pipe: if view.flips(value) { NO_CARD } else { value }, ..now },
            Action::THE => {
                let receiver = self.better_top(receiver, value, view.rules().knobs.cherry && now.the_pipe == JOKER);
                Consequence { the_pipe: below_top(the_pipe), receiver, given: size + 1.0, ..now }
            }
            _ => now,
        }
    }

    /// What the receiver will have on top: the better of its card and the stack's, unless it has no choice.
    #[inline(always)]
    fn better_top(&self, pipe: u8, stack: u8, forced: bool) -> u8 {
        let keeps = !forced && pipe != NO_CARD && self.prospects.of(self.turns, pipe) > self.prospects.of(self.turns, stack);
        if keeps { pipe } else { stack }
    }

    /// What an action is worth, in cards.
    #[inline(always)]
    pub(super) fn value(&self, action: Action) -> f64 {
        let (view, weights) = (self.view, self.weights);
        let after = self.consequence(action);
        let seat = view.seat();
        let (receiver, next) = (view.receiver_of(seat), view.seat_after(view.turn_of()));
        let mut value = after.gained - weights.given / self.opponents * after.given;
        // Only the tops that the action may change count, and that of the next player, who meets THE pipe as it is left.
        value += self.top_value(seat, after.own, after.the_pipe) + self.top_value(receiver, after.receiver, after.the_pipe);
        if next != seat && next != receiver {
            value += self.top_value(next, view.pipe(next).top(), after.the_pipe);
        }
        value
    }

    /// What it is worth to the player that `seat` has this rank on top of its pipe, and that THE pipe has that one.
    #[inline(always)]
    fn top_value(&self, seat: Seat, top: u8, the_pipe: u8) -> f64 {
        let (view, weights) = (self.view, self.weights);
        let (brings, gives) = if seat == view.seat_after(view.turn_of()) {
            self.prospects.of_next(self.turns, top, the_pipe, &self.stash, view.stash_size())
        } else {
            (self.prospects.of(self.turns, top), 0.0)
        };
        if seat == view.seat() {
            return weights.prospects * brings;
        }
        let gift = if view.receiver_of(seat) == view.seat() { weights.gift * gives } else { 0.0 };
        gift - weights.rival / self.opponents * brings
    }
}
