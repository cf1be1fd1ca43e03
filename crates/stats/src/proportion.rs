//! The rate of successes in independent trials.
//!
//! For games that share their cards, see [`clustered`](super::clustered).

use super::interval::{Confidence, Interval};
use super::normal;

/// Returns the score interval of a rate, in [0, 1], after `successes` of `trials`.
///
/// It always holds the rate `successes / trials`. Its lower end is exactly 0 without any success,
/// its upper end exactly 1 without any failure. `None` without trials, or for more successes than
/// trials.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
/// the American Statistical Association 22 (1927): the rates that [`score_test`] does not reject.
pub fn wilson(successes: u64, trials: u64, confidence: Confidence) -> Option<Interval> {
    let failures = trials.checked_sub(successes)?;
    if trials == 0 {
        return None;
    }
    let z = confidence.z();
    let square = z * z;
    let total = trials as f64;
    // The product is exact: two u64 fit a u128.
    let spread = (u128::from(successes) * u128::from(failures)) as f64 / total;
    let root = z * (spread + square / 4.0).sqrt();
    // The lower end is the product of both ends divided by the upper one. The plain difference
    // would cancel near 0, and not be exactly 0 without any success.
    let count = successes as f64;
    let above = count + square / 2.0 + root;
    let low = count / total * count / above;
    let high = if failures == 0 { 1.0 } else { above / (total + square) };
    // This matters only where the interval is narrower than the distance between two doubles.
    let rate = count / total;
    Some(Interval { low: low.min(rate), high: high.min(1.0).max(rate) })
}

/// Returns the two-sided p-value of the hypothesis that the true rate is `against`, after
/// `successes` of `trials`.
///
/// The normal approximation with the variance of the hypothesis: below `1 - level` exactly where
/// [`wilson`] leaves `against` out. If `against` is 0 or 1, the p-value is 0 after a single
/// exception and 1 otherwise. `None` without trials, for more successes than trials, and unless
/// `against` lies in [0, 1].
pub fn score_test(successes: u64, trials: u64, against: f64) -> Option<f64> {
    let failures = trials.checked_sub(successes)?;
    if trials == 0 || !(0.0..=1.0).contains(&against) {
        return None;
    }
    let total = trials as f64;
    let variance = total * against * (1.0 - against);
    if variance > 0.0 {
        let z = (successes as f64 - total * against) / variance.sqrt();
        return Some(normal::two_sided_p_value(z));
    }
    let exceptions = if against < 0.5 { successes } else { failures };
    Some(if exceptions == 0 { 1.0 } else { 0.0 })
}

