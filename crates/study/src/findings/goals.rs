//! Whether rules meet the designer's goals.

mod terms;

use super::analysis::{Analysis, Counted, Run, key};
use super::comparisons::PairFindings;
use super::ended::is_judged;
use super::own::{self, Arm};
use super::shares::WinShare;
use super::verdict::{Families, Judgement, Open, PENDING, Region, Tested, VerdictId, ends};
use super::wanted::{Bound, Goal, Goals, Wanted};
use fairdeal_core::metrics::{
    About, Comparison, LENGTH, PlayerWins, QuantityDescription, UNFINISHED_GAMES,
};
use fairdeal_core::rows::{Family, GoalRow};
use fairdeal_core::seat::Seat;
use fairdeal_stats::Interval;

pub use terms::Terms;

/// The value of a goal, with its interval if one was asked for.
struct Measured {
    subject: String,
    value: Option<f64>,
    interval: Option<Interval>,
}

/// The place of a measurement: a cell, and the comparison that it is part of, if there is one.
#[derive(Clone, Copy)]
struct Measuring<'a> {
    counted: Counted<'a>,
    arm: Option<(&'a Comparison, Arm)>,
    /// The analysis that makes the intervals, if some are asked for.
    analysis: Option<&'a Analysis>,
}

impl Measuring<'_> {
    /// The share of games that a player wins.
    fn wins(&self, wins: PlayerWins<'_>, subject: String) -> Measured {
        let share = WinShare::of(self.counted.label, wins);
        let interval = self.analysis.and_then(|analysis| share.finding(analysis));
        Measured { subject, value: share.even_rate(), interval: interval.map(|found| found.even) }
    }

    /// A quantity about a subject.
    fn quantity(
        &self,
        quantity: &QuantityDescription,
        subject: usize,
    ) -> (Option<f64>, Option<Interval>) {
        let interval = self.analysis.and_then(|analysis| {
            own::interval(self.counted, self.arm, quantity, subject, analysis)
        });
        (own::value(self.counted, quantity, subject), interval)
    }

    /// The values of a goal.
    fn all(&self, goal: &Goal) -> Vec<Measured> {
        let Counted { label, cell, .. } = self.counted;
        match &goal.wanted {
            Wanted::Seats => {
                let wins = WinShare::wins_of_seats(cell);
                let of_seat = |(seat, wins): (Seat, PlayerWins<'_>)| {
                    self.wins(wins, format!("seat {}", seat.index()))
                };
                Seat::all(label.shape.players()).zip(wins).map(of_seat).collect()
            }
            Wanted::Skill([first, _]) => {
                let place = label.shape.strategies.iter().position(|name| name == first);
                let wins = place.and_then(|place| cell.strategies.wins(&label.shape, place));
                wins.map(|wins| self.wins(wins, first.clone())).into_iter().collect()
            }
            Wanted::Quantity { quantity, subject } => {
                let subjects = quantity.subjects(label);
                let named = subjects.get(*subject).map(|name| {
                    let (value, interval) = self.quantity(quantity, *subject);
                    // The goal has the name of the event.
                    let is_event = matches!(quantity.about, About::Events(_));
                    let subject = if is_event { quantity.name } else { name };
                    Measured { subject: subject.to_owned(), value, interval }
                });
                named.into_iter().collect()
            }
            Wanted::Limit { reached } => {
                let (value, interval) = self.quantity(&UNFINISHED_GAMES, 0);
                let rest = |Interval { low, high }| Interval { low: 1.0 - high, high: 1.0 - low };
                let reasons = label.game.end_reasons;
                let reason = if *reached { reasons.last() } else { reasons.first() };
                vec![Measured {
                    subject: reason.copied().unwrap_or_default().to_owned(),
                    value: value.map(|value| if *reached { value } else { 1.0 - value }),
                    interval: interval.map(|ends| if *reached { ends } else { rest(ends) }),
                }]
            }
            Wanted::Minutes(seconds) => {
                let of_unit = |&(unit, seconds): &(usize, f64)| {
                    let (length, interval) = self.quantity(&LENGTH, unit);
                    let minutes = |length: f64| length * seconds / 60.0;
                    let ends = interval.map(|Interval { low, high }| (minutes(low), minutes(high)));
                    (length.map(minutes), ends)
                };
                let units: Vec<_> = seconds.iter().map(of_unit).collect();
                let value = units.iter().map(|(value, _)| *value).sum();
                // The standard error of a sum is at most the sum of the standard errors.
                let ends: Option<Vec<(f64, f64)>> = units.iter().map(|(_, ends)| *ends).collect();
                let interval = ends.map(|ends| Interval {
                    low: ends.iter().map(|(low, _)| low).sum(),
                    high: ends.iter().map(|(_, high)| high).sum(),
                });
                vec![Measured { subject: String::new(), value, interval }]
            }
        }
    }
}

