//! Games as large as they may be are played, searched and replayed; one more is refused.

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::TypedGame;
use fairdeal_gamefile::front::compile;
use fairdeal_gamefile::game::{FileGame, MadeGame, Rules, State};

/// A game of suits of 93 different cards each, and of copies of one more card.
fn cards(suits: usize, further: usize) -> String {
    let names: Vec<String> = (0..suits).map(|suit| format!("\"suit{suit}\"")).collect();
    let ranks: Vec<String> = (1..=93).map(|rank| rank.to_string()).collect();
    LARGE
        .replace("SUITS", &names.join(", "))
        .replace("RANKS", &ranks.join(", "))
        .replace("FURTHER", &further.to_string())
}

const LARGE: &str = r#"
from fairdeal import *
game("Large", players=(2, 8))
COMMON = cards([SUITS], [RANKS])
JOKERS = card("Joker", copies=FURTHER, suit="none", rank=0)
deck = zone(nobody)
hand = each_player(zone, owner)
shown = zone(everyone)
points = each_player(0)
class now(numbers):
    turns = 0
    total = 0
def play():
    deck.put(COMMON)
    deck.put_below(JOKERS)
    now.total = len(deck)
    deck.shuffle()
    for c in deck:
        now.turns += c.rank
    for p in players():
        look(p, deck[p])
    deck.deal(30, hand)
    hand.pass_on(1)
    for _ in range(6):
        for p in players():
            drawn = deck.draw_any(hand[p])
            high = [c for c in hand[p] if c.rank > 46 or c.suit == "suit0" or c.rank == 0]
            c = choose(p, high + [drawn], say="shows {}")
            shown.put_below(c)
            points[p] += len([s for s in shown if s.suit == c.suit and s.rank <= c.rank])
    deck.put(shown)
    deck.shuffle()
    for c in reversed(list(deck)):
        now.turns += 1
        if c.rank == 93:
            points[choose(0, [0, 1])] += 1
            break
def score(p):
    return points[p]
"#;

fn made(text: &str) -> MadeGame {
    let mut tables = |_: &str| Err("no tables".to_owned());
    MadeGame::new(compile("large.py", text, &mut tables).expect("a program"))
}

fn rules(game: &MadeGame, players: usize) -> Rules {
    let settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
    game.rules_of(&settings, players).expect("rules")
}

/// Plays a game at random; calls back at each decision.
fn played(rules: &Rules, number: u64, found: &mut dyn FnMut(&State, Seat)) -> State {
    let mut streams = BlockStreams::new(6, number);
    let mut choices = streams.stream(Purpose::Strategy(0));
    let mut state = FileGame::start(rules, &mut streams, &mut ());
    while let Turn::Decide(seat) = FileGame::turn(&state) {
        found(&state, seat);
        let legal = FileGame::legal(rules, &state);
        let action = legal.nth(choices.below(legal.count()));
        FileGame::apply(rules, &mut state, action, &mut streams, &mut ());
    }
    assert_eq!(FileGame::mistake(rules, &state), None);
    state
}

/// What is wrong with a file, or with the rules that it makes.
fn refused(text: &str, players: usize) -> String {
    let mut tables = |_: &str| Err("no tables".to_owned());
    match compile("large.py", text, &mut tables) {
        Err(wrong) => wrong.to_string(),
        Ok(program) => {
            let game = MadeGame::new(program);
            let settings = Settings::defaults(TypedGame::repertoire(&game).game.knobs);
            game.rules_of(&settings, players).expect_err("a limit").to_string()
        }
    }
}

