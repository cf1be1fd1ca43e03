//! The knowledge of one seat in Scrip.

use serde_json::{Value, json};

use super::actions::NO_CARD;
use super::rules::Rules;
use super::state::{Table, place};
use super::values::WHOLE;
use crate::cards::standard::{Card, CardSet};
use crate::game::SeatView;
use crate::seat::Seat;

/// The knowledge of a seat: the table, its own hand and the set of cards it owns.
///
/// A view consists of the public table and the seat's own cards as sets, so it has no access to the
/// order of any pile, the hands and unseen cards of others or the Stockpile. (R11)
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The public information, past and present.
    pub table: &'a Table,
    /// The seat that sees this.
    pub seat: Seat,
    /// Its own hand.
    pub hand: CardSet,
    /// All its cards: in its hand, its draw pile and its discard pile.
    pub own: CardSet,
}

/// The other seats, from the left. (A type of its own, since chains of iterators are not sure to be
/// inlined.)
struct Opponents {
    last: u8,
    /// The number of seats left.
    left: u8,
    players: u8,
}

impl Iterator for Opponents {
    type Item = Seat;

    #[inline(always)]
    fn next(&mut self) -> Option<Seat> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let next = self.last + 1;
        self.last = if next == self.players { 0 } else { next };
        Some(Seat::new(self.last))
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

    /// Returns everything that the seat may know: sets of cards in a fixed order without meaning,
    /// arrays in order of seats.
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
            "turn_of": self.table.active.index(),
            "hand": cards(self.hand),
            "own_pile": cards(self.own_pile()),
            "market": cards(self.table.market),
            "stolen": self.stolen(),
            "steals": self.table.steals,
            "steals_left": self.steals_left(),
            "stockpile": self.stockpile(),
            "unseen": cards(self.unseen()),
            "seats": Seat::all(self.players()).map(seat).collect::<Vec<_>>(),
            "turns": self.turns(),
        })
    }
}

impl View<'_> {
    /// Returns the number of players.
    #[inline(always)]
    pub fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// Returns the other seats, from the left.
    #[inline(always)]
    pub fn opponents(&self) -> impl Iterator<Item = Seat> + use<> {
        Opponents {
            last: self.seat.index() as u8,
            left: self.rules.players - 1,
            players: self.rules.players,
        }
    }

    /// Returns the cards in the seat's own draw pile: it knows the set, but not the order.
    #[inline(always)]
    pub fn own_pile(&self) -> CardSet {
        self.own.minus(self.hand).minus(self.discards(self.seat))
    }

    /// Returns a seat's discard pile.
    #[inline(always)]
    pub fn discards(&self, seat: Seat) -> CardSet {
        self.table.discards[place(seat)]
    }

    /// Returns the cards that are publicly known to be a seat's own, in any place: those that it
    /// acquired, spent, countered with or discarded.
    #[inline(always)]
    pub fn known(&self, seat: Seat) -> CardSet {
        self.table.shown[place(seat)].union(self.discards(seat))
    }

    /// Returns the publicly known cards of a seat that are in its hand or its draw pile.
    #[inline(always)]
    pub fn known_in_hand_or_pile(&self, seat: Seat) -> CardSet {
        self.table.shown[place(seat)].minus(self.discards(seat))
    }

    /// Returns the publicly known cards of a seat that are certainly in its hand: they were the
    /// rest of its old pile when it last drew, or its pile is empty.
    #[inline(always)]
    pub fn known_in_hand(&self, seat: Seat) -> CardSet {
        let known = self.known_in_hand_or_pile(seat);
        if self.pile_size(seat) == 0 { known } else { self.table.held[place(seat)].and(known) }
    }

    /// Returns how many cards a seat owns.
    #[inline(always)]
    pub fn cards(&self, seat: Seat) -> u32 {
        u32::from(self.table.owned[place(seat)])
    }

    /// Returns how many cards a seat has in its draw pile.
    #[inline(always)]
    pub fn pile_size(&self, seat: Seat) -> u32 {
        u32::from(self.table.piles[place(seat)])
    }

    /// Returns how many cards a seat has in its hand.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.cards(seat) - self.pile_size(seat) - self.discards(seat).count()
    }

    /// Returns how many cards the Stockpile has.
    #[inline(always)]
    pub fn stockpile(&self) -> u32 {
        u32::from(self.table.stockpile)
    }

    /// Returns the unseen cards: they are in the Stockpile, or among the first cards of others that
    /// were not shown yet.
    #[inline(always)]
    pub fn unseen(&self) -> CardSet {
        let mut seen = self.own.union(self.table.market);
        for seat in self.opponents() {
            seen = seen.union(self.known(seat));
        }
        WHOLE.minus(seen)
    }

    /// Returns the card being stolen by the seat whose turn it is, while it can be countered.
    #[inline(always)]
    pub fn stolen(&self) -> Option<Card> {
        (self.table.stolen != NO_CARD).then_some(self.table.stolen)
    }

    /// Returns how often the seat whose turn it is may still steal.
    #[inline(always)]
    pub fn steals_left(&self) -> u32 {
        u32::from(self.rules.knobs.steals_per_turn.saturating_sub(self.table.steals))
    }

    /// Turns completed, of all players together.
    #[inline(always)]
    pub fn turns(&self) -> u32 {
        self.table.turns.saturating_sub(1)
    }
}
