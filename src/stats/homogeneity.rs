//! Do parts of a run, which should be alike, look alike? For a warning only: nothing is ever left out for it.

use std::f64::consts::PI;

/// What a chi-square test of homogeneity found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homogeneity {
    /// Pearson's chi-square statistic.
    pub statistic: f64,
    /// The degrees of freedom, of the rows and columns that hold anything.
    pub degrees_of_freedom: u64,
    /// The probability of a statistic at least as large where all parts are alike.
    pub p_value: f64,
    /// The smallest expected count; below 5 or so the p-value is a rough one.
    pub smallest_expected: f64,
}

/// Compares parts of a run, each with its counts of the same outcomes (K. Pearson 1900).
///
/// Parts and outcomes without any count are left out. `None` where fewer than two parts or outcomes are left, where
/// the parts do not have the same number of outcomes, and where a sum does not fit. What is counted must be
/// independent: blocks by their outcome, not games.
///
/// ```
/// let parts = [[520, 480], [500, 500], [555, 445]];
/// let parts: Vec<&[u64]> = parts.iter().map(|part| &part[..]).collect();
/// let test = fairdeal::stats::homogeneity::chi_square(&parts).expect("several of each");
/// assert!((test.p_value - 0.0447).abs() < 1e-4);
/// ```
pub fn chi_square(parts: &[&[u64]]) -> Option<Homogeneity> {
    let outcomes = parts.first()?.len();
    let mut columns = vec![0_u64; outcomes];
    let mut rows = Vec::with_capacity(parts.len());
    let mut total = 0_u64;
    for part in parts {
        if part.len() != outcomes {
            return None;
        }
        let mut sum = 0_u64;
        for (column, &count) in columns.iter_mut().zip(*part) {
            // No sum exceeds that of all, which is checked.
            sum = sum.checked_add(count)?;
            total = total.checked_add(count)?;
            *column += count;
        }
        rows.push(sum);
    }
    let held = |sums: &[u64]| sums.iter().filter(|&&sum| sum > 0).count() as u64;
    let degrees_of_freedom = held(&rows).checked_sub(1)? * held(&columns).checked_sub(1)?;
    if degrees_of_freedom == 0 {
        return None;
    }
    let mut statistic = 0.0;
    let mut smallest_expected = f64::INFINITY;
    for (part, &row) in parts.iter().zip(&rows).filter(|(_, row)| **row > 0) {
        for (&count, &column) in part.iter().zip(&columns).filter(|(_, column)| **column > 0) {
            // Exact: two u64 fit a u128. The difference of the products is taken before it is rounded.
            let (expected, observed) = (u128::from(row) * u128::from(column), u128::from(count) * u128::from(total));
            let distance = observed.abs_diff(expected) as f64;
            statistic += distance / expected as f64 * (distance / total as f64);
            smallest_expected = smallest_expected.min(expected as f64 / total as f64);
        }
    }
    let p_value = chi_square_tail(statistic, degrees_of_freedom)?;
    Some(Homogeneity { statistic, degrees_of_freedom, p_value, smallest_expected })
}

/// Returns the probability that a chi-square variable is at least `statistic`, which is not negative; `None` for any
/// other number and without degrees of freedom, or more than a million.
pub fn chi_square_tail(statistic: f64, degrees_of_freedom: u64) -> Option<f64> {
    const MOST: u64 = 1_000_000;
    if statistic.is_nan() || statistic < 0.0 || !(1..=MOST).contains(&degrees_of_freedom) {
        return None;
    }
    if statistic.is_infinite() {
        return Some(0.0);
    }
    Some(gamma_tail(degrees_of_freedom as f64 / 2.0, statistic / 2.0))
}

