//! Crisps in traces.

use serde_json::{Value, json};

use super::actions::Action;
use super::combination::{Kind, SPECIAL};
use super::rules::{Rules, SpecialRank, rank_of};
use super::state::Event;
use crate::seat::Seat;

/// Returns the text of a rank: `2` to `10`, and `Q` or `J` for the special rank.
pub fn rank_name(rules: &Rules, rank: u8) -> &'static str {
    const NAMES: [&str; 9] = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
    if rank != SPECIAL {
        return NAMES[usize::from(rank)];
    }
    match rules.knobs.special_rank {
        SpecialRank::Queen => "Q",
        SpecialRank::Jack => "J",
    }
}

/// Returns the text of an action: `single 8`, `run 4-8`, `pass`, `take pile`.
pub(super) fn action_name(rules: &Rules, action: Action) -> String {
    match action {
        Action::PASS => "pass".to_owned(),
        Action::TAKE_FACE_UP => "take face_up".to_owned(),
        Action::TAKE_PILE => "take pile".to_owned(),
        _ => {
            let combination = action.combination();
            let (kind, lowest) = (combination.kind.name(), rank_name(rules, combination.rank));
            match combination.kind {
                Kind::Run | Kind::Stair => {
                    let highest = rank_name(rules, combination.rank + combination.length - 1);
                    format!("{kind} {lowest}-{highest}")
                }
                _ => format!("{kind} {lowest}"),
            }
        }
    }
}

/// Returns an event as the trace writes it.
pub(super) fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
    let name = |rank: &u8| rank_name(rules, *rank);
    match event {
        Event::Deal { state } => {
            let names = |cards: &[u8]| {
                cards.iter().map(|&identity| name(&rank_of(identity))).collect::<Vec<_>>()
            };
            let deck = &state.deck[..usize::from(state.deck_size)];
            let (set_aside, rest) = deck.split_at(usize::from(rules.knobs.set_aside));
            let (in_turn, rest) = rest.split_at(usize::from(rules.in_turn));
            let more = names(&rest[..usize::from(rules.dealt - rules.in_turn)]);
            let longer = rules.longer_hand(state.table.starter).index();
            let hand = |seat: usize| {
                let first =
                    in_turn.iter().skip(seat).step_by(2).map(|&identity| name(&rank_of(identity)));
                first.chain(more.iter().copied().filter(|_| seat == longer)).collect::<Vec<_>>()
            };
            json!({
                "e": "deal",
                "starter": state.table.starter.index(),
                "set_aside": names(set_aside),
                "hands": [hand(0), hand(1)],
                "face_up": state.table.face_up().as_ref().map(name),
                "pile": names(&deck[deck.len() - usize::from(state.table.pile)..]),
            })
        }
        Event::Draw { seat, face_up, rank } => {
            let from = if *face_up { "face_up" } else { "pile" };
            json!({"e": "draw", "p": seat.index(), "from": from, "card": name(rank)})
        }
        Event::FaceUp { rank } => json!({"e": "face_up", "card": rank.as_ref().map(name)}),
        Event::Skip { seat } => json!({"e": "skip", "p": seat.index()}),
        Event::DealEnd { winner, scores } => {
            json!({"e": "deal_end", "winner": winner.map(Seat::index), "scores": scores})
        }
    }
}
