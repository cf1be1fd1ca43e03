//! What a sweep found point by point, and which knob of a box matters.

use super::super::curves::{Curve, Value};
use super::super::numbers::{number, points as in_points};
use super::super::prelude::*;
use super::fairest::fairest_point;
use super::fit::{Draft, SMALLER};
use fairdeal_core::metrics::SHARED_WINS;
use fairdeal_core::rows::SensitivityRow;

/// At most this many points are named.
const NAMED: usize = 6;

/// Which points meet the tolerance, which is fairest, how much skill counts, and how long games are.
pub(super) fn points(results: &Results) -> Vec<Draft> {
    let curves = Curves::new(results);
    let mut drafts: Vec<Draft> =
        meets(results, &curves).into_iter().chain(fairest_point(results, &curves)).collect();
    // Where there is no room for them, the table of points says more.
    let topics = [Topic::GoingFirst, Topic::Strength, Topic::Length];
    let ranges = topics.into_iter().filter_map(|topic| ranges(results, topic, &curves));
    drafts.extend(ranges.map(|draft| draft.or_drop(SMALLER)));
    drafts
}

/// The points at which going first is fair at every strength.
fn meets(results: &Results, curves: &Curves<'_>) -> Option<Draft> {
    let tolerance = in_points(results.manifest.analysis.tolerance.win_rate);
    if tolerance.is_empty() {
        return None;
    }
    let judged: Vec<&Spot<'_>> = curves.spots.iter().filter(|spot| spot.is_judged()).collect();
    let count = |met| judged.iter().filter(|spot| spot.meets_all() == met).count();
    let known = Met { good: count(Some(true)), open: count(None), judged: judged.len() };
    let all = curves.spots.len();
    let [full, short] = known.said(all, &format!("fair within {tolerance} at every strength"));
    let names = match known.good {
        0 => String::new(),
        count if count == all => String::new(),
        count => {
            let good = judged.iter().filter(|spot| spot.meets_all() == Some(true));
            let good: Vec<&str> = good.take(NAMED).map(|spot| spot.name.as_str()).collect();
            let joint = if count <= NAMED { ": " } else { ", among them " };
            format!("{joint}{}", and(&good))
        }
    };
    let rest = match all - known.judged {
        0 => String::new(),
        unjudged if unjudged == all => String::new(),
        unjudged => format!(" At {unjudged} of {all} points too few games end to tell."),
    };
    let draft = Draft::new("Meet your tolerance", format!("{full}{names}.{rest}"));
    Some(draft.or_short(format!("{short}.{rest}")))
}

/// At how many points going first is fair.
#[derive(Clone, Copy)]
struct Met {
    /// Points at which it is fair.
    good: usize,
    /// Points at which that is not settled.
    open: usize,
    /// Points at which enough games end to judge it.
    judged: usize,
}

impl Met {
    /// Says it in full and in short, of `all` points. `fair`: what is asked.
    fn said(self, all: usize, fair: &str) -> [String; 2] {
        let Self { good, open, judged } = self;
        let both = |said: String| [said.clone(), said];
        match good {
            _ if judged == 0 => {
                both(format!("too few games end at any point to judge whether it is {fair}"))
            }
            0 if open == judged => [
                format!("it is not settled at any point whether going first is {fair}"),
                "not settled at any point".to_owned(),
            ],
            0 if open > 0 => {
                let are = if open == 1 { "is" } else { "are" };
                let open = format!("for sure; {open} of {judged} {are} not settled");
                [format!("no point is {fair} {open}"), format!("no point is fair {open}")]
            }
            0 if judged < all => both(format!("none of {judged} points is {fair}")),
            0 => both(format!("no point is {fair}")),
            _ if good == all => both(format!("every point is {fair}")),
            1 => both(format!("1 of {all} points is {fair}")),
            _ => both(format!("{good} of {all} points are {fair}")),
        }
    }
}

