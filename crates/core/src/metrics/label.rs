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
    /// Both have the same rules of scoring: a point is the same under both, so that scores can be
    /// compared.
    pub same_points: bool,
}

/// The strategies of a round robin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestants {
    /// Their names, each once.
    pub strategies: Vec<String>,
    /// This many at the end are copies of the one before them with a doubled budget, and met only
    /// that one.
    pub doubled: usize,
    /// By cell: for each strategy of its shape, its place among all.
    pub places: Vec<Vec<usize>>,
}

impl Contestants {
    /// The field of the line-ups of some strategies; the last `doubled` ones did not meet all
    /// others.
    pub fn new<'a>(shapes: impl Iterator<Item = &'a Shape>, doubled: usize) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let mut place = |name: &String| {
            strategies.iter().position(|known| known == name).unwrap_or_else(|| {
                strategies.push(name.clone());
                strategies.len() - 1
            })
        };
        let places =
            shapes.map(|shape| shape.strategies.iter().map(&mut place).collect()).collect();
        Self { strategies, doubled, places }
    }

    /// Of a strategy with a doubled budget: its place among those, and the one before it, which it
    /// met.
    pub fn doubled(&self, strategy: &str) -> Option<(usize, &str)> {
        let first = self.strategies.len().checked_sub(self.doubled)?;
        let place = self.strategies[first..].iter().position(|name| name == strategy)?;
        Some((place, self.strategies.get((first + place).checked_sub(1)?)?))
    }
}

/// The place of one player at a table: strategies that sit there in turn while the others stay,
/// each in a cell of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlace {
    /// The strategies of the others.
    pub others: Vec<String>,
    /// Who sits there in turn: several. The last one is what the others are compared with.
    pub candidates: Vec<Candidate>,
}

/// A strategy that sits in the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its cell.
    pub cell: usize,
    /// Its place among the strategies of the cell's shape.
    pub strategy: usize,
}

impl InPlace {
    /// Those of the strategies that sit beside these others in some cell, in their order; `None`
    /// where they are not several.
    pub fn new(others: &[String], strategies: &[String], cells: &[Label]) -> Option<Self> {
        let candidate = |strategy: &String| {
            let table: Vec<&String> = std::iter::once(strategy).chain(others).collect();
            let cell = cells.iter().position(|label| label.shape.holds(&table))?;
            let strategy = cells[cell].shape.strategies.iter().position(|name| name == strategy)?;
            Some(Candidate { cell, strategy })
        };
        let candidates: Vec<Candidate> = strategies.iter().filter_map(candidate).collect();
        (candidates.len() > 1).then(|| Self { others: others.to_vec(), candidates })
    }

    /// Each of those who are compared, and the last one, with which they are.
    pub fn compared(&self) -> impl Iterator<Item = [Candidate; 2]> + '_ {
        let (last, others) = self.candidates.split_last().unzip();
        others.into_iter().flatten().zip(last.into_iter().cycle()).map(|(one, last)| [*one, *last])
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
    /// The places in which strategies are compared.
    pub in_place: Vec<InPlace>,
    /// The strategies that are rated, where all meet.
    pub field: Option<Contestants>,
    /// Blocks are also counted group by group ([`GROUPS`](super::GROUPS)).
    pub grouped: bool,
    /// Which measures of play are counted, where they are asked for.
    pub play: Option<PlayMeasures>,
    /// What is played beside the cells.
    pub asides: Asides,
}

/// What is played beside the cells of an experiment, on the same cards: counted for a question of
/// its own, and in no table about the cells.
#[derive(Clone, Debug, Default)]
pub struct Asides {
    /// What is played, variant by variant.
    pub labels: Vec<Label>,
    /// The searches that know whom they play against.
    pub exploiters: Vec<Exploiting>,
    /// The players without a kind of action.
    pub restricted: Vec<WithoutKind>,
    /// The strategies that are crossed.
    pub crossed: Vec<Crossing>,
}

/// A search among others of a strategy that it knows.
#[derive(Clone, Debug)]
pub struct Exploiting {
    /// What is played: a place among the asides' labels. The search is the first strategy there.
    pub aside: usize,
    /// The strategy of the others.
    pub strategy: String,
}

/// A player who never takes a kind of action, among others of the same strategy who are free.
#[derive(Clone, Debug)]
pub struct WithoutKind {
    /// What is played: a place among the asides' labels. The player is the first strategy there.
    pub aside: usize,
    /// The strategy of the others.
    pub strategy: String,
    /// The kind of action.
    pub kind: &'static str,
}

/// Two strategies, every choice of which for the seats is played.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// The cell whose strategies they are.
    pub cell: usize,
    /// The two.
    pub strategies: [String; 2],
    /// By the number of seats that the second one holds, from none to all: a place among the cells
    /// and, after them, the asides.
    pub cells: Vec<usize>,
}

impl Layout {
    /// Of nothing.
    pub fn empty(game: &'static Description) -> Self {
        let (cells, pairs, in_place) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            game,
            cells,
            pairs,
            digest: String::new(),
            in_place,
            field: None,
            grouped: false,
            play: None,
            asides: Asides::default(),
        }
    }

    /// All that is played: the cells, and what is played beside them.
    #[inline]
    pub fn played(&self) -> impl Iterator<Item = &Label> {
        self.cells.iter().chain(&self.asides.labels)
    }

    /// How many games a block plays, over all cells and what is played beside them.
    pub fn games_per_block(&self) -> u64 {
        self.played().map(|label| label.shape.games_per_block() as u64).sum()
    }

    /// Blocks from this one up to there may be counted together, there not among them.
    pub fn counted_together(&self, block: u64) -> u64 {
        if self.grouped { group_of(block).1 } else { u64::MAX }
    }
}
