//! Scrip in words, for people.

use super::Scrip;
use super::actions::{Action, Kind, sum_name};
use super::game::EndReason;
use super::rules::Rules;
use super::state::{Event, set_of};
use super::view::View;
use crate::cards::standard::CardSet;
use crate::game::{Eyes, Tell, counted_cards, told_place_points};
use crate::seat::Seat;

/// The words of Scrip.
pub(super) struct Words;

fn cards(set: CardSet) -> String {
    if set.is_empty() {
        "none".to_owned()
    } else {
        set.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl Tell<Scrip> for Words {
    fn part(&self, view: &View<'_>) -> Option<String> {
        Some(format!("Turn {}: seat {}", view.table.turns, view.table.active))
    }

    fn table(&self, view: &View<'_>) -> Vec<String> {
        let mut lines = vec![format!(
            "Market: {}. Stockpile: {}.",
            cards(view.table.market),
            counted_cards(view.stockpile())
        )];
        lines.extend(Seat::all(view.players()).map(|seat| {
            let discards = view.discards(seat);
            let discards = if discards.is_empty() { "nothing".to_owned() } else { cards(discards) };
            let (hand, pile) = (view.hand_size(seat), view.pile_size(seat));
            format!(
                "Seat {seat} has {hand} in hand, {pile} in its draw pile, discarded {discards}."
            )
        }));
        lines
    }

    fn hand(&self, view: &View<'_>) -> Option<String> {
        (!view.hand.is_empty()).then(|| cards(view.hand))
    }

    fn action(&self, _rules: &Rules, action: Action) -> String {
        let card = action.card().map_or_else(String::new, |card| card.to_string());
        let used = sum_name(action.used());
        match action.kind() {
            Kind::Buy => format!("buys {card} with {used}"),
            Kind::Exchange => format!("exchanges {used} for {card}"),
            Kind::Steal => format!("steals {card}"),
            Kind::End => "ends its turn".to_owned(),
            Kind::Counter => format!("counters with {used} and takes the card itself"),
            Kind::Pass => "lets it happen".to_owned(),
        }
    }

    fn is_public(&self, _action: Action) -> bool {
        true
    }

    fn choice(&self, _rules: &Rules, action: Action) -> String {
        match action.kind() {
            Kind::End => "end the turn".to_owned(),
            Kind::Pass => "let it happen".to_owned(),
            _ => action.to_string(),
        }
    }

    fn event(&self, _rules: &Rules, event: &Event<'_>, eyes: Eyes) -> Vec<String> {
        let told = match event {
            Event::Setup(_) => {
                "Cards are dealt: a draw pile for each, the Market, the Stockpile.".to_owned()
            }
            Event::Refill(card) => format!("{card} comes from the Stockpile to the Market."),
            Event::Shuffle(seat, pile) => {
                format!(
                    "Seat {seat} shuffles its discards into a new draw pile: {}.",
                    counted_cards(pile.len() as u32)
                )
            }
            Event::Draw(seat, drawn) if eyes.see(*seat) => {
                format!("Seat {seat} draws {}.", cards(set_of(drawn)))
            }
            Event::Draw(seat, cards) => {
                format!("Seat {seat} draws {}.", counted_cards(cards.len() as u32))
            }
        };
        vec![told]
    }

    fn begins(&self, event: &Event<'_>) -> bool {
        matches!(event, Event::Setup(_))
    }

    fn ending(&self, rules: &Rules, reason: usize) -> String {
        let ending = match EndReason::ALL.get(reason) {
            Some(EndReason::StockpileAndReds) => {
                "The Stockpile is empty and no red card is in the Market: the game is over."
                    .to_owned()
            }
            Some(EndReason::Stockpile) => "The Stockpile is empty: the game is over.".to_owned(),
            Some(EndReason::Unfinished) | None => format!(
                "There were {} turns (max_turns): the game is unfinished.",
                rules.knobs.max_turns
            ),
        };
        ending + &told_place_points(rules.knobs.place_points)
    }
}
