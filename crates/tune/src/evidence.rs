//! Proofs from the data: which rules are worse than others, and an upper bound on how much better
//! any of them could be.
//!
//! # The bound
//!
//! Let `b` be the best of the `N` rules that were tried: fixed, but unknown. For a rule `s` chosen
//! by any look at the data, `loss(s) - loss(b)` is below its upper confidence bound with
//! probability `1 - a`, if each of the `N - 1` comparisons with `b` fails with probability at most
//! `a / (N - 1)` (Bonferroni). Since `b` is one of the rules tried, the largest of the upper bounds
//! of `loss(s) - loss(i)` over all rules `i` is an upper bound of `loss(s) - loss(b)`: "within d of
//! the best of the N that were tried". In the same way, rules `i` for which `loss(s) - loss(i)` is
//! certainly below 0 are worse than the best. This is the multiple comparison with the best of J.
//! C. Hsu, "Constrained simultaneous confidence intervals for multiple comparisons with the best",
//! Annals of Statistics 12 (1984). A rule may be dropped after any of the rounds, and the later
//! comparisons then depend on the data, so `a` is divided by the number of rounds too.
//!
//! # The comparison of two rules
//!
//! The loss is convex and piecewise linear in the means. The loss of `i` is nowhere below the piece
//! that counts at its own means; the loss of `s` is the largest of its pieces. So the upper bound
//! is the largest over the pieces of `s` (found term by term). The difference of two linear pieces
//! is a mean. Its variance is estimated from the groups of blocks: paired if both rules were played
//! on the same blocks, otherwise as the sum of both variances. Seven degrees of freedom a round
//! would make bounds at such levels needlessly wide, so variances are moderated by those of all
//! other comparisons (G. K. Smyth, "Linear models and empirical Bayes methods for assessing
//! differential expression in microarray experiments", 2004).

use fairdeal_stats::{Confidence, student};

use crate::loss::{Linear, Loss, Piece};
use crate::round::{GROUPS, Play, Records};

/// The rules that are compared, and the confidence that is required.
#[derive(Debug)]
pub(crate) struct Evidence<'a> {
    pub(crate) records: &'a Records<'a>,
    pub(crate) loss: &'a Loss,
    pub(crate) confidence: Confidence,
    /// The number of rounds after which rules may have been dropped.
    pub(crate) looks: usize,
}

/// The values of a linear function in all groups of one play.
type Values = [f64; GROUPS];

/// A comparison before its variance is moderated.
struct Raw {
    difference: f64,
    variance: f64,
    degrees: f64,
    /// The variance of the difference if each block of independent rules had variance 1.
    scale: f64,
}

/// One side of a term of the chosen rules, over all rounds.
struct Part {
    total: f64,
    plays: Vec<Values>,
}

