//! Mean and spread of whole numbers, from their exact sums.

use super::merge::Merge;
use super::overflow::Overflow;
use super::sums::{Words, observe_all, sums};
use super::wide::{nearest, not_negative, wide};

sums! {
    /// The number of values, their sum and the sum of their squares; all exact.
    pub struct Moments {
        /// The number of values.
        pub count: u64,
        /// The sum of the values.
        pub sum: i128,
        /// The sum of the squares of the values.
        pub squares: u128,
    }
}

impl Moments {
    /// Adds one value.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe(&mut self, value: i64) -> Result<(), Overflow> {
        self.observe_many(value, 1)
    }

    /// Adds many values; faster than one by one.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe_all(&mut self, values: impl Iterator<Item = i64>) -> Result<(), Overflow> {
        let of_words = |words: &Words<1>| Self {
            count: words.count,
            sum: words.sums[0].into(),
            squares: words.products[0][0].unsigned_abs().into(),
        };
        observe_all(self, values.map(|value| [value]), |[value]| Self::of(value, 1), of_words)
    }

    /// Adds the same value `times` times.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe_many(&mut self, value: i64, times: u64) -> Result<(), Overflow> {
        self.merge(&Self::of(value, times)?)
    }

    #[inline]
    fn of(value: i64, times: u64) -> Result<Self, Overflow> {
        let magnitude = u128::from(value.unsigned_abs());
        Ok(Self {
            count: times,
            // At most 2^63 times 2^64 - 1 in magnitude: fits.
            sum: i128::from(value) * i128::from(times),
            squares: (magnitude * magnitude).checked_mul(u128::from(times)).ok_or(Overflow)?,
        })
    }

    /// Returns the arithmetic mean, `None` without values.
    pub fn mean(&self) -> Option<f64> {
        mean(self.sum, self.count.into())
    }

    /// Returns the unbiased sample variance, `(n Q - S^2) / (n (n - 1))` for `n` values with sum
    /// `S` and sum of squares `Q`.
    ///
    /// Numerator and denominator are exact, and each is rounded once before the division. `None`
    /// with fewer than two values, and for sums that cannot come from values.
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let (count, sum) = (u128::from(self.count), wide(self.sum));
        let numerator = not_negative(wide(count) * wide(self.squares) - sum * sum)?;
        Some(nearest(numerator) / (count * (count - 1)) as f64)
    }

    /// Returns the sample standard deviation, the square root of [`variance`](Self::variance).
    pub fn standard_deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the standard error of the mean of independent values.
    ///
    /// `None` with fewer than two values. [`student::interval`](super::student::interval), with one
    /// degree of freedom less than there are values, turns it into the interval of the mean.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }
}

