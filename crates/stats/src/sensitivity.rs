//! Which knob matters: the share of the variance of an outcome that each parameter of a model
//! explains.
//!
//! The outcome is evaluated at the points of two samples of the whole box, A and B. For each
//! parameter it is also evaluated at the points of A with that parameter's coordinate from B. The
//! first-order index of a parameter is the share of the variance that it explains by itself. The
//! total index includes its interactions with other parameters: the share that is lost if the
//! parameter is fixed. The same blocks must be played at all points: with different cards, luck
//! would count towards every total index.

use super::interval::{Confidence, Interval};
use super::{jackknife, student};

/// The outcomes of one group of blocks at the points of both samples and of one mixture, which have
/// the same size.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// At the points of the first sample.
    pub first: Vec<f64>,
    /// At the points of the second sample.
    pub second: Vec<f64>,
    /// At the points of the first sample, with one parameter from the second.
    pub mixed: Vec<f64>,
}

/// The share of the variance that one parameter explains: 0 to 1, apart from sampling error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Indices<T = f64> {
    /// By itself.
    pub first_order: T,
    /// By itself and together with others.
    pub total: T,
}

impl Group {
    /// Estimates both indices: the first order by `mean(B (AB - A)) / V` after A. Saltelli and
    /// others, "Variance based sensitivity analysis of model output", Computer Physics
    /// Communications 181 (2010), table 2 (b), the total by `mean((A - AB)^2) / 2V` after M. J. W.
    /// Jansen, "Analysis of variance designs for model output", the same 117 (1999).
    ///
    /// All outcomes are taken as distances from the common mean of both samples, so the indices do
    /// not depend on the zero of the outcome; `V` is the variance about that mean. Jansen's
    /// estimator of the first order, `1 - mean((B - AB)^2) / 2V`, is a small difference of large
    /// numbers for a parameter that explains little. The estimator used here is exactly 0 for a
    /// parameter that changes nothing, and noisier for one that explains nearly everything.
    ///
    /// `None` without points, for samples of different sizes, and where nothing varies or is not
    /// finite.
    pub fn indices(&self) -> Option<Indices> {
        let (centre, variance) = self.spread()?;
        let squares = self
            .first
            .iter()
            .zip(&self.mixed)
            .map(|(first, mixed)| (first - mixed) * (first - mixed));
        let indices = Indices {
            first_order: self.saltelli(centre) / variance,
            total: mean(squares) / 2.0 / variance,
        };
        (indices.first_order.is_finite() && indices.total.is_finite()).then_some(indices)
    }

    /// `mean(B (AB - A))`, with the outcomes as distances from `centre`, on which the difference
    /// does not depend.
    fn saltelli(&self, centre: f64) -> f64 {
        mean(
            self.second
                .iter()
                .zip(self.mixed.iter().zip(&self.first))
                .map(|(second, (mixed, first))| (second - centre) * (mixed - first)),
        )
    }

    /// The common mean of both samples, and their variance about it; the latter is positive.
    fn spread(&self) -> Option<(f64, f64)> {
        let size = self.first.len();
        if size == 0 || self.second.len() != size || self.mixed.len() != size {
            return None;
        }
        let both = || self.first.iter().chain(&self.second);
        let centre = both().sum::<f64>() / (2 * size) as f64;
        let variance = both().map(|value| (value - centre) * (value - centre)).sum::<f64>()
            / (2 * size) as f64;
        (variance.is_finite() && variance > 0.0).then_some((centre, variance))
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let size = values.len() as f64;
    values.sum::<f64>() / size
}

/// A number that was estimated from some points of a box and some blocks, with the errors due to
/// both choices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// From all points and blocks.
    pub value: f64,
    /// The standard error due to the limited number of blocks.
    pub error_of_blocks: f64,
    /// The standard error due to the choice of points.
    pub error_of_points: f64,
    /// The degrees of freedom of the less certain of the two errors: one less than the number of
    /// parts that were left out in turn.
    pub degrees_of_freedom: u64,
}

impl Estimate {
    /// Returns the standard error due to both choices together, in the unit of the value. (A little
    /// of the blocks' error is also in the points' error, so the result is rather too large than
    /// too small.)
    pub fn standard_error(&self) -> f64 {
        (self.error_of_blocks * self.error_of_blocks + self.error_of_points * self.error_of_points)
            .sqrt()
    }

