//! Counts quantities: the contribution of each block.

use super::batch::{Batch, Block};
use super::cell::Cell;
use super::quantity::{Among, Blocks, CellValue, Counting, Kind, QuantityDescription};
use super::shape::Shape;
use super::sums::{Contribution, Credits, Paired, ShareCounts};
use crate::arrangement::Arrangement;
use crate::game::{Description, Outcome, Playthrough};
use fairdeal_stats::{BlockSums, Merge, Overflow, PairedBlocks, PairedSums};

/// The contribution of each block to a quantity.
pub(super) trait Contributing: Sync {
    /// Whether it is one number for each game that ended. Then all blocks without an unfinished
    /// game have the same number, which is faster to count.
    const BY_ENDED_GAME: bool = false;

    /// Whether it depends only on the first player, the winners and the reason why the game ended.
    /// Then blocks that ended alike are counted together. A quantity that uses scores or lengths
    /// must not set it.
    const BY_ENDING: bool = false;

    /// Returns the contribution of each block of a batch for a subject.
    fn of_block<'b>(
        &'b self,
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b;

    /// Returns whether a block is counted, if it is watched for `[play]`.
    fn is_watched(&self, _block: &Block<'_>) -> bool {
        false
    }
}

/// Any function of a block and a subject.
pub(super) struct EachBlock<F>(pub(super) F);

impl<F: Fn(Block<'_>, usize) -> Contribution + Sync> Contributing for EachBlock<F> {
    #[inline]
    fn of_block<'b>(
        &'b self,
        _: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        move |block| (self.0)(block, subject)
    }
}

/// The share of games that ended in some way. The function may use the winners and the reason, but
/// not the scores.
pub(super) struct EndedLike<F>(pub(super) F);

impl<F: Fn(&Outcome, usize) -> bool + Sync> Contributing for EndedLike<F> {
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        &'b self,
        _: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        move |block| Contribution {
            points: block.games.iter().filter(|game| (self.0)(&game.outcome, subject)).count()
                as i64,
            among: block.games.len() as u64,
            shared: false,
        }
    }
}

/// A number of each game that ended.
pub(super) struct EachEndedGame<F>(pub(super) F);

impl<F: Fn(&Playthrough, usize) -> u64 + Sync> Contributing for EachEndedGame<F> {
    const BY_ENDED_GAME: bool = true;

    #[inline]
    fn of_block<'b>(
        &'b self,
        _: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        move |block| {
            let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
            total(ended.map(|game| (self.0)(game, subject).cast_signed()))
        }
    }
}

/// Adds up numbers that count once each.
#[inline(always)]
pub(super) fn total(numbers: impl Iterator<Item = i64>) -> Contribution {
    numbers.fold(Contribution::default(), |sum, number| Contribution {
        points: sum.points + number,
        among: sum.among + 1,
        shared: false,
    })
}

impl QuantityDescription {
    /// Returns the counts of a cell of a shape for a subject.
    pub fn in_cell<'c>(
        &self,
        cell: &'c Cell,
        shape: &Shape,
        subject: usize,
    ) -> Option<CellValue<'c>> {
        match &self.counting {
            Counting::Own(_) => cell.shares_of(shape, self).get(subject).map(CellValue::Counted),
            Counting::InCell(find, _) | Counting::Derived(find) => find(cell, shape, subject),
            Counting::Measured(measure) => measure.in_cell(cell, shape, subject),
            Counting::Beside => None,
        }
    }

    /// Returns zero counts for every subject, if the quantity has its own counts in a cell.
    pub(super) fn shares(&self, shape: &Shape, game: &Description) -> Vec<ShareCounts> {
        match self.counting {
            Counting::Own(_) => {
                vec![ShareCounts::default(); self.subjects_of(shape, game).len()]
            }
            _ => Vec::new(),
        }
    }

    /// Returns zero counts for every subject, for the comparison of two cells.
    pub(super) fn pairs(&self, shape: &Shape, game: &Description) -> Vec<Paired> {
        let subjects = 0..self.subjects_of(shape, game).len();
        subjects
            .map(|subject| match self.kind {
                Kind::Wins => {
                    Paired::Credits(Credits::new(shape, self.places_per_block(shape, subject)))
                }
                Kind::Share if self.among == Among::Games => Paired::Sums(PairedSums::default()),
                Kind::Share | Kind::Mean => Paired::Blocks(PairedBlocks::default()),
                Kind::SignedMean => Paired::Sums(PairedSums::default()),
                Kind::Percentile | Kind::Spread | Kind::VarianceShare(_) => Paired::Derived,
            })
            .collect()
    }

    /// Counts the blocks of a batch for every subject.
    pub(super) fn observe(
        &self,
        batch: &Batch<'_>,
        shares: &mut [ShareCounts],
    ) -> Result<(), Overflow> {
        let Counting::Own(blocks) = self.counting else { return Ok(()) };
        shares
            .iter_mut()
            .enumerate()
            .try_for_each(|(subject, share)| blocks.observe(self, batch, subject, share))
    }

    /// Counts the same blocks under a variant and under the baseline for every subject.
    pub(super) fn observe_pairs(
        &self,
        variant: &Batch<'_>,
        baseline: &Batch<'_>,
        pairs: &mut [Paired],
    ) -> Result<(), Overflow> {
        let blocks = match &self.counting {
            Counting::Own(blocks) | Counting::InCell(_, blocks) => *blocks,
            Counting::Measured(measure) => measure,
            Counting::Derived(_) | Counting::Beside => return Ok(()),
        };
        pairs.iter_mut().enumerate().try_for_each(|(subject, pair)| {
            blocks.observe_pair(self, variant, baseline, subject, pair)
        })
    }
}

