//! Exact arithmetic beyond 128 bits, for the few products that a variance needs.
//!
//! The largest terms are products of seven sums of 128 bits, and at most sixteen of them are added
//! up: 900 bits always suffice. (2^40 blocks of 64 games with up to 840 points each need 350.)
//! Conversion to `f64` rounds to the nearest, ties to even.

use std::ops::{Add, Mul, Sub};

use bnum::cast::CastFrom;
use bnum::types::I1024;

/// An integer. While it fits in 128 bits, arithmetic uses 128 bits, which is much faster; most runs
/// need no more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wide {
    Short(i128),
    Long(I1024),
}

/// Converts an integer to a wide one.
pub(super) fn wide<T>(integer: T) -> Wide
where
    I1024: CastFrom<T>,
    i128: TryFrom<T>,
    T: Copy,
{
    i128::try_from(integer).map_or_else(|_| Wide::Long(I1024::cast_from(integer)), Wide::Short)
}

/// Returns the nearest double, ties to even.
pub(super) fn nearest(number: Wide) -> f64 {
    match number {
        Wide::Short(number) => number as f64,
        Wide::Long(number) => f64::cast_from(number),
    }
}

/// Returns the number, `None` where it is negative.
pub(super) fn not_negative(number: Wide) -> Option<Wide> {
    let negative = match number {
        Wide::Short(number) => number < 0,
        Wide::Long(number) => number.is_negative(),
    };
    (!negative).then_some(number)
}

impl Wide {
    pub(super) fn is_zero(self) -> bool {
        match self {
            Self::Short(number) => number == 0,
            Self::Long(number) => number.is_zero(),
        }
    }

    fn long(self) -> I1024 {
        match self {
            Self::Short(number) => I1024::cast_from(number),
            Self::Long(number) => number,
        }
    }

    /// Computes in 128 bits where the arguments and the result fit.
    #[inline]
    fn with(
        self,
        other: Self,
        short: impl Fn(i128, i128) -> Option<i128>,
        long: impl Fn(I1024, I1024) -> I1024,
    ) -> Self {
        let both = if let (Self::Short(one), Self::Short(other)) = (self, other) {
            short(one, other)
        } else {
            None
        };
        both.map_or_else(|| Self::Long(long(self.long(), other.long())), Self::Short)
    }
}

macro_rules! operations {
    ($($operation:ident $method:ident $checked:ident $sign:tt;)*) => {
        $(impl $operation for Wide {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.with(other, i128::$checked, |one, other| one $sign other)
            }
        })*
    };
}

operations! {
    Add add checked_add +;
    Sub sub checked_sub -;
    Mul mul checked_mul *;
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;

    fn power(exponent: u32) -> Wide {
        Wide::Long(I1024::cast_from(1) << exponent)
    }

    fn negated(number: Wide) -> Wide {
        wide(0) - number
    }

    #[test]
    fn seven_factors_fit_and_are_rounded_once() {
        let seven = (0..7).fold(wide(1), |product, _| product * wide(u128::MAX));
        // (2^128 - 1)^7 rounds to 2^896.
        assert_eq!(nearest(seven).to_bits(), (1023 + 896) << 52);
        let sixteen = seven * wide(16);
        assert_eq!((sixteen - seven * wide(15)).long(), seven.long());
        let negative = (0..7).fold(wide(1), |product, _| product * wide(i128::MIN));
        assert_eq!(nearest(negative).to_bits(), (1 << 63) | ((1023 + 889) << 52));
        assert!(not_negative(negative).is_none() && not_negative(seven).is_some());
        assert!(not_negative(wide(-1)).is_none() && not_negative(wide(0)).is_some());
        assert!(wide(0).is_zero() && (seven - seven).is_zero() && !seven.is_zero());
    }

    #[test]
    fn conversion_rounds_to_nearest_even() {
        for exponent in [0, 1, 11, 64, 70, 128, 254, 800] {
            // 2^53 + 1 lies half way between two doubles; anything more, however far below, rounds
            // up.
            let (down, up) =
                (nearest(power(53 + exponent)), nearest(power(53 + exponent)).next_up());
            let half_way = power(53 + exponent) + power(exponent);
            assert_eq!(nearest(half_way).to_bits(), down.to_bits());
            assert_eq!(nearest(negated(half_way)).to_bits(), (-down).to_bits());
            if exponent > 0 {
                assert_eq!(nearest(half_way + wide(1)).to_bits(), up.to_bits());
                assert_eq!(nearest(half_way - wide(1)).to_bits(), down.to_bits());
            }
            // Three halves: half way again, and the even one is above.
            assert_eq!(nearest(half_way + power(1 + exponent)).to_bits(), up.next_up().to_bits());
            // Rounding carries into the exponent.
            assert_eq!(
                nearest(power(60 + exponent) - wide(1)).to_bits(),
                nearest(power(60 + exponent)).to_bits()
            );
        }
    }

    proptest! {
        #[test]
        fn short_and_long_numbers_make_the_same(
            a: i128,
            b: i128,
            shifts in (0_u32..127, 0_u32..127),
        ) {
            let (a, b) = (a >> shifts.0, b >> shifts.1);
            let (one, other) = (I1024::cast_from(a), I1024::cast_from(b));
            for (own, long) in [
                (wide(a) + wide(b), one + other),
                (wide(a) - wide(b), one - other),
                (wide(a) * wide(b), one * other),
            ] {
                prop_assert_eq!(own.long(), long);
                prop_assert_eq!(nearest(own).to_bits(), f64::cast_from(long).to_bits());
                prop_assert_eq!(not_negative(own).is_none(), long.is_negative());
            }
            // Also where one of the two is already long.
            prop_assert_eq!(
                (Wide::Long(one) * wide(b) - wide(a) * Wide::Long(other)).long(),
                I1024::cast_from(0)
            );
        }

        #[test]
        fn small_numbers_are_rounded_as_by_the_compiler(a: i128, shift in 0_u32..127) {
            let number = a >> shift;
            prop_assert_eq!(nearest(wide(number)).to_bits(), (number as f64).to_bits());
        }

        #[test]
        fn a_power_of_two_changes_the_exponent_only(a: i64, low: u64, exponent in 64_u32..800) {
            let above = i128::from(a) << 64 | i128::from(low);
            // The bits that are shifted in only break ties, like one bit far below.
            let number = wide(above) * power(exponent) + wide(1);
            let sticky = if above.unsigned_abs() >> 64 == 0 { return Ok(()) } else { above | 1 };
            let expected = sticky as f64 * libm::ldexp(1.0, exponent as i32);
            prop_assert_eq!(nearest(number).to_bits(), expected.to_bits());
        }
    }
}
