//! What one set of rules is like: going first, length, how games end, how it plays.

use super::super::numbers::{do_not_end, fixed, in_unit, ordinal, spaced};
use super::super::phrase::{WHO_SITS_BESIDE, by_itself, filled};
use super::super::prelude::*;
use super::super::unfinished::RARE;
use super::changes::compares_rules;
use super::fit::Draft;
use crate::findings::AskedFirst;
use crate::findings::enough_ended;
use fairdeal_core::metrics::{About, UNFINISHED_GAMES};
use fairdeal_core::rows::{LengthRow, PlaceRow, SeatRow, ShareRow};

/// Up to this many line-ups are named one by one; if there are more, only the extremes.
const NAMED: usize = 3;

/// The rows of line-ups of equals or, if there are none, all rows: unequal players win for another
/// reason.
fn of_equals<'a, R>(
    results: &Results,
    rows: impl Iterator<Item = &'a R>,
    cell: impl Fn(&R) -> &CellKey,
) -> Vec<&'a R> {
    let (equals, others): (Vec<&R>, Vec<&R>) =
        rows.partition(|row| results.is_of_equals(&cell(row).lineup));
    if equals.is_empty() { others } else { equals }
}

pub(super) fn share_of(row: &FirstPlayerRow) -> String {
    let share: &ShareOfWins = &row.share;
    share.win_rate.map_or_else(String::new, |rate| {
        precise(rate, share.win_rate_low.zip(share.win_rate_high), " %")
    })
}

/// What is fair, if it is not a half.
fn fair(results: &Results, row: &FirstPlayerRow) -> Option<String> {
    let share = row.share.fair_share;
    let partners = partners(results);
    ((share - 0.5).abs() >= 0.000_5).then(|| format!("{} % is fair{partners}", percent(share, 1)))
}

/// Why a fair share is smaller than that of a team.
pub(super) fn partners(results: &Results) -> &'static str {
    if results.names.teams > 0 { ", as partners share the win of their team" } else { "" }
}

/// Going first by the rules of a variant, in the line-ups that it is told for.
pub(super) fn going_first_of<'a>(results: &'a Results, variant: &str) -> Vec<&'a FirstPlayerRow> {
    let rows = results
        .first_player
        .iter()
        .filter(|row| row.cell.variant == variant && row.cell.players > 1);
    of_equals(results, rows, |row| &row.cell)
}

/// Is going first worth anything? `turns`: does it depend on who plays? `None` if that is unknown.
pub(super) fn going_first(results: &Results, variant: &str, turns: Option<bool>) -> Option<Draft> {
    let rows = going_first_of(results, variant);
    let tolerance = points(results.manifest.analysis.tolerance.win_rate);
    let within =
        if tolerance.is_empty() { "fair".to_owned() } else { format!("fair within {tolerance}") };
    let verdicts = [
        (Some(Verdict::Advantage), "an advantage", "an advantage"),
        (Some(Verdict::Disadvantage), "a disadvantage", "a disadvantage"),
        (Some(Verdict::Within), within.as_str(), "fair"),
        (Some(Verdict::NotSettled), "not settled", "not settled"),
        (None, "not judged", "not judged"),
    ];
    let alone = |row: &FirstPlayerRow| by_itself(&row.fact(), ", though by itself");
    let of_games = |row: &FirstPlayerRow| games(row.share.games, &results.names.plural);
    let [best, best_short] = best_place(results, &rows).unwrap_or_default();
    if let [row] = rows[..] {
        // If too few games end, the first point of the answer says so.
        let (_, said, _) = verdicts
            .iter()
            .find(|(wanted, ..)| wanted.is_some() && row.share.judged.verdict == *wanted)?;
        let (games, who, rate, alone) =
            (of_games(row), among(results, &row.cell), share_of(row), alone(row));
        let fair = fair(results, row).map_or_else(String::new, |fair| format!(" ({fair})"));
        let it_is = if *said == "not settled" { "whether it matters is" } else { "it is" };
        let full = format!(
            "{it_is} {said}{alone}: the first player wins {rate} of {games} {who}{fair}{best}."
        );
        return Some(
            Draft::new(Topic::GoingFirst.title(), full).or_short(format!(
                "{said}{alone}; the first player wins {rate}{fair}{best_short}."
            )),
        );
    }
    let all = rows.len();
    let one = |row: &FirstPlayerRow| {
        let fair = fair(results, row).map_or_else(String::new, |fair| format!(", {fair}"));
        format!("{} ({}{fair}{})", among(results, &row.cell), share_of(row), alone(row))
    };
    let text = |full: bool| {
        let mut groups: Vec<String> = Vec::new();
        for (wanted, said, word) in verdicts {
            let mut of = rows.clone();
            of.retain(|row| row.share.judged.verdict == wanted);
            of.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
            let Some(most) = of.first() else { continue };
            // Only the first group says how many line-ups there are.
            let of_all = match of.len() {
                number if number == all && wanted == Some(Verdict::NotSettled) => {
                    format!("any of {all} line-ups")
                }
                number if number == all => format!("all {all} line-ups"),
                number if groups.is_empty() => format!("{number} of {all} line-ups"),
                number => number.to_string(),
            };
            let in_some = format!("in {of_all}");
            let each = || of.iter().map(|row| one(row)).collect::<Vec<_>>().join(", ");
            groups.push(match of.len() {
                _ if !full || wanted.is_none() => format!("{word} {in_some}"),
                ..=NAMED => format!("{said} {}", each()),
                _ if wanted == Some(Verdict::NotSettled) => {
                    format!("{said} {in_some}, furthest from fair {}", one(most))
                }
                _ => format!("{said} {in_some}, most {}", one(most)),
            });
        }
        let none = rows.iter().all(|row| row.share.judged.verdict == Some(Verdict::NotSettled));
        let it_is = if none { "whether it matters is " } else { "it is " };
        let before = match turns {
            Some(true) => format!("skill changes it: {it_is}"),
            _ => it_is.to_owned(),
        };
        if !full {
            return format!("{before}{}.", groups.join("; "));
        }
        let after = match turns {
            Some(false) => "; where it is settled, skill does not change it",
            _ => "",
        };
        format!("{before}{}{after}{best}.", groups.join("; "))
    };
    (!rows.is_empty())
        .then(|| Draft::new(Topic::GoingFirst.title(), text(true)).or_short(text(false)))
}

