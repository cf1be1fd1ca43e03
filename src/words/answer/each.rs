//! What one set of rules is like: going first, length, how games end, how it plays.

use super::super::numbers::{decimals, percent, points, thousands};
use super::Point;
use super::who::{among, is_of_equals};
use crate::metrics::{About, QuantityDescription, Topic, quantity};
use crate::results::Results;
use crate::rows::{CellKey, FirstPlayerRow, SeatRow, ShareOfWins, ShareRow, Verdict};

/// This many line-ups are named one by one, of more the extremes.
const NAMED: usize = 3;

/// "47.8 % [47.6, 48.0]".
pub(super) fn with_interval(rate: f64, low: Option<f64>, high: Option<f64>) -> String {
    match low.zip(high) {
        Some((low, high)) => {
            let digits = decimals(low, high);
            format!("{} % [{}, {}]", percent(rate, digits), percent(low, digits), percent(high, digits))
        }
        None => format!("{} %", percent(rate, 1)),
    }
}

/// Of cells with equals at the table where there are any, of all others otherwise: who is not equal wins for another reason.
fn of_equals<'a, R>(results: &Results, rows: impl Iterator<Item = &'a R>, cell: impl Fn(&R) -> &CellKey) -> Vec<&'a R> {
    let (equals, others): (Vec<&R>, Vec<&R>) = rows.partition(|row| is_of_equals(results, cell(row)));
    if equals.is_empty() { others } else { equals }
}

fn share_of(row: &FirstPlayerRow) -> String {
    let share: &ShareOfWins = &row.share;
    share.win_rate.map_or_else(String::new, |rate| with_interval(rate, share.win_rate_low, share.win_rate_high))
}

/// What is fair, where it is not a half.
fn fair(row: &FirstPlayerRow) -> Option<String> {
    let share = row.share.fair_share;
    ((share - 0.5).abs() >= 0.000_5).then(|| format!("fair: {} %", percent(share, 1)))
}

/// Is going first worth anything?
pub(super) fn going_first(results: &Results, variant: &str) -> Option<Point> {
    let rows = results.first_player.iter().filter(|row| row.cell.variant == variant && row.cell.players > 1);
    let rows = of_equals(results, rows, |row| &row.cell);
    let tolerance = points(results.manifest.analysis.tolerance.win_rate);
    let within = if tolerance.is_empty() { "fair".to_owned() } else { format!("fair within {tolerance}") };
    let words = [
        (Verdict::Advantage, "an advantage"),
        (Verdict::Disadvantage, "a disadvantage"),
        (Verdict::Within, within.as_str()),
        (Verdict::NotSettled, "not settled"),
    ];
    if let [row] = rows[..] {
        let said = words.iter().find(|(wanted, _)| row.share.judged.verdict == Some(*wanted)).map(|(_, said)| *said)?;
        let (games, who) = (thousands(row.share.games), among(results, &row.cell));
        let plural = &results.names.plural;
        let fair = fair(row).map_or_else(String::new, |fair| format!(" ({fair})"));
        return Some(Point::new(Topic::GoingFirst.title(), format!("{said}; it wins {} of {games} {plural} {who}{fair}.", share_of(row))));
    }
    let group = |(wanted, said): (Verdict, &str)| {
        let mut of: Vec<&FirstPlayerRow> = rows.iter().copied().filter(|row| row.share.judged.verdict == Some(wanted)).collect();
        of.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
        let one = |row: &FirstPlayerRow| {
            let fair = fair(row).map_or_else(String::new, |fair| format!(", {fair}"));
            format!("{} ({}{fair})", among(results, &row.cell), share_of(row))
        };
        match &of[..] {
            [] => None,
            few if few.len() <= NAMED => Some(format!("{said} {}", few.iter().map(|row| one(row)).collect::<Vec<_>>().join(", "))),
            [most, ..] => Some(format!("{said} in {} of {} line-ups, furthest from fair {}", of.len(), rows.len(), one(most))),
        }
    };
    let groups: Vec<String> = words.into_iter().filter_map(group).collect();
    (!groups.is_empty()).then(|| Point::new(Topic::GoingFirst.title(), groups.join("; ") + "."))
}

fn distance(row: &FirstPlayerRow) -> f64 {
    row.share.advantage.map_or(0.0, f64::abs)
}

/// The scores of a player alone, who has nobody to win against.
pub(super) fn scores(results: &Results, variant: &str) -> Option<Point> {
    let alone = results.seats.iter().filter(|row| row.cell.variant == variant && row.cell.players == 1);
    let one = |row: &SeatRow| Some(format!("{} {:.2} on average (standard deviation {:.2})", row.strategy, row.score_mean?, row.score_sd?));
    let said: Vec<String> = alone.take(NAMED).filter_map(one).collect();
    (!said.is_empty()).then(|| Point::new(Topic::Score.title(), said.join("; ") + "."))
}

