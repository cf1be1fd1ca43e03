//! What a game is like in its course, where that was asked: who leads, when it is decided, where decisions matter.

use super::super::numbers::{percent, points};
use super::each::with_interval;
use super::fit::Draft;
use super::who::{among, is_of_equals};
use crate::results::Results;
use crate::rows::{BlockAverage, CellKey, PlayCourseRow};

/// The largest difference of chances by which decisions are counted as dead, and that does not matter to the designer: a subject of `dead_decisions`.
pub(in crate::words) fn dead_within(results: &Results) -> &str {
    let tolerance = results.manifest.analysis.tolerance.win_rate;
    let subjects = results.play.iter().filter(|row| row.measure == "dead_decisions").map(|row| row.subject.as_str());
    let within = subjects.filter_map(|subject| Some((subject, subject.parse::<f64>().ok()?))).filter(|(_, share)| *share <= tolerance);
    within.max_by(|one, other| one.1.total_cmp(&other.1)).map_or("0", |(subject, _)| subject)
}

/// What the chances of winning say about games among equals by the rules of a variant, or where there are none about the first line-up.
pub(super) fn course(results: &Results, variant: &str) -> Option<Draft> {
    let cells = || results.chances.iter().map(|row| &row.cell).filter(|cell| cell.variant == variant);
    let cell = cells().find(|cell| is_of_equals(results, cell)).or_else(|| cells().next())?;
    let of = |measure: &str, subject: &str| -> Option<&BlockAverage> {
        let found = results.play.iter().find(|row| row.cell == *cell && row.measure == measure && row.subject == subject);
        found.map(|row| &row.average).filter(|average| average.among > 0)
    };
    let share = |average: &BlockAverage| Some(with_interval(average.estimate?, average.low, average.high));
    let mut said = Vec::new();
    said.extend(at_stake(results, cell));
    let within = dead_within(results);
    if let Some(dead) = of("dead_decisions", within).and_then(share) {
        let tolerance = points(within.parse().unwrap_or(0.0));
        let beyond = if tolerance.is_empty() { String::new() } else { format!(" by more than {tolerance}") };
        said.push(format!("in at most {dead} of the choices no action is better{beyond}"));
    }
    if let Some((estimate, (low, high))) =
        of("lead_changes", "").and_then(|average| Some((average.estimate?, average.low.zip(average.high)?)))
    {
        said.push(format!("the lead clearly changes {estimate:.1} times [{low:.1}, {high:.1}] in a game"));
    }
    if let Some(part) = of("moment_of_decision", "").and_then(share) {
        said.push(format!("the winner has it for good after {part} of it"));
    }
    let forms = (1..=said.len()).rev().map(|clauses| format!("{}, {}.", among(results, cell), said[..clauses].join("; ")));
    (!said.is_empty()).then(|| Draft::new("In its course", forms))
}

/// What is at stake in the first tenth of a game, and in the last: two that nobody picked because they are large.
fn at_stake(results: &Results, cell: &CellKey) -> Option<String> {
    let tenth = |tenth: usize| {
        let is_it = |row: &&PlayCourseRow| row.cell == *cell && row.measure == "stakes" && row.tenth == tenth;
        let average = &results.play_course.iter().find(is_it)?.average;
        let (low, high) = average.low.zip(average.high)?;
        Some(format!("{} points [{}, {}]", percent(average.estimate?, 1), percent(low, 1), percent(high, 1)))
    };
    Some(format!("the best action is {} above the worst in the first tenth, {} in the last", tenth(1)?, tenth(10)?))
}