impl Evidence<'_> {
    /// For each rule that was tried, an upper bound of how much greater the loss of the rule
    /// `chosen` is: negative if that rule is surely better than it. The bounds hold together in the
    /// sense explained above. Infinite for rules about whose noise nothing is known.
    pub(crate) fn beyond(&self, chosen: usize) -> Vec<f64> {
        let records = self.records;
        let count = records.tried.len();
        let piece = self.loss.piece(records.means(chosen));
        let parts = self.parts(chosen, &piece);
        let active: Vec<usize> = piece
            .iter()
            .zip(&parts)
            .map(|(side, parts)| {
                parts.iter().position(|(of, _)| of == side).expect("the side that counts")
            })
            .collect();
        let raws: Vec<Raw> = (0..count)
            .map(|other| {
                let own = Own::new(self, other);
                self.compare(chosen, &own, &parts, &active)
            })
            .collect();
        let prior = Prior::new(
            raws.iter().enumerate().filter(|(other, _)| *other != chosen).map(|(_, raw)| raw),
        );
        let share = self.confidence.significance() / (count.max(2) - 1) as f64 / self.looks as f64;
        let mut quantiles = Quantiles::new(share);
        (0..count)
            .map(|other| {
                if other == chosen {
                    return 0.0;
                }
                self.bound(chosen, other, &parts, &active, &prior, &mut quantiles)
            })
            .collect()
    }

    /// The largest upper bound over the pieces of the chosen rules, term by term.
    fn bound(
        &self,
        chosen: usize,
        other: usize,
        parts: &[Vec<(Option<usize>, Part)>],
        active: &[usize],
        prior: &Prior,
        quantiles: &mut Quantiles,
    ) -> f64 {
        let own = Own::new(self, other);
        let mut sides = active.to_vec();
        let mut upper =
            |sides: &[usize]| prior.upper(&self.compare(chosen, &own, parts, sides), quantiles);
        let mut largest = upper(&sides);
        for term in 0..parts.len() {
            for side in 0..parts[term].len() {
                if side == active[term] {
                    continue;
                }
                let before = std::mem::replace(&mut sides[term], side);
                let here = upper(&sides);
                if here > largest {
                    largest = here;
                } else {
                    sides[term] = before;
                }
            }
        }
        largest
    }

    /// Returns for each term the sides of the chosen rules that may count: the one that counts at
    /// their means, and those that are near enough.
    fn parts(&self, chosen: usize, piece: &Piece) -> Vec<Vec<(Option<usize>, Part)>> {
        /// The standard errors at which a side is too far away to count.
        const FAR: f64 = 6.0;
        let of = |linear: &Linear| Part {
            total: linear.at(self.records.means(chosen)),
            plays: self.records.tried[chosen]
                .plays
                .iter()
                .map(|play| self.values(*play, linear))
                .collect(),
        };
        (0..self.loss.terms())
            .map(|term| {
                let counts = of(&self.loss.part(term, piece[term]));
                let near = |side: Option<usize>, part: &Part| {
                    let gap = self.difference_variance(chosen, part, &counts).sqrt();
                    side == piece[term] || part.total + FAR * gap >= counts.total
                };
                self.loss
                    .sides(term)
                    .map(|side| (side, of(&self.loss.part(term, side))))
                    .filter(|(side, part)| near(*side, part))
                    .collect()
            })
            .collect()
    }

    /// The variance of the difference of two linear functions of the same rules.
    fn difference_variance(&self, index: usize, first: &Part, second: &Part) -> f64 {
        let record = &self.records.tried[index];
        let of = |(place, play): (usize, &Play)| {
            let share = self.blocks(*play) / record.blocks as f64;
            let values = std::array::from_fn(|group| {
                share * (first.plays[place][group] - second.plays[place][group])
            });
            variance_of_mean(&values)
        };
        record.plays.iter().enumerate().map(of).sum()
    }

    /// Compares the chosen rules by some of their sides with others by the sides that count there.
    fn compare(
        &self,
        chosen: usize,
        own: &Own,
        parts: &[Vec<(Option<usize>, Part)>],
        sides: &[usize],
    ) -> Raw {
        let (record, other) = (&self.records.tried[chosen], &self.records.tried[own.index]);
        let of_sides = |term: usize| &parts[term][sides[term]].1;
        let terms = 0..parts.len();
        let difference = terms.clone().map(|term| of_sides(term).total).sum::<f64>() - own.total;
        let (mut variance, mut weight) = (0.0, 0.0);
        let mut add = |values: Values| {
            let part = variance_of_mean(&values);
            variance += part;
            weight += part * part / (GROUPS - 1) as f64;
        };
        let mut rest = other.plays.iter().zip(&own.plays).peekable();
        for (place, play) in record.plays.iter().enumerate() {
            while let Some((_, values)) = rest.next_if(|(other, _)| other.round < play.round) {
                add(*values);
            }
            let share = self.blocks(*play) / record.blocks as f64;
            let mut values: Values = std::array::from_fn(|group| {
                share * terms.clone().map(|term| of_sides(term).plays[place][group]).sum::<f64>()
            });
            if let Some((_, others)) = rest.next_if(|(other, _)| other.round == play.round) {
                values.iter_mut().zip(others).for_each(|(value, other)| *value -= other);
            }
            add(values);
        }
        for (_, values) in rest {
            add(*values);
        }
        Raw {
            difference,
            variance,
            degrees: if weight > 0.0 { variance * variance / weight } else { 0.0 },
            scale: 1.0 / record.blocks as f64 + 1.0 / other.blocks as f64,
        }
    }

    fn values(&self, play: Play, linear: &Linear) -> Values {
        std::array::from_fn(|group| linear.at(self.records.group(play, group)))
    }

    fn blocks(&self, play: Play) -> f64 {
        self.records.rounds[play.round].request().blocks as f64
    }
}

