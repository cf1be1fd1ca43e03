//! The chance that a steal is countered.

use crate::cards::standard::{Card, CardSet};
use crate::games::scrip::View;
use crate::seat::Seat;

/// The chance that some opponent has a Club in hand that counters.
#[inline(always)]
pub(super) fn of_steal(view: &View<'_>, stolen: Card) -> f64 {
    let clubs = view.counters(stolen);
    if clubs.is_empty() {
        return 0.0;
    }
    let unseen = view.unseen();
    // How likely a card that was never shown is such a Club.
    let hidden = f64::from(unseen.and(clubs).count()) / f64::from(unseen.count().max(1));
    let mut none = 1.0;
    for seat in view.opponents() {
        none *= 1.0 - of_opponent(view, seat, clubs, hidden);
    }
    1.0 - none
}

/// The chance that an opponent has one of these Clubs in hand.
#[inline(always)]
fn of_opponent(view: &View<'_>, seat: Seat, clubs: CardSet, hidden: f64) -> f64 {
    let surely = view.known_in_hand(seat);
    if !surely.and(clubs).is_empty() {
        return 1.0;
    }
    let known = view.known_in_hand_or_pile(seat).minus(surely);
    let never_shown = view.cards(seat) - view.known(seat).count();
    // The rest of the hand are some of these cards, each as likely as any other.
    let candidates = f64::from((known.count() + never_shown).max(1));
    let fitting = f64::from(known.and(clubs).count()) + hidden * f64::from(never_shown);
    let share = (fitting / candidates).min(1.0);
    let mut none = 1.0;
    for _ in 0..view.hand_size(seat).saturating_sub(surely.count()) {
        none *= 1.0 - share;
    }
    1.0 - none
}
