//! The value of an action in a position.

use super::Weights;
use super::prospects::{Draws, Prospects};
use crate::cards::standard::JOKER;
use crate::game::SeatView;
use crate::games::crackpipe::{Action, NO_CARD, View};
use crate::seat::Seat;

/// A position from the view of the player who decides.
pub(super) struct Outlook<'o> {
    weights: &'o Weights,
    prospects: &'o Prospects,
    view: &'o View<'o>,
    /// The cost of each card given, and of each card that a rival's top draws for it.
    given: f64,
    rival: f64,
    /// The approximate number of turns that each player has left.
    pub(super) turns: usize,
    stash: Draws,
}

/// The result of an action: the ranks on top of the pipes of the player, of the receiver and of THE
/// pipe, and the cards gained and given.
#[derive(Debug)]
pub(super) struct Consequence {
    pub(super) own: u8,
    pub(super) receiver: u8,
    pub(super) the_pipe: u8,
    pub(super) gained: f64,
    pub(super) given: f64,
}

impl<'o> Outlook<'o> {
    #[inline(always)]
    pub(super) fn new(weights: &'o Weights, prospects: &'o Prospects, view: &'o View<'o>) -> Self {
        let last_pass = view.times_emptied() + 1 >= u32::from(view.rules().knobs.passes_over_stash);
        let to_draw = view.stash_size() + if last_pass { 0 } else { view.resin_size() };
        let opponents = view.players() as f64 - 1.0;
        Self {
            weights,
            prospects,
            view,
            given: weights.given / opponents,
            rival: weights.rival / opponents,
            turns: to_draw.div_ceil(view.drawn_in_a_round()) as usize,
            stash: Draws::new(view.stash_size(), view.unseen()),
        }
    }

    /// Returns the result of an action.
    #[inline(always)]
    pub(super) fn consequence(&self, action: Action) -> Consequence {
        let view = self.view;
        let (own, the_pipe) = (view.pipe(view.seat()), view.the_pipe());
        let receiver = view.pipe(view.rules.receiver_of(view.seat())).top();
        let (value, size) =
            view.stack().map_or((NO_CARD, 0.0), |stack| (stack.top(), f64::from(stack.size())));
        let now = Consequence {
            own: own.top(),
            receiver,
            the_pipe: the_pipe.top(),
            gained: 0.0,
            given: 0.0,
        };
        match action {
            Action::TOP => Consequence { own: value, ..now },
            Action::OWN if value >= now.own => Consequence { own: value, gained: size, ..now },
            Action::OWN => {
                let receiver = self.better_top(receiver, value, false);
                Consequence {
                    own: own.under_top(),
                    receiver,
                    gained: -1.0,
                    given: size + 1.0,
                    ..now
                }
            }
            Action::THE if value >= now.the_pipe => Consequence {
                the_pipe: if view.rules.flips(value) { NO_CARD } else { value },
                ..now
            },
            Action::THE => {
                let receiver = self.better_top(
                    receiver,
                    value,
                    view.rules().knobs.cherry && now.the_pipe == JOKER,
                );
                Consequence { the_pipe: the_pipe.under_top(), receiver, given: size + 1.0, ..now }
            }
            _ => now,
        }
    }

    /// The receiver's top afterwards: the better of its card and the stack's, unless it has no
    /// choice.
    #[inline(always)]
    fn better_top(&self, pipe: u8, stack: u8, forced: bool) -> u8 {
        let keeps = !forced
            && pipe != NO_CARD
            && self.prospects.of(self.turns, pipe) > self.prospects.of(self.turns, stack);
        if keeps { pipe } else { stack }
    }

    /// Returns the values of two actions, in cards.
    #[inline(always)]
    pub(super) fn values(&self, actions: [Action; 2]) -> [f64; 2] {
        let view = self.view;
        let seat = view.seat();
        let (receiver, next) =
            (view.rules.receiver_of(seat), view.rules.seat_after(view.turn_of()));
        let [first, second] = [self.consequence(actions[0]), self.consequence(actions[1])];
        // The next player's top, and the top of THE pipe at its turn.
        let meets = |after: &Consequence| {
            let top = if next == seat {
                after.own
            } else if next == receiver {
                after.receiver
            } else {
                view.pipe(next).top()
            };
            (top, after.the_pipe)
        };
        let of_next =
            |(top, the_pipe)| self.prospects.of_next(self.turns, top, the_pipe, &self.stash);
        let met = [meets(&first), meets(&second)];
        let of_first = of_next(met[0]);
        // It is often the same for both.
        let of_second = if met[1] == met[0] { of_first } else { of_next(met[1]) };
        let value = |after: &Consequence, of_next: (f64, f64)| {
            let top_value = |of: Seat, top: u8| {
                let (brings, gives) =
                    if of == next { of_next } else { (self.prospects.of(self.turns, top), 0.0) };
                self.top_value(of, brings, gives)
            };
            let mut value = after.gained - self.given * after.given;
            // Only the tops that the action may change count, and that of the next player, who
            // meets THE pipe in its new state.
            value += top_value(seat, after.own) + top_value(receiver, after.receiver);
            if next != seat && next != receiver {
                value += top_value(next, NO_CARD);
            }
            value
        };
        [value(&first, of_first), value(&second, of_second)]
    }

    /// The value to the player of the cards that the top of the pipe of `seat` brings that seat,
    /// and makes it give away.
    #[inline(always)]
    fn top_value(&self, seat: Seat, brings: f64, gives: f64) -> f64 {
        let (view, weights) = (self.view, self.weights);
        if seat == view.seat() {
            return weights.prospects * brings;
        }
        let gift =
            if view.rules.receiver_of(seat) == view.seat() { weights.gift * gives } else { 0.0 };
        gift - self.rival * brings
    }
}
