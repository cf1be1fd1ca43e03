//! Strategies for Scrip.

mod greedy;
mod heuristic;
mod hoarder;

use crate::games::scrip::Scrip;
use crate::strategy::{Random, kinds};

pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use hoarder::Hoarder;

kinds! {
    /// A player of Scrip.
    Player, seated as Seated, for Scrip, shipped in "scrip": ["greedy", "heuristic", "hoarder", "patient", "random"] {
        "random" => Random(Random),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
        "hoarder" => Hoarder(Hoarder),
    }
}