impl<C: Contributing> Blocks for C {
    fn observe(
        &self,
        quantity: &QuantityDescription,
        batch: &Batch<'_>,
        subject: usize,
        share: &mut ShareCounts,
    ) -> Result<(), Overflow> {
        let contribution = self.of_block(batch, subject);
        let count_one = |block: Block<'_>| {
            let Contribution { points, among, .. } = contribution(block);
            share.sums.observe(points as u64, among)?;
            if points > 0 && share.first.is_none() {
                share.first = Some(first_game(batch, block, &contribution));
            }
            Ok(())
        };
        match (quantity.among, quantity.kind) {
            (Among::Sampled, _) => return batch.sampled_blocks().try_for_each(count_one),
            (Among::Events, _) | (Among::Games, Kind::Mean) => {
                return batch.blocks().try_for_each(count_one);
            }
            _ => {}
        }
        // Fewer than a million games: the sums fit in words.
        let (mut blocks, mut points, mut squares) = (0, 0_u64, 0_u64);
        let mut count = |block: Block<'_>, times: u64| {
            let happened = contribution(block).points as u64;
            blocks += times;
            points += times * happened;
            squares += times * happened * happened;
        };
        if C::BY_ENDING {
            batch.alike().for_each(|(block, times)| count(block, times));
        } else {
            batch.blocks().for_each(|block| count(block, 1));
        }
        let games = batch.shape.games_per_block() as u64;
        let sums = BlockSums::of_equal_games(blocks, games, points.into(), squares.into())?;
        share.sums.merge(&sums)?;
        if points > 0 && share.first.is_none() {
            share.first = batch
                .blocks()
                .find(|block| contribution(*block).points > 0)
                .map(|block| first_game(batch, block, &contribution));
        }
        Ok(())
    }

    fn observe_pair(
        &self,
        quantity: &QuantityDescription,
        variant: &Batch<'_>,
        baseline: &Batch<'_>,
        subject: usize,
        paired: &mut Paired,
    ) -> Result<(), Overflow> {
        // Both play the same arrangements of a block.
        let of_variant = self.of_block(variant, subject);
        let of_baseline = self.of_block(baseline, subject);
        let blocks = || variant.blocks().zip(baseline.blocks());
        let points = |(one, other): (Block<'_>, Block<'_>)| {
            (of_variant(one).points, of_baseline(other).points)
        };
        let contribution =
            |contribution: Contribution| (contribution.points as u64, contribution.among);
        match paired {
            Paired::Derived => Ok(()),
            Paired::Credits(credits) => credits.observe(
                variant
                    .alike_with(baseline)
                    .map(|(one, other, times)| (of_variant(one), of_baseline(other), times)),
            ),
            Paired::Sums(sums) if !C::BY_ENDING => sums.observe_all(blocks().map(points)),
            Paired::Sums(sums) => {
                variant.alike_with(baseline).try_for_each(|(one, other, times)| {
                    sums.observe_many(of_variant(one).points, of_baseline(other).points, times)
                })
            }
            Paired::Blocks(sums) if quantity.among == Among::Sampled => {
                let mut sampled = variant.sampled_blocks().zip(baseline.sampled_blocks());
                sampled.try_for_each(|(one, other)| {
                    sums.observe(contribution(of_variant(one)), contribution(of_baseline(other)))
                })
            }
            Paired::Blocks(sums) if quantity.among == Among::Played => {
                let is_watched = |block: &Block<'_>| self.is_watched(block);
                let mut watched =
                    blocks().filter(|(one, other)| is_watched(one) && is_watched(other));
                watched.try_for_each(|(one, other)| {
                    sums.observe(contribution(of_variant(one)), contribution(of_baseline(other)))
                })
            }
            Paired::Blocks(sums)
                if C::BY_ENDED_GAME && variant.unfinished() + baseline.unfinished() == 0 =>
            {
                let mut of_batch = PairedSums::default();
                of_batch.observe_all(blocks().map(points))?;
                sums.merge(
                    &PairedBlocks::of_equal_games(
                        &of_batch,
                        variant.shape.games_per_block() as u64,
                    )
                    .ok_or(Overflow)?,
                )
            }
            Paired::Blocks(sums) => blocks().try_for_each(|(one, other)| {
                sums.observe(contribution(of_variant(one)), contribution(of_baseline(other)))
            }),
        }
    }
}

