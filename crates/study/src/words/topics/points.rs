//! The findings of a sweep, point by point.

use super::endings::unfinished_in_table;
use super::fairest::fairest_point;
use super::goals::candidates;
use super::seats::{self, GOING_FIRST, MOST_CHARTED, seats_in_short, shares_of_seats};
use super::telling::Telling;
use super::turned::{Bases, Turned};
use crate::words::curves::{Curve, Curves, Spot, Value};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| lines(of.results),
    table: |shown| table(shown.results, if shown.all { usize::MAX } else { MOST_ROWS }),
    sentences: |_| Vec::new(),
    charts,
};

/// At most this many points are named.
const NAMED: usize = 6;

/// Which points meet the tolerance, which is fairest, how much skill counts, and how long games are.
pub(in crate::words) fn lines(results: &Results) -> Vec<Draft> {
    let curves = Curves::new(results);
    let mut drafts: Vec<Draft> =
        meets(results, &curves).into_iter().chain(fairest_point(results, &curves)).collect();
    // If there is no room for them, the table of points has them.
    let topics = [Topic::GoingFirst, Topic::Strength, Topic::Length];
    let ranges = topics.into_iter().filter_map(|topic| ranges(results, topic, &curves));
    drafts.extend(ranges.map(|draft| draft.or_drop(SMALLER)));
    drafts
}

/// The points at which going first is fair at every strength.
fn meets(results: &Results, curves: &Curves<'_>) -> Option<Draft> {
    let tolerance = points(results.manifest.analysis.tolerance.win_rate);
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
    /// The text in full and in short, for `all` points. `fair`: the property in question.
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

/// The points of a sweep, the best first: by goals, or by the seat that is furthest from its fair
/// share. The baseline is on top.
fn ranked_spots<'c, 'a>(results: &Results, curves: &'c Curves<'a>) -> Vec<&'c Spot<'a>> {
    let goals: Vec<&str> = candidates(results).iter().map(|candidate| candidate.variant).collect();
    let lineups: Vec<&str> = curves
        .told(results, Topic::GoingFirst)
        .iter()
        .map(|curve| curve.cell.lineup.as_str())
        .collect();
    let worst = |spot: &Spot<'_>| {
        let of_lineup = |lineup: &&str| {
            let seats = shares_of_seats(results, spot.variant, lineup)?;
            let far = seats.iter().map(|share| share.advantage.map(f64::abs));
            far.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max)
        };
        let of_lineups: Option<Vec<f64>> = lineups.iter().map(of_lineup).collect();
        of_lineups.and_then(|all| all.into_iter().reduce(f64::max)).unwrap_or(f64::INFINITY)
    };
    let place = |spot: &Spot<'_>| {
        goals.iter().position(|variant| *variant == spot.variant).unwrap_or(usize::MAX)
    };
    let mut spots: Vec<&Spot<'_>> = curves.spots.iter().collect();
    spots.sort_by(|one, other| {
        let order = place(one).cmp(&place(other)).then(worst(one).total_cmp(&worst(other)));
        other.is_baseline.cmp(&one.is_baseline).then(order)
    });
    spots
}

/// The names of all sets of rules, the best first: by goals or, in a sweep without goals, by the
/// worst seat. Otherwise as in the experiment.
pub(crate) fn nearest_first(results: &Results) -> Vec<&str> {
    if !results.goals.is_empty() {
        candidates(results).iter().map(|candidate| candidate.variant).collect()
    } else if results.manifest.design.rules == RuleSets::Points {
        let curves = Curves::new(results);
        ranked_spots(results, &curves).into_iter().map(|spot| spot.variant).collect()
    } else {
        results.manifest.variants.iter().map(|variant| variant.name.as_str()).collect()
    }
}

