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

/// More than there are opponents: a power of two, so that looking one up needs no check.
const PLACES: usize = 4;

/// The sums of the players' Diamonds, as far as it is known who owns them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diamonds {
    own: i32,
    /// Of the opponents, from the left; 0 beyond them.
    others: [i32; PLACES],
    /// The highest of an opponent.
    best: i32,
}

impl Diamonds {
    /// With these cards as the player's own.
    #[inline(always)]
    pub(super) fn new(view: &View<'_>, own: CardSet) -> Self {
        let (mut others, mut best, mut count) = ([0; PLACES], 0, 0);
        for seat in view.opponents() {
            let sum = diamonds(view, view.known(seat));
            others[count % PLACES] = sum;
            best = best.max(sum);
            count += 1;
        }
        Self { own: diamonds(view, own), others, best }
    }

    /// By how many points the player would be ahead of the best opponent if it owned these cards, by what it knows of the others.
    #[inline(always)]
    pub(super) fn lead(&self, view: &View<'_>, own: CardSet) -> i32 {
        let most = self.own.max(self.best);
        let mut level = i32::from(self.own == most);
        for other in 0..view.players() - 1 {
            level += i32::from(self.others[other % PLACES] == most);
        }
        let bonus = view.bonus(level);
        let of_diamonds = |sum: i32| if sum == most { bonus } else { 0 };
        let (mut best, mut count) = (i32::MIN, 0);
        for seat in view.opponents() {
            best = best.max(view.points(seat, view.known(seat)) + of_diamonds(self.others[count % PLACES]));
            count += 1;
        }
        view.points(view.seat(), own) + of_diamonds(self.own) - best
    }
}

/// 1 for a player who would win with these cards, -1 for one who would lose, 0 for one who would share the win.
#[inline(always)]
pub(super) fn final_lead(view: &View<'_>, own: CardSet) -> i32 {
    Diamonds::new(view, own).lead(view, own).signum()
}

impl Race {
    #[inline(always)]
    pub(super) fn new(view: &View<'_>, players: &Diamonds, unseen: CardSet, width: f64) -> Self {
        Self {
            bonus: f64::from(view.rules.knobs.diamond_bonus),
            margin: f64::from(players.own - players.best),
            open: f64::from(diamonds(view, unseen.union(view.table.market))),
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
