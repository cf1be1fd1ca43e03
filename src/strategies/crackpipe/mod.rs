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
    Player, seated as Seated, for Crackpipe, shipped in "../../../strategies/crackpipe/": ["exploiter", "flat", "greedy", "heuristic", "learned", "strong"],
        climbing ["random", "greedy", "heuristic", "flat", "learned", "strong"],
        asking in "../../../experiments/": [
            "crackpipe-learned", "crackpipe-length", "crackpipe-variants", "crackpipe-variants-learned", "first-player-crackpipe",
            "first-player-ladder-crackpipe", "handicaps-crackpipe",
            "in-place-crackpipe-3", "in-place-crackpipe-4", "in-place-crackpipe-6", "ladder-crackpipe",
            "play-crackpipe",
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
    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<super::Crackpipe>(&["random", "greedy"]);
    }

    #[test]
    fn features_keep_their_promises() {
        crate::strategy::conformance::features_keep_their_promises::<super::Crackpipe>(60);
    }

    /// Before a network has learned anything, what is left is the heuristic.
    #[test]
    fn a_network_that_says_nothing_plays_as_the_heuristic() {
        crate::strategy::conformance::a_silent_network_plays_as::<super::Crackpipe>("heuristic");
    }

    #[test]
    fn restrictions_are_kept() {
        crate::strategy::conformance::restrictions_are_kept::<super::Crackpipe>();
    }
}
