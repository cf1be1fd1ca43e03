//! Strategies for Crisps.

mod greedy;
mod heuristic;
#[cfg(test)]
mod learned_tests;
mod solving;

use crate::games::crisps::Crisps;
use crate::kinds;
use crate::strategy::{FlatMonteCarlo, Learned};

pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use solving::Solving;

kinds! {
    /// A player of Crisps.
    Player, seated as Seated, for Crisps,
        shipped in "../../../strategies/crisps/": [
            "exploiter", "flat", "greedy", "heuristic", "learned", "no-queen-leads",
            "no-special-reply", "strong",
        ],
        climbing ["random", "greedy", "heuristic", "flat", "learned", "strong"],
        asking in "../../../experiments/": [
            "crisps-events", "crisps-hands-adapted", "crisps-learned", "crisps-open-queens", "crisps-options",
            "crisps-queens", "crisps-rules", "crisps-starter", "crisps-variants",
            "crisps-variants-learned", "crisps-variants-strong", "first-player-crisps",
            "first-player-ladder-crisps", "handicaps-crisps", "in-place-crisps-2", "ladder-crisps",
            "play-crisps",
        ],
        weighing with ["learned.weights"] {
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
        "flat-monte-carlo" => FlatMonteCarlo(FlatMonteCarlo<Crisps>),
        "ismcts" => Ismcts(Solving),
        "learned" => Learned(Learned<Crisps>),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<super::Crisps>(&[
            "random", "greedy",
        ]);
    }

    #[test]
    fn features_keep_their_promises() {
        crate::strategy::conformance::features_keep_their_promises::<super::Crisps>(60);
    }

    #[test]
    fn restrictions_are_kept() {
        crate::strategy::conformance::restrictions_are_kept::<super::Crisps>();
    }
}
