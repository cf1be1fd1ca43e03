//! What a sweep found point by point, and which knob of a box matters.

use super::super::curves::{Curve, Curves, Spot, Value};
use super::super::numbers::{and, percent, points as in_points};
use super::each::with_interval;
use super::fit::{Draft, SMALLER};
use super::who::among;
use crate::findings::Together;
use crate::results::Results;
use fairdeal_core::metrics::{Kind, SHARED_WINS, Topic, quantity};
use fairdeal_core::rows::SensitivityRow;

/// This many points are named.
const NAMED: usize = 6;

/// Which points meet all tolerances, which is fairest, where skill counts most, and what the knobs
/// do to length.
pub(super) fn points(results: &Results) -> Vec<Draft> {
    let curves = Curves::new(results);
    let mut drafts: Vec<Draft> =
        meets(results, &curves).into_iter().chain(fairest(results, &curves)).collect();
    let rate = |value: Value| with_interval(value.estimate, value.low, value.high);
    let short = |value: Value| percent(value.estimate, 1) + " %";
    let first = |curve: &Curve<'_>| format!("{} it wins", among(results, curve.cell));
    drafts.extend(ranges(Topic::GoingFirst, &curves, &curves.first, first, rate, short));
    let strength =
        |curve: &Curve<'_>| format!("{} wins ({})", curve.subject, among(results, curve.cell));
    drafts.extend(ranges(Topic::Strength, &curves, &curves.strength, strength, rate, short));
    let mean = |value: Value| match value.low.zip(value.high) {
        Some((low, high)) => format!("{:.1} [{low:.1}, {high:.1}]", value.estimate),
        None => format!("{:.1}", value.estimate),
    };
    let length =
        |curve: &Curve<'_>| format!("{} on average {}", curve.subject, among(results, curve.cell));
    let lengths = ranges(Topic::Length, &curves, &curves.length, length, mean, |value| {
        format!("{:.1}", value.estimate)
    });
    drafts.extend(lengths.map(|draft| draft.or_drop(SMALLER)));
    drafts
}

/// Which points are fair at every strength.
fn meets(results: &Results, curves: &Curves<'_>) -> Option<Draft> {
    let all = curves.spots.len();
    let good: Vec<String> = curves
        .spots
        .iter()
        .filter(|spot| spot.meets_all == Some(true))
        .map(|spot| spot.name.clone())
        .collect();
    let tolerance = in_points(results.manifest.analysis.tolerance.win_rate);
    if tolerance.is_empty() {
        return None;
    }
    let fair = format!("fair within {tolerance} at every strength");
    let unjudged = curves.spots.iter().filter(|spot| !spot.is_judged()).count();
    let open = curves.spots.iter().any(|spot| spot.meets_all.is_none() && spot.is_judged());
    let forms = match (&good[..], open) {
        _ if unjudged == all => {
            vec![format!("too few games end at any point to judge whether it is {fair}.")]
        }
        ([], false) if unjudged > 0 => {
            vec![format!("none of {} points is {fair}.", all - unjudged)]
        }
        ([], false) => vec![format!("no point is {fair}.")],
        ([], true) => {
            vec![
                format!("no point is {fair} for sure; some are not settled."),
                "no point is fair for sure; some are not settled.".to_owned(),
            ]
        }
        (all_good, _) if all_good.len() == all => vec![format!("every point is {fair}.")],
        (few, _) => {
            let count = format!("{} of {all} points are {fair}", few.len());
            let named = |most: usize| match few.len().saturating_sub(most) {
                0 => format!("{count}: {}.", and(few)),
                _ => format!("{count}, {} among them.", and(&few[..most])),
            };
            vec![named(NAMED), named(2), format!("{count}.")]
        }
    };
    let rest = if (1..all).contains(&unjudged) {
        format!(" At {unjudged} of {all} points too few games end to tell.")
    } else {
        String::new()
    };
    let briefly = (!rest.is_empty()).then(|| match good.len() {
        0 => format!("no point is fair for sure; {unjudged} of {all} are not judged."),
        some => {
            format!("{some} of {all} points are fair within {tolerance}; {unjudged} not judged.")
        }
    });
    Some(Draft::new(
        "Meet your tolerance",
        forms.into_iter().map(|form| form + &rest).chain(briefly),
    ))
}

