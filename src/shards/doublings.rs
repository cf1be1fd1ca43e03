//! What a ladder played to find out how far doubled budgets help, as a text that a plan can hold.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::packing::{pack, unpack};
use crate::results::KeptCounts;

/// Counts as a text.
pub(super) fn written(counts: &KeptCounts) -> std::io::Result<String> {
    Ok(STANDARD.encode(pack(counts.parts())?))
}

/// Counts from their text; `None` where it is none.
pub(super) fn read(text: &str) -> Option<KeptCounts> {
    let mut kept = KeptCounts::default();
    unpack(&STANDARD.decode(text).ok()?)?.into_iter().for_each(|part| kept.add(part));
    Some(kept)
}
