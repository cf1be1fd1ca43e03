//! The designer's goals: which rules meet them, and which rules a search tried.

use super::prelude::*;
use crate::report::table;

/// At most this many rules of the front are shown.
const MOST_OF_FRONT: usize = 12;

/// This many tolerances have the strongest colour.
const FAR: f64 = 5.0;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.results.goals.is_empty() {
        return None;
    }
    let candidates = words::all_goals(of.results);
    let strips = values(of);
    let front = front(of);
    let (around, knobs) = (around(of), knobs(of));
    let (adapted, how) = (words::all_adapted(of.results), words::adapted_in_words(of.results));
    let body = html! {
        p {
            "What you want of the game, and which rules meet it. Each goal is judged where it is worst: at the line-up, table or seat that is furthest from it. "
            "In a shaded band a value meets its goal."
        }
        (table::html(&candidates))
        (even_figures(&strips))
        @if let Some(how) = how {
            h3 { "Players who learned the rules" }
            p { (capitalized(&how)) }
            (table::html(&adapted))
        }
        @if !front.is_empty() {
            h3 { "What the search tried" }
            p {
                "A search looks most closely at what looks good, so these numbers are no estimates to report. What is proposed was played again on shuffles that the "
                "search has not seen."
            }
            (figures(&front))
            (even_figures(&around))
            (figures(&knobs))
        }
    };
    Some(of.section("goals", "Your goals", body))
}

/// The values of each goal, a picture a goal: by the candidates, in every line-up.
fn values(of: &Context<'_>) -> Vec<Figure> {
    let by_goal = grouped(&of.results.goals, |row| row.goal.as_str());
    by_goal.into_iter().map(|(goal, rows)| of_goal(of, goal, &rows)).collect()
}

fn of_goal(of: &Context<'_>, goal: &str, rows: &[&GoalRow]) -> Figure {
    let is_rate = words::is_rate(rows[0]);
    let scale = if is_rate { 100.0 } else { 1.0 };
    let text = |row: &GoalRow| {
        known(row.estimate.map(|value| {
            within(value, row.low.zip(row.high), "", |value| number(scale * value, 1))
        }))
    };
    let wanted = |bound: Option<f64>| known(bound.map(|bound| number(scale * bound, 1)));
    let mut table = Columns::new(capitalized(&spaced(goal)), rows);
    table.players(of, |row| &row.cell);
    table.words("about", |row| row.subject.clone());
    table.judged(|row| row.judged.verdict);
    table.numbers("value", |row| text(row));
    table.numbers("at least", |row| wanted(row.at_least));
    table.numbers("at most", |row| wanted(row.at_most));
    table.numbers("tolerances off", |row| known(row.beyond.map(|beyond| number(beyond, 1))));
    let has_subjects = rows.iter().any(|row| row.subject != rows[0].subject);
    let strip = |row: &&&GoalRow| {
        let value = (row.estimate?, row.low.zip(row.high));
        // Rules have long names, of which the end is cut.
        let label = if has_subjects {
            format!("{}, {}", row.subject, row.cell.variant)
        } else {
            row.cell.variant.clone()
        };
        let group = of.players(&row.cell.lineup);
        let tone = row.judged.verdict.map(Verdict::standing);
        Some(Strip { group, tone, ..Strip::new(label, scale, value, text(row)) })
    };
    let mut shown: Vec<&&GoalRow> = rows.iter().collect();
    shown.sort_by_key(|row| rows.iter().position(|other| other.cell.lineup == row.cell.lineup));
    let strips: Vec<Strip> = shown.iter().filter_map(strip).take(MOST_ROWS).collect();
    let tolerance = |bound: f64| {
        let relative = words::is_relative(rows[0]);
        rows[0].judged.tolerance * if relative { bound.abs() } else { 1.0 }
    };
    let band = match (rows[0].at_least, rows[0].at_most) {
        (Some(low), Some(high)) => Some((low - tolerance(low), high + tolerance(high))),
        (Some(low), None) => Some((low - tolerance(low), f64::MAX)),
        (None, Some(high)) => Some((f64::MIN, high + tolerance(high))),
        (None, None) => None,
    };
    // A band without an end reaches to the values.
    let reach = strips.iter().flat_map(Strip::reach);
    let (least, most) =
        reach.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let band = band.map(|(low, high)| ((scale * low).max(least), (scale * high).min(most)));
    let axis = Axis {
        band: band.filter(|(low, high)| low < high),
        ..Axis::new(if is_rate { "per cent" } else { "" })
    };
    let note = if is_rate { "per cent, with intervals" } else { "with intervals" };
    table.strips(note, Strips { axis, ..Strips::new(strips) })
}

