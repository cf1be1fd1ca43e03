//! What one seat of Crypto Cards may know.

mod json;

use super::actions::{FACES, NUMBERS};
use super::rules::{BuyBack, CARDS, Rules, Scoring};
use super::state::{Stage, Table};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::seat::Seat;

/// What a seat may know: the table, its own hand, and the card that it mined last.
///
/// A view is made of the public table and one hand, so it has no way to the other hands and the deck. No card of another hand is ever known:
/// cards come into hands unseen, and leave them for good.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    rules: &'a Rules,
    pub(super) table: &'a Table,
    seat: Seat,
    hand: CardSet,
    pub(super) mined: Card,
}

impl PartialEq for View<'_> {
    /// Views of one game are equal when the seat can know the same.
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table && self.seat == other.seat && self.hand == other.hand && self.mined == other.mined
    }
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Rules, table: &'a Table, seat: Seat, hand: CardSet, mined: Card) -> Self {
        Self { rules, table, seat, hand, mined }
    }

    /// The seat's own hand.
    #[inline(always)]
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// The card that the seat mined last, wherever it is now; none before its first.
    #[inline(always)]
    pub fn mined(&self) -> Option<Card> {
        (self.mined.rank() > 0).then_some(self.mined)
    }

    /// The portfolio of a seat.
    #[inline(always)]
    pub fn portfolio(&self, seat: Seat) -> CardSet {
        self.table.portfolio(seat)
    }

    /// The cards of all four markets.
    #[inline(always)]
    pub fn market(&self) -> CardSet {
        self.table.market
    }

    /// In every suit the ranks from 0 up to the top of its market, whether the market has them or not: a number card among them, in any
    /// portfolio, may be sold without a face card.
    #[inline(always)]
    pub fn reached(&self) -> CardSet {
        self.table.reached
    }

    /// The value of the highest card in the market of a suit, its price; 0 when the market is empty (R11).
    #[inline(always)]
    pub fn price(&self, suit: Suit) -> u32 {
        self.table.price(suit)
    }

    /// The score of a seat as it stands: the cards of its portfolio or their worth, by the rules' scoring.
    #[inline(always)]
    pub fn score(&self, seat: Seat) -> u32 {
        self.table.holding(self.rules, seat).score
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.table.seat
    }

    /// What is asked of that seat.
    #[inline(always)]
    pub fn stage(&self) -> Stage {
        self.table.stage
    }

    /// How many sales that seat has left in this turn, the one asked about included; it means nothing at a transfer.
    #[inline(always)]
    pub fn sales_left(&self) -> u32 {
        u32::from(self.table.sales_left)
    }

    /// How many cards the face card just played may sell yet.
    #[inline(always)]
    pub fn also_left(&self) -> u32 {
        u32::from(self.table.also_left)
    }

    /// How many Jokers are out.
    #[inline(always)]
    pub fn jokers_out(&self) -> u32 {
        u32::from(self.table.jokers_out)
    }

    /// How many cards the deck has, its Jokers among them.
    #[inline(always)]
    pub fn deck(&self) -> u32 {
        self.deck_cards() + u32::from(self.rules.jokers - self.table.jokers_out)
    }

    /// How many cards the deck has besides its Jokers.
    #[inline(always)]
    pub fn deck_cards(&self) -> u32 {
        CARDS as u32 - u32::from(self.table.taken)
    }

    /// How many cards a seat holds.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        // Between turns every hand has the same size; the seat whose turn it is has what is left of all cards.
        let usual = u32::from(self.rules.hand_size);
        if seat != self.table.seat {
            return usual;
        }
        let portfolios: u32 = Seat::all(self.players()).map(|seat| self.portfolio(seat).count()).sum();
        let others = usual * (self.players() as u32 - 1);
        CARDS as u32 - self.deck_cards() - self.market().count() - portfolios - others
    }

    /// The cards that the seat has not seen: in the deck, or in other hands.
    #[inline(always)]
    pub fn unseen(&self) -> CardSet {
        let seen = Seat::all(self.players()).fold(self.hand.union(self.market()), |seen, seat| seen.union(self.portfolio(seat)));
        NUMBERS.union(FACES).minus(seen)
    }

    /// Turns completed.
    #[inline(always)]
    pub fn turns(&self) -> u32 {
        self.table.turns
    }

    /// The number of players.
    #[inline(always)]
    pub fn players(&self) -> usize {
        usize::from(self.rules.players)
    }
}

impl Rules {
    /// The cards of a hand after a transfer.
    pub fn hand_size(&self) -> u32 {
        u32::from(self.hand_size)
    }

    /// The Jokers shuffled into the deck.
    pub fn jokers(&self) -> u32 {
        u32::from(self.jokers)
    }

    /// Which Joker ends the game.
    pub fn end_on_joker(&self) -> u32 {
        u32::from(self.end_on_joker)
    }

    /// Does a turn begin with the sale (R1)?
    pub fn sell_first(&self) -> bool {
        self.sell_first
    }

    /// Must a card one above the top of its market be sold (R2)?
    pub fn forced_sale(&self) -> bool {
        !self.forced.is_empty()
    }

    /// The sales of a turn.
    pub fn sales_per_turn(&self) -> u32 {
        u32::from(self.sales_per_turn)
    }

    /// The cards that one face card may sell.
    pub fn face_sales(&self) -> u32 {
        u32::from(self.face_sales)
    }

    /// How many Jokers must be out before face cards sell.
    pub fn face_from_joker(&self) -> u32 {
        u32::from(self.face_from_joker)
    }

    /// What may be bought.
    pub fn buy_back(&self) -> BuyBack {
        self.buy_back
    }

    /// What is counted at the end.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// After how many turns the game is unfinished.
    pub fn max_turns(&self) -> u32 {
        self.max_turns
    }
}