/// At which point going first is closest to fair at every strength, and at which it is furthest.
/// The best of many looks better than it is: intervals hold for all points together.
fn fairest(results: &Results, curves: &Curves<'_>) -> Option<Draft> {
    let together = Together::new(
        results.manifest.analysis.confidence,
        curves.spots.iter().map(|spot| spot.advantages.len()).sum(),
    );
    let unfair = |spot: &&Spot<'_>| spot.unfairness();
    let bounds = |spot: &Spot<'_>| spot.unfairness_bounds(together);
    let known: Vec<&Spot<'_>> = curves.spots.iter().filter(|spot| unfair(spot).is_some()).collect();
    let order = |one: &&&Spot<'_>, other: &&&Spot<'_>| {
        unfair(one).partial_cmp(&unfair(other)).unwrap_or(std::cmp::Ordering::Equal)
    };
    // Of one point alone nothing is fairest.
    let (best, worst) =
        known.iter().min_by(order).zip(known.iter().max_by(order)).filter(|_| known.len() > 1)?;
    let all = curves.spots.len();
    let of_those = if known.len() < all {
        format!(" (of {} of {all} points, where enough games end)", known.len())
    } else {
        String::new()
    };
    let of_few =
        if known.len() < all { format!(" (of {} of {all})", known.len()) } else { String::new() };
    let from = |spot: &Spot<'_>| percent(spot.unfairness().unwrap_or(0.0), 1);
    let clear = bounds(best).zip(bounds(worst)).is_some_and(|(best, worst)| best.high < worst.low);
    let may_be = |spot: &&&Spot<'_>| {
        bounds(best).zip(bounds(spot)).is_some_and(|(best, other)| other.low <= best.high)
    };
    let others = known.iter().filter(may_be).count().saturating_sub(1);
    let apart =
        if others > 0 { format!(" (not told apart from {others} more)") } else { String::new() };
    let (near, far) = (from(best), from(worst));
    let forms = if clear {
        [
            format!(
                "{}{apart}: going first is at most {near} points from fair; furthest: {} ({far} points){of_those}.",
                best.name, worst.name
            ),
            format!(
                "{}{}: at most {near} points from fair{of_few}.",
                best.name,
                if others > 0 { format!(" (or {others} more)") } else { String::new() }
            ),
        ]
    } else {
        [
            format!(
                "none that is clear: at worst, going first is {near} points from fair at {} and {far} at {}, which may be luck{of_those}.",
                best.name, worst.name
            ),
            format!(
                "none that is clear: from {near} points at {} to {far} at {}{of_few}.",
                best.name, worst.name
            ),
        ]
    };
    Some(Draft::new("Fairest point", forms))
}

/// From what to what a value goes over the points, line-up by line-up: all of them, the one that
/// goes furthest, with intervals and without.
fn ranges<'a>(
    topic: Topic,
    curves: &Curves<'a>,
    of: &[Curve<'a>],
    what: impl Fn(&Curve<'a>) -> String,
    full: impl Fn(Value) -> String,
    short: impl Fn(Value) -> String,
) -> Option<Draft> {
    let range = |curve: &Curve<'a>| {
        let known = |spot: &Spot<'a>| {
            curve.at(spot).filter(|_| !spot.unjudged.contains(&curve.cell.lineup.as_str()))
        };
        let (low, high) = extremes(curves, |spot| known(spot).map(|value| value.estimate))?;
        Some((low, curve.at(low)?, high, curve.at(high)?))
    };
    let mut known: Vec<_> = of.iter().filter_map(|curve| Some((curve, range(curve)?))).collect();
    let told =
        |(curve, (low, from, high, to)): &(&Curve<'a>, (&Spot<'a>, Value, &Spot<'a>, Value)),
         shown: &dyn Fn(Value) -> String| {
            format!(
                "{} from {} at {} to {} at {}",
                what(curve),
                shown(*from),
                low.name,
                shown(*to),
                high.name
            )
        };
    let all: Vec<String> = known.iter().map(|one| told(one, &full)).collect();
    let width = |(_, (_, from, _, to)): &(&Curve<'a>, (&Spot<'a>, Value, &Spot<'a>, Value))| {
        to.estimate - from.estimate
    };
    known.sort_by(|one, other| width(other).total_cmp(&width(one)));
    let widest = known.first()?;
    let more = if known.len() > 1 {
        format!("; by less in {} more line-ups", known.len() - 1)
    } else {
        String::new()
    };
    let (curve, (low, from, _, to)) = widest;
    if short(*from) == short(*to) {
        let judged = curves
            .spots
            .iter()
            .filter(|spot| !spot.unjudged.contains(&curve.cell.lineup.as_str()))
            .count();
        let at = match judged {
            all if all == curves.spots.len() => "at every point".to_owned(),
            1 => format!("at {}, where alone enough end", low.name),
            some => format!("at each of {some} points where enough end"),
        };
        return Some(Draft::new(
            topic.title(),
            [
                format!("{} {} {at}.", what(curve), full(*from)),
                format!("{} {} {at}.", what(curve), short(*from)),
            ],
        ));
    }
    // Of many points that are alike, one is lowest and one highest by luck.
    let luck = if from.high.zip(to.low).is_some_and(|(from, to)| to <= from) {
        ", which may be luck"
    } else {
        ""
    };
    let brief = format!("{} {} to {}{luck}.", what(curve), short(*from), short(*to));
    let forms = [
        all.join("; ") + ".",
        format!("{}{luck}{more}.", told(widest, &full)),
        format!("{}{luck}.", told(widest, &full)),
        format!("{}{luck}.", told(widest, &short)),
        brief,
    ];
    Some(Draft::new(topic.title(), forms))
}

