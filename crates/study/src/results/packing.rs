//! Counts packed: `postcard`, which writes whole numbers in as few bytes as they need and neither
//! names nor brackets, and compressed.
//!
//! Only a program with the same types reads them again, so every file that holds them also holds
//! the version of its format.

use std::io::{Read, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use fairdeal_core::metrics::Counts;

/// Packs counts.
///
/// # Errors
/// Never in practice: all is written to memory.
pub(crate) fn pack<T: Serialize + ?Sized>(counts: &T) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&postcard::to_stdvec(counts).map_err(std::io::Error::other)?)?;
    packed.finish()
}

/// Unpacks counts; `None` if these are none.
pub(crate) fn unpack<T: DeserializeOwned>(packed: &[u8]) -> Option<T> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
    let (counts, rest) = postcard::take_from_bytes(&bytes).ok()?;
    rest.is_empty().then_some(counts)
}

/// Packs counts as a text.
///
/// # Errors
/// Never in practice: all is written to memory.
pub(crate) fn pack_as_text<T: Serialize + ?Sized>(counts: &T) -> std::io::Result<String> {
    Ok(STANDARD.encode(pack(counts)?))
}

/// Unpacks what [`pack_as_text`] packed; `None` if the text holds no counts.
pub(crate) fn unpack_text<T: DeserializeOwned>(text: &str) -> Option<T> {
    unpack(&STANDARD.decode(text).ok()?)
}

/// Packs the counts of some blocks as a text, for another process of this program.
///
/// # Errors
/// Never in practice: all is written to memory.
pub fn packed_counts(counts: &Counts) -> std::io::Result<String> {
    pack_as_text(counts)
}

/// Unpacks what [`packed_counts`] packed; `None` if the text holds no counts.
pub fn unpacked_counts(text: &str) -> Option<Counts> {
    unpack_text(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fairdeal_property::proptest;

    use super::*;

    #[test]
    fn numbers_of_every_size_come_back() {
        let all = (
            [u128::MAX, u128::from(u64::MAX) + 1, 0],
            vec![i128::MIN, i128::MAX, -1, 0, i128::from(i64::MIN) - 1],
            (u64::MAX, i64::MIN, u32::MAX, i8::MIN),
            BTreeMap::from([(u64::MAX, vec![None, Some(true)]), (0, vec![])]),
            Some(vec![(4095_u32, u64::MAX), (0, 0)]),
        );
        let packed = pack(&all).expect("memory");
        assert_eq!(unpack(&packed), Some(all.clone()));
        assert_eq!(unpack_text(&pack_as_text(&all).expect("memory")), Some(all));
    }

    #[test]
    fn neither_less_nor_more_is_taken_for_counts() {
        let pack_bytes = |bytes: &[u8]| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(bytes).expect("memory");
            packed.finish().expect("memory")
        };
        let numbers = vec![1_u64, 300, u64::MAX];
        let bytes = postcard::to_stdvec(&numbers).expect("memory");
        let read = |bytes: &[u8]| unpack::<Vec<u64>>(&pack_bytes(bytes));
        assert_eq!(read(&bytes), Some(numbers));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 1]), None, "a longer list than there is");
        assert_eq!(unpack::<u64>(b"no gzip"), None);
        assert_eq!(unpack_text::<u64>("no base64!"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_taken(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            // The test must not panic, nor take more memory than the bytes can fill.
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&bytes).expect("memory");
            let _ = unpack::<Vec<(Vec<u128>, BTreeMap<u64, i128>)>>(&packed.finish().expect("memory"));
        }
    }
}
