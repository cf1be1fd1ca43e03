//! The findings of a search, as rows of tables.

use std::collections::BTreeMap;

use super::super::weights::WeightSearch;
use super::{Adapted, Searched, Tune};
use crate::experiment::Plan;
use crate::findings::Verdicts;
use fairdeal_core::input::Settings;
use fairdeal_core::metrics::Counts;
use fairdeal_core::rows::{self, AdaptedRow, GoalRow, InPlaceRow, TriedKnobRow, TriedRow, TuneRow};
use fairdeal_core::strategy::{Entrant, StrategyFile};
use fairdeal_tune::{GROUPS, Loss, Outcome, Point, Round, Step, next};

/// The tables of a search.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The proposed rules, and those that cannot be told apart from them.
    pub(crate) tune: Vec<TuneRow>,
    /// All rules that were tried.
    pub(crate) tried: Vec<TriedRow>,
    /// How much each goal depends on each knob.
    pub(crate) knobs: Vec<TriedKnobRow>,
    /// The goals before and after players adapt.
    pub(crate) adapted: Vec<AdaptedRow>,
    /// How often a player who adapted wins among those who did not.
    pub(crate) in_place: Vec<InPlaceRow>,
    /// The strategy whose weights were tuned.
    pub(crate) tuned: Option<StrategyFile>,
}

impl Found {
    /// Returns the findings of the last stage of a search, and nothing for other plans. `goals`:
    /// the verdicts on the rules that were confirmed.
    pub(crate) fn new(plan: &Plan, counts: &Counts, goals: &[GoalRow]) -> Self {
        if let Some(search) = plan.design().get::<WeightSearch>() {
            return Self { tuned: search.found.clone(), ..Self::default() };
        }
        let found = plan.design().get::<Tune>().and_then(|tune| {
            let Searched { rounds, request } = tune.searched.as_deref()?;
            let last = tune.round_of(plan, request.clone(), counts)?;
            let history: Vec<Round> = rounds.iter().cloned().chain([last]).collect();
            let step = plan.searched(tune, |task| (Loss::new(&task.terms), next(task, &history)));
            let (loss, step) = step.ok()?;
            let Step::Done(outcome) = step else { return None };
            let adapted = tune.adapted.as_ref();
            Some(Self {
                tune: tune.proposals(plan, &outcome, counts.blocks()),
                tried: tune.tried(plan, &loss, &history),
                knobs: tune.depends_on(plan, &loss, rounds.get(..outcome.spread)?),
                adapted: adapted.map(|adapted| adapted.rows(goals)).unwrap_or_default(),
                in_place: adapted.map(Adapted::stronger).unwrap_or_default(),
                tuned: None,
            })
        });
        found.unwrap_or_default()
    }
}

impl Adapted {
    /// The goals before and after, by the rules to which the players adapted. `before`: the goals
    /// in games of players who did not adapt.
    fn rows(&self, before: &[GoalRow]) -> Vec<AdaptedRow> {
        let (plan, counts) = &self.judged;
        let rules = plan.variants().last().map_or("", |rules| rules.name.as_str());
        let after = Verdicts::new(plan.run(counts)).goals.into_iter();
        let mut learners = plan.strategies().iter().filter(|one| one.learns()).map(Entrant::name);
        let who = learners.next().unwrap_or_default();
        let row = |after: GoalRow| {
            let key = |row: &GoalRow| {
                let (cell, goal) = (&row.cell, row.goal.clone());
                (cell.variant.clone(), cell.players, goal, row.subject.clone())
            };
            // Of several line-ups at such a table, the one that is furthest from the goal.
            let before = before.iter().filter(|row| key(row) == key(&after));
            let distance = |row: &&GoalRow| row.beyond.unwrap_or(f64::NEG_INFINITY);
            let before = before.max_by(|one, other| distance(one).total_cmp(&distance(other)));
            AdaptedRow {
                adapted: who.to_owned(),
                before: before.and_then(|row| row.estimate),
                before_low: before.and_then(|row| row.low),
                before_high: before.and_then(|row| row.high),
                before_beyond: before.and_then(|row| row.beyond),
                before_verdict: before.and_then(|row| row.judged.verdict),
                after,
            }
        };
        after.filter(|row| row.cell.variant == rules).map(row).collect()
    }

