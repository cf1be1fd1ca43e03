//! Crackpipe in traces.

use serde_json::{Value, json};

use super::cards::card_of;
use super::piles::{Stack, THE_PIPE};
use super::rules::Rules;
use super::state::{Event, State};
use crate::cards::standard::Card;

/// Returns an event as the trace writes it.
pub(super) fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
    match event {
        Event::Setup { state } => json!({
            "e": "setup",
            "the_pipe": top_first(state, state.table.piles.whole(THE_PIPE)),
            "pipes": rules
                .seats()
                .map(|seat| top_first(state, state.table.piles.whole(seat.index())))
                .collect::<Vec<_>>(),
            "stash": stash(state),
            "first": state.first_player.index(),
        }),
        Event::Hit { state } => {
            let cards = bottom_first(state, state.table.stack);
            json!({"e": "hit", "p": state.table.now.seat.index(), "cards": cards})
        }
        Event::Reshuffle { state } => json!({"e": "reshuffle", "stash": stash(state)}),
        Event::Pass { state, receiver } => json!({
            "e": "pass",
            "from": state.table.now.seat.index(),
            "to": receiver.index(),
            "cards": bottom_first(state, state.table.stack),
        }),
        Event::Flip { state } => {
            let mut cards = bottom_first(state, state.table.piles.whole(THE_PIPE));
            cards.append(&mut bottom_first(state, state.table.stack));
            json!({"e": "flip", "cards": cards})
        }
    }
}

fn top_first(state: &State, pile: Stack) -> Vec<Card> {
    state.table.piles.cards(pile).map(card_of).collect()
}

fn bottom_first(state: &State, pile: Stack) -> Vec<Card> {
    let mut cards = top_first(state, pile);
    cards.reverse();
    cards
}

fn stash(state: &State) -> Vec<Card> {
    state.stash.cards().iter().map(|&identity| card_of(identity)).collect()
}
