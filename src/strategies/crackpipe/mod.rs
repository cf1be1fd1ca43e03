//! Strategies for Crackpipe.

mod greedy;
mod heuristic;

use crate::games::crackpipe::Crackpipe;
use crate::kinds;
use crate::strategy::{FlatMonteCarlo, Ismcts};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crackpipe.
    Player, seated as Seated, for Crackpipe, shipped in "../../../strategies/crackpipe/": ["exploiter", "flat", "greedy", "heuristic", "strong"],
        climbing ["random", "greedy", "heuristic", "flat", "strong"],
        asking in "../../../experiments/": [
            "crackpipe-length", "crackpipe-variants", "first-player-crackpipe", "first-player-ladder-crackpipe", "handicaps-crackpipe",
            "in-place-crackpipe-3", "in-place-crackpipe-6", "ladder-crackpipe", "play-crackpipe",
        ] {
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
        "flat-monte-carlo" => FlatMonteCarlo(FlatMonteCarlo<Crackpipe>),
        "ismcts" => Ismcts(Ismcts<Crackpipe>),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<super::Crackpipe>(&["random", "greedy"]);
    }

    #[test]
    fn restrictions_are_kept() {
        crate::strategy::conformance::restrictions_are_kept::<super::Crackpipe>();
    }
}
