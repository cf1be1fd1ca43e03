//! Stopping rules: when a run may end early. They are checked after fixed numbers of blocks.

use std::collections::HashSet;

use super::analysis::{Look, Run};
use super::ended::{enough_ended, is_judged};
use super::judged::Verdicts;
use fairdeal_core::game::felt_unit;
use fairdeal_core::metrics::{About, AskedEvents, Kind, Label, quantity};
use fairdeal_core::rows::{CellKey, ComparisonRow, InPlaceRow, ShareOfWins, Verdict};
use fairdeal_stats::Interval;

/// The condition that ends a run early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// Every verdict on win rates, neighbours and lengths that the analysis has a tolerance for is
    /// settled.
    Settled,
    /// Every interval of a win rate, and of its difference from the baseline, is no wider than this
    /// to either side.
    Precision(f64),
}

/// A rule for ending early. The results are looked at after fixed numbers of blocks
/// ([`place_after`]), and when all blocks are played or the run is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// The condition that ends the run.
    pub until: Until,
    /// The first look comes after this many blocks, or at the next place.
    pub first_look: u64,
}

impl Stop {
    /// Returns the number of blocks at the next look after `blocks` blocks.
    pub fn next_look(&self, blocks: u64) -> u64 {
        place_after(blocks.max(self.first_look.saturating_sub(1)))
    }

    /// Returns how the results are looked at.
    pub(crate) fn look(&self) -> Look {
        /// This many times the blocks of the first look is about where a run may end.
        const TYPICAL: u64 = 10;
        Look::Any { narrowest_at: self.first_look.saturating_mul(TYPICAL) }
    }
}

/// Returns the first place after this many blocks: 256, 384, 512, 768, 1024 and so on, powers of
/// two and one and a half of each.
///
/// Runs with a stopping rule have their looks at these places, and counts are kept from one place
/// to the next: so a run that is resumed or longer can be put together from earlier counts.
pub fn place_after(blocks: u64) -> u64 {
    const FIRST: u64 = 256;
    if blocks < FIRST {
        return FIRST;
    }
    let power = 1 << blocks.ilog2();
    let half_more = power + power / 2;
    if blocks < half_more { half_more } else { power.saturating_mul(2) }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All planned blocks were played.
    Planned,
    /// The condition of the stopping rule was met, before the last block or with it.
    Reached,
    /// The run was stopped from outside.
    Interrupted,
}

impl Until {
    /// Returns whether a run reached it.
    pub fn is_reached(&self, run: Run<'_>) -> bool {
        match self {
            Self::Settled => {
                let verdicts = awaited(run);
                !verdicts.is_empty()
                    && verdicts.iter().all(|verdict| {
                        verdict.is_some_and(|verdict| verdict != Verdict::NotSettled)
                    })
            }
            Self::Precision(precision) => {
                let widths = half_widths(run);
                !widths.is_empty()
                    && widths.iter().all(|width| width.is_some_and(|width| width <= *precision))
            }
        }
    }
}

/// The shares of wins that are not certain beforehand.
fn shares<'v>(run: Run<'v>, verdicts: &'v Verdicts) -> impl Iterator<Item = &'v ShareOfWins> {
    let are_sides = |label: &Label| !label.game.is_one_side(label.shape.players());
    let first = verdicts.first_player.iter().zip(&run.layout.cells);
    let first = first.filter(move |(_, label)| are_sides(label)).map(|(row, _)| &row.share);
    let labels = run
        .layout
        .cells
        .iter()
        .flat_map(|label| std::iter::repeat_n(label, label.shape.strategies.len()));
    let rivals = verdicts
        .strategies
        .iter()
        .zip(labels)
        .filter(move |(_, label)| label.shape.strategies.len() > 1 && are_sides(label));
    first.chain(rivals.map(|(row, _)| &row.share))
}

/// Returns whether the experiment only asks for the best strategy in one seat. A ladder asks for
/// more.
fn asks_for_places(run: Run<'_>) -> bool {
    !run.layout.in_place.is_empty() && run.layout.field.is_none()
}

/// The rows about strategies that are compared with another one in the same seat.
fn compared_in_place(verdicts: &Verdicts) -> impl Iterator<Item = &InPlaceRow> {
    verdicts.in_place.iter().filter(|row| row.compared_with.is_some())
}