/// The points where a value is lowest and where it is highest.
fn extremes<'a, 'b>(
    curves: &'b Curves<'a>,
    value: impl Fn(&Spot<'a>) -> Option<f64>,
) -> Option<(&'b Spot<'a>, &'b Spot<'a>)> {
    let known = || curves.spots.iter().filter_map(|spot| Some((spot, value(spot)?)));
    let (low, _) = known().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let (high, _) = known().max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some((low, high))
}

/// Which knob of a box of rules explains most, topic by topic, and which explain nothing.
pub(super) fn knobs(results: &Results) -> Vec<Draft> {
    let rows = &results.sensitivity;
    let first_unit = results.names.length_units.first().map_or("", String::as_str);
    let mut points = Vec::new();
    for of_quantity in rows.chunk_by(|one, other| {
        one.lineup == other.lineup && one.quantity == other.quantity && one.subject == other.subject
    }) {
        let row = &of_quantity[0];
        let Some(quantity) = quantity(&row.quantity) else { continue };
        let shared_wins = quantity.name == SHARED_WINS;
        if !shared_wins && !quantity.is_asked_for(&row.subject, first_unit, row.players) {
            continue;
        }
        if quantity.kind == Kind::Percentile {
            continue;
        }
        let mut ranked: Vec<&SensitivityRow> =
            of_quantity.iter().filter(|row| row.total.is_some()).collect();
        ranked.sort_by(|one, other| {
            other.total.partial_cmp(&one.total).unwrap_or(std::cmp::Ordering::Equal)
        });
        // Wins are seldom shared in some games, and never in others.
        if shared_wins && ranked.is_empty() {
            continue;
        }
        let is_idle = |row: &&&SensitivityRow| {
            row.total_high.map_or(row.total == Some(0.0), |high| high < 0.05)
        };
        let idle: Vec<&str> = ranked.iter().filter(is_idle).map(|row| row.knob.as_str()).collect();
        let matters = ranked.iter().filter(|row| !idle.contains(&row.knob.as_str()));
        let told: Vec<String> =
            matters.take(2).map(|row| format!("{} {}", row.knob, explains(row))).collect();
        let most =
            told.first().map_or_else(|| "no knob".to_owned(), |most| format!("most by {most}"));
        let hardly =
            if idle.is_empty() { String::new() } else { format!("; hardly by {}", and(&idle)) };
        let next = told.get(1).map_or_else(String::new, |next| format!(", then {next}"));
        let about = format!(
            "{}{}",
            if shared_wins { "Shared wins" } else { quantity.topic.title() },
            if row.subject.is_empty() { String::new() } else { format!(" ({})", row.subject) }
        );
        points.push(
            Draft::new(
                &about,
                [
                    format!("{most}{next}{hardly} ({}).", row.lineup),
                    format!("{most}{next} ({}).", row.lineup),
                ],
            )
            .or_drop(1),
        );
    }
    points
}

/// "(80 % of what differs)": a share above 1 or below 0 is noise.
fn explains(row: &SensitivityRow) -> String {
    let share = row.total.unwrap_or(0.0).clamp(0.0, 1.0);
    let sure = match row.total_low.zip(row.total_high) {
        Some((low, high)) => {
            format!(" [{}, {}]", percent(low.clamp(0.0, 1.0), 0), percent(high.clamp(0.0, 1.0), 0))
        }
        None => String::new(),
    };
    format!("({} %{sure} of what differs)", percent(share, 0))
}
