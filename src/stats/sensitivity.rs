//! Which knob matters: how much of the variance of an outcome each parameter of a model explains.
//!
//! The outcome is evaluated at the points of two samples of the whole box, A and B, and for each parameter at those
//! of A with that parameter's coordinate from B. The first-order index of a parameter is the share of the variance that
//! it explains by itself, the total index the share that would be left without it, with all that it does together
//! with others. The same blocks must be played at all points: cards of their own would count into every total index.

/// The outcome at the points of both samples and of one mixture; all of the same length.
#[derive(Debug, Clone, Copy)]
pub struct Evaluations<'a> {
    /// At the points of the first sample.
    pub first: &'a [f64],
    /// At the points of the second sample.
    pub second: &'a [f64],
    /// At the points of the first sample, with one parameter from the second.
    pub mixed: &'a [f64],
}

/// How much of the variance one parameter explains; each is 0 to 1 but for the error of the samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Indices {
    /// By itself.
    pub first_order: f64,
    /// By itself and together with others.
    pub total: f64,
}

impl Evaluations<'_> {
    /// Estimates both indices after M. J. W. Jansen, "Analysis of variance designs for model output", Computer
    /// Physics Communications 117 (1999); they do not depend on where the outcome has its zero.
    ///
    /// `1 - mean((B - AB)^2) / 2V` and `mean((A - AB)^2) / 2V`, for the variance `V` of the outcomes of both samples
    /// together. `None` without points, for samples of different sizes, and where nothing varies or is not finite.
    pub fn indices(&self) -> Option<Indices> {
        let variance = self.variance()?;
        let half_square = |one: &[f64], other: &[f64]| mean(one.iter().zip(other).map(|(one, other)| (one - other) * (one - other))) / 2.0;
        let indices = Indices {
            first_order: 1.0 - half_square(self.second, self.mixed) / variance,
            total: half_square(self.first, self.mixed) / variance,
        };
        (indices.first_order.is_finite() && indices.total.is_finite()).then_some(indices)
    }

    /// Estimates the first-order index by `mean(B (AB - A)) / V`, after A. Saltelli and others, "Variance based
    /// sensitivity analysis of model output", Computer Physics Communications 181 (2010), table 2 (b).
    ///
    /// For small indices it is more precise than Jansen's, provided that the outcomes are given as distances from about their
    /// mean: it does depend on where the zero is. `None` as for [`indices`](Self::indices).
    pub fn saltelli_first_order(&self) -> Option<f64> {
        let variance = self.variance()?;
        let products = self.second.iter().zip(self.mixed.iter().zip(self.first)).map(|(second, (mixed, first))| second * (mixed - first));
        let index = mean(products) / variance;
        index.is_finite().then_some(index)
    }

    /// The variance of both samples together, about their mean; positive.
    fn variance(&self) -> Option<f64> {
        let size = self.first.len();
        if size == 0 || self.second.len() != size || self.mixed.len() != size {
            return None;
        }
        let both = || self.first.iter().chain(self.second);
        let centre = both().sum::<f64>() / (2 * size) as f64;
        let variance = both().map(|value| (value - centre) * (value - centre)).sum::<f64>() / (2 * size) as f64;
        (variance.is_finite() && variance > 0.0).then_some(variance)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let size = values.len() as f64;
    values.sum::<f64>() / size
}

/// The outcomes of one group of blocks at all points.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// At the points of the first sample.
    pub first: Vec<f64>,
    /// At the points of the second sample.
    pub second: Vec<f64>,
    /// At the points of the first sample, with one parameter from the second.
    pub mixed: Vec<f64>,
}

/// Indices with the error that the cards leave in them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IndicesWithError {
    /// From all blocks.
    pub indices: Indices,
    /// The standard error of each, due to the limited number of blocks; not that due to the choice of points.
    pub standard_error: Indices,
}