/// The range of a quantity over the points, for the line-up in which it is widest, with the intervals of
/// its ends.
fn ranges(results: &Results, topic: Topic, curves: &Curves<'_>) -> Option<Draft> {
    type Range<'r, 'a> = (&'r Curve<'a>, [(&'r Spot<'a>, Value<'a>); 2]);
    let range = |curve| Some((curve, extremes(curves, curve)?));
    let mut known: Vec<Range<'_, '_>> =
        curves.told(results, topic).into_iter().filter_map(range).collect();
    let width = |(_, [(_, from), (_, to)]): &Range<'_, '_>| to.estimate - from.estimate;
    known.sort_by(|one, other| width(other).total_cmp(&width(one)));
    let (curve, [(low, from), (high, to)]) = known.first()?;
    let shown = |value: &Value<'_>, with_interval: bool| {
        let ends = value.ends.filter(|_| with_interval);
        if curve.quantity.is_rate() {
            precise(value.estimate, ends, " %")
        } else {
            within(value.estimate, ends, "", |mean| number(mean, 1))
        }
    };
    let who = among(results, curve.cell);
    let (what, what_in_short) = match topic {
        Topic::GoingFirst => (format!("{who} it wins"), "it wins".to_owned()),
        Topic::Strength => {
            let wins = format!("{} wins", curve.subject);
            (format!("{wins} ({who})"), wins)
        }
        _ => (format!("{} on average {who}", curve.subject), curve.subject.to_owned()),
    };
    let [brief_from, brief_to] = [from, to].map(|value| shown(value, false));
    if brief_from == brief_to {
        let at = match curve.values.len() {
            all if all == curves.spots.len() => "at every point".to_owned(),
            1 => format!("at {}, where alone enough end", low.name),
            some => format!("at each of {some} points where enough end"),
        };
        let full = format!("{what} {} {at}.", shown(from, true));
        let short = format!("{what_in_short} {brief_from} {at}.");
        return Some(Draft::new(topic.title(), full).or_short(short));
    }
    // Even among many equal points one is lowest and one highest, by luck.
    let is_luck = from.ends.zip(to.ends).is_some_and(|((_, from), (to, _))| to <= from);
    let luck = if is_luck { ", which chance may explain" } else { "" };
    let (one, several) = ("other line-up differs less", "other line-ups differ less");
    let more = more("; ", known.len() - 1, one, several);
    let [full_from, full_to] = [from, to].map(|value| shown(value, true));
    let (low, high) = (&low.name, &high.name);
    let full = format!("{what} from {full_from} at {low} to {full_to} at {high}{luck}{more}.");
    let short = format!("{what_in_short} {brief_from} at {low}, {brief_to} at {high}{luck}.");
    Some(Draft::new(topic.title(), full).or_short(short))
}

/// The points where a curve is lowest and where it is highest.
fn extremes<'a, 'b>(
    curves: &'b Curves<'a>,
    curve: &Curve<'a>,
) -> Option<[(&'b Spot<'a>, Value<'a>); 2]> {
    let known = || curves.spots.iter().filter_map(|spot| Some((spot, curve.at(spot)?)));
    let order = |one: &(&Spot<'_>, Value<'_>), other: &(&Spot<'_>, Value<'_>)| {
        one.1.estimate.total_cmp(&other.1.estimate)
    };
    Some([known().min_by(order)?, known().max_by(order)?])
}

/// Which knob of a box of rules explains most of the variance, topic by topic, and which hardly any.
pub(super) fn knobs(results: &Results) -> Vec<Draft> {
    let rows = &results.sensitivity;
    let mut points = Vec::new();
    for of_quantity in rows.chunk_by(|one, other| {
        one.lineup == other.lineup && one.quantity == other.quantity && one.subject == other.subject
    }) {
        let row = &of_quantity[0];
        let Some(quantity) = quantity(&row.quantity) else { continue };
        let shared_wins = quantity.name == SHARED_WINS;
        let is_asked =
            shared_wins || quantity.is_asked_for(&row.subject, results.felt_unit(), row.players);
        if !is_asked || quantity.kind == Kind::Percentile {
            continue;
        }
        let mut ranked: Vec<&SensitivityRow> =
            of_quantity.iter().filter(|row| row.total.is_some()).collect();
        ranked.sort_by(|one, other| by_value(other.total, one.total));
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
        let most = match told.first() {
            Some(most) => format!("{most} matters most"),
            None => "no knob matters".to_owned(),
        };
        let hardly = match idle[..] {
            [] => String::new(),
            [one] => format!("; {one} hardly matters"),
            _ => format!("; {} hardly matter", and(&idle)),
        };
        let who = against(results.lineup(&row.lineup));
        let next = told.get(1).map_or_else(String::new, |next| format!(", then {next}"));
        let about = format!(
            "{}{}",
            if shared_wins { "Shared wins" } else { quantity.topic.title() },
            if row.subject.is_empty() { String::new() } else { format!(" ({})", row.subject) }
        );
        let draft = Draft::new(&about, format!("{most}{next}{hardly} ({who})."));
        points.push(draft.or_short(format!("{most}{next} ({who}).")).or_drop(SMALLER));
    }
    points
}

/// "(80 % [70, 90] of the variance)": a share above 1 or below 0 is noise.
fn explains(row: &SensitivityRow) -> String {
    let share = row.total.unwrap_or(0.0).clamp(0.0, 1.0);
    let sure = match row.total_low.zip(row.total_high) {
        Some((low, high)) => {
            format!(" [{}, {}]", percent(low.clamp(0.0, 1.0), 0), percent(high.clamp(0.0, 1.0), 0))
        }
        None => String::new(),
    };
    format!("({} %{sure} of the variance)", percent(share, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_not_settled_are_counted() {
        let said = |good, open, judged| Met { good, open, judged }.said(6, "fair");
        let same = |text: &str| [text; 2].map(str::to_owned);
        assert_eq!(
            said(0, 0, 0),
            same("too few games end at any point to judge whether it is fair")
        );
        for judged in [1, 6] {
            assert_eq!(
                said(0, judged, judged),
                [
                    "it is not settled at any point whether going first is fair",
                    "not settled at any point"
                ]
            );
        }
        assert_eq!(said(0, 1, 6), same("no point is fair for sure; 1 of 6 is not settled"));
        assert_eq!(said(0, 2, 3), same("no point is fair for sure; 2 of 3 are not settled"));
        assert_eq!(said(0, 0, 4), same("none of 4 points is fair"));
        assert_eq!(said(0, 0, 6), same("no point is fair"));
        assert_eq!(said(6, 0, 6), same("every point is fair"));
        assert_eq!(said(1, 3, 6), same("1 of 6 points is fair"));
        assert_eq!(said(2, 0, 6), same("2 of 6 points are fair"));
    }
}
