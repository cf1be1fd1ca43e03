//! Who can sit between whom at the table of a line-up, and in which orders around it.

use std::collections::BTreeMap;

use crate::arrangement::{Arrangement, Arrangements};
use crate::seat::Seat;

/// Who sits between whom: strategies of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// Sits between the two others.
    pub strategy: usize,
    /// Acts before the strategy.
    pub before: usize,
    /// Acts after it.
    pub after: usize,
}

/// The neighbourhoods and the orders around the table that a line-up can have; none where there are
/// no two neighbours, or no two strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbourhoods {
    /// How many strategies there are.
    pub strategies: usize,
    /// How many seats each strategy holds.
    held: Vec<usize>,
    /// Each neighbourhood once.
    pub all: Vec<Neighbourhood>,
    /// By strategy, who is before and who is after: the place in `all`.
    places: Vec<u16>,
    /// The orders around the table, each with the share of arrangements that have it, where a block
    /// plays all arrangements.
    pub orders: Vec<(Arrangement, f64)>,
    /// By game of a block that plays all arrangements: its order, and the neighbourhood of every
    /// seat.
    pub games: Vec<(usize, Vec<usize>)>,
}

impl Neighbourhoods {
    pub(crate) fn new(lineup: &[usize], strategies: usize, arrangements: &Arrangements) -> Self {
        let players = lineup.len();
        if players < 3 || strategies < 2 {
            return Self::default();
        }
        let held = (0..strategies)
            .map(|strategy| lineup.iter().filter(|entry| **entry == strategy).count())
            .collect();
        let mut new =
            Self { strategies, held, places: vec![u16::MAX; strategies.pow(3)], ..Self::default() };
        let all = (0..strategies).flat_map(|one| {
            (0..strategies).flat_map(move |two| (0..strategies).map(move |three| [one, two, three]))
        });
        for [strategy, before, after] in all {
            let neighbourhood = Neighbourhood { strategy, before, after };
            if new.ways(neighbourhood) > 0 {
                let place = new.place(neighbourhood);
                new.places[place] = new.all.len() as u16;
                new.all.push(neighbourhood);
            }
        }
        let all = arrangements.all().unwrap_or_default();
        let mut orders: BTreeMap<Arrangement, usize> = BTreeMap::new();
        for arrangement in all {
            *orders.entry(arrangement.circular_order(players)).or_default() += 1;
        }
        new.orders = orders
            .into_iter()
            .map(|(order, count)| (order, count as f64 / all.len() as f64))
            .collect();
        let of_game = |arrangement: &Arrangement| {
            let order = new
                .orders
                .iter()
                .position(|(order, _)| *order == arrangement.circular_order(players));
            (order.unwrap_or(0), new.of_seats(arrangement, players).collect())
        };
        new.games = all.iter().map(of_game).collect();
        new
    }

    fn place(&self, Neighbourhood { strategy, before, after }: Neighbourhood) -> usize {
        (strategy * self.strategies + before) * self.strategies + after
    }

    /// For each seat, the number of its neighbourhood.
    pub(crate) fn of_seats(
        &self,
        arrangement: &Arrangement,
        players: usize,
    ) -> impl Iterator<Item = usize> {
        Seat::all(players).map(move |seat| {
            let at = |shift: usize| {
                arrangement.strategy(Seat::new(((seat.index() + shift) % players) as u8))
            };
            let neighbourhood =
                Neighbourhood { strategy: at(0), before: at(players - 1), after: at(1) };
            usize::from(self.places[self.place(neighbourhood)])
        })
    }

    /// In how many ways the seats of the line-up can fill a neighbourhood, each seat taken as
    /// different from all others.
    pub fn ways(&self, Neighbourhood { strategy, before, after }: Neighbourhood) -> usize {
        let left = self.held[before].saturating_sub(usize::from(before == strategy));
        self.held[strategy]
            * left
            * self.held[after]
                .saturating_sub(usize::from(after == strategy) + usize::from(after == before))
    }

    /// The number of strategy and order around the table, in which all its seats are counted
    /// together.
    pub fn of_order(&self, strategy: usize, order: usize) -> usize {
        strategy * self.orders.len() + order
    }
}
