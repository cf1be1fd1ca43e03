//! What small charts on the screen show: going first at each point of a sweep and on each rung of a
//! ladder, how long games are, what is at stake in each tenth of a game.

use super::prelude::*;
use super::sentences::first_on;
use super::unfinished::{negligible, unfinished_share};
use super::who::strongest;
use fairdeal_core::rows::{LengthHistogramRow, PlayCourseRow, Point};

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
    /// Values up to this, on either side, do not matter; 0 if every value does.
    pub tolerance: f64,
    /// What each letter stands for.
    pub legend: Vec<(char, String)>,
    /// The rows: what each is called, and its values.
    pub rows: Vec<(Label, Vec<Mark>)>,
}

/// What a row of a chart is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The point of a sweep that it is, if it is one.
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
    /// The letter of what it measures.
    pub letter: char,
    /// The value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often each whole number occurred: a row for each thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapes {
    /// What it shows, with its unit.
    pub title: String,
    /// The rows: what each is called, and each number with how often it occurred, in increasing
    /// order.
    pub rows: Vec<(Label, Vec<(u32, u64)>)>,
}

/// The largest number of rows of a chart.
const MOST: usize = 12;

/// The charts of a run.
pub fn charts(results: &Results) -> Vec<Chart> {
    let main = match results.manifest.design {
        DesignKind::Sweep => sweep(results).map(Chart::Values),
        DesignKind::Ladder => ladder(results).map(Chart::Values),
        DesignKind::Compare => lengths(results).map(Chart::Shapes),
        DesignKind::RoundRobin | DesignKind::InPlace | DesignKind::Sensitivity => None,
    };
    main.into_iter().chain(stakes(results).map(Chart::Values)).collect()
}

fn mark(letter: char, value: f64, ends: Option<(f64, f64)>) -> Mark {
    let (low, high) = ends.unwrap_or((value, value));
    Mark { letter, value, low, high }
}

/// Going first at each point of a sweep.
fn sweep(results: &Results) -> Option<Values> {
    let curves = Curves::new(results);
    let lineups: Vec<(char, &str)> = ('a'..='z')
        .zip(curves.told(results, Topic::GoingFirst).iter().map(|curve| curve.cell.lineup.as_str()))
        .collect();
    let legend = lineups.iter().map(|(letter, name)| (*letter, against(results.lineup(name))));
    let row = |spot: &Spot<'_>| {
        let marks = spot.advantages.iter().filter_map(|(cell, value)| {
            let (letter, _) = lineups.iter().find(|(_, lineup)| *lineup == cell.lineup)?;
            Some(mark(*letter, value.estimate, value.ends))
        });
        (Label { name: spot.name.clone(), point: spot.point.clone() }, marks.collect())
    };
    going_first(results, legend.collect(), curves.spots.iter().map(row).collect())
}

/// Going first on each rung of a ladder.
fn ladder(results: &Results) -> Option<Values> {
    let row = |rung: &LadderRow| {
        let share = &first_on(results, rung)?.share;
        let ends = share.advantage_low.zip(share.advantage_high);
        let mark = mark('a', share.advantage.filter(|_| is_judged(share))?, ends);
        Some((rung.strategy.clone().into(), vec![mark]))
    };
    let legend = vec![('a', "between equals, the weakest first".to_owned())];
    going_first(results, legend, results.ladder.iter().filter_map(row).collect())
}

/// `None` for a single row, and for too many.
fn going_first(
    results: &Results,
    legend: Vec<(char, String)>,
    rows: Vec<(Label, Vec<Mark>)>,
) -> Option<Values> {
    (2..=MOST).contains(&rows.len()).then(|| Values {
        title: "Going first, in points from fair".to_owned(),
        zero: "fair",
        tolerance: results.manifest.analysis.tolerance.win_rate,
        legend,
        rows,
    })
}

/// How long games are, in the first unit: in every line-up of one set of rules; by every variant in
/// the line-up of which lengths are told.
fn lengths(results: &Results) -> Option<Shapes> {
    let (unit, told) = (results.first_unit(), results.told_lineup());
    let variants = compares(results);
    let is_shown = |row: &&LengthHistogramRow| {
        row.unit == unit && row.finished > 0 && (!variants || row.cell.lineup == told)
    };
    let shown: Vec<&LengthHistogramRow> =
        results.length_histogram.iter().filter(is_shown).collect();
    let row = |rows: &[&LengthHistogramRow]| {
        let CellKey { variant, lineup, .. } = &rows[0].cell;
        let name = if variants { variant } else { lineup };
        (name.clone().into(), rows.iter().map(|row| (row.length, row.finished)).collect())
    };
    let rows: Vec<_> = shown.chunk_by(|one, other| one.cell == other.cell).map(row).collect();
    let who = if variants { format!(", {}", against(results.lineup(told))) } else { String::new() };
    let cut =
        results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let ended = if cut { " that end" } else { "" };
    let title = format!("How long {}{ended} are, in {unit}{who}", results.names.plural);
    (1..=MOST).contains(&rows.len()).then_some(Shapes { title, rows })
}

/// What is at stake in each tenth of a game, if the experiment asked: for the strongest equals by the
/// rules of the baseline, if there are any.
fn stakes(results: &Results) -> Option<Values> {
    let is_of_baseline = |cell: &&CellKey| cell.variant == results.manifest.baseline;
    let cells = || results.chances.iter().map(|row| &row.cell).filter(is_of_baseline);
    let lineup = strongest(results, cells().map(|cell| cell.lineup.as_str()))?;
    let cell = cells().find(|cell| cell.lineup == lineup)?;
    let measures = [
        ('a', measures::STAKES.name, "the best action above the worst"),
        ('b', measures::TENSION.name, "above the second best"),
    ];
    let of = |letter: char, measure: &str, tenth: usize| {
        let is_it = |row: &&PlayCourseRow| {
            row.cell == *cell && row.measure == measure && row.tenth == tenth
        };
        let average = results.play_course.iter().find(is_it).map(|row| &row.average);
        let average = average.filter(|average| average.among > 0)?;
        Some(mark(letter, average.estimate?, average.low.zip(average.high)))
    };
    let row = |tenth: usize| {
        let marks = measures.iter().filter_map(|(letter, name, _)| of(*letter, name, tenth));
        (format!("tenth {tenth:2}").into(), marks.collect::<Vec<_>>())
    };
    let rows: Vec<_> = (1..=10).map(row).collect();
    let title = format!(
        "What is at stake in each tenth of a game, in points of the chance to win, {}",
        against(results.lineup(&cell.lineup))
    );
    let legend = measures.map(|(letter, _, meaning)| (letter, meaning.to_owned())).to_vec();
    let values = Values { title, zero: "no difference", tolerance: 0.0, legend, rows };
    values.rows.iter().any(|(_, marks)| !marks.is_empty()).then_some(values)
}
