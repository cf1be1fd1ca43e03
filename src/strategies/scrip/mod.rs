//! Strategies for Scrip.

use crate::games::scrip::Scrip;
use crate::strategy::{Random, kinds};

kinds! {
    /// A player of Scrip.
    Player for Scrip, shipped in "scrip": ["random"] {
        "random" => Random(Random),
    }
}
