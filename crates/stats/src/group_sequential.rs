//! Intervals that hold at every one of several planned looks, for an estimate that is still being
//! measured.
//!
//! The looks must be known beforehand, the last one included. The chance of an error is spent look
//! by look, most of it at the last ones (K. K. G. Lan and D. L. DeMets, "Discrete sequential
//! boundaries for clinical trials", Biometrika 70 (1983)). An ordinary interval that reaches to
//! either side as many standard errors as [`critical_values`] returns then holds the truth at all
//! looks together, with the requested confidence: a repeated confidence interval (C. Jennison and
//! B. W. Turnbull, "Interim analyses: the repeated confidence interval approach", Journal of the
//! Royal Statistical Society B 51 (1989)). At the last look it is hardly wider than an interval for
//! a single look. For looks that are not planned, use the [confidence sequences](super::anytime).

#![expect(clippy::doc_markdown, reason = "names of people")]

use super::interval::Confidence;
use super::normal::{two_sided_p_value, upper_quantile, upper_tail};
use super::roots::bisect;

/// Returns how much of the chance of an error is spent up to a look at this share of all blocks
/// (above 0, up to 1).
///
/// Lan and DeMets's function that comes close to the boundaries of O'Brien and Fleming: `2 (1 -
/// Phi(z / sqrt(share)))` for a one-sided test, with the quantile `z` of half its chance; here
/// twice that for half the `significance` to each side, as in the packages ldbounds, gsDesign and
/// rpact.
pub fn spent(significance: f64, share: f64) -> f64 {
    4.0 * upper_tail(upper_quantile(significance / 4.0) / share.sqrt())
}

/// At least this part of the chance of an error may be spent at each look. Otherwise early looks at
/// a long run would be useless: at a hundredth of the blocks the function above asks for 22
/// standard errors. All these parts together are negligible.
const LEAST_PART: f64 = 1e-4;

/// Returns how many standard errors an interval must reach to either side at each of several looks,
/// so that all intervals together hold the truth with the given `confidence`. `shares` are the
/// shares of the last look's blocks that are counted at each look, in increasing order up to 1.
///
/// A value is never larger than needed for a ten-thousandth of the chance of an error at one look;
/// later looks then spend less. `None` unless the shares increase strictly from above 0 to at most
/// 1.
pub fn critical_values(shares: &[f64], confidence: Confidence) -> Option<Vec<f64>> {
    let significance = confidence.significance();
    boundaries(shares, significance, upper_quantile(LEAST_PART * significance / 2.0))
}

/// The same, with no value beyond `most`.
///
/// The sum of the observations up to a look grows by independent steps. The distribution of runs
/// that have passed no boundary yet is followed from look to look by numerical integration: P.
/// Armitage, C. K. McPherson and B. C. Rowe, "Repeated significance tests on accumulating data",
/// Journal of the Royal Statistical Society A 132 (1969); C. Jennison and B. W. Turnbull, "Group
/// Sequential Methods with Applications to Clinical Trials" (2000), chapter 19.
fn boundaries(shares: &[f64], significance: f64, most: f64) -> Option<Vec<f64>> {
    let increase = shares.windows(2).all(|pair| pair[0] < pair[1]);
    if !(increase && shares.iter().all(|share| *share > 0.0 && *share <= 1.0)) {
        return None;
    }
    let mut critical = Vec::new();
    let mut gone = 0.0;
    let mut inside: Option<Inside> = None;
    for (look, &share) in shares.iter().enumerate() {
        let step = inside.as_ref().map(|inside| (inside, Step::new(shares[look - 1], share)));
        let beyond = |boundary: f64| match &step {
            None => 2.0 * upper_tail(boundary),
            Some((inside, step)) => inside.passes(*step, boundary),
        };
        let left = spent(significance, share) - gone;
        // No run is beyond this.
        let farthest = most.min(FARTHEST);
        let boundary = if beyond(farthest) >= left {
            most
        } else {
            bisect(60, farthest, 0.0, |boundary| beyond(boundary) <= left).0
        };
        gone += beyond(boundary);
        critical.push(boundary);
        let next = shares.get(look + 1).map(|next| Step::new(share, *next));
        let scale = next.map_or(1.0, Step::scale).min(step.map_or(1.0, |(_, step)| step.deviation));
        let nodes = nodes(boundary.min(FARTHEST), scale);
        let density = |value: f64| match &step {
            None => normal_density(value),
            Some((inside, step)) => inside.density(*step, value),
        };
        inside = Some(Inside {
            nodes: nodes
                .into_iter()
                .map(|(value, weight)| (value, weight * density(value)))
                .collect(),
        });
    }
    Some(critical)
}

/// Values farther out than this many standard errors are ignored: 10^-19 of all.
const FARTHEST: f64 = 9.0;

fn normal_density(value: f64) -> f64 {
    const FRAC_1_SQRT_TAU: f64 = 0.398_942_280_401_432_7;
    FRAC_1_SQRT_TAU * libm::exp(-0.5 * value * value)
}