/// Returns the mean of values with this sum; `None` without values.
///
/// A mean that is a whole number is exact, also where the sum is too large for a double.
pub fn mean(sum: i128, count: u128) -> Option<f64> {
    let whole = i128::try_from(count).ok().filter(|count| *count > 0)?;
    if sum.unsigned_abs() < 1 << f64::MANTISSA_DIGITS {
        return Some(sum as f64 / count as f64);
    }
    Some((sum / whole) as f64 + (sum % whole) as f64 / count as f64)
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    fn moments_of(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        for &value in values {
            moments.observe(value).expect("few values");
        }
        moments
    }

    #[test]
    fn moments_have_their_known_values() {
        let small = moments_of(&[1, 2, 3, 4]);
        assert_eq!(small, Moments { count: 4, sum: 10, squares: 30 });
        assert_eq!(small.mean(), Some(2.5));
        assert_close(small.variance().expect("four values"), 5.0 / 3.0, 1e-15);

        let large = moments_of(&[1_000_000_001, 1_000_000_002, 1_000_000_003]);
        let expected = Moments { count: 3, sum: 3000000006, squares: 3000000012000000014 };
        assert_eq!(large, expected);
        assert_eq!(large.variance(), Some(1.0));
        assert_eq!(large.standard_deviation(), Some(1.0));
        assert_close(large.standard_error().expect("three values"), 1.0 / 3.0_f64.sqrt(), 1e-15);

        let mut repeated = Moments::default();
        repeated.observe_many(7, 5).expect("few values");
        repeated.observe_many(9, 2).expect("few values");
        assert_eq!(repeated, Moments { count: 7, sum: 53, squares: 407 });
        assert_close(repeated.variance().expect("seven values"), 0.95238095238095233, 1e-15);
    }

    #[test]
    fn a_mean_of_equal_large_values_is_exact() {
        // Most multiples of this are no doubles.
        let value = 999_999_999_999;
        for (value, times) in [(value, 3), (-value, 3_000_017), (value, 100_003), (-7, 3)] {
            let mut moments = Moments::default();
            moments.observe_many(value, times).expect("fits");
            assert_eq!(moments.mean(), Some(value as f64), "{value} {times} times");
        }
        assert_eq!((mean(5, 2), mean(1, 0)), (Some(2.5), None));
        assert_eq!(mean(1 << 100, 1 << 99), Some(2.0));
    }

    #[test]
    fn too_few_values_are_undefined() {
        let none = Moments::default();
        assert_eq!((none.mean(), none.variance(), none.standard_error()), (None, None, None));
        let one = moments_of(&[-3]);
        assert_eq!((one.mean(), one.variance()), (Some(-3.0), None));
        let impossible = Moments { count: 2, sum: 10, squares: 1 };
        assert_eq!(impossible.variance(), None);
    }

    #[test]
    fn sums_that_overflow_are_refused_unchanged() {
        for full in [
            Moments { count: u64::MAX, ..Moments::default() },
            Moments { sum: i128::MAX, ..Moments::default() },
            Moments { squares: u128::MAX, ..Moments::default() },
        ] {
            let mut moments = full;
            assert_eq!(moments.observe(1), Err(Overflow));
            assert_eq!(moments, full);
        }
        let mut moments = Moments::default();
        assert_eq!(moments.observe_many(i64::MIN, u64::MAX), Err(Overflow));
        assert_eq!(moments, Moments::default());
        assert_eq!(moments.observe_many(i64::MIN, 3), Ok(()));
        assert_eq!(moments.variance(), Some(0.0));
    }

    #[test]
    fn the_largest_sums_are_evaluated_exactly() {
        // Values of 16 bits, 2^64 - 1 of them: the two products have 160 bits and nearly cancel.
        let count = u64::MAX;
        let value = 65_535;
        let mut moments = Moments::default();
        moments.observe_many(value, count - 1).expect("fits");
        moments.observe(value - 1).expect("fits");
        // (n Q - S^2) = n - 1, so that the variance is 1 / n.
        assert_eq!(moments.variance(), Some(1.0 / count as f64));
    }

    proptest! {
        #[test]
        fn any_split_merges_to_the_whole(
            values in prop::collection::vec(-1_000_000_i64..1_000_000, 1..40),
            cut: prop::sample::Index,
        ) {
            let (left, right) = values.split_at(cut.index(values.len()));
            let whole = moments_of(&values);
            let (left, right) = (moments_of(left), moments_of(right));
            let mut forward = left;
            forward.merge(&right).expect("few values");
            let mut backward = right;
            backward.merge(&left).expect("few values");
            prop_assert_eq!(forward, whole);
            prop_assert_eq!(backward, whole);
            let mut same = whole;
            same.merge(&Moments::default()).expect("nothing to add");
            prop_assert_eq!(same, whole);
        }

        #[test]
        fn batches_agree_with_single_values(
            values in prop::collection::vec(prop_oneof![-1000_i64..1000, -(1_i64 << 50)..1 << 50], 0..40),
        ) {
            let mut at_once = moments_of(&values[..values.len() / 2]);
            prop_assert_eq!(
                at_once.observe_all(values[values.len() / 2..].iter().copied()),
                Ok(())
            );
            prop_assert_eq!(at_once, moments_of(&values));
        }

        #[test]
        fn agrees_with_the_formula_in_floating_point(
            values in prop::collection::vec(-1000_i64..1000, 2..40),
        ) {
            let count = values.len() as f64;
            let mean = values.iter().sum::<i64>() as f64 / count;
            let squares: f64 = values.iter().map(|&value| (value as f64 - mean).powi(2)).sum();
            let moments = moments_of(&values);
            prop_assert_eq!(moments.mean(), Some(mean));
            let variance = moments.variance().expect("several values");
            prop_assert!((variance - squares / (count - 1.0)).abs() <= 1e-12 * (1.0 + variance));
        }
    }
}
