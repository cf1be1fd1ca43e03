//! The outcome of a search, confirmed on blocks that the search has not seen.

use fairdeal_stats::{Confidence, Interval, student};

use crate::evidence::{Evidence, variance_of_mean};
use crate::loss::{Linear, Loss, Piece};
use crate::round::{GROUPS, Records, Round};
use crate::space::Point;
use crate::task::Task;

/// An estimate with its intervals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its interval; `None` where nothing varied.
    pub interval: Option<Interval>,
    /// Its interval that holds together with all others of its kind: those of all means of all
    /// confirmed points, or those of the losses of all confirmed points.
    pub simultaneous: Option<Interval>,
}

/// A point with its measurements in the confirmation.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmed {
    /// The point.
    pub point: Point,
    /// Its loss. The value is nearly unbiased, so it may be below 0 where the true loss is almost
    /// 0.
    pub loss: Estimate,
    /// All its means.
    pub means: Vec<Estimate>,
}

/// Rules that cannot be told apart from the best of those that were tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Alike {
    /// The rules.
    pub point: Point,
    /// In how many knobs they differ from the baseline; 0 without one.
    pub changes: usize,
    /// An estimate of their loss from all that was played of them: for an order, not for a report.
    pub loss: f64,
    /// The number of blocks that were played of them.
    pub blocks: u64,
}

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The points of the confirmation: the proposal first, the baseline last (unless it is the
    /// proposal). Empty if the budget was too small, or no rules can be played.
    pub confirmed: Vec<Confirmed>,
    /// All rules that cannot be told apart from the best of those that were tried, those with the
    /// fewest changes from the baseline first.
    pub alike: Vec<Alike>,
    /// How many rules were tried.
    pub tried: usize,
    /// How many of the rounds were the first sample, whose rules fill the box evenly.
    pub spread: usize,
    /// The loss of the proposal is at most this much greater than the least loss of all rules that
    /// were tried, at the confidence asked for, by all data together.
    pub within: Option<f64>,
    /// The number of blocks that were played, of all points together.
    pub blocks: u64,
}

impl Outcome {
    /// Nothing could be confirmed.
    pub(crate) fn empty(records: &Records<'_>) -> Self {
        Self {
            confirmed: Vec::new(),
            alike: Vec::new(),
            tried: records.tried.len(),
            spread: 0,
            within: None,
            blocks: records.rounds.iter().map(|round| round.request().cost()).sum(),
        }
    }

    /// Computes the outcome from the rounds of a search and their confirmation. The number beside
    /// the rounds says how many of them were the first sample.
    pub(crate) fn new(
        task: &Task<'_>,
        loss: &Loss,
        (searched, spread): (&[Round], usize),
        confirmation: &Round,
        looks: usize,
    ) -> Self {
        let rounds: Vec<Round> = searched.iter().chain([confirmation]).cloned().collect();
        let records = Records::new(&rounds);
        let fresh = Records::new(std::slice::from_ref(confirmation));
        let proposal = proposal(task, loss, &fresh);
        let mut order: Vec<usize> = (0..fresh.tried.len()).collect();
        order[..=proposal].rotate_right(1);
        let confirmed = Confirming { task, loss, records: &records, fresh: &fresh };
        let chosen = records.find(fresh.tried[proposal].point);
        // The claim about the best of all rules follows from two bounds.
        let confidence = corrected(task.confidence, 2).unwrap_or(task.confidence);
        let evidence = Evidence { records: &records, loss, confidence, looks };
        let bounds = chosen.map(|chosen| evidence.beyond(chosen)).unwrap_or_default();
        let mut alike: Vec<Alike> = (0..)
            .zip(&bounds)
            .filter(|(_, bound)| **bound >= 0.0)
            .map(|(index, _): (usize, _)| {
                let record = &records.tried[index];
                Alike {
                    point: record.point.clone(),
                    changes: task.changes(record.point),
                    loss: loss.estimate(records.groups(index)),
                    blocks: record.blocks,
                }
            })
            .collect();
        alike.sort_by(|first, second| {
            first.changes.cmp(&second.changes).then(first.loss.total_cmp(&second.loss))
        });
        // No loss is below 0.
        let most = confirmed.ends(proposal, 2).filter(|_| confirmed.varies(proposal));
        let most = most.map(|interval| interval.high);
        Self {
            confirmed: order.into_iter().map(|index| confirmed.point(index)).collect(),
            alike,
            tried: records.tried.len(),
            spread,
            within: bounds
                .iter()
                .copied()
                .reduce(f64::max)
                .into_iter()
                .chain(most)
                .reduce(f64::min),
            blocks: rounds.iter().map(|round| round.request().cost()).sum(),
        }
    }
}

