//! Student's t distribution, for any number of degrees of freedom from 1 to beyond 10^12.
//!
//! Everything rests on one fact: with `x = df / (df + t^2)`, the probability that |T| exceeds `t`
//! is the regularised incomplete beta function `I_x(df/2, 1/2)`. Both evaluations below stay
//! accurate, and take a bounded number of steps, for every number of degrees of freedom. The usual
//! evaluation through the logarithm of the gamma function loses all its digits at the sizes that
//! occur here.

use std::cell::Cell;
use std::f64::consts::PI;

use super::interval::{Confidence, Interval};

/// From this many degrees of freedom on, the quantile is taken from its expansion about the normal
/// quantile.
const EXPANSION_FROM: u64 = 1000;

/// Returns the two-sided quantile: the `t` that |T| exceeds with probability `1 - level`.
///
/// `None` at 0 degrees of freedom. From 1000 degrees of freedom on this is the Cornish-Fisher
/// expansion about the normal quantile `z`, `z + (z^3 + z) / (4 df) + ...`, to its fourth power of
/// `1 / df` (Abramowitz and Stegun 26.7.5); below, the root of [`two_sided_p_value`].
pub fn two_sided_quantile(degrees_of_freedom: u64, confidence: Confidence) -> Option<f64> {
    match degrees_of_freedom {
        0 => None,
        1..EXPANSION_FROM => Some(remembered_root(degrees_of_freedom, confidence)),
        EXPANSION_FROM.. => Some(expansion(degrees_of_freedom as f64, confidence.z())),
    }
}

/// Returns the probability that |T| is at least |`t`|: the two-sided p-value of `t`.
///
/// It lies between 0 and 1; it is 0 where it is too small for a double or `t` is infinite. `None`
/// at 0 degrees of freedom and where `t` is NaN.
pub fn two_sided_p_value(t: f64, degrees_of_freedom: u64) -> Option<f64> {
    if degrees_of_freedom == 0 || t.is_nan() {
        return None;
    }
    if t.is_infinite() {
        return Some(0.0);
    }
    Some(Tails::beyond(t.abs(), degrees_of_freedom as f64).probability)
}

/// Returns the two-sided interval `estimate +- t * standard_error`, in the unit of the estimate.
///
/// `None` at 0 degrees of freedom, unless the standard error is finite and not negative, and where
/// the standard error is 0 apart from rounding (if all observations agree, their spread says
/// nothing about the error).
pub fn interval(
    estimate: f64,
    standard_error: f64,
    degrees_of_freedom: u64,
    confidence: Confidence,
) -> Option<Interval> {
    if !is_standard_error(standard_error) {
        return None;
    }
    let half_width = two_sided_quantile(degrees_of_freedom, confidence)? * standard_error;
    Interval { low: estimate - half_width, high: estimate + half_width }.unless_point()
}

/// Returns the two-sided p-value of the hypothesis that the true value is `against`: below `1 -
/// level` where [`interval`] leaves `against` out, and above where it holds it.
///
/// Where the standard error is 0, it is 1 if the estimate equals `against`, and 0 if not. `None` at
/// 0 degrees of freedom, and unless the standard error is finite and not negative.
pub fn test(
    estimate: f64,
    standard_error: f64,
    degrees_of_freedom: u64,
    against: f64,
) -> Option<f64> {
    if degrees_of_freedom == 0 || !is_standard_error(standard_error) {
        return None;
    }
    let difference = estimate - against;
    let t = if difference.abs() > 0.0 {
        difference / standard_error
    } else {
        // Also where the standard error is 0, and the quotient would not be a number.
        difference
    };
    two_sided_p_value(t, degrees_of_freedom)
}

fn is_standard_error(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}

/// The two tails of the distribution beyond a distance from 0.
struct Tails {
    /// The probability of both tails together.
    probability: f64,
    /// The distance times the density there.
    distance_times_density: f64,
}

