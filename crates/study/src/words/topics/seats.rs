//! Going first, and the win rate of each seat and place.

use super::quantity::of_equals;
use super::telling::{Telling, listed};
use crate::words::prelude::*;

/// At most this many line-ups are named one by one; if there are more, only the extremes.
const NAMED: usize = 3;

/// At most this many line-ups are named where an answer does not hold for all.
const NAMED_PLACES: usize = 2;

/// The largest number of rows of a chart.
pub(super) const MOST_CHARTED: usize = 12;

pub(super) const OF_FIRST: Telling = Telling {
    lines: |of| {
        let skill = of.skill.filter(|_| !of.tells(Item::Skill));
        let draft = going_first(of.results, of.baseline(), skill.map(|skill| skill.turns));
        listed(draft.map(|draft| match of.tells(Item::Changes) {
            _ if of.is_about_one() => of.second_rate(draft),
            true => draft.of(of.baseline()),
            false => draft,
        }))
    },
    table: |shown| table(shown.results),
    sentences: |results| {
        results.first_player.iter().filter_map(|row| sentence_about_first(results, row)).collect()
    },
    ..Telling::NONE
};

pub(super) const OF_SEATS: Telling = Telling {
    sentences: |results| {
        let of_several = results.places.iter().filter(|row| row.cell.players > 2);
        let places = of_several.filter_map(|row| sentence_about_place(results, row));
        let rows = results.seat_balance.chunk_by(|one, other| one.cell == other.cell);
        places.chain(rows.flat_map(|rows| sentences_about_seats(results, rows))).collect()
    },
    ..Telling::NONE
};

pub(in crate::words) fn share_of(row: &FirstPlayerRow) -> String {
    let share: &ShareOfWins = &row.share;
    share.win_rate.map_or_else(String::new, |rate| {
        precise(rate, share.win_rate_low.zip(share.win_rate_high), " %")
    })
}

/// A note on the fair share, if it is not a half.
fn fair(results: &Results, row: &FirstPlayerRow) -> Option<String> {
    let share = row.share.fair_share;
    let why = why_smaller(results, &row.cell);
    ((share - 0.5).abs() >= 0.000_5).then(|| format!("{} % is fair{why}", percent(share, 1)))
}

/// Why a fair share is smaller than that of a team, or than if someone won every game: ", as
/// partners share the win of their team and 10.6 % of games are lost by all".
pub(in crate::words) fn why_smaller(results: &Results, cell: &CellKey) -> String {
    let has_partners = (1..cell.players).contains(&results.names.teams);
    let partners = has_partners.then(|| "partners share the win of their team".to_owned());
    let lost = lost_percent(results, cell)
        .map(|lost| format!("{lost} % of {} are lost by all", results.names.plural));
    let why: Vec<String> = partners.into_iter().chain(lost).collect();
    if why.is_empty() { String::new() } else { format!(", as {}", and(&why)) }
}

/// Going first by the rules of a variant, in the line-ups that count for it.
pub(in crate::words) fn going_first_of<'a>(
    results: &'a Results,
    variant: &str,
) -> Vec<&'a FirstPlayerRow> {
    let rows = results
        .first_player
        .iter()
        .filter(|row| row.cell.variant == variant && !results.names.is_one_side(row.cell.players));
    of_equals(results, rows, |row| &row.cell)
}

