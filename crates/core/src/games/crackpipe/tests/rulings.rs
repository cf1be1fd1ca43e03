//! Rulings one by one, with cards chosen for them.

use serde_json::Value;

use super::{Named, card_of, with_options};
use crate::game::{Game, LegalSet, Observer, Outcome, Turn};
use crate::games::crackpipe::piles::Stack;
use crate::games::crackpipe::{Action, Crackpipe, Event, Pile, Rules, State};
use crate::seat::Seat;

/// A game with chosen cards, and its events.
struct Told {
    rules: Rules,
    state: State,
    chance: Named,
    events: Vec<Value>,
}

/// Writes down the events.
struct Log<'t>(&'t Rules, &'t mut Vec<Value>);

impl Observer<Crackpipe> for Log<'_> {
    fn event(&mut self, event: Event<'_>) {
        self.1.push(Crackpipe::event_json(self.0, &event));
    }
}

impl Told {
    /// The cards from the top of the first shuffle: THE pipe, the pipes, the stash; then those of
    /// later shuffles.
    fn new(players: usize, options: &[&str], shuffles: &[&str]) -> Self {
        Self::with_lot(players, options, shuffles, 0)
    }

    fn with_lot(players: usize, options: &[&str], shuffles: &[&str], lot: u32) -> Self {
        let rules =
            Crackpipe::rules(&with_options::<Crackpipe>(options), players).expect("can be dealt");
        let mut chance = Named { lot, ..Named::new(shuffles) };
        let mut events = Vec::new();
        let state = Crackpipe::start(&rules, &mut chance, &mut Log(&rules, &mut events));
        Self { rules, state, chance, events }
    }

    /// Takes actions by name, and checks that each is legal.
    fn play(&mut self, actions: &str) -> &mut Self {
        for name in actions.split_whitespace() {
            let legal = Crackpipe::legal(&self.rules, &self.state);
            let action = legal
                .iter()
                .find(|action| action.name() == name)
                .unwrap_or_else(|| panic!("{name} is none of {legal:?}"));
            let mut log = Log(&self.rules, &mut self.events);
            Crackpipe::apply(&self.rules, &mut self.state, action, &mut self.chance, &mut log);
        }
        self
    }

    /// Plays `own` and `top` until the game is over or `max` decisions are taken.
    fn play_on(&mut self, max: usize) -> &mut Self {
        for _ in 0..max {
            if Crackpipe::turn(&self.state) == Turn::Over {
                break;
            }
            let action = Crackpipe::legal(&self.rules, &self.state).nth(0).name();
            self.play(action);
        }
        self
    }