impl Tails {
    /// The tails beyond `t`, which is finite and not negative.
    fn beyond(t: f64, degrees_of_freedom: f64) -> Self {
        let half = degrees_of_freedom / 2.0;
        let scaled = t / degrees_of_freedom.sqrt();
        let square = scaled * scaled;
        // x and y of the incomplete beta function, y = 1 - x, both without cancellation; the square
        // may be infinite here, or 0.
        let x = 1.0 / (1.0 + square);
        let y = 1.0 / (1.0 + 1.0 / square);
        let log_x =
            if square.is_finite() { -libm::log1p(square) } else { -2.0 * libm::log(scaled) };
        // x^a y^b / B(a, b) at a = df/2, b = 1/2.
        let distance_times_density =
            libm::exp(half * log_x) * y.sqrt() * gamma_ratio(half) / PI.sqrt();
        // The fraction converges faster farther out, the series faster near 0. Where they meet,
        // neither takes more than 120 terms, and the probability from the series is still a
        // twelfth, so the subtraction from 1 costs at most one digit.
        let probability = if t * t > 3.0 {
            distance_times_density * tail_fraction(half, x, y)
        } else {
            1.0 - 2.0 * distance_times_density * centre_series(half, y)
        };
        Self { probability: probability.clamp(0.0, 1.0), distance_times_density }
    }
}

