//! What a variant of the rules changes: every metric against the baseline, on the same blocks.
//!
//! A block is the same cards under both rules, with the same players in the same seats; what it makes of both is one observation. Luck with the
//! cards then mostly cancels in the difference, so that it takes fewer games than two runs (`variance_ratio` says how many fewer).

mod family;
mod findings;
mod judge;
mod metric;
mod sentences;
mod sweep;
mod tables;

use super::wins::credit_unit;
use super::{Batch, Block, Cell, Label, Shape};
use crate::game::Description;
use crate::seat::WIN;
use crate::stats::{DifferenceCounts, Histogram, Overflow, PairedBlocks, PairedSums};

pub(super) use findings::{half_widths, verdicts};
pub(super) use sentences::sentences;
pub(super) use tables::{DEFINITIONS, tables};

/// One variant and the baseline, with the same line-up: indices into the cells of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The cell of the baseline.
    pub baseline: usize,
    /// The cell of the variant.
    pub variant: usize,
    /// Both have the same rules, so that nothing can differ.
    pub same_rules: bool,
}

/// The cells of a pair with their labels and counts, and what was counted of both together.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The baseline.
    pub baseline: &'a (Label, Cell),
    /// The variant.
    pub variant: &'a (Label, Cell),
    /// Both have the same rules.
    pub same_rules: bool,
    /// Both together.
    pub counts: &'a Comparison,
}

impl Compared<'_> {
    /// Did all games end, under both?
    fn all_ended(&self) -> bool {
        self.variant.1.first_player.all_ended() && self.baseline.1.first_player.all_ended()
    }
}

/// Credits of a player in the games of each block, under the variant and under the baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Credits {
    /// The credits that every sum is a multiple of.
    unit: i64,
    /// The most credits that a block can bring.
    most: i64,
    /// How often each difference of a block's credits occurred, in units above the lowest possible one.
    differences: Histogram,
    /// In 840ths of a win; the variant first.
    sums: PairedSums,
    /// Blocks in which a win was shared.
    shared: u64,
}

/// What one variant and the baseline make of the same blocks.
///
/// In all sums, the variant comes first and the baseline second.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Wins of the first player.
    first_player: Credits,
    /// The first player's credits over a fair share of the games that ended, times the number of players.
    advantage: PairedSums,
    /// Wins of each strategy of the line-up; none where all seats hold the same.
    wins: Vec<Credits>,
    /// Scores of each strategy of the line-up, over all its seats.
    scores: Vec<PairedSums>,
    /// Lengths of the games that ended, in each unit.
    lengths: Vec<PairedBlocks>,
    /// Decisions with one legal action only among all, in the blocks in which decisions were counted.
    forced: PairedBlocks,
    /// Games cut by `max_turns`.
    unfinished: PairedSums,
}

impl Comparison {
    /// Counts for the games of a shape, all zero.
    pub fn new(shape: &Shape, game: &Description) -> Self {
        let strategies = shape.strategies.len();
        let won_by = |strategy| Credits::new(shape, shape.places_per_block(strategy));
        Self {
            first_player: Credits::new(shape, shape.games_per_block()),
            advantage: PairedSums::default(),
            wins: if strategies > 1 { (0..strategies).map(won_by).collect() } else { Vec::new() },
            scores: vec![PairedSums::default(); strategies],
            lengths: vec![PairedBlocks::default(); game.length_units.len()],
            forced: PairedBlocks::default(),
            unfinished: PairedSums::default(),
        }
    }