/// The step from one look to the next, in standard errors at each.
#[derive(Clone, Copy)]
struct Step {
    /// The factor by which the old value shrinks.
    kept: f64,
    /// The standard deviation of the new part.
    deviation: f64,
}

impl Step {
    fn new(before: f64, after: f64) -> Self {
        Self { kept: (before / after).sqrt(), deviation: ((after - before) / after).sqrt() }
    }

    /// The smallest distance between two values at the look before that matters at the look after.
    fn scale(self) -> f64 {
        self.deviation / self.kept
    }
}

/// The runs that have passed no boundary yet. They are symmetric about 0, so only the upper half is
/// kept.
struct Inside {
    /// Values of the estimate, in standard errors, with the probability that each represents.
    nodes: Vec<(f64, f64)>,
}

impl Inside {
    /// The probability of passing the boundary, to either side, at the next look.
    fn passes(&self, step: Step, boundary: f64) -> f64 {
        let beyond = |value: f64| {
            let centre = step.kept * value;
            upper_tail((boundary - centre) / step.deviation)
                + upper_tail((boundary + centre) / step.deviation)
        };
        2.0 * self
            .nodes
            .iter()
            .map(|(value, probability)| probability * beyond(*value))
            .sum::<f64>()
    }

    /// The density of a value at the next look.
    fn density(&self, step: Step, value: f64) -> f64 {
        let from = |before: f64| {
            let centre = step.kept * before;
            normal_density((value - centre) / step.deviation)
                + normal_density((value + centre) / step.deviation)
        };
        self.nodes.iter().map(|(before, probability)| probability * from(*before)).sum::<f64>()
            / step.deviation
    }
}

/// The nodes and weights of the Gauss-Legendre rule with eight points, from 0 to 1, symmetrical
/// about 0.
const LEGENDRE: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_47),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];

/// The nodes and weights for a density between 0 and `end` that is as smooth as a normal density
/// with the standard deviation `scale`: the rule in pieces no longer than the scale.
fn nodes(end: f64, scale: f64) -> Vec<(f64, f64)> {
    let pieces = libm::ceil(end / scale.min(1.0)).max(1.0);
    let half = end / pieces / 2.0;
    let piece = |number: u64| {
        let centre = half * (2 * number + 1) as f64;
        LEGENDRE.into_iter().flat_map(move |(node, weight)| {
            [(centre - half * node, half * weight), (centre + half * node, half * weight)]
        })
    };
    (0..pieces as u64).flat_map(piece).collect()
}

/// Returns the p-value that holds at every look, from the ordinary p-value at one of them. It is at
/// most `1 - confidence` exactly where the ordinary interval with the confidence `at_look` leaves
/// out the hypothesis.
///
/// The deviation that belongs to the p-value is divided by the factor by which the interval is
/// wider. Smaller p-values are valid too: an inequality between a symmetric convex set of
/// deviations and a strip of the same probability stays true if both are widened by the same factor
/// (R. Latała and K. Oleszkiewicz, "Gaussian measures of dilatations of convex symmetric sets",
/// Annals of Probability 27 (1999)). P-values above `1 - confidence` reject nothing.
pub fn repeated_p_value(p_value: f64, confidence: Confidence, at_look: Confidence) -> f64 {
    if p_value <= 0.0 || p_value >= 1.0 {
        return p_value;
    }
    two_sided_p_value(upper_quantile(p_value / 2.0) * confidence.z() / at_look.z())
}

