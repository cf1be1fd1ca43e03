//! What a sweep found point by point, and which knob of a box matters.

use super::super::curves::{Curves, Spot};
use super::super::numbers::{and, percent, points as in_points};
use super::Point;
use super::who::among;
use crate::metrics::{Kind, Topic, quantity};
use crate::results::Results;
use crate::rows::SensitivityRow;

/// This many points are named.
const NAMED: usize = 6;

/// Which points meet all tolerances, which is fairest, where skill counts most, and what the knobs do to length.
pub(super) fn points(results: &Results) -> Vec<Point> {
    let curves = Curves::new(results);
    let all = curves.spots.len();
    let mut points = Vec::new();
    let name = |spot: &Spot<'_>| spot.name.clone();
    let good: Vec<String> = curves.spots.iter().filter(|spot| spot.meets_all == Some(true)).map(name).collect();
    let tolerance = in_points(results.manifest.analysis.tolerance.win_rate);
    let within = if tolerance.is_empty() { String::new() } else { format!(" within {tolerance}") };
    let meets = match (&good[..], curves.spots.iter().any(|spot| spot.meets_all.is_none())) {
        _ if tolerance.is_empty() => None,
        ([], false) => Some(format!("no point is fair{within} at every strength.")),
        ([], true) => Some(format!("no point is fair{within} at every strength for sure; some are not settled.")),
        (all_good, _) if all_good.len() == all => Some(format!("every point is fair{within} at every strength.")),
        (few, _) if few.len() <= NAMED => Some(format!("{} of {all} points are fair{within} at every strength: {}.", few.len(), and(few))),
        (many, _) => {
            Some(format!("{} of {all} points are fair{within} at every strength, {} among them.", many.len(), and(&many[..NAMED])))
        }
    };
    points.extend(meets.map(|text| Point::new("Meet your tolerance", text)));
    let unfair = |spot: &&Spot<'_>| spot.unfairness();
    let known: Vec<&Spot<'_>> = curves.spots.iter().filter(|spot| unfair(spot).is_some()).collect();
    let order = |one: &&&Spot<'_>, other: &&&Spot<'_>| unfair(one).partial_cmp(&unfair(other)).unwrap_or(std::cmp::Ordering::Equal);
    if let (Some(best), Some(worst)) = (known.iter().min_by(order), known.iter().max_by(order)) {
        let from = |spot: &Spot<'_>| percent(spot.unfairness().unwrap_or(0.0), 1);
        let clear = best.unfairness_bounds().zip(worst.unfairness_bounds()).is_some_and(|((_, near), (far, _))| near < far);
        let may_be =
            |spot: &&&Spot<'_>| best.unfairness_bounds().zip(spot.unfairness_bounds()).is_some_and(|((_, high), (low, _))| low <= high);
        let others = known.iter().filter(may_be).count().saturating_sub(1);
        let apart = if others > 0 { format!(" (not told apart from {others} more)") } else { String::new() };
        let text = if clear {
            format!(
                "{}{apart}: going first is at most {} points from fair; furthest: {} ({} points).",
                best.name,
                from(best),
                worst.name,
                from(worst)
            )
        } else {
            format!(
                "none that is clear: at worst, going first is {} points from fair at {} and {} at {}, which may be luck.",
                from(best),
                best.name,
                from(worst),
                worst.name
            )
        };
        points.push(Point::new("Fairest point", text));
    }
    for curve in &curves.first {
        let value = |spot: &Spot<'_>| curve.at(spot).map(|value| value.estimate);
        points.extend(extremes(&curves, value).map(|(low, high)| {
            let show = |spot: &Spot<'_>| format!("{} % at {}", percent(value(spot).unwrap_or(0.0), 1), spot.name);
            Point::new(Topic::GoingFirst.title(), format!("{} it wins from {} to {}.", among(results, curve.cell), show(low), show(high)))
        }));
    }
    for curve in curves.strength.iter().take(2) {
        let value = |spot: &Spot<'_>| curve.at(spot).map(|value| value.estimate);
        points.extend(extremes(&curves, value).map(|(low, high)| {
            let show = |spot: &Spot<'_>| format!("{} % at {}", percent(value(spot).unwrap_or(0.0), 1), spot.name);
            Point::new(
                Topic::Strength.title(),
                format!("{} wins from {} to {} ({}).", curve.subject, show(low), show(high), among(results, curve.cell)),
            )
        }));
    }
    if let Some(curve) = curves.length.first() {
        let value = |spot: &Spot<'_>| curve.at(spot).map(|value| value.estimate);
        points.extend(extremes(&curves, value).map(|(low, high)| {
            let show = |spot: &Spot<'_>| format!("{:.1} at {}", value(spot).unwrap_or(0.0), spot.name);
            let text = format!("{} on average {}: from {} to {}.", curve.subject, among(results, curve.cell), show(low), show(high));
            Point::new(Topic::Length.title(), text)
        }));
    }
    points.truncate(7);
    points
}