    /// Counts the games of the same blocks by the variant and by the baseline.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn observe(&mut self, variant: &Batch<'_>, baseline: &Batch<'_>) -> Result<(), Overflow> {
        let shape = variant.shape;
        let blocks = || variant.blocks().zip(baseline.blocks());
        let alike: Vec<_> = variant.alike_with(baseline).collect();
        let each_alike = || alike.iter().copied();
        let first =
            |block: Block<'_>| block.games.iter().map(|game| game.outcome.winners.credit(game.first_player)).fold((0, false), add_credit);
        self.first_player.observe(each_alike().map(|(one, other, times)| (first(one), first(other), times)))?;
        let players = shape.players() as i64;
        let over_fair = |block: Block<'_>| -> i64 {
            let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
            ended.map(|game| players * game.outcome.winners.credit(game.first_player) as i64 - WIN as i64).sum()
        };
        each_alike().try_for_each(|(one, other, times)| self.advantage.observe_many(over_fair(one), over_fair(other), times))?;
        for strategy in 0..shape.strategies.len() {
            // Both play the same arrangements of a block.
            let held = variant.places(strategy);
            let places = |block: Block<'_>| held.of(block).iter().map(|(game, seat)| (usize::from(*game), *seat));
            let score = |block: Block<'_>| -> i64 {
                places(block).map(|(game, seat)| i64::from(block.games[game].outcome.scores[seat.index()])).sum()
            };
            self.scores[strategy].observe_all(blocks().map(|(one, other)| (score(one), score(other))))?;
            if let Some(wins) = self.wins.get_mut(strategy) {
                let won = |block: Block<'_>| {
                    places(block).map(|(game, seat)| block.games[game].outcome.winners.credit(seat)).fold((0, false), add_credit)
                };
                wins.observe(each_alike().map(|(one, other, times)| (won(one), won(other), times)))?;
            }
        }
        let some_unfinished = variant.unfinished() + baseline.unfinished() > 0;
        for (unit, sums) in self.lengths.iter_mut().enumerate() {
            if some_unfinished {
                let ended = |block: Block<'_>| {
                    let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
                    ended.fold((0, 0), |(sum, count), game| (sum + u64::from(game.lengths[unit]), count + 1))
                };
                for (one, other) in blocks() {
                    sums.observe(ended(one), ended(other))?;
                }
            } else {
                let sum = |block: Block<'_>| block.games.iter().map(|game| i64::from(game.lengths[unit])).sum();
                let mut of_batch = PairedSums::default();
                of_batch.observe_all(blocks().map(|(one, other)| (sum(one), sum(other))))?;
                sums.merge(&PairedBlocks::of_equal_games(&of_batch, shape.games_per_block() as u64).ok_or(Overflow)?)?;
            }
        }
        let cut = |block: Block<'_>| block.games.iter().filter(|game| game.outcome.unfinished).count() as i64;
        each_alike().try_for_each(|(one, other, times)| self.unfinished.observe_many(cut(one), cut(other), times))?;
        variant.samples.forced.iter().zip(baseline.samples.forced).try_for_each(|(one, other)| self.forced.observe(*one, *other))
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.first_player.merge(&other.first_player)?;
        self.advantage.merge(&other.advantage)?;
        self.wins.iter_mut().zip(&other.wins).try_for_each(|(wins, other)| wins.merge(other))?;
        self.scores.iter_mut().zip(&other.scores).try_for_each(|(scores, other)| scores.merge(other))?;
        self.lengths.iter_mut().zip(&other.lengths).try_for_each(|(lengths, other)| lengths.merge(other))?;
        self.forced.merge(&other.forced)?;
        self.unfinished.merge(&other.unfinished)
    }
}

impl Credits {
    /// Counts of a player who sits in `games` places of each block, all zero.
    fn new(shape: &Shape, games: usize) -> Self {
        Self {
            unit: credit_unit(shape.players()) as i64,
            most: (WIN * games as u64) as i64,
            differences: Histogram::default(),
            sums: PairedSums::default(),
            shared: 0,
        }
    }

    /// Counts blocks: under the variant and under the baseline, the credits and whether a win was shared; and how many such blocks there are.
    fn observe(&mut self, mut blocks: impl Iterator<Item = ((i64, bool), (i64, bool), u64)>) -> Result<(), Overflow> {
        blocks.try_for_each(|((one, one_shared), (other, other_shared), times)| {
            self.shared = self.shared.checked_add(times * u64::from(one_shared || other_shared)).ok_or(Overflow)?;
            self.differences.observe_many(((one - other + self.most) / self.unit) as u32, times)?;
            self.sums.observe_many(one, other, times)
        })
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.shared = self.shared.checked_add(other.shared).ok_or(Overflow)?;
        self.differences.merge(&other.differences)?;
        self.sums.merge(&other.sums)
    }

    /// The differences of the blocks' scores.
    fn block_differences(&self) -> Option<DifferenceCounts> {
        let most = self.most / self.unit;
        let mut counts = DifferenceCounts::new(most as u64).ok()?;
        for (place, times) in self.differences.iter() {
            let difference = i64::from(place) - most;
            counts.observe_many(difference.max(0) as u64, (-difference).max(0) as u64, times).ok()?;
        }
        Some(counts)
    }
}

/// Adds the credit of one game to those of a block, and whether a win was shared.
#[inline(always)]
fn add_credit((credits, shared): (i64, bool), credit: u64) -> (i64, bool) {
    (credits + credit as i64, shared || !credit.is_multiple_of(WIN))
}
