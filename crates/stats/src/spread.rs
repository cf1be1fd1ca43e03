//! The spread of several means, beyond the noise of each.
//!
//! The sum of squared deviations of estimates is too large by the sum of their variances. It is
//! neither normal nor chi-square: without any true deviation it is a sum of scaled chi-square
//! variables, with large deviations it is nearly normal. Its first three cumulants are known for
//! any true spread (S. R. Searle, "Linear Models", 1971, section 2.5). It is approximated by a
//! chi-square variable that is shifted and scaled to have the same three cumulants (E. S. Pearson's
//! approximation: "Note on an approximation to the distribution of non-central chi-square",
//! Biometrika 46, 1959). Its tails follow from the cube-root law (E. B. Wilson and M. M. Hilferty,
//! "The distribution of chi-square", PNAS 17, 1931). The interval holds all spreads for which the
//! observed sum is not in a tail of its distribution, so it keeps its level near zero.

use super::interval::{Confidence, Interval};
use super::rate_groups::{Grouped, difference_interval};
use super::roots::bisect;
use super::student;

/// The spread of several estimates about their common value: a weighted sum of squared deviations,
/// corrected for noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The observed sum of squares of the estimates.
    observed: f64,
    /// The sum of their variances: the part that noise adds.
    noise: f64,
    /// The second cumulant without any true spread.
    second: f64,
    /// The largest variance in any direction. The direction of the true deviations is unknown, and
    /// the observed one is partly noise.
    largest: f64,
    degrees_of_freedom: u64,
    /// By group of blocks: its part in the square root of the observed sum.
    influence: Vec<f64>,
}

impl Spread {
    /// Returns the spread of deviations from the same blocks, each already multiplied by the square
    /// root of its weight.
    ///
    /// `None` without deviations, and with fewer than two groups of blocks.
    pub fn new(deviations: &[Grouped]) -> Option<Self> {
        let degrees_of_freedom = deviations.first()?.degrees_of_freedom();
        let groups = degrees_of_freedom as f64 + 1.0;
        let scale = groups / (groups - 1.0);
        let observed: f64 =
            deviations.iter().map(|deviation| deviation.value * deviation.value).sum();
        let noise: f64 =
            deviations.iter().filter_map(|deviation| deviation.covariance(deviation)).sum();
        if degrees_of_freedom == 0 {
            return None;
        }
        // The products of the groups have the same squares and eigenvalues as the covariances, and
        // there are fewer of them.
        let all = 0..deviations[0].influence.len();
        let products: Vec<Vec<f64>> = all
            .clone()
            .map(|group| {
                let own = deviations
                    .iter()
                    .map(|deviation| (deviation.influence[group], deviation.influence.as_slice()));
                let mut products = weighted_sum(own, all.len());
                for product in &mut products {
                    *product *= scale;
                }
                products
            })
            .collect();
        let squares: f64 = products.iter().flatten().map(|product| product * product).sum();
        let length = observed.sqrt();
        let direction =
            |deviation: &Grouped| if length > 0.0 { deviation.value / length } else { 0.0 };
        let along = |group: usize| {
            deviations
                .iter()
                .map(|deviation| direction(deviation) * deviation.influence[group])
                .sum()
        };
        Some(Self {
            observed,
            noise,
            second: 2.0
                * unbiased_squares(
                    squares,
                    noise,
                    degrees_of_freedom as f64,
                    deviations.len() as f64,
                ),
            largest: largest_eigenvalue(&products),
            degrees_of_freedom,
            influence: all.map(along).collect(),
        })
    }

    /// Returns the unbiased estimate: the observed sum of squares minus the part that noise adds.
    /// It is negative where the observed sum is below the average of noise alone.
    pub fn variance(&self) -> f64 {
        self.observed - self.noise
    }

    /// Returns the square root of the [`variance`](Self::variance), 0 where that is negative.
    pub fn standard_deviation(&self) -> f64 {
        self.variance().max(0.0).sqrt()
    }

