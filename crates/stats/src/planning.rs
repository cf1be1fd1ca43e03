//! How many blocks are needed.

use super::normal::upper_tail;
use super::roots::crossing;

/// The present knowledge of an effect whose verdict is not settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The number of blocks so far.
    pub blocks: u64,
}

/// The probability with which the forecast number of blocks should be enough.
const ASSURANCE: f64 = 0.8;

/// Returns the smallest total number of blocks at which the forecast probability of a settled
/// verdict is 80 %. The verdict is settled when an interval of `quantile` standard errors to both
/// sides of the estimate holds neither of the thresholds `-tolerance` and `+tolerance`.
///
/// In the forecast, the estimate after `N` instead of `n` blocks is normal: its mean is today's
/// estimate, and its variance is `(1 - n / N)` times the square of today's standard error, which
/// itself falls with the square root of `n / N`. This is the predictive power of Spiegelhalter,
/// Freedman and Blackburn (Controlled Clinical Trials 7, 1986) with a flat prior. A forecast that
/// takes today's estimate for the truth is too optimistic, because open verdicts are those close to
/// a threshold.
///
/// Without a tolerance, only a verdict on the side of the estimate is forecast, because the true
/// effect may be 0.
///
/// `None` where no number of blocks is known to be enough, without blocks, for numbers that are not
/// finite, and where a number other than the estimate is negative.
pub fn blocks_to_settle(known: Known, quantile: f64, tolerance: f64) -> Option<u64> {
    /// No forecast goes beyond this many times as many blocks.
    const MOST: f64 = 1e9;
    let Known { estimate, standard_error, blocks } = known;
    let is_distance = |value: f64| value.is_finite() && value >= 0.0;
    if blocks == 0
        || !estimate.is_finite()
        || ![standard_error, quantile, tolerance].into_iter().all(is_distance)
    {
        return None;
    }
    let estimate = estimate.abs();
    if standard_error <= 0.0 {
        return ((estimate - tolerance).abs() > 0.0).then_some(blocks);
    }
    let missing = |times: f64| {
        let spread = standard_error * (1.0 - 1.0 / times).sqrt();
        let reach = quantile * standard_error / times.sqrt();
        let above = |value: f64| upper_tail((value - estimate) / spread);
        let outside = above(tolerance + reach)
            + if tolerance > 0.0 {
                upper_tail((estimate + tolerance + reach) / spread)
            } else {
                0.0
            };
        let inside = if reach < tolerance {
            above(reach - tolerance) - above(tolerance - reach)
        } else {
            0.0
        };
        ASSURANCE - (outside + inside)
    };
    let left = missing(MOST);
    if left.is_nan() || left > 0.0 {
        return None;
    }
    // On the scale of logarithms.
    let (enough, _) = crossing(60, libm::log(MOST), 0.0, |log_times| missing(libm::exp(log_times)));
    // The conversion saturates.
    Some(libm::ceil(blocks as f64 * libm::exp(enough)) as u64)
}

