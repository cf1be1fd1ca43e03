//! Several rates from the same blocks, and functions of them. The blocks are divided into 64
//! groups, and the spread between the groups gives the error.
//!
//! The group of a block depends on its number only, so the sums are the same for any split of a
//! run. With many blocks, a smooth function of the rates is nearly linear in them, so its standard
//! error follows from the influence of each group (the linearized, "random groups" estimator: K. M.
//! Wolter, "Introduction to Variance Estimation", 2nd edition, chapters 2 and 6), with one degree
//! of freedom less than there are groups. Correlations between rates need no sums of their own:
//! they follow from the groups.

use super::interval::{Confidence, Interval};
use super::merge::Merge;
use super::overflow::Overflow;
use super::student;
use crate::merged;

/// Points and trials of several kinds, by group of blocks.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct RateGroups {
    kinds: usize,
    /// By group, then by kind: points and trials. Empty for a group without blocks.
    groups: Vec<Vec<(u64, u64)>>,
}

/// [`RateGroups`] as read from a file.
#[derive(serde::Deserialize)]
struct Unchecked {
    kinds: usize,
    groups: Vec<Vec<(u64, u64)>>,
}

impl TryFrom<Unchecked> for RateGroups {
    type Error = &'static str;

    fn try_from(Unchecked { kinds, groups }: Unchecked) -> Result<Self, Self::Error> {
        let fits = |group: &Vec<(u64, u64)>| group.is_empty() || group.len() == kinds;
        let valid = groups.len() as u64 == Self::GROUPS && groups.iter().all(fits);
        valid
            .then_some(Self { kinds, groups })
            .ok_or("groups of blocks with other kinds of trials than said")
    }
}

/// An estimate, with the influence of each group of blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouped {
    /// The estimate.
    pub value: f64,
    /// By group of blocks: its part in the difference between the estimate and the truth, as
    /// estimated. They add up to 0.
    pub influence: Vec<f64>,
}

merged!(RateGroups { groups; kinds });

impl RateGroups {
    /// The number of groups.
    pub const GROUPS: u64 = 64;

    /// Returns sums over no blocks yet, for this many kinds of trials.
    pub fn new(kinds: usize) -> Self {
        // Every batch of blocks makes hundreds of these. Cloning one list, as `vec!` does, takes
        // five times as long.
        Self { kinds, groups: (0..Self::GROUPS).map(|_| Vec::new()).collect() }
    }

    /// Returns the number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// Adds the trials of the block with this number: for each kind in turn, their points and their
    /// number.
    ///
    /// # Errors
    /// [`Overflow`] where a sum would not fit; those of the kinds before are then added.
    #[inline]
    pub fn observe(&mut self, block: u64, trials: &[(u64, u64)]) -> Result<(), Overflow> {
        let group = &mut self.groups[(block % Self::GROUPS) as usize];
        group.resize(self.kinds, (0, 0));
        group.iter_mut().zip(trials).try_for_each(|(sum, trial)| sum.merge(trial))
    }

