//! The cells of tables: shares, intervals and verdicts as short texts.

use super::numbers::{MISSING, counted, fixed, interval, known, percent, rate, rounded_percent};
use super::panel::{Columns, Panel};
use super::phrase::by_itself;
use super::unfinished::is_judged;
use crate::findings::{AsFinding, Finding};
use crate::results::Results;
use fairdeal_core::rows::ShareOfWins;

pub(super) fn confidence(results: &Results) -> String {
    format!("{} % interval", rounded_percent(results.manifest.analysis.confidence))
}

/// A text about a share of wins; missing if too few games end to know who wins.
pub(super) fn where_judged(share: &ShareOfWins, text: impl FnOnce() -> String) -> String {
    known(is_judged(share).then(text))
}

pub(super) fn win_rate(share: &ShareOfWins) -> String {
    where_judged(share, || rate(share.win_rate, 1))
}

pub(super) fn fair_share(share: &ShareOfWins) -> String {
    where_judged(share, || rate(Some(share.fair_share), 1))
}

/// The ends of the interval of the wins.
pub(super) fn ends(share: &ShareOfWins) -> String {
    where_judged(share, || in_percent(share.win_rate_low, share.win_rate_high))
}

pub(super) fn known_number(number: Option<f64>, digits: usize) -> String {
    known(number.map(|number| fixed(number, digits)))
}

/// "[47.6, 48.0]", in per cent.
pub(super) fn in_percent(low: Option<f64>, high: Option<f64>) -> String {
    interval(low.zip(high), |rate| percent(rate, 1))
}

/// "47.8 ±0.3": how far the interval reaches to its longer side. `scale`: 100 for per cent.
pub(super) fn with_reach(estimate: Option<f64>, ends: Option<(f64, f64)>, scale: f64) -> String {
    let Some(estimate) = estimate else { return MISSING.to_owned() };
    let reach =
        |(low, high): (f64, f64)| format!(" ±{:.1}", scale * (high - estimate).max(estimate - low));
    fixed(scale * estimate, 1) + &ends.map(reach).unwrap_or_default()
}

/// An estimate in per cent with the reach of its interval: "47.8 ±0.3".
pub(super) fn percent_with_reach(
    estimate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
) -> String {
    with_reach(estimate, low.zip(high), 100.0)
}

/// A verdict in a word or two: "not settled, by itself beyond" where its own interval is clear.
pub(super) fn verdict_of(fact: &Finding<'_>) -> String {
    let alone = by_itself(fact, ", by itself");
    known(fact.judged.verdict.map(|verdict| format!("{verdict}{alone}")))
}

/// A verdict in a word or two, with the number of blocks that should settle it.
pub(super) fn verdict_and_needs(fact: &Finding<'_>) -> String {
    let needs = fact.judged.blocks_needed.map_or_else(String::new, |more| {
        format!(" (about {})", counted(more.into(), "more block", "more blocks"))
    });
    verdict_of(fact) + &needs
}

/// Adds columns for shares of wins, whose values `file` has.
pub(super) fn columns_of_shares<R: AsFinding>(
    results: &Results,
    mut columns: Columns<&R>,
    file: &'static str,
    share: impl Fn(&R) -> &ShareOfWins,
) -> Panel {
    columns.numbers("fair", |row| fair_share(share(row))).or_drop(1, file);
    columns.numbers("wins", |row| win_rate(share(row)));
    columns.numbers(&confidence(results), |row| ends(share(row)));
    columns.verdicts(|row| (verdict_and_needs(&row.finding()), share(row).judged.verdict));
    columns.panel
}
