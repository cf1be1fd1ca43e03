//! How a game plays.

use super::quantity::{said, shares};
use super::telling::{Telling, listed};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| {
        let draft = line(of.results, of.baseline());
        listed(draft.map(|draft| draft.or_drop(PLAY)))
    },
    table: |shown| table(shown.results),
    charts: |results| listed(chart(results)),
    ..Telling::NONE
};

/// How much the players can decide, and whether players who are behind can still win.
pub(in crate::words) fn line(results: &Results, variant: &str) -> Option<Draft> {
    said(results, Topic::Play, None, &shares(results, variant, Topic::Play))
}

/// How the game plays, if the experiment asked: one row for each line-up and variant.
fn table(results: &Results) -> Panel {
    let value = |row: &PlayRow, measure: &Measure, subject: &str| {
        let is_it = |other: &&PlayRow| {
            other.cell == row.cell && other.measure == measure.name && other.subject == subject
        };
        let Some(PlayRow { average, .. }) = results.play.iter().find(is_it) else {
            return MISSING.to_owned();
        };
        with_reach(average.estimate, average.low.zip(average.high), measure.unit.scale())
    };
    let rows = results.play.iter().filter(|row| row.measure == measures::BRANCHING.name);
    let mut columns = Columns::new("How it plays: means, with how far their intervals reach", rows);
    if results.play.iter().any(|row| row.cell.variant != results.play[0].cell.variant) {
        columns.words("variant", |row| row.cell.variant.clone());
    }
    columns.words("line-up", |row| row.cell.lineup.clone());
    let mut add = |title, measure, subject, dispensable| {
        let cell = |row: &&PlayRow| value(row, measure, subject);
        columns.numbers(title, cell).or_drop(dispensable, PlayRow::FILE);
    };
    add("legal actions", &measures::BRANCHING, "", 1);
    add("forced in a row", &measures::LONGEST_FORCED_RUN, "", 3);
    if !results.chances.is_empty() {
        let (_, dead) = dead_within(results.manifest.analysis.tolerance.win_rate);
        add("lead changes", &measures::LEAD_CHANGES, "", 0);
        add("decided after (%)", &measures::MOMENT_OF_DECISION, "", 0);
        add("turnarounds (%)", &measures::TURNAROUNDS, "", 2);
        add("tension (points)", &measures::TENSION, "", 0);
        add("no difference (%)", &measures::DEAD_DECISIONS, dead, 0);
    }
    columns.panel.shortened(PlayRow::FILE)
}

/// A chart of the stakes in each tenth of a game, if the experiment asked for them: for the
/// strongest equals by the rules of the baseline, if there are any.
fn chart(results: &Results) -> Option<Chart> {
    let is_of_baseline = |cell: &&CellKey| cell.variant == results.manifest.baseline;
    let cells = || results.chances.iter().map(|row| &row.cell).filter(is_of_baseline);
    let lineup = strongest(results, cells().map(|cell| cell.lineup.as_str()))?;
    let cell = cells().find(|cell| cell.lineup == lineup)?;
    let measures = [
        (&measures::STAKES, "the best action above the worst"),
        (&measures::TENSION, "above the second best"),
    ];
    let line = |(look, (measure, meaning)): (usize, (&Measure, &str))| {
        let rows = results.play_course.iter();
        let rows = rows.filter(|row| row.cell == *cell && row.measure == measure.name);
        Line::by_tenth(meaning, look, measure.unit, rows)
    };
    let series: Vec<Line> = measures.into_iter().enumerate().map(line).collect();
    let title = format!(
        "What is at stake in each tenth of a game, in points of the chance to win, {}",
        against(results.lineup(&cell.lineup))
    );
    let is_known = series.iter().any(|line| !line.spots.is_empty());
    let place = |tenth: u8| (f64::from(tenth), format!("tenth {tenth:2}"));
    let axis = Axis { write: signed, ..Axis::new("points of the chance to win") };
    let lines = Lines { places: (1..=10).map(place).collect(), ..Lines::new(series, axis) };
    is_known.then_some(Chart { title, note: String::new(), plot: Plot::Lines(lines) })
}
