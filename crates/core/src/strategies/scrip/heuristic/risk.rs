//! The chance that a steal is countered.

use crate::cards::standard::{Card, CardSet};
use crate::games::scrip::View;
use crate::seat::Seat;

/// More than there are opponents: a power of two, so that looking one up needs no check.
const PLACES: usize = 4;

/// What is known of those who may counter: the same for every card that could be stolen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counterers<'o> {
    unseen: CardSet,
    /// How many cards are unseen; 1 where there is none.
    unseen_cards: f64,
    opponents: &'o [Opponent; PLACES],
    count: usize,
}

/// What is known of the hand of an opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opponent {
    /// Cards that are surely in it.
    surely: CardSet,
    /// Cards that are in it or in the draw pile.
    perhaps: CardSet,
    /// How many cards of the opponent were never shown.
    never_shown: f64,
    /// How many cards the rest of the hand can be; 1 where there is none.
    candidates: f64,
    /// How many cards the rest of the hand has.
    rest: u32,
}

impl Opponent {
    /// Room for all that there are.
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

    /// The chance that the opponent has none of these Clubs in hand, when a card that was never
    /// shown is one with the chance `hidden`.
    #[inline(always)]
    fn has_none(&self, clubs: CardSet, hidden: f64) -> f64 {
        if !self.surely.and(clubs).is_empty() {
            return 0.0;
        }
        // The rest of the hand are some of the candidates, each as likely as any other.
        let fitting = f64::from(self.perhaps.and(clubs).count()) + hidden * self.never_shown;
        let share = fitting / self.candidates;
        let other = 1.0 - if share < 1.0 { share } else { 1.0 };
        let none = power(other, self.rest);
        // Twice from 1, as a chance that it has one and the chance that it does not.
        1.0 - (1.0 - none)
    }
}

/// The product of this many times the same number.
#[inline(always)]
fn power(number: f64, times: u32) -> f64 {
    let (square, cube) = (number * number, number * number * number);
    // Looked up, not counted: how many cards a hand has cannot be predicted.
    let powers = [1.0, number, square, cube];
    if times < 4 {
        powers[times as usize & 3]
    } else {
        (3..times).fold(cube, |product, _| product * number)
    }
}

impl<'o> Counterers<'o> {
    /// What is known of them, `unseen` being the cards that the player cannot place. (In a place of
    /// the caller's: it is too much to be moved.)
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

    /// The chance that some opponent has a Club in hand that counters.
    #[inline(always)]
    pub(super) fn risk(&self, view: &View<'_>, stolen: Card) -> f64 {
        let clubs = view.counters(stolen);
        if clubs.is_empty() {
            return 0.0;
        }
        // How likely a card that was never shown is such a Club.
        let hidden = f64::from(self.unseen.and(clubs).count()) / self.unseen_cards;
        let mut none = 1.0;
        for opponent in 0..self.count {
            none *= self.opponents[opponent & (PLACES - 1)].has_none(clubs, hidden);
        }
        1.0 - none
    }
}
