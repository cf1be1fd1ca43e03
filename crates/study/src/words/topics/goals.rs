//! The designer's goals, and which rules meet them.

mod adapted;
pub(in crate::words) mod answer;

pub(crate) use adapted::{adapted_in_words, adapted_table, all_adapted, tuned_file};

use crate::words::prelude::*;
use fairdeal_core::metrics::quantity_of_goal;

/// How a set of rules stands to all goals: as the worst of its goals and line-ups says.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The variant.
    pub variant: &'a str,
    /// Whether the rules meet all goals, miss one, or that is not settled; `None` if too few games
    /// end to say it.
    pub verdict: Option<Verdict>,
    /// The distance of the rules from the goals, in tolerances: the weighted sum over the goals,
    /// each at the line-up that is furthest from it. For rules that a search confirmed, the bias by
    /// chance is subtracted, as in `tune.csv`. `None` if it is not known.
    pub distance: Option<f64>,
    /// In how many knobs the rules differ from the baseline.
    pub changes: usize,
    /// Its rows, grouped by goal.
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
        let confirmed = results.tune.iter().find(|row| row.variant == variant && row.confirmed);
        let of_all = || rows.chunk_by(|one, other| one.goal == other.goal).map(of_goal).sum();
        let distance = confirmed.and_then(|row| row.loss).map(|loss| loss.max(0.0)).or_else(of_all);
        let knobs = |variant: &str| {
            let rows = results.variants.iter().filter(move |row| row.variant == variant);
            rows.map(|row| ((&row.knob, &row.value), row.default)).collect::<Vec<_>>()
        };
        let (own, usual) = (knobs(variant), knobs(&results.manifest.baseline));
        let is_change = |(knob, follows): &&(_, bool)| {
            let same = usual.iter().find(|(usual, _)| usual == knob);
            // If the default of a knob follows from a changed one, it is no change.
            let both_follow =
                *follows && usual.iter().any(|(usual, default)| *default && usual.0 == knob.0);
            same.is_none() && !both_follow
        };
        let changes = own.iter().filter(is_change).count();
        Self { variant, verdict, distance, changes, rows }
    }

    /// The line-ups of as many players that meet the goal of a row.
    pub(in crate::words) fn met_between(&self, row: &GoalRow) -> Vec<&'a str> {
        let rows = self.goals().find(|rows| rows[0].goal == row.goal).unwrap_or_default();
        let lineups: BTreeSet<&str> = rows.iter().map(|row| row.cell.lineup.as_str()).collect();
        let is_met = |lineup: &&str| {
            let mut own = rows.iter().filter(|row| row.cell.lineup == **lineup);
            own.all(|own| {
                own.cell.players == row.cell.players && own.judged.verdict == Some(Verdict::Meets)
            })
        };
        lineups.into_iter().filter(is_met).collect()
    }

    /// Its rows that are not settled.
    pub(in crate::words) fn unsettled(&self) -> impl Iterator<Item = &'a GoalRow> {
        let is_open = |row: &&GoalRow| row.judged.verdict == Some(Verdict::NotSettled);
        self.rows.iter().copied().filter(is_open)
    }

    /// Its rows goal by goal.
    fn goals(&self) -> impl Iterator<Item = &[&'a GoalRow]> {
        self.rows.chunk_by(|one, other| one.goal == other.goal)
    }

    /// For each goal the row that is furthest from it; if all rows are within the bounds, the one
    /// nearest to a bound.
    pub(in crate::words) fn worst(&self) -> impl Iterator<Item = &'a GoalRow> {
        self.goals().filter_map(|rows| {
            let standing = |row: &GoalRow| match row.judged.verdict {
                Some(Verdict::Misses) => 3,
                None => 2,
                Some(Verdict::NotSettled) => 1,
                Some(_) => 0,
            };
            let beyond = |row: &GoalRow| row.beyond.unwrap_or(f64::INFINITY);
            let worse = |one: &&&GoalRow, other: &&&GoalRow| {
                standing(one)
                    .cmp(&standing(other))
                    .then(beyond(one).total_cmp(&beyond(other)))
                    .then(by_value(past_bound(one), past_bound(other)))
            };
            rows.iter().max_by(worse).copied()
        })
    }
}

