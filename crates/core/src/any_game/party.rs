//! Players of a game whose type is not known, who play games one by one.

use std::fmt::Debug;

use crate::game::{Eyes, Playthrough};
use crate::metrics::{DecisionChances, WatchedGame, chances_of};
use crate::playthrough::{Party, Rollouts};
use crate::seat::Seat;
use crate::show::{Told, tell};
use crate::strategy::{Fault, Playable, ProgramFailure, StrategyFile};
use crate::trace::trace;

/// A [`Party`] of any game: players of one line-up, whose games are written down or put into words.
/// Game `index` is the one that block `index` of an experiment with the same seed plays in the
/// arrangement in which strategy `i` sits in seat `i`.
pub trait AnyParty: Debug {
    /// Returns the names of the strategies, seat by seat.
    fn strategies(&self) -> &[String];

    /// Plays a game.
    ///
    /// # Errors
    /// When a strategy makes no legal choice.
    fn play_game(&mut self, index: u64) -> Result<Playthrough, Fault>;

    /// Plays a game and writes it down as a JSON object. Also returns how it ended, and the notes
    /// that a run would keep of it.
    ///
    /// # Errors
    /// When a strategy makes no legal choice.
    fn trace(&mut self, index: u64) -> Result<(serde_json::Value, WatchedGame), Fault>;

    /// Plays a game and puts it into words; `heading` says which one it is. Also returns how it
    /// ended, and the notes that a run would keep of it.
    ///
    /// # Errors
    /// When a strategy makes no legal choice.
    fn tell(&mut self, index: u64, eyes: Eyes, heading: &str)
    -> Result<(Told, WatchedGame), Fault>;

    /// Plays a game and estimates the chances at each of its decisions, by this many rollouts for
    /// each legal action. Each seat is played on by one of the strategies, or all seats by a single
    /// one. Returns `None` if the kind of a strategy is not compiled into this program, or the game
    /// cannot draw hidden cards anew.
    ///
    /// # Errors
    /// When a strategy makes no legal choice, at the table or in a rollout.
    fn chances(
        &mut self,
        index: u64,
        strategies: &[StrategyFile],
        rollouts: usize,
    ) -> Option<Result<Vec<DecisionChances>, Fault>>;

    /// Ends the external programs, if some play: after the last game, and before the games are
    /// shown.
    ///
    /// # Errors
    /// When a program wrote more lines than there were questions, so that answers may have been
    /// taken for answers to other questions.
    fn finish(&mut self) -> Result<(), Box<ProgramFailure>>;
}

impl dyn AnyParty {
    /// Returns the strategy in a seat.
    pub fn strategy(&self, seat: Seat) -> &str {
        &self.strategies()[seat.index()]
    }
}

impl<G: Playable> AnyParty for Party<G> {
    fn strategies(&self) -> &[String] {
        self.strategies()
    }

    fn play_game(&mut self, index: u64) -> Result<Playthrough, Fault> {
        self.play(index, |_| ()).map(|(played, ())| played)
    }

    fn trace(&mut self, index: u64) -> Result<(serde_json::Value, WatchedGame), Fault> {
        trace(self, index)
    }

    fn tell(
        &mut self,
        index: u64,
        eyes: Eyes,
        heading: &str,
    ) -> Result<(Told, WatchedGame), Fault> {
        tell(self, index, eyes, heading)
    }

    fn chances(
        &mut self,
        index: u64,
        strategies: &[StrategyFile],
        rollouts: usize,
    ) -> Option<Result<Vec<DecisionChances>, Fault>> {
        let players = self.strategies().len();
        let strategies = strategies.iter().map(|strategy| strategy.player::<G>(players));
        let rollouts = Rollouts::new(strategies.collect::<Option<_>>()?, players, rollouts)?;
        Some(chances_of(self, index, rollouts))
    }

    fn finish(&mut self) -> Result<(), Box<ProgramFailure>> {
        self.finish()
    }
}