/// Estimates both indices from the mean outcomes of several groups of blocks, all of the same size and each played at
/// all points, with their standard errors by leaving out one group at a time (the jackknife: J. W. Tukey 1958).
///
/// `None` for fewer than two groups, and where [`Evaluations::indices`] of the means is, of all groups or of all
/// but one.
pub fn indices_of_groups(groups: &[Group]) -> Option<IndicesWithError> {
    let count = groups.len();
    if count < 2 {
        return None;
    }
    let without = |left_out: Option<usize>| {
        let average = |pick: fn(&Group) -> &[f64]| average_of(groups, left_out, pick);
        let (first, second, mixed) = (average(|group| &group.first)?, average(|group| &group.second)?, average(|group| &group.mixed)?);
        Evaluations { first: &first, second: &second, mixed: &mixed }.indices()
    };
    let left_out: Vec<Indices> = (0..count).map(|index| without(Some(index))).collect::<Option<_>>()?;
    let error = |pick: fn(&Indices) -> f64| {
        let centre = mean(left_out.iter().map(pick));
        let squares: f64 = left_out.iter().map(pick).map(|value| (value - centre) * (value - centre)).sum();
        (squares * (count - 1) as f64 / count as f64).sqrt()
    };
    let standard_error = Indices { first_order: error(|indices| indices.first_order), total: error(|indices| indices.total) };
    Some(IndicesWithError { indices: without(None)?, standard_error })
}

/// The mean of all groups but one, point by point; `None` where they do not have the same points.
fn average_of(groups: &[Group], left_out: Option<usize>, pick: fn(&Group) -> &[f64]) -> Option<Vec<f64>> {
    let mut sums = vec![0.0; pick(groups.first()?).len()];
    let mut count = 0.0;
    for (_, group) in groups.iter().enumerate().filter(|&(index, _)| Some(index) != left_out) {
        let values = pick(group);
        if values.len() != sums.len() {
            return None;
        }
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        count += 1.0;
    }
    Some(sums.into_iter().map(|sum| sum / count).collect())
}

/// What changing one parameter at a time does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effects {
    /// The mean effect.
    pub mean: f64,
    /// The mean size of the effect, whatever its direction.
    pub mean_size: f64,
    /// The standard deviation of the effects: large where they depend on the other parameters or are not
    /// proportional. `None` with a single one.
    pub standard_deviation: Option<f64>,
}

impl Effects {
    /// Summarises the changes of the outcome, each from a step of one parameter by the same share of its range
    /// (M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33, 1991; the mean
    /// size after F. Campolongo and others 2007). `step` is that share, positive; the effects are per whole range.
    ///
    /// `None` without changes, and for a step or changes that are not finite.
    pub fn new(changes: &[f64], step: f64) -> Option<Self> {
        if changes.is_empty() || !step.is_finite() || step <= 0.0 {
            return None;
        }
        let average = mean(changes.iter().copied());
        let squares: f64 = changes.iter().map(|change| (change - average) * (change - average)).sum();
        let degrees_of_freedom = changes.len() - 1;
        let effects = Self {
            mean: average / step,
            mean_size: mean(changes.iter().map(|change| change.abs())) / step,
            standard_deviation: (degrees_of_freedom > 0).then(|| (squares / degrees_of_freedom as f64).sqrt() / step),
        };
        (effects.mean_size.is_finite() && squares.is_finite()).then_some(effects)
    }
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use std::f64::consts::PI;

    use super::super::assertions::assert_close;
    use super::super::quasi_random;
    use super::*;

    #[test]
    fn four_points_by_hand() {
        let evaluations = Evaluations { first: &[1.0, 2.0, 3.0, 4.0], second: &[2.0, 1.0, 4.0, 3.0], mixed: &[1.5, 2.5, 2.5, 4.5] };
        assert_close(evaluations.variance().expect("varies"), 1.25, 0.0);
        assert_close(evaluations.saltelli_first_order().expect("varies"), 0.2, 1e-15);
        let indices = evaluations.indices().expect("varies");
        assert_close(indices.first_order, 0.3, 1e-15);
        assert_close(indices.total, 0.1, 1e-15);
    }

