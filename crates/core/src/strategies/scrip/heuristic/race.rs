//! The race for the bonus of the Diamonds, and the lead.

use super::higher;
use crate::cards::standard::{CardSet, Suit};
use crate::game::SeatView;
use crate::games::scrip::View;

/// The state of the race for the highest sum of Diamonds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    bonus: f64,
    /// The lead of this player over the best opponent; negative if behind.
    margin: f64,
    /// The sum of the Diamonds without a known owner.
    open: f64,
    width: f64,
}

/// The sum of a player's Diamonds among these cards.
#[inline(always)]
fn diamonds(view: &View<'_>, cards: CardSet) -> i32 {
    view.rules.values.sum(cards.and(CardSet::of_suit(Suit::Diamonds))) as i32
}

/// More than the number of opponents: a power of two, so that a look-up needs no check.
const PLACES: usize = 4;

/// The sums of the players' known Diamonds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diamonds {
    own: i32,
    /// The opponents' sums, from the left; 0 beyond them.
    others: [i32; PLACES],
    /// The highest sum of an opponent.
    best: i32,
}

impl Diamonds {
    /// Returns the race with these cards as the player's own.
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

    /// Returns the lead of the player over the best opponent if it owned these cards, from its
    /// knowledge of the others.
    #[inline(always)]
    pub(super) fn lead(&self, view: &View<'_>, own: CardSet) -> i32 {
        let most = self.own.max(self.best);
        let mut level = i32::from(self.own == most);
        for other in 0..view.players() - 1 {
            level += i32::from(self.others[other % PLACES] == most);
        }
        let bonus = view.rules.bonus(level);
        let of_diamonds = |sum: i32| if sum == most { bonus } else { 0 };
        let (mut best, mut count) = (i32::MIN, 0);
        for seat in view.opponents() {
            best = best.max(
                view.rules.points(seat.index(), view.known(seat))
                    + of_diamonds(self.others[count % PLACES]),
            );
            count += 1;
        }
        view.rules.points(view.seat().index(), own) + of_diamonds(self.own) - best
    }
}

/// The lead, from the player's knowledge of the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standings {
    /// Points without the bonus, and Diamonds.
    own: [i32; 2],
    /// The highest of an opponent.
    others: [i32; 2],
    /// The most points of an opponent if its best in Diamonds gains the bonus, and if they share it
    /// with the player.
    with_bonus: i32,
    with_level: i32,
    bonus: i32,
    level: i32,
}

impl Standings {
    #[inline(always)]
    pub(super) fn new(view: &View<'_>) -> Self {
        let (bonus, level) = (view.rules.bonus(1), view.rules.bonus(2));
        let mut others = [i32::MIN; 2];
        let mut all = [[i32::MIN / 2; 2]; PLACES];
        let mut count = 0;
        for seat in view.opponents() {
            let known = view.known(seat);
            let one = [view.rules.points(seat.index(), known), diamonds(view, known)];
            others = [others[0].max(one[0]), others[1].max(one[1])];
            all[count % PLACES] = one;
            count += 1;
        }
        debug_assert!(count <= PLACES, "{count} opponents");
        let best = |bonus: i32| {
            let mut best = i32::MIN;
            for one in &all {
                best = best.max(one[0] + if one[1] == others[1] { bonus } else { 0 });
            }
            best
        };
        let own = [view.rules.points(view.seat().index(), view.own), diamonds(view, view.own)];
        Self { own, others, with_bonus: best(bonus), with_level: best(level), bonus, level }
    }

    /// Adds a card of this suit and value to the player's, or removes it (negative).
    #[inline(always)]
    pub(super) fn gain(&mut self, suit: Suit, value: i32) {
        match suit {
            Suit::Hearts => self.own[0] += value,
            Suit::Diamonds => self.own[1] += value,
            _ => {}
        }
    }

    /// Returns the lead in points over the best opponent, without the bonus.
    #[inline(always)]
    pub(super) fn hearts(&self) -> i32 {
        self.own[0] - self.others[0]
    }

    /// Returns the lead in Diamonds.
    #[inline(always)]
    pub(super) fn diamonds(&self) -> i32 {
        self.own[1] - self.others[1]
    }

    /// Returns the lead in points, with the bonus.
    #[inline(always)]
    pub(super) fn lead(&self) -> i32 {
        let points = self.own[0];
        match self.diamonds() {
            1.. => points + self.bonus - self.others[0],
            0 => points + self.level - self.with_level,
            _ => points - self.with_bonus,
        }
    }
}

/// Returns 1 for a player who would win with these cards, -1 for one who would lose, 0 for one who
/// would share the win.
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

    /// Returns the certainty of the bonus: from -1 when it is lost to 1 when it is won.
    #[inline(always)]
    fn certainty(&self, margin: f64, open: f64) -> f64 {
        margin / (margin.abs() + higher(self.width * open, 0.0) + 1.0)
    }

    /// Returns the value of this player having a Diamond of this rank instead of an opponent.
    #[inline(always)]
    pub(super) fn value_of(&self, rank: f64) -> f64 {
        let open = higher(self.open - rank, 0.0);
        // Half of the difference between winning and losing the race, since perhaps no opponent
        // gets it either.
        self.bonus
            * 0.5
            * (self.certainty(self.margin + rank, open) - self.certainty(self.margin, open))
    }
}
