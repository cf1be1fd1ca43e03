//! The cells of an experiment: variants and line-ups by name, and the comparisons between them.

use std::sync::Arc;

use super::groups::group_of;
use super::play::PlayMeasures;
use super::shape::{Shape, place_of};
use crate::game::{AnyRules, Description};
use crate::input::{Settings, Value};

/// A variant of the rules.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name.
    pub name: String,
    /// The knobs, with the defaults filled in.
    pub settings: Settings,
    /// The point in a sweep: each knob that is swept over with its value; empty without a sweep.
    pub point: Vec<(&'static str, Value)>,
}

impl Variant {
    /// Returns a variant that is no point of a sweep.
    pub fn new(name: &str, settings: Settings) -> Self {
        Self { name: name.to_owned(), settings, point: Vec::new() }
    }
}

/// One variant and one line-up: their names in the tables, and how they are played.
#[derive(Clone, Debug)]
pub struct Label {
    /// The game.
    pub game: &'static Description,
    /// The variant.
    pub variant: Arc<Variant>,
    /// The line-up.
    pub lineup: String,
    /// The strategies and arrangements.
    pub shape: Shape,
    /// The rules, ready to play.
    pub rules: AnyRules,
}

/// One variant and the baseline, with the same line-up: indices of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The cell of the baseline.
    pub baseline: usize,
    /// The cell of the variant.
    pub variant: usize,
    /// Whether both have the same rules, so that nothing can differ.
    pub same_rules: bool,
    /// Whether both have the same rules of scoring, so that scores can be compared.
    pub same_points: bool,
}

/// The strategies of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestants {
    /// Their names, each once.
    pub strategies: Vec<String>,
    /// The number of strategies at the end that are copies of the one before them with a doubled
    /// budget. Each met only the one before it.
    pub doubled: usize,
    /// By cell: for each strategy of its shape, its index among all.
    pub places: Vec<Vec<usize>>,
}

impl Contestants {
    /// Returns the strategies of some line-ups; the last `doubled` ones did not meet all others.
    pub fn new<'a>(shapes: impl Iterator<Item = &'a Shape>, doubled: usize) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let mut place = |name: &String| place_of(&mut strategies, name);
        let places =
            shapes.map(|shape| shape.strategies.iter().map(&mut place).collect()).collect();
        Self { strategies, doubled, places }
    }

    /// For a strategy with a doubled budget, returns its index among those, and the one before it,
    /// which it met.
    pub fn doubled(&self, strategy: &str) -> Option<(usize, &str)> {
        let first = self.strategies.len().checked_sub(self.doubled)?;
        let place = self.strategies[first..].iter().position(|name| name == strategy)?;
        Some((place, self.strategies.get((first + place).checked_sub(1)?)?))
    }
}

/// The place of one player at a table: strategies that take it in turn while the others stay, each
/// in a cell of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlace {
    /// The strategies of the others.
    pub others: Vec<String>,
    /// The strategies that take the place in turn: at least two. The others are compared with the
    /// last one.
    pub candidates: Vec<Candidate>,
}

/// A strategy that takes the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its cell.
    pub cell: usize,
    /// Its index among the strategies of the cell's shape.
    pub strategy: usize,
}

impl InPlace {
    /// Returns the candidates among the strategies that play with these others in some cell, in
    /// their order; `None` for fewer than two.
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

    /// Iterates over the compared pairs: each candidate with the last one.
    pub fn compared(&self) -> impl Iterator<Item = [Candidate; 2]> + '_ {
        let (last, others) = self.candidates.split_last().unzip();
        others.into_iter().flatten().zip(last.into_iter().cycle()).map(|(one, last)| [*one, *last])
    }
}

/// The cells and comparisons of an experiment: everything needed to read its counts.
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
    /// The strategies that are rated, on a ladder.
    pub field: Option<Contestants>,
    /// Whether blocks are also counted group by group ([`GROUPS`](super::GROUPS)).
    pub grouped: bool,
    /// The measures of play that are counted, if the experiment asks for them.
    pub play: Option<PlayMeasures>,
    /// The games beside the cells.
    pub asides: Asides,
}

/// Games beside the cells of an experiment, on the same cards. Each is counted for its own
/// question, and in no table about the cells.
#[derive(Clone, Debug, Default)]
pub struct Asides {
    /// Their variants and line-ups, variant by variant.
    pub labels: Vec<Label>,
    /// The exploiting searches.
    pub exploiters: Vec<Exploiter>,
    /// The restricted players.
    pub restricted: Vec<RestrictedPlayer>,
    /// The crossed strategies.
    pub crossed: Vec<Crossing>,
}

/// A search that knows the strategy of all others.
#[derive(Clone, Debug)]
pub struct Exploiter {
    /// An index into the asides' labels. The search is the first strategy there.
    pub aside: usize,
    /// The strategy of the others.
    pub strategy: String,
}

/// A player who never takes a kind of action, among unrestricted players of the same strategy.
#[derive(Clone, Debug)]
pub struct RestrictedPlayer {
    /// An index into the asides' labels. The player is the first strategy there.
    pub aside: usize,
    /// The strategy of the others.
    pub strategy: String,
    /// The kind of action.
    pub kind: &'static str,
}

/// Two strategies that are crossed: every choice of them for the seats is played.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// The cell of these strategies.
    pub cell: usize,
    /// The two strategies.
    pub strategies: [String; 2],
    /// By the number of seats that the second one holds, from none to all: an index into the cells
    /// and, after them, the asides.
    pub cells: Vec<usize>,
}

impl Layout {
    /// Returns an empty layout.
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

    /// Iterates over the cells, and then over the games beside them.
    #[inline]
    pub fn played(&self) -> impl Iterator<Item = &Label> {
        self.cells.iter().chain(&self.asides.labels)
    }

    /// Returns the number of games in a block, over all cells and the games beside them.
    pub fn games_per_block(&self) -> u64 {
        self.played().map(|label| label.shape.games_per_block() as u64).sum()
    }

    /// Returns the end of the range of blocks from this one on that may be counted together.
    pub fn counted_together(&self, block: u64) -> u64 {
        if self.grouped { group_of(block).1 } else { u64::MAX }
    }
}
