//! Scrip in traces.

use serde_json::{Value, json};

use super::actions::{Action, Kind};
use super::rules::Rules;
use super::state::{Event, top};
use super::values::CARDS;
use crate::cards::standard::{Card, CardSet};
use crate::seat::Seat;

/// Returns the text of cards of one suit: from the highest rank down, joined by `+`.
pub(super) fn sum_name(cards: CardSet) -> String {
    let mut names: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    names.reverse();
    names.join("+")
}

/// Returns the text of an action: `buy 10C with 8S+2S`, `exchange KC for QH`, `steal 10C`, `end`,
/// `counter 5C`, `pass`.
pub(super) fn action_name(action: Action) -> String {
    let (kind, card, used) = (action.kind(), action.taken(), action.used());
    let name = kind.name();
    match kind {
        Kind::Buy => format!("{name} {card} with {}", sum_name(used)),
        Kind::Exchange => format!("{name} {} for {card}", sum_name(used)),
        Kind::Steal => format!("{name} {card}"),
        Kind::Counter => format!("{name} {}", sum_name(used)),
        Kind::End | Kind::Pass => name.to_owned(),
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&action_name(*self))
    }
}

/// Returns an event as the trace writes it.
pub(super) fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
    let names =
        |cards: &[u8]| cards.iter().map(|card| Card::from_number(*card)).collect::<Vec<_>>();
    match event {
        Event::Setup { state } => {
            let first = |seat: Seat| {
                top(&state.piles[seat.index()], rules.first_piles[seat.index()])
                    .split_at(usize::from(rules.knobs.hand_size))
            };
            let seats = || Seat::all(usize::from(rules.players));
            let stockpile = CARDS - usize::from(state.table.stockpile);
            json!({
                "e": "setup",
                "hands": seats().map(|seat| names(first(seat).0)).collect::<Vec<_>>(),
                "draw_piles": seats().map(|seat| names(first(seat).1)).collect::<Vec<_>>(),
                "market": names(&state.deck[stockpile - usize::from(rules.knobs.market_size)..stockpile]),
                "stockpile": names(&state.deck[stockpile..]),
            })
        }
        Event::Refill { card } => json!({"e": "refill", "card": card}),
        Event::Shuffle { seat, pile } => {
            json!({"e": "shuffle", "p": seat.index(), "draw_pile": names(pile)})
        }
        Event::Draw { seat, cards } => {
            json!({"e": "draw", "p": seat.index(), "cards": names(cards)})
        }
    }
}
