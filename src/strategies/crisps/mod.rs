//! Strategies for Crisps.

mod greedy;
mod heuristic;

use crate::games::crisps::Crisps;
use crate::strategy::{FlatMonteCarlo, Ismcts, Random, kinds};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crisps.
    Player, seated as Seated, for Crisps, shipped in "crisps": ["flat", "greedy", "heuristic", "random", "strong"],
        climbing ["random", "greedy", "heuristic", "flat", "strong"] {
        "random" => Random(Random),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
    } searching {
        "flat-monte-carlo" => FlatMonteCarlo(FlatMonteCarlo<Crisps>),
        "ismcts" => Ismcts(Ismcts<Crisps>),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<super::Crisps>(&["random", "greedy"]);
    }
}