    /// Returns the interval of the variance, never below 0; `None` where the groups are all alike,
    /// which leaves the noise unknown.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let tail = student::two_sided_quantile(self.degrees_of_freedom, confidence)
            .filter(|_| self.noise > 0.0)?;
        let low = self.root(|variance| self.position(variance) <= tail)?;
        // A spread as large as the noise is never excluded, however small the sum is by luck.
        let high = self.root(|variance| self.position(variance) <= -tail)?.max(self.noise);
        Some(Interval { low, high })
    }

    /// Returns the degrees of freedom: one less than the number of groups of blocks.
    pub fn degrees_of_freedom(&self) -> u64 {
        self.degrees_of_freedom
    }

    /// Returns the interval of the standard deviation.
    pub fn standard_deviation_interval(&self, confidence: Confidence) -> Option<Interval> {
        let Interval { low, high } = self.interval(confidence)?;
        Some(Interval { low: low.sqrt(), high: high.sqrt() })
    }

    /// Returns the p-value of the hypothesis that the standard deviation is at most this: twice the
    /// tail, since an interval leaves out as much on either side. `None` where
    /// [`interval`](Self::interval) is.
    pub fn p_value(&self, standard_deviation: f64) -> Option<f64> {
        if self.noise <= 0.0 {
            return None;
        }
        // Far out in the tail, the cube-root law fails and the larger spread might seem the less
        // likely one.
        let position =
            self.position(standard_deviation * standard_deviation).min(self.position(0.0));
        if position > 0.0 {
            student::two_sided_p_value(position, self.degrees_of_freedom)
        } else {
            Some(1.0)
        }
    }

    /// The position of the observed sum in its distribution for a true variance, as a quantile of
    /// the normal distribution. It falls as the variance grows.
    fn position(&self, variance: f64) -> f64 {
        let mean = variance + self.noise;
        let second = self.second + 4.0 * variance * self.largest;
        // The third cumulant without true spread, as a scaled chi-square variable has it.
        let third = 2.0 * self.second * self.second / self.noise
            + 24.0 * variance * self.largest * self.largest;
        let freedom = 8.0 * second * second * second / (third * third);
        let chi_square = freedom + (self.observed - mean) * (2.0 * freedom / second).sqrt();
        if chi_square <= 0.0 {
            return f64::NEG_INFINITY;
        }
        let step = 2.0 / (9.0 * freedom);
        (libm::cbrt(chi_square / freedom) - (1.0 - step)) / step.sqrt()
    }

    /// The smallest variance at which a condition holds that also holds for all larger ones.
    fn root(&self, holds: impl Fn(f64) -> bool) -> Option<f64> {
        if holds(0.0) {
            return Some(0.0);
        }
        let mut high = self.observed + self.noise;
        while !holds(high) {
            high *= 2.0;
            if !high.is_finite() {
                return None;
            }
        }
        Some(bisect(100, high, 0.0, holds).0)
    }

    /// Returns the standard deviation of the first minus that of the second, both from the same
    /// blocks, with the interval of the difference.
    ///
    /// Where both spreads are clearly above 0, the interval combines both intervals with their
    /// correlation. Otherwise the errors are one-sided, and it holds all differences between the two
    /// intervals.
    pub fn difference(&self, other: &Self, confidence: Confidence) -> Option<(f64, Interval)> {
        let (one, two) = (self.standard_deviation(), other.standard_deviation());
        let (own, others) = (
            self.standard_deviation_interval(confidence)?,
            other.standard_deviation_interval(confidence)?,
        );
        let difference = one - two;
        if own.low <= 0.0 || others.low <= 0.0 {
            return Some((
                difference,
                Interval { low: own.low - others.high, high: own.high - others.low },
            ));
        }
        let influences = [self.influence.as_slice(), &other.influence];
        Some((difference, difference_interval([one, two], [own, others], influences)))
    }
}

