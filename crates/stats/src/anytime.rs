//! Intervals that hold at every look, for a rate or a mean that is still being measured.
//!
//! A 95 % interval is wrong once in twenty runs if it is looked at once. If a run is watched and
//! stopped as soon as the interval looks good, it is wrong several times as often. The confidence
//! sequences here hold the true value at all looks together, with the given confidence: a run may
//! be stopped or continued for any reason and at any time. The price is about twice the width.
//!
//! Both rest on a bet against a hypothesised mean. If the mean is right, the expected wealth never
//! grows, so the probability that the wealth ever reaches 20 is at most 1 in 20 (J. Ville, 1939).
//! The logarithm of the wealth is the log e-value. Both depend on counts only, not on the order of
//! blocks, so shards can be merged.

use std::f64::consts::FRAC_PI_2;

use super::interval::{Confidence, Interval};
use super::moments::Moments;
use super::normal;
use super::roots::{bisect, crossing};
use super::score_counts::ScoreCounts;
use super::stirling::{deviance, factorial_remainder, half_integer_remainder};

/// Returns the logarithm of the evidence against a rate of `against`, strictly between 0 and 1,
/// after `successes` of `trials` independent trials. It is below 0 where there is no evidence.
///
/// The mixture of likelihood ratios by a beta distribution with both parameters one half: H.
/// Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
/// Mathematical Statistics 41 (1970); S. R. Howard and others, "Time-uniform, nonparametric,
/// nonasymptotic confidence sequences", Annals of Statistics 49 (2021). `None` if there are more
/// successes than trials or `against` is out of range.
pub fn rate_log_e_value(successes: u64, trials: u64, against: f64) -> Option<f64> {
    let failures = trials.checked_sub(successes)?;
    if !(against > 0.0 && against < 1.0) {
        return None;
    }
    if trials == 0 {
        return Some(0.0);
    }
    let (total, successes, failures) = (trials as f64, successes as f64, failures as f64);
    let distance =
        deviance(successes, total * against) + deviance(failures, total * (1.0 - against));
    let remainder = half_integer_remainder(successes) + half_integer_remainder(failures)
        - factorial_remainder(total);
    Some(distance - 0.5 * libm::log(FRAC_PI_2 * total) + remainder)
}

/// Returns the confidence sequence of a rate, in [0, 1], after `successes` of `trials` independent
/// trials: the rates with a log e-value below `ln(1 / (1 - level))`.
///
/// Each end is rounded outwards. The lower end is exactly 0 without any success, the upper end
/// exactly 1 without any failure. `None` without trials, or for more successes than trials.
pub fn rate_confidence_sequence(
    successes: u64,
    trials: u64,
    confidence: Confidence,
) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    let rate = successes as f64 / trials as f64;
    let log_e_value =
        |against| rate_log_e_value(successes, trials, against).unwrap_or(f64::INFINITY);
    Some(ends(log_e_value, rate, (successes == 0, successes == trials), confidence))
}

impl ScoreCounts {
    /// Returns the logarithm of the evidence against a mean score of `against`, strictly between 0
    /// and 1. It is below 0 where there is no evidence. `None` if `against` is out of range.
    ///
    /// The wealth of the universal portfolio of two assets: T. M. Cover, "Universal portfolios",
    /// Mathematical Finance 1 (1991); F. Orabona and K.-S. Jun, "Tight concentrations and
    /// confidence sequences from the regret of universal portfolio", IEEE Transactions on
    /// Information Theory 70 (2024). It is exact for scores of any distribution. If the only
    /// possible scores are 0 and 1, it equals [`rate_log_e_value`].
    pub fn log_e_value(&self, against: f64) -> Option<f64> {
        (against > 0.0 && against < 1.0).then(|| Bets::new(self).log_wealth(against))
    }

    /// Returns the confidence sequence of the mean score, in [0, 1]: the means with a log e-value
    /// below `ln(1 / (1 - level))`; `None` without scores.
    ///
    /// Each end is rounded outwards. The lower end is exactly 0 where all scores were 0, the upper
    /// end exactly 1 where all were 1.
    pub fn confidence_sequence(&self, confidence: Confidence) -> Option<Interval> {
        let mean = self.mean()?;
        let bets = Bets::new(self);
        let extremes = (
            bets.outcomes.iter().all(|outcome| outcome.score <= 0.0),
            bets.outcomes.iter().all(|outcome| outcome.rest <= 0.0),
        );
        Some(ends(|against| bets.log_wealth(against), mean, extremes, confidence))
    }
}

