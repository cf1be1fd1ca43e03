//! The small charts on the screen: going first at each point of a sweep and on each rung of a
//! ladder, how long games are, what is at stake in each tenth of a game.

use super::chart::{Axis, Chart, Line, Lines, Plot, Shape, Shapes, Strip, Strips};
use super::curves::Value;
use super::group::grouped;
use super::prelude::*;
use super::sentences::first_on;
use super::turned::{Bases, Turned};
use super::unfinished::{negligible, unfinished_share};
use super::who::strongest;
use crate::experiment::Item;
use fairdeal_core::rows::Point;

/// The largest number of rows of a chart.
const MOST: usize = 12;

/// The charts of a run.
pub fn charts(results: &Results) -> Vec<Chart> {
    let main = results.manifest.design.charts.iter().flat_map(|item| match item {
        Item::Points => sweep(results),
        Item::Rungs => Vec::from_iter(ladder(results)),
        Item::Length => Vec::from_iter(lengths(results)),
        _ => Vec::new(),
    });
    main.chain(stakes(results)).collect()
}

/// Going first at each point of a sweep; by several sets of rules, over the values of the knob.
fn sweep(results: &Results) -> Vec<Chart> {
    let curves = Curves::new(results);
    let (turned, bases) = (Turned::of(results), Bases::new(results));
    if let ([knob], true) = (&turned[..], bases.are_several()) {
        return by_rules(results, &curves, knob, &bases);
    }
    let series = Line::over_points(
        &curves.going_first(),
        |value| value.lineup,
        |lineup| against(results.lineup(lineup)),
        |variant| curves.spots.iter().position(|spot| spot.variant == variant),
    );
    let names = curves.spots.iter().map(|spot| spot.name.clone()).collect();
    let points = curves.spots.iter().map(|spot| spot.point.clone()).collect();
    Vec::from_iter(going_first_over(results, GOING_FIRST.to_owned(), names, points, series))
}

/// Going first over the values of a knob: a chart for each line-up, with a line for each set of
/// rules by which the knob is turned.
fn by_rules(
    results: &Results,
    curves: &Curves<'_>,
    knob: &Turned<'_>,
    bases: &Bases<'_>,
) -> Vec<Chart> {
    let names: Vec<String> =
        knob.texts().iter().map(|value| format!("{}={value}", knob.key)).collect();
    let of_lineup = |(lineup, values): (&str, Vec<Value<'_>>)| {
        let series = Line::over_points(
            &values,
            |value| bases.of(value),
            |base| bases.names[*base].clone(),
            |variant| knob.place(results, variant),
        );
        let title = format!("{GOING_FIRST}, {}", against(results.lineup(lineup)));
        going_first_over(results, title, names.clone(), Vec::new(), series)
    };
    let most = MOST / names.len().max(1);
    let by_lineup = grouped(curves.going_first(), |value| value.lineup).into_iter();
    by_lineup.rev().take(most.max(1)).rev().filter_map(of_lineup).collect()
}

const GOING_FIRST: &str = "Going first, in points from fair";

/// Going first over places with these names.
fn going_first_over(
    results: &Results,
    title: String,
    names: Vec<String>,
    points: Vec<Point>,
    series: Vec<Line>,
) -> Option<Chart> {
    let rows = names.len();
    let places = names.into_iter().enumerate();
    let places = places.map(|(place, name)| (place as f64, name)).collect();
    let lines = Lines { places, points, ..Lines::new(series, Axis::going_first(results)) };
    going_first(rows, title, String::new(), Plot::Lines(lines))
}

/// Going first on each rung of a ladder.
fn ladder(results: &Results) -> Option<Chart> {
    let row = |rung: &LadderRow| Strip::of_wins(&rung.strategy, &first_on(results, rung)?.share);
    let strips = Strips::new(results.ladder.iter().filter_map(row));
    let (axis, rows) = (Axis::going_first(results), strips.rows.len());
    let note = "between equals, the weakest first".to_owned();
    going_first(rows, GOING_FIRST.to_owned(), note, Plot::Strips(Strips { axis, ..strips }))
}

/// `None` for a single row, and for too many.
fn going_first(rows: usize, title: String, note: String, plot: Plot) -> Option<Chart> {
    (2..=MOST).contains(&rows).then_some(Chart { title, note, plot })
}

/// How long games are, in the unit that players feel: in every line-up of one set of rules; by every variant in
/// the line-up of which lengths are told.
fn lengths(results: &Results) -> Option<Chart> {
    let lineups = results.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str());
    let (unit, told) = (results.felt_unit(), strongest(results, lineups).unwrap_or_default());
    let variants = compares(results);
    let is_shown = |cell: &CellKey| !variants || cell.lineup == told;
    let name = |CellKey { variant, lineup, .. }: &CellKey| {
        if variants { variant.clone() } else { lineup.clone() }
    };
    let rows = Shape::of_lengths(results, unit, is_shown, name);
    let rows: Vec<Shape> = rows.into_iter().map(|(_, shape)| shape).collect();
    let who = if variants { format!(", {}", against(results.lineup(told))) } else { String::new() };
    let cut =
        results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let ended = if cut { " that end" } else { "" };
    let title = format!("How long {}{ended} are, in {unit}{who}", results.names.plural);
    let is_drawn = (1..=MOST).contains(&rows.len());
    let plot = Plot::Shapes(Shapes { unit: unit.to_owned(), rows });
    is_drawn.then_some(Chart { title, note: String::new(), plot })
}

/// What is at stake in each tenth of a game, if the experiment asked: for the strongest equals by the
/// rules of the baseline, if there are any.
fn stakes(results: &Results) -> Option<Chart> {
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