    #[test]
    fn the_function_of_ishigami_and_homma() {
        const POINTS: u32 = 1 << 13;
        let outcome = |x: &[f64]| {
            let [x1, x2, x3] = [x[0], x[1], x[2]].map(|share| PI * (2.0 * share - 1.0));
            libm::sin(x1) + 7.0 * libm::sin(x2) * libm::sin(x2) + 0.1 * x3 * x3 * x3 * x3 * libm::sin(x1)
        };
        let points: Vec<Vec<f64>> = (0..POINTS).map(|number| quasi_random::unit_point(number, 6).expect("six")).collect();
        let first: Vec<f64> = points.iter().map(|point| outcome(&point[..3])).collect();
        let second: Vec<f64> = points.iter().map(|point| outcome(&point[3..])).collect();
        let known = [(0.31390519114781146, 0.55758885520995916), (0.4424111447900409, 0.4424111447900409), (0.0, 0.2436836640621477)];
        for (parameter, (first_order, total)) in known.into_iter().enumerate() {
            let mix = |point: &Vec<f64>| {
                let mut mixed = point[..3].to_vec();
                mixed[parameter] = point[3 + parameter];
                outcome(&mixed)
            };
            let mixed: Vec<f64> = points.iter().map(mix).collect();
            let evaluations = Evaluations { first: &first, second: &second, mixed: &mixed };
            let indices = evaluations.indices().expect("varies");
            assert!((indices.first_order - first_order).abs() < 0.01, "{parameter} {indices:?}");
            assert!((indices.total - total).abs() < 0.01, "{parameter} {indices:?}");
            assert!((evaluations.saltelli_first_order().expect("varies") - first_order).abs() < 0.01);
        }
    }

    #[test]
    fn what_does_not_vary_has_no_indices() {
        let flat = [3.0; 4];
        assert_eq!(Evaluations { first: &flat, second: &flat, mixed: &flat }.indices(), None);
        let varied = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(Evaluations { first: &varied, second: &flat, mixed: &[1.0] }.indices(), None);
        assert_eq!(Evaluations { first: &[], second: &[], mixed: &[] }.saltelli_first_order(), None);
        assert_eq!(Evaluations { first: &varied, second: &[f64::NAN; 4], mixed: &varied }.indices(), None);
        assert_eq!(Evaluations { first: &varied, second: &varied, mixed: &[f64::NAN; 4] }.indices(), None);
    }

    #[test]
    fn groups_that_agree_leave_no_error() {
        let group = Group { first: vec![1.0, 2.0, 3.0, 4.0], second: vec![2.0, 1.0, 4.0, 3.0], mixed: vec![1.5, 2.5, 2.5, 4.5] };
        let same = indices_of_groups(&[group.clone(), group.clone(), group.clone()]).expect("three groups");
        assert_close(same.indices.first_order, 0.3, 1e-15);
        assert!(same.standard_error.first_order < 1e-15 && same.standard_error.total < 1e-15);
        let mut other = group.clone();
        other.mixed[0] = 2.0;
        let two = indices_of_groups(&[group.clone(), other.clone()]).expect("two groups");
        // With two groups the jackknife is half the distance between what each says.
        let alone = |group: &Group| Evaluations { first: &group.first, second: &group.second, mixed: &group.mixed }.indices();
        let (one, two_alone) = (alone(&group).expect("varies"), alone(&other).expect("varies"));
        assert_close(two.standard_error.total, (one.total - two_alone.total).abs() / 2.0, 1e-12);
        assert_eq!(indices_of_groups(std::slice::from_ref(&group)), None);
        other.second.pop();
        assert_eq!(indices_of_groups(&[group, other]), None);
    }

    #[test]
    fn effects_are_per_whole_range() {
        let effects = Effects::new(&[0.1, -0.3, 0.2], 0.5).expect("changes");
        assert_close(effects.mean, 0.0, 1e-15);
        assert_close(effects.mean_size, 0.4, 1e-14);
        assert_close(effects.standard_deviation.expect("three"), 0.07_f64.sqrt() * 2.0, 1e-14);
        assert_eq!(Effects::new(&[1.0], 1.0).and_then(|effects| effects.standard_deviation), None);
        for (changes, step) in [(&[][..], 1.0), (&[1.0], 0.0), (&[1.0], f64::NAN), (&[f64::NAN], 1.0)] {
            assert_eq!(Effects::new(changes, step), None);
        }
    }
}
