//! Little Whist against its rules: the suite of tests that every game passes, and the rulings one
//! by one.

use std::collections::BTreeSet;

use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment};
use fairdeal::game::conformance::{
    Examined, Searched, designer, draws_are_uniform, every_knob_matters, examine_presets,
    examine_random_knobs, numbers, open_decisions_are_said, with_options,
};
use fairdeal::game::{AnyGame, LegalSet};
use fairdeal::input::Location;
use fairdeal::results::{Against, CardRow};
use fairdeal::rng::BlockStreams;
use fairdeal::session::Session;
use fairdeal::show::conformance::random_games_are_told_fairly;
use fairdeal::strategy::conformance::searchers_cannot_cheat;
use fairdeal::strategy::{Playable, Repertoire, StrategyFile};

use super::*;

fn list(cards: CardSet) -> Vec<Card> {
    cards.iter().collect()
}

impl Examined for LittleWhist {
    type Search = Searched;

    fn cards(_rules: &Rules, state: &State) -> Vec<u8> {
        numbers(state.hands.into_iter().chain(state.table.played).chain([state.aside]))
    }

    fn hidden(state: &mut State, seat: Seat) -> Vec<&mut CardSet> {
        let hands = state.hands.iter_mut().enumerate();
        let others = hands.filter(|(other, _)| *other != seat.index()).map(|(_, hand)| hand);
        others.chain([&mut state.aside]).collect()
    }

    fn brute_force(
        _settings: &Settings,
        _rules: &Rules,
        state: &State,
    ) -> Option<BTreeSet<String>> {
        let hand = list(state.hands[state.table.seat.index()]);
        let led = Suit::ALL.into_iter().find(|suit| state.table.led == CardSet::of_suit(*suit));
        let follows = |card: &&Card| {
            led.is_none_or(|led| card.suit() == led || hand.iter().all(|other| other.suit() != led))
        };
        Some(hand.iter().filter(follows).map(Card::to_string).collect())
    }
}

#[test]
fn the_presets_conform() {
    examine_presets::<LittleWhist>(40);
}

#[test]
fn random_knobs_conform() {
    examine_random_knobs::<LittleWhist>(60, 6);
}

#[test]
fn games_are_told_fairly() {
    random_games_are_told_fairly::<LittleWhist>(60, 6);
}

#[test]
fn whether_decisions_are_open_is_said() {
    open_decisions_are_said::<LittleWhist>();
}

#[test]
fn every_knob_changes_the_rules() {
    every_knob_matters::<LittleWhist>(3, &["hand_size=3", "trump=spades", "max_turns=2"]);
}

#[test]
fn searchers_play_fair() {
    searchers_cannot_cheat::<LittleWhist>(&["random"]);
}

/// Plays the first cards of a block by random choices.
fn played(settings: &Settings, players: usize, block: u64, cards: usize) -> (Rules, State) {
    let rules = LittleWhist::rules(settings, players).expect("can be dealt");
    let mut chance = BlockStreams::new(6, block);
    let mut choices = chance.stream(Purpose::Strategy(0));
    let mut state = LittleWhist::start(&rules, &mut chance, &mut ());
    for _ in 0..cards {
        let legal = LittleWhist::legal(&rules, &state);
        let card = legal.nth(choices.below(legal.count()));
        LittleWhist::apply(&rules, &mut state, card, &mut chance, &mut ());
    }
    (rules, state)
}