/// The rows about goals: goal by goal, one for each cell in which it is judged and each subject.
/// Goals always belong to the question.
pub(super) fn goals(
    run: Run<'_>,
    findings: &[PairFindings<'_>],
    families: &mut Families,
) -> Vec<Open<GoalRow>> {
    let Some(Goals { list, strategies }) = run.goals else { return Vec::new() };
    let mut rows = Vec::new();
    for goal in list {
        for (index, label) in run.layout.cells.iter().enumerate() {
            if !goal.applies(strategies, label, run.layout) {
                continue;
            }
            let counted = run.counted(index);
            let arm = findings.iter().find_map(|pair| pair.arm(index));
            let measuring = Measuring { counted, arm, analysis: Some(&run.analysis) };
            let mut first = None;
            for measured in measuring.all(goal) {
                let mirrors = first.filter(|_| goal.is_mirrored(label.shape.players()));
                let row = goal.judged((run, findings), index, measured, mirrors, families);
                first = first.or(Some(row.id));
                rows.push(row);
            }
        }
    }
    rows
}

impl Goal {
    /// Whether its two values mirror each other at a table of this size: of two seats, one loses
    /// the games that the other wins, and the bounds lie evenly around one half.
    fn is_mirrored(&self, players: usize) -> bool {
        let [low, high] = self.bounds().map(|bound| bound.and_then(|bound| bound.value(players)));
        let is_even = low.zip(high).is_some_and(|(low, high)| (low + high - 1.0).abs() < 1e-9);
        self.wanted == Wanted::Seats && players == 2 && is_even
    }

    /// The row about a value in a cell, with its verdict; `mirrors`: the verdict that says the same.
    fn judged(
        &self,
        (run, findings): (Run<'_>, &[PairFindings<'_>]),
        index: usize,
        Measured { subject, value, interval }: Measured,
        mirrors: Option<VerdictId>,
        families: &mut Families,
    ) -> Open<GoalRow> {
        let (label, cell) = run.cell(index);
        let (blocks, players) = (run.counts.blocks(), label.shape.players());
        let tolerance = run.analysis.tolerance(self.tolerance());
        let (low, high) = ends(interval);
        let mut row = GoalRow {
            cell: key(label),
            goal: self.name.clone(),
            subject,
            weight: self.weight,
            blocks,
            estimate: value,
            low,
            high,
            at_least: None,
            at_most: None,
            difference: None,
            difference_low: None,
            difference_high: None,
            beyond: None,
            judged: PENDING,
        };
        let relative_to_baseline = self.bounds().contains(&Some(Bound::Baseline));
        let tested = if relative_to_baseline {
            let finding = findings.iter().find_map(|pair| match self.wanted {
                Wanted::Quantity { quantity, subject } => pair.of_variant(index, quantity, subject),
                Wanted::Limit { .. } => pair.of_variant(index, &UNFINISHED_GAMES, 0),
                _ => None,
            });
            // The games that do not reach the limit are the rest.
            let is_rest = self.wanted == Wanted::Limit { reached: false };
            let turned = |change: f64| if is_rest { -change } else { change };
            let of_baseline = finding.map_or(value, |finding| {
                finding.baseline.map(|value| if is_rest { 1.0 - value } else { value })
            });
            [row.at_least, row.at_most] = self.bounds().map(|bound| bound.and(of_baseline));
            match finding {
                None => {
                    row.beyond = Some(0.0);
                    Tested { judgement: Some(Judgement::MEETS), ..Tested::default() }
                }
                Some(finding) => {
                    let effect = if finding.quantity.is_relative() {
                        finding.relative.map(|(effect, _)| effect)
                    } else {
                        finding.difference
                    };
                    row.difference = effect.map(turned);
                    (row.difference_low, row.difference_high) =
                        ends(finding.judged().map(|(_, interval)| interval));
                    let mut zero = self.bounds().map(|bound| bound.map(|_| 0.0));
                    if is_rest {
                        zero.reverse();
                        (row.difference_low, row.difference_high) =
                            (row.difference_high.map(turned), row.difference_low.map(turned));
                    }
                    let region = Region::new(zero, |_| tolerance);
                    row.beyond = effect.and_then(|effect| region.beyond(effect));
                    region.tested_change(finding, &run.analysis)
                }
            }
        } else {
            let bounds = self.bounds().map(|bound| bound.and_then(|bound| bound.value(players)));
            [row.at_least, row.at_most] = bounds;
            let is_relative = self.tolerance().is_relative();
            let region =
                Region::new(
                    bounds,
                    |bound| {
                        if is_relative { tolerance * bound.abs() } else { tolerance }
                    },
                );
            row.beyond = value.and_then(|value| region.beyond(value));
            region.tested(&run.analysis, value.zip(interval), blocks)
        };
        let tested = Tested { mirrors, tolerance, ..tested };
        let tested = tested.only_if(!self.is_of_ended() || is_judged(cell));
        families.open(Family::Asked, tested, row)
    }
}
