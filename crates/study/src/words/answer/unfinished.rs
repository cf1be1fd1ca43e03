//! Games that do not end, said before everything else: nothing that follows is about them.

use super::super::numbers::{capitalized, decimals, games, percent};
use super::super::unfinished::{is_judged, notable, unfinished_percent};
use super::fit::Draft;
use super::who::among;
use crate::findings::ENOUGH_ENDED;
use crate::results::Results;
use fairdeal_core::metrics::UNFINISHED_GAMES;
use fairdeal_core::rows::FirstPlayerRow;

/// This many variants or line-ups are told one by one.
const TOLD: usize = 4;

/// How many games do not end, where that is more than a remark, and in how many cells nothing is
/// said for that of who wins.
pub(super) fn unfinished(results: &Results) -> Option<Draft> {
    let rows = notable(results);
    let most = rows.first()?;
    let all = results.first_player.iter().filter(|row| row.share.games > 0);
    let (all, unjudged) = (all.clone().count(), all.filter(|row| !is_judged(&row.share)).count());
    let several = results.first_player.iter().any(|row| row.cell.variant != most.cell.variant);
    let plural = &results.names.plural;
    let who = |row: &FirstPlayerRow| {
        let of_rules = if several { format!("{}, ", row.cell.variant) } else { String::new() };
        of_rules + &among(results, &row.cell)
    };
    let about = format!("{} that do not end", capitalized(plural));
    if all == 1 {
        let share = match interval(results, most) {
            Some((low, high)) => format!("{} [{}, {}]", unfinished_percent(&most.share), low, high),
            None => unfinished_percent(&most.share),
        };
        let rest =
            if unjudged > 0 { ": too many to judge who wins, or how long they are" } else { "" };
        let of = games(most.share.games, plural);
        return Some(Draft::new(
            &about,
            [
                format!("{share} of {of} {}{rest}.", among(results, &most.cell)),
                format!("{share}{rest}."),
            ],
        ));
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
    let briefly = match all - unjudged {
        _ if unjudged == 0 => String::new(),
        0 => " Who wins is not judged.".to_owned(),
        left => format!(" Who wins is judged in {left} of {all} {cases}."),
    };
    let groups = groups(&rows, several);
    let each = |most: usize| {
        let told: Vec<String> = groups
            .iter()
            .take(most)
            .map(|(row, group)| one(results, row, group, several))
            .collect();
        let more = groups.len().saturating_sub(most);
        told.join("; ") + &if more > 0 { format!("; {more} more by less") } else { String::new() }
    };
    let up_to = format!("up to {} ({})", unfinished_percent(&most.share), who(most));
    let forms = [
        format!("{}.{judged}", each(TOLD)),
        format!("{}.{judged}", each(2)),
        format!("{up_to}, in {} of {all} {cases}.{briefly}", rows.len()),
        format!("{up_to}.{briefly}"),
        match all - unjudged {
            0 => format!(
                "up to {}, in {} of {all} cases; none is judged.",
                unfinished_percent(&most.share),
                rows.len()
            ),
            left => format!(
                "up to {}, in {} of {all} cases; {left} are judged.",
                unfinished_percent(&most.share),
                rows.len()
            ),
        },
    ];
    Some(Draft::new(&about, forms))
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