/// The rules of a search that no others beat in every goal: how far each is from every goal.
fn front(of: &Context<'_>) -> Vec<Figure> {
    let mut rules =
        grouped(of.results.tried.iter().filter(|row| row.front), |row| row.variant.as_str());
    let off = |rows: &[&TriedRow]| rows.iter().map(|row| row.beyond).sum::<f64>();
    rules.sort_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)));
    let Some((_, first)) = rules.first() else { return Vec::new() };
    let goals: Vec<String> = first.iter().map(|row| spaced(&row.goal)).collect();
    let all = rules.len();
    rules.truncate(MOST_OF_FRONT);
    let cell = |row: &&TriedRow| {
        let level = (row.beyond / FAR).min(1.0);
        Some((if row.beyond > 0.0 { level } else { -0.5 }, number(row.beyond, 1)))
    };
    let row = |(variant, rows): &(&str, Vec<&TriedRow>)| {
        ((*variant).to_owned(), rows.iter().map(cell).collect())
    };
    let rows = rules.iter().map(row).collect();
    let mut table = Columns::new("Goals against one another", &rules);
    table.words("rules", |(variant, _)| (*variant).to_owned());
    for (place, goal) in goals.iter().enumerate() {
        table.numbers(goal, |(_, rows)| number(rows[place].beyond, 2));
    }
    table.numbers("blocks", |(_, rows)| thousands(rows[0].blocks.into()));
    let heat = Heat { columns: goals, rows, corner: "tolerances off".to_owned(), names: 50.0 };
    let note = format!(
        "the {} nearest of {all} sets of rules that no others beat in every goal: how many tolerances each is off",
        rules.len()
    );
    vec![table.figure(note, ": tolerances from each goal", Plot::Heat(heat))]
}

/// Around the proposal: each goal over each knob, the others as proposed.
fn around(of: &Context<'_>) -> Vec<Figure> {
    let proposed = of.results.tune.iter().find(|row| row.proposed);
    let Some(proposal) = proposed
        .and_then(|proposed| of.results.tried.iter().find(|row| row.variant == proposed.variant))
    else {
        return Vec::new();
    };
    let Point(knobs) = &proposal.point;
    let over = |(place, (knob, _)): (usize, &(String, KnobValue))| -> Option<Figure> {
        let differs_only_here = |row: &&TriedRow| {
            let others = row.point.0.iter().zip(knobs).enumerate();
            row.point.0.len() == knobs.len()
                && others.filter(|(other, _)| *other != place).all(|(_, (one, two))| one == two)
        };
        let rows: Vec<&TriedRow> = of.results.tried.iter().filter(differs_only_here).collect();
        let mut values: Vec<&KnobValue> = Vec::new();
        for row in &rows {
            let value = &row.point.0[place].1;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.len() < 2 {
            return None;
        }
        values.sort_by(|one, other| {
            one.number().partial_cmp(&other.number()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let spot = |row: &&TriedRow| Spot {
            x: values.iter().position(|value| **value == row.point.0[place].1).unwrap_or(0) as f64,
            y: row.beyond,
            ends: None,
        };
        let by_goal = grouped(rows.iter().copied(), |row| row.goal.as_str());
        let series = by_goal.iter().enumerate().map(|(look, (goal, rows))| {
            let mut spots: Vec<Spot> = rows.iter().map(spot).collect();
            spots.sort_by(|one, other| one.x.total_cmp(&other.x));
            Line::new(spaced(goal), look, spots)
        });
        let places =
            values.iter().enumerate().map(|(place, value)| (place as f64, value.to_string()));
        let lines = Lines {
            places: places.collect(),
            ..Lines::new(series.collect(), Axis::new("tolerances off"))
        };
        let mut table = Columns::new(format!("Goals over {knob}"), &rows);
        table.words(knob, |row| row.point.0[place].1.to_string());
        table.words("goal", |row| spaced(&row.goal));
        table.numbers("tolerances off", |row| number(row.beyond, 2));
        table.numbers("blocks", |row| thousands(row.blocks.into()));
        let note = "tolerances off, all other knobs as proposed";
        Some(table.figure(note, ": how far each goal is off", Plot::Lines(lines)))
    };
    knobs.iter().enumerate().filter_map(over).collect()
}

/// A heat map of how much each goal of a search depends on each knob.
fn knobs(of: &Context<'_>) -> Vec<Figure> {
    let goals = grouped(&of.results.tried_knobs, |row| row.goal.as_str());
    let Some((_, first)) = goals.first() else { return Vec::new() };
    let columns: Vec<String> = first.iter().map(|row| row.knob.clone()).collect();
    let cell = |row: &&TriedKnobRow| row.share.map(|share| (share, percent(share, 0)));
    let rows = goals.iter().map(|(goal, rows)| (spaced(goal), rows.iter().map(cell).collect()));
    let heat = Heat {
        columns: columns.clone(),
        rows: rows.collect(),
        corner: "per cent".to_owned(),
        names: 15.0,
    };
    let mut table = Columns::new("What each goal depends on", &goals);
    table.words("goal", |(goal, _)| spaced(goal));
    for (place, knob) in columns.iter().enumerate() {
        table.numbers(knob, |(_, rows)| known(rows[place].share.map(|share| percent(share, 0))));
    }
    let note = "the share of what differs that a knob explains by itself, over rules that fill the box evenly";
    vec![table.figure(note, ": shares of the variance", Plot::Heat(heat))]
}