/// Returns the half-width of an asymptotic confidence sequence of the mean of whole numbers without
/// a known bound, in their unit. Compared with an interval for a fixed number of values, it is
/// narrowest after `narrowest_at` values.
///
/// The mixture of normal distributions with the sample variance instead of the true one: S. R.
/// Howard and others (2021), I. Waudby-Smith and others, "Time-uniform central limit theory and
/// asymptotic confidence sequences", Annals of Statistics 52 (2024). Unlike the other sequences
/// here it holds only after many values, and the theory does not say how many. Where a bound is
/// known (a limit of turns), use [`ScoreCounts`] with that bound as the unit: their sequence holds
/// from the first value on. `None` with fewer than two values, and for a `narrowest_at` of 0.
pub fn asymptotic_half_width(
    moments: &Moments,
    narrowest_at: u64,
    confidence: Confidence,
) -> Option<f64> {
    let variance = moments.variance()?;
    if narrowest_at == 0 {
        return None;
    }
    if variance <= 0.0 {
        return Some(0.0);
    }
    let count = moments.count as f64;
    Some(normal_mixture_bound(count * variance, narrowest_at as f64 * variance, confidence) / count)
}

/// Returns the confidence that an ordinary interval must have at a look after `blocks` blocks, so
/// that the intervals of all looks together have the given `confidence`. The price is lowest after
/// `narrowest_at` blocks.
///
/// It follows from the asymptotic confidence sequence (see [`asymptotic_half_width`]), which is for
/// means without a known bound and holds only after many blocks. `None` with fewer than two blocks,
/// and for a `narrowest_at` of 0.
pub fn confidence_at_each_look(
    blocks: u64,
    narrowest_at: u64,
    confidence: Confidence,
) -> Option<Confidence> {
    // Blocks with a standard deviation of 1, as nearly as whole numbers allow.
    let moments = Moments { count: blocks, sum: 0, squares: blocks.into() };
    let half_width = asymptotic_half_width(&moments, narrowest_at, confidence)?;
    let standard_errors = half_width * (blocks as f64 - 1.0).sqrt();
    // A level must be below 1; this one is so close that the difference does not matter.
    Confidence::new((1.0 - normal::two_sided_p_value(standard_errors)).min(1.0 - 1e-15)).ok()
}

/// The bound that a sum with mean 0 and variance `variance` never passes, with the given
/// confidence.
fn normal_mixture_bound(variance: f64, narrowest_at: f64, confidence: Confidence) -> f64 {
    let twice = -2.0 * libm::log(confidence.significance());
    let rho = narrowest_at / (twice + libm::log1p(twice));
    ((variance + rho) * (libm::log1p(variance / rho) + twice)).sqrt()
}

/// The values around `centre` whose log e-value is below the threshold.
///
/// The log e-value is convex, because the e-value is a mixture of log-convex functions, and at most
/// 0 at the centre. So these values form an interval around the centre.
fn ends(
    log_e_value: impl Fn(f64) -> f64,
    centre: f64,
    (all_lowest, all_highest): (bool, bool),
    confidence: Confidence,
) -> Interval {
    /// Enough steps to tell apart neighbouring doubles down to 2^-120.
    const STEPS: u32 = 120;
    let threshold = -libm::log(confidence.significance());
    let end =
        |outside: f64| crossing(STEPS, centre, outside, |mean| log_e_value(mean) - threshold).1;
    Interval {
        low: if all_lowest { 0.0 } else { end(0.0) },
        high: if all_highest { 1.0 } else { end(1.0) },
    }
}

/// One possible score and how often it occurred.
struct Outcome {
    /// The score, from 0 to 1.
    score: f64,
    /// 1 minus the score, rounded by itself.
    rest: f64,
    /// How often it occurred.
    count: f64,
}

/// The scores to bet on.
struct Bets {
    outcomes: Vec<Outcome>,
    /// The number of scores.
    count: f64,
}

impl Bets {
    fn new(scores: &ScoreCounts) -> Self {
        let unit = scores.unit() as f64;
        let outcome = |(score, count): (u64, u64)| Outcome {
            score: score as f64 / unit,
            rest: (scores.unit() - score) as f64 / unit,
            count: count as f64,
        };
        let counts = scores.counts();
        Self { outcomes: counts.iter().map(outcome).collect(), count: counts.count() as f64 }
    }