/// One row for each point: the win rate of each seat at each strength, how far skill decides, how
/// often wins are shared, and how long games are.
fn table(results: &Results, most: usize) -> Panel {
    let curves = Curves::new(results);
    let who = |curve: &Curve<'_>| against(results.lineup(&curve.cell.lineup));
    let told = curves.told(results, Topic::Length);
    let told_lineup = told.first().map_or("", |curve| curve.cell.lineup.as_str());
    let of_told = told.first().map_or_else(String::new, |curve| {
        format!("; shared wins, length and play: {}", who(curve))
    });
    let by = if results.goals.is_empty() {
        "by the seat that is furthest from its fair share"
    } else {
        "by your goals"
    };
    let all = curves.spots.len();
    let fair = curves.told(results, Topic::GoingFirst);
    // The cells of seats have no room for intervals.
    let reach = fair.iter().flat_map(|curve| {
        let of_curve = curves.spots.iter();
        of_curve
            .filter_map(|spot| shares_of_seats(results, spot.variant, &curve.cell.lineup))
            .flatten()
    });
    let reach = reach.filter_map(|share| Some(share.win_rate_high? - share.win_rate_low?));
    let reach = reach
        .reduce(f64::max)
        .map_or_else(String::new, |width| format!(", ± at most {}", percent(width / 2.0, 1)));
    let title = format!(
        "The points {by}, the baseline on top (in per cent, ± the interval; seats from the first player on{reach}{of_told})"
    );
    let mut columns = Columns::new(title, ranked_spots(results, &curves).into_iter().take(most));
    columns.words("point", |spot| {
        format!("{}{}", spot.name, if spot.is_baseline { " (baseline)" } else { "" })
    });
    for curve in fair {
        let (lineup, players) = (curve.cell.lineup.as_str(), curve.cell.players);
        // Where games can be lost by all, the fair share depends on how many are.
        let is_lost = results.shares.iter().any(|row| row.quantity == LOST_GAMES.name);
        let fair = match percent(1.0 / players as f64, 1) {
            _ if is_lost => String::new(),
            fair => format!(" (fair {fair})"),
        };
        columns.numbers(&format!("seats: {}{fair}", who(curve)), |spot| {
            let seats = shares_of_seats(results, spot.variant, lineup);
            known(seats.and_then(|seats| seats_in_short(&seats, players)))
        });
    }
    let shared = |variant: &str| {
        results.shares.iter().find(|row| {
            row.quantity == SHARED_WINS.name
                && row.cell.variant == variant
                && row.cell.lineup == told_lineup
        })
    };
    if curves.spots.iter().any(|spot| shared(spot.variant).is_some_and(|row| row.count > 0)) {
        let column = columns.numbers("shared wins", |spot| {
            let row = shared(spot.variant);
            percent_with_reach(
                row.and_then(|row| row.estimate),
                row.and_then(|row| row.low),
                row.and_then(|row| row.high),
            )
        });
        column.or_drop(1, ShareRow::FILE);
    }
    for topic in [Topic::Length, Topic::Strength, Topic::Play, Topic::Events] {
        for (place, curve) in curves.told(results, topic).into_iter().enumerate() {
            let subject = curve.subject;
            let (title, dispensable) = match topic {
                Topic::Strength => (
                    format!("{subject} wins ({})", curve.cell.lineup),
                    if place > 0 { 3 } else { 2 },
                ),
                Topic::Length => (format!("mean {subject}"), 1),
                Topic::Events => (subject.to_owned(), 5),
                _ => (heading(curve.quantity, subject), 4),
            };
            let scale = if curve.quantity.is_rate() { 100.0 } else { 1.0 };
            let column = columns.numbers(&title, |spot| {
                let value = curve.at(spot);
                with_reach(value.map(|value| value.estimate), value.and_then(|it| it.ends), scale)
            });
            column.or_drop(dispensable, SweepRow::FILE);
        }
    }
    if curves.spots.iter().any(|spot| spot.unfinished > negligible(results)) {
        columns.numbers("unfinished", |spot| unfinished_in_table(spot.unfinished));
    }
    let left_out = all - columns.panel.rows.len();
    Panel { left_out, file: SweepRow::FILE, ..columns.panel }
}

/// Going first at each point of a sweep; by several sets of rules, over the values of the knob.
fn charts(results: &Results) -> Vec<Chart> {
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
    let most = MOST_CHARTED / names.len().max(1);
    let by_lineup = grouped(curves.going_first(), |value| value.lineup).into_iter();
    by_lineup.rev().take(most.max(1)).rev().filter_map(of_lineup).collect()
}

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
    seats::chart_of(rows, title, String::new(), Plot::Lines(lines))
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
