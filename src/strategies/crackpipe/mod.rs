//! Strategies for Crackpipe.

mod greedy;
mod heuristic;

use crate::games::crackpipe::Crackpipe;
use crate::strategy::{FlatMonteCarlo, Ismcts, Random, kinds};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crackpipe.
    Player, seated as Seated, for Crackpipe, shipped in "crackpipe": ["flat", "greedy", "heuristic", "random", "strong"],
        climbing ["random", "greedy", "heuristic", "flat", "strong"] {
        "random" => Random(Random),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
    } searching {
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
}
