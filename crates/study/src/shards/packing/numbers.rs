//! Whole numbers in as few bytes as they need.

/// Writes a number, seven bits a byte, the lowest first.
#[inline]
pub(super) fn write(mut number: u128, bytes: &mut Vec<u8>) {
    while number > 127 {
        bytes.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number from the beginning of some bytes.
#[inline]
pub(super) fn read(bytes: &mut &[u8]) -> Option<u128> {
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

/// A number that may be negative as one that is not: small ones either way become small ones.
pub(super) fn folded(number: i128) -> u128 {
    ((number << 1) ^ (number >> 127)).cast_unsigned()
}

/// What [`folded`] folded.
pub(super) fn unfolded(number: u128) -> i128 {
    ((number >> 1) ^ 0_u128.wrapping_sub(number & 1)).cast_signed()
}

/// The first number of a group, as that of a value and how often it occurred, is mostly one more
/// than the first number of the group before: it is written as the difference.
#[derive(Default)]
pub(super) struct First {
    /// The first number of the group before.
    before: u128,
    /// The next number is the first of a group.
    pub(super) is_next: bool,
}

impl First {
    /// A number as it is written.
    #[inline]
    pub(super) fn shortened(&mut self, number: u128) -> u128 {
        if !std::mem::take(&mut self.is_next) {
            return number;
        }
        folded(number.wrapping_sub(std::mem::replace(&mut self.before, number)).cast_signed())
    }

    /// What [`First::shortened`] shortened.
    #[inline]
    pub(super) fn whole(&mut self, written: u128) -> u128 {
        if !std::mem::take(&mut self.is_next) {
            return written;
        }
        self.before = self.before.wrapping_add(unfolded(written).cast_unsigned());
        self.before
    }
}
