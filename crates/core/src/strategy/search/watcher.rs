//! A player for tests: it finds out how the others play, as searches do, and shows what it found.

use super::opponents::Opponents;
use crate::game::Choice;
use crate::input::Location;
use crate::rng::Stream;
use crate::seat::MAX_SEATS;
use crate::strategy::{Failure, Playable, Strategy, StrategyFile};

/// Plays as one strategy, and finds out how the others play.
#[derive(Debug)]
pub(crate) struct Watcher<G: Playable> {
    plays: G::Player,
    opponents: Opponents<G::Player>,
    taken: u32,
    told: u32,
}

impl<G: Playable> Watcher<G> {
    /// Plays as the strategy of this name, and supposes that each of the others plays one of the
    /// strategies of these names.
    pub(crate) fn new(plays: &str, models: &[&str]) -> Self {
        let player = |name: &str| {
            let file = StrategyFile::find::<G>(name, &Location::whole("test")).expect("shipped");
            file.player::<G>(G::DESCRIPTION.usual_players()).expect("a kind of the list")
        };
        Self {
            plays: player(plays),
            opponents: Opponents::new(models.iter().copied().map(player)),
            taken: 0,
            told: 0,
        }
    }

    /// How many decisions it took.
    pub(crate) fn taken(&self) -> u32 {
        self.taken
    }

    /// How many decisions of others it was told of.
    pub(crate) fn told(&self) -> u32 {
        self.told
    }

    /// How many decisions of a seat in this game the model in this place of the list would have
    /// taken otherwise.
    pub(crate) fn mismatches(&self, model: usize, seat: usize) -> u32 {
        self.opponents.mismatches(model, seat)
    }

    /// Which model a search would let each seat play in this many simulated games, if a decision
    /// were due now.
    pub(crate) fn simulated(&mut self, games: usize) -> Vec<[u8; MAX_SEATS]> {
        self.opponents.simulated(games)
    }
}

impl<G: Playable> Strategy<G> for Watcher<G> {
    fn new_game(&mut self) {
        self.plays.new_game();
        self.opponents.begin_game::<G>();
    }

    fn observes(&self) -> bool {
        self.opponents.may_differ()
    }

    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        self.taken += 1;
        self.plays.choose(view, legal, stream)
    }

    fn observe(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        action: G::Action,
        stream: &mut Stream,
    ) {
        self.opponents.observe::<G>(view, legal, action, stream);
        self.told += 1;
    }
}
