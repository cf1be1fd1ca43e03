//! What is measured: one file a metric, all of them in one list.
//!
//! A metric counts in integers, batch by batch, and merges by checked addition, so that any split into threads gives the same
//! counts; floats appear once, when its table is written.

mod comebacks;
mod comparisons;
mod decisions;
mod first_player;
mod ladder;
mod lengths;
mod looks;
mod neighbours;
mod outcome_groups;
mod ratings;
mod seat_balance;
mod seats;
mod sensitivity;
mod shares;
mod strategies;
mod table;
mod verdict;
mod wins;

use std::sync::Arc;

use crate::arrangement::{Arrangement, Arrangements};
use crate::game::{Description, Playthrough};
use crate::seat::Seat;
use crate::stats::looks::confidence_at_each_look;
use crate::stats::{Confidence, Overflow};

pub use comparisons::{Compared, Comparison, Pair};
pub use decisions::{DecisionObserver, DecisionTally, counts_decisions};
pub use looks::{Ending, Goal, Sprt, SprtState, Stop};
use neighbours::Neighbourhoods;
use outcome_groups::OutcomeGroups;
pub use ratings::{Rated, RoundRobin, rating_model};
pub use sensitivity::{Design, DesignKnob, Turned};
pub use table::{Table, Value};

pub use verdict::{Sentence, Standing, Verdict, counted, percent, rounded_percent, thousands};

/// Who plays in one line-up, and who sits where.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The strategies, each once.
    pub strategies: Vec<String>,
    /// The line-up as it was listed, one strategy a seat: indices into `strategies`.
    pub entries: Vec<usize>,
    /// Who sits where in the games of a block.
    pub arrangements: Arrangements,
    /// Who can sit beside whom.
    neighbourhoods: Arc<Neighbourhoods>,
}

impl Shape {
    /// The shape of a line-up: the name of a strategy for every seat. The order of the names decides labels and the order of rows, and changes no
    /// game that is played.
    pub fn new(lineup: &[String]) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let entries: Vec<usize> = lineup
            .iter()
            .map(|name| {
                strategies.iter().position(|known| known == name).unwrap_or_else(|| {
                    strategies.push(name.clone());
                    strategies.len() - 1
                })
            })
            .collect();
        let mut by_name = entries.clone();
        by_name.sort_by_key(|entry| &strategies[*entry]);
        let arrangements = Arrangements::new(&by_name);
        let neighbourhoods = Arc::new(Neighbourhoods::new(&entries, strategies.len(), &arrangements));
        Self { strategies, entries, arrangements, neighbourhoods }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.entries.len()
    }

    /// How many games a block plays.
    pub fn games_per_block(&self) -> usize {
        self.arrangements.games_per_block()
    }

    /// How many seats of each game a strategy holds.
    pub fn seats_of(&self, strategy: usize) -> usize {
        self.entries.iter().filter(|entry| **entry == strategy).count()
    }

    /// How many places a strategy holds in the games of a block, each in a seat of a game.
    pub fn places_per_block(&self, strategy: usize) -> usize {
        self.seats_of(strategy) * self.games_per_block()
    }

    /// The names of the strategies in an arrangement, seat by seat.
    pub fn seated(&self, arrangement: Arrangement) -> impl Iterator<Item = &str> {
        Seat::all(self.players()).map(move |seat| self.strategies[arrangement.strategy(seat)].as_str())
    }
}

/// A place at a table: a seat in one of the games of a block.
type Place = (u8, Seat);

/// The games of some blocks by one variant and one line-up.
///
/// Metrics count whole batches, each in one loop of its own that keeps its sums in registers: counting every game by itself took a fifth of the
/// time of the fastest games.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    shape: &'a Shape,
    /// The number of the first block.
    first_block: u64,
    games: &'a [Playthrough],
    /// Those of every block where all blocks have the same, otherwise of each game.
    arrangements: &'a [Arrangement],
    /// By strategy, for as many blocks as `arrangements` tells of: the places that it holds, sorted by seat, as many in each.
    places: Vec<Vec<Place>>,
    alike: OutcomeGroups,
    unfinished: u64,
    samples: DecisionSamples<'a>,
}

/// The games of one block.
#[derive(Clone, Copy, Debug)]
struct Block<'a> {
    /// The block's place in its batch.
    index: usize,
    games: &'a [Playthrough],
}