/// Returns the probability of at most `successes` of `trials` if each succeeds with probability
/// `rate`: the exact binomial tail, summed up in time proportional to `successes`. `None` unless
/// `rate` lies in [0, 1].
pub fn lower_tail(successes: u64, trials: u64, rate: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&rate) {
        return None;
    }
    if successes >= trials || rate >= 1.0 {
        return Some(if successes >= trials { 1.0 } else { 0.0 });
    }
    let odds = rate / (1.0 - rate);
    let (mut term, mut sum) = (libm::exp(trials as f64 * libm::log1p(-rate)), 0.0);
    for success in 0..=successes {
        sum += term;
        term *= (trials - success) as f64 / (success + 1) as f64 * odds;
    }
    Some(sum.min(1.0))
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::tests::assertions::assert_close;
    use super::*;

    fn wilson_95(successes: u64, trials: u64) -> Interval {
        wilson(successes, trials, Confidence::default()).expect("there were trials")
    }

    #[test]
    fn tails_agree_with_all_outcomes() {
        for (trials, rate) in [(1, 0.3), (7, 0.05), (10, 0.9), (12, 0.0), (12, 1.0)] {
            // All sequences of successes and failures, with their probabilities.
            let power = |rate: f64, times: u32| (0..times).map(|_| rate).product::<f64>();
            let chance = |outcome: u32| {
                power(rate, outcome.count_ones()) * power(1.0 - rate, trials - outcome.count_ones())
            };
            for most in 0..=trials {
                let known: f64 = (0..1_u32 << trials)
                    .filter(|outcome| outcome.count_ones() <= most)
                    .map(chance)
                    .sum();
                assert_close(
                    lower_tail(most.into(), trials.into(), rate).expect("a rate"),
                    known,
                    1e-12,
                );
            }
        }
        // The four terms, summed up in exact arithmetic.
        assert_close(lower_tail(3, 400, 0.05).expect("a rate"), 2.1951710562489195e-06, 1e-12);
        assert_eq!(lower_tail(5, 1 << 40, 0.05), Some(0.0));
        assert_eq!(lower_tail(5, 10, 1.5), None);
    }

    #[test]
    fn intervals_have_their_known_ends() {
        // statsmodels, proportion_confint, method "wilson".
        for (successes, trials, low, high) in [
            (0, 10, 0.0, 0.27753279986288926),
            (7, 10, 0.39677814746114531, 0.89220873259369893),
            (10, 10, 0.72246720013711074, 1.0),
            (520, 1000, 0.48901772465751903, 0.55082920500305876),
            (500500, 1000000, 0.49952001845927102, 0.50147997769928487),
            (123456789, 250000000, 0.49376518131561087, 0.49388913087409092),
        ] {
            let interval = wilson_95(successes, trials);
            assert_close(interval.low, low, 1e-12);
            assert_close(interval.high, high, 1e-12);
        }
    }

    #[test]
    fn the_ends_are_exact_without_successes_or_failures() {
        for trials in [1, 2, 3, 10, 1_000_000_007, u64::MAX] {
            assert_eq!(wilson_95(0, trials).low.to_bits(), 0.0_f64.to_bits());
            assert_eq!(wilson_95(trials, trials).high.to_bits(), 1.0_f64.to_bits());
        }
    }

    #[test]
    fn without_trials_there_is_no_answer() {
        assert_eq!(wilson(0, 0, Confidence::default()), None);
        assert_eq!(wilson(2, 1, Confidence::default()), None);
        assert_eq!(score_test(0, 0, 0.5), None);
        assert_eq!(score_test(2, 1, 0.5), None);
        for against in [-0.1, 1.1, f64::NAN] {
            assert_eq!(score_test(1, 2, against), None);
        }
    }

    #[test]
    fn the_score_test_has_its_known_values() {
        // z = (60 - 50) / 5 = 2 and z = (520 - 500) / sqrt(250).
        assert_close(score_test(60, 100, 0.5).expect("defined"), 0.04550026389635842, 1e-13);
        assert_close(score_test(40, 100, 0.5).expect("defined"), 0.04550026389635842, 1e-13);
        assert_close(score_test(520, 1000, 0.5).expect("defined"), 0.20590321073206466, 1e-12);
        assert_close(score_test(50, 100, 0.5).expect("defined"), 1.0, 0.0);
        assert_eq!(score_test(0, 10, 0.0), Some(1.0));
        assert_eq!(score_test(1, 10, 0.0), Some(0.0));
        assert_eq!(score_test(10, 10, 1.0), Some(1.0));
        assert_eq!(score_test(9, 10, 1.0), Some(0.0));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_rate_and_stays_a_rate(
            trials in 1_u64..,
            share in 0.0..=1.0_f64,
            level in 0.51..0.999999_f64,
        ) {
            let successes = ((trials as f64 * share) as u64).min(trials);
            let confidence = Confidence::new(level).expect("a level");
            let interval = wilson(successes, trials, confidence).expect("there were trials");
            prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
            prop_assert!(interval.contains(successes as f64 / trials as f64));
        }

        #[test]
        fn the_interval_is_symmetric(trials in 1_u64..1_000_000, share in 0.0..=1.0_f64) {
            let successes = ((trials as f64 * share) as u64).min(trials);
            let interval = wilson_95(successes, trials);
            let mirrored = wilson_95(trials - successes, trials);
            assert_close(interval.low, 1.0 - mirrored.high, 1e-9);
            assert_close(interval.high, 1.0 - mirrored.low, 1e-9);
        }

        #[test]
        fn the_test_rejects_what_the_interval_leaves_out(
            trials in 1_u64..1_000_000,
            share in 0.0..=1.0_f64,
            against in 0.0..=1.0_f64,
        ) {
            let successes = ((trials as f64 * share) as u64).min(trials);
            let p = score_test(successes, trials, against).expect("defined");
            let significance = Confidence::default().significance();
            prop_assume!((p - significance).abs() > 1e-9);
            prop_assert_eq!(wilson_95(successes, trials).contains(against), p > significance);
        }
    }
}
