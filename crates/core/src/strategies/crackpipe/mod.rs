//! Strategies for Crackpipe.

mod greedy;
mod heuristic;

use crate::games::crackpipe::Crackpipe;
use crate::kinds;
use crate::strategy::{FlatMonteCarlo, Ismcts, Learned};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crackpipe.
    Player, seated as Seated, for Crackpipe,
        shipped in "../../../strategies/crackpipe/": [
            "careless", "careless-learned", "exploiter", "flat", "greedy", "hasty-learned",
            "heuristic", "learned", "strong",
        ],
        climbing ["random", "greedy", "heuristic", "flat", "learned", "strong"],
        asking in "../../../experiments/": [
            "crackpipe-blind", "crackpipe-double-adapted", "crackpipe-drawn", "crackpipe-learned",
            "crackpipe-length", "crackpipe-rules", "crackpipe-variants",
            "crackpipe-variants-learned", "first-player-crackpipe",
            "first-player-ladder-crackpipe", "handicaps-crackpipe", "in-place-crackpipe-2",
            "in-place-crackpipe-3", "in-place-crackpipe-4", "in-place-crackpipe-6",
            "ladder-crackpipe", "play-crackpipe", "play-crackpipe-double", "tune-crackpipe",
        ],
        weighing with ["learned.weights"] {
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
        "flat-monte-carlo" => FlatMonteCarlo(FlatMonteCarlo<Crackpipe>),
        "ismcts" => Ismcts(Ismcts<Crackpipe>),
        "learned" => Learned(Learned<Crackpipe>),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::conformance::designer;
    use crate::playthrough;
    use crate::rng::BlockStreams;
    use crate::seat::MAX_SEATS;
    use crate::strategy::{Strategy, Watcher};

    #[test]
    fn cut_games_are_worth_nothing() {
        crate::strategy::conformance::cut_games_are_worth_nothing::<Crackpipe>();
    }

    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<Crackpipe>(&["random", "greedy"]);
    }

    #[test]
    fn features_keep_their_promises() {
        crate::strategy::conformance::features_keep_their_promises::<Crackpipe>(60);
    }

    /// An untrained network plays like the heuristic.
    #[test]
    fn an_untrained_network_plays_like_the_heuristic() {
        crate::strategy::conformance::a_silent_network_plays_as::<Crackpipe>("heuristic");
    }

    #[test]
    fn restrictions_are_kept() {
        crate::strategy::conformance::restrictions_are_kept::<Crackpipe>();
    }

    /// Players that observe see the decisions of others, and learn how they play anew in each game.
    #[test]
    fn models_are_fitted_to_observed_play() {
        let models = ["heuristic", "greedy", "random"];
        let table = ["random", "greedy", "heuristic", "greedy"];
        let incurious = 3;
        let rules = Crackpipe::rules(&designer::<Crackpipe>(), table.len()).expect("can be dealt");
        let suppose = |seat: usize| if seat == incurious { &models[..0] } else { &models };
        let mut watchers: Vec<Watcher<Crackpipe>> = table
            .iter()
            .enumerate()
            .map(|(seat, plays)| Watcher::new(plays, suppose(seat)))
            .collect();
        let (mut right, mut all, mut decisions) = (0, 0, 0);
        for block in 0..20 {
            decisions += playthrough::play(&rules, &mut watchers, BlockStreams::new(7, block))
                .expect("a game")
                .lengths[0];
            for (seat, watcher) in
                watchers.iter_mut().enumerate().filter(|(seat, _)| *seat != incurious)
            {
                let last = watcher.simulated(10);
                for (other, plays) in table
                    .iter()
                    .enumerate()
                    .filter(|(other, plays)| *other != seat && **plays != "random")
                {
                    let model = models.iter().position(|name| name == plays).expect("a model");
                    let mismatches = watcher.mismatches(model, other);
                    assert_eq!(
                        mismatches, 0,
                        "block {block}: to {seat}, {other} does not seem to play {plays}"
                    );
                    right +=
                        last.iter().filter(|played| usize::from(played[other]) == model).count();
                    all += last.len();
                }
            }
        }
        let [told, taken] = [Watcher::told, Watcher::taken]
            .map(|count| watchers.iter().map(count).map(u64::from).collect::<Vec<u64>>());
        let expected = |seat: usize| if seat == incurious { 0 } else { decisions - taken[seat] };
        assert!(
            (0..table.len()).all(|seat| told[seat] == expected(seat)),
            "{told:?} of {decisions}, and took {taken:?}"
        );
        assert!(
            right * 10 > all * 9,
            "at the end of a game, {right} of {all} simulated games have the right opponents"
        );

        watchers[0].new_game();
        let next = watchers[0].simulated(models.len());
        assert!(
            (0..).zip(next).all(|(turn, played)| played == [turn; MAX_SEATS]),
            "a new game is played by others"
        );
    }
}
