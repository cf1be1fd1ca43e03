//! What the designer wants, and which rules meet it.

use super::numbers::{MISSING, in_unit, number, rounded_percent};
use super::panel::{Columns, MOST_ROWS, Panel};
use super::phrase::{WHO_SITS_BESIDE, filled};
use super::prelude::*;
use super::who::between;
use fairdeal_core::metrics::{About, GOING_FIRST, Unit};
use fairdeal_core::rows::{GoalRow, Row};

/// How a set of rules stands to all goals: as the worst of its goals and line-ups says.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The variant.
    pub variant: &'a str,
    /// Whether the rules meet all goals, miss one, or that is not settled; `None` if too few games
    /// end to say it.
    pub verdict: Option<Verdict>,
    /// How far the rules are from what is wanted, in tolerances: the weighted sum over the goals,
    /// each at the line-up that is furthest from it. `None` if that is not known.
    pub distance: Option<f64>,
    /// In how many knobs the rules differ from the baseline.
    pub changes: usize,
    /// Its rows, those of one goal together.
    rows: Vec<&'a GoalRow>,
}

impl<'a> Candidate<'a> {
    fn new(results: &'a Results, variant: &'a str, rows: Vec<&'a GoalRow>) -> Self {
        let has = |verdict: Option<Verdict>| rows.iter().any(|row| row.judged.verdict == verdict);
        let verdict = if has(Some(Verdict::Misses)) {
            Some(Verdict::Misses)
        } else if has(None) {
            None
        } else if has(Some(Verdict::NotSettled)) {
            Some(Verdict::NotSettled)
        } else {
            Some(Verdict::Meets)
        };
        let of_goal = |rows: &[&GoalRow]| {
            let beyond = rows.iter().map(|row| row.beyond).collect::<Option<Vec<f64>>>()?;
            Some(rows[0].weight * beyond.into_iter().fold(0.0, f64::max))
        };
        let distance =
            rows.chunk_by(|one, other| one.goal == other.goal).map(of_goal).sum::<Option<f64>>();
        let knobs = |variant: &str| {
            let rows = results.variants.iter().filter(move |row| row.variant == variant);
            rows.map(|row| (&row.knob, &row.value)).collect::<Vec<_>>()
        };
        let (own, usual) = (knobs(variant), knobs(&results.manifest.baseline));
        let changes = own.iter().filter(|knob| !usual.contains(knob)).count();
        Self { variant, verdict, distance, changes, rows }
    }

    /// Its rows goal by goal.
    fn goals(&self) -> impl Iterator<Item = &[&'a GoalRow]> {
        self.rows.chunk_by(|one, other| one.goal == other.goal)
    }

    /// For each goal the row that is furthest from what is wanted.
    pub(super) fn worst(&self) -> impl Iterator<Item = &'a GoalRow> {
        self.goals().filter_map(|rows| {
            let order = |row: &&&GoalRow| {
                let standing = match row.judged.verdict {
                    Some(Verdict::Misses) => 3,
                    None => 2,
                    Some(Verdict::NotSettled) => 1,
                    Some(_) => 0,
                };
                (standing, row.beyond.unwrap_or(f64::INFINITY))
            };
            let worse = |one: &&&GoalRow, other: &&&GoalRow| {
                let ((one, near), (other, far)) = (order(one), order(other));
                one.cmp(&other).then(near.total_cmp(&far))
            };
            rows.iter().max_by(worse).copied()
        })
    }
}

/// The set of rules that rows about goals are about, if there are some.
pub(super) fn of_rows<'a>(results: &'a Results, rows: Vec<&'a GoalRow>) -> Option<Candidate<'a>> {
    let variant = rows.first()?.cell.variant.as_str();
    Some(Candidate::new(results, variant, rows))
}

/// The sets of rules with goals: those that meet them first, the fewest changes first; the others by
/// their distance.
pub fn candidates(results: &Results) -> Vec<Candidate<'_>> {
    let mut by_variant = IndexMap::<&str, Vec<&GoalRow>>::new();
    for row in &results.goals {
        by_variant.entry(&row.cell.variant).or_default().push(row);
    }
    let mut candidates: Vec<Candidate<'_>> = by_variant
        .into_iter()
        .map(|(variant, rows)| Candidate::new(results, variant, rows))
        .collect();
    let order = |candidate: &Candidate<'_>| match candidate.verdict {
        Some(Verdict::Meets) => 0,
        Some(Verdict::NotSettled) => 1,
        Some(_) => 2,
        None => 3,
    };
    candidates.sort_by(|one, other| {
        let distance = |candidate: &Candidate<'_>| candidate.distance.unwrap_or(f64::INFINITY);
        let nearer = distance(one).total_cmp(&distance(other));
        let fewer = one.changes.cmp(&other.changes);
        order(one).cmp(&order(other)).then(if order(one) == 0 { fewer } else { nearer })
    });
    candidates
}