    /// How often a player who adapted wins among those who did not.
    fn stronger(&self) -> Vec<InPlaceRow> {
        let (plan, counts) = &self.judged;
        let rules = plan.variants().last().map_or("", |rules| rules.name.as_str());
        let mut rows = Verdicts::new(plan.run(counts)).in_place;
        rows.retain(|row| row.cell.variant == rules);
        rows
    }
}

impl Tune {
    /// The name of a point's rules.
    fn name(&self, plan: &Plan, point: &Point) -> String {
        let rules = self.variant(plan.baseline(), point);
        rules.map_or_else(|_| String::new(), |rules| rules.name)
    }

    /// The rules that look best after some rounds, in words for a person who waits; empty before
    /// the first round. This is no estimate: the best of many looks better than it is.
    pub(in crate::experiment::design) fn best_so_far(
        &self,
        plan: &Plan,
        loss: &Loss,
        history: &[Round],
    ) -> String {
        let losses = all_means(history).map(|(point, _, means)| (point, loss.at(&means)));
        let best = losses.min_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or_else(String::new, |(point, loss)| {
            let rules = if *point == self.baseline(&plan.baseline().settings) {
                "the rules as they are".to_owned()
            } else {
                self.name(plan, point)
            };
            format!("; looks best so far ({loss:.1} tolerances off): {rules}")
        })
    }

    /// The rows about the confirmed rules, and about others that may be as good.
    fn proposals(&self, plan: &Plan, outcome: &Outcome, blocks: u64) -> Vec<TuneRow> {
        let Outcome { confirmed, alike, tried, within, .. } = outcome;
        let row = |point: &Point| TuneRow {
            game: plan.game().description().name.to_owned(),
            variant: self.name(plan, point),
            proposed: false,
            changes: self.changes(&plan.baseline().settings, point),
            confirmed: false,
            blocks: 0,
            loss: None,
            loss_low: None,
            loss_high: None,
            alike: alike.iter().any(|one| one.point == *point),
            tried: *tried as u64,
            within: within.filter(|within| within.is_finite()),
            delta: self.delta,
        };
        let of_confirmed = confirmed.iter().enumerate().map(|(place, found)| TuneRow {
            proposed: place == 0,
            confirmed: true,
            blocks,
            loss: Some(found.loss.value),
            loss_low: found.loss.simultaneous.map(|interval| interval.low),
            loss_high: found.loss.simultaneous.map(|interval| interval.high),
            ..row(&found.point)
        });
        let is_confirmed = |point: &Point| confirmed.iter().any(|found| found.point == *point);
        let others = alike.iter().filter(|one| !is_confirmed(&one.point));
        let of_others = others.map(|one| TuneRow {
            blocks: one.blocks,
            loss: Some(one.loss),
            ..row(&one.point)
        });
        of_confirmed.chain(of_others).collect()
    }

    /// The rows about all rules that were tried, goal by goal: how far each is from it by all that
    /// was played.
    fn tried(&self, plan: &Plan, loss: &Loss, history: &[Round]) -> Vec<TriedRow> {
        let goals = plan.goals().map_or(&[][..], |goals| &goals.list);
        let distances: Vec<(&Point, u64, Vec<f64>)> = all_means(history)
            .map(|(point, blocks, means)| {
                (point, blocks, loss.of_terms(&means)[..goals.len()].to_vec())
            })
            .collect();
        let is_beaten = |own: &[f64]| {
            distances.iter().any(|(.., other)| {
                other.iter().zip(own).all(|(other, own)| other <= own)
                    && other.iter().zip(own).any(|(other, own)| other < own)
            })
        };
        let mut rows = Vec::with_capacity(distances.len() * goals.len());
        for (point, blocks, beyond) in &distances {
            let (front, variant) = (!is_beaten(beyond), self.name(plan, point));
            for (goal, beyond) in goals.iter().zip(beyond) {
                rows.push(TriedRow {
                    game: plan.game().description().name.to_owned(),
                    variant: variant.clone(),
                    point: self.point(&plan.baseline().settings, point),
                    goal: goal.name.clone(),
                    blocks: *blocks,
                    beyond: *beyond,
                    front,
                });
            }
        }
        rows
    }

