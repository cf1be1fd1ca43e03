//! The knowledge of one seat in Crisps.

use serde_json::{Value, json};

use super::Crisps;
use super::actions::{self, Action, Legal};
use super::hand::Hand;
use super::rules::Rules;
use super::state::Table;
use crate::game::{Game, SeatView};
use crate::seat::Seat;

/// The knowledge of a seat: the table and its own hand.
///
/// A view consists of the public table and one hand, so it has no access to the other hand, the
/// pile or the cards set aside.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The public information, past and present.
    pub table: &'a Table,
    /// The seat that sees this.
    pub seat: Seat,
    /// Its own hand.
    pub hand: Hand,
}

impl PartialEq for View<'_> {
    /// Views of one game are equal when the seat knows the same.
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table && self.seat == other.seat && self.hand == other.hand
    }
}

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

    /// Returns everything that the seat may know: cards by their ranks in ascending order, arrays
    /// in order of seats.
    fn to_json(&self) -> Value {
        let name = |rank: u8| self.rules.rank_name(rank);
        let cards = |hand: Hand| hand.iter().map(name).collect::<Vec<_>>();
        let (own, other) = (self.seat.of_two(), self.seat.other().of_two());
        let by_seat = |mine: Value, theirs: Value| {
            if own < other { json!([mine, theirs]) } else { json!([theirs, mine]) }
        };
        let asked = match self.to_beat() {
            _ if self.takes() => "take",
            Some(_) => "follow",
            None => "lead",
        };
        json!({
            "hand": cards(self.hand),
            "hand_sizes": by_seat(json!(self.hand.size()), json!(self.opponent_cards())),
            "known": by_seat(json!(cards(self.known_of_own())), json!(cards(self.known_of_opponent()))),
            "played": cards(self.table.played),
            "unseen": cards(self.unseen()),
            "asked": asked,
            "to_beat": self.to_beat().map(|action| Crisps::action_name(self.rules, action)),
            "passed": self.table.passed,
            "leads_next": self.takes().then(|| self.table.stayer.index()),
            "face_up": self.table.face_up().map(name),
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

impl View<'_> {
    /// Returns how many cards the opponent holds.
    #[inline(always)]
    pub fn opponent_cards(&self) -> u32 {
        // The deck minus all other cards, which are public or the seat's own.
        let elsewhere = self.table.played.size()
            + self.pile()
            + u32::from(self.table.face_up().is_some())
            + self.hand.size();
        self.rules.in_play() - elsewhere
    }

    /// Returns the cards that the opponent gained face up and must still hold.
    #[inline(always)]
    pub fn known_of_opponent(&self) -> Hand {
        self.table.known[self.seat.other().of_two()]
    }

    /// Returns the seat's own cards that the opponent knows, since they were gained face up.
    #[inline(always)]
    pub fn known_of_own(&self) -> Hand {
        self.table.known[self.seat.of_two()]
    }

    /// Returns the combination to beat; none when the seat leads, or chooses a card to gain.
    #[inline(always)]
    pub fn to_beat(&self) -> Option<Action> {
        (self.table.current.combination().cards > 0).then_some(self.table.current)
    }

    /// Returns whether the seat must choose a card to gain.
    #[inline(always)]
    pub fn takes(&self) -> bool {
        self.table.current == Action::TAKE_FACE_UP
    }

    /// Returns how many unseen cards the pile has.
    #[inline(always)]
    pub fn pile(&self) -> u32 {
        u32::from(self.table.pile)
    }

    /// Returns the cards that this seat has not seen: in the opponent's hand, the pile or set
    /// aside. They include those that the opponent is known to hold.
    #[inline(always)]
    pub fn unseen(&self) -> Hand {
        let seen = self.hand.union(self.table.played);
        let seen = self.table.face_up().map_or(seen, |rank| seen.with(rank));
        seen.rest_of(self.rules.whole, self.rules.knobs.copies)
    }

    /// Returns all actions for which a hand of these cards has the cards, regardless of the table.
    #[inline(always)]
    pub fn combinations_of(&self, hand: Hand) -> Legal {
        Legal::new(actions::within(hand, self.rules.sequence_ranks))
    }

    /// Returns the actions that may be played on `current`; with `pass`, those that may be led.
    #[inline(always)]
    pub fn following(&self, actions: &Legal, current: Action) -> Legal {
        Legal::new(actions.bits().and(self.rules.allowed(current)))
    }
}