/// The index of the proposal among the confirmed points: the first choice of the search, unless the
/// confirmation leaves hardly any doubt that another is better, by more than matters if it has more
/// changes. (If the least value of the confirmation were chosen, it would be the least by chance too,
/// and its value too small. Where a choice is made at the usual level, some of this bias is left: a
/// quarter of the standard error.)
fn proposal(task: &Task<'_>, loss: &Loss, fresh: &Records<'_>) -> usize {
    /// Errors are this many times rarer than those of other claims.
    const STRICTER: usize = 50;
    let count = fresh.tried.len();
    let confidence = corrected(task.confidence, STRICTER).unwrap_or(task.confidence);
    let value = |index: &usize| loss.estimate(fresh.groups(*index));
    let evidence = Evidence { records: fresh, loss, confidence, looks: 1 };
    let changes = |index: usize| task.changes(fresh.tried[index].point);
    let is_better = |other: usize| {
        // A difference that is too small to matter is no reason to change more knobs.
        let least = if changes(other) > changes(0) { task.delta } else { 0.0 };
        value(&other) < value(&0) && evidence.beyond(other)[0] < -least
    };
    let better = (1..count).filter(|other| is_better(*other));
    better.min_by(|one, other| value(one).total_cmp(&value(other))).unwrap_or(0)
}

/// The data from which the intervals of the confirmation are made.
struct Confirming<'a> {
    task: &'a Task<'a>,
    loss: &'a Loss,
    /// All rounds: of their spread within rounds, the variance of a block.
    records: &'a Records<'a>,
    fresh: &'a Records<'a>,
}

impl Confirming<'_> {
    fn point(&self, index: usize) -> Confirmed {
        let count = self.fresh.count();
        let points = self.fresh.tried.len();
        let point = self.fresh.tried[index].point;
        let means = (0..count)
            .map(|mean| {
                let value = self.fresh.means(index)[mean];
                let error = self.error(index, |means| means[mean]);
                let at = |family: usize| {
                    let level = corrected(self.task.confidence, family)?;
                    student::interval(value, error.0, error.1, level)
                };
                Estimate { value, interval: at(1), simultaneous: at(points * count) }
            })
            .collect();
        let loss = Estimate {
            value: self.loss.estimate(self.fresh.groups(index)),
            interval: self.ends(index, 1).and_then(Interval::unless_point),
            simultaneous: self.ends(index, points).and_then(Interval::unless_point),
        };
        Confirmed { point: point.clone(), loss, means }
    }

    /// The standard error of a linear function of the means, and its degrees of freedom: from the
    /// spread between groups, in all rounds in which the point was played.
    fn error(&self, index: usize, of: impl Fn(&[f64]) -> f64) -> (f64, u64) {
        let record = &self.fresh.tried[index];
        let plays = self
            .records
            .find(record.point)
            .map_or(&[][..], |index| &self.records.tried[index].plays);
        let mut sum = 0.0;
        for play in plays {
            let values: [f64; GROUPS] =
                std::array::from_fn(|group| of(self.records.group(*play, group)));
            sum +=
                variance_of_mean(&values) * self.records.rounds[play.round].request().blocks as f64;
        }
        let of_block = sum / plays.len() as f64;
        ((of_block / record.blocks as f64).sqrt(), (plays.len() * (GROUPS - 1)) as u64)
    }

    /// Whether a mean varied. If none did, nothing is known about their errors.
    fn varies(&self, index: usize) -> bool {
        (0..self.fresh.count()).any(|mean| self.error(index, |means| means[mean]).0 > 0.0)
    }

    /// The interval of the loss: the lower end by the piece that counts at the means, since the
    /// loss is nowhere below it; the upper end by the largest of all pieces, found term by term.
    fn ends(&self, index: usize, family: usize) -> Option<Interval> {
        let level = corrected(self.task.confidence, family)?;
        let means = self.fresh.means(index);
        let mut piece = self.loss.piece(means);
        let half = |linear: &Linear, level: Confidence| {
            let (error, degrees) = self.error(index, |means| linear.at(means));
            Some(student::two_sided_quantile(degrees, level)? * error)
        };
        let counts = self.loss.linear(&piece);
        // The piece was chosen because it is large at these means. Any that is almost as large
        // could have been chosen, and each of their bounds must hold.
        let rivals = self.rivals(index, &piece, level);
        let low = counts.at(means)
            - half(&counts, corrected(self.task.confidence, family * (1 + rivals))?)?;
        let mut high = counts.at(means) + half(&counts, level)?;
        for term in 0..piece.len() {
            for side in self.loss.sides(term) {
                let before = std::mem::replace(&mut piece[term], side);
                let linear = self.loss.linear(&piece);
                let here = linear.at(means) + half(&linear, level)?;
                if here > high {
                    high = here;
                } else {
                    piece[term] = before;
                }
            }
        }
        Some(Interval { low: low.max(0.0), high: high.max(0.0) })
    }

    /// Counts the sides, over all terms, that cannot be told apart from the one that counts
    /// in their term.
    fn rivals(&self, index: usize, piece: &Piece, level: Confidence) -> usize {
        let means = self.fresh.means(index);
        let is_near = |counts: &Linear, other: &Linear| {
            let (error, degrees) = self.error(index, |means| counts.at(means) - other.at(means));
            student::two_sided_quantile(degrees, level)
                .is_some_and(|reach| other.at(means) + reach * error >= counts.at(means))
        };
        let of_term = |(term, side): (usize, &Option<usize>)| {
            let counts = self.loss.part(term, *side);
            let others = self.loss.sides(term).filter(|other| other != side);
            others.filter(|other| is_near(&counts, &self.loss.part(term, *other))).count()
        };
        piece.iter().enumerate().map(of_term).sum()
    }
}

