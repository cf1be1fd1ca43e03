//! When a run may end early: what is looked at after fixed numbers of blocks.

use std::collections::HashSet;

use super::analysis::{Look, Run};
use super::ended::{enough_ended, is_judged};
use super::judged::Verdicts;
use fairdeal_core::metrics::{About, AskedEvents, Kind, quantity};
use fairdeal_core::rows::{CellKey, ComparisonRow, InPlaceRow, ShareOfWins, Verdict};
use fairdeal_stats::group_sequential::critical_values;
use fairdeal_stats::normal::two_sided_p_value;
use fairdeal_stats::{Confidence, Interval};

/// What must be reached before a run ends early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// Every verdict on win rates, neighbours and lengths that the analysis has a tolerance for is
    /// settled.
    Settled,
    /// Every interval of a win rate, and of its difference from the baseline, is no wider than this
    /// to either side.
    Precision(f64),
}

/// A rule for ending early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// What must be reached.
    pub until: Until,
    /// The first look comes after this many blocks.
    pub first_look: u64,
}

/// When the results of a run are looked at: after fixed numbers of blocks, and when all are played.
#[derive(Clone, Debug, PartialEq)]
pub enum Looks {
    /// Once, when all blocks are played.
    Once,
    /// At planned looks, the last one when all blocks are played.
    Planned(Vec<PlannedLook>),
    /// Without a bound: first after this many blocks, or the next place; and when the run is
    /// stopped.
    Any {
        /// That many.
        first: u64,
    },
}

/// A look that was planned.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PlannedLook {
    /// After how many blocks.
    pub blocks: u64,
    /// How many standard errors intervals reach to either side, so that those of all looks together
    /// are as sure as was asked for.
    pub critical_value: f64,
}

impl Looks {
    /// The first place after this many blocks: 256, 384, 512, 768, 1024 and so on, powers of two
    /// and one and a half of each.
    ///
    /// Runs without a bound are looked at in these places, and counts are kept from one to the
    /// next: so a run that goes on, or is longer, can be put together from what was counted before.
    pub fn place_after(blocks: u64) -> u64 {
        const FIRST: u64 = 256;
        if blocks < FIRST {
            return FIRST;
        }
        let power = 1 << blocks.ilog2();
        let half_more = power + power / 2;
        if blocks < half_more { half_more } else { power.saturating_mul(2) }
    }

    /// The looks of a run of at most this many blocks: the last one when all are played, each other
    /// one after two thirds of the blocks of the next, as long as these are `first` or more.
    pub fn planned(first: u64, most: u64, confidence: Confidence) -> Self {
        let before = |blocks: &u64| Some(blocks * 2 / 3).filter(|blocks| *blocks >= first.max(1));
        let mut looks: Vec<u64> = std::iter::successors(Some(most), before).collect();
        looks.reverse();
        let shares: Vec<f64> = looks.iter().map(|blocks| *blocks as f64 / most as f64).collect();
        let values = critical_values(&shares, confidence).unwrap_or_default();
        Self::Planned(
            looks
                .into_iter()
                .zip(values)
                .map(|(blocks, critical_value)| PlannedLook { blocks, critical_value })
                .collect(),
        )
    }

    /// The blocks after which planned looks come; none where they are not planned.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = u64> {
        let planned = if let Self::Planned(looks) = self { looks.as_slice() } else { &[] };
        planned.iter().map(|look| look.blocks)
    }

    /// The number of blocks at the next look after `blocks` blocks, at most `most`.
    pub fn next(&self, blocks: u64, most: u64) -> u64 {
        match self {
            Self::Once => most,
            Self::Planned(_) => self.places().find(|look| *look > blocks).unwrap_or(most),
            Self::Any { first } => Self::place_after(blocks).max(place_from(*first)).min(most),
        }
    }

    /// Which look this is, after this many blocks. A run that was stopped before a planned look is
    /// judged as if it were at that look. It has fewer blocks, so its estimates are more closely
    /// correlated with those of earlier looks, and the same width is more than enough (see
    /// [`super::Analysis`]).
    pub(crate) fn look(&self, blocks: u64, confidence: Confidence) -> Look {
        /// This many times the blocks of the first look is about where a run without a bound may
        /// end.
        const TYPICAL: u64 = 10;
        match self {
            Self::Once => Look::Only,
            Self::Planned(looks) => {
                let look = looks.iter().find(|look| look.blocks >= blocks).or(looks.last());
                Look::Planned(look.and_then(PlannedLook::confidence).unwrap_or(confidence))
            }
            Self::Any { first } => Look::Any { narrowest_at: first.saturating_mul(TYPICAL) },
        }
    }
}

/// The first place after this many blocks or more.
fn place_from(blocks: u64) -> u64 {
    Looks::place_after(blocks.saturating_sub(1))
}