/// The place after the first that is worth most, if it is clearly worth more than a fair share and
/// than the first: in full and in short.
fn best_place(results: &Results, firsts: &[&FirstPlayerRow]) -> Option<[String; 2]> {
    let worth = |place: &PlaceRow| place.share.advantage.unwrap_or(0.0);
    let mut best: Vec<(&FirstPlayerRow, &PlaceRow)> = Vec::new();
    for first in firsts {
        let places =
            results.places.iter().filter(|row| row.cell == first.cell && row.cell.players > 2);
        let settled = places.filter(|row| {
            row.share.judged.verdict == Some(Verdict::Advantage)
                && row.share.advantage > first.share.advantage
        });
        best.extend(
            settled
                .max_by(|one, other| worth(one).total_cmp(&worth(other)))
                .map(|place| (*first, place)),
        );
    }
    let (first, place) =
        best.iter().max_by(|(_, one), (_, other)| worth(one).total_cmp(&worth(other)))?;
    let going = match place.place + 1 {
        last if last == place.cell.players => "last".to_owned(),
        number => ordinal(number),
    };
    let share = &place.share;
    let rate = precise(share.win_rate?, share.win_rate_low.zip(share.win_rate_high), " %");
    let is_best = format!("; the {going} player wins most");
    Some(if firsts.len() > 1 {
        let fair = fair(results, first).map_or_else(String::new, |fair| format!(" ({fair})"));
        [format!("{is_best}, {rate} {}{fair}", among(results, &place.cell)), is_best]
    } else {
        [format!("{is_best}, {rate}"), is_best]
    })
}

pub(super) fn distance(row: &FirstPlayerRow) -> f64 {
    row.share.advantage.map_or(0.0, f64::abs)
}

/// The scores of games for one player.
pub(super) fn scores(results: &Results, variant: &str) -> Option<Draft> {
    let alone =
        results.seats.iter().filter(|row| row.cell.variant == variant && row.cell.players == 1);
    let one = |row: &SeatRow| {
        Some(format!(
            "{} {} on average (standard deviation {:.2})",
            row.strategy,
            fixed(row.score_mean?, 2),
            row.score_sd?
        ))
    };
    let said: Vec<String> = alone.take(NAMED).filter_map(one).collect();
    (!said.is_empty()).then(|| Draft::new(Topic::Score.title(), said.join("; ") + "."))
}

