//! Crypto Cards in traces.

use serde_json::{Value, json};

use super::actions::{Action, Kind};
use super::rules::{CARDS, Rules};
use super::state::{Event, Holding, State};
use crate::cards::standard::{Card, JOKER, Suit};
use crate::seat::Seat;

/// Returns the text of an action: `sell 3C`, `face QH sell 7H`, `also 8H`, `buy 6H`, `keep`,
/// `transfer 9D`.
pub(super) fn action_name(action: Action) -> String {
    let (name, card) = (Kind::NAMES[action.kind() as usize], action.card());
    match action.kind() {
        Kind::Keep => name.to_owned(),
        Kind::Face => format!("{name} {} sell {card}", action.face()),
        Kind::Sell | Kind::Also | Kind::Buy | Kind::Transfer => format!("{name} {card}"),
    }
}

/// Returns an event as the trace writes it.
pub(super) fn event_json(event: &Event<'_>) -> Value {
    match event {
        Event::Setup { rules, state } => {
            let card = |number: &u8| Card::from_number(*number);
            let (dealt, rest) = state.deck[..CARDS].split_at(rules.dealt());
            let players = usize::from(rules.players);
            let of_seat = |seat: usize| {
                dealt.iter().zip(&rules.dealt_to).filter(move |(_, to)| usize::from(**to) == seat)
            };
            let hand =
                |seat: usize| of_seat(seat).map(|(number, _)| card(number)).collect::<Vec<_>>();
            let mut cards = rest.iter().map(card);
            let joker = Card::new(Suit::Clubs, JOKER);
            let size = CARDS - rules.dealt() + usize::from(rules.knobs.jokers);
            let of_place = |place: usize| {
                if (state.jokers >> place) & 1 == 1 { Some(joker) } else { cards.next() }
            };
            json!({
                "e": "setup",
                "hands": (0..players).map(hand).collect::<Vec<_>>(),
                "deck": (0..size).filter_map(of_place).collect::<Vec<_>>(),
            })
        }
        Event::Mine { seat, card } => json!({"e": "mine", "p": seat.index(), "card": card}),
        Event::Joker { seat } => json!({"e": "joker", "p": seat.index()}),
    }
}

/// Returns the details of the outcome: for every seat the cards and face cards of its portfolio,
/// and the sum of its number cards.
pub(super) fn outcome_details(rules: &Rules, state: &State) -> Value {
    let details = |seat| {
        let Holding { cards, faces, sum, .. } = state.table.holding(rules, seat);
        json!({"cards": cards, "faces": faces, "sum": sum})
    };
    Seat::all(usize::from(rules.players)).map(details).collect()
}