/// Whether the rules that were asked about meet their goals: those of one variant, or any of
/// several that are compared with the baseline. `None` without goals.
pub fn goals_met(results: &Results) -> Option<Verdict> {
    let candidates = candidates(results);
    let verdicts = || candidates.iter().map(|candidate| candidate.verdict);
    if candidates.is_empty() {
        None
    } else if verdicts().any(|verdict| verdict == Some(Verdict::Misses)) {
        Some(Verdict::Misses)
    } else if verdicts().all(|verdict| verdict == Some(Verdict::Meets)) {
        Some(Verdict::Meets)
    } else {
        Some(Verdict::NotSettled)
    }
}

/// The quantity that a goal is about: it is called like it; or it is called like an event, and has
/// the quantity as its subject.
fn quantity_of(row: &GoalRow) -> Option<&'static QuantityDescription> {
    quantity(match row.goal.as_str() {
        "going_first" => GOING_FIRST,
        _ if is_of_event(row) => &row.subject,
        name => name,
    })
}

/// Whether a goal is about an event.
pub(super) fn is_of_event(row: &GoalRow) -> bool {
    let subject = quantity(&row.subject);
    subject.is_some_and(|quantity| matches!(quantity.about, About::Events(_)))
}

/// The unit of a goal's value.
fn unit(row: &GoalRow) -> Unit {
    match row.goal.as_str() {
        "seats" | "skill" | "going_first" => Unit::Percent,
        _ => quantity_of(row).map_or(Unit::Number, |quantity| quantity.unit),
    }
}

/// A value of a goal in its unit.
fn value(row: &GoalRow, value: f64) -> String {
    in_unit(value, None, unit(row), 1)
}

/// A value of a goal with its interval.
pub(super) fn found(row: &GoalRow, value: f64, ends: Option<(f64, f64)>) -> String {
    in_unit(value, ends, unit(row), 1)
}

/// What is wanted: "fair is 33.3 %", "at most 3.0 % wanted", "as by the rules designer: 44.2".
pub(super) fn wanted(results: &Results, row: &GoalRow) -> String {
    let baseline = &results.manifest.baseline;
    let is_fair = |bound: f64| (bound - 1.0 / row.cell.players as f64).abs() < 1e-12;
    let is_share = matches!(row.goal.as_str(), "seats" | "going_first" | "skill");
    let of_baseline =
        if row.difference.is_some() { format!(", as by {baseline},") } else { String::new() };
    let is_one = |low: f64, high: f64| (high - low).abs() < 1e-12;
    match (row.at_least, row.at_most) {
        (Some(low), Some(high)) if is_one(low, high) && is_share && is_fair(low) => {
            format!("{} is fair", value(row, low))
        }
        (Some(low), Some(high)) if is_one(low, high) => {
            format!("{}{of_baseline} wanted", value(row, low))
        }
        (Some(low), Some(high)) => {
            let low = match unit(row) {
                Unit::Percent => rounded_percent(low).to_string(),
                _ => number(low, 1),
            };
            format!("{low} to {} wanted", value(row, high))
        }
        (Some(low), None) => format!("at least {}{of_baseline} wanted", value(row, low)),
        (None, Some(high)) => format!("at most {}{of_baseline} wanted", value(row, high)),
        (None, None) => format!("as by {baseline}"),
    }
}

/// What a row says: "seat 2 wins 31.2 % (33.3 % is fair)".
pub(super) fn told(results: &Results, row: &GoalRow) -> String {
    let Some(estimate) = row.estimate else {
        return format!("{} is not known", spaced_goal(row));
    };
    let found = found(row, estimate, row.low.zip(row.high));
    let subject = if is_of_event(row) { &row.goal } else { &row.subject };
    let said = match (row.goal.as_str(), quantity_of(row)) {
        ("seats" | "skill", _) => format!("{} wins {found}", row.subject),
        ("minutes", _) => format!("a game takes {found} minutes"),
        (_, Some(quantity)) => {
            let games = &results.names.plural;
            filled(quantity, subject, games, (&found, None), false, WHO_SITS_BESIDE)
        }
        (_, None) => format!("{} is {found}", spaced_goal(row)),
    };
    let lineups: Vec<&str> = results
        .goals
        .iter()
        .filter(|other| other.goal == row.goal)
        .map(|row| row.cell.lineup.as_str())
        .collect();
    let where_ = if lineups.iter().any(|lineup| *lineup != lineups[0]) {
        format!(" {}", between(results, &row.cell.lineup))
    } else {
        String::new()
    };
    format!("{said}{where_} ({})", wanted(results, row))
}

