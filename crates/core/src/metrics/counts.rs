//! All counts of a run.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::asides::AsideCounts;
use super::batch::Batch;
use super::cell::Cell;
use super::groups::group_of;
use super::label::{Label, Layout};
use super::lengths::Unit;
use super::meetings::Meetings;
use super::odd_games::Flip;
use super::play::{PlayCounts, PlayMeasures};
use super::quantity::QuantityDescription;
use super::shape::Shape;
use super::sums::{Credits, Paired, ShareCounts};
use crate::game::Description;
use fairdeal_stats::{Merge, Overflow, merged};

impl Cell {
    /// Returns counts for the games of a shape, all zero.
    pub fn new(shape: &Shape, game: &Description) -> Self {
        let shares = shape.quantities().map(|quantity| quantity.shares(shape, game));
        Self::of(shape, game, shares.collect())
    }

    /// Counts the games of a batch.
    ///
    /// # Errors
    /// If a count would overflow.
    pub fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.observe_metrics(batch)?;
        let mut counted = batch.shape.quantities().zip(&mut self.shares);
        counted.try_for_each(|(quantity, shares)| quantity.observe(batch, shares))
    }

    /// Returns the own counts of a quantity in games of a shape, by subject.
    pub fn shares_of(&self, shape: &Shape, quantity: &QuantityDescription) -> &[ShareCounts] {
        let mut counted = shape.quantities().zip(&self.shares);
        counted.find(|(one, _)| *one == quantity).map_or(&[], |(_, shares)| shares)
    }
}

/// Counts of one variant and the baseline on the same blocks: by quantity and subject.
///
/// A block is the same cards under both rules, with the same players in the same seats, and its
/// results under both rules are one observation. The luck of the cards then mostly cancels in the
/// difference, so it takes fewer games than two separate runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The counts of both, by quantity and pair of strategies.
    pub pairs: Vec<Vec<Paired>>,
    /// The first game with different winners.
    pub flip: Option<Flip>,
}

merged!(Comparison { pairs, flip });

impl Comparison {
    /// Returns counts for the games of a shape, all zero.
    fn new(shape: &Shape, game: &Description) -> Self {
        Self {
            pairs: shape.quantities().map(|quantity| quantity.pairs(shape, game)).collect(),
            flip: None,
        }
    }

    /// Counts the games of the same blocks by the variant and by the baseline.
    ///
    /// # Errors
    /// If a count would overflow.
    fn observe(&mut self, variant: &Batch<'_>, baseline: &Batch<'_>) -> Result<(), Overflow> {
        self.flip.merge(&Flip::first(variant, baseline))?;
        let mut counted = variant.shape.quantities().zip(&mut self.pairs);
        counted.try_for_each(|(quantity, pairs)| quantity.observe_pairs(variant, baseline, pairs))
    }

    /// Returns the counts of a quantity in games of a shape, by subject.
    pub fn pairs_of(&self, shape: &Shape, quantity: &QuantityDescription) -> &[Paired] {
        let mut counted = shape.quantities().zip(&self.pairs);
        counted.find(|(one, _)| *one == quantity).map_or(&[], |(_, pairs)| pairs)
    }
}

/// Counts that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They belong to different experiments.
    #[error("these are counts of different experiments, with the digests {one} and {other}")]
    OtherExperiment {
        /// The digest of the counts that were to be added to.
        one: String,
        /// The digest of the others.
        other: String,
    },
    /// Some blocks are in both counts.
    #[error("blocks {start} to {last} are counted twice")]
    Overlap {
        /// The first block that is in both.
        start: u64,
        /// The last block of the first range that is in both.
        last: u64,
    },
    /// The games of a cell have more different lengths than are kept.
    #[error(
        "the games have more than {MOST_LENGTHS} different lengths in their {place}. unit of length, \
            decisions being the first: count this with `tally`, or in larger steps"
    )]
    Lengths {
        /// The place of the unit, from 1.
        place: usize,
    },
    /// A count would overflow.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

/// The largest number of different lengths of a cell that are kept in a unit, each with its count.
/// They take about 30 bytes each.
const MOST_LENGTHS: usize = 1 << 20;

