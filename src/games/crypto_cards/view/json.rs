//! A view of Crypto Cards as external programs are told it.

use serde_json::{Map, Value, json};

use super::View;
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::SeatView;
use crate::games::crypto_cards::Rules;
use crate::games::crypto_cards::state::Stage;
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

    /// All that the seat may know: sets of cards in a fixed order that means nothing, what belongs to seats by seat.
    fn to_json(&self) -> Value {
        let cards = |set: CardSet| set.iter().collect::<Vec<Card>>();
        let seats = || Seat::all(self.players());
        let asked = match self.stage() {
            Stage::Sale => "sale",
            Stage::Also => "also",
            Stage::Transfer => "transfer",
            Stage::Ended | Stage::Unfinished => "nothing",
        };
        let price = |suit: Suit| (suit.letter().to_string(), json!(self.price(suit)));
        json!({
            "turn_of": self.turn().index(),
            "asked": asked,
            "hand": cards(self.hand()),
            "mined": self.mined(),
            "portfolios": seats().map(|seat| cards(self.portfolio(seat))).collect::<Vec<_>>(),
            "hand_sizes": seats().map(|seat| self.hand_size(seat)).collect::<Vec<_>>(),
            "scores": seats().map(|seat| self.score(seat)).collect::<Vec<_>>(),
            "market": cards(self.market()),
            "prices": Suit::ALL.into_iter().map(price).collect::<Map<_, _>>(),
            "sales_left": (self.stage() != Stage::Transfer).then(|| self.sales_left()),
            "also_left": (self.stage() == Stage::Also).then(|| self.also_left()),
            "jokers_out": self.jokers_out(),
            "deck": self.deck(),
            "deck_cards": self.deck_cards(),
            "unseen": cards(self.unseen()),
            "turns": self.turns(),
        })
    }
}
