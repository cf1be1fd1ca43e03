//! Goals as the terms of a search: which means they are about, and how far these may be off.

use super::Measuring;
use crate::findings::analysis::Counted;
use crate::findings::ended::ENOUGH_ENDED;
use crate::findings::wanted::{Bound, Goal, Goals, Wanted};
use crate::findings::{Analysis, own};
use fairdeal_core::metrics::{Cell, Layout, UNFINISHED_GAMES};
use fairdeal_tune::{Bound as TermBound, Term};

/// The goals of a search, in the games of a layout whose first variant is the baseline.
#[derive(Debug)]
pub struct Terms<'a> {
    goals: &'a Goals,
    layout: &'a Layout,
    analysis: Analysis,
    /// The cells of each variant, one a line-up.
    lineups: usize,
}

/// One mean: the value of a goal, about its subject with this number, in the games of a line-up.
#[derive(Clone, Copy)]
struct Slot {
    goal: usize,
    lineup: usize,
    subject: usize,
}

/// Too many unfinished games: a share beyond the one that is allowed, by this much.
const UNFINISHED_TOLERANCE: f64 = 0.01;

/// The distance of a value that no game shows: this many tolerances beyond its bound.
const UNKNOWN: f64 = 100.0;

impl<'a> Terms<'a> {
    /// The terms of goals in the games of a layout.
    pub fn new(goals: &'a Goals, layout: &'a Layout, analysis: Analysis) -> Self {
        let first = layout.cells.first().map(|label| label.variant.name.as_str());
        let of_first = layout.cells.iter();
        let lineups =
            of_first.take_while(|label| Some(label.variant.name.as_str()) == first).count();
        Self { goals, layout, analysis, lineups }
    }

    /// The goals with their means, in the order of means.
    fn slots(&self) -> impl Iterator<Item = Slot> {
        let goals = self.goals.list.iter().enumerate();
        goals.flat_map(move |(place, goal)| {
            let judged = (0..self.lineups).filter(move |lineup| {
                goal.applies(&self.goals.strategies, &self.layout.cells[*lineup], self.layout)
            });
            judged.flat_map(move |lineup| {
                let subjects = match goal.wanted {
                    Wanted::Seats => self.layout.cells[lineup].shape.players(),
                    _ => 1,
                };
                (0..subjects).map(move |subject| Slot { goal: place, lineup, subject })
            })
        })
    }

    /// The terms of the loss: one a goal, and one for games that do not end.
    pub fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = self
            .goals
            .list
            .iter()
            .map(|goal| Term { weight: goal.weight, bounds: Vec::new() })
            .collect();
        let mut means = 0;
        for (mean, Slot { goal: place, lineup, .. }) in self.slots().enumerate() {
            means = mean + 1;
            let goal = &self.goals.list[place];
            let players = self.layout.cells[lineup].shape.players();
            let tolerance = self.analysis.tolerance(goal.tolerance());
            for (bound, is_low) in goal.bounds().into_iter().zip([true, false]) {
                let Some(bound) = bound else { continue };
                let (value, tolerance) = match bound.value(players) {
                    // Means are differences from the baseline then.
                    None => (0.0, tolerance),
                    Some(value) if goal.tolerance().is_relative() => {
                        (value, tolerance * value.abs())
                    }
                    Some(value) => (value, tolerance),
                };
                let (low, high) = if is_low { (Some(value), None) } else { (None, Some(value)) };
                terms[place].bounds.push(TermBound { mean, low, high, tolerance });
            }
        }
        let of_lineup = |lineup: usize| TermBound {
            mean: means + lineup,
            low: None,
            high: Some(1.0 - ENOUGH_ENDED as f64 / 100.0),
            tolerance: UNFINISHED_TOLERANCE,
        };
        terms.push(Term { weight: 1.0, bounds: (0..self.lineups).map(of_lineup).collect() });
        terms
    }

    /// A cell by its place. A search counts no games beside the cells.
    fn counted<'c>(&'c self, cells: &'c [Cell], place: usize) -> Counted<'c> {
        Counted { label: &self.layout.cells[place], cell: &cells[place], crossed: None }
    }

    /// The means of a variant, by its place, from the counts of all cells.
    pub fn means(&self, cells: &[Cell], variant: usize) -> Vec<f64> {
        let value = |variant: usize, slot: &Slot, goal: &Goal| {
            let place = variant * self.lineups + slot.lineup;
            let counted = self.counted(cells, place);
            let measuring = Measuring { counted, arm: None, analysis: None };
            measuring.all(goal).into_iter().nth(slot.subject)?.value
        };
        let of_slot = |slot: Slot| {
            let goal = &self.goals.list[slot.goal];
            let found = value(variant, &slot, goal);
            let found = if goal.bounds().contains(&Some(Bound::Baseline)) {
                found.zip(value(0, &slot, goal)).map(|(value, baseline)| {
                    let scale = if goal.tolerance().is_relative() { baseline.abs() } else { 1.0 };
                    (value - baseline) / scale
                })
            } else {
                found
            };
            found.filter(|value| value.is_finite()).unwrap_or_else(|| {
                let players = self.layout.cells[slot.lineup].shape.players();
                let [low, high] =
                    goal.bounds().map(|bound| Some(bound?.value(players).unwrap_or(0.0)));
                let tolerance = self.analysis.tolerance(goal.tolerance());
                let far = |bound: f64| {
                    let relative = goal.tolerance().is_relative() && bound != 0.0;
                    UNKNOWN * tolerance * if relative { bound.abs() } else { 1.0 }
                };
                high.map_or_else(|| low.map_or(0.0, |low| low - far(low)), |high| high + far(high))
            })
        };
        let unfinished = (0..self.lineups).map(|lineup| {
            let place = variant * self.lineups + lineup;
            let counted = self.counted(cells, place);
            own::value(counted, &UNFINISHED_GAMES, 0).unwrap_or(0.0)
        });
        self.slots().map(of_slot).chain(unfinished).collect()
    }
}
