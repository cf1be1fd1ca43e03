//! The trees belong to the engine's games: average results of many shuffles agree with exact
//! expectations.

use fairdeal::games::crisps::Crisps;
use fairdeal::rng::BlockStreams;
use fairdeal::seat::Seat;
use fairdeal::strategy::Playable;

use super::crisps::{rules, tree};
use super::policy::value;
use super::strategies::policy;
use crate::support::player;

const GAMES: u64 = 100_000;

#[test]
fn shuffled_games_agree_with_the_tree() {
    for options in [
        "copies=2 hand_size=2 set_aside=2",
        "copies=3 hand_size=3 set_aside=6",
        "copies=2 hand_size=3 set_aside=1 face_up_draw=false",
    ] {
        let (settings, rules) = rules(options);
        let tree = tree(&settings, &rules);
        for lineup in [["random", "random"], ["greedy", "heuristic"], ["heuristic", "random"]] {
            // A random player is asked so often that the error of its policy does not matter here.
            let [first, second] = lineup
                .map(|name| policy::<Crisps>(&tree, name, if name == "random" { 400 } else { 1 }));
            let expected = value(&tree, [&first, &second]) + 0.5;
            let mut seated = Crisps::seat(lineup.map(player::<Crisps>).to_vec());
            let wins = (0..GAMES).filter(|&block| {
                let game = Crisps::play(&rules, &mut seated, BlockStreams::new(3, block))
                    .expect("legal play");
                game.outcome.winners.contains(Seat::new(0))
            });
            let found = wins.count() as f64 / GAMES as f64;
            let error = (0.25 / GAMES as f64).sqrt();
            assert!(
                (found - expected).abs() < 4.0 * error,
                "{options}, {lineup:?}: {found} of shuffled games, {expected} of all"
            );
        }
    }
}