/// The number of a block, and the arrangement of its first game that contributes anything.
fn first_game(
    batch: &Batch<'_>,
    block: Block<'_>,
    contribution: impl Fn(Block<'_>) -> Contribution,
) -> (u64, Arrangement) {
    let samples = |game: usize| block.samples.get(game..=game).unwrap_or_default();
    let each = block.events.len() / block.games.len().max(1);
    let events = |game: usize| &block.events[game * each..(game + 1) * each];
    let alone = |game: usize| Block {
        games: &block.games[game..=game],
        samples: samples(game),
        events: events(game),
        ..block
    };
    let game =
        (0..block.games.len()).find(|game| contribution(alone(*game)).points > 0).unwrap_or(0);
    (batch.first_block + block.index as u64, batch.arrangements().of(block)[game])
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;
    use crate::metrics::DecisionSamples;
    use crate::metrics::odd_games::tests::{DESCRIPTION, games};
    use crate::metrics::quantities::SHARE;

    /// The mean length of the games that ended, as a newcomer would add a mean: only the
    /// contribution of a block. The other one selects the shortcut for blocks in which all games
    /// ended.
    static MEAN: QuantityDescription = QuantityDescription {
        name: "mean_length",
        counting: Counting::Own(&EachBlock(|block: Block<'_>, _| contribution(block.games))),
        ..SHORTCUT
    };
    const SHORTCUT: QuantityDescription = QuantityDescription {
        name: "mean_length_by_ended_game",
        kind: Kind::Mean,
        counting: Counting::Own(&EachEndedGame(|game: &Playthrough, _| game.lengths[0])),
        ..SHARE
    };

    fn contribution(games: &[Playthrough]) -> Contribution {
        let ended = games.iter().filter(|game| !game.outcome.unfinished);
        ended.fold(Contribution::default(), |sum, game| Contribution {
            points: sum.points + game.lengths[0].cast_signed(),
            among: sum.among + 1,
            shared: false,
        })
    }

    proptest! {
        #[test]
        fn a_mean_is_counted_in_cells_and_pairs(
            all_end: bool,
            games in games(),
            theirs in games(),
        ) {
            let shape = Shape::new(&["a", "a", "b"].map(str::to_owned));
            let blocks = games.len().min(theirs.len()) / 3;
            let ended = |mut game: Playthrough| {
                game.outcome.unfinished &= !all_end;
                game
            };
            let [games, theirs] = [games, theirs]
                .map(|games| games[..3 * blocks].iter().copied().map(ended).collect::<Vec<_>>());
            let [here, there] = [&games, &theirs]
                .map(|games| Batch::new(&shape, 5, games, &[], DecisionSamples::default()));

            // The slow way, block by block.
            let (mut alone, mut both) = (BlockSums::default(), PairedBlocks::default());
            for (one, other) in games.chunks(3).zip(theirs.chunks(3)) {
                let [one, other] = [one, other]
                    .map(|games| (contribution(games).points as u64, contribution(games).among));
                alone.observe(one.0, one.1)?;
                both.observe(one, other)?;
            }
            let first =
                games.iter().position(|game| !game.outcome.unfinished && game.lengths[0] > 0);
            for quantity in [&MEAN, &SHORTCUT] {
                let (mut shares, mut pairs) =
                    (quantity.shares(&shape, &DESCRIPTION), quantity.pairs(&shape, &DESCRIPTION));
                quantity.observe(&here, &mut shares)?;
                quantity.observe_pairs(&here, &there, &mut pairs)?;
                prop_assert_eq!(shares.len(), 1);
                prop_assert_eq!(&shares[0].sums, &alone);
                prop_assert_eq!(
                    shares[0].first.map(|(block, _)| block),
                    first.map(|game| 5 + game as u64 / 3)
                );
                prop_assert_eq!(&pairs, &vec![Paired::Blocks(both)]);
            }
        }
    }
}
