//! The shipped strategies play by any rules, and each rung of the ladder beats the one below.

use super::Player;
use crate::game::{Game, LegalSet, Outcome, Turn, random_settings};
use crate::games::scrip::{Rules, Scrip};
use crate::input::{Place, Settings};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{Seat, WIN};
use crate::strategy::{Playable, Strategy, StrategyFile};

fn player(name: &str) -> Player {
    let file = StrategyFile::find::<Scrip>(name, &Place::whole("test")).expect("shipped");
    file.player::<Scrip>().expect("a kind of the list")
}

/// Plays a game; every choice must be legal.
fn play(rules: &Rules, players: &mut [Player], block: u64) -> Outcome {
    let mut chance = BlockStreams::new(4, block);
    let mut streams: Vec<Stream> = (0..players.len()).map(|seat| chance.stream(Purpose::Strategy(seat as u8))).collect();
    let mut state = Scrip::start(rules, &mut chance, &mut ());
    while let Turn::Decide(seat) = Scrip::turn(&state) {
        let (legal, view) = (Scrip::legal(rules, &state), Scrip::view(rules, &state, seat));
        let choice = players[seat.index()].choose(&view, &legal, &mut streams[seat.index()]);
        let action = choice.expect("a choice").into_action();
        assert!(legal.contains(action));
        Scrip::apply(rules, &mut state, action, &mut chance, &mut ());
    }
    Scrip::outcome(rules, &state)
}

#[test]
fn any_rules_can_be_played() {
    let mut stream = BlockStreams::new(8, 8).stream(Purpose::Strategy(0));
    for block in 0..150 {
        let players = 2 + block as usize % 3;
        let rules = Scrip::rules(&random_settings::<Scrip>(players, 60, &mut stream), players).expect("can be dealt");
        for (name, _) in Scrip::SHIPPED {
            let mut seated = vec![player("random"); players];
            seated[block as usize % players] = player(name);
            play(&rules, &mut seated, block);
        }
    }
}

/// With seats balanced. (How much stronger each rung is, a run shows with a narrow interval; this only guards it.)
#[test]
fn the_ladder_stands() {
    let rules = Scrip::rules(&Settings::defaults(Scrip::DESCRIPTION.knobs), 2).expect("can be dealt");
    for (strong, weak, share) in
        [("greedy", "random", 0.9), ("heuristic", "greedy", 0.65), ("heuristic", "random", 0.95), ("random", "hoarder", 0.95)]
    {
        let games = 400;
        let won: u64 = (0..games)
            .map(|block| {
                let first = play(&rules, &mut [player(strong), player(weak)], block).winners;
                let second = play(&rules, &mut [player(weak), player(strong)], block).winners;
                first.credit(Seat::new(0)) + second.credit(Seat::new(1))
            })
            .sum();
        let rate = won as f64 / (2 * games * WIN) as f64;
        assert!(rate > share, "{strong} wins {rate} against {weak}");
    }
}

/// Two who never take a card play until the guard ends the game.
#[test]
fn hoarders_never_end() {
    let rules = Scrip::rules(&Settings::defaults(Scrip::DESCRIPTION.knobs), 2).expect("can be dealt");
    for block in 0..20 {
        assert!(play(&rules, &mut [player("hoarder"), player("hoarder")], block).unfinished);
    }
}