/// How long games are, in the first unit.
pub(super) fn lengths(results: &Results, variant: &str) -> Option<Point> {
    let unit = results.names.length_units.first()?;
    let rows = results.lengths.iter().filter(|row| row.cell.variant == variant && row.unit == *unit && row.mean.is_some());
    let mut rows = of_equals(results, rows, |row| &row.cell);
    let mean = |row: &crate::rows::LengthRow| row.mean.unwrap_or(0.0);
    let text = match &rows[..] {
        [] => return None,
        few if few.len() <= NAMED => {
            let one = |row: &&crate::rows::LengthRow| {
                let most = match row.p95 {
                    Some(most) => format!("95 % end within {}", thousands(most.into())),
                    None => "more than 5 % do not end".to_owned(),
                };
                let who = if few.len() == 1 { String::new() } else { format!(" {}", among(results, &row.cell)) };
                format!("{:.1} on average{who} ({most})", mean(row))
            };
            format!("{unit}: {}.", few.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        _ => {
            rows.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
            let (shortest, longest) = (rows[0], rows[rows.len() - 1]);
            let one = |row: &crate::rows::LengthRow| format!("{:.1} {}", mean(row), among(results, &row.cell));
            format!("{unit} on average: from {} to {}.", one(shortest), one(longest))
        }
    };
    Some(Point::new(Topic::Length.title(), text))
}

/// A share of one cell, or the lowest and the highest of several, as a sentence has it: "3.2 % of matches do not end".
fn told(results: &Results, quantity: &QuantityDescription, rows: &[&ShareRow]) -> Option<String> {
    let known = || rows.iter().filter_map(|row| Some((*row, row.estimate?)));
    let (lowest, low) = known().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let (highest, high) = known().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let phrase =
        quantity.phrase.replace(" instead of {before}", "").replace("{games}", &results.names.plural).replace("{subject}", &lowest.subject);
    let sentence = |value: &str| phrase.replace("{after}", value);
    if rows.len() == 1 {
        return Some(sentence(&with_interval(high, highest.low, highest.high)));
    }
    let near = high - low < 0.005;
    let value = if near { format!("{} %", percent(high, 1)) } else { format!("{} to {} %", percent(low, 1), percent(high, 1)) };
    let most = if near { String::new() } else { format!(" (most {})", among(results, &highest.cell)) };
    Some(sentence(&value) + &most)
}

/// The rows of a topic in the cells of a variant, by quantity and subject.
fn shares<'a>(results: &'a Results, variant: &str, topic: Topic) -> Vec<(&'static QuantityDescription, Vec<&'a ShareRow>)> {
    let rows = results.shares.iter().filter(|row| row.cell.variant == variant);
    let mut found: Vec<(&'static QuantityDescription, Vec<&ShareRow>)> = Vec::new();
    for row in of_equals(results, rows, |row| &row.cell) {
        let Some(quantity) = quantity(&row.quantity).filter(|quantity| quantity.topic() == topic) else { continue };
        match found.iter_mut().find(|(known, rows)| known.name == quantity.name && rows[0].subject == row.subject) {
            Some((_, rows)) => rows.push(row),
            None => found.push((quantity, vec![row])),
        }
    }
    found
}

/// Rarer than this is not worth a word.
const RARE: f64 = 0.000_5;

fn most(rows: &[&ShareRow]) -> f64 {
    rows.iter().filter_map(|row| row.estimate).fold(0.0, f64::max)
}

/// How games end: what happens at all, one reason fewer than there are.
pub(super) fn endings(results: &Results, variant: &str) -> Option<Point> {
    let mut found = shares(results, variant, Topic::Endings);
    // Where there are several reasons, the first one is what the others leave.
    let reasons = found.iter().filter(|(quantity, _)| quantity.about == About::EndReasons).count();
    if let Some(place) = found.iter().position(|(quantity, _)| quantity.about == About::EndReasons).filter(|_| reasons > 1) {
        found.remove(place);
    }
    let all_end = results.first_player.iter().filter(|row| row.cell.variant == variant).all(|row| row.share.unfinished == 0);
    let games: u128 = results.first_player.iter().filter(|row| row.cell.variant == variant).map(|row| row.share.games).sum();
    let mut said: Vec<String> = if all_end { vec![format!("all {} {} end", thousands(games), results.names.plural)] } else { Vec::new() };
    let happened = found.iter().filter(|(_, rows)| most(rows) > RARE);
    said.extend(happened.filter_map(|(quantity, rows)| told(results, quantity, rows)));
    (!said.is_empty()).then(|| Point::new(Topic::Endings.title(), said.join("; ") + "."))
}

/// How much there is to decide, and whether those behind can still win.
pub(super) fn play(results: &Results, variant: &str) -> Option<Point> {
    let said: Vec<String> = shares(results, variant, Topic::Play)
        .into_iter()
        .filter(|(_, rows)| most(rows) > RARE)
        .filter_map(|(quantity, rows)| told(results, quantity, &rows))
        .collect();
    (!said.is_empty()).then(|| Point::new(Topic::Play.title(), said.join("; ") + "."))
}
