//! The common part of all accumulators: integers that are added up field by field, with a check for
//! overflow.

use super::merge::Merge;
use super::overflow::Overflow;

/// Declares an accumulator: a struct of sums that merges field by field. Where a sum would not fit,
/// all are unchanged.
macro_rules! sums {
    ($(#[$doc:meta])* pub struct $name:ident { $($(#[$field_doc:meta])* pub $field:ident: $kind:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)+
        }

        impl $crate::Merge for $name {
            #[inline]
            fn merge(&mut self, other: &Self) -> Result<(), $crate::Overflow> {
                let mut sum = *self;
                $(sum.$field.merge(&other.$field)?;)+
                *self = sum;
                Ok(())
            }
        }
    };
}

pub(super) use sums;

/// Sums of some observations of `N` whole numbers each, in words: fewer than 2^20 of them, with
/// numbers below 2^20 in magnitude, so that no sum leaves its word.
pub(super) struct Words<const N: usize> {
    pub(super) count: u64,
    /// The number of observations whose first and last number differ.
    pub(super) changed: u64,
    pub(super) sums: [i64; N],
    /// The sums of products of two numbers, the later one first.
    pub(super) products: [[i64; N]; N],
}

impl<const N: usize> Words<N> {
    const MOST: u64 = 1 << 20;
    const ZERO: Self = Self { count: 0, changed: 0, sums: [0; N], products: [[0; N]; N] };

    #[inline(always)]
    fn observe(&mut self, values: [i64; N]) {
        self.count += 1;
        self.changed += u64::from(values[0] != values[N - 1]);
        for row in 0..N {
            self.sums[row] += values[row];
            for column in 0..=row {
                self.products[row][column] += values[row] * values[column];
            }
        }
    }
}

/// Adds many observations; in words as long as they fit, which is faster than one by one. `one`
/// makes the sums of one observation, `few` the sums from words.
#[inline]
pub(super) fn observe_all<const N: usize, S: Merge + Copy>(
    total: &mut S,
    observations: impl Iterator<Item = [i64; N]>,
    one: impl Fn([i64; N]) -> Result<S, Overflow>,
    few: impl Fn(&Words<N>) -> S,
) -> Result<(), Overflow> {
    let mut sum = *total;
    let mut words = Words::ZERO;
    for values in observations {
        if values.iter().fold(0, |all, value| all | value.unsigned_abs()) >= Words::<N>::MOST {
            sum.merge(&one(values)?)?;
            continue;
        }
        words.observe(values);
        if words.count == Words::<N>::MOST {
            sum.merge(&few(&words))?;
            words = Words::ZERO;
        }
    }
    sum.merge(&few(&words))?;
    *total = sum;
    Ok(())
}