/// What was noted while some of the games of a batch were played.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionSamples<'a> {
    /// The decisions of each strategy of the shape, in the blocks in which they were counted.
    pub decisions: &'a [DecisionTally],
    /// For each of those blocks, how many decisions had one legal action only, and how many there were.
    pub forced: &'a [(u64, u64)],
    /// For each block in which it was noted who was ahead, in how many games the winners came from behind, and how many were won.
    pub comebacks: &'a [(u64, u64)],
}

impl<'a> Batch<'a> {
    /// The games of some blocks, from `first_block` on: block by block, those of the arrangements in their order; so few (below a million) that sums
    /// over them fit a word. `drawn` holds the arrangement of each game where blocks draw their own, and is not read where they play all.
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
        let mut batch = Self { shape, first_block, games, arrangements, places, alike, unfinished: 0, samples };
        let cut = |(block, times): (Block<'_>, u64)| times * block.games.iter().filter(|game| game.outcome.unfinished).count() as u64;
        batch.unfinished = batch.alike().map(cut).sum();
        batch
    }

    /// The blocks.
    fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'a>> + Clone + use<'a> {
        let games = self.games.chunks_exact(self.shape.games_per_block());
        games.enumerate().map(|(index, games)| Block { index, games })
    }

    /// One block for all that ended alike: the same seats went first and won, and the same games were cut; and how many blocks did.
    /// (Scores and lengths are those of the one block.)
    fn alike(&self) -> impl Iterator<Item = (Block<'a>, u64)> + '_ {
        self.alike.kinds().map(|(block, times)| (self.block(block), times))
    }

    /// As `alike`, for what two variants make of the same blocks.
    fn alike_with<'b>(&'b self, other: &'b Batch<'_>) -> impl Iterator<Item = (Block<'b>, Block<'b>, u64)> + 'b {
        self.alike.pairs(&other.alike).into_iter().map(|(here, there, times)| (self.block(here), other.block(there), times))
    }

    fn block(&self, index: usize) -> Block<'a> {
        let games = self.shape.games_per_block();
        Block { index, games: &self.games[index * games..][..games] }
    }

    /// The arrangements of the blocks, game by game.
    fn arrangements(&self) -> OfBlocks<'a, Arrangement> {
        let games = self.shape.games_per_block();
        OfBlocks { listed: self.arrangements, stride: self.stride(games), length: games }
    }

    /// The places that a strategy holds in the blocks.
    fn places(&self, strategy: usize) -> OfBlocks<'_, Place> {
        let length = self.shape.places_per_block(strategy);
        OfBlocks { listed: &self.places[strategy], stride: self.stride(length), length }
    }

    /// Those of them in one seat.
    fn places_in(&self, strategy: usize, seat: Seat) -> OfBlocks<'_, Place> {
        let all = self.places(strategy);
        let length = all.length / self.shape.players();
        OfBlocks { listed: &all.listed[(seat.index() * length).min(all.listed.len())..], length, ..all }
    }

    /// How far the lists of two blocks lie apart: nowhere where one list stands for all.
    fn stride(&self, per_block: usize) -> usize {
        if self.shape.arrangements.all().is_some() { 0 } else { per_block }
    }

    /// How many games were cut by `max_turns`.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// In how many games decisions were counted.
    fn decisions_games(&self) -> u64 {
        (self.samples.forced.len() * self.shape.games_per_block()) as u64
    }
}

/// What is listed for every block, or once for all.
#[derive(Clone, Copy)]
struct OfBlocks<'a, T> {
    listed: &'a [T],
    stride: usize,
    length: usize,
}

