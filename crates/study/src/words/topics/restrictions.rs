//! The cost of never taking a kind of action.

use super::telling::Telling;
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    sentences: |results| {
        results.restricted.iter().filter_map(|row| sentence_about(results, row)).collect()
    },
    ..Telling::NONE
};

/// The opponents of a player who never takes a kind of action.
fn among_others_who_may(row: &RestrictedRow) -> String {
    match row.cell.players {
        2 => format!("against {} player who may take it", with_article(&row.strategy)),
        players => format!("among {} {} players who may take it", players - 1, row.strategy),
    }
}

/// "Never taking `keep` where there is another choice costs heuristic 9.7 points [9.2, 10.2], in
/// 20,000 games against a heuristic player who may take it: the action is needed, beyond your
/// tolerance of 1 point."
pub(in crate::words) fn sentence_about(results: &Results, row: &RestrictedRow) -> Option<Sentence> {
    let told = format!(
        "never taking `{}` where there is another choice costs {} {}, in {}",
        row.kind,
        row.strategy,
        precise(row.cost?, Some(row.cost_low.zip(row.cost_high)?), " points"),
        games(row.games, &results.names.plural),
    );
    let begin =
        format!("{} {}", under(results, &row.cell.variant, &told), among_others_who_may(row));
    of_row(results, row, &begin)
}
