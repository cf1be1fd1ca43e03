//! The one error of the integer accumulators.

/// A count or a sum that does not fit in its integer.
///
/// Counts are `u64` and sums 128 bits wide, so no real run comes near: the cause is a damaged file
/// of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a count would pass what its integer can hold")]
pub struct Overflow;
