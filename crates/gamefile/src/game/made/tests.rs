//! Tests of the reports about places that no game reaches, and about limits.

use fairdeal_core::game::{Game, LegalSet, Turn, Unseen, UnseenKind};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::strategy::TypedGame;

use super::super::{FileGame, MadeGame};
use crate::front;

/// The game of a file whose functions are given, from line 12 on.
fn game(functions: &str) -> MadeGame {
    let text = format!(
        "from fairdeal import *\n\ngame(\"Small\", players=(2, 2))\n\
         LIMIT = knob(3, low=1, high=9, help=\"turns\")\n\
         ALL = cards([\"hearts\"], range(1, 9))\n\
         deck = zone(nobody)\nhand = each_player(zone, owner)\n\
         points = each_player(0)\n\n\n\n{functions}\n"
    );
    let program = front::compile("small.py", &text, &mut |_| Err("no tables".to_owned()));
    MadeGame::new(program.expect("a game"))
}

/// Returns the places that a few random games do not reach.
fn unseen(functions: &str, knobs: &[&str]) -> Vec<Unseen> {
    let game = game(functions);
    let watched = game.watched().expect("a file");
    for knob in knobs {
        let mut settings = Settings::defaults(TypedGame::repertoire(&game).game.knobs);
        settings.apply_option(knob).expect("a knob");
        let rules = watched.rules_of(&settings, 2).expect("rules");
        for index in 0..20 {
            let mut streams = BlockStreams::new(3, index);
            let mut choices = streams.stream(Purpose::Strategy(0));
            let mut state = FileGame::start(&rules, &mut streams, &mut ());
            while let Turn::Decide(_) = FileGame::turn(&state) {
                let legal = FileGame::legal(&rules, &state);
                let action = legal.nth(choices.below(legal.count()));
                FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
            }
        }
    }
    TypedGame::unseen(watched)
}

#[test]
fn lines_and_conditions_that_no_game_comes_to_are_found_and_what_follows_is_left_out() {
    use UnseenKind::{Function, Lines, NeverFalse, NeverTrue};
    let score = "\n\n\ndef score(p):\n    return points[p]";
    for (functions, expected) in [
        // All is reached.
        ("def play():\n    if choose(0, [1, 2]) == 1:\n        points[0] += 1", &[][..]),
        // The lines behind the condition follow from it.
        (
            "def play():\n    if choose(0, [1, 2]) > 2:\n        points[0] += 1\n        end(\"x\")",
            &[(13, 13, NeverTrue, "choose(0, [1, 2]) > 2")],
        ),
        (
            "def play():\n    a = choose(0, [1, 2])\n    if a > 0:\n        return\n    points[0] += 1",
            &[(14, 14, NeverFalse, "a > 0")],
        ),
        // Each side of `and` and `or` is tested alone, after `not`, and in a value.
        (
            "def play():\n    a = choose(0, [1, 2])\n    b = a == 1 and not a > 3\n    points[0] += 1 if b or a == 2 else 0",
            &[(14, 14, NeverTrue, "a > 3"), (15, 15, NeverFalse, "a == 2")],
        ),
        // Filters, even if ordinary code decides them for all cards at once.
        (
            "def play():\n    hand[0].put(ALL)\n    choose(0, [c for c in hand[0] if c.rank > 9 or c.rank < 4])",
            &[(14, 14, NeverTrue, "c.rank > 9")],
        ),
        // A loop over nothing, and the code after a loop without an exit.
        (
            "def play():\n    for c in list(hand[0]):\n        deck.put(c)\n    choose(0, [1])",
            &[(14, 14, Lines, "deck.put(c)")],
        ),
        (
            "def play():\n    while len(deck) < 9:\n        choose(0, [1])\n        end(\"x\")\n    points[0] = 1\n    points[1] = 1",
            &[(16, 17, Lines, "points[0] = 1")],
        ),
        // A case, and a function that only it calls.
        (
            "def play():\n    match choose(0, [(\"a\", 1), (\"b\", 2)][:1]):\n        case (\"a\", n):\n            points[0] += n\n        case (\"b\", n):\n            more(n)\n\n\ndef more(n):\n    points[1] += n",
            &[(16, 17, Lines, "case (\"b\", n):")],
        ),
        (
            "def play():\n    if choose(0, [1, 2]) == 1 or more():\n        points[0] += 1\n\n\ndef more():\n    return True",
            &[(13, 13, NeverFalse, "more()")],
        ),
        (
            "def play():\n    if choose(0, [1, 2]) > 0 or more() > 1:\n        points[0] += 1\n\n\ndef more():\n    return points[0]",
            &[(13, 13, NeverFalse, "choose(0, [1, 2]) > 0"), (17, 17, Function, "more")],
        ),
        // A condition on drawn hands alone need not have both outcomes.
        (
            "def play():\n    choose(0, [1, 2])\n\n\ndef possible(p):\n    if len(hand[p]) > 2:\n        return False\n    return True",
            &[],
        ),
        // `worth` is called at every decision.
        (
            "def play():\n    choose(0, [1, 2])\n    choose(1, [1, 2])\n\n\ndef worth(p):\n    if p == 1:\n        return points[p]\n    return 0",
            &[],
        ),
    ] {
        let found = unseen(&format!("{functions}{score}"), &["limit=3"]);
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.line, one.last_line, one.what, one.text.as_str()))
            .collect();
        assert_eq!(found, expected, "{functions}");
    }
}

#[test]
fn a_place_is_reached_if_any_rules_reach_it_and_only_limits_of_a_knob_must_be() {
    let limit = |bound: &str| {
        format!(
            "def play():\n    turns = 0\n    while choose(0, [1, 2]) == 1:\n        turns += 1\n        \
             if turns == {bound}:\n            unfinished(\"long\")\n\n\ndef score(p):\n    return p"
        )
    };
    assert_eq!(unseen(&limit("LIMIT"), &["limit=9"]).len(), 1);
    assert_eq!(unseen(&limit("LIMIT"), &["limit=9", "limit=1"]), []);
    assert_eq!(unseen(&limit("100"), &["limit=9"]), []);
    assert_eq!(game(&limit("LIMIT")).limiting_knobs(), ["limit"]);
    assert_eq!(game(&limit("100")).limiting_knobs(), [""; 0]);
    let before = "def play():\n    for _ in range(LIMIT):\n        choose(0, [1, 2])\n    \
                  unfinished(\"long\")\n\n\ndef score(p):\n    return p";
    assert_eq!(game(before).limiting_knobs(), ["limit"]);
}
