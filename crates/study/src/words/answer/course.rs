//! What a game is like in its course, where that was asked: who leads, when it is decided, where
//! decisions matter.

use super::super::numbers::{percent, points, precise, within};
use super::super::unfinished::enough_end;
use super::super::who::{among, strongest};
use super::fit::Draft;
use crate::results::Results;
use fairdeal_core::metrics::{MeasureDescription, dead_within, measures};
use fairdeal_core::rows::{BlockAverage, CellKey, PlayCourseRow};

/// What the chances of winning say about games among the strongest equals by the rules of a
/// variant, or where there are none about the first line-up.
pub(super) fn course(results: &Results, variant: &str) -> Option<Draft> {
    let cells = || {
        results
            .chances
            .iter()
            .map(|row| &row.cell)
            .filter(|cell| cell.variant == variant && enough_end(results, cell))
    };
    let lineup = strongest(results, cells().map(|cell| cell.lineup.as_str()))?;
    let cell = cells().find(|cell| cell.lineup == lineup)?;
    let of = |measure: &MeasureDescription, subject: &str| -> Option<&BlockAverage> {
        let found = results
            .play
            .iter()
            .find(|row| row.cell == *cell && row.measure == measure.name && row.subject == subject);
        found.map(|row| &row.average).filter(|average| average.among > 0)
    };
    let share = |average: &BlockAverage| {
        Some(precise(average.estimate?, average.low.zip(average.high), " %"))
    };
    let mut said = Vec::new();
    said.extend(at_stake(results, cell));
    let (difference, within) = dead_within(results.manifest.analysis.tolerance.win_rate);
    if let Some(((dead, low), high)) = of(&measures::DEAD_DECISIONS, within)
        .and_then(|average| average.estimate.zip(average.low).zip(average.high))
    {
        let tolerance = points(difference);
        let more =
            if tolerance.is_empty() { String::new() } else { format!("more than {tolerance} ") };
        // It is a bound, so no decimals.
        let [dead, low, high] = [dead, low, high].map(|share| percent(share, 0));
        said.push(format!(
            "at most {dead} % [{low}, {high}] of the choices are dead: no action is {more}better than another"
        ));
    }
    if let Some((estimate, (low, high))) = of(&measures::LEAD_CHANGES, "")
        .and_then(|average| Some((average.estimate?, average.low.zip(average.high)?)))
    {
        said.push(format!(
            "the lead clearly changes {estimate:.1} times [{low:.1}, {high:.1}] in a game"
        ));
    }
    if let Some(part) = of(&measures::MOMENT_OF_DECISION, "").and_then(share) {
        said.push(format!("the winner leads for good after {part} of it"));
    }
    let text = |clauses: &[String]| format!("{}, {}.", among(results, cell), clauses.join("; "));
    let short = text(&said[..said.len().min(1)]);
    (!said.is_empty()).then(|| Draft::new("In its course", text(&said)).or_short(short))
}

/// What is at stake in the first tenth of a game with a choice, and in the last. They are fixed, not
/// picked for being large.
fn at_stake(results: &Results, cell: &CellKey) -> Option<String> {
    // Short games leave some tenths empty.
    let of_cell = |row: &&PlayCourseRow| {
        row.cell == *cell && row.measure == measures::STAKES.name && row.average.estimate.is_some()
    };
    let rows = || results.play_course.iter().filter(of_cell);
    let (first, last) = (rows().min_by_key(|row| row.tenth)?, rows().max_by_key(|row| row.tenth)?);
    let told = |row: &PlayCourseRow| {
        let ends = row.average.low.zip(row.average.high)?;
        Some(within(row.average.estimate?, Some(ends), " points", |points| percent(points, 1)))
    };
    let (from, to) = (told(first)?, told(last)?);
    (first.tenth < last.tenth).then(|| {
        format!("the best action is {from} above the worst in the first tenth, {to} in the last")
    })
}
