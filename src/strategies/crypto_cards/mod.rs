//! Strategies for Crypto Cards.

use crate::games::crypto_cards::CryptoCards;
use crate::strategy::{Random, kinds};

kinds! {
    /// A player of Crypto Cards.
    Player for CryptoCards, shipped in "crypto-cards": ["random"] {
        "random" => Random(Random),
    }
}
