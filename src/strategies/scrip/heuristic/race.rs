//! The race for the bonus of the Diamonds, and who is ahead.

use super::higher;
use crate::cards::standard::{CardSet, Suit};
use crate::game::SeatView;
use crate::games::scrip::View;

/// How the race for the highest sum of Diamonds stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    bonus: f64,
    /// By how much this player is ahead of the best opponent; below 0, behind.
    margin: f64,
    /// The sum of the Diamonds that nobody is known to own.
    open: f64,
    width: f64,
}

/// The sum of a player's Diamonds among these cards.
#[inline(always)]
fn diamonds(view: &View<'_>, cards: CardSet) -> i32 {
    view.rules.values.sum(cards.and(CardSet::of_suit(Suit::Diamonds))) as i32
}

/// The highest sum of Diamonds that an opponent is known to own.
#[inline(always)]
fn best_of_opponents(view: &View<'_>) -> i32 {
    let mut best = 0;
    for seat in view.opponents() {
        best = best.max(diamonds(view, view.known(seat)));
    }
    best
}

/// By how many points the player would be ahead of the best opponent if it owned these cards, by what it knows of the others.
#[inline(always)]
fn lead_with(view: &View<'_>, own: CardSet) -> i32 {
    let scores = view.scores_with(own);
    let mut best = i32::MIN;
    for seat in view.opponents() {
        best = best.max(scores[seat.index()]);
    }
    scores[view.seat().index()] - best
}

/// By how many points this player is ahead of the best opponent, by what it knows of them.
#[inline(always)]
pub(super) fn lead(view: &View<'_>) -> i32 {
    lead_with(view, view.own)
}

/// 1 for a player who would win with these cards, -1 for one who would lose, 0 for one who would share the win.
#[inline(always)]
pub(super) fn final_lead(view: &View<'_>, own: CardSet) -> i32 {
    lead_with(view, own).signum()
}

impl Race {
    #[inline(always)]
    pub(super) fn new(view: &View<'_>, width: f64) -> Self {
        let open = view.unseen().union(view.table.market);
        Self {
            bonus: f64::from(view.rules.knobs.diamond_bonus),
            margin: f64::from(diamonds(view, view.own) - best_of_opponents(view)),
            open: f64::from(diamonds(view, open)),
            width,
        }
    }

    /// How sure the bonus is: from -1 when it is lost to 1 when it is won.
    #[inline(always)]
    fn certainty(&self, margin: f64, open: f64) -> f64 {
        margin / (margin.abs() + higher(self.width * open, 0.0) + 1.0)
    }

    /// What it is worth that this player has a Diamond of this rank, and not an opponent.
    #[inline(always)]
    pub(super) fn value_of(&self, rank: f64) -> f64 {
        let open = higher(self.open - rank, 0.0);
        // Half of the difference between winning and losing the race, since an opponent may not get it either.
        self.bonus * 0.5 * (self.certainty(self.margin + rank, open) - self.certainty(self.margin, open))
    }
}