/// How long games are in a unit.
pub(super) fn lengths(results: &Results, variant: &str, unit: &str) -> Option<Draft> {
    let rows = results
        .lengths
        .iter()
        .filter(|row| row.cell.variant == variant && row.unit == unit && row.mean.is_some());
    let mut rows = of_equals(results, rows, |row| &row.cell);
    rows.sort_by(|one, other| by_value(one.mean, other.mean));
    let mean = |row: &LengthRow| format!("{:.1}", row.mean.unwrap_or(0.0));
    let one = |row: &&LengthRow| {
        let most = match row.p95 {
            Some(most) => format!("95 % end within {}", thousands(most.into())),
            None => {
                format!("of the {} % that end", percent(row.finished as f64 / row.games as f64, 1))
            }
        };
        let who =
            if rows.len() == 1 { String::new() } else { format!(" {}", among(results, &row.cell)) };
        format!("{} {unit} on average{who} ({most})", mean(row))
    };
    let each = || rows.iter().map(one).collect::<Vec<_>>().join(", ") + ".";
    let title = Topic::Length.title();
    let is_first = unit == results.felt_unit();
    let about = if is_first { title.to_owned() } else { format!("{title} in {unit}") };
    let draft = |full: String| Draft::new(&about, full);
    let [shortest, .., longest] = &rows[..] else {
        return (!rows.is_empty()).then(|| draft(each()));
    };
    let some_do_not = rows.iter().any(|row| !enough_ended(row.games.into(), row.unfinished.into()));
    let ended = if some_do_not { ", in those that end" } else { "" };
    let [shortest_who, longest_who] = [shortest, longest].map(|row| among(results, &row.cell));
    let range = format!(
        "from {} {unit} on average {shortest_who} to {} {longest_who}{ended}.",
        mean(shortest),
        mean(longest)
    );
    Some(if rows.len() <= NAMED { draft(each()).or_short(range) } else { draft(range) })
}

/// A share or mean of one cell, or the lowest and the highest of several, as a sentence has it:
/// "3.2 % of matches do not end".
fn told(results: &Results, quantity: &QuantityDescription, rows: &[&ShareRow]) -> Option<String> {
    let known = || rows.iter().filter_map(|row| Some((*row, row.estimate?)));
    let (lowest, low) = known().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let (highest, high) = known().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let sentence = |value: &str| {
        filled(
            quantity,
            &lowest.subject,
            &results.names.plural,
            (value, None),
            false,
            WHO_SITS_BESIDE,
        )
    };
    if rows.len() == 1 {
        let ends = highest.low.zip(highest.high);
        let digits = ends.map_or(1, |(low, high)| decimals(low, high));
        return Some(sentence(&in_unit(high, ends, quantity.unit, digits)));
    }
    let near = high - low < if quantity.is_rate() { 0.005 } else { 0.05 };
    let value = match (near, quantity.is_rate()) {
        (true, _) => in_unit(high, None, quantity.unit, 1),
        (false, true) => format!("{} to {} %", percent(low, 1), percent(high, 1)),
        (false, false) => format!(
            "{} to {}",
            in_unit(low, None, quantity.unit, 1),
            in_unit(high, None, quantity.unit, 1)
        ),
    };
    let most =
        if near { String::new() } else { format!(" (most {})", among(results, &highest.cell)) };
    Some(sentence(&value) + &most)
}

/// A quantity by the rules of the baseline: its value, or its range over the line-ups.
pub(super) fn of_one_quantity(
    results: &Results,
    quantity: &'static QuantityDescription,
) -> Option<Draft> {
    let found = shares(results, &results.manifest.baseline, quantity.topic);
    let found: Vec<OfQuantity<'_>> =
        found.into_iter().filter(|(known, _)| known.name == quantity.name).collect();
    let each: Vec<String> =
        found.iter().filter_map(|(quantity, rows)| told(results, quantity, rows)).collect();
    let about = capitalized(&spaced(quantity.name));
    (!each.is_empty()).then(|| Draft::new(&about, each.join("; ") + "."))
}

/// The same of an event.
pub(super) fn of_event(results: &Results, name: &str) -> Option<Draft> {
    let found = shares(results, &results.manifest.baseline, Topic::Events);
    let (quantity, rows) = found.into_iter().find(|(_, rows)| rows[0].subject == name)?;
    Some(Draft::new(&capitalized(name), told(results, quantity, &rows)? + "."))
}

