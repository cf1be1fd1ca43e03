//! Crackpipe in words, for people.

use super::Crackpipe;
use super::actions::Action;
use super::cards::{card_of, rank_name};
use super::game::EndReason;
use super::piles::{Stack, THE_PIPE};
use super::rules::Rules;
use super::state::{Event, State};
use super::view::{Pile, View};
use crate::cards::standard::Card;
use crate::game::{Eyes, Tell, counted_cards, told_place_points};
use crate::seat::Seat;

/// The words of Crackpipe.
pub(super) struct Words;

/// The number of cards of a pile that are shown, from its top.
const MOST_CARDS: usize = 16;

fn written(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

/// A pile from its top, "QH 3D 5C", and how many more there are.
fn pile(pile: Pile<'_>) -> String {
    let (size, told) = (pile.size() as usize, written(pile.cards().take(MOST_CARDS)));
    match size {
        0 => "empty".to_owned(),
        _ if size > MOST_CARDS => format!("{told} and {} more", size - MOST_CARDS),
        _ => told,
    }
}

/// The stack from its bottom, in the order drawn.
fn stack(state: &State, stack: Stack) -> String {
    let mut cards: Vec<Card> = state.table.piles.cards(stack).map(card_of).collect();
    cards.reverse();
    written(cards.into_iter())
}

impl Tell<Crackpipe> for Words {
    fn part(&self, view: &View<'_>) -> Option<String> {
        Some(format!("Turn {}: seat {}", view.turns(), view.turn_of()))
    }

    fn table(&self, view: &View<'_>) -> Vec<String> {
        let emptied = match view.times_emptied() {
            0 => String::new(),
            1 => ", emptied once".to_owned(),
            times => format!(", emptied {times} times"),
        };
        let mut lines = vec![
            format!(
                "Stash: {}{emptied}. Resin: {}.",
                counted_cards(view.stash_size()),
                counted_cards(view.resin_size())
            ),
            format!("THE pipe, from its top: {}", pile(view.the_pipe())),
        ];
        lines.extend(Seat::all(view.players()).map(|seat| {
            let pipe = view.pipe(seat);
            format!("Pipe of seat {seat} ({}): {}", pipe.size(), pile(pipe))
        }));
        lines
    }

    fn hand(&self, view: &View<'_>) -> Option<String> {
        let drawn = view
            .stack()
            .filter(|stack| view.placing() && view.turn_of() == view.seat && stack.size() > 0)?;
        let mut cards: Vec<Card> = drawn.cards().collect();
        cards.reverse();
        Some(format!("the stack {} (its top last)", written(cards.into_iter())))
    }

    fn action(&self, _rules: &Rules, action: Action) -> String {
        let does = match action {
            Action::OWN => "puts the stack on its own pipe",
            Action::THE => "puts the stack on THE pipe",
            Action::TOP => "puts the stack on top of its pipe",
            _ => "puts the stack at the bottom of its pipe",
        };
        does.to_owned()
    }

    fn is_public(&self, _action: Action) -> bool {
        true
    }

    fn choice(&self, _rules: &Rules, action: Action) -> String {
        let choice = match action {
            Action::OWN => "on its own pipe",
            Action::THE => "on THE pipe",
            Action::TOP => "on top",
            _ => "at the bottom",
        };
        choice.to_owned()
    }

    fn event(&self, _rules: &Rules, event: &Event<'_>, eyes: Eyes) -> Vec<String> {
        let told = match event {
            Event::Setup(state) => {
                format!(
                    "Every player has one card, and so has THE pipe. Seat {} goes first.",
                    state.first_player
                )
            }
            Event::Hit(state) => {
                let (seat, drawn) = (state.table.now.seat, state.table.stack);
                let cards = if eyes.see(seat) {
                    format!(": {}", stack(state, drawn))
                } else {
                    ", unseen".to_owned()
                };
                format!("Seat {seat} takes a hit of {}{cards}.", counted_cards(drawn.size().into()))
            }
            Event::Reshuffle(state) => {
                format!(
                    "That emptied the stash: the resin is shuffled into it, {}.",
                    counted_cards(state.stash.size().into())
                )
            }
            Event::Pass(state, receiver) => {
                let (seat, passed) = (state.table.now.seat, state.table.stack);
                let card = card_of(passed.bottom());
                format!(
                    "The {card} there is higher: it goes to the bottom of the stack, and seat \
                        {seat} passes all to seat {receiver}: {}.",
                    stack(state, passed)
                )
            }
            Event::Flip(state) => {
                let cards = u32::from(state.table.piles.size(THE_PIPE))
                    + u32::from(state.table.stack.size());
                let top = rank_name(card_of(state.table.stack.top()));
                format!(
                    "The {top} flips THE pipe: {} to the resin.",
                    if cards == 1 { "it goes".to_owned() } else { format!("{cards} cards go") }
                )
            }
        };
        vec![told]
    }

    fn begins(&self, event: &Event<'_>) -> bool {
        matches!(event, Event::Hit(_) | Event::Reshuffle(_) | Event::Setup(_))
    }

    fn ending(&self, rules: &Rules, reason: usize) -> String {
        let ending = match EndReason::ALL.get(reason) {
            Some(EndReason::Stash) if rules.knobs.passes_over_stash == 1 => {
                "The stash was emptied: the game is over.".to_owned()
            }
            Some(EndReason::Stash) => format!(
                "The stash was emptied {} times: the game is over.",
                rules.knobs.passes_over_stash
            ),
            Some(EndReason::Resin) => {
                "The stash was emptied, and the resin is empty: the game is over.".to_owned()
            }
            Some(EndReason::Unfinished) | None => format!(
                "There were {} turns (max_turns): the game is unfinished.",
                rules.knobs.max_turns
            ),
        };
        ending + &told_place_points(rules.knobs.place_points)
    }
}
