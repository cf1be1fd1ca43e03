//! How long a game lasts, and how it ends.

use super::rulings::{Position, face, sell};
use super::{Log, card, cards, play_out};
use crate::game::conformance::{designer, with_options};
use crate::game::{Game, LegalSet, Turn, random_settings};
use crate::games::crypto_cards::{Action, CryptoCards, Kind, Stage, State};
use crate::rng::{BlockStreams, Purpose};
use crate::seat::Seat;

/// R6: the e-th of j Jokers is card k of D with probability C(k - 1, e - 1) C(D - k, j - e) / C(D,
/// j), and `k - e` turns are completed.
#[test]
fn the_length_of_a_game_has_its_distribution() {
    for (options, players, jokers, end, deck) in [
        (&[][..], 2, 2, 2, 44),
        (&[][..], 4, 2, 2, 34),
        (&["turn_order=sell_first"][..], 1, 2, 2, 49),
        (&["jokers=5", "end_on_joker=3", "hand_size=8"][..], 3, 5, 3, 33),
        (&["jokers=6", "end_on_joker=1", "hand_size=3"][..], 6, 6, 1, 40),
    ] {
        let rules = CryptoCards::rules(&with_options::<CryptoCards>(options), players)
            .expect("can be dealt");
        let games = 4000;
        let mut found = vec![0; deck];
        for game in 0..games {
            found[CryptoCards::lengths(&play_out(&rules, game, &mut |_| ()))[1] as usize] += 1;
        }
        let law = |turns: usize| {
            let place = turns + end;
            let ways =
                choose(place - 1, end - 1) * choose(deck.saturating_sub(place), jokers - end);
            if place <= deck { ways / choose(deck, jokers) } else { 0.0 }
        };
        let total: f64 = (0..deck).map(law).sum();
        assert!((total - 1.0).abs() < 1e-9, "{total}");
        // Lengths with few expected games are counted together, as the chi-square statistic
        // requires.
        let (mut statistic, mut cells) = (0.0, 0.0);
        let mut rest = (0.0, 0.0);
        for (turns, found) in found.into_iter().enumerate() {
            rest = (rest.0 + law(turns) * games as f64, rest.1 + f64::from(found));
            if rest.0 >= 10.0 || turns + 1 == deck {
                let (expected, observed) = rest;
                assert!(expected > 0.0 || observed == 0.0, "{turns} turns cannot be");
                statistic += if expected > 0.0 {
                    (observed - expected) * (observed - expected) / expected
                } else {
                    0.0
                };
                cells += 1.0;
                rest = (0.0, 0.0);
            }
        }
        // With c cells the statistic has mean c - 1 and variance about 2 (c - 1). It is four
        // standard deviations above its mean for about one seed in some thousands. The seed is
        // fixed, so the test fails only if the code changes, and shifting all lengths by one turn
        // makes it far larger.
        let mean: f64 = cells - 1.0;
        assert!(
            statistic < mean + 4.0 * (2.0 * mean).sqrt(),
            "{statistic} with {cells} cells, {options:?} {players}"
        );
    }
}

fn choose(from: usize, some: usize) -> f64 {
    (0..some).map(|taken| (from as f64 - taken as f64) / (taken as f64 + 1.0)).product()
}