/// The points where a value is lowest and where it is highest.
fn extremes<'a, 'b>(curves: &'b Curves<'a>, value: impl Fn(&Spot<'a>) -> Option<f64>) -> Option<(&'b Spot<'a>, &'b Spot<'a>)> {
    let known = || curves.spots.iter().filter_map(|spot| Some((spot, value(spot)?)));
    let (low, _) = known().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let (high, _) = known().max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some((low, high))
}

/// Which knob of a box of rules explains most, topic by topic, and which explain nothing.
pub(super) fn knobs(results: &Results) -> Vec<Point> {
    let rows = &results.sensitivity;
    let first_unit = results.names.length_units.first().map_or("", String::as_str);
    let mut points = Vec::new();
    for of_quantity in
        rows.chunk_by(|one, other| one.lineup == other.lineup && one.quantity == other.quantity && one.subject == other.subject)
    {
        let row = &of_quantity[0];
        let Some(quantity) = quantity(&row.quantity) else { continue };
        if !quantity.is_asked_for(&row.subject, first_unit, row.players) {
            continue;
        }
        if quantity.kind == Kind::LengthPercentile {
            continue;
        }
        let mut ranked: Vec<&SensitivityRow> = of_quantity.iter().filter(|row| row.total.is_some()).collect();
        ranked.sort_by(|one, other| other.total.partial_cmp(&one.total).unwrap_or(std::cmp::Ordering::Equal));
        let idle: Vec<&str> =
            ranked.iter().filter(|row| row.total_high.is_some_and(|high| high < 0.05)).map(|row| row.knob.as_str()).collect();
        let matters = ranked.iter().filter(|row| !idle.contains(&row.knob.as_str()));
        let told: Vec<String> = matters.take(2).map(|row| format!("{} {}", row.knob, explains(row))).collect();
        let most = told.first().map_or_else(|| "no knob".to_owned(), |most| format!("most by {most}"));
        let hardly = if idle.is_empty() { String::new() } else { format!("; hardly by {}", and(&idle)) };
        let next = told.get(1).map_or_else(String::new, |next| format!(", then {next}"));
        let about =
            format!("{}{}", quantity.topic().title(), if row.subject.is_empty() { String::new() } else { format!(" ({})", row.subject) });
        points.push(Point::new(&about, format!("{most}{next}{hardly} ({}).", row.lineup)));
    }
    points
}

/// "(80 % of what differs)": a share above 1 or below 0 is noise.
fn explains(row: &SensitivityRow) -> String {
    let share = row.total.unwrap_or(0.0).clamp(0.0, 1.0);
    let sure = match row.total_low.zip(row.total_high) {
        Some((low, high)) => format!(" [{}, {}]", percent(low.clamp(0.0, 1.0), 0), percent(high.clamp(0.0, 1.0), 0)),
        None => String::new(),
    };
    format!("({} %{sure} of what differs)", percent(share, 0))
}
