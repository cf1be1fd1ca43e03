//! Players behind a pointer: types that are not among the kinds of a game.

use std::fmt::Debug;

use super::{Failure, Strategy};
use crate::game::{Choice, Game, LegalSet};
use crate::rng::Stream;

/// A player of any type: a user's own, or a program. Each of its decisions costs an indirect call.
pub struct Boxed<G: Game>(Box<dyn AnyPlayer<G>>);

/// The requirements for a player in an experiment.
trait AnyPlayer<G: Game>: Strategy<G> + Debug + Send + Sync {
    /// Returns a copy.
    fn copied(&self) -> Boxed<G>;
}

impl<G: Game, P: Strategy<G> + Clone + Debug + Send + Sync + 'static> AnyPlayer<G> for P {
    fn copied(&self) -> Boxed<G> {
        Boxed::new(self.clone())
    }
}

impl<G: Game> Boxed<G> {
    /// Puts a player behind a pointer.
    pub fn new(player: impl Strategy<G> + Clone + Debug + Send + Sync + 'static) -> Self {
        Self(Box::new(player))
    }

    /// Asks for a choice. (Kept out of the loop of the game, together with its stack memory: the
    /// loop is made fast for the compiled kinds.)
    #[cold]
    #[inline(never)]
    fn ask(
        &mut self,
        view: G::View<'_>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<G::Action, Failure> {
        self.0.choose_alone(&view, legal, stream).map(Choice::into_action)
    }
}

impl<G: Game> Clone for Boxed<G> {
    fn clone(&self) -> Self {
        (*self.0).copied()
    }
}

impl<G: Game> Debug for Boxed<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<G: Game> Strategy<G> for Boxed<G> {
    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        Some(&mut *self.0)
    }

    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        let action = self.ask(*view, &legal.clone(), stream)?;
        legal.choose(action).ok_or(Failure::NoLegalAction)
    }
}
