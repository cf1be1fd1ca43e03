//! Exact arithmetic beyond 128 bits, for the few products that a variance needs.

/// The number of 64-bit digits: the largest terms that are needed are products of seven `u128`, which
/// have 896 bits, and one digit more holds any sum of a handful of them.
const DIGITS: usize = 15;

/// An unsigned integer of 960 bits, its least significant digit first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide([u64; DIGITS]);

impl Wide {
    /// Nothing.
    const ZERO: Self = Self([0; DIGITS]);

    /// The product of factors, of which seven always fit.
    pub(super) fn product<const FACTORS: usize>(factors: [u128; FACTORS]) -> Self {
        const { assert!(FACTORS <= 7, "more factors may not fit") };
        let mut digits = [0; DIGITS];
        digits[0] = 1;
        for factor in factors {
            digits = multiplied(&digits, factor);
        }
        Self(digits)
    }

    /// The sum of two numbers; fits unless many products of the largest factors are summed up.
    pub(super) fn plus(self, other: Self) -> Self {
        let mut digits = [0; DIGITS];
        let mut carry = false;
        for ((digit, left), right) in digits.iter_mut().zip(self.0).zip(other.0) {
            let (sum, first) = left.overflowing_add(right);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *digit = sum;
            carry = first || second;
        }
        debug_assert!(!carry, "a sum of few products of seven u128 fits 960 bits");
        Self(digits)
    }

    /// The difference of two numbers, or `None` where it would be negative.
    pub(super) fn checked_minus(self, other: Self) -> Option<Self> {
        let mut digits = [0; DIGITS];
        let mut borrow = false;
        for ((digit, left), right) in digits.iter_mut().zip(self.0).zip(other.0) {
            let (difference, first) = left.overflowing_sub(right);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *digit = difference;
            borrow = first || second;
        }
        (!borrow).then_some(Self(digits))
    }

    /// The product of two numbers, or `None` where it does not fit.
    pub(super) fn checked_times(self, other: Self) -> Option<Self> {
        let used = |number: &Self| number.0.iter().rposition(|&digit| digit != 0).map_or(0, |top| top + 1);
        if used(&self) + used(&other) > DIGITS {
            return None;
        }
        let mut product = Self::ZERO;
        for &digit in other.0.iter().rev() {
            // One digit up, which the check above leaves room for.
            product.0.rotate_right(1);
            product = product.plus(Self(multiplied(&self.0, u128::from(digit))));
        }
        Some(product)
    }

    /// The nearest double, ties to even.
    pub(super) fn to_f64(self) -> f64 {
        let Some(top) = (2..DIGITS).rev().find(|&index| self.0[index] != 0) else {
            return joined(self.0[1], self.0[0]) as f64;
        };
        let lower = top - 1;
        // At least 65 bits are kept, of which a double takes 53. What lies below only matters as
        // being something or nothing, and one bit, set at the very end, says so.
        let sticky = self.0[..lower].iter().any(|&digit| digit != 0);
        let kept = joined(self.0[top], self.0[lower]) | u128::from(sticky);
        let power = 1023 + 64 * lower as u64;
        // A power of two, by its exponent alone: the product is exact.
        kept as f64 * f64::from_bits(power << 52)
    }
}

fn joined(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// A [`Wide`] with a sign; zero may have either.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signed {
    negative: bool,
    magnitude: Wide,
}

impl Signed {
    /// The product of factors, of which seven always fit.
    pub(super) fn product<const FACTORS: usize>(factors: [i128; FACTORS]) -> Self {
        let negative = factors.iter().filter(|&&factor| factor < 0).count() % 2 == 1;
        Self { negative, magnitude: Wide::product(factors.map(i128::unsigned_abs)) }
    }

    /// The sum of two numbers; fits unless many products of the largest factors are summed up.
    pub(super) fn plus(self, other: Self) -> Self {
        if self.negative == other.negative {
            return Self { negative: self.negative, magnitude: self.magnitude.plus(other.magnitude) };
        }
        match self.magnitude.checked_minus(other.magnitude) {
            Some(magnitude) => Self { negative: self.negative, magnitude },
            None => other.plus(self),
        }
    }

    /// The difference of two numbers.
    pub(super) fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The number with the other sign.
    pub(super) fn negated(self) -> Self {
        Self { negative: !self.negative, magnitude: self.magnitude }
    }

    /// The product of two numbers, or `None` where it does not fit.
    pub(super) fn checked_times(self, other: Self) -> Option<Self> {
        let magnitude = self.magnitude.checked_times(other.magnitude)?;
        Some(Self { negative: self.negative != other.negative, magnitude })
    }

    /// The number itself, `None` where it is negative.
    pub(super) fn checked_magnitude(self) -> Option<Wide> {
        (!self.negative || self.magnitude == Wide::ZERO).then_some(self.magnitude)
    }

    /// The nearest double, ties to even.
    pub(super) fn to_f64(self) -> f64 {
        let magnitude = self.magnitude.to_f64();
        if self.negative { -magnitude } else { magnitude }
    }
}

