//! The strategies and arrangements of one line-up.

use std::sync::Arc;

use super::events::AskedEvents;
use super::neighbourhoods::Neighbourhoods;
use crate::arrangement::{Arrangement, Arrangements};
use crate::game::Description;
use crate::seat::Seat;

/// The strategies and arrangements of one line-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The strategies, each once.
    pub strategies: Vec<String>,
    /// The line-up as it was listed, one strategy per seat: indices into `strategies`.
    pub entries: Vec<usize>,
    /// The arrangements of the games of a block.
    pub arrangements: Arrangements,
    /// The possible neighbourhoods.
    pub neighbourhoods: Arc<Neighbourhoods>,
    /// The events that are counted in the games.
    pub events: AskedEvents,
    /// Whether all players can lose together.
    pub can_be_lost: bool,
    /// The measures of play that are counted in the games.
    pub play: Option<ComparedPlay>,
}

/// The measures of play that are compared.
#[derive(Clone, Copy, Debug)]
pub struct ComparedPlay {
    /// The game.
    pub game: &'static Description,
    /// The number of rollouts for each legal action, where chances of winning are estimated.
    pub rollouts: Option<u32>,
    /// Whether the two strategies are crossed, to tell luck from skill.
    pub is_crossed: bool,
}

impl PartialEq for ComparedPlay {
    fn eq(&self, other: &Self) -> bool {
        let key = |play: &Self| (play.game.name, play.rollouts, play.is_crossed);
        key(self) == key(other)
    }
}

impl Shape {
    /// Returns the shape of a line-up: the name of a strategy for every seat. The order of the
    /// names decides labels and the order of rows, but changes no game. No events are counted.
    pub fn new<S: AsRef<str>>(lineup: &[S]) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let entries: Vec<usize> =
            lineup.iter().map(|name| place_of(&mut strategies, name.as_ref())).collect();
        let mut by_name = entries.clone();
        by_name.sort_by_key(|entry| &strategies[*entry]);
        let arrangements = Arrangements::new(&by_name);
        let neighbourhoods =
            Arc::new(Neighbourhoods::new(&entries, strategies.len(), &arrangements));
        let events = AskedEvents::default();
        Self {
            strategies,
            entries,
            arrangements,
            neighbourhoods,
            events,
            can_be_lost: false,
            play: None,
        }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of games in a block.
    pub fn games_per_block(&self) -> usize {
        self.arrangements.games_per_block()
    }

    /// Returns the number of seats of each game that a strategy holds.
    pub fn seats_of(&self, strategy: usize) -> usize {
        self.entries.iter().filter(|entry| **entry == strategy).count()
    }

    /// Returns whether all strategies hold the same number of seats.
    pub fn has_equal_seats(&self) -> bool {
        (1..self.strategies.len()).all(|strategy| self.seats_of(strategy) == self.seats_of(0))
    }

    /// Returns the number of places that a strategy holds in the games of a block, each a seat of a
    /// game.
    pub fn places_per_block(&self, strategy: usize) -> usize {
        self.seats_of(strategy) * self.games_per_block()
    }

    /// Returns whether these strategies sit at the table, in any order.
    pub fn holds<S: AsRef<str>>(&self, names: &[S]) -> bool {
        let mut seated: Vec<&str> =
            self.entries.iter().map(|entry| self.strategies[*entry].as_str()).collect();
        let mut wanted: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        seated.sort_unstable();
        wanted.sort_unstable();
        seated == wanted
    }

    /// Iterates over the names of the strategies in an arrangement, seat by seat.
    pub fn seated(&self, arrangement: Arrangement) -> impl Iterator<Item = &str> {
        Seat::all(self.players())
            .map(move |seat| self.strategies[arrangement.strategy(seat)].as_str())
    }
}

/// Returns the place of a name in a list, to which it is added if it is missing.
pub(super) fn place_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

impl Shape {
    /// Returns whether there are several orders around the table, so that the order can matter.
    pub fn can_order_matter(&self) -> bool {
        let Neighbourhoods { all, orders, .. } = &*self.neighbourhoods;
        !all.is_empty() && (self.arrangements.all().is_none() || orders.len() > 1)
    }
}