/// The linear function of the rules that are compared with the chosen ones.
struct Own {
    index: usize,
    total: f64,
    /// In each play, as its share of all blocks.
    plays: Vec<Values>,
}

impl Own {
    fn new(evidence: &Evidence<'_>, index: usize) -> Self {
        let means = evidence.records.means(index);
        let linear = evidence.loss.linear(&evidence.loss.piece(means));
        let record = &evidence.records.tried[index];
        let of = |play: &Play| {
            let share = evidence.blocks(*play) / record.blocks as f64;
            evidence.values(*play, &linear).map(|value| share * value)
        };
        Self { index, total: linear.at(means), plays: record.plays.iter().map(of).collect() }
    }
}

/// The variance of the mean of all groups.
pub(crate) fn variance_of_mean(values: &Values) -> f64 {
    let count = GROUPS as f64;
    let centre = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - centre) * (value - centre)).sum();
    squares / (count - 1.0) / count
}

/// The prior for the variance of one comparison, from all comparisons.
#[derive(Debug, PartialEq)]
struct Prior {
    /// How many degrees of freedom this is worth: infinite if all variances are alike.
    degrees: f64,
    /// The variance in each block.
    variance: f64,
}

impl Prior {
    /// The largest number of degrees of freedom that differs from infinity.
    const MOST: f64 = 1e4;

    /// Smyth's estimate by the moments of the logarithms, for the mean of the degrees of freedom.
    fn new<'a>(raws: impl Iterator<Item = &'a Raw>) -> Self {
        let mut logarithms = Vec::new();
        let (mut noise, mut count) = (0.0, 0.0);
        for raw in raws.filter(|raw| raw.variance > 0.0 && raw.degrees > 0.0) {
            let half = raw.degrees / 2.0;
            logarithms.push(libm::log(raw.variance / raw.scale) - digamma(half) + libm::log(half));
            noise += trigamma(half);
            count += 1.0;
        }
        if logarithms.len() < 3 {
            return Self { degrees: 0.0, variance: 0.0 };
        }
        let centre = logarithms.iter().sum::<f64>() / count;
        let spread =
            logarithms.iter().map(|value| (value - centre) * (value - centre)).sum::<f64>()
                / (count - 1.0)
                - noise / count;
        let degrees = 2.0 * inverse_trigamma(spread);
        let half = degrees / 2.0;
        Self { degrees, variance: libm::exp(centre + digamma(half) - libm::log(half)) }
    }

    /// The upper bound of a difference.
    fn upper(&self, raw: &Raw, quantiles: &mut Quantiles) -> f64 {
        let degrees = self.degrees + raw.degrees;
        if degrees <= 0.0 {
            // No comparison varied, or there is a single one and it did not vary.
            return raw.difference;
        }
        let variance =
            (self.degrees * self.variance * raw.scale + raw.degrees * raw.variance) / degrees;
        raw.difference + quantiles.at(degrees) * variance.sqrt()
    }
}

/// Quantiles of Student's distribution at one level, each computed once.
struct Quantiles {
    /// The two-sided level.
    confidence: Option<Confidence>,
    known: Vec<Option<f64>>,
}

impl Quantiles {
    /// Beyond this many degrees of freedom a difference of one does not matter.
    const MOST: usize = 2000;

    /// Quantiles that are exceeded with this probability.
    fn new(share: f64) -> Self {
        let confidence = Confidence::new((1.0 - 2.0 * share).clamp(0.500_001, 1.0 - 1e-15)).ok();
        Self { confidence, known: vec![None; Self::MOST + 1] }
    }