/// Returns the level of each of `family` intervals that hold together (Bonferroni).
fn corrected(confidence: Confidence, family: usize) -> Option<Confidence> {
    Confidence::new(1.0 - confidence.significance() / family.max(1) as f64).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::{Bound, Term};
    use crate::random::Random;
    use crate::round::Request;
    use crate::space::Space;

    /// A confirmation without noise of points with these losses.
    fn proposed(losses: &[f64], changes: &[usize], delta: f64) -> usize {
        let bound = Bound { mean: 0, low: None, high: Some(0.0), tolerance: 1.0 };
        let terms = vec![Term { weight: 1.0, bounds: vec![bound] }];
        let loss = Loss::new(&terms);
        // The value of a knob is its point's number; the others count the changes.
        let points: Vec<Point> = (0..losses.len())
            .map(|index| {
                let mut point: Point =
                    (0..3).map(|knob| usize::from(knob < changes[index])).collect();
                point[0] *= 1 + index;
                point
            })
            .collect();
        let space = Space::new(vec![9, 2, 2], vec![true; 3], |point| Some(point.to_vec()));
        let task = Task {
            space: &space,
            terms,
            baseline: Some(vec![0; 3]),
            blocks: 1000,
            delta,
            confidence: Confidence::default(),
            seed: 1,
        };
        let means = losses.iter().flat_map(|loss| [*loss; GROUPS]).collect();
        let rounds = [Round::new(Request { points, blocks: 800, confirms: true }, means)];
        proposal(&task, &loss, &Records::new(&rounds))
    }

    #[test]
    fn a_change_of_the_rules_needs_a_reason() {
        // The first choice, another one, and the baseline.
        assert_eq!(proposed(&[1.0, 1.2, 3.0], &[2, 1, 0], 0.5), 0, "it is better");
        assert_eq!(proposed(&[1.0, 1.2, 0.9], &[2, 1, 0], 0.5), 2, "the baseline is better");
        assert_eq!(proposed(&[1.0, 0.2, 0.9], &[2, 1, 0], 0.5), 1, "another one is better");
        assert_eq!(proposed(&[1.0, 0.8, 3.0], &[1, 2, 0], 0.5), 0, "it has fewer changes");
        assert_eq!(proposed(&[1.0, 0.2, 3.0], &[1, 2, 0], 0.5), 1, "the difference matters");
    }

    /// Counts how many of 1,000 confirmations have an interval of the loss that holds, if the
    /// shares of three seats are this many standard errors from their bounds.
    fn held(apart: f64) -> usize {
        let seat = |mean| Bound { mean, low: Some(0.0), high: Some(0.0), tolerance: 1.0 };
        let terms = vec![Term { weight: 1.0, bounds: (0..3).map(seat).collect() }];
        let loss = Loss::new(&terms);
        let truth = [apart, 0.0, -apart];
        let space = Space::new(vec![1], vec![true], |point| Some(point.to_vec()));
        let task = Task {
            space: &space,
            terms,
            baseline: None,
            blocks: GROUPS as u64,
            delta: 0.5,
            confidence: Confidence::default(),
            seed: 1,
        };
        let holds = |run: u64| {
            let mut random = Random::new(run, 11);
            let mut means = Vec::new();
            for _ in 0..GROUPS {
                let noise = [(); 3].map(|()| random.normal());
                let centre = noise.iter().sum::<f64>() / 3.0;
                let scale = (GROUPS as f64 * 1.5).sqrt();
                let seats = truth.iter().zip(noise);
                means.extend(seats.map(|(truth, noise)| truth + scale * (noise - centre)));
            }
            let blocks = GROUPS as u64;
            let request = Request { points: vec![vec![0]], blocks, confirms: true };
            let rounds = [Round::new(request, means)];
            let records = Records::new(&rounds);
            let confirming =
                Confirming { task: &task, loss: &loss, records: &records, fresh: &records };
            let interval = confirming.ends(0, 1).expect("the means vary");
            interval.contains(loss.at(&truth))
        };
        (0..1000).filter(|run| holds(*run)).count()
    }

    /// At a kink of the loss any of six sides may count, and the one that looks worst does.
    #[test]
    fn intervals_of_the_loss_hold_at_its_kinks() {
        for apart in [0.0, 0.5, 1.0, 2.0, 4.0] {
            let held = held(apart);
            // 95 % of 1,000, and 2.6 standard errors less.
            assert!(held >= 932, "{apart}: {held}");
        }
    }
}
