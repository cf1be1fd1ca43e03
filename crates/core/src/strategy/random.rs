//! The kind `random`, for every game.

use super::texts::RANDOM;
use super::{Failure, Strategy, StrategyFile, StrategyKind};
use crate::game::{Choice, Game, LegalSet};
use crate::rng::Stream;

/// Chooses among the legal actions with equal probability.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Random {
    /// The name of the kind.
    pub const NAME: &'static str = RANDOM;
}

impl StrategyKind for Random {
    const SUMMARY: &'static str = "chooses among the legal actions with equal probability";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

impl<G: Game> Strategy<G> for Random {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        _view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        legal.choose_nth(stream.below(legal.count())).ok_or(Failure::NoLegalAction)
    }
}