/// Checks that there are not too many different lengths in a unit.
fn check_lengths(cells: &[Cell]) -> Result<(), MergeError> {
    for units in cells.iter().map(|cell| &cell.lengths.units) {
        let too_many = |unit: &Unit| {
            [&unit.finished, &unit.unfinished].iter().any(|all| all.large_values() > MOST_LENGTHS)
        };
        if let Some(place) = units.iter().position(too_many) {
            return Err(MergeError::Lengths { place: place + 1 });
        }
    }
    Ok(())
}

/// All counts of some blocks of a run: whole numbers only, which can be written, read back and
/// added in any order. They carry the digest of the experiment and their blocks, so that other
/// experiments, or the same blocks, are not added by mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// The digest of the experiment.
    digest: String,
    /// The blocks, range by range; no two ranges touch.
    ranges: Vec<Range<u64>>,
    /// The counts of every cell of the layout.
    pub cells: Vec<Cell>,
    /// The counts of every pair that is compared.
    pub comparisons: Vec<Comparison>,
    /// For every place in which strategies are compared: the wins there of each strategy but the
    /// last one, and of the last one.
    pub in_place: Vec<Vec<Credits>>,
    /// The wins of the strategies of a ladder against each other. (The old name is kept in results: a
    /// digest of their structure says whether counts can be read.)
    #[serde(rename = "round_robin")]
    pub meetings: Option<Meetings>,
    /// The counts of the games beside the cells.
    pub asides: AsideCounts,
    /// The counts of the cells once more, by group of blocks, for errors that are estimated from
    /// groups.
    pub groups: BTreeMap<u64, Vec<Cell>>,
}

impl Counts {
    /// Returns counts of no blocks.
    pub fn new(layout: &Layout) -> Self {
        let shape = |cell: usize| &layout.cells[cell].shape;
        let pairs =
            layout.pairs.iter().map(|pair| Comparison::new(shape(pair.variant), layout.game));
        Self {
            digest: layout.digest.clone(),
            ranges: Vec::new(),
            cells: cells(layout),
            comparisons: pairs.collect(),
            in_place: layout.in_place.iter().map(|place| place.counts(shape)).collect(),
            meetings: layout.field.as_ref().map(Meetings::new),
            asides: AsideCounts::new(layout),
            groups: BTreeMap::new(),
        }
    }

    /// Counts blocks: one batch for each cell and each label of the asides. The blocks may be
    /// counted together ([`Layout::counted_together`]).
    ///
    /// # Errors
    /// If a block is already counted. If a count would overflow; some of the blocks are then
    /// counted.
    pub fn observe(&mut self, layout: &Layout, batches: &[Batch<'_>]) -> Result<(), MergeError> {
        let first = batches.first().map_or(0, |batch| batch.first_block);
        let blocks = batches.first().map_or(0, |batch| batch.blocks().len() as u64);
        let range = first..first.checked_add(blocks).ok_or(Overflow)?;
        self.ranges = joined(&self.ranges, std::slice::from_ref(&range))?;
        let observe = |cells: &mut Vec<Cell>| {
            cells.iter_mut().zip(batches).try_for_each(|(cell, batch)| cell.observe(batch))
        };
        observe(&mut self.cells)?;
        if layout.grouped && blocks > 0 {
            observe(self.groups.entry(group_of(first).0).or_insert_with(|| cells(layout)))?;
        }
        for (pair, counts) in layout.pairs.iter().zip(&mut self.comparisons) {
            counts.observe(&batches[pair.variant], &batches[pair.baseline])?;
        }
        layout
            .in_place
            .iter()
            .zip(&mut self.in_place)
            .try_for_each(|(place, counts)| place.observe(counts, batches))?;
        if let (Some(meetings), Some(field)) = (&mut self.meetings, &layout.field) {
            meetings.observe(field, batches)?;
        }
        self.asides.observe(layout, batches)?;
        Ok(())
    }

    /// Adds the counts of play: one for each cell, of the blocks that are counted, which may be
    /// counted together ([`Layout::counted_together`]).
    ///
    /// # Errors
    /// If a count would overflow; a part is then counted.
    pub fn add_play(&mut self, counted: &[Option<PlayCounts>]) -> Result<(), Overflow> {
        // Blocks that are counted together are in one group.
        for cells in std::iter::once(&mut self.cells).chain(self.groups.values_mut()) {
            let cells = cells.iter_mut().map(|cell| &mut cell.play).zip(counted);
            cells
                .filter_map(|(own, counted)| own.as_mut().zip(counted.as_ref()))
                .try_for_each(|(own, counted)| own.merge(counted))?;
        }
        Ok(())
    }

    /// Returns the digest of the experiment.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Checks that these are counts of the experiment with this digest.
    ///
    /// # Errors
    /// If they belong to another experiment.
    pub fn check_digest(&self, digest: &str) -> Result<(), MergeError> {
        if self.digest == digest {
            return Ok(());
        }
        Err(MergeError::OtherExperiment { one: self.digest.clone(), other: digest.to_owned() })
    }

    /// Returns the counted blocks, range by range in order; no two ranges touch.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// Returns the number of counted blocks.
    pub fn blocks(&self) -> u64 {
        self.ranges.iter().map(|range| range.end.saturating_sub(range.start)).sum()
    }

    /// Adds the counts of other blocks of the same experiment.
    ///
    /// # Errors
    /// If they belong to another experiment, or to blocks that are already counted. If a count
    /// would overflow, or there are too many different lengths; some of them are then added.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeError> {
        self.check_digest(&other.digest)?;
        self.ranges = joined(&self.ranges, &other.ranges)?;
        self.cells.merge(&other.cells)?;
        check_lengths(&self.cells)?;
        self.comparisons.merge(&other.comparisons)?;
        self.in_place.merge(&other.in_place)?;
        self.meetings.merge(&other.meetings)?;
        self.asides.merge(&other.asides)?;
        Ok(Merge::merge(&mut self.groups, &other.groups)?)
    }

