//! Counts packed: their JSON, with the numbers apart from the text between them, and both compressed.
//!
//! The text is nearly the same for all counts and shrinks to almost nothing; the numbers take a byte or two each. Together they take half of what compressed
//! JSON does, and are read faster.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::metrics::Counts;

/// Stands in the text for a number. JSON has no such byte: it writes it as `\u0001`.
const NUMBER: u8 = 1;

/// Numbers of more digits stay in the text.
const MOST_DIGITS: usize = 38;

/// Packs counts.
///
/// # Errors
/// Never in practice: all is written to memory.
pub(super) fn pack(counts: &[Counts]) -> serde_json::Result<Vec<u8>> {
    let mut json = Vec::new();
    for part in counts {
        serde_json::to_writer(&mut json, part)?;
        json.push(b'\n');
    }
    let (text, numbers) = apart(&json);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let write = |packed: &mut GzEncoder<Vec<u8>>| {
        packed.write_all(&(text.len() as u64).to_le_bytes())?;
        packed.write_all(&text)?;
        packed.write_all(&numbers)
    };
    write(&mut packed).and_then(|()| packed.finish()).map_err(serde_json::Error::io)
}

/// Unpacks counts; `None` if these are none.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<Counts>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let (text, numbers) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let json = String::from_utf8(together(text, numbers)?).ok()?;
    json.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).ok()).collect()
}

/// The text between the numbers, with a mark for each, and the numbers.
fn apart(json: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut text, mut numbers) = (Vec::with_capacity(json.len()), Vec::new());
    let mut first = First::default();
    let mut rest = json;
    while let Some((byte, behind)) = rest.split_first() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Whatever would not be written again as it was, stays.
        if digits == 0 || digits > MOST_DIGITS || (*byte == b'0' && digits > 1) {
            let stays = digits.max(1);
            text.extend_from_slice(&rest[..stays]);
            rest = if digits == 0 { behind } else { &rest[stays..] };
            continue;
        }
        let number = rest[..digits].iter().fold(0_u128, |number, digit| 10 * number + u128::from(digit - b'0'));
        write(first.shortened(number, text.last()), &mut numbers);
        text.push(NUMBER);
        rest = &rest[digits..];
    }
    (text, numbers)
}

/// What [`apart`] took apart.
fn together(text: &[u8], mut numbers: &[u8]) -> Option<Vec<u8>> {
    let mut json = Vec::with_capacity(text.len() + numbers.len());
    let mut first = First::default();
    for (place, between) in text.split(|byte| *byte == NUMBER).enumerate() {
        if place > 0 {
            let number = first.whole(read(&mut numbers)?, json.last());
            write_digits(number, &mut json)?;
        }
        json.extend_from_slice(between);
    }
    numbers.is_empty().then_some(json)
}

/// The first number of a list, as that of a value and how often it occurred, is mostly one more than the first number of the list before: it is written as the
/// difference.
#[derive(Default)]
struct First(u128);

impl First {
    /// A number as it is written; `before` is what stands before it in the text.
    fn shortened(&mut self, number: u128, before: Option<&u8>) -> u128 {
        if before != Some(&b'[') {
            return number;
        }
        let difference = number.wrapping_sub(std::mem::replace(&mut self.0, number)).cast_signed();
        // Small differences either way are small numbers.
        ((difference << 1) ^ (difference >> 127)).cast_unsigned()
    }

    /// What [`First::shortened`] shortened.
    fn whole(&mut self, written: u128, before: Option<&u8>) -> u128 {
        if before != Some(&b'[') {
            return written;
        }
        let difference = (written >> 1) ^ 0_u128.wrapping_sub(written & 1);
        self.0 = self.0.wrapping_add(difference);
        self.0
    }
}

/// Writes a number in digits.
fn write_digits(number: u128, json: &mut Vec<u8>) -> Option<()> {
    let Ok(mut rest) = u64::try_from(number) else { return write!(json, "{number}").ok() };
    // Most are small, and there are millions of them.
    let (mut digits, mut begin) = ([0; 20], 20);
    loop {
        begin -= 1;
        digits[begin] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            json.extend_from_slice(&digits[begin..]);
            return Some(());
        }
    }
}

/// Writes a number, seven bits a byte, the lowest first.
fn write(mut number: u128, bytes: &mut Vec<u8>) {
    while number > 127 {
        bytes.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number from the beginning of some bytes.
fn read(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u128::from(byte & 127) << shift;
        if *byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::proptest;

    /// JSON of any kind comes back byte for byte.
    #[test]
    fn what_is_taken_apart_comes_together() {
        let largest = u128::MAX;
        for json in [
            "{\"digest\":\"0012ab007\",\"a\":[[1,2],[2,9],[40,3]],\"b\":-17,\"c\":1.50,\"d\":0}\n".to_owned(),
            format!("[{largest},0,{largest}{largest}],[{},[{largest},[1", largest / 10),
            "[99999999999999999999999999999999999999,[0".to_owned(),
            format!("[[{}],[{},{}]]", u64::MAX, u128::from(u64::MAX) + 1, 10_000_000_000_000_000_000_u64),
            String::new(),
        ] {
            let (text, numbers) = apart(json.as_bytes());
            assert_eq!(together(&text, &numbers).as_deref(), Some(json.as_bytes()), "{json}");
        }
        assert_eq!(apart(b"[[5,2],[6,300]]"), (b"[[\x01,\x01],[\x01,\x01]]".to_vec(), vec![10, 2, 2, 0xac, 2]));
        assert_eq!(together(b"[\x01,\x01]", &[3]), None);
        assert_eq!(together(b"[\x01]", &[3, 3]), None);
    }

    proptest! {
        #[test]
        fn any_text_comes_together(json in "[0-9\\[,\"a-c\n]{0,200}") {
            let (text, numbers) = apart(json.as_bytes());
            proptest::prop_assert_eq!(together(&text, &numbers), Some(json.into_bytes()));
        }
    }
}
