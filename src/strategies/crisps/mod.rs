//! Strategies for Crisps.

mod greedy;

use crate::games::crisps::Crisps;
use crate::strategy::{Random, kinds};

pub use greedy::Greedy;

kinds! {
    /// A player of Crisps.
    Player for Crisps, shipped in "crisps": ["greedy", "random"] {
        "random" => Random(Random),
        "greedy" => Greedy(Greedy),
    }
}
