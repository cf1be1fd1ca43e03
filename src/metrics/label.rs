//! What is played: variants and line-ups by name, and what is compared with what.

use super::groups::group_of;
use super::play::PlayMeasures;
use super::shape::Shape;
use crate::game::Description;

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

/// One variant and the baseline, with the same line-up: places among the cells of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The cell of the baseline.
    pub baseline: usize,
    /// The cell of the variant.
    pub variant: usize,
    /// Both have the same rules, so that nothing can differ.
    pub same_rules: bool,
}

/// The strategies of a round robin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestants {
    /// Their names, each once.
    pub strategies: Vec<String>,
    /// This many at the end are copies of the one before them with a doubled budget, and met only that one.
    pub doubled: usize,
    /// By cell: for each strategy of its shape, its place among all.
    pub places: Vec<Vec<usize>>,
}

impl Contestants {
    /// The field of the line-ups of some strategies; the last `doubled` ones did not meet all others.
    pub fn new<'a>(shapes: impl Iterator<Item = &'a Shape>, doubled: usize) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let mut place = |name: &String| {
            strategies.iter().position(|known| known == name).unwrap_or_else(|| {
                strategies.push(name.clone());
                strategies.len() - 1
            })
        };
        let places = shapes.map(|shape| shape.strategies.iter().map(&mut place).collect()).collect();
        Self { strategies, doubled, places }
    }

    /// Of a strategy with a doubled budget: its place among those, and the one before it, which it met.
    pub(crate) fn doubled(&self, strategy: &str) -> Option<(usize, &str)> {
        let first = self.strategies.len().checked_sub(self.doubled)?;
        let place = self.strategies[first..].iter().position(|name| name == strategy)?;
        Some((place, self.strategies.get((first + place).checked_sub(1)?)?))
    }
}

/// What is played of an experiment, and what is compared: all that the counts need to be read.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The game.
    pub game: &'static Description,
    /// Every variant with every line-up, variant by variant.
    pub cells: Vec<Label>,
    /// The cells that are compared.
    pub pairs: Vec<Pair>,
    /// The digest of the experiment.
    pub digest: String,
    /// The strategies that are rated, where all meet.
    pub field: Option<Contestants>,
    /// Blocks are also counted group by group ([`GROUPS`](super::GROUPS)).
    pub grouped: bool,
    /// Which measures of play are counted, where they are asked for.
    pub play: Option<PlayMeasures>,
}

impl Layout {
    /// Of nothing.
    pub fn empty(game: &'static Description) -> Self {
        Self { game, cells: Vec::new(), pairs: Vec::new(), digest: String::new(), field: None, grouped: false, play: None }
    }

    /// How many games a block plays, over all cells.
    pub fn games_per_block(&self) -> u64 {
        self.cells.iter().map(|label| label.shape.games_per_block() as u64).sum()
    }

    /// Blocks from this one up to there may be counted together, there not among them.
    pub fn counted_together(&self, block: u64) -> u64 {
        if self.grouped { group_of(block).1 } else { u64::MAX }
    }
}
