//! The order statistics that surround a quantile, for any distribution of the values.

use super::interval::Confidence;

/// The ranks, counted from 1 in increasing order, of the two values between which a quantile lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranks {
    /// The rank of the lower end; `None` if there are too few values to bound the quantile from
    /// below.
    pub lower: Option<u64>,
    /// The rank of the upper end; `None` if there are too few values to bound the quantile from
    /// above.
    pub upper: Option<u64>,
}

/// Returns the ranks between which the quantile at `numerator / denominator` lies with at least the
/// given confidence, among `count` independent values of any distribution.
///
/// The number of values below the quantile is binomial. The lower rank is the smallest `i` at which
/// its distribution function exceeds half of `1 - level`; the upper one is the smallest `i` at
/// which the function of `i - 1` reaches 1 minus that half (H. A. David and H. N. Nagaraja, "Order
/// Statistics", 3rd edition, section 7.1). `None` without values, and unless the quotient lies
/// strictly between 0 and 1.
///
/// Time and memory grow with the square root of `count`: a few milliseconds and megabytes at a
/// thousand million values. `None` also beyond 2^40 values, where both would be too large.
pub fn quantile_ranks(
    count: u64,
    numerator: u64,
    denominator: u64,
    confidence: Confidence,
) -> Option<Ranks> {
    const MOST: u64 = 1 << 40;
    if !(1..=MOST).contains(&count) || numerator == 0 || numerator >= denominator {
        return None;
    }
    let binomial = Binomial { count, odds: numerator as f64 / (denominator - numerator) as f64 };
    // At most the count, as the quotient is less than 1.
    let mode = ((u128::from(count) + 1) * u128::from(numerator) / u128::from(denominator)) as u64;
    let below: Vec<f64> = binomial.below(mode).collect();
    let above: Vec<f64> = binomial.above(mode).collect();
    let total = 1.0 + below.iter().rev().sum::<f64>() + above.iter().rev().sum::<f64>();
    let tail = total * (confidence.significance() / 2.0);

    // Summed from the far ends inwards, so that small numbers come before large ones. Each tail is
    // at most a quarter, so neither sum passes the mode.
    let lower = mode - (below.len() - terms_within(&below, tail)) as u64;
    let upper = mode + 1 + (above.len() - terms_within(&above, tail)) as u64;
    Some(Ranks { lower: (lower > 0).then_some(lower), upper: (upper <= count).then_some(upper) })
}

/// The number of terms, from the end of the list, whose sum is at most `limit`.
fn terms_within(terms: &[f64], limit: f64) -> usize {
    let mut sum = 0.0;
    terms
        .iter()
        .rev()
        .take_while(|&term| {
            sum += term;
            sum <= limit
        })
        .count()
}

/// A binomial distribution, by the ratios of neighbouring probabilities.
///
/// Logarithms of factorials would be so large that the digits needed here are lost.
struct Binomial {
    count: u64,
    /// The probability of a success divided by that of a failure.
    odds: f64,
}

impl Binomial {
    /// Terms below this cannot change a sum that contains 1.
    const NEGLIGIBLE: f64 = 1e-25;

    /// The probabilities of `mode - 1`, `mode - 2` and so on, relative to that of `mode`.
    fn below(&self, mode: u64) -> impl Iterator<Item = f64> {
        let mut weight = 1.0;
        (1..=mode)
            .rev()
            .map(move |successes| {
                let failures = self.count - successes + 1;
                weight *= successes as f64 / (failures as f64 * self.odds);
                weight
            })
            .take_while(|&weight| weight > Self::NEGLIGIBLE)
    }

    /// The probabilities of `mode + 1`, `mode + 2` and so on, relative to that of `mode`.
    fn above(&self, mode: u64) -> impl Iterator<Item = f64> {
        let mut weight = 1.0;
        (mode..self.count)
            .map(move |successes| {
                let failures = self.count - successes;
                weight *= failures as f64 * self.odds / (successes as f64 + 1.0);
                weight
            })
            .take_while(|&weight| weight > Self::NEGLIGIBLE)
    }
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    fn ranks(count: u64, numerator: u64, denominator: u64) -> (Option<u64>, Option<u64>) {
        let ranks = quantile_ranks(count, numerator, denominator, Confidence::default())
            .expect("values and a quotient between 0 and 1");
        (ranks.lower, ranks.upper)
    }

    /// The probability that the quantile lies between the values with these ranks.
    fn coverage(count: u64, numerator: u64, denominator: u64, lower: u64, upper: u64) -> f64 {
        let odds = numerator as f64 / (denominator - numerator) as f64;
        let binomial = Binomial { count, odds };
        let inside: f64 =
            1.0 + binomial.above(lower).take((upper - lower - 1) as usize).sum::<f64>();
        let all = 1.0 + binomial.below(lower).sum::<f64>() + binomial.above(lower).sum::<f64>();
        inside / all
    }

    #[test]
    fn ranks_and_their_coverage_are_known() {
        for (count, numerator, denominator, lower, upper, covered) in [
            (100, 1, 2, 40, 61, 0.96479979978229524),
            (1000, 1, 2, 469, 532, 0.95370880263950175),
            (1000, 9, 10, 881, 919, 0.95490718111482586),
        ] {
            assert_eq!(ranks(count, numerator, denominator), (Some(lower), Some(upper)));
            assert_close(coverage(count, numerator, denominator, lower, upper), covered, 1e-9);
        }
        assert_eq!(ranks(20, 95, 100), (Some(17), None));
        assert_eq!(ranks(20, 5, 100), (None, Some(4)));
    }

    #[test]
    fn few_values_give_no_bounds() {
        assert_eq!(ranks(1, 1, 2), (None, None));
        assert_eq!(ranks(5, 1, 2), (None, None));
        // The tail is 2^-6 on either side, so six is the smallest count with two ends.
        assert_eq!(ranks(6, 1, 2), (Some(1), Some(6)));
    }

    #[test]
    fn a_thousand_million_values_agree_with_the_normal_approximation() {
        let count = 1_000_000_000;
        for (numerator, denominator) in [(1, 2), (19, 20), (1, 1000)] {
            let share = numerator as f64 / denominator as f64;
            let mean = count as f64 * share;
            let reach = Confidence::default().z() * (mean * (1.0 - share)).sqrt();
            let (lower, upper) = ranks(count, numerator, denominator);
            let lower = lower.expect("many values") as f64;
            let upper = upper.expect("many values") as f64;
            assert!((lower - (mean - reach)).abs() < 2.0, "{lower}");
            assert!((upper - (mean + reach)).abs() < 3.0, "{upper}");
        }
    }

    #[test]
    fn the_ranks_mirror_each_other() {
        for count in 1..200 {
            for percent in [1, 5, 25, 50, 90] {
                let (lower, upper) = ranks(count, percent, 100);
                let (mirrored_lower, mirrored_upper) = ranks(count, 100 - percent, 100);
                assert_eq!(lower, mirrored_upper.map(|rank| count + 1 - rank));
                assert_eq!(upper, mirrored_lower.map(|rank| count + 1 - rank));
            }
        }
    }

    #[test]
    fn invalid_quantiles_have_no_ranks() {
        let confidence = Confidence::default();
        for (count, numerator, denominator) in
            [(0, 1, 2), (9, 0, 2), (9, 2, 2), (9, 3, 2), (9, 0, 0), (u64::MAX, 1, 2)]
        {
            assert_eq!(quantile_ranks(count, numerator, denominator, confidence), None);
        }
    }
}