#[test]
fn games_of_any_size_up_to_1023_cards_are_played_and_replayed() {
    for (suits, further, players) in
        [(1, 0, 2), (2, 69, 2), (2, 70, 2), (2, 71, 3), (11, 0, 8), (1, 930, 8)]
    {
        let game = made(&cards(suits, further));
        for number in 0..3 {
            let streams = BlockStreams::new(8, number);
            let (mut luck, mut choices) =
                (streams.stream(Purpose::Deck(0)), streams.stream(Purpose::Strategy(0)));
            let written = game.written(&[], players, &mut luck, &mut choices).expect("rules");
            assert_eq!(written.get("error"), None, "{suits} {further}");
            assert_eq!(game.replay(&written), written);
            let shuffled = written["random"][0].as_array().expect("the first deck");
            let mut order: Vec<u64> =
                shuffled.iter().filter_map(serde_json::value::Value::as_u64).collect();
            order.sort_unstable();
            assert_eq!(order, (0..(suits * 93 + further) as u64).collect::<Vec<_>>());
        }
    }
}

/// Hidden cards are drawn from all that are hidden, and what the seat sees stays.
#[test]
fn hidden_cards_of_a_large_game_are_drawn_anew() {
    for (suits, further) in [(11, 0), (1, 930), (3, 200)] {
        let rules = rules(&made(&cards(suits, further)), 3);
        let mut stream = BlockStreams::new(9, 0).stream(Purpose::Other(0));
        let (mut hands, mut last_cards) = (Vec::new(), 0);
        let mut decisions = 0;
        played(&rules, 1, &mut |state, seat| {
            decisions += 1;
            if decisions % 5 != 1 {
                return;
            }
            let view = FileGame::view(&rules, state, seat);
            let determinizer = FileGame::determinizer(&view);
            for _ in 0..3 {
                let drawn = FileGame::sample(&rules, &determinizer, &mut stream);
                assert_eq!(FileGame::view(&rules, &drawn, seat).to_json(), view.to_json());
                assert_eq!(FileGame::legal(&rules, &drawn), FileGame::legal(&rules, state));
                // The seat knows what it passed on to the next one.
                let other = Seat::new((seat.index() as u8 + 2) % 3);
                let hand = FileGame::view(&rules, &drawn, other).to_json()["hand"].clone();
                last_cards += hand.to_string().matches(" suit10").count();
                hands.push(hand.to_string());
                // Such a game goes on to its end.
                let (mut state, mut streams) = (drawn, BlockStreams::new(stream.word(), 0));
                while let Turn::Decide(_) = FileGame::turn(&state) {
                    let legal = FileGame::legal(&rules, &state);
                    let action = legal.nth(stream.below(legal.count()));
                    FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
                }
                assert_eq!(FileGame::mistake(&rules, &state), None);
            }
        });
        hands.sort_unstable();
        hands.dedup();
        assert!(hands.len() > 4, "{} hands", hands.len());
        assert_eq!(last_cards > 0, suits == 11, "cards with the highest numbers");
    }
}

#[test]
fn one_card_more_is_refused_with_both_numbers_and_the_line() {
    for (suits, further, line, found) in [(11, 1, 5, 1024), (12, 0, 4, 1116)] {
        let wrong = refused(&cards(suits, further), 2);
        assert!(wrong.contains(&format!("large.py:{line}:")), "{wrong}");
        assert!(wrong.contains(&format!("{found} cards")), "{wrong}");
        assert!(wrong.contains("at most 1023 cards in a game"), "{wrong}");
    }
}

/// A file with so many zones for each of 8 players, and of so many cards.
fn zones(count: usize, different: usize) -> String {
    let declared = |name: &str, number, zone: &str| {
        (0..number).map(|number| format!("{name}{number} = {zone}")).collect::<Vec<_>>().join("\n")
    };
    let several = declared("z", count / 8, "each_player(zone, owner)");
    let further = declared("y", count % 8, "zone(everyone)");
    let last = count / 8 - 1;
    format!(
        "from fairdeal import *\ngame(\"Zones\", players=(2, 8))\n\
         ALL = cards([\"a\"], list(range(1, {different} + 1)))\n{several}\n{further}\ndef play():\n    \
         for p in players():\n        z{last}[p].put(ALL[p])\n    z{last}.pass_on(1)\n    \
         for p in players():\n        z0[choose(p, players())].put(choose(p, list(z{last}[p])))\n\
         def score(p):\n    return len(z0[p])\n"
    )
}