impl PlannedLook {
    /// The confidence of an ordinary interval that is so wide; `None` where that is none that was
    /// asked for.
    pub fn confidence(&self) -> Option<Confidence> {
        // A level must be below 1; this one is so close that the difference does not matter.
        Confidence::new((1.0 - two_sided_p_value(self.critical_value)).min(1.0 - 1e-15)).ok()
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All planned blocks were played.
    Planned,
    /// What was asked for was reached, before or with the last block.
    Reached,
    /// It was stopped from outside.
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
    let first =
        verdicts.first_player.iter().filter(|row| row.cell.players > 1).map(|row| &row.share);
    let labels = run
        .layout
        .cells
        .iter()
        .flat_map(|label| std::iter::repeat_n(label, label.shape.strategies.len()));
    let rivals = verdicts
        .strategies
        .iter()
        .zip(labels)
        .filter(|(_, label)| label.shape.strategies.len() > 1);
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
/// variant (lengths and scores only with a tolerance). `None` stands for a verdict that is not known
/// yet. Cells in which too few games end are left out: more blocks do not settle them.
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
                run.layout.game.length_units[0],
                row.cell.players,
            );
            // Of events only those that were named.
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

    fn planned(first: u64, most: u64) -> Vec<PlannedLook> {
        match Looks::planned(first, most, Confidence::default()) {
            Looks::Planned(looks) => looks,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn looks_without_an_end_are_fixed() {
        let looks = Looks::Any { first: 1000 };
        let looks: Vec<u64> =
            std::iter::successors(Some(0), |blocks| Some(looks.next(*blocks, 6000)))
                .take(7)
                .collect();
        assert_eq!(looks, [0, 1024, 1536, 2048, 3072, 4096, 6000]);
        assert_eq!(Looks::Any { first: 1 }.next(0, 1000), 256);
        assert_eq!(Looks::Any { first: 1024 }.next(0, 9000), 1024);
        assert_eq!(Looks::Any { first: 1025 }.next(300, 9000), 1536);
        assert_eq!(Looks::Any { first: 1 }.next(u64::MAX - 1, u64::MAX), u64::MAX);
        assert_eq!(Looks::Once.next(0, 9), 9);
    }

    #[test]
    fn looks_are_planned_backward_from_the_end() {
        let blocks =
            |first, most| planned(first, most).iter().map(|look| look.blocks).collect::<Vec<u64>>();
        assert_eq!(blocks(1000, 20_000), [1170, 1755, 2633, 3950, 5925, 8888, 13_333, 20_000]);
        assert_eq!(blocks(1000, 1499), [1499]);
        assert_eq!(blocks(1000, 600), [600]);
        assert_eq!(blocks(1, 10), [1, 2, 4, 6, 10]);
        let looks = Looks::planned(1000, 20_000, Confidence::default());
        let next: Vec<u64> =
            std::iter::successors(Some(0), |blocks| Some(looks.next(*blocks, 20_000)))
                .take(4)
                .collect();
        assert_eq!(next, [0, 1170, 1755, 2633]);
        assert_eq!(looks.next(1171, 20_000), 1755);
    }

    /// At the last look an interval is hardly wider than one that is looked at once, and never
    /// narrower; the one before it is not yet so narrow.
    #[test]
    fn the_last_look_costs_little() {
        for confidence in
            [0.9, 0.95, 0.99, 0.999].map(|level| Confidence::new(level).expect("a level"))
        {
            for most in [1, 1000, 1500, 20_000, 2_000_000, 1 << 40] {
                let Looks::Planned(looks) = Looks::planned(1000, most, confidence) else {
                    panic!("planned")
                };
                let last = looks.last().expect("a look");
                assert_eq!(last.blocks, most);
                let ratio = last.critical_value / confidence.z();
                assert!(
                    ((1.0 - 1e-12)..=1.06).contains(&ratio),
                    "{ratio} times as wide after {most} blocks"
                );
                assert!(
                    looks.windows(2).all(|pair| pair[0].critical_value >= pair[1].critical_value),
                    "{looks:?}"
                );
            }
        }
    }

    /// What holds after few blocks is the width of the next planned look.
    #[test]
    fn an_interrupted_run_is_looked_at_as_at_the_next_look() {
        let confidence = Confidence::default();
        let looks = Looks::planned(1000, 20_000, confidence);
        assert_eq!(looks.look(6000, confidence), looks.look(8888, confidence));
        assert_ne!(looks.look(8888, confidence), looks.look(8889, confidence));
        let Look::Planned(last) = looks.look(20_000, confidence) else { panic!("planned") };
        assert!((last.z() / confidence.z() - 1.0173).abs() < 1e-4, "{last:?}");
        assert_eq!(Looks::Once.look(5, confidence), Look::Only);
    }
}
