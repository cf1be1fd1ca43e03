//! Crisps in words, for people.

use super::Crisps;
use super::actions::Action;
use super::combination::Kind;
use super::hand::Hand;
use super::rules::{Rules, rank_of};
use super::state::Event;
use super::view::View;
use crate::game::{Eyes, Game, Tell, counted_cards};
use crate::seat::Seat;

/// The words of Crisps.
pub(super) struct Words;

fn cards(rules: &Rules, hand: Hand) -> String {
    hand.iter().map(|rank| rules.rank_name(rank)).collect::<Vec<_>>().join(" ")
}

/// A rank with its article: "an 8", "a 10".
fn a(rank: &str) -> String {
    format!("{} {rank}", if rank == "8" { "an" } else { "a" })
}

/// Two numbers by seat, from those of the seat that sees and of its opponent.
fn by_seat<T>(seat: Seat, [own, other]: [T; 2]) -> [T; 2] {
    if seat.index() == 0 { [own, other] } else { [other, own] }
}

impl Tell<Crisps> for Words {
    fn part(&self, view: &View<'_>) -> Option<String> {
        Some(format!("Deal {}, round {} of the match", view.table.deals, view.table.rounds))
    }

    fn table(&self, view: &View<'_>) -> Vec<String> {
        let rules = view.rules;
        let [one, other] = by_seat(view.seat, [view.hand.size(), view.opponent_cards()]);
        let face_up = view
            .table
            .face_up()
            .map_or_else(String::new, |rank| format!(", and face up {}", a(rules.rank_name(rank))));
        let [points, others] = view.table.scores;
        let mut lines = vec![
            format!("Points: {points} to {others}. Cards in hand: {one} and {other}."),
            format!("Pile: {}{face_up}.", counted_cards(view.pile())),
        ];
        if !view.table.played.is_empty() {
            lines.push(format!("Played: {}", cards(rules, view.table.played)));
        }
        let known = by_seat(view.seat, [view.known_of_own(), view.known_of_opponent()]);
        let known = Seat::all(2).zip(known).filter(|(_, known)| !known.is_empty());
        lines.extend(known.map(|(seat, known)| {
            format!("Known to both in seat {seat}'s hand: {}", cards(rules, known))
        }));
        lines
    }

    fn hand(&self, view: &View<'_>) -> Option<String> {
        (!view.hand.is_empty()).then(|| cards(view.rules, view.hand))
    }

    fn action(&self, rules: &Rules, action: Action) -> String {
        let combination = action.combination();
        let lowest = rules.rank_name(combination.rank);
        let highest = || rules.rank_name(combination.rank + combination.length.max(1) - 1);
        match combination.kind {
            Kind::Single => format!("plays {}", a(lowest)),
            Kind::Pair => format!("plays a pair of {lowest}s"),
            Kind::Triple => format!("plays a triple of {lowest}s"),
            Kind::Quad => format!("plays a quad of {lowest}s"),
            Kind::Run => format!("plays a run from {lowest} to {}", highest()),
            Kind::Stair => format!("plays a stair from {lowest} to {}", highest()),
            Kind::Take if action == Action::TAKE_FACE_UP => {
                "takes the card that lies face up".to_owned()
            }
            Kind::Take => "takes the top card of the pile".to_owned(),
            Kind::Pass => "passes".to_owned(),
        }
    }

    fn is_public(&self, _action: Action) -> bool {
        true
    }

    fn choice(&self, rules: &Rules, action: Action) -> String {
        match action {
            Action::TAKE_FACE_UP => "take the card face up".to_owned(),
            Action::TAKE_PILE => "take the top of the pile".to_owned(),
            _ => Crisps::action_name(rules, action),
        }
    }

    fn event(&self, rules: &Rules, event: &Event<'_>, eyes: Eyes) -> Vec<String> {
        let name = |rank: u8| rules.rank_name(rank);
        let told = match event {
            Event::Deal(state) => {
                let mut told =
                    vec![format!("Cards are dealt. Seat {} leads.", state.table.starter)];
                let set_aside: Hand = state.deck[..usize::from(rules.knobs.set_aside)]
                    .iter()
                    .map(|card| rank_of(*card))
                    .collect();
                if eyes == Eyes::All && !set_aside.is_empty() {
                    told.push(format!("Set aside, unseen by both: {}", cards(rules, set_aside)));
                }
                return told;
            }
            Event::Draw { seat, face_up: true, rank } => {
                format!("Seat {seat} gains the {} that lay face up.", name(*rank))
            }
            Event::Draw { seat, rank, .. } if eyes.see(*seat) => {
                format!("Seat {seat} gains {} from the pile.", a(name(*rank)))
            }
            Event::Draw { seat, .. } => format!("Seat {seat} gains a card from the pile, unseen."),
            Event::FaceUp(Some(rank)) => {
                format!("The next card is turned face up: {}.", a(name(*rank)))
            }
            Event::FaceUp(None) => "The pile is used up: no card is turned face up.".to_owned(),
            Event::Skip(seat) => {
                format!(
                    "Seat {seat} passes automatically: by public information, it cannot follow."
                )
            }
            Event::DealEnd { winner: Some(winner), scores: [one, other] } => {
                format!(
                    "Seat {winner} has played its last card and wins the deal: {one} to {other} \
                        points."
                )
            }
            Event::DealEnd { winner: None, .. } => "Nobody wins the deal.".to_owned(),
        };
        vec![told]
    }

    fn begins(&self, event: &Event<'_>) -> bool {
        matches!(event, Event::Deal(_))
    }

    fn ending(&self, rules: &Rules, reason: usize) -> String {
        match reason {
            0 if rules.knobs.points_to_win == 1 => "The match is won with one point.".to_owned(),
            0 => format!("The match is won with {} points.", rules.knobs.points_to_win),
            _ => format!(
                "The last deal had more than {} decisions (max_turns): the match is unfinished.",
                rules.knobs.max_turns
            ),
        }
    }
}
