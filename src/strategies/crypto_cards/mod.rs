//! Strategies for Crypto Cards.

mod dummy;
mod greedy;
mod heuristic;

use crate::games::crypto_cards::CryptoCards;
use crate::strategy::{Random, kinds};

pub use dummy::Dummy;
pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crypto Cards.
    Player for CryptoCards, shipped in "crypto-cards": ["dummy", "greedy", "heuristic", "random"] {
        "random" => Random(Random),
        "dummy" => Dummy(Dummy),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
    }
}
