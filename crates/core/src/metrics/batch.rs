//! The games of some blocks, in the form that metrics count.

use super::outcome_groups::OutcomeGroups;
use super::play::PlayedBlock;
use super::samples::{DecisionSamples, SampledGame, next_sampled};
use super::shape::Shape;
use crate::arrangement::Arrangement;
use crate::game::Playthrough;
use crate::seat::Seat;

/// A place at a table: a seat in one of the games of a block.
pub(crate) type Place = (u8, Seat);

/// The games of some blocks by one variant and one line-up.
///
/// Metrics count whole batches, each in a loop of its own that keeps its sums in registers.
/// Counting game by game took a fifth of the time of the fastest games.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    pub(super) shape: &'a Shape,
    /// The number of the first block.
    pub(super) first_block: u64,
    pub(super) games: &'a [Playthrough],
    /// The arrangements of every block where all blocks have the same ones, otherwise of each game.
    arrangements: &'a [Arrangement],
    /// By strategy, for each block of `arrangements`: the places that it holds, sorted by seat; the
    /// same number in each block.
    places: Vec<Vec<Place>>,
    alike: OutcomeGroups,
    unfinished: u64,
    pub(super) samples: DecisionSamples<'a>,
    /// The counts of events, game by game; empty if none are counted.
    events: &'a [u64],
    /// The contribution of each block to the measures of play; empty if none are compared.
    play: &'a [PlayedBlock],
}

/// The games of one block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    /// The block's index in its batch.
    pub(super) index: usize,
    pub(super) games: &'a [Playthrough],
    /// The notes of each game; empty in blocks that are not sampled.
    pub(super) samples: &'a [SampledGame],
    /// The counts of the events of each game; empty if none are counted.
    pub(super) events: &'a [u64],
    /// The contribution to the measures of play; `None` if they are not compared.
    pub(super) play: Option<&'a PlayedBlock>,
}

impl<'a> Batch<'a> {
    /// Returns the games of some blocks, from `first_block` on: block by block, in the order of the
    /// arrangements. There must be fewer than a million, so that sums over them fit in a word.
    /// `drawn` holds the arrangement of each game where blocks draw their own; it is not read where
    /// they play all.
    pub fn new(
        shape: &'a Shape,
        first_block: u64,
        games: &'a [Playthrough],
        drawn: &'a [Arrangement],
        samples: DecisionSamples<'a>,
    ) -> Self {
        let arrangements = shape.arrangements.all().unwrap_or(drawn);
        let alike = OutcomeGroups::new(games, shape.games_per_block());
        let places = places(shape, arrangements);
        let mut batch = Self {
            shape,
            first_block,
            games,
            arrangements,
            places,
            alike,
            unfinished: 0,
            samples,
            events: &[],
            play: &[],
        };
        let cut = |(block, times): (Block<'_>, u64)| {
            times * block.games.iter().filter(|game| game.outcome.unfinished).count() as u64
        };
        batch.unfinished = batch.alike().map(cut).sum();
        batch
    }

    /// Returns the same games with the counts of their events: all events of the game's
    /// description, game by game.
    #[must_use]
    pub fn with_events(self, events: &'a [u64]) -> Self {
        Self { events, ..self }
    }

    /// Returns the same games with the contribution of each block to the measures of play.
    #[must_use]
    pub fn with_play(self, play: &'a [PlayedBlock]) -> Self {
        Self { play, ..self }
    }

    /// Iterates over the blocks.
    pub(super) fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'a>> + Clone + use<'a> {
        let games = self.games.chunks_exact(self.shape.games_per_block());
        let (events, each, play) = (self.events, self.events_per_block(), self.play);
        games.enumerate().map(move |(index, games)| {
            let events = events.get(index * each..(index + 1) * each).unwrap_or_default();
            Block { index, games, samples: &[], events, play: play.get(index) }
        })
    }

    /// The number of counts of events in a block.
    fn events_per_block(&self) -> usize {
        self.events.len() / self.games.len().max(1) * self.shape.games_per_block()
    }

