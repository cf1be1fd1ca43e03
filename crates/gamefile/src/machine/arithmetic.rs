//! Arithmetic of Python's whole numbers, in 64 bits.

use super::code::{Outcome, Trouble};
use crate::program::Arithmetic;

const OVERFLOW: (Trouble, i64) = (Trouble::Overflow, 0);

/// Returns the result of a calculation.
///
/// # Errors
/// If it does not fit in 64 bits, or is not defined.
pub(crate) fn compute(how: Arithmetic, a: i64, b: i64) -> Outcome<i64> {
    match how {
        Arithmetic::Add => a.checked_add(b).ok_or(OVERFLOW),
        Arithmetic::Subtract => a.checked_sub(b).ok_or(OVERFLOW),
        Arithmetic::Multiply => a.checked_mul(b).ok_or(OVERFLOW),
        Arithmetic::Divide => divide(a, b),
        Arithmetic::Remainder => remainder(a, b),
        Arithmetic::Power => power(a, b),
        Arithmetic::And => Ok(a & b),
        Arithmetic::Or => Ok(a | b),
        Arithmetic::Xor => Ok(a ^ b),
        Arithmetic::ShiftLeft => shift_left(a, b),
        Arithmetic::ShiftRight => shift_right(a, b),
    }
}

/// `a // b`, rounded down.
fn divide(a: i64, b: i64) -> Outcome<i64> {
    if b == 0 {
        return Err((Trouble::DivisionByZero, 0));
    }
    let quotient = a.checked_div(b).ok_or(OVERFLOW)?;
    Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `a % b`, with the sign of `b`.
fn remainder(a: i64, b: i64) -> Outcome<i64> {
    if b == 0 {
        return Err((Trouble::DivisionByZero, 0));
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// `a ** b`.
fn power(a: i64, b: i64) -> Outcome<i64> {
    if b < 0 {
        return Err((Trouble::Exponent, b));
    }
    match a {
        0 | 1 => Ok(if b == 0 { 1 } else { a }),
        -1 => Ok(if b % 2 == 0 { 1 } else { -1 }),
        _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).ok_or(OVERFLOW),
    }
}

/// `a << b`.
fn shift_left(a: i64, b: i64) -> Outcome<i64> {
    if b < 0 {
        return Err((Trouble::Shift, b));
    }
    if a == 0 {
        return Ok(0);
    }
    if b > 62 {
        return Err(OVERFLOW);
    }
    let shifted = a << b;
    if shifted >> b == a { Ok(shifted) } else { Err(OVERFLOW) }
}

/// `a >> b`, rounded down.
fn shift_right(a: i64, b: i64) -> Outcome<i64> {
    if b < 0 { Err((Trouble::Shift, b)) } else { Ok(a >> b.min(63)) }
}

/// The bounds of a slice of a list of this length.
#[inline(always)]
pub(crate) fn slice(from: i64, end: i64, length: usize) -> (usize, usize) {
    let bound = |place: i64| {
        let place = if place < 0 { place.saturating_add(length as i64) } else { place };
        place.clamp(0, length as i64) as usize
    };
    (bound(from), bound(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_remainders_have_the_sign_of_the_divisor() {
        let cases =
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (-8, 2, -4, 0)];
        for (a, b, quotient, rest) in cases {
            assert_eq!((divide(a, b), remainder(a, b)), (Ok(quotient), Ok(rest)), "{a}, {b}");
        }
        assert!(divide(1, 0).is_err() && remainder(1, 0).is_err());
        assert!(divide(i64::MIN, -1).is_err());
        assert_eq!(remainder(i64::MIN, -1), Ok(0));
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert_eq!(power(2, 62), Ok(1 << 62));
        assert!(power(2, 63).is_err() && power(2, -1).is_err() && power(10, 40).is_err());
        assert_eq!((power(0, 0), power(-1, 1 << 40), power(1, i64::MAX)), (Ok(1), Ok(1), Ok(1)));
        assert_eq!(shift_left(1, 62), Ok(1 << 62));
        assert_eq!(shift_left(0, 400), Ok(0));
        assert!(shift_left(1, 63).is_err() && shift_left(3, 62).is_err());
        assert_eq!((shift_right(-5, 1), shift_right(-5, 99)), (Ok(-3), Ok(-1)));
    }

    #[test]
    fn slices_are_cut_to_the_list() {
        assert_eq!(slice(0, -1, 4), (0, 3));
        assert_eq!(slice(-2, i64::MAX, 4), (2, 4));
        assert_eq!(slice(i64::MIN, 9, 4), (0, 4));
    }
}
