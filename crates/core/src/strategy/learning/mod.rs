//! Decisions to learn from: games that players play, in which the actions of some decisions are
//! weighed by playing on from them.
//!
//! All of it is typed and compiled for each game; [`Pupils`] is the way to it for code that knows no
//! type of a game.

mod gather;
mod noted;

use std::fmt::Debug;

use super::{Failure, Learnable, Playable, Probe, Shape, StrategyFile};
use crate::game::{AnyRules, Description, Searchable};
use crate::input::InputError;
use crate::rng::BlockStreams;

pub use gather::{FORESEEN, Gathered, MOST_ACTIONS, Passed, Piece};
use gather::{Tables, gather, measure};
pub use noted::{Decision, Noted};

/// The typed part of [`Pupils`] for a game: the shape of its weights, and the function that gathers.
#[derive(Clone, Copy, Debug)]
pub struct Learning<G: Playable> {
    shape: Shape,
    gather: Gather<G>,
    measure: Measure<G>,
}

type Gather<G> =
    for<'a> fn(&Tables<'a, G>, &Piece<'_>, &[StrategyFile]) -> Result<Gathered, Failure>;

type Measure<G> =
    for<'a> fn(&Tables<'a, G>, [&StrategyFile; 2], BlockStreams) -> Result<Vec<[f32; 2]>, Failure>;

impl<G: Playable + Learnable + Searchable> Probe<G> {
    /// How its players learn.
    pub const LEARNING: Option<Learning<G>> =
        Some(Learning { shape: G::SHAPE, gather: gather::<G>, measure: measure::<G> });
}

/// The result of a [`Probe`] for a game whose players cannot learn.
pub trait NotLearnable<G: Playable> {
    /// Its players cannot learn.
    const LEARNING: Option<Learning<G>> = None;
}

impl<G: Playable> NotLearnable<G> for Probe<G> {}

/// Players of a game who can learn, at tables with some rules.
pub trait Pupils: Debug + Send + Sync {
    /// Returns the shape of their weights.
    fn shape(&self) -> Shape;

    /// Returns the number of players at each of their tables.
    fn players(&self) -> Vec<usize>;

    /// Returns whether the players of each of their tables are one side: alone, or a team of all.
    fn is_one_side(&self) -> bool;

    /// Plays a piece of work: a few games at one of the tables, all by the learner, except for some
    /// seats that one of `others` takes. Returns decisions of the learner, with the worth of their
    /// actions. They depend only on the piece and the players.
    ///
    /// # Errors
    /// If a player makes no choice.
    fn gather(&self, piece: &Piece<'_>, others: &[StrategyFile]) -> Result<Gathered, Failure>;

    /// Plays one game for each seat at each table, in which the first strategy has the seat and the
    /// second one has all others. Returns by table the mean worth of the games to the first, and to
    /// a seat of the second (0 if there is none), each from 0 to 1: its share of wins, unless the
    /// aim is the score.
    ///
    /// # Errors
    /// If a player makes no choice.
    fn measure(
        &self,
        strategies: [&StrategyFile; 2],
        streams: BlockStreams,
    ) -> Result<Vec<[f32; 2]>, Failure>;
}

/// Players of a game of type `G`.
#[derive(Debug)]
struct PupilsOf<G: Playable> {
    learning: Learning<G>,
    game: &'static Description,
    tables: Vec<(usize, AnyRules)>,
}

impl<G: Playable> PupilsOf<G> {
    fn tables(&self) -> Vec<(usize, &G::Rules)> {
        let tables = self.tables.iter().map(|(players, rules)| {
            let rules = rules.of::<G>(self.game);
            (*players, rules.unwrap_or_else(|_| unreachable!("they were checked")))
        });
        tables.collect()
    }
}

impl<G: Playable> Pupils for PupilsOf<G> {
    fn shape(&self) -> Shape {
        self.learning.shape
    }

    fn players(&self) -> Vec<usize> {
        self.tables.iter().map(|(players, _)| *players).collect()
    }

    fn is_one_side(&self) -> bool {
        self.tables.iter().all(|(players, _)| self.game.is_one_side(*players))
    }

    fn gather(&self, piece: &Piece<'_>, others: &[StrategyFile]) -> Result<Gathered, Failure> {
        (self.learning.gather)(&self.tables(), piece, others)
    }

    fn measure(
        &self,
        strategies: [&StrategyFile; 2],
        streams: BlockStreams,
    ) -> Result<Vec<[f32; 2]>, Failure> {
        (self.learning.measure)(&self.tables(), strategies, streams)
    }
}

/// Returns the players of a game who can learn, at these tables; `None` if they cannot.
pub(crate) fn pupils<G: Playable>(
    game: &'static Description,
    tables: Vec<(usize, AnyRules)>,
) -> Result<Option<Box<dyn Pupils>>, InputError> {
    tables.iter().try_for_each(|(_, rules)| rules.of::<G>(game).map(|_| ()))?;
    let pupils = |learning| Box::new(PupilsOf::<G> { learning, game, tables }) as Box<dyn Pupils>;
    Ok(G::LEARNING.map(pupils))
}