    /// Returns the interval by Student's t; `None` unless the errors are finite and not 0.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        student::interval(self.value, self.standard_error(), self.degrees_of_freedom, confidence)
    }
}

/// Estimates both indices of one parameter from the mean outcomes of several groups of blocks, all
/// of the same size and each played at all points. The standard errors come from leaving out one
/// group at a time, and a sixteenth of the points at a time ([`super::jackknife`]).
///
/// `None` for fewer than two groups or points, and where [`Group::indices`] of the means is, with
/// all data or with a part left out.
pub fn indices_of_groups(groups: &[Group]) -> Option<Indices<Estimate>> {
    let [first_order, total] = estimate(groups, |means, _| {
        let indices = means.indices()?;
        Some([indices.first_order, indices.total])
    })?;
    Some(Indices { first_order, total })
}

/// Estimates the average change of the outcome over the box where one parameter alone moves up, in
/// the unit of the outcome; with the same errors as [`indices_of_groups`].
///
/// `directions` has the direction of the parameter's step at each point from the first sample to
/// the mixture: `Up`, `Down`, or `None` where it does not move; a change on the way down counts
/// with the opposite sign. The changes are not divided by the length of the steps.
///
/// `None` for fewer than two groups or points, for another number of directions than points, and
/// where no steps remain after leaving out a part.
pub fn effect_of_groups(groups: &[Group], directions: &[Option<Direction>]) -> Option<Estimate> {
    if groups.first()?.first.len() != directions.len() {
        return None;
    }
    let [effect] = estimate(groups, |means, points| {
        let chosen: Vec<Option<Direction>> =
            points.iter().map(|point| directions[*point]).collect();
        Some([Effects::new(&changes(&means.first, &means.mixed, &chosen))?.mean])
    })?;
    Some(effect)
}

/// The direction in which a parameter moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From a lower value to a higher one.
    Up,
    /// From a higher value to a lower one.
    Down,
}

/// Returns the change of the outcome at each point where the parameter moves, as if it always moved
/// up.
pub fn changes(first: &[f64], mixed: &[f64], directions: &[Option<Direction>]) -> Vec<f64> {
    let steps = first.iter().zip(mixed).zip(directions);
    let change = |((first, mixed), direction): ((&f64, &f64), &Option<Direction>)| match direction {
        Some(Direction::Up) => Some(mixed - first),
        Some(Direction::Down) => Some(first - mixed),
        None => None,
    };
    steps.filter_map(change).collect()
}

/// The number of parts of the points for the jackknife, which leaves out one part at a time.
const PARTS: usize = 16;

/// Estimates numbers from the means of all groups at all points, with their errors. The estimator
/// is given the means at some points, and the indices of these points.
fn estimate<const N: usize>(
    groups: &[Group],
    estimator: impl Fn(&Group, &[usize]) -> Option<[f64; N]>,
) -> Option<[Estimate; N]> {
    let all: Vec<usize> = (0..groups.first()?.first.len()).collect();
    let of = |left_out, points: &[usize]| estimator(&average(groups, left_out, points)?, points);
    let values = of(None, &all)?;
    let without_groups: Vec<[f64; N]> =
        (0..groups.len()).map(|group| of(Some(group), &all)).collect::<Option<_>>()?;
    let parts = PARTS.min(all.len());
    let kept = |part: usize| {
        all.iter().copied().filter(|point| point % parts != part).collect::<Vec<usize>>()
    };
    let without_points: Vec<[f64; N]> =
        (0..parts).map(|part| of(None, &kept(part))).collect::<Option<_>>()?;
    let errors = |left_out: &[[f64; N]], index: usize| {
        jackknife::standard_error(left_out.iter().map(|values| values[index]))
    };
    let degrees_of_freedom = groups.len().min(parts).saturating_sub(1) as u64;
    let mut estimates = values.map(|value| Estimate {
        value,
        error_of_blocks: 0.0,
        error_of_points: 0.0,
        degrees_of_freedom,
    });
    for (index, estimate) in estimates.iter_mut().enumerate() {
        estimate.error_of_blocks = errors(&without_groups, index)?;
        estimate.error_of_points = errors(&without_points, index)?;
    }
    Some(estimates)
}

