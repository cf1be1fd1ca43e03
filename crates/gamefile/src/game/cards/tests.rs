//! Card events of small games whose moves are known.

use std::path::Path;

use fairdeal_core::game::{DEALT, Game, LegalSet, Turn, random_knobs};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::strategy::TypedGame;

use super::*;
use crate::front;
use crate::game::MadeGame;

/// Two players with two cards each, and one card that both see; then `MOVES`.
const FILE: &str = r#"from fairdeal import *

game("Moves", players=(2, 2))
ALL = cards([""], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8})
deck = zone(nobody)
market = zone(everyone)
pile = each_player(zone, nobody)
hand = each_player(zone, owner)
table = each_player(zone, everyone)


def play():
    for deal in range(2):
        deck.put(ALL)
        deck.shuffle()
        deck.deal(2, hand)
        deck.draw(market)
        choose(0, ["go"])
        MOVES
        choose(0, ["stop"])


def score(p):
    return len(table[p])
"#;

fn made(moves: &str) -> MadeGame {
    let text = FILE.replace("MOVES", &moves.replace('\n', "\n        "));
    let mut tables = |_: &str| Err("no tables".to_owned());
    MadeGame::new(front::compile("moves.py", &text, &mut tables).expect("a program"))
}

/// Plays a game to its end; returns it as it began, and the notes.
fn played(game: &MadeGame, seed: u64) -> (Rules, State, CardNotes) {
    let settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
    let rules = game.rules_of(&settings, 2).expect("rules");
    let mut streams = BlockStreams::new(seed, 0);
    let mut state = FileGame::start(&rules, &mut streams, &mut ());
    let started = state.clone();
    while let Turn::Decide(_) = FileGame::turn(&state) {
        let action = FileGame::legal(&rules, &state).nth(0);
        FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
    }
    assert_eq!(FileGame::mistake(&rules, &state), None);
    let mut notes = CardNotes::default();
    Cards.over(&rules, &state, &mut notes);
    (rules, started, notes)
}

/// The cards of a zone as the game began, from the top.
fn held(rules: &Rules, state: &State, zone: &str) -> Vec<usize> {
    let zones = 0..rules.code.zones.len() as u16;
    let zone = zones.into_iter().find(|place| rules.code.zone_text(*place) == zone);
    let cards = state.machine().zones.iter(zone.expect("a zone"));
    let mut cards: Vec<usize> = cards.map(|card| rules.card_number(card)).collect();
    cards.reverse();
    cards
}

#[test]
fn moves_between_zones_are_noted_in_the_first_deal() {
    let game = made(
        "deck.draw(hand[0])\n\
         deck.draw(pile[1])\n\
         hand[1].put(pile[1])\n\
         hand[1].put(market.top)\n\
         table[0].put(hand[0][0])\n\
         hand[1].put(hand[0][0])\n\
         table[0].put(hand[1][0])",
    );
    let (first, second) = (Seat::new(0), Seat::new(1));
    for seed in 0..20 {
        let (rules, started, notes) = played(&game, seed);
        let zone = |name: &str| held(&rules, &started, name);
        let (own, other) = (zone("hand[0]"), zone("hand[1]"));
        let (deck, market) = (zone("deck"), zone("market"));
        let all_of = |seat: Seat| [DRAWN, TAKEN, PLAYED, GIVEN, LEFT].map(|e| notes.noted(seat, e));
        let bits = |cards: &[usize]| cards.iter().fold(0, |bits, card| bits | 1 << card);
        assert_eq!(
            all_of(first),
            [
                bits(&deck[..1]),
                bits(&other[1..]),
                bits(&own[1..]),
                bits(&own[..1]),
                bits(&[deck[0], own[1], other[1]]),
            ]
        );
        assert_eq!(
            all_of(second),
            [
                bits(&deck[1..2]),
                bits(&[market[0], own[0]]),
                bits(&other[1..]),
                0,
                bits(&[other[0], deck[1], market[0], own[0]]),
            ]
        );
        for (place, seat) in [(&own, first), (&other, second)] {
            for card in 0..8 {
                let dealt = Cards.dealt_to(&rules, &started, 0, card);
                let is_held = place.contains(&rules.card_number(card));
                assert_eq!(dealt == Some(seat), is_held, "card {card} of seat {seat}");
            }
        }
    }
}

#[test]
fn cards_that_are_passed_on_go_from_hand_to_hand() {
    let game = made("hand.pass_on(1)");
    let (rules, started, notes) = played(&game, 1);
    let cards = |seat: &str| {
        let cards = held(&rules, &started, &format!("hand[{seat}]"));
        cards.iter().fold(0, |bits, card| bits | 1 << card)
    };
    let (own, other) = (cards("0"), cards("1"));
    let of_event = |event: usize| [0, 1].map(|seat| notes.noted(Seat::new(seat), event));
    assert_eq!(of_event(GIVEN), [own, other]);
    assert_eq!(of_event(TAKEN), [other, own]);
    assert_eq!((of_event(DRAWN), of_event(PLAYED)), ([0; 2], [0; 2]));
    assert_eq!(of_event(LEFT), [other, own]);
}

/// A pile that is shuffled while cards are in hands is no new deal.
#[test]
fn a_reshuffle_is_no_new_deal() {
    let game = made("deck.put(market)\ndeck.shuffle()\ntable[0].put(hand[0])");
    let (rules, started, notes) = played(&game, 2);
    let own = held(&rules, &started, "hand[0]");
    let played = notes.noted(Seat::new(0), PLAYED);
    assert_eq!(played, own.iter().fold(0, |bits, card| bits | 1 << card));
}

#[test]
fn the_cards_of_all_shipped_games_have_numbers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("games").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|end| end != "py") || path.ends_with("fairdeal.py") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a game");
        let mut tables = |_: &str| Err("no tables".to_owned());
        let game = MadeGame::new(front::compile("game.py", &text, &mut tables).expect("a game"));
        let names = TypedGame::card_names(&game).expect("names");
        assert_eq!(names.events[DEALT], "dealt");
        let description = TypedGame::repertoire(&game).game;
        let mut stream = BlockStreams::new(5, 0).stream(Purpose::Strategy(0));
        for _ in 0..40 {
            let settings = random_knobs(description.knobs, 50, &mut stream);
            let players = description.most_players;
            let Ok(rules) = game.rules_of(&settings, players) else { continue };
            for (card, definition) in rules.code.setup.cards.iter().enumerate() {
                let number = rules.card_number(card as u16);
                assert_eq!(names.cards[number], definition.name, "{}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} rules");
}