/// The key of a goal as people write it.
pub(super) fn spaced_goal(row: &GoalRow) -> String {
    if is_of_event(row) { row.goal.clone() } else { row.goal.replace('_', " ") }
}

/// How a set of rules stands to the goals, in a few words.
pub(super) fn standing(candidate: &Candidate<'_>) -> String {
    let of = |verdict: Option<Verdict>| {
        let goals =
            candidate.goals().filter(|rows| rows.iter().any(|row| row.judged.verdict == verdict));
        let names: Vec<String> = goals.map(|rows| spaced_goal(rows[0])).collect();
        and(&names)
    };
    match candidate.verdict {
        Some(Verdict::Meets) => "meets all".to_owned(),
        Some(Verdict::Misses) => format!("misses {}", of(Some(Verdict::Misses))),
        Some(_) => format!("not settled: {}", of(Some(Verdict::NotSettled))),
        None => format!("not judged: {}", of(None)),
    }
}

/// One row for each set of rules, those that meet the goals first: each goal at the line-up that is
/// furthest from it. The baseline stays on top of those that are shown.
pub(super) fn goals(results: &Results, most: usize) -> Panel {
    let all = candidates(results);
    let baseline = &results.manifest.baseline;
    let is_baseline = |candidate: &&Candidate<'_>| candidate.variant == baseline;
    let others = all.iter().filter(|candidate| !is_baseline(candidate));
    let shown: Vec<&Candidate<'_>> =
        all.iter().filter(is_baseline).chain(others).take(most).collect();
    let left_out = all.len() - shown.len();
    let titles: Vec<String> = all
        .first()
        .map(|candidate| candidate.goals().map(|rows| spaced_goal(rows[0])).collect())
        .unwrap_or_default();
    let title = "What you want (each at the line-up that is furthest from it; ! misses it, ? is not settled)";
    let mut columns = Columns::new(title, shown);
    columns.words("rules", |candidate| {
        let name = candidate.variant;
        if name == baseline { format!("{name} (baseline)") } else { name.to_owned() }
    });
    columns.verdicts(|candidate| (standing(candidate), candidate.verdict));
    for (place, title) in titles.iter().enumerate() {
        let column = columns.numbers(title, |candidate| {
            let row = candidate.worst().nth(place);
            let Some((row, estimate)) = row.and_then(|row| Some((row, row.estimate?))) else {
                return MISSING.to_owned();
            };
            let mark = match row.judged.verdict {
                Some(Verdict::Misses) => " !",
                Some(Verdict::NotSettled) => " ?",
                _ => "",
            };
            value(row, estimate) + mark
        });
        column.or_drop(if place < 3 { 0 } else { place as u8 }, GoalRow::FILE);
    }
    if shown_distance(&all) {
        let distance = |candidate: &&Candidate<'_>| {
            candidate.distance.map_or_else(|| MISSING.to_owned(), |distance| number(distance, 1))
        };
        columns.numbers("tolerances off", distance).or_drop(9, GoalRow::FILE);
    }
    Panel { left_out, file: GoalRow::FILE, ..columns.panel }
}

/// Whether distances tell the sets of rules apart.
fn shown_distance(all: &[Candidate<'_>]) -> bool {
    all.len() > 1 && all.iter().any(|candidate| candidate.distance.is_some_and(|far| far > 0.0))
}

/// The table with all sets of rules.
pub(crate) fn all_goals(results: &Results) -> Panel {
    goals(results, usize::MAX)
}

/// Whether the values of a goal are rates.
pub(crate) fn is_rate(row: &GoalRow) -> bool {
    matches!(unit(row), Unit::Percent | Unit::Points)
}

/// Whether the tolerance of a goal is a share of its bound.
pub(crate) fn is_relative(row: &GoalRow) -> bool {
    row.goal == "minutes" || quantity_of(row).is_some_and(QuantityDescription::is_relative)
}

/// The table for the screen.
pub(super) fn goals_on_screen(results: &Results) -> Panel {
    goals(results, MOST_ROWS)
}
