//! The knowledge of one seat in Crypto Cards.

use serde_json::{Map, Value, json};

use super::actions::{FACES, NUMBERS};
use super::rules::{CARDS, Rules};
use super::state::{Stage, Table};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::SeatView;
use crate::seat::Seat;

/// The knowledge of a seat: the table, its own hand, and the card that it mined last.
///
/// A view consists of the public table and one hand, so it has no access to the other hands and the
/// deck. The cards of other hands are never known: they come into hands unseen, and leave them for
/// good.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The public information.
    pub table: &'a Table,
    /// The seat that sees this.
    pub seat: Seat,
    /// Its own hand.
    pub hand: CardSet,
    /// The card that it mined last, or card 0 before its first.
    pub(super) mined: Card,
}

impl PartialEq for View<'_> {
    /// Views of one game are equal when the seat knows the same.
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
            && self.seat == other.seat
            && self.hand == other.hand
            && self.mined == other.mined
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
        let seats = || Seat::all(self.players());
        let asked = match self.table.stage {
            Stage::Sale | Stage::Laid => "sale",
            Stage::Also => "also",
            Stage::Transfer => "transfer",
            Stage::Ended | Stage::Unfinished => "nothing",
        };
        let price = |suit: Suit| (suit.letter().to_string(), json!(self.table.price(suit)));
        json!({
            "turn_of": self.table.seat.index(),
            "asked": asked,
            "hand": cards(self.hand),
            "mined": self.mined(),
            "portfolios": seats().map(|seat| cards(self.table.portfolio(seat))).collect::<Vec<_>>(),
            "hand_sizes": seats().map(|seat| self.hand_size(seat)).collect::<Vec<_>>(),
            "scores": seats().map(|seat| self.score(seat)).collect::<Vec<_>>(),
            "market": cards(self.table.market),
            "prices": Suit::ALL.into_iter().map(price).collect::<Map<_, _>>(),
            "sales_left": (self.table.stage != Stage::Transfer).then_some(self.table.sales_left),
            "laid": (self.table.stage == Stage::Laid).then(|| Card::from_number(self.table.laid)),
            "also_left": (self.table.stage == Stage::Also).then_some(self.table.also_left),
            "jokers_out": self.table.jokers_out,
            "deck": self.deck(),
            "deck_cards": self.deck_cards(),
            "unseen": cards(self.unseen()),
            "turns": self.table.turns,
        })
    }
}

impl View<'_> {
    /// Returns the card that the seat mined last, wherever it is now; none before its first.
    #[inline(always)]
    pub fn mined(&self) -> Option<Card> {
        (self.mined.rank() > 0).then_some(self.mined)
    }

    /// Returns the current score of a seat: the cards of its portfolio or their worth, by the
    /// rules' scoring, plus the points of its place.
    #[inline(always)]
    pub fn score(&self, seat: Seat) -> i32 {
        self.table.holding(self.rules, seat).score
    }

    /// Returns how many cards the deck has, its Jokers among them.
    #[inline(always)]
    pub fn deck(&self) -> u32 {
        self.deck_cards() + u32::from(self.rules.knobs.jokers - self.table.jokers_out)
    }

    /// Returns the number of cards in the deck without its Jokers.
    #[inline(always)]
    pub fn deck_cards(&self) -> u32 {
        CARDS as u32 - u32::from(self.table.taken)
    }

    /// Returns how many cards a seat holds.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        // Between turns every hand has as many cards as it was dealt; the seat whose turn it is has
        // the rest of all cards.
        let usual = self.rules.hand_size(seat);
        if seat != self.table.seat {
            return usual;
        }
        let portfolios: u32 =
            Seat::all(self.players()).map(|seat| self.table.portfolio(seat).count()).sum();
        let others = self.rules.dealt() as u32 - usual;
        CARDS as u32 - self.deck_cards() - self.table.market.count() - portfolios - others
    }

    /// Returns the cards that the seat has not seen: in the deck, or in other hands.
    #[inline(always)]
    pub fn unseen(&self) -> CardSet {
        let seen = Seat::all(self.players())
            .fold(self.hand.union(self.table.market), |seen, seat| {
                seen.union(self.table.portfolio(seat))
            });
        NUMBERS.union(FACES).minus(seen)
    }

    /// Returns the number of players.
    #[inline(always)]
    pub fn players(&self) -> usize {
        usize::from(self.rules.players)
    }
}