/// A point about the worth of going first. `turns`: whether it depends on who plays. `None` if
/// that is unknown.
pub(in crate::words) fn going_first(
    results: &Results,
    variant: &str,
    turns: Option<bool>,
) -> Option<Draft> {
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
    let alone = |row: &FirstPlayerRow| by_itself(&row.finding(), ", though by itself");
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
        let first = format!("the first player wins {rate} of {games} {who}{fair}");
        let is_open = row.share.judged.verdict == Some(Verdict::NotSettled);
        if is_open && let Some(best) = best.strip_prefix("; ") {
            let short = format!("not fair{best_short}; the first player wins {rate}{fair}.");
            let full = format!(
                "not fair: {best}; {first}, and whether that is fair is not settled{alone}."
            );
            return Some(Draft::new(Topic::GoingFirst.title(), full).or_short(short));
        }
        let it_is = if is_open { "whether it matters is" } else { "it is" };
        let full = format!("{it_is} {said}{alone}: {first}{best}.");
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
                number if number == all && wanted == Some(Verdict::NotSettled) => any_lineup(all),
                number if number == all => all_lineups(all),
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

pub(in crate::words) fn distance(row: &FirstPlayerRow) -> f64 {
    row.share.advantage.map_or(0.0, f64::abs)
}

/// Whether going first is an advantage: for each number of players, and for each strength if the
/// answer depends on it, the strongest players first.
pub(in crate::words) fn is_an_advantage(results: &Results) -> Option<Draft> {
    let mut rows = going_first_of(results, &results.manifest.baseline);
    sort_by_strength(results, &mut rows, |row| &row.cell);
    let mut by_answer = IndexMap::<u8, Vec<&FirstPlayerRow>>::new();
    for row in &rows {
        let place = match row.share.judged.verdict {
            Some(Verdict::Advantage) => 0,
            Some(Verdict::Disadvantage) => 1,
            Some(Verdict::Within) => 2,
            _ => 3,
        };
        by_answer.entry(place).or_default().push(row);
    }
    let tolerance = points(results.manifest.analysis.tolerance.win_rate);
    let fair = if tolerance.is_empty() {
        "it is fair".to_owned()
    } else {
        format!("it is fair within {tolerance}")
    };
    let words = ["it is an advantage", "it is a disadvantage", &fair, "it is not settled"];
    // "Yes" only answers a question in the designer's own words.
    let question = results.manifest.question.to_lowercase();
    let asks = |words: &[&str]| words.iter().any(|word| question.contains(word));
    let asks_fair = asks(&[" fair"]);
    let asks_more = question.is_empty() || asks(&["advantage", "win more", "wins more", "matter"]);
    let whether = asks_whether(&results.manifest.question) && (asks_fair || asks_more);
    let alone = by_answer.len() == 1 && rows.len() > 1;
    let text = |full: bool| {
        let said = by_answer.iter().enumerate().map(|(number, (place, of))| {
            let yes = match place {
                3 => "",
                _ if !whether || number > 0 => "",
                2 if asks_fair => "yes, ",
                0 if !asks_fair => "yes, ",
                _ => "no, ",
            };
            let where_ = match (alone, place) {
                (true, 3) => format!(" in {}", any_lineup(rows.len())),
                (true, _) => format!(" in {}", all_lineups(rows.len())),
                _ => places(results, of, &rows),
            };
            let is_told = full || number == 0;
            let example = of.first().filter(|_| is_told).map(|row| {
                let fair = percent(row.share.fair_share, 1);
                let who = match of.len() {
                    1 => String::new(),
                    _ => format!(
                        "{}{}, ",
                        among(results, &row.cell),
                        strongest_of(results, &row.cell)
                    ),
                };
                let (rate, why) = (share_of(row), why_smaller(results, &row.cell));
                format!(" ({who}the first player wins {rate}; {fair} % is fair{why})")
            });
            format!("{yes}{}{where_}{}", words[usize::from(*place)], example.unwrap_or_default())
        });
        said.collect::<Vec<_>>().join("; ") + "."
    };
    let about = Topic::GoingFirst.title();
    (!rows.is_empty()).then(|| Draft::new(about, text(true)).or_short(text(false)))
}

/// "all 3 line-ups", "both line-ups".
fn all_lineups(count: usize) -> String {
    if count == 2 { "both line-ups".to_owned() } else { format!("all {count} line-ups") }
}

/// "any of 3 line-ups", "either line-up".
fn any_lineup(count: usize) -> String {
    if count == 2 { "either line-up".to_owned() } else { format!("any of {count} line-ups") }
}

/// Says for which line-ups an answer holds: the numbers of players for which it always does, and
/// the other line-ups.
fn places(results: &Results, of: &[&FirstPlayerRow], all: &[&FirstPlayerRow]) -> String {
    let count = |rows: &[&FirstPlayerRow], players: usize| {
        rows.iter().filter(|row| row.cell.players == players).count()
    };
    let sizes: BTreeSet<usize> = of.iter().map(|row| row.cell.players).collect();
    let is_whole = |players: &usize| {
        count(of, *players) == count(all, *players)
            && all.iter().any(|row| row.cell.players != *players)
    };
    let whole: Vec<usize> = sizes.iter().copied().filter(is_whole).collect();
    let others: Vec<&&FirstPlayerRow> =
        of.iter().filter(|row| !whole.contains(&row.cell.players)).collect();
    let mut said = Vec::new();
    if !whole.is_empty() {
        let numbers: Vec<String> = whole.iter().map(usize::to_string).collect();
        said.push(format!("with {} players", and(&numbers)));
    }
    if others.len() <= NAMED_PLACES {
        let each = others.iter().map(|row| among(results, &row.cell));
        said.extend((!others.is_empty()).then(|| and(&each.collect::<Vec<_>>())));
    } else {
        said.push(match said.len() {
            0 => format!("in {} of {} line-ups", others.len(), all.len()),
            _ => format!("in {} other line-ups", others.len()),
        });
    }
    format!(" {}", said.join(", and "))
}

/// "Going first wins 47.8 % [47.6, 48.0] of 400,000 matches between greedy players: a disadvantage,
/// beyond your tolerance of 1 point."
pub(in crate::words) fn sentence_about_first(
    results: &Results,
    row: &FirstPlayerRow,
) -> Option<Sentence> {
    share(results, "going first", (&row.cell, &row.share), &row.finding())
}

/// The sentence about the share of wins of a seat or place.
fn share(
    results: &Results,
    who: &str,
    (cell, share): (&CellKey, &ShareOfWins),
    finding: &Finding<'_>,
) -> Option<Sentence> {
    let who = under(results, &cell.variant, who);
    let players = between(results, &cell.lineup);
    share_in_words(results, &who, &players, (cell, share), 1, finding)
}

/// The sentence about the share of wins of a player who holds this many seats of each game.
pub(super) fn share_in_words(
    results: &Results,
    who: &str,
    players: &str,
    (cell, share): (&CellKey, &ShareOfWins),
    seats: u128,
    finding: &Finding<'_>,
) -> Option<Sentence> {
    let games = games(share.games / seats.max(1), &results.names.plural);
    let (rate, ends) = (share.win_rate?, share.win_rate_low.zip(share.win_rate_high)?);
    let digits = decimals(ends.0, ends.1);
    let fair_share = match percent(share.fair_share, digits) {
        half if cell.players == 2 && half == percent(0.5, digits) => String::new(),
        fair_share => {
            format!(" (a fair share is {fair_share} %{})", why_smaller(results, cell))
        }
    };
    let unfinished = match share.unfinished / seats.max(1) {
        0 => String::new(),
        1 => " One of them did not end and counts as no win.".to_owned(),
        games => format!(" {} of them did not end and count as no wins.", thousands(games)),
    };
    let begin =
        format!("{who} wins {} of {games} {players}{fair_share}", precise(rate, Some(ends), " %"));
    sentence(results, finding, &points(share.judged.tolerance), &begin, &unfinished)
}

/// "Going second wins 33.1 % [32.9, 33.3] of 20,000 games between three greedy players (a fair
/// share is 33.3 %): fair within your tolerance of 1 point."
pub(in crate::words) fn sentence_about_place(
    results: &Results,
    row: &PlaceRow,
) -> Option<Sentence> {
    let seat = always_first(results, &row.cell).map_or_else(String::new, |first| {
        format!(" (always seat {})", (first + row.place) % row.cell.players + 1)
    });
    share(
        results,
        &format!("going {}{seat}", ordinal(row.place + 1)),
        (&row.cell, &row.share),
        &row.finding(),
    )
}

/// Every seat. None if one seat always goes first: then seats are places, which have sentences already.
/// Only one of two seats, because the other mirrors it.
pub(in crate::words) fn sentences_about_seats(
    results: &Results,
    rows: &[SeatBalanceRow],
) -> Vec<Sentence> {
    if rows.len() < 2 || rows.iter().any(|row| row.goes_first == Often::Always) {
        return Vec::new();
    }
    let told = if rows.len() == 2 { &rows[..1] } else { rows };
    told.iter()
        .filter_map(|row| {
            share(
                results,
                &format!("seat {}", row.seat + 1),
                (&row.cell, &row.share),
                &row.finding(),
            )
        })
        .collect()
}

/// The wins of each seat in one cell, beginning with the first player's, each with its interval;
/// `None` where too few games end.
pub(super) fn shares_of_seats<'a>(
    results: &'a Results,
    variant: &str,
    lineup: &str,
) -> Option<Vec<&'a ShareOfWins>> {
    let is_it = |cell: &CellKey| cell.variant == variant && cell.lineup == lineup;
    let first = results.first_player.iter().find(|row| is_it(&row.cell))?;
    let places = results.places.iter().filter(|row| is_it(&row.cell)).map(|row| &row.share);
    is_judged(&first.share).then(|| std::iter::once(&first.share).chain(places).collect())
}