/// The verdicts that must be settled. In an experiment about one seat, those are its differences.
/// Otherwise they are about going first, strengths, neighbours, and the main quantities of each
/// variant (lengths and scores only with a tolerance). `None` stands for a verdict that is not
/// known yet. Cells in which too few games end are left out: more blocks do not settle them.
fn awaited(run: Run<'_>) -> Vec<Option<Verdict>> {
    let verdicts = Verdicts::new(run);
    let too_few: HashSet<(&str, &str)> = run
        .cells()
        .filter(|(_, cell)| !is_judged(cell))
        .map(|(label, _)| (&*label.variant.name, &*label.lineup))
        .collect();
    let can_be = |variant: &str, lineup: &str| !too_few.contains(&(variant, lineup));
    let cell_can_be = |cell: &CellKey| can_be(&cell.variant, &cell.lineup);
    if asks_for_places(run) {
        let judged = |row: &&InPlaceRow| {
            let last = verdicts.in_place.iter().rfind(|other| {
                other.cell.variant == row.cell.variant && other.others == row.others
            });
            cell_can_be(&row.cell) && last.is_none_or(|last| cell_can_be(&last.cell))
        };
        return compared_in_place(&verdicts).filter(judged).map(|row| row.judged.verdict).collect();
    }
    let none = AskedEvents::default();
    let events = run.layout.cells.first().map_or(&none, |label| &label.shape.events);
    let asked = |row: &&ComparisonRow| {
        quantity(&row.quantity).is_some_and(|quantity| {
            let asked = quantity.is_asked_for(
                &row.subject,
                felt_unit(run.layout.game.length_units),
                run.layout.game.is_one_side(row.cell.players),
            );
            // Only the events that the file names count.
            let is_event = matches!(quantity.about, About::Events(_));
            asked
                && (!is_event || events.is_named(&row.subject))
                && (row.judged.tolerance > 0.0 || !quantity.is_relative())
        }) && cell_can_be(&row.cell)
            && can_be(&row.baseline, &row.cell.lineup)
    };
    let of_shares = shares(run, &verdicts)
        .filter(|share| enough_ended(share.games, share.unfinished))
        .map(|share| share.judged.verdict);
    let of_neighbours = verdicts
        .neighbour_spread
        .iter()
        .filter(|row| cell_can_be(&row.cell))
        .map(|row| row.judged.verdict);
    let of_changes = verdicts.comparisons.iter().filter(asked).map(|row| row.judged.verdict);
    of_shares.chain(of_neighbours).chain(of_changes).collect()
}

/// Half the widths of the intervals of win rates and of their differences; `None` where there is no
/// interval.
fn half_widths(run: Run<'_>) -> Vec<Option<f64>> {
    let verdicts = Verdicts::new(run);
    let half = |low: Option<f64>, high: Option<f64>| {
        Some(Interval { low: low?, high: high? }.half_width())
    };
    if asks_for_places(run) {
        return compared_in_place(&verdicts)
            .map(|row| half(row.difference_low, row.difference_high))
            .collect();
    }
    let is_win_rate = |row: &&ComparisonRow| {
        quantity(&row.quantity).is_some_and(|quantity| quantity.kind == Kind::Wins)
    };
    let of_changes = verdicts
        .comparisons
        .iter()
        .filter(is_win_rate)
        .map(|row| half(row.difference_low, row.difference_high));
    shares(run, &verdicts)
        .map(|share| half(share.win_rate_low, share.win_rate_high))
        .chain(of_changes)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_at_fixed_numbers_of_blocks() {
        let from = |first_look| Stop { until: Until::Settled, first_look };
        let looks = std::iter::successors(Some(0), |blocks| Some(from(1000).next_look(*blocks)));
        assert_eq!(looks.take(6).collect::<Vec<u64>>(), [0, 1024, 1536, 2048, 3072, 4096]);
        assert_eq!(from(1).next_look(0), 256);
        assert_eq!(from(1024).next_look(0), 1024);
        assert_eq!(from(1025).next_look(300), 1536);
        assert_eq!(from(1).next_look(u64::MAX - 1), u64::MAX);
    }
}