/// The mean of all groups but one at some points; `None` where they do not have the same points, or
/// no group is left.
fn average(groups: &[Group], left_out: Option<usize>, points: &[usize]) -> Option<Group> {
    let size = groups.first()?.first.len();
    let kept: Vec<&Group> = groups
        .iter()
        .enumerate()
        .filter(|&(index, _)| Some(index) != left_out)
        .map(|(_, group)| group)
        .collect();
    let alike = |group: &&Group| {
        [&group.first, &group.second, &group.mixed]
            .into_iter()
            .all(|outcomes| outcomes.len() == size)
    };
    if kept.is_empty() || !kept.iter().all(alike) {
        return None;
    }
    let means = |pick: fn(&Group) -> &[f64]| {
        points
            .iter()
            .map(|point| mean(kept.iter().map(|group| pick(group)[*point])))
            .collect::<Vec<f64>>()
    };
    Some(Group {
        first: means(|group| &group.first),
        second: means(|group| &group.second),
        mixed: means(|group| &group.mixed),
    })
}

/// The elementary effects of one parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effects {
    /// The mean effect.
    pub mean: f64,
    /// The mean absolute effect.
    pub mean_size: f64,
    /// The standard deviation of the effects: large where they depend on the other parameters or
    /// are not proportional. `None` with a single effect.
    pub standard_deviation: Option<f64>,
}

impl Effects {
    /// Summarises the changes of the outcome, each from a step of one parameter by the same share
    /// of its range (M. D. Morris, "Factorial sampling plans for preliminary computational
    /// experiments", Technometrics 33, 1991; the mean absolute effect after F. Campolongo and
    /// others 2007). The effects are per step.
    ///
    /// `None` without changes, and for changes that are not finite.
    pub fn new(changes: &[f64]) -> Option<Self> {
        let degrees_of_freedom = changes.len().checked_sub(1)?;
        let average = mean(changes.iter().copied());
        let squares: f64 =
            changes.iter().map(|change| (change - average) * (change - average)).sum();
        let effects = Self {
            mean: average,
            mean_size: mean(changes.iter().map(|change| change.abs())),
            standard_deviation: (degrees_of_freedom > 0)
                .then(|| (squares / degrees_of_freedom as f64).sqrt()),
        };
        (effects.mean_size.is_finite() && squares.is_finite()).then_some(effects)
    }
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use std::f64::consts::PI;

    use super::super::quasi_random;
    use super::super::tests::assertions::assert_close;
    use super::*;

    fn group(first: &[f64], second: &[f64], mixed: &[f64]) -> Group {
        Group { first: first.to_vec(), second: second.to_vec(), mixed: mixed.to_vec() }
    }