    /// A point in the form of tables: each knob with its value; the designer's value if it lies
    /// outside of the box.
    fn point(&self, base: &Settings, point: &Point) -> rows::Point {
        let sizes = self.sizes();
        let inside: Vec<usize> =
            point.iter().zip(&sizes).map(|(place, size)| (*place).min(size - 1)).collect();
        let Ok(rules) = self.grid.at(None, base, &inside) else { return rows::Point::default() };
        let values = rules.point.into_iter().zip(point.iter().zip(&sizes));
        let value = |((key, value), (place, size)): ((&'static str, _), (&usize, &usize))| {
            let own = base.iter().find(|(knob, _)| knob.key == key).filter(|_| place == size);
            (key.to_owned(), own.map_or(value, |(_, own)| own).into())
        };
        rows::Point(values.map(value).collect())
    }

    /// Returns, for each goal and knob, the share of the variance of the goal's distances that
    /// the values of the knob explain. Only the first sample counts, because its rules fill
    /// the box evenly.
    fn depends_on(&self, plan: &Plan, loss: &Loss, first: &[Round]) -> Vec<TriedKnobRow> {
        let goals = plan.goals().map_or(&[][..], |goals| &goals.list);
        let usual = self.baseline(&plan.baseline().settings);
        let tried: Vec<(&Point, Vec<f64>)> = first
            .iter()
            .flat_map(|round| round.request().points.iter().enumerate().map(move |at| (round, at)))
            .filter(|(_, (_, point))| **point != usual)
            .map(|(round, (place, point))| (point, loss.of_terms(&means_of(round, place))))
            .collect();
        let mut rows = Vec::new();
        for (place, goal) in goals.iter().enumerate() {
            for (knob, key) in self.grid.keys().enumerate() {
                let values = tried.iter().map(|(point, beyond)| (point[knob], beyond[place]));
                rows.push(TriedKnobRow {
                    game: plan.game().description().name.to_owned(),
                    goal: goal.name.clone(),
                    knob: key.to_owned(),
                    rules: tried.len(),
                    share: explained(values),
                });
            }
        }
        rows
    }
}

/// All points that were played, each with its blocks and its means over all rounds.
fn all_means(history: &[Round]) -> impl Iterator<Item = (&Point, u64, Vec<f64>)> {
    let mut sums = BTreeMap::<&Point, (u64, Vec<f64>)>::new();
    for round in history {
        let request = round.request();
        for (place, point) in request.points.iter().enumerate() {
            let (blocks, sum) = sums.entry(point).or_default();
            *blocks += request.blocks;
            let means = means_of(round, place);
            sum.resize(means.len(), 0.0);
            let weighted = means.iter().map(|mean| mean * request.blocks as f64);
            sum.iter_mut().zip(weighted).for_each(|(sum, mean)| *sum += mean);
        }
    }
    sums.into_iter().map(|(point, (blocks, sum))| {
        (point, blocks, sum.iter().map(|sum| sum / blocks as f64).collect())
    })
}

/// The means of a point of a round, over all its groups of blocks.
fn means_of(round: &Round, place: usize) -> Vec<f64> {
    let all = round.means();
    let count = all.len() / (round.request().points.len() * GROUPS);
    let of_point = all[place * GROUPS * count..].chunks(count).take(GROUPS);
    let mut means = vec![0.0; count];
    for group in of_point {
        means.iter_mut().zip(group).for_each(|(mean, value)| *mean += value / GROUPS as f64);
    }
    means
}

/// The share of the variance of some values that their groups explain, corrected for the number of
/// groups (the adjusted coefficient of determination): 0 to 1. `None` where nothing varies.
fn explained(values: impl Iterator<Item = (usize, f64)>) -> Option<f64> {
    let values: Vec<(usize, f64)> = values.collect();
    let mut groups = BTreeMap::<usize, Vec<f64>>::new();
    for (group, value) in &values {
        groups.entry(*group).or_default().push(*value);
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let all: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
    let around = |values: &[f64]| {
        let mean = mean(values);
        values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()
    };
    let (total, within) = (around(&all), groups.values().map(|group| around(group)).sum::<f64>());
    let (freedom, left) = (all.len().checked_sub(1)?, all.len().checked_sub(groups.len())?);
    if total <= 0.0 || left == 0 {
        return None;
    }
    Some((1.0 - (within / left as f64) / (total / freedom as f64)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_explain_what_differs_between_them() {
        let all = [(0, 1.0), (0, 1.0), (1, 3.0), (1, 3.0)];
        assert_eq!(explained(all.into_iter()), Some(1.0));
        let none = [(0, 1.0), (0, 3.0), (1, 1.0), (1, 3.0)];
        assert_eq!(explained(none.into_iter()), Some(0.0));
        assert_eq!(explained([(0, 1.0), (1, 1.0), (1, 1.0)].into_iter()), None);
        assert_eq!(explained(std::iter::empty()), None);
    }
}
