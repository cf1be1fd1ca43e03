//! Counts packed: the whole numbers in them one after the other, a byte or two each, and
//! compressed.
//!
//! What a number is says its place alone: neither names nor brackets are written, of which JSON has
//! ten times as much as of numbers. So counts are packed, and many thousands of files are read, in
//! little time. Whoever reads them needs the same types: a file says which program wrote it.

mod numbers;
mod packer;
mod unpacker;

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use fairdeal_core::metrics::Counts;
use packer::Packer;
use unpacker::Unpacker;

/// Packs counts.
///
/// # Errors
/// Never in practice: all is written to memory.
pub(super) fn pack(counts: &[Counts]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&numbers_of(counts).map_err(std::io::Error::other)?)?;
    packed.finish()
}

/// Unpacks counts; `None` if these are none.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<Counts>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
    from_numbers(&bytes)
}

/// The numbers of a value, one after the other.
fn numbers_of<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, serde::de::value::Error> {
    let mut packer = Packer::default();
    value.serialize(&mut packer)?;
    Ok(packer.bytes)
}

/// The value that has these numbers; `None` if none has.
fn from_numbers<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let mut unpacker = Unpacker::new(bytes);
    let value = T::deserialize(&mut unpacker).ok()?;
    unpacker.is_at_the_end().then_some(value)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use proptest::prelude::Strategy as _;
    use serde::Deserialize;

    use super::*;
    use fairdeal_property::proptest;

    /// All that counts are made of.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Everything {
        small: (u8, i8),
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        histogram: Vec<(u32, u64)>,
        sums: [u128; 2],
        differences: Vec<[i128; 2]>,
        kind: Kind,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        inner: Option<Box<Everything>>,
        groups: BTreeMap<u64, Vec<Option<bool>>>,
        range: std::ops::Range<u64>,
        #[serde(default, skip_serializing_if = "is_zero")]
        last: i64,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Wrapped(u16);

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    enum Kind {
        #[default]
        Nothing,
        Number(Wrapped),
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it a reference")]
    fn is_zero(number: &i64) -> bool {
        *number == 0
    }

    fn assert_same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
        let bytes = numbers_of(value).expect("memory");
        assert_eq!(from_numbers::<T>(&bytes).as_ref(), Some(value));
        // Neither less nor more is taken for it.
        assert_eq!(from_numbers::<T>(&bytes[..bytes.len() - 1]), None);
        assert_eq!(from_numbers::<T>(&[&bytes[..], &[0]].concat()), None);
    }

    #[test]
    fn what_is_packed_comes_back() {
        assert_same(&Everything::default());
        let full = Everything {
            small: (255, -128),
            histogram: vec![(5, 2), (6, 300), (4095, u64::MAX), (0, 0), (u32::MAX, 1)],
            sums: [u128::MAX, 0],
            differences: vec![[i128::MIN, i128::MAX], [-1, 0], [64, -64]],
            kind: Kind::Number(Wrapped(u16::MAX)),
            name: "0012ab [\u{1}ä".to_owned(),
            inner: None,
            groups: [(3, vec![None, Some(true)]), (u64::MAX, vec![]), (0, vec![Some(false)])]
                .into(),
            range: 7..u64::MAX,
            last: i64::MIN,
        };
        assert_same(&full);
        assert_same(&vec![
            Everything { inner: Some(Box::new(full.clone())), last: 0, ..full },
            Everything::default(),
        ]);
    }

    #[test]
    fn a_histogram_takes_two_bytes_a_value() {
        assert_eq!(
            numbers_of(&[(5_u32, 2_u64), (6, 300), (4, 1)][..]).expect("memory"),
            [3, 10, 2, 2, 0xac, 2, 3, 1]
        );
    }

    #[test]
    fn what_is_no_value_is_refused() {
        assert_eq!(from_numbers::<u8>(&[0x80, 2]), None, "256");
        assert_eq!(from_numbers::<bool>(&[2]), None);
        assert_eq!(from_numbers::<Option<u8>>(&[2, 0]), None);
        assert_eq!(from_numbers::<Kind>(&[2, 0]), None);
        assert_eq!(from_numbers::<String>(&[1, 0xff]), None);
        assert_eq!(
            from_numbers::<Vec<u8>>(&[0xff, 0xff, 0xff, 0xff, 1]),
            None,
            "more than there is"
        );
        assert_eq!(from_numbers::<u128>(&[0xff; 20]), None, "a number without end");
    }

    proptest! {
        #[test]
        fn any_numbers_come_back(
            histogram in proptest::collection::vec((proptest::num::u32::ANY, proptest::num::u64::ANY), 0..9),
            differences in proptest::collection::vec(proptest::num::i128::ANY.prop_map(|number| [number, number >> 97]), 0..9),
            last in proptest::num::i64::ANY,
        ) {
            assert_same(&Everything { histogram, differences, last, ..Everything::default() });
        }

        #[test]
        fn any_bytes_are_refused_or_taken(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            // No panic, and no memory beyond what the bytes can fill.
            let _ = from_numbers::<Vec<Everything>>(&bytes);
        }
    }
}