/// The weighted sum of vectors of this length. Adding vector by vector computes several sums at a
/// time, which suits processors.
fn weighted_sum<'v>(vectors: impl Iterator<Item = (f64, &'v [f64])>, length: usize) -> Vec<f64> {
    let mut sums = vec![0.0; length];
    for (weight, vector) in vectors {
        sums.iter_mut().zip(vector).for_each(|(sum, number)| *sum += weight * number);
    }
    sums
}

/// The largest eigenvalue of a symmetric positive semidefinite matrix, by 60 steps of power
/// iteration. The result is never too large.
fn largest_eigenvalue(matrix: &[Vec<f64>]) -> f64 {
    let size = |vector: &[f64]| vector.iter().map(|number| number * number).sum::<f64>().sqrt();
    let longest = matrix.iter().max_by(|one, other| size(one).total_cmp(&size(other)));
    let mut vector: Vec<f64> = longest.cloned().unwrap_or_default();
    let mut eigenvalue = 0.0;
    for _ in 0..60 {
        let length = size(&vector);
        if length <= 0.0 {
            return 0.0;
        }
        for number in &mut vector {
            *number /= length;
        }
        vector = weighted_sum(
            vector.iter().copied().zip(matrix.iter().map(Vec::as_slice)),
            matrix.len(),
        );
        eigenvalue = size(&vector);
    }
    eigenvalue
}

/// The sum of squares of all covariances, from its estimate with this many degrees of freedom,
/// which is too large (M. S. Srivastava, "Some tests concerning the covariance matrix in high
/// dimensional data", Journal of the Japan Statistical Society 35, 2005). It is at least the sum
/// for `dimensions` equal variances.
fn unbiased_squares(squares: f64, sum: f64, degrees_of_freedom: f64, dimensions: f64) -> f64 {
    let least = sum * sum / dimensions.min(degrees_of_freedom);
    if degrees_of_freedom < 2.0 {
        return squares.max(least);
    }
    let factor = degrees_of_freedom * degrees_of_freedom
        / ((degrees_of_freedom - 1.0) * (degrees_of_freedom + 2.0));
    (factor * (squares - sum * sum / degrees_of_freedom)).max(least)
}

