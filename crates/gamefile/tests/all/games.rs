//! The shipped games of files: written down and played again, and looked at by searches.

use std::path::{Path, PathBuf};

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn, random_knobs};
use fairdeal_core::input::{BY_PLAYERS, Settings, Value};
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::TypedGame;
use fairdeal_gamefile::files::Files;
use fairdeal_gamefile::game::{FileGame, MadeGame, Rules, State};

const GAMES: [&str; 10] = [
    "crackpipe", "crazy_eights", "crisps", "crypto_cards", "go_fish", "gops", "hearts",
    "kuhn_poker", "scrip", "whist",
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(format!("{name}.py"))
}

fn game(name: &str) -> (&'static MadeGame, usize) {
    let game = Files::open(&path(name)).expect("a game");
    let players = TypedGame::repertoire(game).game.most_players.min(4);
    (game, players)
}

/// The rules as the file has them.
fn rules(game: &MadeGame, players: usize) -> Rules {
    let settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
    game.rules_of(&settings, players).expect("rules")
}

#[test]
fn games_that_are_written_down_are_played_again() {
    for name in GAMES {
        let (game, players) = game(name);
        for index in 0..5 {
            let streams = BlockStreams::new(7, index);
            let (mut luck, mut choices) =
                (streams.stream(Purpose::Deck(0)), streams.stream(Purpose::Strategy(0)));
            let written = game.written(&[], players, &mut luck, &mut choices).expect("rules");
            assert_eq!(written.get("error"), None, "{name}");
            assert_eq!(game.replay(&written), written, "{name}");
        }
    }
}

/// Code that notes where games come to is other code, and must mean the same.
#[test]
fn a_watched_game_is_played_as_the_game_itself() {
    let features = [
        "bids", "bluff", "dare", "draft", "draws", "filters", "firebreak", "last_one", "leaving",
        "patience", "rummy", "values",
    ];
    let features = features.map(|name| format!("../tests/gamefile/features/{name}"));
    for name in GAMES.into_iter().chain(features.iter().map(String::as_str)) {
        let (game, players) = game(name);
        let watched = TypedGame::watched(game).expect("a file");
        let knobs = TypedGame::repertoire(game).game.knobs;
        let mut draws = BlockStreams::new(5, 0).stream(Purpose::Other(0));
        for index in 0..6 {
            let settings = random_knobs(knobs, 20, &mut draws);
            let settings = if index == 0 { Settings::defaults(knobs) } else { settings };
            let both = [game, watched].map(|game| game.rules_of(&settings, players));
            let [Ok(rules), Ok(noting)] = both else { continue };
            let mut streams = [BlockStreams::new(5, index); 2];
            let mut choices = streams[0].stream(Purpose::Strategy(0));
            let [one, other] = &mut streams;
            let mut state = FileGame::start(&rules, one, &mut ());
            let mut noted = FileGame::start(&noting, other, &mut ());
            let mut decisions = 0;
            while let Turn::Decide(seat) = FileGame::turn(&state)
                && decisions < 2000
            {
                decisions += 1;
                let legal = FileGame::legal(&rules, &state);
                let names = |rules: &Rules, state: &State| {
                    let legal = FileGame::legal(rules, state);
                    legal
                        .iter()
                        .map(|action| FileGame::action_name(rules, action))
                        .collect::<Vec<_>>()
                };
                assert_eq!(FileGame::turn(&noted), Turn::Decide(seat), "{name}");
                assert_eq!(names(&noting, &noted), names(&rules, &state), "{name}");
                let place = choices.below(legal.count());
                let action = FileGame::legal(&noting, &noted).nth(place);
                FileGame::apply(&rules, &mut state, legal.nth(place), one, &mut ());
                FileGame::apply(&noting, &mut noted, action, other, &mut ());
            }
            let end = |rules, state| {
                (
                    FileGame::turn(state),
                    FileGame::mistake(rules, state),
                    FileGame::outcome(rules, state),
                )
            };
            assert_eq!(end(&noting, &noted), end(&rules, &state), "{name}");
        }
    }
}

/// Games with these rules: calls back at the first decisions, and at a few of the later ones.
fn each_decision(
    rules: &Rules,
    games: std::ops::Range<u64>,
    found: &mut dyn FnMut(&State, Seat, u64, &mut Stream),
) {
    for index in games {
        let mut streams = BlockStreams::new(3, index);
        let mut choices = streams.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(rules, &mut streams, &mut ());
        let mut decisions = 0;
        while let Turn::Decide(seat) = FileGame::turn(&state) {
            let legal = FileGame::legal(rules, &state);
            if decisions < 12 || decisions % 16 == 0 {
                found(&state, seat, decisions, &mut choices);
            }
            let action = legal.nth(choices.below(legal.count()));
            FileGame::apply(rules, &mut state, action, &mut streams, &mut ());
            decisions += 1;
        }
        assert_eq!(FileGame::mistake(rules, &state), None);
    }
}