impl<'a, T> OfBlocks<'a, T> {
    /// The part of one block.
    #[inline(always)]
    fn of(&self, block: Block<'_>) -> &'a [T] {
        &self.listed[self.stride * block.index..][..self.length]
    }
}

/// By strategy and block, the places that it holds, sorted by seat.
fn places(shape: &Shape, arrangements: &[Arrangement]) -> Vec<Vec<Place>> {
    let of_strategy = |strategy| {
        let mut places = Vec::with_capacity(arrangements.len() * shape.seats_of(strategy));
        for block in arrangements.chunks_exact(shape.games_per_block()) {
            for seat in Seat::all(shape.players()) {
                let held = block.iter().enumerate().filter(|(_, arrangement)| arrangement.strategy(seat) == strategy);
                places.extend(held.map(|(game, _)| (game as u8, seat)));
            }
        }
        places
    };
    (0..shape.strategies.len()).map(of_strategy).collect()
}

/// What one variant and one line-up are called in the tables.
#[derive(Clone, Debug)]
pub struct Label {
    /// The game.
    pub game: &'static Description,
    /// The variant.
    pub variant: String,
    /// Where the variant lies in a sweep: each knob with its value; empty where there is none.
    pub point: Vec<(&'static str, String)>,
    /// The line-up.
    pub lineup: String,
    /// Who sits where.
    pub shape: Shape,
}

impl Label {
    /// The columns game, variant and line-up, by which every row is found.
    fn key(&self) -> [Value; 3] {
        [self.game.name.into(), self.variant.as_str().into(), self.lineup.as_str().into()]
    }
}

/// How the designer wants the counts judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The confidence of every interval.
    pub confidence: Confidence,
    /// A difference of win rates up to this (0 to 1) does not matter.
    pub win_rate_tolerance: f64,
    /// A relative difference of lengths up to this (0 to 1) does not matter.
    pub length_tolerance: f64,
    /// A difference of mean scores up to this does not matter.
    pub score_tolerance: f64,
    /// Results are looked at again and again until they are settled, with at most so many blocks: then intervals must hold at every look.
    pub looks: Option<u64>,
    /// A difference of the shares of forced decisions and of unfinished games up to this (0 to 1) does not matter.
    pub share_tolerance: f64,
}

impl Analysis {
    /// The confidence of an interval from so many blocks that is not made for many looks: higher at each look, where there are several.
    fn confidence_after(&self, blocks: u64) -> Confidence {
        self.looks.and_then(|most| confidence_at_each_look(blocks, most, self.confidence)).unwrap_or(self.confidence)
    }
}

/// The counts of one metric with the label of its cell.
#[derive(Debug)]
pub struct Labelled<'a, Counts> {
    /// The variant and line-up.
    pub label: &'a Label,
    /// The counts.
    pub counts: &'a Counts,
}

/// A metric: what it counts, and the tables made of it.
pub trait Metric: Clone + std::fmt::Debug + PartialEq + Sized {
    /// What the metric is, for a designer: the table's file and a definition.
    const DEFINITION: (&'static str, &'static str);

    /// Counts for the games of a shape, all zero.
    fn new(shape: &Shape, game: &Description) -> Self;

    /// Counts the games of a batch.
    ///
    /// # Errors
    /// When a count would overflow.
    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow>;

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow.
    fn merge(&mut self, other: &Self) -> Result<(), Overflow>;

    /// The metric's tables over all cells, in the order of the experiment.
    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table>;