/// A player who did not follow a suit has none of it. All hands of the opponent that fit this are
/// equally likely.
#[test]
fn hidden_cards_are_drawn_uniformly() {
    let mut tested = 0;
    for block in 0..200 {
        let (rules, state) = played(&designer::<LittleWhist>(), 2, block, 4);
        let (seat, other) = (state.table.seat, state.table.seat.other());
        if state.table.lacks[other.index()].is_empty() || state.hands[other.index()].count() != 2 {
            continue;
        }
        let view = LittleWhist::view(&rules, &state, seat);
        let unseen =
            list(DECK.minus(view.hand).minus(state.table.played[0]).minus(state.table.played[1]));
        let possible = unseen
            .iter()
            .filter(|card| !state.table.lacks[other.index()].contains(**card))
            .collect::<Vec<_>>();
        let pairs = possible.iter().enumerate().flat_map(|(index, one)| {
            possible[..index].iter().map(move |two| format!("{two} {one}"))
        });
        let key = |state: &State| {
            list(state.hands[other.index()])
                .iter()
                .map(Card::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        draws_are_uniform::<LittleWhist>(&rules, &state, seat, pairs, key);
        tested += 1;
        if tested == 3 {
            return;
        }
    }
    panic!("only {tested} positions");
}

#[test]
fn the_highest_of_the_suit_led_wins_unless_it_is_trumped() {
    let card =
        |name: &str| list(DECK).into_iter().find(|card| card.to_string() == name).expect("a card");
    for (trump, plays, winner) in [
        ("none", "QH 10H AS", 0),
        ("none", "QH KH AS", 1),
        ("spades", "QH KH 10S", 2),
        ("spades", "10S AH KS", 2),
    ] {
        let (rules, mut state) = played(
            &with_options::<LittleWhist>(&[&format!("trump={trump}"), "hand_size=1"]),
            3,
            0,
            0,
        );
        for (seat, name) in plays.split(' ').enumerate() {
            state.hands[seat] = CardSet::only(card(name));
        }
        for name in plays.split(' ') {
            LittleWhist::apply(
                &rules,
                &mut state,
                card(name),
                &mut BlockStreams::new(0, 0),
                &mut (),
            );
        }
        assert_eq!(LittleWhist::turn(&state), Turn::Over);
        let outcome = LittleWhist::outcome(&rules, &state);
        assert!(
            outcome.winners.contains(Seat::new(winner)) && outcome.winners.count() == 1,
            "{plays}: {outcome:?}"
        );
    }
}

#[test]
fn the_guard_leaves_a_game_unfinished() {
    let (rules, state) = played(&with_options::<LittleWhist>(&["max_turns=2"]), 2, 1, 4);
    assert_eq!(LittleWhist::turn(&state), Turn::Over);
    let outcome = LittleWhist::outcome(&rules, &state);
    assert!(outcome.unfinished && outcome.end_reason == 1);
}

/// To be dealt an Ace and not another card is worth something.
#[test]
fn what_cards_are_worth_is_measured() {
    let cards = CardsQuestion { exchanges: 1, blocks: 300 };
    let plan = Experiment::new(&LittleWhist, "test")
        .blocks(300)
        .cards(cards)
        .lineup(["random", "random"])
        .plan()
        .expect("two players");
    let results = Session::default().threads(1).run(&plan).expect("played").results;
    let exchanged = |row: &&CardRow| row.against == Against::Exchanged;
    let worth = |rank: &str| {
        let of_rank =
            results.cards.iter().filter(exchanged).filter(|row| row.card.starts_with(rank));
        of_rank.map(|row| row.estimate.expect("dealt")).sum::<f64>()
    };
    assert!(worth("A") > 0.0 && worth("A") > worth("10"), "{} {}", worth("A"), worth("10"));
    // Four cards of each of two players, each exchanged once, in 300 games.
    assert_eq!(
        results.cards.iter().filter(exchanged).map(|row| row.games).sum::<u128>(),
        2 * 4 * 300
    );
}

/// It says nothing of measures of play, and has them all.
#[test]
fn how_it_plays_is_measured() {
    let chances = ChancesQuestion { rollouts: 8, blocks: 10, ..ChancesQuestion::default() };
    let plan = Experiment::new(&LittleWhist, "test")
        .blocks(20)
        .chances(chances)
        .lineup_of(3, "random")
        .plan()
        .expect("three players");
    let results = Session::default().threads(1).run(&plan).expect("played").results;
    let measured = |measure: &str| {
        let row = results.play.iter().find(|row| row.measure == measure).expect("counted");
        (row.average.estimate.expect("defined"), row.average.among)
    };
    // The last card is forced; 4 cards of each of 3 players in 10 games of which chances are
    // estimated, 3 with a choice at most.
    assert!(measured("branching").0 > 1.5 && measured("longest_forced_run").0 >= 1.0);
    assert!((30..=90).contains(&measured("tension").1));
    // Each is looked at twice: as a spectator, and as the player who decides.
    assert_eq!(results.chances.iter().map(|row| row.positions).sum::<u128>(), 2 * 120);
}

/// What the command prints, called with these arguments.
fn printed(arguments: &str) -> String {
    let mut out = Vec::new();
    let code = fairdeal::cli::run_with(
        GameList::new(&[&LittleWhist]),
        format!("own_game {arguments}").split(' '),
        &mut out,
    );
    let text = String::from_utf8(out).expect("text");
    assert_eq!(code, 0, "{arguments}: {text}");
    text
}

#[test]
fn the_command_line_knows_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("trumps").display().to_string();
    for (arguments, said) in [
        ("match little-whist --strategies random,strong --blocks 4".to_owned(), "strong"),
        (
            format!("run examples/own_game/trumps.toml --blocks 40 --out {out}"),
            "Do trumps make Little Whist less fair",
        ),
        ("rules little-whist".to_owned(), "trump"),
        ("trace little-whist --strategies random,random --games 1".to_owned(), "\"little-whist\""),
        (
            "ladder little-whist --strategies random,flat --blocks 3 --doublings 0".to_owned(),
            "the weakest to the strongest",
        ),
        (format!("show --from {out} --variant trumps --pick longest"), "trick"),
        ("list games".to_owned(), "little-whist"),
        (format!("new little-whist --out {out}.toml"), "own_game run "),
    ] {
        let text = printed(&arguments);
        assert!(text.contains(said), "{arguments}: {text}");
    }
    let table =
        std::fs::read_to_string(folder.path().join("trumps/first_player.csv")).expect("a table");
    assert!(table.lines().any(|line| line.starts_with("little-whist,trumps,")), "{table}");
}

#[test]
fn the_shipped_strategies_play() {
    for name in LittleWhist::REPERTOIRE.ladder {
        let file =
            StrategyFile::find(Repertoire::of::<LittleWhist>(), name, &Location::whole("test"))
                .expect("shipped");
        let players = [file.clone().into(), file.into()];
        let mut party = LittleWhist
            .party(&designer::<LittleWhist>(), &players, 1, false)
            .expect("can be dealt");
        let (game, _) = party.trace(0).expect("legal play");
        assert_eq!(
            (&game["lengths"]["tricks"], &game["outcome"]["unfinished"]),
            (&json!(4), &json!(false)),
            "{name}"
        );
    }
}