/// R6: no choice changes the length of a game. Random choices of different streams, under rules
/// that differ in the cards that may be sold.
#[test]
fn no_choice_changes_the_length() {
    let turns = |options: &[&str], game: u64| {
        let rules =
            CryptoCards::rules(&with_options::<CryptoCards>(options), 3).expect("can be dealt");
        let last_actions = |state: &mut State, first: bool, chance: &mut BlockStreams| {
            while let Turn::Decide(_) = CryptoCards::turn(state) {
                let legal = CryptoCards::legal(&rules, state);
                let action = legal.nth(if first { 0 } else { legal.count() - 1 });
                CryptoCards::apply(&rules, state, action, chance, &mut ());
            }
            CryptoCards::lengths(state)[1]
        };
        let mut chance = BlockStreams::new(2, game);
        let state = CryptoCards::start(&rules, &mut chance, &mut ());
        let lengths =
            [true, false].map(|first| last_actions(&mut state.clone(), first, &mut chance));
        assert_eq!(lengths[0], lengths[1]);
        assert_eq!(lengths[0], CryptoCards::lengths(&play_out(&rules, game, &mut |_| ()))[1]);
        lengths[0]
    };
    for game in 0..50 {
        let expected = turns(&[], game);
        for options in [
            &["turn_order=sell_first"][..],
            &["sales_per_turn=5", "buy_back=any", "face_sales=40"],
            &["forced_sale=false"],
        ] {
            assert_eq!(turns(options, game), expected);
        }
    }
}

/// R5: after a Joker that ends the game, earlier sales still count.
#[test]
fn the_last_joker_ends_the_game_in_mid_turn() {
    let mut position = Position::new(&["turn_order=sell_first"], "QH 2C 3C 4C 5C", "AH 7S", "9S");
    position.state.jokers = 0b11;
    position.take(sell("AH"));
    assert_eq!(CryptoCards::turn(&position.state), Turn::Over);
    assert_eq!(position.state.table.market, cards("9S AH"));
    assert_eq!((position.state.table.turns, position.state.table.jokers_out), (0, 2));
    assert_eq!(position.state.hands[0].count(), 5);
}

/// R6: turns, Jokers and the end follow from the deck alone; computed once more directly from the
/// deck.
#[test]
fn the_end_follows_from_the_deck() {
    let mut stream = BlockStreams::new(15, 15).stream(Purpose::Strategy(0));
    let (mut played_to_the_end, mut run_out) = (0, 0);
    for game in 0..600 {
        let players = 1 + game as usize % 6;
        let mut settings = random_settings::<CryptoCards>(players, 60, &mut stream);
        let equal = game % 3 > 0;
        settings.apply_option(&format!("equal_turns={equal}")).expect("a knob");
        let rules = CryptoCards::rules(&settings, players).expect("can be dealt");
        let mut log = Log(&rules, Vec::new());
        CryptoCards::start(&rules, &mut BlockStreams::new(2, game), &mut log);
        let mut deck = log.1[0]["deck"].as_array().expect("cards").iter();
        let (mut turns, mut jokers) = (0, 0);
        let finished = loop {
            if equal
                && (turns as usize).is_multiple_of(players)
                && jokers >= rules.knobs.end_on_joker
            {
                played_to_the_end += u32::from(deck.len() > 0);
                break true;
            }
            if turns == rules.knobs.max_turns {
                break false;
            }
            let card = deck.by_ref().find(|card| {
                let joker = **card == "JK";
                jokers += u8::from(joker);
                !joker || (!equal && jokers == rules.knobs.end_on_joker)
            });
            run_out += u32::from(card.is_none());
            if card.is_none_or(|card| card == "JK") {
                break true;
            }
            turns += 1;
        };
        let state = play_out(&rules, game, &mut |_| ());
        let outcome = CryptoCards::outcome(&rules, &state);
        assert_eq!(
            (state.table.turns, state.table.jokers_out, !outcome.unfinished),
            (turns, jokers, finished),
            "{:?}",
            settings.to_json()
        );
    }
    assert!(
        played_to_the_end > 50 && run_out > 20,
        "{played_to_the_end} and {run_out} games: the test sees too little"
    );
}

