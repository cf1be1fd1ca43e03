//! A player for tests that fits models of the others, like a search, and shows them.

use super::opponents::Opponents;
use crate::game::Choice;
use crate::input::Location;
use crate::rng::Stream;
use crate::seat::MAX_SEATS;
use crate::strategy::{Failure, Playable, Repertoire, Strategy, StrategyFile};

/// Plays one strategy, and fits models of the others.
#[derive(Debug)]
pub(crate) struct Watcher<G: Playable> {
    plays: G::Player,
    opponents: Opponents<G::Player>,
    taken: u32,
    told: u32,
}

impl<G: Playable> Watcher<G> {
    /// Returns a player that plays the strategy of this name, with the strategies of these names as
    /// models of all others.
    pub(crate) fn new(plays: &str, models: &[&str]) -> Self {
        let player = |name: &str| {
            let file = StrategyFile::find(Repertoire::of::<G>(), name, &Location::whole("test"))
                .expect("shipped");
            file.player::<G>(G::DESCRIPTION.usual_players()).expect("a kind of the list")
        };
        Self {
            plays: player(plays),
            opponents: Opponents::new(models.iter().copied().map(player)),
            taken: 0,
            told: 0,
        }
    }

    /// Returns the number of its decisions.
    pub(crate) fn taken(&self) -> u32 {
        self.taken
    }

    /// Returns the number of others' decisions that it observed.
    pub(crate) fn told(&self) -> u32 {
        self.told
    }

    /// Returns the number of a seat's decisions in this game in which the model at this index would
    /// have chosen another action.
    pub(crate) fn mismatches(&self, model: usize, seat: usize) -> u32 {
        self.opponents.mismatches(model, seat)
    }

    /// Returns the model of each seat in this many simulated games of a search at this point.
    pub(crate) fn simulated(&mut self, games: usize) -> Vec<[u8; MAX_SEATS]> {
        self.opponents.simulated(games)
    }
}

impl<G: Playable> Strategy<G> for Watcher<G> {
    fn new_game(&mut self) {
        self.plays.new_game();
        self.opponents.begin_game::<G>();
    }

    fn observes(&mut self) -> bool {
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
