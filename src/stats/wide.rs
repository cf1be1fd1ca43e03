//! Exact arithmetic beyond 128 bits, for the few products that a variance needs.
//!
//! The largest terms are products of seven sums of 128 bits, and sixteen of them are added up at most: 900 bits hold whatever was counted.
//! (2^40 blocks of 64 games with up to 840 points each need 350.) Conversion to `f64` rounds to the nearest, ties to even.

use bnum::cast::CastFrom;
pub(super) use bnum::types::I1024 as Wide;

/// An integer as a wide one.
pub(super) fn wide<T>(integer: T) -> Wide
where
    Wide: CastFrom<T>,
{
    Wide::cast_from(integer)
}

/// The nearest double, ties to even.
pub(super) fn nearest(number: Wide) -> f64 {
    f64::cast_from(number)
}

/// The number itself, `None` where it is negative.
pub(super) fn not_negative(number: Wide) -> Option<Wide> {
    (!number.is_negative()).then_some(number)
}

#[cfg(test)]
mod tests {
    use crate::property::proptest;
    use proptest::prelude::*;

    use super::*;

    fn power(exponent: u32) -> Wide {
        wide(1) << exponent
    }

    #[test]
    fn seven_factors_fit_and_are_rounded_once() {
        let seven = (0..7).fold(wide(1), |product, _| product * wide(u128::MAX));
        // (2^128 - 1)^7 rounds to 2^896.
        assert_eq!(nearest(seven).to_bits(), (1023 + 896) << 52);
        let sixteen = seven * wide(16);
        assert_eq!(sixteen - seven * wide(15), seven);
        let negative = (0..7).fold(wide(1), |product, _| product * wide(i128::MIN));
        assert_eq!(nearest(negative).to_bits(), (1 << 63) | ((1023 + 889) << 52));
        assert_eq!((not_negative(negative), not_negative(seven)), (None, Some(seven)));
    }

    #[test]
    fn conversion_rounds_to_nearest_even() {
        for exponent in [0, 1, 11, 64, 70, 128, 254, 800] {
            // 2^53 + 1 lies half way between two doubles; anything more, however far below, rounds up.
            let (down, up) = (nearest(power(53 + exponent)), nearest(power(53 + exponent)).next_up());
            let half_way = power(53 + exponent) + power(exponent);
            assert_eq!(nearest(half_way).to_bits(), down.to_bits());
            assert_eq!(nearest(-half_way).to_bits(), (-down).to_bits());
            if exponent > 0 {
                assert_eq!(nearest(half_way + wide(1)).to_bits(), up.to_bits());
                assert_eq!(nearest(half_way - wide(1)).to_bits(), down.to_bits());
            }
            // Three halves: half way again, and the even one is above.
            assert_eq!(nearest(half_way + power(1 + exponent)).to_bits(), up.next_up().to_bits());
            // Rounding carries into the exponent.
            assert_eq!(nearest(power(60 + exponent) - wide(1)).to_bits(), nearest(power(60 + exponent)).to_bits());
        }
    }

    proptest! {
        #[test]
        fn small_numbers_are_rounded_as_by_the_compiler(a: i128, shift in 0_u32..127) {
            let number = a >> shift;
            prop_assert_eq!(nearest(wide(number)).to_bits(), (number as f64).to_bits());
        }

        #[test]
        fn a_power_of_two_changes_the_exponent_only(a: i64, low: u64, exponent in 64_u32..800) {
            let above = i128::from(a) << 64 | i128::from(low);
            // What is shifted in decides ties alone, as one bit far below would.
            let number = wide(above) * power(exponent) + wide(1);
            let sticky = if above.unsigned_abs() >> 64 == 0 { return Ok(()) } else { above | 1 };
            let expected = sticky as f64 * libm::ldexp(1.0, exponent as i32);
            prop_assert_eq!(nearest(number).to_bits(), expected.to_bits());
        }
    }
}
