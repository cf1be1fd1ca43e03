//! Strategies for Crackpipe.

mod greedy;
mod heuristic;

use crate::games::crackpipe::Crackpipe;
use crate::strategy::{Random, kinds};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crackpipe.
    Player, seated as Seated, for Crackpipe, shipped in "crackpipe": ["greedy", "heuristic", "random"] {
        "random" => Random(Random),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
    }
}
