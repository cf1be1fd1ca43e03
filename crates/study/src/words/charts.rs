//! What small charts on the screen show: going first at each point of a sweep and on each rung of a
//! ladder, how long games are, what is at stake in each tenth of a game.

use super::answer::{self, Form};
use super::curves::{Curves, Spot};
use super::sentences::first_on;
use super::unfinished::{is_judged, negligible, unfinished_share};
use super::who::{against, strongest};
use crate::results::Results;
use fairdeal_core::metrics::{Topic, measures};
use fairdeal_core::rows::{
    BlockAverage, CellKey, FirstPlayerRow, LadderRow, LengthHistogramRow, Point,
};

/// A small chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    /// Values with their intervals.
    Values(Values),
    /// How often each whole number occurred.
    Shapes(Shapes),
}

/// Values with their intervals: a row for each thing, a letter for each value of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// What it shows, with its unit: hundredths.
    pub title: String,
    /// What 0 stands for.
    pub zero: &'static str,
    /// Values up to this, to both sides, do not matter; 0 where that is not so.
    pub tolerance: f64,
    /// What each letter stands for.
    pub legend: Vec<(char, String)>,
    /// The rows: what each is called, and its values.
    pub rows: Vec<(Label, Vec<Mark>)>,
}

/// What a row of a chart is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Which point of a sweep it is, where it is one.
    pub point: Point,
}

impl From<String> for Label {
    fn from(name: String) -> Self {
        Self { name, point: Point::default() }
    }
}

/// A value in a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it is of.
    pub letter: char,
    /// The value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often each whole number occurred: a row for each thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// What it shows, with its unit.
    pub title: String,
    /// The rows: what each is called, and each number with how often it occurred, in increasing
    /// order.
    pub rows: Vec<(Label, Vec<(u32, u64)>)>,
}

/// Of more rows there is no chart.
const MOST: usize = 12;

/// The charts of a run.
pub fn charts(results: &Results) -> Vec<Chart> {
    let main = match answer::form(results) {
        Form::Sweep => sweep(results).map(Chart::Values),
        Form::Ladder => ladder(results).map(Chart::Values),
        Form::Single | Form::Variants => lengths(results).map(Chart::Shapes),
        Form::RoundRobin | Form::InPlace | Form::Sensitivity => None,
    };
    main.into_iter().chain(stakes(results).map(Chart::Values)).collect()
}

fn mark(letter: char, value: f64, low: Option<f64>, high: Option<f64>) -> Mark {
    Mark { letter, value, low: low.unwrap_or(value), high: high.unwrap_or(value) }
}

/// Going first at each point of a sweep; none where there are too many.
fn sweep(results: &Results) -> Option<Values> {
    let curves = Curves::new(results);
    if !(2..=MOST).contains(&curves.spots.len()) {
        return None;
    }
    let letters: Vec<char> = ('a'..='z').collect();
    let first = curves.told(results, Topic::GoingFirst);
    let legend: Vec<(char, String)> = letters
        .iter()
        .copied()
        .zip(first.iter().map(|curve| against(results.lineup(&curve.cell.lineup))))
        .collect();
    let marks = |spot: &Spot<'_>| {
        let of_spot = spot.advantages.iter().filter_map(|(cell, value)| {
            let letter =
                letters.get(first.iter().position(|curve| curve.cell.lineup == cell.lineup)?)?;
            let (low, high) = value.ends.unzip();
            Some(mark(*letter, value.estimate, low, high))
        });
        of_spot.collect()
    };
    let label = |spot: &Spot<'_>| Label { name: spot.name.clone(), point: spot.point.clone() };
    let rows = curves.spots.iter().map(|spot| (label(spot), marks(spot))).collect();
    Some(Values { legend, ..going_first(results, rows) })
}

