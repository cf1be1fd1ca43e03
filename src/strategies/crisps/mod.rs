//! Strategies for Crisps.

mod greedy;
mod heuristic;

use crate::games::crisps::Crisps;
use crate::strategy::{Random, kinds};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crisps.
    Player, seated as Seated, for Crisps, shipped in "crisps": ["greedy", "heuristic", "random"] {
        "random" => Random(Random),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
    }
}
