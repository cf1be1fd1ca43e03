//! The remainder of Stirling's formula, and deviances: the parts of a logarithm of probability that
//! stay small and exact where the logarithms of factorials have lost all their digits.
//!
//! C. Loader, "Fast and accurate computation of binomial probabilities" (2000).

use std::f64::consts::{LN_2, PI};

/// From here on the asymptotic series is exact to the last digit.
const SERIES_FROM: f64 = 16.0;

/// `ln n! - ln(sqrt(2 pi n) (n / e)^n)`, for a whole number `n` of at least 1.
pub(super) fn factorial_remainder(n: f64) -> f64 {
    if n < SERIES_FROM {
        return libm::lgamma(n + 1.0) - (n + 0.5) * libm::log(n) + n - 0.5 * libm::log(2.0 * PI);
    }
    let inverse = 1.0 / n;
    let square = inverse * inverse;
    inverse
        * (1.0 / 12.0
            - square
                * (1.0 / 360.0
                    - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0))))
}

/// `ln Gamma(n + 1/2) - ln(sqrt(2 pi) (n / e)^n)`, for a whole number `n` of at least 0.
pub(super) fn half_integer_remainder(n: f64) -> f64 {
    if n < 1.0 {
        return -0.5 * LN_2;
    }
    if n < SERIES_FROM {
        return libm::lgamma(n + 0.5) - n * libm::log(n) + n - 0.5 * libm::log(2.0 * PI);
    }
    let inverse = 1.0 / n;
    let square = inverse * inverse;
    inverse
        * (-1.0 / 24.0
            + square
                * (7.0 / 2880.0
                    - square
                        * (31.0 / 40_320.0
                            - square * (127.0 / 215_040.0 - square * (511.0 / 608_256.0)))))
}

/// `x ln(x / mean) + mean - x`, for `x` of at least 0 and a positive `mean`, without cancellation
/// where they are close.
pub(super) fn deviance(x: f64, mean: f64) -> f64 {
    const TERMS: u32 = 60;
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        let first = if x > 0.0 { x * libm::log(x / mean) } else { 0.0 };
        return first + mean - x;
    }
    let v = difference / (x + mean);
    let square = v * v;
    let mut sum = difference * v;
    let mut term = 2.0 * x * v;
    for index in 1..TERMS {
        term *= square;
        let next = sum + term / f64::from(2 * index + 1);
        if (next - sum).abs() <= 0.0 {
            break;
        }
        sum = next;
    }
    sum
}

#[cfg(test)]
#[expect(clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn remainders_continue_where_the_method_changes() {
        // By the recurrence of the gamma function, from a few steps further up.
        for n in 1..40 {
            let n = f64::from(n);
            let step = (n + 0.5) * libm::log1p(1.0 / n) - 1.0;
            let actual = factorial_remainder(n) - factorial_remainder(n + 1.0);
            assert!((actual - step).abs() < 3e-14, "{n} {actual} {step}");
            let step = (n + 1.0) * libm::log1p(1.0 / n) - libm::log1p(0.5 / n) - 1.0;
            let actual = half_integer_remainder(n) - half_integer_remainder(n + 1.0);
            assert!((actual - step).abs() < 3e-14, "{n} {actual} {step}");
        }
        // 1 - ln(sqrt(2 pi)).
        assert_close(factorial_remainder(1.0), 0.08106146679532726, 1e-13);
    }

    #[test]
    fn deviances_are_known() {
        assert_close(deviance(0.0, 3.0), 3.0, 0.0);
        assert_close(deviance(5.0, 5.0), 0.0, 0.0);
        assert_close(deviance(2.0, 1.0), 2.0 * LN_2 - 1.0, 1e-15);
        // x = m (1 + h): m (h^2 / 2 - h^3 / 6 + h^4 / 12 - ...).
        let h = 1e-5;
        assert_close(
            deviance(1e12 * (1.0 + h), 1e12),
            1e12 * (h * h / 2.0 - h * h * h / 6.0 + h * h * h * h / 12.0),
            1e-10,
        );
        let (below, above) = (deviance(1.0, 1.2222), deviance(1.0, 1.2223));
        assert!(below < above && above - below < 2e-5);
    }
}
