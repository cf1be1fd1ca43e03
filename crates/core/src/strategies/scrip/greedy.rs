//! The kind `greedy` for Scrip.

use crate::cards::standard::{Card, Suit};
use crate::game::{Choice, LegalSet};
use crate::games::scrip::{Action, Kind, Legal, Scrip, Values, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Takes the card that it likes best, by any means; counters whenever it can.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "buys and exchanges while it gains, then steals the best card; \
        prefers Hearts to Diamonds to Spades; counters whenever it can";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

/// Greedy's value of a card, in quarters of a point: a Heart counts fully, a Diamond one half, a
/// Spade one quarter, a Club almost nothing.
fn liking(card: Card, values: Values) -> i32 {
    let rank = i32::from(values.of(card));
    match card.suit() {
        Suit::Hearts => 4 * rank,
        Suit::Diamonds => 2 * rank,
        Suit::Spades => rank,
        Suit::Clubs => 1,
    }
}

/// Greedy's ranking of actions: first steps with a gain, by the gain and then the lower price; then
/// steals; then `end`; last exchanges without a gain. It is one number, which is quick to compare:
/// the class, the gain and the price, none of which reaches the one before.
fn preference(action: Action, values: Values) -> i64 {
    let rank = |class: i64, gain: i32, price: u32| {
        (class << 48) + (i64::from(gain) << 16) - i64::from(price)
    };
    let gained = action.card().map_or(0, |card| liking(card, values));
    let spent = values.sum(action.used());
    match action.kind() {
        Kind::Buy => rank(3, gained, spent),
        Kind::Exchange => {
            let given: i32 = action.used().iter().map(|card| liking(card, values)).sum();
            rank(if gained > given { 3 } else { 0 }, gained - given, spent)
        }
        Kind::Steal => rank(2, gained, 0),
        Kind::Counter => rank(3, spent as i32, 0),
        Kind::End | Kind::Pass => rank(1, 0, 0),
    }
}

/// The best action; on a tie the first in the order of actions.
#[inline(never)]
fn best(values: Values, legal: Legal) -> Action {
    let mut best = (Action::END, i64::MIN);
    for action in legal.iter() {
        let liked = preference(action, values);
        if liked > best.1 {
            best = (action, liked);
        }
    }
    best.0
}

impl Strategy<Scrip> for Greedy {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        legal.choose(best(view.rules.values, *legal)).ok_or(Failure::NoLegalAction)
    }
}