    /// Iterates over groups of blocks that ended alike: the same seats went first and won, and the
    /// same games were cut. Each has one block as an example, and the number of blocks. (Scores and
    /// lengths are those of the example.)
    pub(super) fn alike(&self) -> impl Iterator<Item = (Block<'a>, u64)> + '_ {
        self.alike.kinds().map(|(block, times)| (self.block(block), times))
    }

    /// Does the same as `alike` for the blocks of two variants.
    pub(super) fn alike_with<'b>(
        &'b self,
        other: &'b Batch<'_>,
    ) -> impl Iterator<Item = (Block<'b>, Block<'b>, u64)> + 'b {
        self.alike
            .pairs(&other.alike)
            .into_iter()
            .map(|(here, there, times)| (self.block(here), other.block(there), times))
    }

    pub(super) fn block(&self, index: usize) -> Block<'a> {
        let games = self.shape.games_per_block();
        let games = &self.games[index * games..][..games];
        Block { index, games, samples: &[], events: &[], play: None }
    }

    /// Returns the block and the arrangement of a game, by its index among all games; `None` if
    /// there are fewer.
    pub(super) fn game(&self, place: usize) -> Option<(u64, Arrangement)> {
        let games = self.shape.games_per_block();
        let block = (place < self.games.len()).then(|| self.block(place / games))?;
        Some((self.first_block + block.index as u64, self.arrangements().of(block)[place % games]))
    }

    /// Returns the arrangements of the blocks, game by game.
    pub(super) fn arrangements(&self) -> PerBlock<'a, Arrangement> {
        let games = self.shape.games_per_block();
        PerBlock { listed: self.arrangements, stride: self.stride(games), length: games }
    }

    /// Returns the places that a strategy holds in the blocks.
    pub(super) fn places(&self, strategy: usize) -> PerBlock<'_, Place> {
        let length = self.shape.places_per_block(strategy);
        PerBlock { listed: &self.places[strategy], stride: self.stride(length), length }
    }

    /// Returns the places that a strategy holds in one seat.
    pub(super) fn places_in(&self, strategy: usize, seat: Seat) -> PerBlock<'_, Place> {
        let all = self.places(strategy);
        let length = all.length / self.shape.players();
        PerBlock {
            listed: &all.listed[(seat.index() * length).min(all.listed.len())..],
            length,
            ..all
        }
    }

    /// The distance between the lists of two blocks: 0 where all blocks share one list.
    fn stride(&self, per_block: usize) -> usize {
        if self.shape.arrangements.all().is_some() { 0 } else { per_block }
    }

    /// Returns the number of games cut by `max_turns`.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Iterates over the sampled blocks, with the notes of their games.
    pub(super) fn sampled_blocks(&self) -> impl Iterator<Item = Block<'a>> + Clone + use<'a> {
        let (first, games, all) = (self.first_block, self.shape.games_per_block(), self.games);
        let sampled =
            std::iter::successors(next_sampled(first), |block| next_sampled(block.checked_add(1)?));
        let indices = sampled
            .map(move |block| (block - first) as usize)
            .take_while(move |index| *index < all.len() / games);
        let noted = self.samples.games.chunks_exact(games);
        indices.zip(noted).map(move |(index, samples)| Block {
            index,
            games: &all[index * games..][..games],
            samples,
            events: &[],
            play: None,
        })
    }
}

/// A list for every block, or one for all.
#[derive(Clone, Copy)]
pub(super) struct PerBlock<'a, T> {
    listed: &'a [T],
    stride: usize,
    pub(super) length: usize,
}

impl<'a, T> PerBlock<'a, T> {
    /// Returns the list of one block.
    #[inline(always)]
    pub(super) fn of(&self, block: Block<'_>) -> &'a [T] {
        &self.listed[self.stride * block.index..][..self.length]
    }
}

/// By strategy and block: the places that it holds, sorted by seat.
fn places(shape: &Shape, arrangements: &[Arrangement]) -> Vec<Vec<Place>> {
    let mut places: Vec<Vec<Place>> = (0..shape.strategies.len())
        .map(|strategy| Vec::with_capacity(arrangements.len() * shape.seats_of(strategy)))
        .collect();
    for block in arrangements.chunks_exact(shape.games_per_block()) {
        for seat in Seat::all(shape.players()) {
            for (game, arrangement) in block.iter().enumerate() {
                places[arrangement.strategy(seat)].push((game as u8, seat));
            }
        }
    }
    places
}
