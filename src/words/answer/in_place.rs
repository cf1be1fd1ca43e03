//! Who does best in the place of one player.

use super::super::numbers::{decimals, percent, signed};
use super::super::sentences::{among_others, clear_alone};
use super::each::with_interval;
use super::fit::Draft;
use crate::results::Results;
use crate::rows::{InPlaceRow, Verdict};

/// At most this many tables are told one by one; where there are more, one less, and how many more.
const TOLD: usize = 3;

/// What each table says: who wins most in the place, and how far the others are behind.
pub(super) fn in_place(results: &Results) -> Vec<Draft> {
    let tables = || results.in_place.chunk_by(|one, other| one.others == other.others);
    let all = tables().count();
    let told = if all > TOLD { TOLD - 1 } else { all };
    let mut drafts: Vec<Draft> = tables().take(told).filter_map(table).collect();
    let more = all - told;
    if more > 0 {
        drafts.push(Draft::new("Further tables", [format!("{more} more in in_place.csv.")]));
    }
    drafts
}

fn table(rows: &[InPlaceRow]) -> Option<Draft> {
    let mut ranked: Vec<&InPlaceRow> = rows.iter().filter(|row| row.win_rate.is_some()).collect();
    ranked.sort_by(|one, other| other.win_rate.partial_cmp(&one.win_rate).unwrap_or(std::cmp::Ordering::Equal));
    let (best, rest) = ranked.split_first()?;
    let with = rows.last()?;
    let first = format!("{} wins {}", best.strategy, with_interval(best.win_rate?, best.win_rate_low, best.win_rate_high));
    let compared = |row: &&InPlaceRow| {
        let digits = row.difference_low.zip(row.difference_high).map_or(1, |(low, high)| decimals(low, high));
        let known = row.difference.map(|difference| format!(", {} points{}", signed(100.0 * difference, digits), verdict(row)));
        Some(format!("{} {} %{}", row.strategy, percent(row.win_rate?, digits), known.unwrap_or_default()))
    };
    let own = compared(best).filter(|_| best.difference.is_some()).map_or_else(String::new, |_| verdict(best));
    let others: Vec<String> = rest.iter().filter_map(compared).collect();
    let said =
        |most: usize| format!("{first}{own}; {}. Differences are from {}.", others[..most.min(others.len())].join("; "), with.strategy);
    Some(Draft::new(&among_others(best), [said(others.len()), said(2), said(1)]))
}

/// ", settled", as far as it is known whether it differs from the strategy that it is compared with.
fn verdict(row: &InPlaceRow) -> String {
    match row.judged.verdict {
        Some(Verdict::Higher) => " (better)".to_owned(),
        Some(Verdict::Lower) => " (worse)".to_owned(),
        Some(Verdict::Same) => " (as good)".to_owned(),
        Some(_) if clear_alone(&row.judged, row.difference, row.difference_low, row.difference_high).is_some() => {
            " (clear alone)".to_owned()
        }
        _ => " (not settled)".to_owned(),
    }
}