#[cfg(test)]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    fn published(shares: &[f64], values: &[f64], within: f64) {
        let found = boundaries(shares, 0.05, f64::INFINITY).expect("shares in order");
        assert_eq!(found.len(), values.len());
        for (found, value) in found.iter().zip(values) {
            assert!((found - value).abs() < within, "{found}, {value} published");
        }
    }

    /// `ldBounds(5)` of the package ldbounds (two-sided, 0.05), which textbooks also print.
    #[test]
    fn five_looks_agree_with_ldbounds() {
        published(&[0.2, 0.4, 0.6, 0.8, 1.0], &[4.8769, 3.3570, 2.6803, 2.2898, 2.0310], 6e-5);
    }

    /// `gsDesign(k = 4, test.type = 1, alpha = 0.025, sfu = sfLDOF)` and rpact's
    /// `getDesignGroupSequential(typeOfDesign = "asOF")`: half of the chance to one side; the other
    /// side does not change six digits. At the first look the value is the quantile of the chance
    /// that may be spent.
    #[test]
    fn one_sided_looks_agree_with_gsdesign_and_rpact() {
        published(&[0.25, 0.5, 0.75, 1.0], &[4.332_634, 2.963_131, 2.359_044, 2.014_090], 2e-6);
        published(&[1.0 / 3.0, 2.0 / 3.0, 1.0], &[3.710_303, 2.511_427, 1.993_048], 2e-6);
        published(&[0.3, 0.6, 1.0], &[3.928_573, 2.669_972, 1.981_024], 2e-6);
        // The example of SeqBounds.jl, one-sided at 0.05.
        assert_close(spent(0.1, 0.25) / 2.0, 8.857_54e-5, 1e-5);
        assert_close(spent(0.1, 0.5) / 2.0, 0.005_574_6, 1e-5);
        assert_close(spent(0.1, 0.75) / 2.0, 0.023_625_1, 1e-5);
        for significance in [0.5, 0.05, 0.001] {
            assert_close(spent(significance, 1.0), significance, 1e-13);
        }
    }

    /// The grid is as fine as the looks are close to each other.
    #[test]
    fn close_looks_are_one_look() {
        let one = boundaries(&[0.5, 1.0], 0.05, f64::INFINITY).expect("in order");
        let two = boundaries(&[0.5, 0.999_99, 1.0], 0.05, f64::INFINITY).expect("in order");
        assert!((one[1] - two[1]).abs() < 1e-4, "{one:?} {two:?}");
    }

    #[test]
    fn shares_must_increase_up_to_one() {
        for shares in
            [&[0.5, 0.5][..], &[0.6, 0.5], &[0.0, 1.0], &[0.5, 1.1], &[f64::NAN], &[0.1, f64::NAN]]
        {
            assert_eq!(critical_values(shares, Confidence::default()), None, "{shares:?}");
        }
        assert_eq!(critical_values(&[], Confidence::default()), Some(Vec::new()));
        let once = critical_values(&[1.0], Confidence::default()).expect("one look");
        assert_close(once[0], Confidence::default().z(), 1e-12);
    }

    /// Early looks can reject, and the last look hardly pays for them.
    #[test]
    fn early_looks_may_spend_a_little() {
        let shares: Vec<f64> = (0..20).rev().map(|look| libm::pow(1.5, -f64::from(look))).collect();
        let values = critical_values(&shares, Confidence::default()).expect("in order");
        let most = upper_quantile(0.05 * LEAST_PART / 2.0);
        assert!(values.iter().all(|value| *value <= most));
        assert_close(values[0], most, 0.0);
        let without = boundaries(&shares, 0.05, f64::INFINITY).expect("in order");
        assert!(
            without[0] > 30.0 && without[19] < values[19] && values[19] < without[19] + 1e-3,
            "{without:?} {values:?}"
        );
    }

    #[test]
    fn p_values_agree_with_intervals() {
        let confidence = Confidence::default();
        let at_look = Confidence::new(0.999).expect("a level");
        assert_close(repeated_p_value(0.001, confidence, at_look), 0.05, 1e-12);
        assert!(
            repeated_p_value(0.0009, confidence, at_look) < 0.05
                && repeated_p_value(0.0011, confidence, at_look) > 0.05
        );
        assert_close(repeated_p_value(0.03, confidence, confidence), 0.03, 1e-12);
        assert_close(repeated_p_value(0.0, confidence, at_look), 0.0, 0.0);
        assert_close(repeated_p_value(1.0, confidence, at_look), 1.0, 0.0);
    }

    /// Simulates sums of normal steps, looked at like a run: how often does any look leave out the
    /// truth, and any p-value fall below a bound?
    #[test]
    fn all_looks_together_keep_the_confidence() {
        const RUNS: u32 = 40_000;
        let confidence = Confidence::default();
        let shares: Vec<f64> = [1170, 1755, 2633, 3950, 5925, 8888, 13_333, 20_000]
            .map(|blocks| f64::from(blocks) / 20_000.0)
            .to_vec();
        let values = critical_values(&shares, confidence).expect("in order");
        let at_look: Vec<Confidence> = values
            .iter()
            .map(|value| Confidence::new(1.0 - two_sided_p_value(*value)).expect("a level"))
            .collect();
        let mut state = 1_u64;
        let mut normal = || {
            // The generator of S. Vigna, splitmix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            upper_quantile((((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64)
        };
        let (mut missed, mut small, mut before_the_last) = (0, 0, 0);
        for _ in 0..RUNS {
            let (mut sum, mut before) = (0.0, 0.0);
            let (mut found, mut smallest) = (None, 1.0_f64);
            for (look, share) in shares.iter().enumerate() {
                sum += normal() * (share - before).sqrt();
                before = *share;
                let deviation = (sum / share.sqrt()).abs();
                if deviation > values[look] && found.is_none() {
                    found = Some(look);
                }
                smallest = smallest.min(repeated_p_value(
                    two_sided_p_value(deviation),
                    confidence,
                    at_look[look],
                ));
            }
            missed += u32::from(found.is_some());
            before_the_last += u32::from(found.is_some_and(|look| look < 7));
            small += u32::from(smallest < 0.01);
        }
        // Four standard errors to either side.
        let within = |count: u32, share: f64| {
            let runs = f64::from(RUNS);
            (f64::from(count) - runs * share).abs() < 4.0 * (runs * share * (1.0 - share)).sqrt()
        };
        assert!(within(missed, 0.05), "{missed} of {RUNS}");
        assert!(within(before_the_last, spent(0.05, shares[6])), "{before_the_last} of {RUNS}");
        assert!(
            small > RUNS / 200
                && f64::from(small)
                    < 0.01 * f64::from(RUNS) + 4.0 * (0.0099 * f64::from(RUNS)).sqrt(),
            "{small} of {RUNS}"
        );
    }
}
