//! The kind `heuristic` for Crackpipe.

mod prospects;

use crate::game::{Choice, LegalSet};
use crate::games::crackpipe::{Action, Crackpipe, Legal, RANKS, View};
use crate::input::{Knob, KnobKind, Settings, Value};
use crate::rng::Stream;
use crate::seat::Seat;
use crate::strategy::{Failure, Strategy};
use prospects::Prospects;

/// The rank of a Joker.
const JOKER: u8 = crate::cards::standard::JOKER;

const fn weight(key: &'static str, default: f64, meaning: &'static str) -> Knob {
    Knob { key, kind: KnobKind::Real(-20.0, 20.0), default: Value::Real(default), default_note: "", meaning }
}

static KNOBS: [Knob; 5] = [
    weight("given", 1.0, "cost of each card given to another player, divided by the number of opponents"),
    weight("prospects", 1.0, "value of each card that the top of one's own pipe will bring in the turns to come"),
    weight("rival", 1.0, "cost of each card that the tops of the others' pipes will bring them, divided by the number of opponents"),
    weight("loss", 0.5, "cost of each card that must be given away in the turns to come"),
    weight("gift", 0.5, "value of each card that the next player will probably have to pass to this one"),
];

/// Weighs cards gained and given now, and what the cards left on top will bring in the turns to come.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    given: f64,
    prospects: f64,
    rival: f64,
    loss: f64,
    gift: f64,
    /// What top cards bring by the rules of this game; found at its first decision.
    known: Option<Prospects>,
    /// Is what is known that of this game?
    checked: bool,
}

impl Heuristic {
    /// How it plays.
    pub const SUMMARY: &'static str = "weighs the cards gained and given now, and those that the cards left on top will bring";
    /// Its weights.
    pub const KNOBS: &'static [Knob] = &KNOBS;

    /// A player with these weights.
    pub fn new(settings: &Settings) -> Self {
        let weight = |key| settings.real(key);
        Self {
            given: weight("given"),
            prospects: weight("prospects"),
            rival: weight("rival"),
            loss: weight("loss"),
            gift: weight("gift"),
            known: None,
            checked: false,
        }
    }

    #[inline(never)]
    fn best(&mut self, view: &View<'_>) -> Action {
        if !self.checked {
            self.known = Some(Prospects::of(view, self.loss, self.known));
            self.checked = true;
        }
        let Some(prospects) = &self.known else { return Action::The };
        let outlook = Outlook::new(self, prospects, view);
        let [first, second] = if view.placing() { [Action::Own, Action::The] } else { [Action::Top, Action::Bottom] };
        if outlook.value(second) > outlook.value(first) { second } else { first }
    }
}

/// A position as its player sees it.
struct Outlook<'o> {
    weights: &'o Heuristic,
    prospects: &'o Prospects,
    view: &'o View<'o>,
    /// The number of opponents.
    opponents: f64,
    /// Turns that each player has yet, about.
    turns: usize,
    stash: [u8; RANKS],
}

/// What an action leads to: the tops of the pipes of this player, of the receiver and of THE pipe, and cards gained and given.
struct Consequence {
    own: u8,
    receiver: u8,
    the_pipe: u8,
    gained: f64,
    given: f64,
}

impl<'o> Outlook<'o> {
    #[inline(always)]
    fn new(weights: &'o Heuristic, prospects: &'o Prospects, view: &'o View<'o>) -> Self {
        let last_pass = view.times_emptied() + 1 >= view.passes_over_stash();
        let cards = view.stash_size() + if last_pass { 0 } else { view.resin_size() };
        let drawn_in_a_round: u32 = Seat::all(view.players()).map(|seat| view.hit(view.pipe(seat).top())).sum();
        Self {
            weights,
            prospects,
            view,
            opponents: view.players() as f64 - 1.0,
            turns: (cards.div_ceil(drawn_in_a_round)) as usize,
            stash: view.unseen(),
        }
    }

    /// What is on top after an action, and who gains.
    #[inline(always)]
    fn result(&self, action: Action) -> Consequence {
        let view = self.view;
        let (own, the_pipe) = (view.pipe(view.seat()), view.the_pipe());
        let receiver = view.pipe(view.receiver_of(view.seat())).top();
        let (value, size) = view.stack().map_or((0, 0.0), |stack| (stack.top(), f64::from(stack.size())));
        let now = Consequence { own: own.top(), receiver, the_pipe: the_pipe.top(), gained: 0.0, given: 0.0 };
        match action {
            Action::Top => Consequence { own: value, ..now },
            Action::Bottom => now,
            Action::Own if value >= now.own => Consequence { own: value, gained: size, ..now },
            Action::Own => {
                let below = own.ranks().nth(1).unwrap_or(0);
                Consequence { own: below, receiver: self.received(value, receiver, false), gained: -1.0, given: size + 1.0, ..now }
            }
            Action::The if value >= now.the_pipe => Consequence { the_pipe: if view.flips(value) { 0 } else { value }, ..now },
            Action::The => {
                let forced = view.cherry() && now.the_pipe == JOKER;
                let below = the_pipe.ranks().nth(1).unwrap_or(0);
                Consequence { the_pipe: below, receiver: self.received(value, receiver, forced), given: size + 1.0, ..now }
            }
        }
    }

    /// The better of two cards to have on top for who is passed a stack.
    #[inline(always)]
    fn received(&self, value: u8, top: u8, forced: bool) -> u8 {
        let better = self.prospects.with(self.turns, top) > self.prospects.with(self.turns, value);
        if better && !forced && top != 0 { top } else { value }
    }

    /// What an action is worth.
    #[inline(always)]
    fn value(&self, action: Action) -> f64 {
        let (view, weights) = (self.view, self.weights);
        let after = self.result(action);
        let seat = view.seat();
        let (receiver, next) = (view.receiver_of(seat), view.seat_after(view.turn_of()));
        let mut value = after.gained - weights.given / self.opponents * after.given;
        // The tops that the action may change, and that of the next player.
        let mut of = |other: Seat, top: u8| {
            let turns = self.turns;
            let (brings, gives) = if other == next {
                self.prospects.of_next(turns, top, after.the_pipe, &self.stash, view.stash_size())
            } else {
                (self.prospects.with(turns, top), 0.0)
            };
            if other == seat {
                value += weights.prospects * brings;
            } else {
                value -= weights.rival / self.opponents * brings;
                if view.receiver_of(other) == seat {
                    value += weights.gift * gives;
                }
            }
        };
        of(seat, after.own);
        of(receiver, after.receiver);
        if next != seat && next != receiver {
            of(next, view.pipe(next).top());
        }
        value
    }
}

impl Strategy<Crackpipe> for Heuristic {
    #[inline(always)]
    fn new_game(&mut self) {
        self.checked = false;
    }

    #[inline(always)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, _stream: &mut Stream) -> std::result::Result<Choice<'l, Action>, Failure> {
        legal.choose(self.best(view)).ok_or(Failure::NoLegalAction)
    }
}
