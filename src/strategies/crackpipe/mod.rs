//! Strategies for Crackpipe.

use crate::games::crackpipe::Crackpipe;
use crate::strategy::{Random, kinds};

kinds! {
    /// A player of Crackpipe.
    Player for Crackpipe, shipped in "crackpipe": ["random"] {
        "random" => Random(Random),
    }
}