/// Returns the total number of blocks at which an interval that reaches `reach` to each side after
/// `blocks` blocks reaches no further than `distance`, if it shrinks in proportion to the number of
/// blocks. Bounds on events that never occurred shrink like this.
///
/// `None` where the distance is 0, without blocks, and unless both are finite and not negative.
pub fn blocks_to_shrink(reach: f64, distance: f64, blocks: u64) -> Option<u64> {
    let is_known =
        reach.is_finite() && reach >= 0.0 && distance.is_finite() && distance > 0.0 && blocks > 0;
    // The conversion saturates.
    is_known.then(|| libm::ceil(blocks as f64 * reach / distance) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(estimate: f64, standard_error: f64, tolerance: f64) -> Option<u64> {
        blocks_to_settle(Known { estimate, standard_error, blocks: 1000 }, 1.96, tolerance)
    }

    /// The share of forecast true effects and further blocks after which the verdict is settled: by
    /// sums over a fine grid of quantiles.
    fn settled(estimate: f64, standard_error: f64, tolerance: f64, blocks: u64) -> f64 {
        let share = 1000.0 / blocks as f64;
        let quantiles: Vec<f64> = (0..400)
            .map(|step| super::super::normal::upper_quantile((f64::from(step) + 0.5) / 400.0))
            .collect();
        let reach = 1.96 * standard_error * share.sqrt();
        let mut count = 0;
        for truth in &quantiles {
            // The distance of the truth from the estimate has today's standard error; the blocks
            // played afterwards have an error of their own.
            let truth = estimate + standard_error * truth;
            for noise in &quantiles {
                let later = truth + standard_error * (share / (1.0 - share)).sqrt() * noise;
                let value = share * estimate + (1.0 - share) * later;
                let (low, high) = (value - reach, value + reach);
                let open =
                    [-tolerance, tolerance].iter().any(|bound| low <= *bound && high >= *bound);
                count += u32::from(!open && (tolerance > 0.0 || value > 0.0));
            }
        }
        f64::from(count) / 160_000.0
    }

    #[test]
    fn the_forecast_settles_four_of_five() {
        for (estimate, error, tolerance) in [
            (0.012, 0.005, 0.01),
            (0.02, 0.0055, 0.01),
            (0.0, 0.01, 0.01),
            (0.004, 0.004, 0.01),
            (0.01, 0.001, 0.01),
            (0.015, 0.009, 0.0),
        ] {
            let blocks = total(estimate, error, tolerance).expect("can be said");
            let share = settled(estimate, error, tolerance, blocks);
            assert!(
                (share - 0.8).abs() < 0.005,
                "{estimate} {error} {tolerance}: {share} after {blocks}"
            );
            assert_eq!(total(-estimate, error, tolerance), Some(blocks));
        }
    }

    #[test]
    fn near_a_threshold_many_blocks_are_needed() {
        let at = |estimate: f64| total(estimate, 0.001, 0.01).expect("can be said");
        assert!(
            at(0.0116) > 1300
                && at(0.0112) > at(0.0116)
                && at(0.0102) > 4 * at(0.0116)
                && at(0.01) > at(0.0102)
        );
        // On the threshold both sides are equally likely: 0.8 = P(|Z| > 0.2533).
        let expected = 1000.0 * (1.0 + (1.96_f64 / 0.253_347).powi(2));
        assert!((at(0.01) as f64 / expected - 1.0).abs() < 0.01, "{} {expected}", at(0.01));
    }

    #[test]
    fn an_effect_that_may_be_zero_is_never_promised() {
        assert_eq!(total(0.0, 0.01, 0.0), None);
        assert_eq!(total(0.008, 0.01, 0.0), None);
        assert!(total(0.009, 0.01, 0.0).is_some());
        assert_eq!(total(0.5, 0.0, 0.5), None);
        assert_eq!(total(0.4, 0.0, 0.5), Some(1000));
    }

    #[test]
    fn a_bound_shrinks_with_the_number_of_blocks() {
        assert_eq!(blocks_to_shrink(0.02, 0.01, 1000), Some(2000));
        assert_eq!(blocks_to_shrink(0.02, 1e-200, 1000), Some(u64::MAX));
        assert_eq!(
            (blocks_to_shrink(0.02, 0.0, 1000), blocks_to_shrink(0.02, 0.01, 0)),
            (None, None)
        );
        assert_eq!(
            (blocks_to_shrink(f64::NAN, 0.1, 10), blocks_to_shrink(0.1, f64::INFINITY, 10)),
            (None, None)
        );
    }

    #[test]
    fn undefined_input_has_no_answer() {
        assert_eq!(
            blocks_to_settle(Known { estimate: 0.1, standard_error: 0.1, blocks: 0 }, 1.96, 0.5),
            None
        );
        for undefined in [f64::NAN, f64::INFINITY] {
            assert_eq!(total(undefined, 0.1, 0.5), None);
            assert_eq!(total(0.1, undefined, 0.5), None);
            assert_eq!(total(0.1, 0.1, undefined), None);
        }
        assert_eq!(total(0.1, -0.1, 0.5), None);
        assert_eq!(total(0.1, 0.1, -0.5), None);
    }
}
