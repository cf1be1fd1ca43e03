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
    let mut drafts: Vec<Draft> = tables().take(told).filter_map(|rows| table(results, rows)).collect();
    let more = all - told;
    if more > 0 {
        drafts.push(Draft::new("Further tables", [format!("{more} more in in_place.csv.")]));
    }
    drafts
}

fn table(results: &Results, rows: &[InPlaceRow]) -> Option<Draft> {
    // A search that knows the others says what is left to be won, and is no answer to who does best.
    let is_asked = |row: &&InPlaceRow| results.manifest.strategies.contains_key(&row.strategy);
    let known = rows.iter().filter(|row| row.win_rate.is_some());
    let (mut ranked, exploiters): (Vec<&InPlaceRow>, Vec<&InPlaceRow>) = known.partition(is_asked);
    ranked.sort_by(|one, other| other.win_rate.partial_cmp(&one.win_rate).unwrap_or(std::cmp::Ordering::Equal));
    let (best, rest) = ranked.split_first()?;
    let with = rows.last()?;
    let first = format!("{} wins {}", best.strategy, with_interval(best.win_rate?, best.win_rate_low, best.win_rate_high));
    let compared_as = |name: &str, row: &InPlaceRow| {
        let digits = row.difference_low.zip(row.difference_high).map_or(1, |(low, high)| decimals(low, high));
        let known = row.difference.map(|difference| format!(", {} points{}", signed(100.0 * difference, digits), verdict(row)));
        Some(format!("{name} {} %{}", percent(row.win_rate?, digits), known.unwrap_or_default()))
    };
    let compared = |row: &&InPlaceRow| compared_as(&row.strategy, row);
    let own = compared(best).filter(|_| best.difference.is_some()).map_or_else(String::new, |_| verdict(best));
    let others: Vec<String> = rest.iter().filter_map(compared).collect();
    let exploiter = exploiters.first();
    let them = if exploiter.is_some_and(|row| row.others.0.len() == 1) { "it" } else { "them" };
    let left = exploiter.and_then(|row| compared_as(&format!(" Who knows {them} wins"), row)).map_or_else(String::new, |left| left + ".");
    let briefly = exploiter.and_then(|row| Some(format!(" Who knows {them}: {} %.", percent(row.win_rate?, 1)))).unwrap_or_default();
    let said = |most: usize, left: &str| {
        let others = others[..most.min(others.len())].join("; ");
        format!("{first}{own}; {others}.{left} Differences are from {}.", with.strategy)
    };
    Some(Draft::new(&among_others(best), [said(others.len(), &left), said(2, &left), said(1, &left), said(1, &briefly), said(1, "")]))
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
