//! Two games with known values: the solver must find them.

use super::cfr::solve;
use super::policy::{Bounds, uniform, value};
use super::position::Position;
use super::tree::Tree;

/// An action in a betting game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bet {
    Fold,
    /// Checks, or calls a bet.
    Call,
    Raise,
}

/// Kuhn poker: three cards, one each, an ante of 1, one bet of 1 (Kuhn, "A simplified two-person
/// poker", 1950).
#[derive(Clone, Debug)]
struct Kuhn {
    cards: [u8; 2],
    bets: Vec<Bet>,
}

impl Position for Kuhn {
    type Action = Bet;

    fn turn(&self) -> Option<usize> {
        match self.bets[..] {
            [] | [Bet::Call, Bet::Raise] => Some(0),
            [_] => Some(1),
            _ => None,
        }
    }

    fn legal(&self) -> Vec<Bet> {
        match self.bets.last() {
            Some(Bet::Raise) => vec![Bet::Fold, Bet::Call],
            _ => vec![Bet::Call, Bet::Raise],
        }
    }

    fn apply(&mut self, action: Bet) {
        self.bets.push(action);
    }

    fn payoff(&self) -> f64 {
        let showdown = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        match self.bets[..] {
            [Bet::Raise, Bet::Fold] => 1.0,
            [_, Bet::Raise, Bet::Fold] => -1.0,
            [Bet::Call, Bet::Call] => showdown,
            _ => 2.0 * showdown,
        }
    }

    fn looks_like(&self, other: &Self, seat: usize) -> bool {
        self.cards[seat] == other.cards[seat] && self.bets == other.bets
    }
}

fn kuhn() -> Tree<Kuhn> {
    let pairs = (0..3)
        .flat_map(|first| (0..3).map(move |second| [first, second]))
        .filter(|[first, second]| first != second);
    Tree::new(pairs.map(|cards| (Kuhn { cards, bets: Vec::new() }, 1.0 / 6.0)))
}

/// Leduc poker: two each of three ranks, an ante of 1, two rounds of betting with raises of 2 and
/// 4, at most two per round; one public card for the second round, with which a pair wins (Southey
/// and others, "Bayes' bluff: opponent modelling in poker", 2005).
#[derive(Clone, Debug)]
struct Leduc {
    cards: [u8; 2],
    table: u8,
    rounds: Vec<Vec<Bet>>,
    paid: [i32; 2],
    folded: Option<usize>,
}

impl Leduc {
    fn new(first: u8, second: u8, table: u8) -> Self {
        Self { cards: [first, second], table, rounds: vec![Vec::new()], paid: [1; 2], folded: None }
    }

    fn bets(&self) -> &[Bet] {
        self.rounds.last().expect("a round")
    }

    fn called(&self) -> bool {
        self.bets().len() >= 2 && self.bets().last() == Some(&Bet::Call)
    }
}

impl Position for Leduc {
    type Action = Bet;

    fn turn(&self) -> Option<usize> {
        let over = self.folded.is_some() || (self.rounds.len() == 2 && self.called());
        (!over).then_some(self.bets().len() % 2)
    }

    fn legal(&self) -> Vec<Bet> {
        let raises = self.bets().iter().filter(|&&bet| bet == Bet::Raise).count();
        let fold = (self.bets().last() == Some(&Bet::Raise)).then_some(Bet::Fold);
        fold.into_iter().chain([Bet::Call]).chain((raises < 2).then_some(Bet::Raise)).collect()
    }

    fn apply(&mut self, action: Bet) {
        let seat = self.bets().len() % 2;
        match action {
            Bet::Fold => self.folded = Some(seat),
            Bet::Call => self.paid[seat] = self.paid[1 - seat],
            Bet::Raise => self.paid[seat] = self.paid[1 - seat] + 2 * self.rounds.len() as i32,
        }
        self.rounds.last_mut().expect("a round").push(action);
        if self.rounds.len() == 1 && self.called() {
            self.rounds.push(Vec::new());
        }
    }

    fn payoff(&self) -> f64 {
        let strength = |seat: usize| (self.cards[seat] == self.table, self.cards[seat]);
        let winner = match self.folded {
            Some(seat) => Some(1 - seat),
            None if strength(0) == strength(1) => None,
            None => Some(usize::from(strength(1) > strength(0))),
        };
        winner
            .map_or(0.0, |winner| f64::from(if winner == 0 { self.paid[1] } else { -self.paid[0] }))
    }

    fn looks_like(&self, other: &Self, seat: usize) -> bool {
        let table = |position: &Self| (position.rounds.len() == 2).then_some(position.table);
        self.cards[seat] == other.cards[seat]
            && self.rounds == other.rounds
            && table(self) == table(other)
    }
}

fn leduc() -> Tree<Leduc> {
    // Six cards: two of each of three ranks; all orders of three of them are equally likely.
    let orders =
        (0..6u8).flat_map(|a| (0..6u8).flat_map(move |b| (0..6u8).map(move |c| [a, b, c])));
    let orders = orders.filter(|[a, b, c]| a != b && a != c && b != c);
    Tree::new(orders.map(|[a, b, c]| (Leduc::new(a / 2, b / 2, c / 2), 1.0 / 120.0)))
}

#[test]
fn trees_have_the_known_size() {
    let kuhn = kuhn();
    assert_eq!((kuhn.sets.len(), kuhn.actions), (12, 24));
    // 936 information sets, where suits do not matter 288; six deals, and eight courses each that
    // end at once.
    assert_eq!(leduc().sets.len(), 288);
}

/// The value of Kuhn poker is -1/18 to the first player, by Kuhn's paper.
#[test]
fn kuhn_poker_has_its_value() {
    let tree = kuhn();
    let solution = solve(&tree, 1e-5, 20_000);
    assert!(solution.bounds.exploitability() <= 1e-5, "{solution:?}");
    assert!(
        solution.bounds.low <= -1.0 / 18.0 && -1.0 / 18.0 <= solution.bounds.high,
        "{:?}",
        solution.bounds
    );
    assert!((value(&tree, [&solution.policy, &solution.policy]) + 1.0 / 18.0).abs() < 1e-5);
}

/// The value of Leduc poker is -0.0856 to the first player (`OpenSpiel`, and Lisy, Lanctot,
/// Bowling, "Online Monte Carlo Counterfactual Regret Minimization for Search in Imperfect
/// Information Games", 2015).
#[test]
fn leduc_poker_has_its_value() {
    let solution = solve(&leduc(), 1e-4, 5_000);
    assert!(solution.bounds.exploitability() <= 1e-4, "{:?}", solution.bounds);
    assert!((solution.bounds.value() + 0.085_606).abs() < 1e-4, "{:?}", solution.bounds);
}

/// The wins of best responses against the uniform policy: 11/12 in Kuhn poker and 4.7472 in Leduc
/// poker for both seats together (the `nash_conv` of the uniform policy in the tests of
/// `OpenSpiel`).
#[test]
fn best_responses_to_uniform_play_are_known() {
    let both = |bounds: Bounds| bounds.high - bounds.low;
    let (kuhn, leduc) = (kuhn(), leduc());
    assert!((both(Bounds::of(&kuhn, &uniform(&kuhn))) - 11.0 / 12.0).abs() < 1e-9);
    assert!((both(Bounds::of(&leduc, &uniform(&leduc))) - 4.747_222).abs() < 1e-6);
}
