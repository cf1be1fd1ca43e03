//! The chance that a steal is countered.

use crate::cards::standard::{Card, CardSet};
use crate::games::scrip::View;
use crate::seat::Seat;

/// More than the number of opponents: a power of two, so that a look-up needs no check.
const PLACES: usize = 4;

/// The knowledge about the players who may counter: the same for every card that could be stolen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counterers<'o> {
    unseen: CardSet,
    /// The number of unseen cards; 1 if there are none.
    unseen_cards: f64,
    opponents: &'o [Opponent; PLACES],
    count: usize,
}

/// The knowledge about the hand of an opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opponent {
    /// Cards that are certainly in it.
    surely: CardSet,
    /// Cards that are in it or in the draw pile.
    perhaps: CardSet,
    /// The number of the opponent's cards that were never shown.
    never_shown: f64,
    /// The number of candidates for the rest of the hand; 1 if there are none.
    candidates: f64,
    /// The number of cards in the rest of the hand.
    rest: u32,
}

impl Opponent {
    /// Room for all opponents.
    pub(super) const NOBODY: [Self; PLACES] = [Self::NONE; PLACES];

    const NONE: Self = Self {
        surely: CardSet::EMPTY,
        perhaps: CardSet::EMPTY,
        never_shown: 0.0,
        candidates: 1.0,
        rest: 0,
    };

    #[inline(always)]
    fn new(view: &View<'_>, seat: Seat) -> Self {
        let surely = view.known_in_hand(seat);
        let perhaps = view.known_in_hand_or_pile(seat).minus(surely);
        let never_shown = view.cards(seat) - view.known(seat).count();
        Self {
            surely,
            perhaps,
            never_shown: f64::from(never_shown),
            candidates: f64::from((perhaps.count() + never_shown).max(1)),
            rest: view.hand_size(seat).saturating_sub(surely.count()),
        }
    }

    /// The chance that the opponent has none of these Clubs in hand, if a card that was never shown
    /// is one with the chance `hidden`.
    #[inline(always)]
    fn has_none(&self, clubs: CardSet, hidden: f64) -> f64 {
        if !self.surely.and(clubs).is_empty() {
            return 0.0;
        }
        // The rest of the hand are some of the candidates, all equally likely.
        let fitting = f64::from(self.perhaps.and(clubs).count()) + hidden * self.never_shown;
        let share = fitting / self.candidates;
        let other = 1.0 - if share < 1.0 { share } else { 1.0 };
        let none = power(other, self.rest);
        // Rounded twice, like the chance that it has one and the chance that it does not.
        1.0 - (1.0 - none)
    }
}

/// A power with a small whole exponent.
#[inline(always)]
fn power(number: f64, times: u32) -> f64 {
    let (square, cube) = (number * number, number * number * number);
    // Looked up, not counted: the number of cards in a hand cannot be predicted.
    let powers = [1.0, number, square, cube];
    if times < 4 {
        powers[times as usize & 3]
    } else {
        (3..times).fold(cube, |product, _| product * number)
    }
}

impl<'o> Counterers<'o> {
    /// Computes the risk; `unseen` are the cards that the player has not seen. (Written in place:
    /// it is too large to be moved.)
    #[inline(always)]
    pub(super) fn new(
        view: &View<'_>,
        unseen: CardSet,
        opponents: &'o mut [Opponent; PLACES],
    ) -> Self {
        let mut count = 0;
        for seat in view.opponents() {
            opponents[count & (PLACES - 1)] = Opponent::new(view, seat);
            count += 1;
        }
        Self { unseen, unseen_cards: f64::from(unseen.count().max(1)), opponents, count }
    }

    /// Returns the chance that some opponent has a Club in hand that counters.
    #[inline(always)]
    pub(super) fn risk(&self, view: &View<'_>, stolen: Card) -> f64 {
        let clubs = view.rules.counters(stolen.number());
        if clubs.is_empty() {
            return 0.0;
        }
        // The chance that a card that was never shown is such a Club.
        let hidden = f64::from(self.unseen.and(clubs).count()) / self.unseen_cards;
        let mut none = 1.0;
        for opponent in 0..self.count {
            none *= self.opponents[opponent & (PLACES - 1)].has_none(clubs, hidden);
        }
        1.0 - none
    }
}