/// What happens: the events that the game counts, shares first; in short, only the first ones.
pub(super) fn events(results: &Results, variant: &str) -> Option<Draft> {
    let mut found = shares(results, variant, Topic::Events);
    found.retain(|(_, rows)| most(rows) > 0.0);
    found.sort_by_key(|(quantity, _)| !quantity.is_rate());
    let all: Vec<String> =
        found.iter().filter_map(|(quantity, rows)| told(results, quantity, rows)).collect();
    let in_short = all.iter().take(NAMED).cloned().collect::<Vec<_>>();
    let draft = |events: &[String]| events.join("; ") + ".";
    (!all.is_empty())
        .then(|| Draft::new(Topic::Events.title(), draft(&all)).or_short(draft(&in_short)))
}

/// The rows of a topic in the cells of a variant, by quantity and subject.
fn shares<'a>(results: &'a Results, variant: &str, topic: Topic) -> Vec<OfQuantity<'a>> {
    let rows = results.shares.iter().filter(|row| row.cell.variant == variant);
    let mut found = IndexMap::<(&str, &str), OfQuantity<'_>>::new();
    for row in of_equals(results, rows, |row| &row.cell) {
        if let Some(quantity) = quantity(&row.quantity).filter(|quantity| quantity.topic == topic) {
            let same = found.entry((quantity.name, &row.subject));
            same.or_insert_with(|| (quantity, Vec::new())).1.push(row);
        }
    }
    found.into_values().collect()
}

/// A quantity with its rows about one subject.
type OfQuantity<'a> = (&'static QuantityDescription, Vec<&'a ShareRow>);

fn most(rows: &[&ShareRow]) -> f64 {
    rows.iter().filter_map(|row| row.estimate).fold(0.0, f64::max)
}

/// How games end: every reason that occurs, except the first if there are several.
pub(super) fn endings(results: &Results, variant: &str) -> Option<Draft> {
    let mut found = shares(results, variant, Topic::Endings);
    // If there are several reasons, the first one has the rest.
    let is_reason = |(quantity, _): &OfQuantity<'_>| quantity.about == About::EndReasons;
    if found.iter().filter(|of| is_reason(of)).count() > 1 {
        found.iter().position(is_reason).map(|first| found.remove(first));
    }
    let first = how_many_end(results, |row| row.cell.variant == variant);
    let asked = results.asked_first();
    // What was asked first has a point of its own.
    let is_said = |name| matches!(asked, Some(AskedFirst::Quantity(asked)) if asked.name == name);
    found.retain(|(quantity, _)| {
        quantity.name != UNFINISHED_GAMES && (!is_said(quantity.name) || compares_rules(results))
    });
    said(results, Topic::Endings, first.as_ref(), &found)
}

/// How many games of some cells end: "all 2,000 games end", "3 of 2,000 games do not end".
pub(super) fn how_many_end(
    results: &Results,
    wanted: impl Fn(&FirstPlayerRow) -> bool,
) -> Option<String> {
    let rows: Vec<&FirstPlayerRow> =
        results.first_player.iter().filter(|row| wanted(row)).collect();
    let (games, cut): (u128, u128) = rows
        .iter()
        .fold((0, 0), |(games, cut), row| (games + row.share.games, cut + row.share.unfinished));
    let plural = &results.names.plural;
    match cut {
        _ if games == 0 => None,
        0 if games == 1 => Some("the only one ends".to_owned()),
        _ if games == 1 => Some("the only one does not end".to_owned()),
        0 => Some(format!("all {} {plural} end", thousands(games))),
        _ if cut == games => Some(format!("none of {} {plural} ends", thousands(games))),
        _ => Some(do_not_end(cut, games, plural)),
    }
}

/// How much there is to decide, and whether players who are behind can still win.
pub(super) fn play(results: &Results, variant: &str) -> Option<Draft> {
    said(results, Topic::Play, None, &shares(results, variant, Topic::Play))
}

/// The quantities that are not negligible: in full all of them, in short the largest.
fn said(
    results: &Results,
    topic: Topic,
    first: Option<&String>,
    found: &[OfQuantity<'_>],
) -> Option<Draft> {
    let mut happened: Vec<&OfQuantity<'_>> =
        found.iter().filter(|(_, rows)| most(rows) > RARE).collect();
    let words = |happened: &[&OfQuantity<'_>]| {
        let told = happened.iter().filter_map(|(quantity, rows)| told(results, quantity, rows));
        let all: Vec<String> = first.into_iter().cloned().chain(told).collect();
        (!all.is_empty()).then(|| all.join("; ") + ".")
    };
    let full = Draft::new(topic.title(), words(&happened)?);
    happened.sort_by(|(_, one), (_, other)| most(other).total_cmp(&most(one)));
    happened.truncate(1);
    Some(match words(&happened) {
        Some(short) => full.or_short(short),
        None => full,
    })
}