#[cfg(test)]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    /// Deviations with errors that are independent of each other: each error has its own pattern
    /// over the groups.
    fn independent(values: &[f64], errors: &[f64], groups: usize) -> Vec<Grouped> {
        let deviation = |(index, (value, error)): (usize, (&f64, &f64))| {
            let mut influence = vec![0.0; groups];
            // Orthogonal patterns that add up to 0.
            let frequency = std::f64::consts::TAU * (index + 1) as f64 / groups as f64;
            influence
                .iter_mut()
                .enumerate()
                .for_each(|(group, part)| *part = libm::cos(frequency * group as f64));
            let grouped = Grouped { value: *value, influence };
            let scale = error / grouped.standard_error().expect("groups");
            let mut scaled = grouped;
            scaled.influence.iter_mut().for_each(|part| *part *= scale);
            scaled
        };
        values.iter().zip(errors).enumerate().map(deviation).collect()
    }

    #[test]
    fn noise_is_subtracted() {
        let spread =
            Spread::new(&independent(&[0.3, -0.4], &[0.1, 0.2], 64)).expect("two deviations");
        assert_close(spread.variance(), 0.25 - 0.05, 1e-12);
        assert_close(spread.standard_deviation(), 0.2_f64.sqrt(), 1e-12);
        let none =
            Spread::new(&independent(&[0.01, -0.01], &[0.1, 0.2], 64)).expect("two deviations");
        assert!(none.variance() < 0.0 && none.standard_deviation().abs() < f64::EPSILON);
        let interval = none.interval(Confidence::default()).expect("groups");
        assert!(interval.low.abs() < f64::EPSILON && interval.high >= 0.05, "{interval:?}");
        assert_eq!(none.p_value(0.0), Some(1.0));
    }

    #[test]
    fn a_single_deviation_is_a_normal_variable() {
        // The square is non-central chi-square with one degree of freedom: the ends are the squared
        // ends of Student's interval.
        for value in [0.3, 1.0, 4.0] {
            let deviations = independent(&[value], &[0.1], 64);
            let spread = Spread::new(&deviations).expect("a deviation");
            let (own, known) = (
                spread.standard_deviation_interval(Confidence::default()),
                deviations[0].interval(Confidence::default()),
            );
            let (own, known) = (own.expect("groups"), known.expect("groups"));
            assert!(
                (own.low - known.low).abs() < 0.012 && (own.high - known.high).abs() < 0.012,
                "{own:?} {known:?}"
            );
        }
    }

    #[test]
    fn without_spread_the_tail_is_chi_squares() {
        // Six equal errors of 1, and a sum of squares at the upper 5 % of chi-square with six
        // degrees of freedom: 12.5916.
        let each = (12.591_587_243_743_977_f64 / 6.0).sqrt();
        let spread = Spread::new(&independent(&[each; 6], &[1.0; 6], 2000)).expect("six");
        let p = spread.p_value(0.0).expect("groups");
        assert!((p - 0.1).abs() < 2e-3, "twice the tail: {p}");
        assert!(spread.p_value(1.0).expect("groups") > p);
    }

    #[test]
    fn the_interval_and_the_test_agree() {
        for value in [0.05, 0.2, 0.21, 0.22, 0.5, 2.0] {
            let spread =
                Spread::new(&independent(&[value, 0.0, -value / 2.0], &[0.1, 0.1, 0.1], 64))
                    .expect("three");
            let low =
                spread.standard_deviation_interval(Confidence::default()).expect("groups").low;
            assert_eq!(low > 0.0, spread.p_value(0.0).expect("groups") < 0.05, "{value}");
            if low > 0.0 {
                assert_close(spread.p_value(low).expect("groups"), 0.05, 1e-9);
            }
        }
    }

    #[test]
    fn the_largest_eigenvalue_is_found() {
        assert_close(largest_eigenvalue(&[vec![2.0, 1.0], vec![1.0, 2.0]]), 3.0, 1e-12);
        assert_close(largest_eigenvalue(&[vec![1.0, 0.0], vec![0.0, 5.0]]), 5.0, 1e-12);
        assert_close(largest_eigenvalue(&[vec![0.0, 0.0], vec![0.0, 0.0]]), 0.0, 0.0);
    }

    #[test]
    fn a_larger_spread_is_never_less_likely() {
        for value in [0.2, 1.0, 5.0, 20.0] {
            let spread =
                Spread::new(&independent(&[value, -value], &[0.01, 0.02], 64)).expect("two");
            let ps: Vec<f64> = [0.0, 0.01, 0.1, 0.3, 1.0]
                .map(|deviation| spread.p_value(deviation).expect("groups"))
                .into();
            assert!(ps.iter().all(|p| *p >= ps[0]), "{ps:?}");
        }
    }

    #[test]
    fn a_spread_does_not_differ_from_itself() {
        let spread = Spread::new(&independent(&[0.3, -0.4], &[0.01, 0.02], 64)).expect("two");
        let (difference, interval) =
            spread.difference(&spread, Confidence::default()).expect("groups");
        // The correlation is 1; a small difference remains because the intervals are not quite
        // symmetric.
        assert!(difference.abs() < f64::EPSILON && interval.half_width() < 1e-3, "{interval:?}");
        let other = Spread::new(&independent(&[0.0, 0.0], &[0.01, 0.02], 64)).expect("two");
        let (difference, interval) =
            spread.difference(&other, Confidence::default()).expect("groups");
        assert!(
            difference > 0.45 && interval.low > 0.4 && interval.contains(difference),
            "{interval:?}"
        );
    }

    #[test]
    fn without_an_error_it_is_none() {
        assert_eq!(Spread::new(&[]), None);
        let alike = Spread::new(&[Grouped::zero(64)]).expect("a deviation");
        assert_eq!(
            (alike.interval(Confidence::default()), alike.p_value(0.0), alike.variance()),
            (None, None, 0.0)
        );
        assert_eq!(Spread::new(&[Grouped { value: 1.0, influence: vec![0.0] }]), None);
    }
}
