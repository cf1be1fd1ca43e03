//! The cost of never taking a kind of action.

use super::analysis::{Run, key};
use super::shares::WinShare;
use super::verdict::{Families, Open, PENDING};
use fairdeal_core::rows::RestrictedRow;

/// The rows about players who never take a kind of action, and who sit among others of the same
/// strategy. A player has a row only if it avoided the kind at least once, and the others chose it
/// at least once.
pub(super) fn restricted(run: Run<'_>, families: &mut Families) -> Vec<Open<RestrictedRow>> {
    let mut rows = Vec::new();
    for (one, counts) in run.layout.asides.restricted.iter().zip(&run.counts.asides.restricted) {
        let label = &run.layout.asides.labels[one.aside];
        let Some(kind) = label.game.action_kinds.iter().position(|kind| *kind == one.kind) else {
            continue;
        };
        let tally = |strategy| counts.decisions.of_strategy(label.game, strategy).nth(kind);
        let (Some(own), Some(free), Some(share)) =
            (tally(0), tally(1), WinShare::restricted(label, &counts.strategies))
        else {
            continue;
        };
        let (avoided, chosen) = (own.decisions - own.chosen, free.chosen);
        if avoided == 0 || chosen == 0 {
            continue;
        }
        let family = run.asked.of_restriction();
        rows.push(share.judged(&run.analysis, None, (family, families)).map(|share| {
            RestrictedRow {
                cell: key(label),
                strategy: one.strategy.clone(),
                kind: one.kind.to_owned(),
                avoided,
                chosen,
                blocks: share.blocks,
                games: share.games,
                unfinished: share.unfinished,
                wins_840: share.wins_840,
                wins_840_squares: share.wins_840_squares,
                win_rate: share.win_rate,
                win_rate_low: share.win_rate_low,
                win_rate_high: share.win_rate_high,
                interval: share.interval,
                fair_share: share.fair_share,
                cost: share.advantage.map(|advantage| -advantage),
                cost_low: share.advantage_high.map(|advantage| -advantage),
                cost_high: share.advantage_low.map(|advantage| -advantage),
                judged: PENDING,
            }
        }));
    }
    rows
}
