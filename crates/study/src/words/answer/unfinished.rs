//! Games that do not end: they are told first, because the rest is not about them.

use super::super::numbers::{capitalized, decimals, games, percent};
use super::super::unfinished::{is_judged, notable, unfinished_percent};
use super::super::who::among;
use super::fit::Draft;
use crate::findings::ENOUGH_ENDED;
use crate::results::Results;
use fairdeal_core::metrics::UNFINISHED_GAMES;
use fairdeal_core::rows::FirstPlayerRow;

/// This many variants or line-ups are told one by one.
const TOLD: usize = 4;

/// How many games do not end, where that is not negligible, and in how many cells that is too many to
/// judge who wins.
pub(super) fn unfinished(results: &Results) -> Option<Draft> {
    let rows = notable(results);
    let most = rows.first()?;
    let all = results.first_player.iter().filter(|row| row.share.games > 0);
    let (all, unjudged) = (all.clone().count(), all.filter(|row| !is_judged(&row.share)).count());
    let several = results.first_player.iter().any(|row| row.cell.variant != most.cell.variant);
    let plural = &results.names.plural;
    let about = format!("{} that do not end", capitalized(plural));
    if all == 1 {
        let share = match interval(results, most) {
            Some((low, high)) => format!("{} [{}, {}]", unfinished_percent(&most.share), low, high),
            None => unfinished_percent(&most.share),
        };
        let rest =
            if unjudged > 0 { ": too many to judge who wins, or how long they are" } else { "" };
        let of = games(most.share.games, plural);
        let who = among(results, &most.cell);
        return Some(
            Draft::new(&about, format!("{share} of {of} {who}{rest}."))
                .or_short(format!("{share}{rest}.")),
        );
    }
    let cases = match (several, results.manifest.lineups.len() > 1) {
        (false, _) => "line-ups",
        (true, false) => "sets of rules",
        (true, true) => "pairs of rules and line-up",
    };
    let judged = match all - unjudged {
        _ if unjudged == 0 => String::new(),
        0 => format!(
            " Too few end in any of the {all} {cases} to judge who wins, or how long they are."
        ),
        left => format!(
            " Who wins, and how long they are, is judged in {left} of {all} {cases}: where {ENOUGH_ENDED} % end."
        ),
    };
    let groups = groups(&rows, several);
    let told: Vec<String> =
        groups.iter().take(TOLD).map(|(row, group)| one(results, row, group, several)).collect();
    let more = match groups.len().saturating_sub(TOLD) {
        0 => String::new(),
        1 => "; 1 other less".to_owned(),
        more => format!("; {more} others less"),
    };
    let left = match all - unjudged {
        _ if unjudged == 0 => String::new(),
        0 => "; none is judged".to_owned(),
        left => format!("; who wins is judged in {left}"),
    };
    let (highest, cut) = (unfinished_percent(&most.share), rows.len());
    Some(
        Draft::new(&about, format!("{}{more}.{judged}", told.join("; ")))
            .or_short(format!("up to {highest}, in {cut} of {all} cases{left}.")),
    )
}

/// The ends of the interval of the share of the games of a cell that do not end, in per cent.
fn interval(results: &Results, row: &FirstPlayerRow) -> Option<(String, String)> {
    let share = results
        .shares
        .iter()
        .find(|share| share.cell == row.cell && share.quantity == UNFINISHED_GAMES)?;
    let (low, high) = share.low.zip(share.high)?;
    let digits = decimals(low, high);
    Some((percent(low, digits), percent(high, digits)))
}

/// The rows by variant, where there are several; otherwise each by itself: of each the first row,
/// and how many there are.
fn groups<'a>(
    rows: &[&'a FirstPlayerRow],
    by_variant: bool,
) -> Vec<(&'a FirstPlayerRow, Vec<&'a FirstPlayerRow>)> {
    let mut groups: Vec<(&FirstPlayerRow, Vec<&FirstPlayerRow>)> = Vec::new();
    for row in rows {
        match groups
            .iter_mut()
            .find(|(first, _)| by_variant && first.cell.variant == row.cell.variant)
        {
            Some((_, group)) => group.push(row),
            None => groups.push((row, vec![row])),
        }
    }
    groups
}

/// "no-steal 5.3 to 99.6 % in 7 of 9 line-ups", "99.6 % between patient players".
fn one(
    results: &Results,
    first: &FirstPlayerRow,
    group: &[&FirstPlayerRow],
    by_variant: bool,
) -> String {
    let high = unfinished_percent(&first.share);
    if !by_variant {
        return format!("{high} {}", among(results, &first.cell));
    }
    let variant = &first.cell.variant;
    let lineups = results.first_player.iter().filter(|row| row.cell.variant == *variant).count();
    match group.last().map(|last| unfinished_percent(&last.share)) {
        _ if lineups == 1 => format!("{variant} {high}"),
        _ if group.len() == 1 => format!("{variant} {high} ({})", among(results, &first.cell)),
        Some(low) if low != high => format!(
            "{variant} {} to {high} in {} of {lineups} line-ups",
            low.trim_end_matches(" %"),
            group.len()
        ),
        _ => format!("{variant} {high} in {} of {lineups} line-ups", group.len()),
    }
}
