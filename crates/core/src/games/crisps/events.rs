//! The events that Crisps counts.

use super::Crisps;
use super::actions::{self, Action};
use super::combination::Combination;
use super::hand::Hand;
use super::rules::Rules;
use crate::game::{Code, EventCounter, EventCounts, Step, events};
use crate::seat::Seat;

events! {
    DEALS = "deals won": "deals that a player won";
    LEFT = "cards left with the loser" MeanOf(DEALS):
        "the cards that the loser of a deal still holds when it ends";
    QUEENS_LED = "Queens led":
        "leads with a Queen in them (Jacks where these replace Queens), triples and quads aside";
    QUEENS = "Queens played":
        "plays with a Queen in them, led or not, triples and quads aside";
    ANSWERED = "Queens answered by a special" ShareOf(QUEENS):
        "plays with a Queen in them that a triple or quad beats";
    SPECIALS_LED = "specials led": "leads that are triples or quads";
    SPECIALS = "specials played": "plays that are triples or quads, led or not";
    DRAWS = "cards drawn": "cards that players draw after a pass, face up or not";
    COMPLETED = "draws that completed a combination" ShareOf(DRAWS):
        "drawn cards with which the hand has a combination of several cards that it did not have";
}

/// Counts them.
#[derive(Debug)]
pub(super) struct Counter;

impl EventCounter<Crisps> for Counter {
    fn step(&self, step: &Step<'_, Crisps>, counts: &mut EventCounts) {
        let Step { rules, before, action, after } = *step;
        let (seat, played) = (before.table.seat, action.combination());
        let mut hands = before.hands;
        hands[seat.of_two()] = hands[seat.of_two()].without_combination(played);
        if played.cards > 0 {
            let current = before.table.current;
            count_play(played, current, counts);
            if hands[seat.of_two()].is_empty() {
                counts.add(DEALS, 1);
                counts.add(LEFT, hands[seat.other().of_two()].size());
                return;
            }
        }
        for seat in Seat::all(2) {
            let (held, now) = (hands[seat.of_two()], after.hands[seat.of_two()]);
            // At most one card, after a pass.
            if now.size() > held.size() {
                counts.add(DRAWS, 1);
                counts.add_if(COMPLETED, completes(rules, held, now));
            }
        }
    }
}

fn has_queen(combination: &Combination) -> bool {
    combination.contains_special() && !combination.kind.is_special_combination()
}

fn count_play(played: &Combination, current: Action, counts: &mut EventCounts) {
    let (leads, special) = (current == Action::PASS, played.kind.is_special_combination());
    counts.add_if(QUEENS, has_queen(played));
    counts.add_if(QUEENS_LED, has_queen(played) && leads);
    counts.add_if(SPECIALS, special);
    counts.add_if(SPECIALS_LED, special && leads);
    counts.add_if(ANSWERED, special && has_queen(current.combination()));
}

/// Returns whether a hand has a combination of several cards that it did not have before.
fn completes(rules: &Rules, before: Hand, now: Hand) -> bool {
    let [before, now] = [before, now].map(|hand| actions::within(hand, rules.sequence_ranks));
    let is_new = |action: Action| {
        let combination = action.combination();
        combination.cards > 1
            && rules.knobs.exists(combination)
            && now.contains(action.code())
            && !before.contains(action.code())
    };
    Action::all().any(is_new)
}
