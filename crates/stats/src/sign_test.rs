//! The exact sign test: are heads and tails equally likely?

use std::f64::consts::{LN_2, PI};

use super::normal;
use super::stirling::factorial_remainder;

/// Returns the two-sided p-value of a fair coin after `fewer` heads and `more` tails or the other
/// way round: twice the probability of at most the smaller count, and at most 1.
///
/// It is accurate to about 11 digits. Up to 2^32 tosses it is the sum of the probabilities
/// themselves, in time proportional to the square root of the number of tosses (some milliseconds
/// at most). Beyond, it is a saddle-point approximation, whose relative error is of the order of
/// one over the number of tosses. It is 0 where it is too small for a double, and 1 without tosses.
pub fn two_sided_p_value(fewer: u64, more: u64) -> f64 {
    lower_tail(fewer, more).map_or(1.0, |at_most| (2.0 * at_most).min(1.0))
}

/// The probability of at most as many heads as the smaller of two counts, `None` without tosses.
fn lower_tail(left: u64, right: u64) -> Option<f64> {
    const SUMMED_UP_TO: u128 = 1 << 32;
    let (fewer, more) = (left.min(right), left.max(right));
    let tosses = u128::from(fewer) + u128::from(more);
    match tosses {
        0 => None,
        1..=SUMMED_UP_TO => Some(summed(fewer as f64, more as f64)),
        _ => Some(approximated(fewer, more)),
    }
}

fn summed(fewer: f64, more: f64) -> f64 {
    /// Terms below this cannot change a sum that contains 1.
    const NEGLIGIBLE: f64 = 1e-18;
    let mut sum = 1.0;
    let mut weight = 1.0;
    let (mut heads, mut tails) = (fewer, more);
    while heads > 0.0 && weight > NEGLIGIBLE {
        tails += 1.0;
        weight *= heads / tails;
        heads -= 1.0;
        sum += weight;
    }
    probability(fewer, more) * sum
}

/// R. Lugannani and S. Rice, "Saddle point approximation for the distribution of the sum of
/// independent random variables", Advances in Applied Probability 12 (1980), with the second
/// correction for continuity of H. E. Daniels, "Tail probability approximations", International
/// Statistical Review 55 (1987).
fn approximated(fewer: u64, more: u64) -> f64 {
    let tosses = fewer as f64 + more as f64;
    // Half a toss nearer to the middle than the observed number; exact where it matters.
    let lean = ((more - fewer) as f64 - 1.0) / tosses;
    if lean <= 0.0 {
        // Either as even as possible, or exactly even.
        return if lean < 0.0 { 0.5 + probability(fewer as f64, more as f64) / 2.0 } else { 0.5 };
    }
    // (1 + t) ln(1 + t) + (1 - t) ln(1 - t) = t^2 + t^4 / 6 + t^6 / 15 + ..., and its excess over
    // t^2.
    let square = lean * lean;
    let mut excess = 0.0;
    let mut power = square;
    for index in 2..40_u32 {
        power *= square;
        excess += power / f64::from(index * (2 * index - 1));
    }
    let x = lean * tosses.sqrt();
    let w = (tosses * (square + excess)).sqrt();
    // 1 / x - 1 / w without cancellation.
    let correction = tosses * excess / ((w + x) * w * x);
    let density = libm::exp(-0.5 * w * w) / (2.0 * PI).sqrt();
    normal::upper_tail(w) + density * correction
}

/// The probability of exactly this many heads and tails.
fn probability(heads: f64, tails: f64) -> f64 {
    let tosses = heads + tails;
    if heads < 1.0 || tails < 1.0 {
        return libm::exp(-tosses * LN_2);
    }
    let lean = (tails - heads) / tosses;
    let deviance = if lean < 0.1 {
        let square = lean * lean;
        let mut sum = 0.0;
        let mut power = 1.0;
        for index in 1..20_u32 {
            power *= square;
            sum += power / f64::from(index * (2 * index - 1));
        }
        sum * tosses / 2.0
    } else {
        heads * libm::log1p(-lean) + tails * libm::log1p(lean)
    };
    let remainder =
        factorial_remainder(tosses) - factorial_remainder(heads) - factorial_remainder(tails);
    libm::exp(remainder - deviance) * (tosses / (heads * tails)).sqrt() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn p_values_are_known() {
        for (fewer, more, p) in [(2, 12, 0.012_939_453_125), (0, 3, 0.25), (0, 1, 1.0), (5, 5, 1.0)]
        {
            assert_close(two_sided_p_value(fewer, more), p, 1e-13);
            assert_close(two_sided_p_value(more, fewer), p, 1e-13);
        }
        assert_close(two_sided_p_value(0, 0), 1.0, 0.0);
    }

    #[test]
    fn agrees_with_whole_numbers() {
        for tosses in 1_u32..=100 {
            let mut ways = 1_u128;
            let mut sum = 0_u128;
            let all = libm::exp2(f64::from(tosses));
            for heads in 0..=tosses / 2 {
                sum += ways;
                let (fewer, more) = (u64::from(heads), u64::from(tosses - heads));
                assert_close(
                    two_sided_p_value(fewer, more),
                    (2.0 * sum as f64 / all).min(1.0),
                    2e-13,
                );
                ways = ways * u128::from(tosses - heads) / u128::from(heads + 1);
            }
        }
    }

    #[test]
    fn both_methods_agree() {
        for tosses in [1_u64 << 26, (1 << 26) + 1] {
            for sigmas in [0, 1, 3, 8, 20, 35] {
                let fewer = tosses / 2 - sigmas * (1 << 12);
                let more = tosses - fewer;
                assert_close(approximated(fewer, more), summed(fewer as f64, more as f64), 3e-9);
            }
        }
    }

    #[test]
    fn the_largest_counts_have_an_answer() {
        assert_close(two_sided_p_value(u64::MAX, u64::MAX), 1.0, 0.0);
        assert_close(two_sided_p_value(0, u64::MAX), 0.0, 0.0);
        // One sigma is 2^31.5 at 2^65 tosses.
        let (fewer, more) = ((1 << 62) - (1 << 31), (1 << 62) + (1 << 31));
        let z = 2.0 * libm::exp2(31.0) / libm::exp2(31.5);
        assert_close(two_sided_p_value(fewer, more), normal::two_sided_p_value(z), 1e-8);
    }

    proptest! {
        #[test]
        fn a_more_even_result_is_less_surprising(tosses in 2_u64..1 << 40, share in 0.0..0.5_f64) {
            let fewer = (tosses as f64 * share) as u64;
            prop_assume!(fewer < tosses - fewer - 1);
            let p = two_sided_p_value(fewer, tosses - fewer);
            prop_assert!(p <= two_sided_p_value(fewer + 1, tosses - fewer - 1));
        }
    }
}