/// The wins of all seats in one text, in per cent: "35.1/33.2/31.7".
pub(super) fn seats_in_short(seats: &[&ShareOfWins], players: usize) -> Option<String> {
    let mut rates = seats.iter().map(|share| share.win_rate).collect::<Option<Vec<f64>>>()?;
    // Of two players, the other one wins the rest.
    let all_won = (rates.iter().sum::<f64>() - 1.0).abs() < 1e-9;
    if players == 2 && all_won {
        rates.truncate(1);
        rates.push(1.0 - rates[0]);
    }
    Some(rates.iter().map(|rate| percent(*rate, 1)).collect::<Vec<_>>().join("/"))
}

/// One row for each cell with several sides: how often going first wins.
fn table(results: &Results) -> Panel {
    let are_sides = |row: &&FirstPlayerRow| !results.names.is_one_side(row.cell.players);
    let rows = results.first_player.iter().filter(are_sides);
    let mut columns = Columns::new("Going first", rows);
    columns.cells(|row| &row.cell);
    columns
        .numbers(&results.names.plural, |row| thousands(row.share.games))
        .or_drop(2, FirstPlayerRow::FILE);
    columns_of_shares(results, columns, FirstPlayerRow::FILE, |row| &row.share)
}

pub(super) const GOING_FIRST: &str = "Going first, in points from fair";

/// `None` for a single row, and for too many.
pub(super) fn chart_of(rows: usize, title: String, note: String, plot: Plot) -> Option<Chart> {
    (2..=MOST_CHARTED).contains(&rows).then_some(Chart { title, note, plot })
}
