//! The counts of earlier stages of a design, as a text in the file of a plan.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

use crate::results::{KeptCounts, pack_as_text, unpack_text};
use fairdeal_core::metrics::Counts;

/// Writes the counts as a text, if there are any.
#[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
pub(super) fn serialize<S: Serializer>(
    counts: &Option<KeptCounts>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match counts {
        Some(counts) => {
            serializer.serialize_some(&pack_as_text(counts.parts()).map_err(S::Error::custom)?)
        }
        None => serializer.serialize_none(),
    }
}

/// Reads the counts back.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<KeptCounts>, D::Error> {
    let read = |text: &str| {
        let mut counts = KeptCounts::default();
        unpack_text::<Vec<Counts>>(text)?.into_iter().for_each(|part| counts.add(part));
        Some(counts)
    };
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| read(&text).ok_or_else(|| D::Error::custom("`earlier` does not hold counts")))
        .transpose()
}