    /// The logarithm of `2 / pi` times the integral from 0 to `pi / 2` of `product over outcomes of
    /// (w a / s + (1 - w) (1 - a) / (1 - s))^count`, by the midpoint rule; `w` is the squared sine
    /// of the variable, `a` the score and `s` the mean.
    ///
    /// The integrand is an even trigonometric polynomial, so with `M` nodes the midpoint rule errs
    /// only by the Fourier coefficients from `2 M` on. Moved by `i y` off the real line the
    /// integrand grows at most by a factor of `cosh(2 y)^n`, so the error is below `2 exp(-2 M^2 /
    /// n)` times its largest value: nothing from `M = 5 sqrt(n)` on. This is the finest grid used
    /// here. Where the integrand is wider than it must be, a coarser grid is used, with at least
    /// four nodes to each standard deviation (far more than a normal shape needs, since shapes near
    /// an end differ). The integrand has a single peak, so only the nodes around it are visited:
    /// some 120, for any number of blocks.
    fn log_wealth(&self, mean: f64) -> f64 {
        if self.outcomes.is_empty() {
            return 0.0;
        }
        let position = Position::new(&self.outcomes, mean);
        let peak = position.peak();
        let finest = libm::ceil(5.0 * self.count.sqrt()) + 8.0;
        let nodes =
            libm::ceil(FRAC_PI_2 / (position.width(peak, 1.0 / finest) / 8.0)).clamp(8.0, finest);
        position.log_integral(peak, nodes)
    }
}

/// A hypothesised mean, seen from each of the outcomes.
struct Position<'a> {
    outcomes: &'a [Outcome],
    mean: f64,
    /// For each outcome, how much its factor grows with the bet on a high score.
    slopes: Vec<f64>,
}

impl<'a> Position<'a> {
    fn new(outcomes: &'a [Outcome], mean: f64) -> Self {
        let slopes =
            outcomes.iter().map(|outcome| (outcome.score - mean) / (mean * (1.0 - mean))).collect();
        Self { outcomes, mean, slopes }
    }

    /// The shares that are bet on high and on low scores at an angle, and the first share minus the
    /// mean, computed from the smaller share.
    fn bet(&self, angle: f64) -> (f64, f64, f64) {
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let (high, low) = (sine * sine, cosine * cosine);
        (high, low, if self.mean > 0.5 { 1.0 - self.mean - low } else { high - self.mean })
    }

    /// The logarithm of the integrand at an angle.
    fn log_product(&self, angle: f64) -> f64 {
        let (high, low, beyond) = self.bet(angle);
        let mut sum = 0.0;
        for (outcome, slope) in self.outcomes.iter().zip(&self.slopes) {
            // The factor minus 1, from which its logarithm is exact where it is small.
            let gain = beyond * slope;
            let logarithm = if gain > -0.5 {
                libm::log1p(gain)
            } else {
                libm::log(high * outcome.score / self.mean + low * outcome.rest / (1.0 - self.mean))
            };
            sum += outcome.count * logarithm;
        }
        sum
    }

    /// The angle at which the integrand is largest, to 2^-31.
    ///
    /// The logarithm is concave in the squared sine, so the sign of its derivative guides a
    /// bisection.
    fn peak(&self) -> f64 {
        const STEPS: u32 = 31;
        let rises = |angle: f64| {
            let (_, _, beyond) = self.bet(angle);
            let derivative: f64 = self
                .outcomes
                .iter()
                .zip(&self.slopes)
                .map(|(outcome, slope)| outcome.count * slope / (1.0 + beyond * slope))
                .sum();
            derivative > 0.0
        };
        let (low, high) = bisect(STEPS, 0.0, FRAC_PI_2, rises);
        f64::midpoint(low, high)
    }

    /// The distance from the peak, to either side, at which the logarithm of the integrand has
    /// fallen by at least one half, as at one standard deviation. It is `least` times a power of
    /// two.
    fn width(&self, peak: f64, least: f64) -> f64 {
        let highest = self.log_product(peak);
        let mut width = least;
        while width < FRAC_PI_2 {
            let fallen = |angle: f64| highest - self.log_product(angle) >= 0.5;
            if fallen(peak + width) || fallen(peak - width) {
                break;
            }
            width *= 2.0;
        }
        width
    }

    /// The logarithm of the mean of the integrand over this many midpoints.
    fn log_integral(&self, peak: f64, nodes: f64) -> f64 {
        /// Nodes below this share of the peak do not matter, nor do nodes farther out.
        const NEGLIGIBLE: f64 = -44.0;
        let step = FRAC_PI_2 / nodes;
        let middle = libm::floor(peak / step).min(nodes - 1.0);
        let at = |index: f64| self.log_product((index + 0.5) * step);
        let highest = at(middle);
        let side = |direction: f64| {
            let mut sum = 0.0;
            let mut index = middle + direction;
            while index >= 0.0 && index < nodes {
                let term = at(index) - highest;
                sum += libm::exp(term);
                if term < NEGLIGIBLE {
                    break;
                }
                index += direction;
            }
            sum
        };
        highest + libm::log((1.0 + side(-1.0) + side(1.0)) / nodes)
    }
}

#[cfg(test)]
#[path = "anytime_tests.rs"]
mod tests;
