//! What one seat of Scrip may know.

mod json;

use super::actions::NO_CARD;
use super::rules::{MOST_PLAYERS, Rules};
use super::score;
use super::state::{Table, place};
use super::values::{Values, WHOLE};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::seat::{MAX_SEATS, Seat};

/// What a seat may know: the table, its own hand and which cards it owns.
///
/// A view is made of the public table and the seat's own cards as sets, so it has no way to the order of any pile, the hands and unseen cards of others
/// or the Stockpile. (R11)
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) rules: &'a Rules,
    pub(super) table: &'a Table,
    seat: Seat,
    hand: CardSet,
    own: CardSet,
}

/// The other seats, from the left. (A type of its own, since chains of iterators are not sure to be inlined.)
struct Opponents {
    last: u8,
    /// How many are left.
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

impl PartialEq for View<'_> {
    /// Views of one game are equal when the seat can know the same.
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table && self.seat == other.seat && self.hand == other.hand && self.own == other.own
    }
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Rules, table: &'a Table, seat: Seat, hand: CardSet, own: CardSet) -> Self {
        Self { rules, table, seat, hand, own }
    }

    /// How many players there are.
    #[inline(always)]
    pub fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// The other seats, from the left.
    #[inline(always)]
    pub fn opponents(&self) -> impl Iterator<Item = Seat> + use<> {
        Opponents { last: self.seat.index() as u8, left: self.rules.players - 1, players: self.rules.players }
    }

    /// The seat's own hand.
    #[inline(always)]
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// All cards of the seat: in its hand, its draw pile and its discard pile.
    #[inline(always)]
    pub fn own(&self) -> CardSet {
        self.own
    }

    /// The cards in the seat's own draw pile: it knows which, not in which order.
    #[inline(always)]
    pub fn own_pile(&self) -> CardSet {
        self.own.minus(self.hand).minus(self.discards(self.seat))
    }

    /// The cards face up in the middle, a card being stolen among them.
    #[inline(always)]
    pub fn market(&self) -> CardSet {
        self.table.market
    }

    /// A seat's discard pile.
    #[inline(always)]
    pub fn discards(&self, seat: Seat) -> CardSet {
        self.table.discards[place(seat)]
    }

    /// The cards that all know to be a seat's own, wherever it has them: those that it acquired, spent, countered with or discarded.
    #[inline(always)]
    pub fn known(&self, seat: Seat) -> CardSet {
        self.table.shown[place(seat)].union(self.discards(seat))
    }

    /// Of the cards known to be a seat's own, those in its hand or its draw pile.
    #[inline(always)]
    pub fn known_in_hand_or_pile(&self, seat: Seat) -> CardSet {
        self.table.shown[place(seat)].minus(self.discards(seat))
    }

    /// Of the cards known to be a seat's own, those that are surely in its hand: they were the rest of its old pile when it last drew, or there is no
    /// pile in which they could be.
    #[inline(always)]
    pub fn known_in_hand(&self, seat: Seat) -> CardSet {
        let known = self.known_in_hand_or_pile(seat);
        if self.pile_size(seat) == 0 { known } else { self.table.held[place(seat)].and(known) }
    }

    /// How many cards a seat owns.
    #[inline(always)]
    pub fn cards(&self, seat: Seat) -> u32 {
        u32::from(self.table.owned[place(seat)])
    }

    /// How many cards a seat has in its draw pile.
    #[inline(always)]
    pub fn pile_size(&self, seat: Seat) -> u32 {
        u32::from(self.table.piles[place(seat)])
    }

    /// How many cards a seat has in its hand.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.cards(seat) - self.pile_size(seat) - self.discards(seat).count()
    }

    /// How many cards the Stockpile has.
    #[inline(always)]
    pub fn stockpile(&self) -> u32 {
        u32::from(self.table.stockpile)
    }

    /// The cards that the seat cannot place: they are in the Stockpile, or among the first cards of others that were not shown yet.
    #[inline(always)]
    pub fn unseen(&self) -> CardSet {
        let mut seen = self.own.union(self.market());
        for seat in self.opponents() {
            seen = seen.union(self.known(seat));
        }
        WHOLE.minus(seen)
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn active(&self) -> Seat {
        self.table.active
    }

    /// Whose decision is due.
    #[inline(always)]
    pub fn decides(&self) -> Seat {
        self.table.seat
    }

    /// The card being stolen by the seat whose turn it is, while it can be countered.
    #[inline(always)]
    pub fn stolen(&self) -> Option<Card> {
        (self.table.stolen != NO_CARD).then_some(self.table.stolen)
    }

    /// How often the seat whose turn it is has stolen in this turn, a countered steal and the one to be answered among them.
    #[inline(always)]
    pub fn steals(&self) -> u32 {
        u32::from(self.table.steals)
    }

    /// How often the seat whose turn it is may steal yet.
    #[inline(always)]
    pub fn steals_left(&self) -> u32 {
        u32::from(self.rules.steals_per_turn.saturating_sub(self.table.steals))
    }

    /// Turns completed, of all players together.
    #[inline(always)]
    pub fn turns(&self) -> u32 {
        self.table.turns.saturating_sub(1)
    }

    /// Turns, of all players together, after which the game is unfinished.
    #[inline(always)]
    pub fn max_turns(&self) -> u32 {
        self.rules.max_turns
    }

    /// What ranks count.
    #[inline(always)]
    pub fn values(&self) -> Values {
        self.rules.values
    }

    /// Points for the highest sum of Diamonds.
    #[inline(always)]
    pub fn diamond_bonus(&self) -> i32 {
        self.rules.diamond_bonus
    }

    /// What every seat would score if this seat owned these cards, and the others what all know to be theirs.
    #[inline(always)]
    pub fn scores_with(&self, own: CardSet) -> [i32; MAX_SEATS] {
        let mut owned = [CardSet::EMPTY; MOST_PLAYERS];
        for seat in 0..self.rules.players {
            let seat = Seat::new(seat);
            owned[place(seat)] = if seat == self.seat { own } else { self.known(seat) };
        }
        score::scores(self.rules, &owned)
    }

    /// How many cards a player draws.
    #[inline(always)]
    pub fn cards_drawn(&self) -> u32 {
        u32::from(self.rules.hand_size)
    }

    /// The Clubs that counter the steal of a card.
    #[inline(always)]
    pub fn counters(&self, stolen: Card) -> CardSet {
        self.rules.counters(stolen.number())
    }

    /// Does an exchange bring a further card to the Market?
    #[inline(always)]
    pub fn exchange_refills(&self) -> bool {
        self.rules.exchange_refills
    }

    /// Would the game be over with this Market and an empty Stockpile?
    #[inline(always)]
    pub fn ends_with(&self, market: CardSet) -> bool {
        market.and(self.rules.keep_going).is_empty()
    }

    /// All Spades, or all of another suit, in the deck.
    #[inline(always)]
    pub fn suit(suit: Suit) -> CardSet {
        WHOLE.and(CardSet::of_suit(suit))
    }
}