/// The set of rules that rows about goals are about, if there are some.
pub(in crate::words) fn of_rows<'a>(
    results: &'a Results,
    rows: Vec<&'a GoalRow>,
) -> Option<Candidate<'a>> {
    let variant = rows.first()?.cell.variant.as_str();
    Some(Candidate::new(results, variant, rows))
}

/// The sets of rules with goals: those that meet them first, the fewest changes first; the others
/// by their distance.
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

/// Whether the rules of the experiment meet their goals: those of its one variant, or any of
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

/// The quantity that a goal is about: it has its key; or it is called like an event, and has the
/// quantity as its subject.
fn quantity_of(row: &GoalRow) -> Option<&'static QuantityDescription> {
    if is_of_event(row) { quantity(&row.subject) } else { quantity_of_goal(&row.goal) }
}

/// Whether a goal is about an event.
pub(in crate::words) fn is_of_event(row: &GoalRow) -> bool {
    let subject = quantity(&row.subject);
    subject.is_some_and(|quantity| matches!(quantity.about, About::Events(_)))
}

/// The unit of a goal's value.
fn unit(row: &GoalRow) -> Unit {
    match row.goal.as_str() {
        "seats" | "skill" => Unit::Percent,
        _ => quantity_of(row).map_or(Unit::Number, |quantity| quantity.unit),
    }
}

/// A value of a goal in its unit.
fn value(row: &GoalRow, value: f64) -> String {
    in_unit(value, None, unit(row), 1)
}

/// A value of a goal with its interval.
pub(in crate::words) fn found(row: &GoalRow, value: f64, ends: Option<(f64, f64)>) -> String {
    in_unit(value, ends, unit(row), 1)
}

/// Whether both bounds are the same value.
fn is_one(low: f64, high: f64) -> bool {
    (high - low).abs() < 1e-12
}

/// Whether the goal is a fair share of the games.
fn is_fair(row: &GoalRow) -> bool {
    let fair = 1.0 / row.cell.players as f64;
    let is_share = match row.goal.as_str() {
        "seats" | "skill" => true,
        _ => quantity_of(row).is_some_and(|quantity| quantity.kind == Kind::Wins),
    };
    let ends = row.at_least.zip(row.at_most);
    is_share && ends.is_some_and(|(low, high)| is_one(low, high) && is_one(low, fair))
}

/// The bounds of a goal: "at most 3.0 %".
fn bounds(results: &Results, row: &GoalRow) -> String {
    match (row.at_least, row.at_most) {
        (Some(low), Some(high)) if is_one(low, high) => value(row, low),
        (Some(low), Some(high)) => {
            let low = match unit(row) {
                Unit::Percent => rounded_percent(low).to_string(),
                _ => number(low, 1),
            };
            format!("{low} to {}", value(row, high))
        }
        (Some(low), None) => format!("at least {}", value(row, low)),
        (None, Some(high)) => format!("at most {}", value(row, high)),
        (None, None) => format!("as by {}", results.manifest.baseline),
    }
}

/// The bounds of a goal: "33.3 % is fair", "at most 3.0 % wanted", "44.2, as by designer, wanted".
pub(in crate::words) fn wanted(results: &Results, row: &GoalRow) -> String {
    let bounds = bounds(results, row);
    if is_fair(row) {
        format!("{bounds} is fair")
    } else if row.at_least.or(row.at_most).is_none() {
        bounds
    } else if row.difference.is_some() {
        format!("{bounds}, as by {}, wanted", results.manifest.baseline)
    } else {
        format!("{bounds} wanted")
    }
}

