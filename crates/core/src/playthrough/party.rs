//! Players who play some games one by one: for traces and for games in words.

use serde_json::{Map, Value};

use crate::game::{Observer, Playthrough};
use crate::input::{InputError, Settings};
use crate::rng::BlockStreams;
use crate::seat::Seat;
use crate::strategy::{Entrant, Fault, Playable, ProgramFailure, Programs, TypedGame};

/// The players of one line-up, with the rules and the seed of their games.
#[derive(Debug)]
pub struct Party<G: Playable> {
    pub(crate) settings: Settings,
    pub(crate) rules: G::Rules,
    pub(crate) rules_json: Map<String, Value>,
    strategies: Vec<String>,
    seated: G::Seated,
    programs: Programs,
    pub(crate) seed: u64,
}

impl<G: Playable> Party<G> {
    /// Seats players of a game: strategy `i` in seat `i`. If `allow_programs` is set, strategies may
    /// run external programs.
    ///
    /// # Errors
    /// If the game or the rules are not for this many players, the kind of a strategy is unknown,
    /// or it is a program that may not run.
    #[inline(never)]
    pub fn new<S: Clone + Into<Entrant>>(
        game: &impl TypedGame<Game = G>,
        settings: &Settings,
        strategies: &[S],
        seed: u64,
        allow_programs: bool,
    ) -> Result<Self, InputError> {
        let strategies: Vec<Entrant> = strategies.iter().cloned().map(Into::into).collect();
        let description = game.repertoire().game;
        description.check_players(strategies.len(), "strategies")?;
        let rules = game.rules_of(settings, strategies.len())?;
        let at_table = settings.clone().at_tables(&[strategies.len()]);
        let rules_json = G::rules_json(&at_table, &rules);
        let mut programs = Programs::new(description, [rules_json.clone()]).allowed(allow_programs);
        let player = |strategy: &Entrant| {
            strategy.player_with::<G>(&mut programs, &rules_json, strategies.len())
        };
        Ok(Self {
            seated: G::seat(strategies.iter().map(player).collect::<Result<_, _>>()?),
            settings: settings.clone(),
            rules_json,
            rules,
            strategies: strategies.iter().map(|strategy| strategy.name().to_owned()).collect(),
            programs,
            seed,
        })
    }

    /// Returns the names of the strategies, seat by seat.
    pub fn strategies(&self) -> &[String] {
        &self.strategies
    }

    /// Returns the name of the strategy in a seat.
    pub fn strategy(&self, seat: Seat) -> &str {
        &self.strategies[seat.index()]
    }

    /// Returns the streams of the game with this index.
    pub fn streams(&self, index: u64) -> BlockStreams {
        BlockStreams::new(self.seed, index)
    }

    /// Ends the external programs that play, if there are any. Call it after the last game, before
    /// its results are used.
    ///
    /// # Errors
    /// See [`Programs::finish`].
    pub fn finish(&mut self) -> Result<(), Box<ProgramFailure>> {
        self.programs.finish()
    }

    /// Plays one game before an observer that is given the rules: the game that block `index` of an
    /// experiment with this seed plays in the arrangement in which strategy `i` sits in seat `i`.
    ///
    /// # Errors
    /// If a strategy makes no legal choice.
    pub fn play<'r, O: Observer<G>>(
        &'r mut self,
        index: u64,
        observer: impl FnOnce(&'r G::Rules) -> O,
    ) -> Result<(Playthrough, O), Fault> {
        let (played, observer) = self.play_so_far(index, observer);
        played.map(|played| (played, observer))
    }

    /// Does as [`Self::play`], and returns the observer also if a strategy makes no legal choice.
    pub(crate) fn play_so_far<'r, O: Observer<G>>(
        &'r mut self,
        index: u64,
        observer: impl FnOnce(&'r G::Rules) -> O,
    ) -> (Result<Playthrough, Fault>, O) {
        let streams = self.streams(index);
        let mut observer = observer(&self.rules);
        let mut any: &mut dyn Observer<G> = &mut observer;
        let played = G::watch(&self.rules, &mut self.seated, streams, &mut any);
        (played, observer)
    }
}
