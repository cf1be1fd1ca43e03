//! The players of the games of a check: a fixed plan.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::Location;
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::strategy::{Entrant, StrategyFile};

/// A habit of play: a strategy that reaches places which good players avoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The name of the strategy.
    pub name: &'static str,
    /// The players in words: "random players".
    pub told: &'static str,
    /// Whether they look ahead, which takes much longer than a decision of the others.
    is_slow: bool,
}

/// All habits. The first one is that of most games.
const HABITS: [Habit; 5] = [
    Habit { name: "random", told: "random players", is_slow: false },
    Habit { name: "first", told: "players who always take the first option", is_slow: false },
    Habit { name: "last", told: "players who always take the last option", is_slow: false },
    Habit { name: "stalls", told: "players who stall", is_slow: true },
    Habit { name: "greedy", told: "greedy players", is_slow: true },
];

/// The players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    /// All have this habit, by its place.
    Same(usize),
    /// Each has any.
    Mixed,
    /// Each has any that does not look ahead.
    Quick,
}

/// The first games of a set of rules, and the games that follow them in turn.
const FIRST: [Table; 10] = {
    use Table::{Mixed, Same};
    [Same(0), Same(1), Same(2), Same(3), Same(4), Mixed, Same(0), Mixed, Same(0), Mixed]
};
const FURTHER: [Table; 5] =
    [Table::Same(0), Table::Same(1), Table::Same(2), Table::Same(0), Table::Quick];

/// The players of a game of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seating {
    /// The strategy in each seat.
    pub(super) names: Vec<&'static str>,
    /// The habit that all have, if they have the same one.
    pub(super) habit: Option<Habit>,
    /// Whether one of them looks ahead.
    pub(super) is_slow: bool,
}

impl Seating {
    /// The players in words.
    pub(super) fn told(&self) -> &'static str {
        self.habit.map_or("players of different habits", |habit| habit.told)
    }

    /// Whether all choose at random.
    pub(super) fn is_random(&self) -> bool {
        self.habit == Some(HABITS[0])
    }
}

/// The habits of a game: not every game has a strategy for each.
#[derive(Clone, Debug)]
pub(super) struct Players {
    pub(super) habits: Vec<Habit>,
    entrants: Vec<Entrant>,
}

impl Players {
    /// Returns the players for a game.
    pub(super) fn of(game: &dyn AnyGame) -> Self {
        let place = Location::whole("check");
        let (habits, entrants) = HABITS
            .iter()
            .filter_map(|habit| {
                let file = StrategyFile::find(game.repertoire(), habit.name, &place).ok()?;
                Some((*habit, Entrant::from(file)))
            })
            .unzip();
        Self { habits, entrants }
    }

    /// Returns the players of a game: the same for the same seed, index and number of players.
    /// Players who look ahead sit among others only if there is time for them.
    pub(super) fn seating(&self, seed: u64, index: u64, players: usize, has_time: bool) -> Seating {
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        let table = match FIRST.get(place) {
            Some(table) => *table,
            None => FURTHER[place % FURTHER.len()],
        };
        let habits: Vec<Habit> = match table {
            Table::Same(habit) => {
                let known = self.habits.iter().find(|known| **known == HABITS[habit]);
                vec![known.copied().unwrap_or(HABITS[0]); players]
            }
            Table::Mixed | Table::Quick => {
                let any = |habit: &&Habit| !habit.is_slow || (has_time && table == Table::Mixed);
                let any: Vec<&Habit> = self.habits.iter().filter(any).collect();
                let mut draws = BlockStreams::new(seed, index).stream(Purpose::Arrangement);
                (0..players).map(|_| *any[draws.below(any.len() as u32) as usize]).collect()
            }
        };
        Seating {
            names: habits.iter().map(|habit| habit.name).collect(),
            habit: habits.first().copied().filter(|first| habits.iter().all(|one| one == first)),
            is_slow: habits.iter().any(|habit| habit.is_slow),
        }
    }

    /// Returns a table of random players.
    pub(super) fn random(&self, players: usize) -> Seating {
        self.seating(0, 0, players, false)
    }

    /// Returns the strategies of a seating.
    pub(super) fn seated(&self, seating: &Seating) -> Vec<Entrant> {
        let of_name = |name: &&str| {
            let place = self.habits.iter().position(|habit| habit.name == *name);
            self.entrants[place.unwrap_or_default()].clone()
        };
        seating.names.iter().map(of_name).collect()
    }
}

#[cfg(test)]
mod tests {
    use fairdeal_core::registry::GAMES;

    use super::{HABITS, Players};

    #[test]
    fn every_habit_sits_alone_and_among_others_in_the_first_games() {
        let players = Players { habits: HABITS.to_vec(), entrants: Vec::new() };
        for seats in [1, 2, 5] {
            let all: Vec<_> = (0..10).map(|index| players.seating(7, index, seats, true)).collect();
            for habit in HABITS {
                assert!(all.iter().any(|one| one.habit == Some(habit)), "{habit:?}");
            }
            assert_eq!(seats > 1, all.iter().any(|one| one.habit.is_none()), "{seats}");
            assert_eq!(
                all,
                (0..10).map(|i| players.seating(7, i, seats, true)).collect::<Vec<_>>()
            );
            // Later games are quick, and most are random.
            let later: Vec<_> =
                (10..60).map(|index| players.seating(7, index, seats, true)).collect();
            assert!(later.iter().all(|one| !one.is_slow));
            assert!(later.iter().filter(|one| one.is_random()).count() >= 20);
        }
    }

    #[test]
    fn a_game_without_a_strategy_for_a_habit_does_without() {
        let game = GAMES.iter().last().expect("a game");
        let players = Players::of(game);
        let names: Vec<_> = players.habits.iter().map(|habit| habit.name).collect();
        assert_eq!(names, ["random", "greedy"]);
        for index in 0..20 {
            let seating = players.seating(1, index, 3, true);
            assert_eq!(players.seated(&seating).len(), 3);
            assert!(seating.names.iter().all(|name| names.contains(name)));
        }
    }
}