/// The bounds of all goals, with their tolerances.
fn all_wanted(results: &Results, candidate: &Candidate<'_>) -> String {
    let baseline = &results.manifest.baseline;
    let of_goal = |rows: &[&GoalRow]| {
        let row = rows[0];
        let bounds = match (row.difference, row.at_least, row.at_most) {
            (Some(_), Some(_), None) => format!("at least as by {baseline}"),
            (Some(_), None, Some(_)) => format!("at most as by {baseline}"),
            (Some(_), _, _) => format!("as by {baseline}"),
            _ if rows.iter().any(|other| other.cell.players != row.cell.players)
                && is_fair(row) =>
            {
                "a fair share".to_owned()
            }
            _ => bounds(results, row),
        };
        match tolerance_in_words(is_relative(row), row.judged.tolerance) {
            none if none.is_empty() => format!("{} {bounds}", spaced_goal(row)),
            tolerance => format!("{} {bounds} (tolerance {tolerance})", spaced_goal(row)),
        }
    };
    let said: Vec<String> = candidate.goals().map(of_goal).collect();
    format!(
        "Wanted: {}. A goal is met if its whole interval lies within these bounds, widened by the tolerance.",
        said.join("; ")
    )
}

/// How far a value lies past the bound that it is nearest to missing, in units of the value; below 0
/// inside of the bounds.
fn past_bound(row: &GoalRow) -> Option<f64> {
    let value = row.estimate?;
    let past = [row.at_least.map(|low| low - value), row.at_most.map(|high| value - high)];
    past.into_iter().flatten().reduce(f64::max)
}

/// Whom a goal's value is about: of a seat that always has the same place, the place.
pub(in crate::words) fn subject(results: &Results, row: &GoalRow) -> String {
    let seat = row.subject.strip_prefix("seat ").and_then(|seat| seat.parse::<usize>().ok());
    let first = always_first(results, &row.cell);
    match (seat.filter(|_| row.goal == "seats"), first) {
        (Some(seat), Some(first)) => {
            let players = row.cell.players;
            format!("going {}", ordinal((seat + players - first) % players + 1))
        }
        (Some(seat), None) => format!("seat {}", seat + 1),
        (None, _) => row.subject.clone(),
    }
}