    /// Returns the rate of points over all trials of some kinds together, where one whole success
    /// counts `unit` points. `None` without trials, and where the trials occurred in fewer than 20
    /// groups while other groups have none: their error would be too small.
    pub fn rate(&self, kinds: &[usize], unit: u64) -> Option<Grouped> {
        const FEWEST: usize = 20;
        let unit = unit as f64;
        let of_group = |group: &Vec<(u64, u64)>| {
            let of_kinds = kinds.iter().map(|kind| group[*kind]);
            of_kinds.fold((0.0, 0.0), |sum, (points, trials)| {
                (sum.0 + points as f64 / unit, sum.1 + trials as f64)
            })
        };
        let groups: Vec<(f64, f64)> =
            self.groups.iter().filter(|group| !group.is_empty()).map(of_group).collect();
        let (points, trials) =
            groups.iter().fold((0.0, 0.0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
        let seen = groups.iter().filter(|group| group.1 > 0.0).count();
        if seen == 0 || (seen < groups.len() && seen < FEWEST) {
            return None;
        }
        let value = points / trials;
        Some(Grouped {
            value,
            influence: groups
                .iter()
                .map(|(points, count)| (points - value * count) / trials)
                .collect(),
        })
    }
}

impl Grouped {
    /// Returns zero, without any error.
    pub fn zero(groups: usize) -> Self {
        Self { value: 0.0, influence: vec![0.0; groups] }
    }

    /// Returns this estimate plus `weight` times another one, from the same blocks.
    #[must_use]
    pub fn plus(mut self, weight: f64, other: &Self) -> Self {
        self.value += weight * other.value;
        self.influence
            .iter_mut()
            .zip(&other.influence)
            .for_each(|(own, other)| *own += weight * other);
        self
    }

    /// Returns the same estimate in another unit.
    #[must_use]
    pub fn times(mut self, factor: f64) -> Self {
        self.value *= factor;
        self.influence.iter_mut().for_each(|own| *own *= factor);
        self
    }

    /// Returns the degrees of freedom: one less than the number of groups.
    pub fn degrees_of_freedom(&self) -> u64 {
        self.influence.len().saturating_sub(1) as u64
    }

    /// Returns the covariance with another estimate from the same blocks; `None` for fewer than two
    /// groups.
    pub fn covariance(&self, other: &Self) -> Option<f64> {
        let groups = self.influence.len() as f64;
        let products: f64 =
            self.influence.iter().zip(&other.influence).map(|(one, other)| one * other).sum();
        (self.degrees_of_freedom() > 0).then(|| products * groups / (groups - 1.0))
    }

    /// Returns the standard error; `None` for fewer than two groups.
    pub fn standard_error(&self) -> Option<f64> {
        Some(self.covariance(self)?.sqrt())
    }

    /// Returns the two-sided interval of the estimate, by Student's distribution; `None` for fewer
    /// than two groups, and without any spread, which leaves the error unknown.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let error = self.standard_error().filter(|error| *error > 0.0)?;
        student::interval(self.value, error, self.degrees_of_freedom(), confidence)
    }

    /// Returns the two-sided p-value of the hypothesis that the true value is at most `tolerance`
    /// away from 0, in the worst case; `None` where [`interval`](Self::interval) is.
    pub fn p_value(&self, tolerance: f64) -> Option<f64> {
        let error = self.standard_error().filter(|error| *error > 0.0)?;
        if self.value.abs() <= tolerance {
            return Some(1.0);
        }
        student::test(self.value.abs(), error, self.degrees_of_freedom(), tolerance)
    }
}

/// Returns the interval of the difference of two estimates from the same blocks: of their intervals
/// and the influences of their groups (MOVER: G. Y. Zou and A. Donner, "Construction of confidence
/// limits about effect measures", Statistics in Medicine 27, 2008).
pub(crate) fn difference_interval(
    [one, two]: [f64; 2],
    [own, other]: [Interval; 2],
    influences: [&[f64]; 2],
) -> Interval {
    let correlation = correlation(influences);
    let distance = |one: f64, other: f64| {
        let (one, other) = (one.max(0.0), other.max(0.0));
        (one * one + other * other - 2.0 * correlation * one * other).max(0.0).sqrt()
    };
    let difference = one - two;
    Interval {
        low: difference - distance(one - own.low, other.high - two),
        high: difference + distance(own.high - one, two - other.low),
    }
}

/// The correlation of two estimates, from the influences of the groups; 0 where one has no error.
fn correlation([one, other]: [&[f64]; 2]) -> f64 {
    let product = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>()
    };
    let scale = (product(one, one) * product(other, other)).sqrt();
    if scale > 0.0 { (product(one, other) / scale).clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::super::clustered::BlockSums;
    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn a_rate_agrees_with_clusters() {
        // Up to 64 blocks are a group each, so the results equal those of `clustered`.
        let blocks = [(5, 4), (4, 2), (2, 3), (5, 5), (2, 1)];
        let (mut groups, mut sums) = (RateGroups::new(2), BlockSums::default());
        for (number, (points, trials)) in (7..).zip(blocks) {
            groups.observe(number, &[(points, trials), (0, 0)]).expect("few");
            sums.observe(points, trials).expect("few");
        }
        let (rate, expected) =
            (groups.rate(&[0], 2).expect("trials"), sums.estimate(2).expect("trials"));
        assert_close(rate.value, 0.6, 1e-15);
        assert_close(
            rate.standard_error().expect("five"),
            expected.standard_error.expect("five"),
            1e-15,
        );
        assert_eq!(rate.degrees_of_freedom(), expected.degrees_of_freedom);
        let (own, known) =
            (rate.interval(Confidence::default()), expected.interval(Confidence::default()));
        assert_close(own.expect("five").low, known.expect("five").low, 1e-14);
        assert_eq!(groups.rate(&[1], 2), None);
        // Together they equal the one that had trials.
        assert_eq!(groups.rate(&[0, 1], 2), Some(rate));
    }

    #[test]
    fn rare_trials_have_no_error() {
        let mut groups = RateGroups::new(2);
        for block in 0..40 {
            groups.observe(block, &[(1, 2), (0, u64::from(block < 19))]).expect("few");
        }
        assert!(
            groups.rate(&[0], 1).is_some()
                && groups.rate(&[1], 1).is_none()
                && groups.rate(&[0, 1], 1).is_some()
        );
        groups.observe(40, &[(0, 0), (1, 1)]).expect("few");
        assert!(groups.rate(&[1], 1).is_some(), "in 20 groups");
    }

    #[test]
    fn without_spread_there_is_no_interval() {
        let mut groups = RateGroups::new(1);
        groups.observe(0, &[(1, 1)]).expect("few");
        assert_eq!(groups.rate(&[0], 1).expect("a trial").standard_error(), None);
        groups.observe(1, &[(1, 1)]).expect("few");
        let rate = groups.rate(&[0], 1).expect("two trials");
        assert_eq!(
            (rate.standard_error(), rate.interval(Confidence::default()), rate.p_value(0.0)),
            (Some(0.0), None, None)
        );
    }

    proptest! {
        #[test]
        fn any_split_merges_to_the_whole(
            blocks in prop::collection::vec((0u64..300, [(0u64..=840, 0u64..4), (0u64..=840, 0u64..4)]), 0..100),
            cut: prop::sample::Index,
        ) {
            let of = |blocks: &[(u64, [(u64, u64); 2])]| {
                let mut groups = RateGroups::new(2);
                for (number, trials) in blocks {
                    groups.observe(*number, trials).expect("few");
                }
                groups
            };
            let (left, right) =
                blocks.split_at(if blocks.is_empty() { 0 } else { cut.index(blocks.len()) });
            let (mut forward, mut backward) = (of(left), of(right));
            forward.merge(&of(right)).expect("few");
            backward.merge(&of(left)).expect("few");
            prop_assert_eq!(&forward, &of(&blocks));
            prop_assert_eq!(&backward, &forward);
        }

        #[test]
        fn influences_add_up_to_nothing_and_are_linear(
            blocks in prop::collection::vec([(0u64..=840, 1u64..4), (0u64..=840, 1u64..4)], 2..200),
            weight in -2.0f64..2.0,
        ) {
            let mut groups = RateGroups::new(2);
            for (number, trials) in (0..).zip(&blocks) {
                groups.observe(number, trials).expect("few");
            }
            let [one, other] = [0, 1].map(|kind| groups.rate(&[kind], 840).expect("trials"));
            let sum = one.clone().plus(weight, &other);
            for estimate in [&one, &other, &sum] {
                prop_assert!(estimate.influence.iter().sum::<f64>().abs() < 1e-12);
            }
            let variance = |estimate: &Grouped| estimate.covariance(estimate).expect("groups");
            let expected = variance(&one)
                + 2.0 * weight * one.covariance(&other).expect("groups")
                + weight * weight * variance(&other);
            prop_assert!((variance(&sum) - expected).abs() < 1e-12);
        }
    }
}
