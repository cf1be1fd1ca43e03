//! The possible neighbourhoods and orders around the table of a line-up.

use std::collections::BTreeMap;

use crate::arrangement::{Arrangement, Arrangements};
use crate::seat::Seat;

/// A strategy and its two neighbours: indices into the strategies of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The strategy between the two others.
    pub strategy: usize,
    /// Acts before the strategy.
    pub before: usize,
    /// Acts after it.
    pub after: usize,
}

/// The neighbourhoods and the orders around the table that a line-up can have; empty without two
/// neighbours, or without two strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbourhoods {
    /// The number of strategies.
    pub strategies: usize,
    /// The number of seats of each strategy.
    held: Vec<usize>,
    /// Each neighbourhood once.
    pub all: Vec<Neighbourhood>,
    /// By strategy, the one before and the one after: the index in `all`.
    places: Vec<u16>,
    /// The orders around the table, each with its share of the arrangements, where a block plays
    /// all arrangements.
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

    /// Returns the index of each seat's neighbourhood.
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

    /// Returns the number of ways in which the seats of the line-up can form a neighbourhood, with
    /// all seats distinct.
    pub fn ways(&self, Neighbourhood { strategy, before, after }: Neighbourhood) -> usize {
        let left = self.held[before].saturating_sub(usize::from(before == strategy));
        self.held[strategy]
            * left
            * self.held[after]
                .saturating_sub(usize::from(after == strategy) + usize::from(after == before))
    }

    /// Returns the index of a strategy and an order around the table; all seats of the strategy are
    /// counted together.
    pub fn of_order(&self, strategy: usize, order: usize) -> usize {
        strategy * self.orders.len() + order
    }
}
