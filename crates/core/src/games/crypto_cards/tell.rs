//! Crypto Cards in words, for people.

use super::CryptoCards;
use super::actions::{Action, Kind};
use super::rules::Rules;
use super::state::Event;
use super::view::View;
use crate::cards::standard::{CardSet, Suit};
use crate::game::{Eyes, Game, Tell, counted_cards, told_place_points};
use crate::seat::Seat;

/// The words of Crypto Cards.
pub(super) struct Words;

/// The names of the currencies, in the order of the suits.
const CURRENCIES: [&str; 4] = ["LUK (clubs)", "LUX (diamonds)", "LUV (hearts)", "LUT (spades)"];

fn cards(set: CardSet) -> String {
    if set.is_empty() {
        "empty".to_owned()
    } else {
        set.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl Tell<CryptoCards> for Words {
    fn part(&self, view: &View<'_>) -> Option<String> {
        Some(format!("Turn {}: seat {}", view.table.turns + 1, view.table.seat))
    }

    fn table(&self, view: &View<'_>) -> Vec<String> {
        let jokers = view.rules.knobs.jokers;
        let mut lines = vec![format!(
            "Deck: {}. Jokers out: {} of {jokers}.",
            counted_cards(view.deck()),
            view.table.jokers_out
        )];
        let markets = Suit::ALL
            .into_iter()
            .zip(CURRENCIES)
            .filter(|(suit, _)| !view.table.market.and(CardSet::of_suit(*suit)).is_empty());
        let before = lines.len();
        lines.extend(markets.map(|(suit, name)| {
            format!("Market of {name}: {}", cards(view.table.market.and(CardSet::of_suit(suit))))
        }));
        if lines.len() == before {
            lines.push("All markets are empty.".to_owned());
        }
        lines.extend(Seat::all(view.players()).map(|seat| {
            let portfolio = view.table.portfolio(seat);
            format!("Portfolio of seat {seat} ({}): {}", portfolio.count(), cards(portfolio))
        }));
        lines
    }

    fn hand(&self, view: &View<'_>) -> Option<String> {
        (!view.hand.is_empty()).then(|| cards(view.hand))
    }

    fn action(&self, _rules: &Rules, action: Action) -> String {
        let card = action.card();
        match action.kind() {
            Kind::Sell => format!("sells {card}"),
            Kind::Face => format!("plays {} to sell {card}", action.face()),
            Kind::Also => format!("sells {card} too"),
            Kind::Buy => format!("buys {card}"),
            Kind::Keep => "sells nothing more".to_owned(),
            Kind::Transfer => format!("puts {card} into its portfolio"),
        }
    }

    fn is_public(&self, _action: Action) -> bool {
        true
    }

    fn choice(&self, rules: &Rules, action: Action) -> String {
        match action.kind() {
            Kind::Keep => "sell nothing".to_owned(),
            _ => CryptoCards::action_name(rules, action),
        }
    }

    fn event(&self, _rules: &Rules, event: &Event<'_>, eyes: Eyes) -> Vec<String> {
        let told = match event {
            Event::Setup(_) => "Hands are dealt, and the Jokers are put into the deck.".to_owned(),
            Event::Mine(seat, card) if eyes.see(*seat) => format!("Seat {seat} mines {card}."),
            Event::Mine(seat, _) => format!("Seat {seat} mines a card, unseen."),
            Event::Joker(seat) => format!("Seat {seat} turns up a Joker."),
        };
        vec![told]
    }

    fn begins(&self, event: &Event<'_>) -> bool {
        // With `sell_first` a card is also mined in the middle of a turn; the sentence names the
        // seat.
        matches!(event, Event::Setup(_) | Event::Mine(..) | Event::Joker(_))
    }

    fn ending(&self, rules: &Rules, reason: usize) -> String {
        let ending = match reason {
            0 if rules.knobs.equal_turns => {
                format!(
                    "Joker {} is out, and the round is over or no card is left to draw: the game \
                        is over.",
                    rules.knobs.end_on_joker
                )
            }
            0 => format!("Joker {} is out: the game is over.", rules.knobs.end_on_joker),
            _ => format!(
                "There were {} turns (max_turns): the game is unfinished.",
                rules.knobs.max_turns
            ),
        };
        ending + &told_place_points(rules.knobs.place_points)
    }
}