impl From<Wide> for Signed {
    fn from(magnitude: Wide) -> Self {
        Self { negative: false, magnitude }
    }
}

fn multiplied(digits: &[u64; DIGITS], factor: u128) -> [u64; DIGITS] {
    let mut result = [0; DIGITS];
    for (shift, part) in [factor as u64, (factor >> 64) as u64].into_iter().enumerate() {
        let mut carry = 0;
        for (target, &digit) in result[shift..].iter_mut().zip(digits) {
            // At most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
            let sum = u128::from(digit) * u128::from(part) + u128::from(*target) + carry;
            *target = sum as u64;
            carry = sum >> 64;
        }
        debug_assert_eq!(carry, 0, "a product of seven u128 fits 960 bits");
    }
    result
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_largest_product_is_exact() {
        // (2^128 - 1)^3 = 2^384 - 3 * 2^256 + 3 * 2^128 - 1
        let product = Wide::product([u128::MAX; 3]);
        let expected = [u64::MAX, u64::MAX, 2, 0, u64::MAX - 2, u64::MAX];
        assert_eq!(product.0[..6], expected);
        assert!(product.0[6..].iter().all(|&digit| digit == 0));
        let twice = product.plus(product);
        assert_eq!(twice.checked_minus(product), Some(product));
        assert_eq!(product.checked_minus(twice), None);
        // 2^384 - 3 * 2^256 rounds to 2^384.
        assert_eq!(product.to_f64().to_bits(), (1023 + 384) << 52);
    }

    #[test]
    fn seven_factors_fit_and_eight_may_not() {
        let (three, four) = (Wide::product([u128::MAX; 3]), Wide::product([u128::MAX; 4]));
        let seven = Wide::product([u128::MAX; 7]);
        assert_eq!(three.checked_times(four), Some(seven));
        assert_eq!(four.checked_times(four), None);
        // (2^128 - 1)^7 rounds to 2^896.
        assert_eq!(seven.to_f64().to_bits(), (1023 + 896) << 52);
        let negative = Signed::product([i128::MIN; 7]);
        assert_eq!(negative.to_f64().to_bits(), (1 << 63) | ((1023 + 889) << 52));
    }

    #[test]
    fn conversion_rounds_to_nearest_even() {
        // 2^53 + 1 lies half way between two doubles; anything more, however far below, rounds up.
        let half_way = Wide::product([(1 << 53) + 1, 1 << 127, 1 << 127]);
        let down = Wide::product([1 << 53, 1 << 127, 1 << 127]).to_f64();
        assert_eq!(half_way.to_f64().to_bits(), down.to_bits());
        let more = half_way.plus(Wide::product([1; 3]));
        assert_eq!(more.to_f64().to_bits(), down.next_up().to_bits());
    }

    proptest! {
        #[test]
        fn agrees_with_128_bits(a: u64, b: u64, c in 0_u64..1000) {
            let (left, right) = (u128::from(a) * u128::from(b), u128::from(c));
            let product = Wide::product([u128::from(a), u128::from(b), 1]);
            prop_assert_eq!(product.to_f64().to_bits(), (left as f64).to_bits());
            let other = Wide::product([1, right, 1]);
            let sum = product.plus(other).to_f64();
            prop_assert_eq!(sum.to_bits(), ((left + right) as f64).to_bits());
            let difference = product.checked_minus(other).map(Wide::to_f64);
            prop_assert_eq!(difference, left.checked_sub(right).map(|value| value as f64));
        }

        #[test]
        fn signs_follow_those_of_small_numbers(a: i32, b: i32, c: i32, d: i32) {
            let [a, b, c, d] = [a, b, c, d].map(i128::from);
            let (left, right) = (Signed::product([a, b]), Signed::product([c, d]));
            prop_assert_eq!(left.plus(right).to_f64() as i128, (a * b + c * d) as f64 as i128);
            prop_assert_eq!(left.minus(right).to_f64() as i128, (a * b - c * d) as f64 as i128);
            let product = left.checked_times(right).expect("small numbers");
            prop_assert_eq!(product.to_f64() as i128, (a * b * c * d) as f64 as i128);
            prop_assert_eq!(product.checked_magnitude().is_some(), a * b * c * d >= 0);
        }

        #[test]
        fn products_of_products_are_products(a: u128, b: u128, c: u128, d: u128) {
            let product = Wide::product([a, b]).checked_times(Wide::product([c, d]));
            prop_assert_eq!(product, Some(Wide::product([a, b, c, d])));
        }

        #[test]
        fn multiplication_commutes_and_distributes(a: u128, b: u128, c: u128) {
            prop_assert_eq!(Wide::product([a, b, c]), Wide::product([c, a, b]));
            let (low, high) = (c / 2, c - c / 2);
            let parts = Wide::product([a, b, low]).plus(Wide::product([a, b, high]));
            prop_assert_eq!(Wide::product([a, b, c]), parts);
        }
    }
}