    #[test]
    fn four_points_by_hand() {
        let evaluations =
            group(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0], &[1.5, 2.5, 2.5, 4.5]);
        let (centre, variance) = evaluations.spread().expect("varies");
        assert_close(centre, 2.5, 0.0);
        assert_close(variance, 1.25, 0.0);
        // As published, with outcomes about 0; then with outcomes about their mean.
        assert_close(evaluations.saltelli(0.0) / variance, 0.2, 1e-15);
        let indices = evaluations.indices().expect("varies");
        assert_close(indices.first_order, -0.3, 1e-15);
        assert_close(indices.total, 0.1, 1e-15);
    }

    #[test]
    fn the_function_of_ishigami_and_homma() {
        const POINTS: u32 = 1 << 13;
        let outcome = |x: &[f64]| {
            let [x1, x2, x3] = [x[0], x[1], x[2]].map(|share| PI * (2.0 * share - 1.0));
            libm::sin(x1)
                + 7.0 * libm::sin(x2) * libm::sin(x2)
                + 0.1 * x3 * x3 * x3 * x3 * libm::sin(x1)
        };
        let points: Vec<Vec<f64>> =
            (0..POINTS).map(|number| quasi_random::unit_point(number, 6).expect("six")).collect();
        let first: Vec<f64> = points.iter().map(|point| outcome(&point[..3])).collect();
        let second: Vec<f64> = points.iter().map(|point| outcome(&point[3..])).collect();
        let known = [
            (0.31390519114781146, 0.55758885520995916),
            (0.4424111447900409, 0.4424111447900409),
            (0.0, 0.2436836640621477),
        ];
        for (parameter, (first_order, total)) in known.into_iter().enumerate() {
            let mix = |point: &Vec<f64>| {
                let mut mixed = point[..3].to_vec();
                mixed[parameter] = point[3 + parameter];
                outcome(&mixed)
            };
            let mixed: Vec<f64> = points.iter().map(mix).collect();
            let indices = group(&first, &second, &mixed).indices().expect("varies");
            assert!((indices.first_order - first_order).abs() < 0.01, "{parameter} {indices:?}");
            assert!((indices.total - total).abs() < 0.01, "{parameter} {indices:?}");
        }
    }

    #[test]
    fn constant_outcomes_have_no_indices() {
        let flat = [3.0; 4];
        assert_eq!(group(&flat, &flat, &flat).indices(), None);
        let varied = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(group(&varied, &flat, &[1.0]).indices(), None);
        assert_eq!(group(&[], &[], &[]).indices(), None);
        assert_eq!(group(&varied, &[f64::NAN; 4], &varied).indices(), None);
        assert_eq!(group(&varied, &varied, &[f64::NAN; 4]).indices(), None);
    }

    /// A linear function of three parameters, with weights 5, 1 and 0.
    fn linear(point: &[f64]) -> f64 {
        100.0 + 5.0 * point[0] + point[1]
    }

    /// The outcomes of a function of three parameters, one of which is mixed, at this many points.
    fn outcomes(
        function: fn(&[f64]) -> f64,
        parameter: usize,
        points: u32,
    ) -> (Group, Vec<Option<Direction>>) {
        let points: Vec<Vec<f64>> =
            (1..=points).map(|number| quasi_random::unit_point(number, 6).expect("six")).collect();
        let mix = |point: &Vec<f64>| {
            let mut mixed = point[..3].to_vec();
            mixed[parameter] = point[3 + parameter];
            function(&mixed)
        };
        let group = Group {
            first: points.iter().map(|point| function(&point[..3])).collect(),
            second: points.iter().map(|point| function(&point[3..])).collect(),
            mixed: points.iter().map(mix).collect(),
        };
        let direction = |point: &Vec<f64>| {
            Some(if point[3 + parameter] > point[parameter] {
                Direction::Up
            } else {
                Direction::Down
            })
        };
        (group, points.iter().map(direction).collect())
    }

    #[test]
    fn a_linear_function_is_explained_by_its_squared_weights() {
        for (parameter, share) in [(0, 25.0 / 26.0), (1, 1.0 / 26.0), (2, 0.0)] {
            let (group, _) = outcomes(linear, parameter, 1 << 12);
            let found = indices_of_groups(&[group.clone(), group]).expect("varies");
            assert!((found.first_order.value - share).abs() < 2e-3, "{parameter} {found:?}");
            assert!((found.total.value - share).abs() < 2e-3, "{parameter} {found:?}");
            assert_close(found.first_order.error_of_blocks, 0.0, 1e-12);
            let interval = found.first_order.interval(Confidence::default());
            // A parameter that explains nothing has no spread, and so no interval.
            assert_eq!(interval.is_some(), share > 0.0, "{parameter} {found:?}");
            assert!(
                interval.is_none_or(|interval| interval.contains(share)),
                "{parameter} {interval:?}"
            );
        }
        // A parameter that changes nothing explains nothing at any point.
        let (group, _) = outcomes(linear, 2, 32);
        let idle = indices_of_groups(&[group.clone(), group]).expect("the others vary");
        assert_eq!((idle.first_order.value, idle.first_order.standard_error()), (0.0, 0.0));
        assert_eq!((idle.total.value, idle.total.standard_error()), (0.0, 0.0));
    }

    #[test]
    fn the_zero_of_the_outcome_does_not_matter() {
        let (group, _) = outcomes(linear, 1, 32);
        let moved =
            |values: &[f64]| values.iter().map(|value| value + 4096.0).collect::<Vec<f64>>();
        let far = Group {
            first: moved(&group.first),
            second: moved(&group.second),
            mixed: moved(&group.mixed),
        };
        let (near, far) = (group.indices().expect("varies"), far.indices().expect("varies"));
        assert_close(near.first_order, far.first_order, 1e-9);
        assert_close(near.total, far.total, 1e-9);
    }

    #[test]
    fn small_indices_are_small_after_few_points() {
        // Jansen's estimator of the first order, on the same points, for comparison.
        let jansen = |group: &Group| {
            let (_, variance) = group.spread().expect("varies");
            1.0 - mean(
                group
                    .second
                    .iter()
                    .zip(&group.mixed)
                    .map(|(one, other)| (one - other) * (one - other)),
            ) / 2.0
                / variance
        };
        let truth = 1.0 / 26.0;
        let (mut ours, mut theirs) = (0.0, 0.0);
        for part in 0..64 {
            let (all, _) = outcomes(linear, 1, 64 * 32);
            let pick = |values: &[f64]| values[part * 32..][..32].to_vec();
            let group = Group {
                first: pick(&all.first),
                second: pick(&all.second),
                mixed: pick(&all.mixed),
            };
            let index = group.indices().expect("varies");
            ours += (index.first_order - truth) * (index.first_order - truth);
            theirs += (jansen(&group) - truth) * (jansen(&group) - truth);
        }
        assert!(ours * 4.0 < theirs, "squared errors {ours} and {theirs}");
    }

    #[test]
    fn groups_that_agree_leave_no_error_of_blocks() {
        let group = Group {
            first: vec![1.0, 2.0, 3.0, 4.0],
            second: vec![2.0, 1.0, 4.0, 3.0],
            mixed: vec![1.5, 2.5, 2.5, 4.5],
        };
        let same = indices_of_groups(&[group.clone(), group.clone(), group.clone()])
            .expect("three groups");
        assert_close(same.total.value, 0.1, 1e-15);
        assert!(same.first_order.error_of_blocks < 1e-15 && same.total.error_of_blocks < 1e-15);
        assert_eq!(same.total.degrees_of_freedom, 2);
        let mut other = group.clone();
        other.mixed[0] = 2.0;
        let two = indices_of_groups(&[group.clone(), other.clone()]).expect("two groups");
        // With two groups the jackknife error is half the distance between their estimates.
        let (one, two_alone) = (group.indices().expect("varies"), other.indices().expect("varies"));
        assert_close(two.total.error_of_blocks, (one.total - two_alone.total).abs() / 2.0, 1e-12);
        assert!(two.total.error_of_points > 0.0);
        assert_eq!(indices_of_groups(std::slice::from_ref(&group)), None);
        assert_eq!(indices_of_groups(&[]), None);
        other.second.pop();
        assert_eq!(indices_of_groups(&[group, other]), None);
    }

    #[test]
    fn effects_have_a_sign_and_both_errors() {
        use Direction::{Down, Up};
        let group = |mixed: [f64; 4]| Group {
            first: vec![1.0, 2.0, 3.0, 4.0],
            second: vec![0.0; 4],
            mixed: mixed.to_vec(),
        };
        let directions = [Some(Up), Some(Down), None, Some(Up)];
        assert_eq!(
            changes(&[1.0, 2.0, 3.0, 4.0], &[1.5, 1.0, 9.0, 4.0], &directions),
            [0.5, 1.0, 0.0]
        );
        // Changes 0.5, 1, 0 in one group and 1.5, 2, 1 in the other: 0.5 and 1.5 on average, an
        // error of half of their distance.
        let groups = [group([1.5, 1.0, 3.0, 4.0]), group([2.5, 0.0, 3.0, 5.0])];
        let effect = effect_of_groups(&groups, &directions).expect("two groups");
        assert_close(effect.value, 1.0, 1e-15);
        assert_close(effect.error_of_blocks, 0.5, 1e-15);
        // The means of both groups are 1, 1.5 and 0.5 at the three points that move: without each
        // of the four parts the mean is 1, 0.75, 1.25, 1.
        assert_close(effect.error_of_points, (0.125_f64 * 0.75).sqrt(), 1e-14);
        assert_close(effect.standard_error(), (0.25_f64 + 0.125 * 0.75).sqrt(), 1e-14);
        assert_eq!(effect.degrees_of_freedom, 1);
        // Reversed directions give the opposite effect.
        let turned =
            directions.map(|direction| direction.map(|step| if step == Up { Down } else { Up }));
        assert_close(effect_of_groups(&groups, &turned).expect("two groups").value, -1.0, 1e-15);
        assert_eq!(effect_of_groups(&groups, &[None; 4]), None);
        assert_eq!(effect_of_groups(&groups, &directions[..3]), None);
        assert_eq!(effect_of_groups(&groups[..1], &directions), None);
    }

    #[test]
    fn effects_are_per_step() {
        let effects = Effects::new(&[0.2, -0.6, 0.4]).expect("changes");
        assert_close(effects.mean, 0.0, 1e-15);
        assert_close(effects.mean_size, 0.4, 1e-14);
        assert_close(effects.standard_deviation.expect("three"), 0.07_f64.sqrt() * 2.0, 1e-14);
        assert_eq!(Effects::new(&[1.0]).and_then(|effects| effects.standard_deviation), None);
        for changes in [&[][..], &[f64::NAN]] {
            assert_eq!(Effects::new(changes), None);
        }
    }
}
