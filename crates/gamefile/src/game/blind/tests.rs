//! Players that are blind to zones, and to their memory.

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn};
use fairdeal_core::input::{Location, Settings};
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::{Restriction, Strategy, StrategyFile, StrategyKind, TypedGame};

use super::*;
use crate::front;
use crate::game::greedy::Greedy;
use crate::game::{FileGame, MadeGame, State};

/// A player is shown a card, which lies in a hidden zone, and sees another one: it then says which
/// they are, and takes one of two from the market.
const FILE: &str = r#"from fairdeal import *

game("Guess", players=(1, 1))
ALL = cards([""], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6})
deck = zone(nobody)
shown = zone(nobody)
open = zone(everyone)
market = zone(everyone)
right = each_player(0)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.draw(shown)
    show(shown)
    deck.draw(open)
    for _ in range(2):
        deck.draw(market)
    if choose(0, [1, 2, 3, 4, 5, 6], say="says the shown card is {}") == shown.top.rank:
        right[0] += 1
    if choose(0, [1, 2, 3, 4, 5, 6], say="says the open card is {}") == open.top.rank:
        right[0] += 1
    deck.put(choose(0, list(market), say="takes {}"))


def score(p):
    return right[p]
"#;

fn game(text: &str) -> MadeGame {
    let mut tables = |_: &str| Err("no tables".to_owned());
    MadeGame::new(front::compile("guess.py", text, &mut tables).expect("a program"))
}

fn rules(game: &MadeGame) -> Rules {
    let settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
    game.rules_of(&settings, 1).expect("rules")
}

/// The sights with these names.
fn sights(game: &MadeGame, names: &[&str]) -> Sights {
    let all = TypedGame::repertoire(game).game.sights;
    names.iter().fold(Sights::NONE, |sights, name| {
        sights.with(all.iter().position(|sight| sight.name == *name).expect(name))
    })
}

/// The scores of a greedy player with this blindness, over some games.
fn scores(game: &MadeGame, blind: &[&str]) -> i64 {
    let (rules, blind) = (rules(game), sights(game, blind));
    let file = StrategyFile::find(TypedGame::repertoire(game), "greedy", &Location::whole("test"));
    let mut player = Greedy::new(&file.expect("a strategy"));
    let mut total = 0;
    for index in 0..100 {
        let mut streams = BlockStreams::new(9, index);
        let mut stream = streams.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(&rules, &mut streams, &mut ());
        while let Turn::Decide(seat) = FileGame::turn(&state) {
            let legal = FileGame::legal(&rules, &state);
            let view = FileGame::view(&rules, &state, seat);
            let mut draws = stream.clone();
            let action = FileGame::blinded(&view, blind, &mut draws, |view| {
                player.choose(view, &legal, &mut stream).expect("an option").into_action()
            });
            FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
        }
        assert_eq!(FileGame::mistake(&rules, &state), None);
        total += FileGame::standing(&rules, &state).scores[0];
    }
    total
}

#[test]
fn a_blind_player_does_not_know_what_it_does_not_see() {
    let game = game(FILE);
    assert_eq!(scores(&game, &[]), 200, "both cards are known");
    // The other card is always right, the one that is not known now and then. Of six cards, the
    // player still sees the market, or the market and the open card.
    let guessed = |blind: &[&str], low: i64, high: i64| {
        let score = scores(&game, blind);
        assert!((low..=high).contains(&score), "{blind:?}: {score}");
    };
    guessed(&["memory"], 110, 160);
    guessed(&["open"], 110, 160);
    guessed(&["memory", "open"], 15, 90);
    guessed(&["market"], 200, 200);
}

/// Draws states from the knowledge of the seat, and returns in how many each card of a zone
/// is another one.
fn changed(rules: &Rules, state: &State, blind: Sights, zone: &str, stream: &mut Stream) -> usize {
    let place = (0..=u16::MAX).find(|place| rules.code.zone_text(*place) == zone).expect("a zone");
    let cards = |state: &State| state.machine().zones.iter(place).collect::<Vec<_>>();
    let view = FileGame::view(rules, state, Seat::new(0));
    let mut other = stream.clone();
    FileGame::blinded(&view, blind, &mut other, |view| {
        let determinizer = FileGame::determinizer(view);
        let drawn = |_: &usize| {
            let drawn = FileGame::sample(view.rules(), &determinizer, stream);
            cards(&drawn) != cards(state)
        };
        (0..60).filter(drawn).count()
    })
}

#[test]
fn only_what_is_hidden_is_drawn_and_options_are_seen() {
    let game = game(FILE);
    let (rules, mut streams) = (rules(&game), BlockStreams::new(1, 1));
    let mut stream = streams.stream(Purpose::Strategy(0));
    let mut state = FileGame::start(&rules, &mut streams, &mut ());
    let mut count = |state: &State, blind: &[&str], zone| {
        changed(&rules, state, sights(&game, blind), zone, &mut stream)
    };
    assert_eq!(count(&state, &[], "shown"), 0);
    assert_eq!(count(&state, &["open"], "shown"), 0);
    assert!(count(&state, &["memory"], "shown") > 20);
    assert_eq!(count(&state, &["memory"], "open"), 0);
    assert!(count(&state, &["open"], "open") > 20);
    assert!(count(&state, &["market"], "market") > 20);
    for _ in 0..2 {
        let action = FileGame::legal(&rules, &state).nth(0);
        FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
    }
    // Now the cards of the market are the options.
    assert_eq!(count(&state, &["market"], "market"), 0);
    assert!(count(&state, &["market", "open"], "open") > 20);
    let view = FileGame::view(&rules, &state, Seat::new(0));
    let told = |blind: &[&str]| {
        let mut stream = BlockStreams::new(0, 0).stream(Purpose::Strategy(0));
        FileGame::blinded(&view, sights(&game, blind), &mut stream, |view| view.to_json())
    };
    assert_eq!(told(&["memory"]), view.to_json());
    assert_eq!(told(&["market"])["table"]["market"], 2);
    assert_eq!(told(&["market"])["table"]["open"], view.to_json()["table"]["open"]);
}

#[test]
fn what_a_player_can_be_blind_to_is_named() {
    let game = game(FILE);
    let description = TypedGame::repertoire(&game).game;
    let names: Vec<&str> = description.sights.iter().map(|sight| sight.name).collect();
    assert_eq!(names, ["memory", "open", "market"]);
    let place = Location::whole("test");
    let blind = |name| Restriction::default().blind_to(description, [name], &place);
    assert_eq!(blind("market").expect("a zone").blind(), ["market"]);
    let error = blind("markt").expect_err("no zone").to_string();
    assert!(error.contains("did you mean `market`?"), "{error}");
    // No seat sees the deck.
    let error = blind("deck").expect_err("hidden").to_string();
    assert!(error.contains("memory, open, market"), "{error}");
}

#[test]
fn a_zone_that_is_called_memory_keeps_its_name() {
    let game = game(&FILE.replace("open", "memory"));
    let sights = TypedGame::repertoire(&game).game.sights;
    let names: Vec<&str> = sights.iter().map(|sight| sight.name).collect();
    assert_eq!(names, ["what-was-seen", "memory", "market"]);
}