    fn end_reason(&self) -> &'static str {
        Crackpipe::DESCRIPTION.end_reasons[usize::from(self.outcome().end_reason)]
    }

    fn outcome(&self) -> Outcome {
        Crackpipe::outcome(&self.rules, &self.state)
    }

    /// The text of a pipe, from its top.
    fn pipe(&self, seat: u8) -> String {
        let pile = Crackpipe::view(&self.rules, &self.state, Seat::new(seat)).pipe(Seat::new(seat));
        pile.cards().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn the_pipe(&self) -> String {
        let pile = Crackpipe::view(&self.rules, &self.state, Seat::new(0)).the_pipe();
        pile.cards().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn happened(&self, kind: &str) -> usize {
        self.events.iter().filter(|event| event["e"] == kind).count()
    }

    fn decides(&self) -> (usize, &'static str) {
        let Turn::Decide(seat) = Crackpipe::turn(&self.state) else { panic!("the game is over") };
        (
            seat.index(),
            if Crackpipe::legal(&self.rules, &self.state).contains(Action::OWN) {
                "places"
            } else {
                "receives"
            },
        )
    }
}

/// R1.
#[test]
fn the_highest_card_begins_and_the_lowest_of_level_seats() {
    let first = |cards, options: &[&str], lot| {
        Crackpipe::first_player(&Told::with_lot(4, options, &[cards], lot).state).index()
    };
    assert_eq!(first("2C 3C 9D KD 10H", &[], 0), 2);
    assert_eq!(first("AC KC 9D KD 10H", &[], 0), 0);
    assert_eq!(first("AC 3C KD KC 10H", &["first_player_tie=random"], 0), 1);
    assert_eq!(first("AC 3C KD KC 10H", &["first_player_tie=random"], 1), 2);
    assert_eq!(first("2C AC JK KC JK", &["first_player_tie=random"], 1), 3);
}

#[test]
fn a_hit_is_drawn_by_the_top_of_the_own_pipe() {
    let hit = |top: &str, options: &[&str]| {
        let game = Told::new(2, options, &[&format!("2C {top} 2D")]);
        game.events[1]["cards"].as_array().expect("cards").len()
    };
    for (tops, base, double) in [
        ("3C 4C 5C", 1, 1),
        ("6C 7C 8C", 1, 2),
        ("9C 10C", 1, 3),
        ("JC", 2, 3),
        ("QC KC", 2, 4),
        ("AC", 3, 4),
        ("JK", 4, 5),
    ] {
        for top in tops.split(' ') {
            assert_eq!((hit(top, &[]), hit(top, &["hit_table=double"])), (base, double), "{top}");
        }
    }
    let table = "hit_table={ none = 1, \"2\" = 1, \"3\" = 7, \"4\" = 1, \"5\" = 1, \"6\" = 1, \"7\" = 1, \"8\" = 1, \"9\" = 1, \"10\" = 1, J = 1, \
                 Q = 1, K = 1, A = 6, joker = 8 }";
    assert_eq!(
        [hit("3C", &[table]), hit("AC", &[table]), hit("JK", &[table]), hit("KC", &[table])],
        [7, 6, 8, 1]
    );
}

#[test]
fn a_stack_below_the_top_card_is_passed_with_it() {
    // Seat 0 draws 3D and 9D by its Jack: the nine is the value, and the Jack goes below.
    let mut game = Told::new(3, &[], &["2C JC 4C 5C 3D 9D 6D"]);
    game.play("own");
    assert_eq!(
        (game.decides(), game.pipe(0)),
        ((2, "receives"), String::new()),
        "counterclockwise"
    );
    assert_eq!(
        game.events.last().map(|event| event["cards"].to_string()),
        Some("[\"JC\",\"3D\",\"9D\"]".to_owned())
    );
    game.play("bottom");
    assert_eq!(
        (game.pipe(2).as_str(), game.decides()),
        ("5C 9D 3D JC", (1, "places")),
        "the turn goes clockwise all the same"
    );
    let mut game = Told::new(3, &["pass_direction=clockwise"], &["2C JC 4C 5C 3D 9D 6D"]);
    game.play("own top");
    assert_eq!((game.pipe(1).as_str(), game.decides()), ("9D 3D JC 4C", (1, "places")));
}

#[test]
fn an_equal_or_higher_stack_stays() {
    let mut game = Told::new(2, &[], &["7C 9C 4C 9D 7D"]);
    game.play("own the");
    assert_eq!((game.pipe(0).as_str(), game.the_pipe().as_str()), ("9D 9C", "7D 7C"));
}

/// R2, R3 and `flip_from`.
#[test]
fn high_cards_flip_the_pipe() {
    let flips = |card: &str, options: &[&str]| {
        let mut game = Told::new(2, options, &[&format!("2C 5C 4C {card} 3D")]);
        game.play("the");
        assert_eq!(game.happened("flip") == 1, game.the_pipe().is_empty());
        game.happened("flip") == 1
    };
    let flipping =
        |options: &[&str]| ["10D", "JD", "QD", "KD", "AD", "JK"].map(|card| flips(card, options));
    assert_eq!(flipping(&[]), [false, false, true, true, true, true]);
    assert_eq!(flipping(&["flip_from=J", "cherry=true"]), [false, true, true, true, true, false]);
    assert_eq!(
        flipping(&["flip_from=K", "joker_flips=false"]),
        [false, false, false, true, true, false]
    );
    assert_eq!(
        flipping(&["flip_from=A", "cherry=true", "joker_flips=true"]),
        [false, false, false, false, true, true]
    );
    let mut own = Told::new(2, &[], &["2C 5C 4C KD 3D"]);
    assert_eq!(own.play("own").happened("flip"), 0);
}

/// R3.
#[test]
fn with_cherry_cards_passed_with_a_joker_go_on_top() {
    let cards = "JK 5C 4C 9D 3D";
    let mut cherry = Told::new(2, &["cherry=true"], &[cards]);
    cherry.play("the");
    assert_eq!((cherry.decides(), cherry.pipe(1).as_str()), ((1, "places"), "9D JK 4C"));
    assert_eq!(Told::new(2, &[], &[cards]).play("the").decides(), (1, "receives"));
    // With a card off one's own pipe there is a choice, and so there is with any other card off THE
    // pipe.
    let mut own = Told::new(2, &["cherry=true"], &["2C JK 4C 9D 9C 9H 9S"]);
    assert_eq!(own.play("own").decides(), (1, "receives"));
    let mut ace = Told::new(2, &["cherry=true"], &["AC 5C 4C 9D 3D"]);
    assert_eq!(ace.play("the").decides(), (1, "receives"));
}

/// R6.
#[test]
fn an_empty_pipe_gives_no_choice() {
    // Seat 0 loses its only card, and then is passed one.
    let mut game = Told::new(2, &[], &["2C 9C 8C 5D 5C"]);
    game.play("own top");
    assert_eq!((game.pipe(0).as_str(), game.pipe(1).as_str()), ("", "5D 9C 8C"));
    game = Told::new(2, &[], &["10C 9C 8C 5D 7C"]);
    game.play("own bottom");
    game.play("the");
    assert_eq!((game.decides(), game.pipe(0).as_str()), ((0, "places"), "7C 10C"));
}

/// R6 with several decks: the same cards in the same order.
#[test]
fn equal_cards_give_no_choice_of_top_or_bottom() {
    // Seat 0 passes 9C and 5D, from the bottom to the top. The pipe of seat 1 is set to cards of
    // the second deck.
    for (pipe, asked) in [
        ("9C 5D", false),
        ("9D 5D", true),
        ("9C 5C", true),
        ("9C 4D 5D", true),
        ("9C 3C 3D 5D", true),
        ("5D 9C", true),
        ("5D", true),
    ] {
        let mut game = Told::new(2, &["decks=2"], &["2C 9C 4C 5D"]);
        let identity = |name: &str| {
            let mut second_deck = game.rules.all.cards().iter().filter(|card| **card >= 64);
            *second_deck
                .find(|card| card_of(**card).to_string() == name)
                .expect("in the second deck")
        };
        let cards: Vec<u8> = pipe.split(' ').map(identity).collect();
        let piles = &mut game.state.table.piles;
        piles.take_top(1, &mut { Stack::EMPTY });
        piles.link(&cards);
        piles.put_on_top(1, Stack::new(cards[cards.len() - 1], cards[0], cards.len() as u8), false);
        game.play("own");
        assert_eq!(game.decides() == (1, "receives"), asked, "on {pipe}");
        assert_eq!(game.pipe(1).split(' ').count(), cards.len() + if asked { 0 } else { 2 });
    }
}

/// R4 and R5: 52 cards, eight drawn at a time, so that the stash is emptied soon.
const EIGHTS: &str = "hit_table={ none = 8, \"2\" = 8, \"3\" = 8, \"4\" = 8, \"5\" = 8, \"6\" = 8, \"7\" = 8, \"8\" = 8, \"9\" = 8, \"10\" = 8, \
                      J = 8, Q = 8, K = 8, A = 8, joker = 8 }";

#[test]
fn an_empty_resin_ends_the_game() {
    // 49 cards in the stash: seven hits. THE pipe is never flipped, since everything is placed on
    // own pipes.
    let mut game = Told::new(2, &[EIGHTS, "jokers_per_deck=0", "passes_over_stash=10"], &[""]);
    game.play_on(1000);
    assert_eq!((game.happened("hit"), game.happened("reshuffle")), (7, 0));
    let outcome = game.outcome();
    assert_eq!(outcome.scores[0] + outcome.scores[1], 51, "all but THE pipe");
    assert_eq!((outcome.unfinished, game.end_reason()), (false, "resin empty"));
}

#[test]
fn the_last_cards_are_placed_or_not_counted() {
    let played = |finish: &str| {
        let mut game =
            Told::new(2, &[EIGHTS, "jokers_per_deck=0", "passes_over_stash=1", finish], &[""]);
        game.play_on(1000);
        assert_eq!(game.happened("hit"), 7);
        (game.outcome().scores.iter().sum::<i64>(), Crackpipe::lengths(&game.state)[..2].to_vec())
    };
    // 51 cards without THE pipe's; the last hit is the one card left. Except for one pass,
    // everything stays on own pipes.
    let (finished, unfinished) =
        (played("finish_last_turn=true"), played("finish_last_turn=false"));
    assert_eq!((finished.0, unfinished.0), (51, 50));
    assert_eq!((finished.1[1], unfinished.1[1]), (7, 7), "the turn counts");
    assert!(finished.1[0] > unfinished.1[0], "and its decision is taken only where it counts");
}

#[test]
fn the_resin_is_shuffled_in_before_the_last_hit_is_placed() {
    // THE pipe is flipped by a Queen at once: its two cards and seven more are the new stash.
    let options = [EIGHTS, "jokers_per_deck=0", "passes_over_stash=2"];
    let mut game = Told::new(2, &options, &["2D 4D 3D 2H 3H 4H 5H 6H 7H 8H QH", "QH 2D"]);
    game.play("the").play_on(6 + 6);
    let kinds: Vec<&str> = game.events.iter().filter_map(|event| event["e"].as_str()).collect();
    let reshuffle = kinds.iter().position(|kind| *kind == "reshuffle").expect("a reshuffle");
    assert_eq!(kinds[reshuffle - 1], "hit");
    let stash = game.events[reshuffle]["stash"].as_array().expect("cards");
    assert_eq!((stash.len(), &stash[0], &stash[1]), (9, &"QH".into(), &"2D".into()));
    assert!(game.happened("hit") >= 7);
}

/// R7: the limit of turns is tested before a turn begins.
#[test]
fn a_game_that_ends_within_its_last_turn_is_finished() {
    let played = |max_turns: &str| {
        let mut game =
            Told::new(2, &[EIGHTS, "jokers_per_deck=0", "passes_over_stash=1", max_turns], &[""]);
        game.play_on(1000);
        (game.outcome().unfinished, game.end_reason(), Crackpipe::lengths(&game.state)[1])
    };
    assert_eq!(
        [played("max_turns=7"), played("max_turns=6")],
        [(false, "stash emptied", 7), (true, "max_turns", 6)]
    );
}

/// R8.
#[test]
fn level_players_share_the_win() {
    let game = Told::new(4, &["max_turns=1"], &["2C 3C 4C 5C 6C"]);
    let outcome = game.outcome();
    assert_eq!((outcome.winners.count(), &outcome.scores[..5]), (4, &[1, 1, 1, 1, 0][..]));
}

/// `place_points`, H2: places are counted from the player who begins; the points are part of the
/// score in an unfinished game too.
#[test]
fn places_count_from_the_first_player() {
    for (points, scores, winners) in
        [(0, [1, 1, 1, 1], 0b1111), (3, [7, 10, 1, 4], 0b0010), (-2, [-3, -5, 1, -1], 0b0100)]
    {
        // The King begins: seat 2. Its hit of two is on its way when the only turn ends the game.
        let knob = format!("place_points={points}");
        let game = Told::new(4, &["max_turns=1", &knob], &["2C 3C 4C KC 6C"]);
        let standing = Crackpipe::standing(&game.rules, &game.state);
        assert_eq!((&standing.scores[..4], standing.leaders.bits()), (&scores[..], winners));
        assert_eq!(game.outcome().scores, standing.scores);
        let view = Crackpipe::view(&game.rules, &game.state, Seat::new(0));
        assert_eq!(view.state.first_player, Seat::new(2));
    }
}

/// R9: cards drawn by another seat are unseen until placed, except for the public one.
#[test]
fn only_the_drawer_sees_a_hit() {
    let mut game = Told::new(3, &[], &["8C JC 4C 5C 3D 7D 6D"]);
    let view = |game: &Told, seat: u8| {
        let view = Crackpipe::view(&game.rules, &game.state, Seat::new(seat));
        (
            view.stack().map(Pile::top),
            view.stack_size(),
            view.stash().is_some(),
            view.unseen().iter().sum::<u8>(),
        )
    };
    assert_eq!([view(&game, 0), view(&game, 1)], [(Some(7), 2, true, 48), (None, 2, false, 50)]);
    game.play("the");
    assert_eq!([view(&game, 0), view(&game, 2)], [(Some(7), 3, true, 48); 2]);
}