#[test]
fn five_hundred_zones_are_played_and_one_more_is_refused() {
    for (count, different) in [(63, 1023), (127, 512), (255, 256), (500, 100)] {
        let rules = rules(&made(&zones(count, different)), 8);
        let mut looked = 0;
        played(&rules, 2, &mut |state, seat| {
            let view = FileGame::view(&rules, state, seat);
            let determinizer = FileGame::determinizer(&view);
            let mut stream = BlockStreams::new(1, looked).stream(Purpose::Other(1));
            let drawn = FileGame::sample(&rules, &determinizer, &mut stream);
            assert_eq!(FileGame::view(&rules, &drawn, seat).to_json(), view.to_json());
            let cards = FileGame::legal(&rules, state);
            let told = FileGame::action_name(&rules, cards.nth(0));
            let named: usize = told.trim_start_matches("seat ").parse().unwrap_or_default();
            assert!(named < 9 || told.ends_with('A'), "{told}");
            looked += 1;
        });
        assert_eq!(looked, 16);
    }
    let wrong = refused(&zones(501, 100), 8);
    assert!(wrong.contains("501 zones for 8 players"), "{wrong}");
    assert!(wrong.contains("at most 500 zones in a game"), "{wrong}");
    for (count, different, most) in [(64, 1023, 63), (128, 512, 127), (256, 256, 255)] {
        let wrong = refused(&zones(count, different), 8);
        assert!(wrong.contains(&format!("{count} zones and {different} different cards")));
        assert!(wrong.contains(&format!("at most {most} zones")), "{wrong}");
    }
}

/// A game with so many options of numbers, and as many of pairs, at one decision.
fn options(count: usize) -> String {
    format!(
        "from fairdeal import *\ngame(\"Options\", players=(2, 2))\nALL = cards([\"a\"], [1, 2])\n\
         deck = zone(everyone)\npoints = each_player(0)\ndef play():\n    deck.put(ALL)\n    \
         points[0] = choose(0, [n // 2 for n in range(2 * {count})])\n    \
         a = choose(1, [(\"pair\", n // 100, n % 100) for n in range({count})])\n    \
         points[1] = 100 * a[1] + a[2]\ndef score(p):\n    return points[p]\n"
    )
}

#[test]
fn ten_thousand_options_are_offered_and_one_more_is_refused() {
    let game = made(&options(10_000));
    let rules = rules(&game, 2);
    let mut counts = Vec::new();
    played(&rules, 3, &mut |state, _| counts.push(FileGame::legal(&rules, state).count()));
    assert_eq!(counts, [10_000; 2]);
    // Each option is what it says, the last ones too.
    for chosen in [0, 1, 255, 256, 999, 1000, 1001, 4095, 4096, 9_999] {
        let mut streams = BlockStreams::new(6, 0);
        let mut state = FileGame::start(&rules, &mut streams, &mut ());
        while let Turn::Decide(_) = FileGame::turn(&state) {
            let action = FileGame::legal(&rules, &state).nth(chosen);
            FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
        }
        let scores = FileGame::standing(&rules, &state).scores;
        assert_eq!(format!("{:?}", &scores[..2]), format!("[{chosen}, {chosen}]"));
    }
    let rules = self::rules(&made(&options(10_001)), 2);
    let state = FileGame::start(&rules, &mut BlockStreams::new(6, 0), &mut ());
    let mistake = FileGame::mistake(&rules, &state).expect("too many options");
    assert!(mistake.starts_with("large.py:8:"), "{mistake}");
    assert!(mistake.contains("a list of 20002 options; at most 10000 different ones"), "{mistake}");
}