    /// What the metric says in words.
    fn sentences(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Sentence> {
        let _ = (cells, analysis);
        Vec::new()
    }
}

/// Declares the list of metrics: the counts of one cell, and what is done with all of them.
macro_rules! metrics {
    ($($(#[$meta:meta])* $field:ident: $metric:ty),* $(,)?) => {
        /// All counts of one variant and one line-up.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Cell {
            $($(#[$meta])* pub $field: $metric,)*
        }

        impl Cell {
            /// Counts for the games of a shape, all zero.
            pub fn new(shape: &Shape, game: &Description) -> Self {
                Self { $($field: Metric::new(shape, game),)* }
            }

            /// Counts the games of a batch.
            ///
            /// # Errors
            /// When a count would overflow.
            pub fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
                $(self.$field.observe(batch)?;)*
                Ok(())
            }

            /// Adds the counts of other blocks.
            ///
            /// # Errors
            /// When a count would overflow.
            pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
                $(self.$field.merge(&other.$field)?;)*
                Ok(())
            }
        }

        /// The tables of the metrics of single cells.
        fn cell_tables(cells: &[(Label, Cell)], analysis: &Analysis) -> Vec<Table> {
            let mut tables = Vec::new();
            $({
                let labelled: Vec<_> = cells.iter().map(|(label, cell)| Labelled { label, counts: &cell.$field }).collect();
                tables.extend(<$metric as Metric>::tables(&labelled, analysis));
            })*
            tables
        }

        /// What the metrics of single cells say in words.
        fn cell_sentences(cells: &[(Label, Cell)], analysis: &Analysis) -> Vec<Sentence> {
            let mut sentences = Vec::new();
            $({
                let labelled: Vec<_> = cells.iter().map(|(label, cell)| Labelled { label, counts: &cell.$field }).collect();
                sentences.extend(<$metric as Metric>::sentences(&labelled, analysis));
            })*
            sentences
        }

        /// The file and the definition of every metric of single cells.
        const CELL_DEFINITIONS: &[(&str, &str)] = &[$(<$metric as Metric>::DEFINITION,)*];
    };
}

metrics! {
    /// Wins and scores by seat.
    seats: seats::Seats,
    /// Wins of the first player.
    first_player: first_player::FirstPlayer,
    /// Wins of every seat, strategies balanced.
    seat_balance: seat_balance::SeatBalance,
    /// Wins by strategy.
    strategies: strategies::Strategies,
    /// Wins by neighbours.
    neighbours: neighbours::Neighbours,
    /// Lengths.
    lengths: lengths::Lengths,
    /// Decisions.
    decisions: decisions::Decisions,
    /// Wins from behind.
    comebacks: comebacks::Comebacks,
}

/// The file and the definition of every metric.
pub fn definitions() -> impl Iterator<Item = (&'static str, &'static str)> {
    CELL_DEFINITIONS.iter().copied().chain(comparisons::DEFINITIONS).chain(ratings::DEFINITIONS).chain([
        looks::DEFINITION,
        ladder::DEFINITION,
        sensitivity::DEFINITION,
    ])
}

/// Everything that a run counted.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Every variant and line-up with its counts, in the order of the plan.
    pub cells: Vec<(Label, Cell)>,
    /// The variants that are compared with the baseline, line-up by line-up.
    pub comparisons: Vec<(Pair, Comparison)>,
    /// Who won against whom, where all strategies met all others.
    pub round_robin: Option<RoundRobin>,
    /// How many blocks are in the counts: the first ones, without a gap.
    pub blocks: u64,
}

impl Counts {
    /// All tables.
    pub fn tables(&self, analysis: &Analysis) -> Vec<Table> {
        let mut tables = cell_tables(&self.cells, analysis);
        tables.extend(comparisons::tables(&self.compared(), analysis));
        tables.extend(self.round_robin.iter().flat_map(|round_robin| round_robin.tables(&self.cells, analysis)));
        tables.extend(self.ladder(analysis));
        tables
    }

    /// What the counts say in words: what is beyond the tolerance first, then what is not settled, then the rest.
    pub fn sentences(&self, analysis: &Analysis) -> Vec<Sentence> {
        // A ladder asks about equals and neighbours only.
        if let Some(sentences) = self.ladder_sentences(analysis) {
            return sentences;
        }
        // First of those that are not settled: without ratings all else says little.
        let mut sentences: Vec<Sentence> = self.round_robin.iter().flat_map(|round_robin| round_robin.sentences(&self.cells)).collect();
        sentences.extend(cell_sentences(&self.cells, analysis));
        sentences.extend(comparisons::sentences(&self.compared(), analysis));
        sentences.sort_by_key(|sentence| sentence.standing);
        sentences
    }

    /// How many decisions were taken in all games.
    pub fn decisions(&self) -> u128 {
        self.cells.iter().map(|(_, cell)| cell.lengths.total(0)).sum()
    }

    /// Adds the counts of other blocks of the same plan.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.cells.iter_mut().zip(&other.cells).try_for_each(|((_, cell), (_, other))| cell.merge(other))?;
        self.comparisons.iter_mut().zip(&other.comparisons).try_for_each(|((_, pair), (_, other))| pair.merge(other))?;
        self.round_robin.iter_mut().zip(&other.round_robin).try_for_each(|(standings, other)| standings.merge(other))?;
        self.blocks = self.blocks.checked_add(other.blocks).ok_or(Overflow)?;
        Ok(())
    }

    fn compared(&self) -> Vec<Compared<'_>> {
        let cells = self.comparisons.iter().map(|(Pair { baseline, variant, same_rules }, counts)| Compared {
            baseline: &self.cells[*baseline],
            variant: &self.cells[*variant],
            same_rules: *same_rules,
            counts,
        });
        cells.collect()
    }
}