/// Going first on each rung of a ladder.
fn ladder(results: &Results) -> Option<Values> {
    let marks = |row: &FirstPlayerRow| {
        let share = Some(&row.share).filter(|share| is_judged(share))?;
        Some(vec![mark('a', share.advantage?, share.advantage_low, share.advantage_high)])
    };
    let row =
        |rung: &LadderRow| Some((rung.strategy.clone().into(), marks(first_on(results, rung)?)?));
    let rows: Vec<_> = results.ladder.iter().filter_map(row).collect();
    let legend = vec![('a', "between equals, the weakest first".to_owned())];
    (2..=MOST).contains(&rows.len()).then(|| Values { legend, ..going_first(results, rows) })
}

fn going_first(results: &Results, rows: Vec<(Label, Vec<Mark>)>) -> Values {
    let tolerance = results.manifest.analysis.tolerance.win_rate;
    Values {
        title: "Going first, in points from fair".to_owned(),
        zero: "fair",
        tolerance,
        legend: Vec::new(),
        rows,
    }
}

/// How long games are, in the first unit: in every line-up of one set of rules; by every variant in
/// the line-up of which lengths are told.
fn lengths(results: &Results) -> Option<Shapes> {
    let (unit, told) = (results.first_unit(), results.told_lineup());
    let of_unit = |row: &&LengthHistogramRow| row.unit == unit && row.finished > 0;
    let variants = answer::form(results) == Form::Variants;
    let mut rows: Vec<(Label, Vec<(u32, u64)>)> = Vec::new();
    let mut last: Option<&CellKey> = None;
    for row in results
        .length_histogram
        .iter()
        .filter(of_unit)
        .filter(|row| !variants || row.cell.lineup == told)
    {
        if last != Some(&row.cell) {
            last = Some(&row.cell);
            let name = if variants { &row.cell.variant } else { &row.cell.lineup };
            rows.push((name.clone().into(), Vec::new()));
        }
        rows.last_mut()?.1.push((row.length, row.finished));
    }
    let who = if variants { format!(", {}", against(results.lineup(told))) } else { String::new() };
    let cut =
        results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let ended = if cut { " that end" } else { "" };
    let title = format!("How long {}{ended} are, in {unit}{who}", results.names.plural);
    (1..=MOST).contains(&rows.len()).then_some(Shapes { title, rows })
}

/// What is at stake in each tenth of a game, where that was asked: among the strongest equals by
/// the rules of the baseline, if there are any.
fn stakes(results: &Results) -> Option<Values> {
    let cells = || {
        results
            .chances
            .iter()
            .map(|row| &row.cell)
            .filter(|cell| cell.variant == results.manifest.baseline)
    };
    let lineup = strongest(results, cells().map(|cell| cell.lineup.as_str()))?;
    let cell = cells().find(|cell| cell.lineup == lineup)?;
    let measures = [
        ('a', measures::STAKES.name, "the best action above the worst"),
        ('b', measures::TENSION.name, "above the second best"),
    ];
    let average = |measure: &str, tenth: usize| -> Option<&BlockAverage> {
        let found = results
            .play_course
            .iter()
            .find(|row| row.cell == *cell && row.measure == measure && row.tenth == tenth);
        found.map(|row| &row.average).filter(|average| average.among > 0)
    };
    let marks = |tenth: usize| -> Vec<Mark> {
        let of = |(letter, measure, _): &(char, &str, &str)| {
            let average = average(measure, tenth)?;
            Some(mark(*letter, average.estimate?, average.low, average.high))
        };
        measures.iter().filter_map(of).collect()
    };
    let rows: Vec<_> =
        (1..=10).map(|tenth| (format!("tenth {tenth:2}").into(), marks(tenth))).collect();
    let title = format!(
        "What is at stake in each tenth of a game, in points of the chance to win, {}",
        against(results.lineup(&cell.lineup))
    );
    let legend =
        measures.iter().map(|(letter, _, meaning)| (*letter, (*meaning).to_owned())).collect();
    rows.iter().any(|(_, marks)| !marks.is_empty()).then_some(Values {
        title,
        zero: "no difference",
        tolerance: 0.0,
        legend,
        rows,
    })
}