    /// Returns the number of decisions in all games.
    pub fn decisions(&self) -> u128 {
        self.cells.iter().map(|cell| cell.lengths.total(0)).sum()
    }
}

/// Counts of every cell of a layout, all zero.
fn cells(layout: &Layout) -> Vec<Cell> {
    let play = |measures: &PlayMeasures| PlayCounts::new(measures, layout.game);
    let cell = |label: &Label| Cell {
        play: layout.play.as_ref().map(play),
        ..Cell::new(&label.shape, layout.game)
    };
    layout.cells.iter().map(cell).collect()
}

/// The ranges of both in order, with touching ranges joined.
fn joined(one: &[Range<u64>], other: &[Range<u64>]) -> Result<Vec<Range<u64>>, MergeError> {
    let mut all: Vec<Range<u64>> =
        one.iter().chain(other).filter(|range| !range.is_empty()).cloned().collect();
    all.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::with_capacity(all.len());
    for Range { start, end } in all {
        match joined.last_mut() {
            Some(last) if start < last.end => {
                return Err(MergeError::Overlap { start, last: end.min(last.end) - 1 });
            }
            Some(last) if start == last.end => last.end = end,
            _ => joined.push(start..end),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_different_lengths_are_kept_and_no_more() {
        let shape = Shape::new(&["a", "a"].map(str::to_owned));
        let mut cell = Cell::new(&shape, &Description::PLAIN);
        let lengths = &mut cell.lengths.units[0].finished;
        for length in 0..MOST_LENGTHS as u64 {
            lengths.observe((1 << 32) - length).expect("up to 2^32");
        }
        assert_eq!(check_lengths(std::slice::from_ref(&cell)), Ok(()));
        let lengths = &mut cell.lengths.units[0].finished;
        assert_eq!(lengths.quantile_censored(1, 2, 0), Some((1 << 32) - (1 << 19)));
        lengths.observe(1 << 31).expect("another one");
        assert_eq!(check_lengths(&[cell]), Err(MergeError::Lengths { place: 1 }));
    }

    #[test]
    fn ranges_join_in_any_order() {
        let range = |start: u64, end: u64| Range { start, end };
        assert_eq!(joined(&[range(0, 5), range(9, 12)], &[range(5, 9)]), Ok(vec![range(0, 12)]));
        assert_eq!(
            joined(&[range(9, 12)], &[range(0, 5), range(7, 7)]),
            Ok(vec![range(0, 5), range(9, 12)])
        );
        assert_eq!(
            joined(&[range(0, 5)], &[range(3, 20)]),
            Err(MergeError::Overlap { start: 3, last: 4 })
        );
        assert_eq!(
            joined(&[range(0, 50)], &[range(3, 20)]),
            Err(MergeError::Overlap { start: 3, last: 19 })
        );
        assert_eq!(joined(&[], &[]), Ok(Vec::new()));
    }
}