    fn at(&mut self, degrees: f64) -> f64 {
        let whole = (degrees as usize).clamp(1, Self::MOST);
        *self.known[whole].get_or_insert_with(|| {
            self.confidence
                .and_then(|confidence| student::two_sided_quantile(whole as u64, confidence))
                .unwrap_or(f64::INFINITY)
        })
    }
}

/// The derivative of the logarithm of the gamma function, for positive numbers.
fn digamma(argument: f64) -> f64 {
    let (mut x, mut sum) = (argument, 0.0);
    while x < 8.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    sum + libm::log(x)
        - 0.5 / x
        - square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square / 240.0)))
}

/// The derivative of [`digamma`].
fn trigamma(argument: f64) -> f64 {
    let (mut x, mut sum) = (argument, 0.0);
    while x < 8.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    sum + inverse
        + square / 2.0
        + inverse
            * square
            * (1.0 / 6.0 - square * (1.0 / 30.0 - square * (1.0 / 42.0 - square / 30.0)))
}

/// The number with this trigamma, by bisection; at most half of [`Prior::MOST`].
fn inverse_trigamma(value: f64) -> f64 {
    const STEPS: u32 = 80;
    let (mut low, mut high) = (1e-3, Prior::MOST / 2.0);
    if value <= trigamma(high) {
        return high;
    }
    for _ in 0..STEPS {
        // The scale is that of logarithms.
        let middle = (low * high).sqrt();
        if trigamma(middle) > value {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::{Bound, Term};
    use crate::random::Random;
    use crate::round::{Request, Round};

    #[test]
    #[expect(clippy::unreadable_literal, reason = "digits as published")]
    fn known_values() {
        let close = |actual: f64, expected: f64| {
            assert!((actual - expected).abs() < 1e-9, "{actual} is not {expected}");
        };
        // Euler's constant, and pi^2 / 6.
        close(digamma(1.0), -0.5772156649015329);
        close(trigamma(1.0), 1.6449340668482264);
        close(digamma(3.5), 1.103156640645243);
        close(trigamma(3.5), 0.330357756100235);
        for argument in [0.01, 0.5, 3.5, 100.0] {
            let found = inverse_trigamma(trigamma(argument));
            assert!((found / argument - 1.0).abs() < 1e-6, "{found} is not {argument}");
        }
        assert_eq!(inverse_trigamma(-1.0).to_bits(), (Prior::MOST / 2.0).to_bits());
    }

    /// Rounds in which rules with these means are played, with half of the noise common to all; the
    /// worse half by the loss so far is dropped after each round.
    fn rounds(truths: &[Vec<f64>], loss: &Loss, run: u64) -> Vec<Round> {
        let mut random = Random::new(run, 7);
        let mut left: Vec<usize> = (0..truths.len()).collect();
        let mut rounds: Vec<Round> = Vec::new();
        while left.len() > 1 {
            let blocks = 8 * (4 << rounds.len());
            let request = Request {
                points: left.iter().map(|index| vec![*index]).collect(),
                blocks,
                confirms: false,
            };
            let scale = (GROUPS as f64 / blocks as f64 / 2.0).sqrt();
            let count = truths[0].len();
            let common: Vec<f64> = (0..GROUPS * count).map(|_| scale * random.normal()).collect();
            let mut means = Vec::new();
            for index in &left {
                for place in 0..GROUPS * count {
                    let own = scale * random.normal();
                    means.push(truths[*index][place % count] + common[place] + own);
                }
            }
            rounds.push(Round::new(request, means));
            let records = Records::new(&rounds);
            let value = |index: &usize| {
                let found = records.find(&[*index]).expect("it was played");
                loss.at(records.means(found))
            };
            left.sort_by(|first, second| value(first).total_cmp(&value(second)));
            left.truncate(left.len().div_ceil(2));
            left.sort_unstable();
        }
        rounds
    }

    /// How often the best rules are called worse, and how often a rule is better by more than the
    /// bound, in 1,000 runs.
    fn errors(truths: &[Vec<f64>], terms: &[Term]) -> (u32, u32) {
        let loss = Loss::new(terms);
        let best = (0..truths.len())
            .min_by(|first, second| loss.at(&truths[*first]).total_cmp(&loss.at(&truths[*second])))
            .expect("some rules");
        let (mut worse, mut beyond) = (0, 0);
        for run in 0..1000 {
            let rounds = rounds(truths, &loss, run);
            let records = Records::new(&rounds);
            let chosen = (0..records.tried.len())
                .filter(|index| records.tried[*index].plays.len() == rounds.len())
                .min_by(|first, second| {
                    loss.at(records.means(*first)).total_cmp(&loss.at(records.means(*second)))
                })
                .expect("one is left");
            let evidence = Evidence {
                records: &records,
                loss: &loss,
                confidence: Confidence::default(),
                looks: rounds.len(),
            };
            let bounds = evidence.beyond(chosen);
            let best_found = records.find(&[best]).expect("it was played");
            worse += u32::from(bounds[best_found] < 0.0);
            let truth = loss.at(&truths[records.tried[chosen].point[0]]) - loss.at(&truths[best]);
            let bound = bounds.iter().copied().fold(0.0, f64::max);
            beyond += u32::from(truth > bound);
        }
        (worse, beyond)
    }

    fn term(mean: usize, low: f64, high: f64) -> Bound {
        Bound { mean, low: Some(low), high: Some(high), tolerance: 0.1 }
    }

    /// At most 5 % of runs may err: 50 of 1,000, and 2.6 standard errors more.
    const ALLOWED: u32 = 68;

    #[test]
    fn equal_rules_are_rarely_told_apart() {
        let one = vec![Term { weight: 1.0, bounds: vec![term(0, 5.0, 6.0)] }];
        for terms in [
            one,
            // At the kink of every bound.
            vec![Term { weight: 1.0, bounds: vec![term(0, 0.0, 0.0), term(1, 0.0, 0.0)] }],
            vec![
                Term { weight: 1.0, bounds: vec![term(0, -0.1, 0.0)] },
                Term { weight: 1.0, bounds: vec![term(1, 0.0, 0.2)] },
            ],
        ] {
            let (worse, _) = errors(&vec![vec![0.0, 0.0]; 24], &terms);
            assert!(worse <= ALLOWED, "{worse} of 1000: {terms:?}");
        }
    }

    #[test]
    fn bounds_hold_where_rules_differ_little() {
        let truths: Vec<Vec<f64>> = (0..24).map(|index| vec![0.02 * f64::from(index)]).collect();
        let terms = vec![Term { weight: 1.0, bounds: vec![term(0, 0.1, 0.1)] }];
        let (worse, beyond) = errors(&truths, &terms);
        assert!(worse <= ALLOWED && beyond <= ALLOWED, "{worse} and {beyond} of 1000");
    }

    #[test]
    fn great_differences_are_proven() {
        let truths: Vec<Vec<f64>> = (0..24).map(|index| vec![2.0 * f64::from(index)]).collect();
        let terms = vec![Term { weight: 1.0, bounds: vec![term(0, 0.0, 0.0)] }];
        let loss = Loss::new(&terms);
        let rounds = rounds(&truths, &loss, 0);
        let records = Records::new(&rounds);
        let evidence = Evidence {
            records: &records,
            loss: &loss,
            confidence: Confidence::default(),
            looks: rounds.len(),
        };
        let bounds = evidence.beyond(records.find(&[0]).expect("it was played"));
        assert!(bounds[1..].iter().all(|bound| *bound < 0.0), "{bounds:?}");
    }

    #[test]
    fn without_noise_differences_are_exact() {
        let terms = vec![Term { weight: 1.0, bounds: vec![term(0, 0.0, 0.0)] }];
        let loss = Loss::new(&terms);
        let request = Request { points: vec![vec![0], vec![1]], blocks: 8, confirms: false };
        let means = [[1.0; GROUPS], [2.0; GROUPS]].concat();
        let rounds = [Round::new(request, means)];
        let records = Records::new(&rounds);
        let evidence = Evidence {
            records: &records,
            loss: &loss,
            confidence: Confidence::default(),
            looks: 1,
        };
        let bounds = evidence.beyond(0);
        assert!((bounds[1] + 10.0).abs() < 1e-9, "{bounds:?}");
    }
}
