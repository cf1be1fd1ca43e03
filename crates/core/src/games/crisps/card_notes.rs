//! The card events of Crisps: by rank and combination.

use super::Crisps;
use super::actions::{self, Action, Legal};
use super::combination::{Combination, Kind};
use super::hand::Hand;
use super::rules::{Rules, rank_of};
use super::state::{Event, State};
use crate::game::{CardNames, CardNotes, CardTeller, LegalSet};
use crate::seat::{Seat, SeatSet};

/// The ranks and combinations of Crisps: in a dealt hand, drawn, and played. Every deal counts
/// separately.
pub(super) struct Cards;

/// Ranks by their index, then the combinations: by kind, runs and stairs by length.
const NAMES: [&str; 32] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "Q or J", "single", "pair", "triple",
    "quad", //
    "run of 2", "run of 3", "run of 4", "run of 5", "run of 6", "run of 7", "run of 8", "run of 9",
    "run of 10", //
    "stair of 2", "stair of 3", "stair of 4", "stair of 5", "stair of 6", "stair of 7",
    "stair of 8", "stair of 9", "stair of 10",
];
const DEALT: usize = 0;
const DRAWN: usize = 1;
const PLAYED: usize = 2;

/// The index of a kind and length of combinations.
fn number_of(combination: &Combination) -> u8 {
    match combination.kind {
        Kind::Pair => 11,
        Kind::Triple => 12,
        Kind::Quad => 13,
        Kind::Run => 12 + combination.length,
        Kind::Stair => 21 + combination.length,
        Kind::Single | Kind::Pass | Kind::Take => 10,
    }
}

/// The ranks in a hand.
fn ranks_of(hand: Hand) -> u64 {
    hand.ranks(1).into()
}

impl Cards {
    /// The ranks of a hand, and the combinations in it.
    fn held(rules: &Rules, hand: Hand) -> u64 {
        let combinations = Legal::new(actions::within(hand, rules.sequence_ranks));
        let exist = combinations
            .iter()
            .map(Action::combination)
            .filter(|combination| rules.knobs.exists(combination));
        exist.fold(ranks_of(hand), |held, combination| held | 1 << number_of(combination))
    }
}

impl CardTeller<Crisps> for Cards {
    fn names(&self) -> CardNames {
        CardNames { cards: &NAMES, events: &["dealt", "drawn", "played"] }
    }

    fn dealt_to(&self, rules: &Rules, _: &State, place: usize, _: u16) -> Option<Seat> {
        let place = place.checked_sub(rules.knobs.set_aside.into())?;
        if place < usize::from(rules.in_turn) {
            return Some(Seat::new(place as u8 & 1));
        }
        // Seat 0 starts the first deal.
        (place < usize::from(rules.dealt)).then(|| rules.longer_hand(Seat::new(0)))
    }

    fn number(&self, _: &Rules, card: u16) -> usize {
        rank_of(card as u8).into()
    }

    fn event(&self, event: &Event<'_>, notes: &mut CardNotes) {
        match event {
            Event::Draw { seat, rank, .. } => notes.note(*seat, DRAWN, 1 << rank),
            Event::DealEnd { winner, .. } => {
                notes.settle(winner.map_or(SeatSet::NONE, SeatSet::only));
            }
            Event::Deal(_) | Event::FaceUp(_) | Event::Skip(_) => {}
        }
    }

    fn position(&self, rules: &Rules, state: &State, notes: &mut CardNotes) {
        if state.table.turns == 0 {
            for (seat, hand) in Seat::all(2).zip(state.hands) {
                notes.note(seat, DEALT, Self::held(rules, hand));
            }
        }
    }

    fn action(&self, seat: Seat, action: Action, notes: &mut CardNotes) {
        let combination = action.combination();
        if combination.cards > 0 {
            let ranks = ranks_of(Hand::EMPTY.with_combination(combination));
            notes.note(seat, PLAYED, ranks | 1 << number_of(combination));
        }
    }
}