/// A row as a clause: "going second wins 31.2 % (33.3 % is fair)".
pub(in crate::words) fn told(results: &Results, row: &GoalRow) -> String {
    let Some(estimate) = row.estimate else {
        return format!("{} is not known", spaced_goal(row));
    };
    let found = found(row, estimate, row.low.zip(row.high));
    let subject = if is_of_event(row) { &row.goal } else { &row.subject };
    let said = match (row.goal.as_str(), quantity_of(row)) {
        ("seats" | "skill", _) => format!("{} wins {found}", self::subject(results, row)),
        ("minutes", _) => format!("a game takes {found} minutes"),
        (_, Some(quantity)) => {
            let games = &results.names.plural;
            filled(quantity, subject, games, (&found, None), NoWinner::default(), WHO_SITS_BESIDE)
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
pub(in crate::words) fn spaced_goal(row: &GoalRow) -> String {
    if is_of_event(row) { row.goal.clone() } else { row.goal.replace('_', " ") }
}

/// The key of a goal with its unit: "length (turns)".
fn in_its_unit(row: &GoalRow) -> String {
    let goal = spaced_goal(row);
    if row.goal == "length" { format!("{goal} ({})", row.subject) } else { goal }
}

/// How a set of rules stands to the goals, in a few words.
pub fn standing(candidate: &Candidate<'_>) -> String {
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
/// furthest from it. The baseline is on top.
pub(in crate::words) fn table(results: &Results, most: usize) -> Panel {
    let all = candidates(results);
    let baseline = &results.manifest.baseline;
    let is_baseline = |candidate: &&Candidate<'_>| candidate.variant == baseline;
    let others = all.iter().filter(|candidate| !is_baseline(candidate));
    let shown: Vec<&Candidate<'_>> =
        all.iter().filter(is_baseline).chain(others).take(most).collect();
    let left_out = all.len() - shown.len();
    let titles: Vec<String> = all
        .first()
        .map(|candidate| candidate.goals().map(|rows| in_its_unit(rows[0])).collect())
        .unwrap_or_default();
    let title = "What you want (each at the seat and line-up furthest from it; ! misses it, ? is not settled)";
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
        let file = if results.tune.is_empty() { GoalRow::FILE } else { TuneRow::FILE };
        columns.numbers("tolerances off", distance).or_drop(9, file);
    }
    let changed = all.iter().find(|candidate| !is_baseline(candidate)).or(all.first());
    let mut notes: Vec<String> =
        changed.map(|candidate| all_wanted(results, candidate)).into_iter().collect();
    if !results.tune.is_empty() {
        let note = "Tolerances off: all goals together, each at its worst line-up, without what chance adds. So it can be less than the numbers say.";
        notes.extend(shown_distance(&all).then(|| note.to_owned()));
    }
    Panel { left_out, file: GoalRow::FILE, notes, ..columns.panel }
}

/// Whether the distances of the sets of rules differ.
fn shown_distance(all: &[Candidate<'_>]) -> bool {
    all.len() > 1 && all.iter().any(|candidate| candidate.distance.is_some_and(|far| far > 0.0))
}

/// The table with all sets of rules.
pub(crate) fn all_goals(results: &Results) -> Panel {
    table(results, usize::MAX)
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
pub(in crate::words) fn on_screen(results: &Results) -> Panel {
    table(results, MOST_ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Results {
        crate::results::shipped("tune-crypto-cards-3")
    }

    #[test]
    fn of_lineups_that_meet_a_goal_the_nearest_to_its_bound_is_shown() {
        let mut results = shipped();
        let is_own =
            |row: &&mut GoalRow| row.goal == "shared_wins" && row.cell.variant == "designer";
        for (row, value) in results.tables.goals.iter_mut().filter(is_own).zip([0.02, 0.01]) {
            (row.estimate, row.at_most, row.beyond) = (Some(value), Some(0.03), Some(0.0));
        }
        let all = candidates(&results);
        let own = all.iter().find(|candidate| candidate.variant == "designer").expect("judged");
        let shown = own.worst().find(|row| row.goal == "shared_wins").expect("a goal");
        assert_eq!(shown.estimate, Some(0.02));
    }

    #[test]
    fn what_is_wanted_is_told_with_its_tolerance() {
        let mut results = shipped();
        let note = |results: &Results| table(results, MOST_ROWS).notes.swap_remove(0);
        let end = "length as by designer (tolerance 5 %). A goal is met if its whole interval lies within these bounds, widened by the tolerance.";
        let seats = "Wanted: seats 33.3 % (tolerance 2 points)";
        assert_eq!(
            note(&results),
            format!("{seats}; shared wins at most as by designer (tolerance 2 points); {end}")
        );
        for row in results.tables.goals.iter_mut().filter(|row| row.goal == "shared_wins") {
            (row.difference, row.at_most, row.judged.tolerance) = (None, Some(0.04), 0.0);
        }
        assert_eq!(note(&results), format!("{seats}; shared wins at most 4.0 %; {end}"));
    }

    #[test]
    fn a_seat_that_always_has_the_same_place_is_called_by_it() {
        let mut results = shipped();
        let subjects = |results: &Results| -> Vec<String> {
            results.goals[..3].iter().map(|row| subject(results, row)).collect()
        };
        assert_eq!(subjects(&results), ["going first", "going second", "going third"]);
        results.tables.seat_balance.clear();
        assert_eq!(subjects(&results), ["seat 1", "seat 2", "seat 3"]);
    }
}
