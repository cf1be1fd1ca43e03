//! Pools and heaps of tiny games allow the states that plain Python found by enumeration.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fairdeal_core::game::{Game, LegalSet, Turn};
use fairdeal_core::rng::{BlockStreams, Purpose};
use serde_json::Value;

use super::{Groups, Knowledge, Remembered};
use crate::front;
use crate::game::blind::Blind;
use crate::game::{FileGame, MadeGame, Rules};
use crate::machine::state::Machine;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gamefile/tiny")
}

/// Calls back with every way to put the cards of a group into its places.
fn each_order(cards: &[u16], used: &mut Vec<u16>, found: &mut dyn FnMut(&[u16])) {
    if used.len() == cards.len() {
        return found(used);
    }
    for card in cards {
        if !used.contains(card) {
            used.push(*card);
            each_order(cards, used, found);
            used.pop();
        }
    }
}

/// Returns all maps of cards that exchange the cards of each group.
fn maps(groups: &Groups, cards: usize) -> Vec<Vec<u16>> {
    let mut all = vec![(0..cards as u16).collect::<Vec<u16>>()];
    for group in groups.iter() {
        let mut next = Vec::new();
        each_order(group, &mut Vec::new(), &mut |order| {
            for map in &all {
                let mut map = map.clone();
                for (place, card) in group.iter().zip(order) {
                    map[usize::from(*place)] = *card;
                }
                next.push(map);
            }
        });
        all = next;
    }
    all
}

/// All positions that the knowledge of the seat that decides allows.
fn positions(rules: &Rules, machine: &Machine) -> BTreeSet<String> {
    let code = &rules.code;
    let cards = code.setup.cards.len();
    let (pools, heaps) =
        Knowledge::of(code, machine, machine.head.seat.into(), &Blind::NONE).groups();
    let (pools, heaps) = (maps(&pools, cards), maps(&heaps, cards));
    let mut found = BTreeSet::new();
    for pool in &pools {
        for heap in &heaps {
            let told = (0..code.zones.len() as u16).map(|zone| {
                let mut names: Vec<&str> = machine
                    .zones
                    .iter(zone)
                    .map(|card| rules.card_name(pool[usize::from(heap[usize::from(card)])]))
                    .collect();
                names.sort_unstable();
                format!("{}: {}", code.zone_text(zone), names.join(" "))
            });
            found.insert(told.collect::<Vec<_>>().join("; "));
        }
    }
    found
}

/// Returns the positions from Python, with the zones that have no cards.
fn listed(rules: &Rules, worlds: &Value) -> BTreeSet<String> {
    let code = &rules.code;
    worlds
        .as_array()
        .expect("a list")
        .iter()
        .map(|world| {
            let world = world.as_str().expect("text");
            let told = (0..code.zones.len() as u16).map(|zone| {
                let name = code.zone_text(zone);
                let own =
                    world.split("; ").find_map(|part| part.strip_prefix(&format!("{name}: ")));
                let mut names: Vec<&str> = own.unwrap_or("").split_whitespace().collect();
                names.sort_unstable();
                format!("{name}: {}", names.join(" "))
            });
            told.collect::<Vec<_>>().join("; ")
        })
        .collect()
}

#[test]
fn what_may_be_is_what_enumeration_finds() {
    for (game, players) in [
        ("bluff", 2),
        ("bluff", 3),
        ("forehead", 2),
        ("forehead", 3),
        ("giving", 2),
        ("giving", 3),
        ("looking", 2),
        ("passing", 2),
        ("passing", 3),
    ] {
        let text = std::fs::read_to_string(folder().join(format!("{game}.py"))).expect("there");
        let program = front::compile(game, &text, &mut |_| Err("no tables".to_owned()));
        let made = MadeGame::new(program.expect("a game"));
        let path = folder().join(format!("{game}-{players}.jsonl"));
        let (mut decisions, mut equal) = (0, 0);
        for line in std::fs::read_to_string(path).expect("games").lines() {
            let given: Value = serde_json::from_str(line).expect("JSON");
            let worlds = given["worlds"].as_array().expect("a list of lists");
            let mut number = 0;
            let played = made.replay_watched(&given, &mut |rules, machine| {
                let (own, listed) = (positions(rules, machine), listed(rules, &worlds[number]));
                let missing: Vec<&String> = listed.difference(&own).collect();
                assert!(missing.is_empty(), "{game}, decision {number}: {missing:?}, has {own:?}");
                decisions += 1;
                equal += u32::from(own == listed);
                number += 1;
            });
            assert_eq!(played["decisions"], given["decisions"]);
        }
        assert_eq!(equal, decisions, "{game} for {players}: decisions that are exact");
    }
}

/// A memory that goes on from a branching says the same as one that hears everything.
#[test]
fn a_memory_of_games_that_branch_is_complete() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for (game, players) in [("go_fish", 3), ("crazy_eights", 2), ("hearts", 4)] {
        let text = std::fs::read_to_string(games.join(format!("{game}.py"))).expect("there");
        let program = front::compile(game, &text, &mut |_| Err("no tables".to_owned()));
        let made = MadeGame::new(program.expect("a game"));
        let given = vec![None; made.program().knobs.len()];
        let setup = made.program().setup(&given, &[], players).expect("a setup");
        let rules = made.rules_of_setup(&setup).expect("rules");
        let mut chance = BlockStreams::new(1, 0);
        let mut draws = chance.stream(Purpose::Other(0));
        let mut memory = Remembered::default();
        let mut states = vec![FileGame::start(&rules, &mut chance, &mut ())];
        for _ in 0..600 {
            // The last states go on more often than earlier ones.
            let back = draws.below(4).min(draws.below(4)) as usize;
            let mut state = states[states.len().saturating_sub(1 + back)].clone();
            let Turn::Decide(seat) = FileGame::turn(&state) else {
                states.truncate(1);
                continue;
            };
            let (machine, seat) = (state.machine(), seat.index());
            let seat = if draws.below(4) == 0 { 0 } else { seat };
            let (own, fresh) = (memory.at(&rules.code, machine, seat), &mut Remembered::default());
            let fresh = fresh.at(&rules.code, machine, seat);
            for card in 0..rules.code.setup.cards.len() as u16 {
                assert_eq!(own.knows(card), fresh.knows(card), "{game}: card {card}");
            }
            let legal = FileGame::legal(&rules, &state);
            let action = legal.nth(draws.below(legal.count()));
            FileGame::apply(&rules, &mut state, action, &mut chance, &mut ());
            states.push(state);
        }
    }
}