#[test]
fn drawn_states_look_the_same_to_the_seat() {
    for name in GAMES {
        let (game, players) = game(name);
        let rules = rules(game, players);
        each_decision(&rules, 0..3, &mut |state, seat, _, stream| {
            let view = FileGame::view(&rules, state, seat);
            let determinizer = FileGame::determinizer(&view);
            for _ in 0..3 {
                let drawn = FileGame::sample(&rules, &determinizer, stream);
                let look = FileGame::view(&rules, &drawn, seat).to_json();
                assert_eq!(look, view.to_json(), "{name}");
                assert_eq!(
                    FileGame::legal(&rules, &drawn),
                    FileGame::legal(&rules, state),
                    "{name}"
                );
            }
        });
    }
}

/// With the rules of every preset and random ones, at the smallest and the largest table.
#[test]
fn drawn_states_can_be_played_to_their_end() {
    let (mut states, mut failures) = (0, Vec::new());
    for name in GAMES {
        let (game, _) = game(name);
        let description = TypedGame::repertoire(game).game;
        let mut random = BlockStreams::new(5, 0).stream(Purpose::Other(0));
        let presets = description.presets.iter().map(|preset| {
            let mut settings = Settings::defaults(description.knobs);
            settings.apply_preset(preset);
            settings
        });
        let any = std::iter::repeat_with(|| random_knobs(description.knobs, 1, &mut random));
        for settings in presets.chain(any.take(4)) {
            for players in [description.fewest_players, description.most_players] {
                // Random rules may be refused.
                let Ok(rules) = game.rules_of(&settings, players) else { continue };
                each_decision(&rules, 0..2, &mut |state, seat, number, stream| {
                    let determinizer = FileGame::determinizer(&FileGame::view(&rules, state, seat));
                    for _ in 0..4 {
                        let drawn = FileGame::sample(&rules, &determinizer, stream);
                        states += 1;
                        if let Some(mistake) = mistake_of(&rules, drawn, number) {
                            failures.push(format!(
                                "{name} {:?} {players}: {mistake}",
                                settings.to_json()
                            ));
                        }
                    }
                });
            }
        }
    }
    assert_eq!(failures, Vec::<String>::new(), "of {states}");
}

/// Plays a drawn state to its end; returns the error of the rules that ended it.
fn mistake_of(rules: &Rules, mut state: State, number: u64) -> Option<String> {
    let mut streams = BlockStreams::new(9, number);
    let mut choices = streams.stream(Purpose::Strategy(1));
    while let Turn::Decide(_) = FileGame::turn(&state) {
        let legal = FileGame::legal(rules, &state);
        let action = legal.nth(choices.below(legal.count()));
        FileGame::apply(rules, &mut state, action, &mut streams, &mut ());
    }
    FileGame::mistake(rules, &state)
}

#[test]
fn a_default_that_follows_is_what_is_played() {
    let crazy_eights = game("crazy_eights").0;
    let knobs = TypedGame::repertoire(crazy_eights).game.knobs;
    let hand_size = |settings: &Settings| settings.value("hand_size");
    for (players, cards) in [(2, 7), (3, 5), (6, 5)] {
        let at_table = Settings::defaults(knobs).at_tables(&[players]);
        assert_eq!(hand_size(&at_table), Value::Integer(cards), "{players} players");
        let mut given = at_table.clone();
        given.apply_option(&format!("hand_size={cards}")).expect("a number of cards");
        assert!(given == at_table && given.differences().is_empty(), "{players} players");
        let written = |settings: &Settings| {
            let rules = crazy_eights.rules_of(settings, players).expect("rules");
            let state = FileGame::start(&rules, &mut BlockStreams::new(1, 1), &mut ());
            FileGame::view(&rules, &state, Seat::new(0)).to_json()
        };
        assert_eq!(written(&at_table), written(&given));
    }
    // Between these tables it differs.
    let mut settings = Settings::defaults(knobs).at_tables(&[2, 3]);
    assert_eq!(hand_size(&settings), Value::Choice(BY_PLAYERS));
    assert_eq!(settings, Settings::defaults(knobs));
    settings.apply_option("hand_size=7").expect("a number of cards");
    assert_eq!(settings.differences().len(), 1);
    settings.apply_option("hand_size=by-players").expect("as the game computes it");
    assert!(settings.differences().is_empty());
}
