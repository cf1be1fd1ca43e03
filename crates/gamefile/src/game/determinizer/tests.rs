//! Hidden cards and numbers change no draw of a determinization, and so no choice of a
//! player that searches.

use std::path::{Path, PathBuf};

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::TypedGame;

use super::{Determinizer, Drawing};
use crate::front;
use crate::game::{FileGame, MadeGame, Rules, State};
use crate::machine::code::NumberInfo;
use crate::machine::redraw;
use crate::machine::zones::{Exchange, Line, UNCHANGED};

/// The shipped games, and one with hidden numbers.
fn games() -> Vec<MadeGame> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let is_game = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "py") && !path.ends_with("fairdeal.py")
    };
    let folder = std::fs::read_dir(root.join("games")).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.path()).filter(is_game).collect();
    paths.sort();
    let features =
        ["draft.py", "slots.py"].map(|name| root.join("tests/gamefile/features").join(name));
    paths.extend(features);
    let made = paths.iter().map(|path| {
        let text = std::fs::read_to_string(path).expect("a game");
        let mut tables = |name: &str| {
            std::fs::read_to_string(path.with_file_name(name)).map_err(|error| error.to_string())
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        MadeGame::new(front::compile(&file, &text, &mut tables).expect("a program"))
    });
    made.collect()
}

/// Exchanges the cards of pools, and those of heaps that are in no pool. (Without another shuffle,
/// the events of a heap's cards that are also in a pool cannot belong to other cards.)
fn exchanged(drawing: &Drawing, stream: &mut Stream) -> Exchange {
    let mut cards = UNCHANGED;
    let mut exchange = |group: &[u16]| {
        let mut drawn = group.to_vec();
        stream.shuffle(&mut drawn);
        for (place, card) in group.iter().zip(drawn) {
            cards[usize::from(*place)] = card;
        }
    };
    drawing.pools.iter().for_each(&mut exchange);
    let is_pooled = |card: &u16| drawing.pools.iter().flatten().any(|other| other == card);
    for heap in drawing.heaps.iter() {
        let known: Vec<u16> = heap.iter().copied().filter(|card| !is_pooled(card)).collect();
        exchange(&known);
    }
    cards
}

/// The state with other hidden cards, choices and numbers, which looks the same to the seat: all
/// that happened so far happened to the other cards.
fn rearranged(rules: &Rules, state: &State, seat: Seat, stream: &mut Stream) -> State {
    let code = &rules.code;
    let determinizer: Determinizer = FileGame::determinizer(&FileGame::view(rules, state, seat));
    let cards = exchanged(&determinizer.drawing, stream);
    let mut other = state.clone();
    let machine = other.machine_mut();
    redraw::exchange(code, machine, &cards);
    machine.zones.relabel_log(|line| Line {
        card: cards.get(usize::from(line.card)).copied().unwrap_or(line.card),
        ..line
    });
    redraw::choose_anew(code, machine, seat.index() as u8, |bound| stream.below(bound));
    let is_drawn = |info: &NumberInfo, of| !info.is_seen(of, seat.index() as u8);
    redraw::draw_numbers(code, machine, is_drawn, |bound| stream.below(bound));
    other
}

/// All that a game shows from here on, with random choices.
fn played_on(rules: &Rules, mut state: State, number: u64) -> Vec<String> {
    let mut streams = BlockStreams::new(11, number);
    let mut choices = streams.stream(Purpose::Strategy(2));
    let mut told = Vec::new();
    while let Turn::Decide(seat) = FileGame::turn(&state) {
        let legal = FileGame::legal(rules, &state);
        told.push(format!("{seat} {legal:?} {:?}", FileGame::view(rules, &state, seat).to_json()));
        let action = legal.nth(choices.below(legal.count()));
        FileGame::apply(rules, &mut state, action, &mut streams, &mut ());
    }
    told.push(format!("{:?}", FileGame::outcome(rules, &state)));
    told
}

#[test]
fn what_a_seat_cannot_see_changes_no_draw() {
    let (mut decisions, mut others) = (0, 0);
    for game in games() {
        let description = TypedGame::repertoire(&game).game;
        let name = description.name;
        let settings = Settings::defaults(description.knobs);
        let rules = game.rules_of(&settings, description.most_players.min(4)).expect("rules");
        for index in 0..3 {
            let mut streams = BlockStreams::new(3, index);
            let mut choices = streams.stream(Purpose::Strategy(0));
            let mut state = FileGame::start(&rules, &mut streams, &mut ());
            let mut number = 0;
            while let Turn::Decide(seat) = FileGame::turn(&state) {
                let legal = FileGame::legal(&rules, &state);
                if number < 20 || number % 16 == 0 {
                    let other = rearranged(&rules, &state, seat, &mut choices);
                    let (view, same) = (
                        FileGame::view(&rules, &state, seat),
                        FileGame::view(&rules, &other, seat),
                    );
                    assert_eq!(view.to_json(), same.to_json(), "{name}");
                    assert_eq!(legal, FileGame::legal(&rules, &other), "{name}");
                    let mut streams = [choices.clone(), choices.clone()];
                    let [drawn, again] = [view, same].map(|view| FileGame::determinizer(&view));
                    let (one, two) = (
                        FileGame::sample(&rules, &drawn, &mut streams[0]),
                        FileGame::sample(&rules, &again, &mut streams[1]),
                    );
                    assert_eq!(streams[0], streams[1], "{name}");
                    assert_eq!(
                        played_on(&rules, one, number),
                        played_on(&rules, two, number),
                        "{name}, game {index}, decision {number}"
                    );
                    decisions += 1;
                    others += u32::from(
                        played_on(&rules, state.clone(), number)
                            != played_on(&rules, other, number),
                    );
                }
                let action = legal.nth(choices.below(legal.count()));
                FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
                number += 1;
            }
        }
    }
    // The test means something: mostly the other state is another one.
    assert!(others * 2 > decisions, "{others} of {decisions}");
}

#[test]
fn what_no_seat_can_know_is_drawn_anew_and_changes_no_view() {
    let (mut decisions, mut others) = (0, 0);
    for game in games() {
        let description = TypedGame::repertoire(&game).game;
        let name = description.name;
        let settings = Settings::defaults(description.knobs);
        let players = description.most_players.min(4);
        let rules = game.rules_of(&settings, players).expect("rules");
        let mut streams = BlockStreams::new(5, 0);
        let mut choices = streams.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(&rules, &mut streams, &mut ());
        let mut number = 0;
        while let Turn::Decide(seat) = FileGame::turn(&state) {
            let legal = FileGame::legal(&rules, &state);
            let mut drawn = state.clone();
            FileGame::draw_secrets(&rules, &mut drawn, &mut choices);
            assert_eq!(FileGame::turn(&drawn), Turn::Decide(seat), "{name}");
            assert_eq!(FileGame::legal(&rules, &drawn), legal, "{name}");
            for seat in Seat::all(players) {
                let [seen, same] =
                    [&state, &drawn].map(|state| FileGame::view(&rules, state, seat).to_json());
                assert_eq!(seen, same, "{name}, decision {number}, seat {seat}");
            }
            if number % 16 == 0 {
                decisions += 1;
                let now = played_on(&rules, state.clone(), number);
                others += u32::from(now != played_on(&rules, drawn, number));
            }
            let action = legal.nth(choices.below(legal.count()));
            FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
            number += 1;
        }
    }
    // Some games have piles that no seat has seen, and some do not.
    assert!(0 < others && others < decisions, "{others} of {decisions}");
}