/// The regularised upper incomplete gamma function `Q(a, x)`, for `a` of at least one half and finite `x`.
///
/// The series below the mean and the continued fraction above it (Abramowitz and Stegun 6.5.29 and 6.5.31); both take
/// some multiple of the square root of `a` of terms at most.
fn gamma_tail(a: f64, x: f64) -> f64 {
    let terms = 200 + 20 * a.sqrt() as u32;
    if x <= 0.0 {
        return 1.0;
    }
    let density = gamma_density(a, x);
    if x < a + 1.0 {
        let mut term = 1.0 / a;
        let mut sum = term;
        for index in 1..terms {
            term *= x / (a + f64::from(index));
            sum += term;
            if term < sum * (f64::EPSILON / 4.0) {
                break;
            }
        }
        return (1.0 - density * sum).clamp(0.0, 1.0);
    }
    // By the method of Lentz.
    let mut denominator = x + 1.0 - a;
    let mut ahead = f64::INFINITY;
    let mut behind = 1.0 / denominator;
    let mut fraction = behind;
    for index in 1..terms {
        let n = f64::from(index);
        let numerator = n * (a - n);
        denominator += 2.0;
        behind = 1.0 / (denominator + numerator * behind);
        ahead = denominator + numerator / ahead;
        let factor = ahead * behind;
        fraction *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    (density * fraction).clamp(0.0, 1.0)
}

/// `x^a e^-x / Gamma(a)`.
fn gamma_density(a: f64, x: f64) -> f64 {
    const LARGE: f64 = 30.0;
    if a < LARGE {
        return libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    }
    // Gamma(a) = sqrt(2 pi / a) (a / e)^a e^r, so that only a deviance and a small remainder are left to take
    // the exponential of.
    let exponent = super::stirling::deviance(a, x) + super::stirling::factorial_remainder(a);
    (a / (2.0 * PI)).sqrt() * libm::exp(-exponent)
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use proptest::prelude::*;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::super::assertions::assert_close;
    use super::super::normal;
    use super::*;

    fn test(parts: &[&[u64]]) -> Homogeneity {
        chi_square(parts).expect("several of each")
    }

    #[test]
    fn statistics_have_their_known_values() {
        let shards = test(&[&[520, 480], &[500, 500], &[555, 445]]);
        assert_close(shards.statistic, 6.2155388471177941, 1e-13);
        assert_eq!(shards.degrees_of_freedom, 2);
        assert_close(shards.p_value, 0.044700552218437127, 1e-13);
        let wide = test(&[&[30, 40, 30], &[25, 45, 30]]);
        assert_close(wide.statistic, 0.74866310160427807, 1e-13);
        assert_close(wide.p_value, 0.68774885034108313, 1e-13);
        assert_close(wide.smallest_expected, 27.5, 0.0);
        let equal = test(&[&[10, 20], &[10, 20], &[10, 20]]);
        assert_eq!((equal.statistic, equal.p_value), (0.0, 1.0));
    }

    #[test]
    fn what_holds_nothing_is_left_out() {
        let with = test(&[&[520, 0, 480], &[0, 0, 0], &[500, 0, 500], &[555, 0, 445]]);
        assert_eq!(with, test(&[&[520, 480], &[500, 500], &[555, 445]]));
        for parts in [&[][..], &[&[1, 2][..]], &[&[1, 2], &[0, 0]], &[&[1], &[2]], &[&[1, 2], &[1]], &[&[], &[]]] {
            assert_eq!(chi_square(parts), None);
        }
        assert_eq!(chi_square(&[&[u64::MAX, 1], &[1, 1]]), None);
    }

    #[test]
    fn tails_have_closed_forms() {
        for exponent in -20..40 {
            let x = libm::exp2(f64::from(exponent) / 4.0);
            assert_close(chi_square_tail(x, 1).expect("defined"), normal::two_sided_p_value(x.sqrt()), 1e-12);
            assert_close(chi_square_tail(x, 2).expect("defined"), libm::exp(-x / 2.0), 1e-12);
            assert_close(chi_square_tail(x, 4).expect("defined"), libm::exp(-x / 2.0) * (1.0 + x / 2.0), 1e-12);
        }
        for (x, degrees_of_freedom) in [(-1.0, 2), (f64::NAN, 2), (1.0, 0), (1.0, 1_000_001)] {
            assert_eq!(chi_square_tail(x, degrees_of_freedom), None);
        }
        assert_eq!(chi_square_tail(f64::INFINITY, 3), Some(0.0));
        // Wilson and Hilferty's approximation for many degrees of freedom.
        let many = 1_000_000_f64;
        let x = many + 2.0 * (2.0 * many).sqrt();
        let z = (libm::cbrt(x / many) - (1.0 - 2.0 / (9.0 * many))) / (2.0 / (9.0 * many)).sqrt();
        assert_close(chi_square_tail(x, 1_000_000).expect("defined"), normal::upper_tail(z), 1e-5);
    }

    proptest! {
        #[test]
        fn tails_agree_with_statrs(degrees_of_freedom in 1_u64..300, quotient in 0.2..2.5_f64) {
            let x = degrees_of_freedom as f64 * quotient;
            let theirs = ChiSquared::new(degrees_of_freedom as f64).expect("a shape").sf(x);
            let ours = chi_square_tail(x, degrees_of_freedom).expect("defined");
            prop_assert!((ours - theirs).abs() < 1e-11, "{} {}", ours, theirs);
        }
    }
}
