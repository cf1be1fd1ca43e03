//! A second implementation of the rules, with plain lists of cards.

use std::collections::BTreeSet;

use crate::cards::standard::{Card, CardSet, JACK, Suit};
use crate::games::crypto_cards::rules::{BuyBack, Knobs};
use crate::games::crypto_cards::{Stage, State};
use crate::seat::Seat;

/// A direct second implementation of the rules' text with plain lists of cards.
pub(super) struct Plain {
    hand: Vec<Card>,
    portfolio: Vec<Card>,
    market: Vec<Card>,
}

pub(super) fn is_face(card: Card) -> bool {
    card.rank() >= JACK
}

impl Plain {
    pub(super) fn of(state: &State, seat: Seat) -> Self {
        let list = |cards: CardSet| cards.iter().collect::<Vec<_>>();
        let table = &state.table;
        Self {
            hand: list(state.hands[seat.index()]),
            portfolio: list(table.portfolios[seat.index()]),
            market: list(table.market),
        }
    }

    /// The value of the highest card in the market of a suit; 0 when it is empty.
    fn top(&self, suit: Suit) -> u8 {
        self.market
            .iter()
            .filter(|card| card.suit() == suit)
            .map(|card| card.rank())
            .max()
            .unwrap_or(0)
    }

    fn numbers(&self) -> impl Iterator<Item = &Card> {
        self.portfolio.iter().filter(|card| !is_face(**card))
    }

    /// The choices of the sale step.
    fn sale(&self, knobs: &Knobs, face_sells: bool) -> BTreeSet<String> {
        let next: Vec<_> =
            self.numbers().filter(|card| card.rank() == self.top(card.suit()) + 1).collect();
        if knobs.forced_sale && !next.is_empty() {
            return next.iter().map(|card| format!("sell {card}")).collect();
        }
        let lower = self.numbers().filter(|card| card.rank() < self.top(card.suit()));
        let mut choices: BTreeSet<String> =
            lower.chain(next).map(|card| format!("sell {card}")).collect();
        for face in self.hand.iter().filter(|card| is_face(**card) && face_sells) {
            choices.extend(self.numbers().map(|card| format!("face {face} sell {card}")));
        }
        let buys = self.market.iter().filter(|card| match knobs.buy_back {
            BuyBack::None => false,
            BuyBack::Top => card.rank() == self.top(card.suit()),
            BuyBack::Any => true,
        });
        choices.extend(buys.map(|card| format!("buy {card}")));
        choices.insert("keep".to_owned());
        choices
    }

    /// The choices of the seat; the sale step is skipped if it offers nothing.
    pub(super) fn choices(&self, knobs: &Knobs, state: &State) -> BTreeSet<String> {
        let table = &state.table;
        // (In the first sale of a turn, and in a later one if no face card was played in it.)
        let face_played = table.faces.is_empty();
        let face_sells = !face_played && table.jokers_out >= knobs.face_from_joker;
        match table.stage {
            Stage::Sale => {
                let choices = self.sale(knobs, face_sells);
                assert_ne!(
                    choices,
                    ["keep".to_owned()].into(),
                    "a sale step with nothing to sell is not asked about"
                );
                choices
            }
            Stage::Also => self
                .numbers()
                .map(|card| format!("also {card}"))
                .chain(["keep".to_owned()])
                .collect(),
            Stage::Laid => {
                let laid = table.laid;
                let card = *self
                    .portfolio
                    .iter()
                    .find(|card| card.number() == laid)
                    .expect("the card just laid is in the portfolio");
                let top = self.top(card.suit());
                assert!(!is_face(card) && card.rank() <= top + 1, "{card} cannot be sold");
                assert!(knobs.sell_laid && table.sales_left > 0);
                let mut choices: BTreeSet<String> = [format!("sell {card}")].into();
                if !knobs.forced_sale || card.rank() <= top {
                    choices.insert("keep".to_owned());
                }
                choices
            }
            _ => {
                let kept = i32::from(knobs.hand_size)
                    + i32::from(knobs.place_cards) * table.seat.index() as i32;
                assert_eq!(
                    self.hand.len() as i32,
                    kept + 1,
                    "a transfer with just a card too many"
                );
                self.hand.iter().map(|card| format!("transfer {card}")).collect()
            }
        }
    }
}