/// `I_x(a, 1/2)` divided by `x^a y^(1/2) / B(a, 1/2)`, for `y = 1 - x`.
///
/// The continued fraction of Didonato and Morris, "Significant digit computation of the incomplete
/// beta function ratios", ACM Transactions on Mathematical Software 18 (1992), equation 9, by the
/// method of Lentz. It takes `y` separately, so nothing cancels where `x` is nearly 1.
fn tail_fraction(a: f64, x: f64, y: f64) -> f64 {
    const TERMS: u32 = 300;
    const B: f64 = 0.5;
    let lambda = a * y - B * x;
    let mut value = a / (a + 1.0) * (lambda + 1.0);
    let mut ahead = value;
    let mut behind = 0.0;
    for term in 1..=TERMS {
        let n = f64::from(term);
        let step = a + 2.0 * n - 1.0;
        let numerator = (a + n - 1.0) / step * ((a + B + n - 1.0) / step) * (n * (B - n) * x * x);
        let next = n
            + n * (B - n) * x / step
            + (a + n) / (a + 2.0 * n + 1.0) * (lambda + 1.0 + n * (1.0 + y));
        ahead = next + numerator / ahead;
        behind = 1.0 / (next + numerator * behind);
        let factor = ahead * behind;
        value *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    1.0 / value
}

/// `I_y(1/2, a)` divided by `2 x^a y^(1/2) / B(1/2, a)`, for `x = 1 - y`: a hypergeometric series
/// of positive terms (Abramowitz and Stegun 26.5.4).
fn centre_series(a: f64, y: f64) -> f64 {
    const TERMS: u32 = 300;
    let mut term = 1.0;
    let mut sum = 1.0;
    for index in 0..TERMS {
        let n = f64::from(index);
        term *= (a + 0.5 + n) / (1.5 + n) * y;
        sum += term;
        if term < sum * (f64::EPSILON / 4.0) {
            break;
        }
    }
    sum
}

/// The gamma function at `a + 1/2` divided by the gamma function at `a`, for `a >= 1/2`.
///
/// From the asymptotic series of the logarithm of the quotient, whose terms are differences of
/// Stirling's series; small arguments are first moved up by the recurrence of the gamma function.
fn gamma_ratio(a: f64) -> f64 {
    const SERIES_FROM: f64 = 16.0;
    let mut argument = a;
    let mut moved = 1.0;
    while argument < SERIES_FROM {
        moved *= argument / (argument + 0.5);
        argument += 1.0;
    }
    let inverse = 1.0 / argument;
    let square = inverse * inverse;
    let series = -1.0 / 8.0
        + square
            * (1.0 / 192.0
                + square * (-1.0 / 640.0 + square * (17.0 / 14336.0 + square * (-31.0 / 18432.0))));
    moved * argument.sqrt() * libm::exp(series * inverse)
}

/// [`root`], with a cache of this thread's last call: consecutive lines of a table ask for the same
/// root.
fn remembered_root(degrees_of_freedom: u64, confidence: Confidence) -> f64 {
    thread_local! {
        static LAST: Cell<Option<(u64, Confidence, f64)>> = const { Cell::new(None) };
    }
    match LAST.get() {
        Some((same, level, t)) if same == degrees_of_freedom && level == confidence => t,
        _ => {
            let t = root(degrees_of_freedom as f64, confidence);
            LAST.set(Some((degrees_of_freedom, confidence, t)));
            t
        }
    }
}

/// Solves for the `t` at which the two tails have the probability that the confidence leaves out.
///
/// Newton's method on the logarithms of `t` and of the tails. The logarithm of |T| has a
/// log-concave density, hence a log-concave tail: from any start at most one step goes past the
/// root and all further ones approach it from above, so no bracket is needed.
fn root(degrees_of_freedom: f64, confidence: Confidence) -> f64 {
    // Five steps reach the last digits for every number of degrees of freedom below 1000, from a
    // level of 0.5 to one of 1 - 1e-16: see the tests. The loop ends when nothing changes.
    const STEPS: u32 = 8;
    let target = libm::log(confidence.significance());
    let mut t = confidence.z();
    for _ in 0..STEPS {
        let tails = Tails::beyond(t, degrees_of_freedom);
        let slope = 2.0 * tails.distance_times_density / tails.probability;
        let next = t * libm::exp((libm::log(tails.probability) - target) / slope);
        if next.to_bits() == t.to_bits() {
            break;
        }
        t = next;
    }
    t
}

/// The expansion of the quantile about the normal quantile `z` in powers of `1 / df`.
fn expansion(degrees_of_freedom: f64, z: f64) -> f64 {
    let square = z * z;
    let first = (square + 1.0) * z / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) * z / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) * z / 384.0;
    let fourth = ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
        * z
        / 92_160.0;
    let inverse = 1.0 / degrees_of_freedom;
    z + inverse * (first + inverse * (second + inverse * (third + inverse * fourth)))
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;
    use statrs::distribution::{ContinuousCDF, StudentsT};

    use super::super::tests::assertions::assert_close;
    use super::*;

    fn confidence(level: f64) -> Confidence {
        Confidence::new(level).expect("a level between 0.5 and 1")
    }

    fn quantile(degrees_of_freedom: u64, level: f64) -> f64 {
        two_sided_quantile(degrees_of_freedom, confidence(level)).expect("degrees of freedom")
    }

    fn p_value(t: f64, degrees_of_freedom: u64) -> f64 {
        two_sided_p_value(t, degrees_of_freedom).expect("degrees of freedom")
    }

    /// P-values computed with mpmath to 50 digits: t, degrees of freedom, p.
    const P_VALUES: [(f64, u64, f64); 77] = [
        (0.01, 1, 0.9936340144701835),
        (0.5, 1, 0.7048327646991335),
        (1.7, 1, 0.33850605466066536),
        (1.75, 1, 0.3304986810771358),
        (2.0, 1, 0.2951672353008665),
        (5.0, 1, 0.12566591637800237),
        (30.0, 1, 0.021212804811070848),
        (0.01, 2, 0.992929108958201),
        (0.5, 2, 0.6666666666666666),
        (1.7, 2, 0.23123342620157122),
        (1.75, 2, 0.2222222222222222),
        (2.0, 2, 0.18350341907227397),
        (5.0, 2, 0.037749551350623724),
        (30.0, 2, 0.0011092626819596588),
        (0.01, 3, 0.992649111412852),
        (0.5, 3, 0.651447964848151),
        (1.7, 3, 0.1876906415534101),
        (1.75, 3, 0.17842542609827142),
        (2.0, 3, 0.1393259685588432),
        (5.0, 3, 0.015392438073302301),
        (30.0, 3, 8.135280427163959e-05),
        (0.01, 10, 0.9922179749909714),
        (0.5, 10, 0.6278936057429729),
        (1.7, 10, 0.1199693459090204),
        (1.75, 10, 0.11068094426594709),
        (2.0, 10, 0.07338803477074037),
        (5.0, 10, 0.0005373336027564526),
        (30.0, 10, 3.961792342031324e-11),
        (0.01, 100, 0.9920412102344285),
        (0.5, 100, 0.6181735658308866),
        (1.7, 100, 0.09223932700301925),
        (1.75, 100, 0.08318569209751069),
        (2.0, 100, 0.04821217873113368),
        (5.0, 100, 2.4501734135038002e-06),
        (30.0, 100, 8.380332558688292e-52),
        (0.01, 999, 0.9920232839284948),
        (0.5, 999, 0.6171851909302895),
        (1.7, 999, 0.08944219821993142),
        (1.75, 999, 0.08042531636862331),
        (2.0, 999, 0.045770616973757006),
        (5.0, 999, 6.768361895801097e-07),
        (30.0, 999, 1.6728272131171847e-141),
        (0.01, 1_000, 0.9920232819321873),
        (0.5, 1_000, 0.6171850808338748),
        (1.7, 1_000, 0.08944188695924003),
        (1.75, 1_000, 0.0804250093594578),
        (2.0, 1_000, 0.04577034649325164),
        (5.0, 1_000, 6.767256364648631e-07),
        (30.0, 1_000, 1.5374687444043482e-141),
        (0.01, 9_999, 0.9920214868693055),
        (0.5, 9_999, 0.6170860804235135),
        (1.7, 9_999, 0.08916202583772541),
        (1.75, 9_999, 0.08014898575463575),
        (2.0, 9_999, 0.045527263361510105),
        (5.0, 9_999, 5.830336410228319e-07),
        (30.0, 9_999, 2.0480280521865904e-189),
        (0.01, 1_000_000, 0.9920212893655477),
        (0.5, 1_000_000, 0.6170751874723714),
        (1.7, 1_000_000, 0.08913123649034876),
        (1.75, 1_000_000, 0.08011862041654788),
        (2.0, 1_000_000, 0.045500533851319205),
        (5.0, 1_000_000, 5.733997870890742e-07),
        (30.0, 1_000_000, 1.2020094233663438e-197),
        (0.01, 1_000_000_000, 0.9920212873727317),
        (0.5, 1_000_000_000, 0.6170750775619942),
        (1.7, 1_000_000_000, 0.08913092582805936),
        (1.75, 1_000_000_000, 0.08011831403432308),
        (2.0, 1_000_000_000, 0.045500264166313246),
        (5.0, 1_000_000_000, 5.733032403951629e-07),
        (30.0, 1_000_000_000, 9.815419687967462e-198),
        (0.01, 1_000_000_000_000, 0.9920212873707388),
        (0.5, 1_000_000_000_000, 0.6170750774520838),
        (1.7, 1_000_000_000_000, 0.08913092551739706),
        (1.75, 1_000_000_000_000, 0.08011831372794087),
        (2.0, 1_000_000_000_000, 0.04550026389662837),
        (5.0, 1_000_000_000_000, 5.733031438550245e-07),
        (30.0, 1_000_000_000_000, 9.813429845929326e-198),
    ];

    #[test]
    fn p_values_are_known_from_1_to_a_million_million_degrees_of_freedom() {
        for (t, degrees_of_freedom, p) in P_VALUES {
            assert_close(p_value(t, degrees_of_freedom), p, 2e-13);
            assert_close(p_value(-t, degrees_of_freedom), p, 2e-13);
        }
    }

    #[test]
    fn the_cache_does_not_change_results() {
        let asked = [(63, 0.95), (63, 0.95), (64, 0.95), (64, 0.99), (63, 0.95)]
            .map(|(freedom, level)| quantile(freedom, level));
        let apart = [(63, 0.95), (64, 0.95), (64, 0.99)]
            .map(|(freedom, level)| root(f64::from(freedom), confidence(level)));
        assert_eq!(
            asked.map(f64::to_bits),
            [apart[0], apart[0], apart[1], apart[2], apart[0]].map(f64::to_bits)
        );
    }

    #[test]
    fn closed_forms_of_1_and_2_degrees_of_freedom() {
        for exponent in -40..400 {
            let t = libm::exp10(f64::from(exponent) / 8.0);
            let one = 2.0 / PI * libm::atan(1.0 / t);
            assert_close(p_value(t, 1), one, 1e-13);
            let root = (2.0 + t * t).sqrt();
            let two = 2.0 / (root * (root + t));
            assert_close(p_value(t, 2), two, 1e-13);
        }
    }

    #[test]
    fn p_values_at_the_ends() {
        for degrees_of_freedom in [1, 2, 9, 999, 1000, 1_000_000_000_000, u64::MAX] {
            assert_close(p_value(0.0, degrees_of_freedom), 1.0, 0.0);
            assert_close(p_value(1e-300, degrees_of_freedom), 1.0, 1e-15);
            assert_close(p_value(f64::INFINITY, degrees_of_freedom), 0.0, 0.0);
            for exponent in -300..=308 {
                let p = p_value(libm::exp10(f64::from(exponent)), degrees_of_freedom);
                assert!((0.0..=1.0).contains(&p), "{exponent} {degrees_of_freedom} {p}");
            }
        }
        assert_close(p_value(1e200, 1), 2e-200 / PI, 1e-12);
        assert_eq!(two_sided_p_value(1.0, 0), None);
        assert_eq!(two_sided_p_value(f64::NAN, 5), None);
        assert_eq!(two_sided_quantile(0, Confidence::default()), None);
    }

    #[test]
    fn quantiles_have_their_known_values() {
        for (degrees_of_freedom, t) in [
            (9, 2.2621571627982049),
            (99, 1.9842169515864174),
            (999, 1.9623414611334493),
            (9999, 1.960201263621357),
            (1_000_000, 1.959966356814107),
        ] {
            assert_close(quantile(degrees_of_freedom, 0.95), t, 1e-13);
        }
        // Computed with mpmath for the level as rounded to a double.
        for (degrees_of_freedom, level, t) in [
            (1, 0.999999, 636619.7723487513),
            (2, 0.999999, 999.9992499854659),
            (3, 0.999999999999, 13016.476782874553),
            (5, 0.6, 0.919543780240826),
            (30, 0.99, 2.749995653567225),
            (200, 0.9999999999, 6.82951294557107),
            (999, 0.99, 2.5807596372676365),
            (999, 0.999999999, 6.1684898199091665),
            (1000, 0.95, 1.962339080826408),
            (1000, 0.99, 2.5807546980659508),
            (1000, 0.999999, 4.922289523423825),
            (2000, 0.999999999999, 7.176975527844351),
        ] {
            assert_close(quantile(degrees_of_freedom, level), t, 1e-11);
        }
    }

    #[test]
    fn quantiles_agree_with_statrs_where_it_is_right() {
        for degrees_of_freedom in 1..=60 {
            let theirs = StudentsT::new(0.0, 1.0, degrees_of_freedom as f64).expect("a shape");
            for level in [0.6, 0.8, 0.9, 0.95, 0.99] {
                let ours = quantile(degrees_of_freedom, level);
                assert_close(ours, theirs.inverse_cdf(0.5 + level / 2.0), 1e-8);
                assert_close(p_value(ours, degrees_of_freedom), 2.0 * theirs.sf(ours), 1e-11);
            }
        }
    }

    #[test]
    fn the_expansion_continues_the_root() {
        // Where the method changes, the two must give the same number.
        for level in [0.51, 0.8, 0.9, 0.95, 0.99, 0.999] {
            let degrees_of_freedom = EXPANSION_FROM as f64;
            let expanded = expansion(degrees_of_freedom, confidence(level).z());
            assert_close(expanded, root(degrees_of_freedom, confidence(level)), 5e-13);
            assert!(quantile(EXPANSION_FROM - 1, level) > quantile(EXPANSION_FROM, level));
        }
    }

    #[test]
    fn two_terms_of_the_expansion_are_enough_for_a_spreadsheet() {
        // The two-term formula that readers of the tables may use, compared with this one.
        let z = Confidence::default().z();
        for (degrees_of_freedom, published) in
            [(9999, 1.9602012636188), (1_000_000, 1.9599663568141)]
        {
            let df = degrees_of_freedom as f64;
            let short = z
                + (z * z * z + z) / (4.0 * df)
                + (5.0 * z * z * z * z * z + 16.0 * z * z * z + 3.0 * z) / (96.0 * df * df);
            assert_close(short, published, 5e-14);
            assert_close(quantile(degrees_of_freedom, 0.95), short, 1e-11);
        }
    }

    #[test]
    fn newton_has_converged_for_every_number_of_degrees_of_freedom() {
        for level in [0.5 + f64::EPSILON, 0.7, 0.95, 0.999999, 1.0 - f64::EPSILON / 2.0] {
            let significance = confidence(level).significance();
            let mut previous = f64::INFINITY;
            for degrees_of_freedom in 1..EXPANSION_FROM {
                let t = quantile(degrees_of_freedom, level);
                assert_close(p_value(t, degrees_of_freedom), significance, 1e-12);
                assert!(t < previous, "{level} {degrees_of_freedom}");
                previous = t;
            }
        }
    }

    #[test]
    fn a_standard_error_of_zero_has_no_interval() {
        for rounding in [0.0, 1e-15] {
            assert_eq!(interval(0.5, rounding, 7, Confidence::default()), None);
        }
        assert!(interval(0.0, 1e-15, 7, Confidence::default()).is_some());
        assert_eq!(test(0.5, 0.0, 7, 0.5), Some(1.0));
        assert_eq!(test(0.5, 0.0, 7, 0.4), Some(0.0));
    }

    #[test]
    fn invalid_standard_errors_have_no_result() {
        for standard_error in [-0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(interval(0.5, standard_error, 7, Confidence::default()), None);
            assert_eq!(test(0.5, standard_error, 7, 0.5), None);
        }
        assert_eq!(interval(0.5, 0.1, 0, Confidence::default()), None);
        assert_eq!(test(0.5, 0.1, 0, 0.5), None);
    }

    proptest! {
        #[test]
        fn p_values_fall_as_t_grows(t in 0.0..40.0_f64, more in 1e-3..10.0_f64, df in 1_u64..5000) {
            prop_assert!(p_value(t + more, df) < p_value(t, df));
        }

        #[test]
        fn p_values_do_not_jump_where_the_method_changes(exponent in 0.0..12.0_f64) {
            let df = libm::exp10(exponent) as u64;
            let at = 3.0_f64.sqrt();
            let (below, above) = (p_value(at - 1e-9, df), p_value(at + 1e-9, df));
            prop_assert!(below > above && below - above < 1e-9);
        }

        #[test]
        fn the_test_rejects_what_the_interval_leaves_out(
            estimate in -1.0..1.0_f64,
            standard_error in 1e-6..1.0_f64,
            df in 1_u64..100_000,
            level in 0.51..0.9999_f64,
            against in -2.0..2.0_f64,
        ) {
            let confidence = confidence(level);
            let interval = interval(estimate, standard_error, df, confidence).expect("defined");
            let p = test(estimate, standard_error, df, against).expect("defined");
            prop_assume!((p - confidence.significance()).abs() > 1e-9);
            prop_assert_eq!(interval.contains(against), p > confidence.significance());
        }
    }
}