/// `equal_turns`: the last seat of the round has its turn, and Jokers after the ending one count
/// for its face cards.
#[test]
fn with_equal_turns_the_round_is_played_to_its_end() {
    let options = ["jokers=3", "end_on_joker=1", "face_from_joker=3", "equal_turns=true"];
    let setup = |options: &[&str]| {
        let mut position = Position::new(options, "QH 2C 3C 4C 5C 6C", "9C", "");
        position.state.table.stage = Stage::Transfer;
        position.state.hands[1] = cards("QS 2D 3D 4D 5D");
        position.state.table.portfolios[1] = cards("7H");
        position.state.jokers = 0b111;
        position.take(Action::of_card(Kind::Transfer, card("6C")));
        position
    };
    let mut position = setup(&options);
    assert_eq!(
        (position.state.table.jokers_out, CryptoCards::turn(&position.state)),
        (3, Turn::Decide(Seat::new(1)))
    );
    assert!(position.legal().contains("face QS sell 7H"));
    position.take(face("QS", "7H"));
    assert_eq!((CryptoCards::turn(&position.state), position.state.table.turns), (Turn::Over, 2));
    assert!(!CryptoCards::outcome(&position.rules, &position.state).unfinished);
    // Without them the first Joker ends it.
    let position = setup(&options[..3]);
    assert_eq!((position.state.table.jokers_out, position.state.table.turns), (1, 1));
    assert_eq!(CryptoCards::turn(&position.state), Turn::Over);
    // The limit of turns is tested before the turn of seat 1, but not after the round.
    for (max_turns, unfinished) in [("max_turns=1", true), ("max_turns=2", false)] {
        let mut position = setup(&[&options[..], &[max_turns]].concat());
        if !unfinished {
            position.take(face("QS", "7H"));
        }
        assert_eq!(CryptoCards::turn(&position.state), Turn::Over);
        assert_eq!(CryptoCards::outcome(&position.rules, &position.state).unfinished, unfinished);
    }
}

#[test]
fn the_end_is_told_with_its_handicaps() {
    let told = |options: &[&str]| {
        let rules =
            CryptoCards::rules(&with_options::<CryptoCards>(options), 2).expect("can be dealt");
        CryptoCards::TELLER.ending(&rules, 0)
    };
    assert_eq!(told(&[]), "Joker 2 is out: the game is over.");
    assert_eq!(
        told(&["equal_turns=true", "place_points=-1"]),
        "Joker 2 is out, and the round is over or no card is left to draw: the game is over. A score has -1 point for each place behind the first \
         player (place_points)."
    );
}

/// If no card is left to draw, the game ends there; earlier sales in this turn stand.
#[test]
fn an_empty_deck_ends_a_game_with_equal_turns() {
    let mut position = Position::new(
        &["turn_order=sell_first", "equal_turns=true"],
        "QH 2C 3C 4C 5C",
        "AH 7S",
        "9S",
    );
    position.state.jokers = 0b11;
    position.state.table.taken = 52;
    position.take(sell("AH"));
    assert_eq!(CryptoCards::turn(&position.state), Turn::Over);
    assert_eq!(position.state.table.market, cards("9S AH"));
    assert_eq!((position.state.table.turns, position.state.table.jokers_out), (0, 2));
    assert!(!CryptoCards::outcome(&position.rules, &position.state).unfinished);
}

/// The limit of turns is tested before a turn begins: a game that ends within its last allowed turn
/// is finished.
#[test]
fn the_limit_of_turns_leaves_a_game_unfinished() {
    for game in 0..200 {
        let full = play_out(
            &CryptoCards::rules(&designer::<CryptoCards>(), 2).expect("can be dealt"),
            game,
            &mut |_| (),
        )
        .table
        .turns;
        let rules = CryptoCards::rules(&with_options::<CryptoCards>(&["max_turns=20"]), 2)
            .expect("can be dealt");
        let state = play_out(&rules, game, &mut |_| ());
        let outcome = CryptoCards::outcome(&rules, &state);
        assert_eq!(
            (state.table.turns, outcome.unfinished),
            (full.min(20), full >= 20),
            "the turn in which the last Joker comes is not completed"
        );
    }
}
