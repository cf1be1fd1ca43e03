//! The shipped games of files: written down and played again, and looked at by searches.

use std::path::{Path, PathBuf};

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::TypedGame;
use fairdeal_gamefile::files::Files;
use fairdeal_gamefile::game::{FileGame, MadeGame};

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

#[test]
fn drawn_states_look_the_same_to_the_seat_and_play_on() {
    for name in GAMES {
        let (game, players) = game(name);
        let settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
        let rules = game.rules_of(&settings, players).expect("rules");
        for index in 0..3 {
            let mut streams = BlockStreams::new(3, index);
            let mut choices = streams.stream(Purpose::Strategy(0));
            let mut state = FileGame::start(&rules, &mut streams, &mut ());
            let mut decisions = 0;
            while let Turn::Decide(seat) = FileGame::turn(&state) {
                let legal = FileGame::legal(&rules, &state);
                // The first decisions, and a few of the later ones.
                if decisions < 12 || decisions % 16 == 0 {
                    let view = FileGame::view(&rules, &state, seat);
                    let determinizer = FileGame::determinizer(&view);
                    for _ in 0..3 {
                        let drawn = FileGame::sample(&rules, &determinizer, &mut choices);
                        let look = FileGame::view(&rules, &drawn, seat).to_json();
                        assert_eq!(look, view.to_json(), "{name}");
                        assert_eq!(FileGame::legal(&rules, &drawn), legal, "{name}");
                        // In these it follows from the rules that some hands cannot be: none has
                        // a Joker, or four of a rank. No pool tells this, so a drawn state may be
                        // one that cannot be played on.
                        if !["crypto_cards", "go_fish"].contains(&name) {
                            plays_on(&rules, drawn, players, decisions);
                        }
                    }
                }
                let action = legal.nth(choices.below(legal.count()));
                FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
                decisions += 1;
            }
            assert_eq!(FileGame::mistake(&rules, &state), None, "{name}");
        }
    }
}

/// Plays a drawn state to its end.
fn plays_on(
    rules: &<FileGame as Game>::Rules,
    mut state: <FileGame as Game>::State,
    players: usize,
    number: u64,
) {
    let mut streams = BlockStreams::new(9, number);
    let mut choices = streams.stream(Purpose::Strategy(1));
    while let Turn::Decide(seat) = FileGame::turn(&state) {
        assert!(Seat::all(players).any(|known| known == seat));
        let legal = FileGame::legal(rules, &state);
        let action = legal.nth(choices.below(legal.count()));
        FileGame::apply(rules, &mut state, action, &mut streams, &mut ());
    }
    assert_eq!(FileGame::mistake(rules, &state), None);
}
