//! Endgames of Crisps: with no cards left to gain, and all hands open, who wins is a matter of looking.

use super::actions::{self, Action};
use super::hand::Hand;
use super::rules::Rules;
use super::state::State;

/// What an endgame is worth to a seat under perfect play, in halves of a win. Where nobody can force a win, both pass for ever: a half for each.
pub(super) type Halves = u8;

/// A sure win.
pub(super) const SURE_WIN: Halves = 2;

/// The places of the table; a power of two.
const PLACES: usize = 1 << 15;

/// Positions that were looked at, with what they are worth.
#[derive(Clone, Debug)]
pub struct EndgameTable {
    /// Each position has one place, which it shares with others: the last one stands there.
    table: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    mover: Hand,
    other: Hand,
    current: Action,
    worth: Halves,
}

impl Entry {
    /// No position has two empty hands.
    const NONE: Self = Self { mover: Hand::EMPTY, other: Hand::EMPTY, current: Action::PASS, worth: 0 };
}

impl EndgameTable {
    /// A table with nothing in it, or none, for who will never ask.
    pub(super) fn new(is_asked: bool) -> Self {
        Self { table: vec![Entry::NONE; if is_asked { PLACES } else { 0 }] }
    }

    /// Forgets everything: by other rules it may be wrong.
    pub(super) fn clear(&mut self) {
        self.table.fill(Entry::NONE);
    }

    /// What a state is worth to the seat whose decision is due, in halves of a win. No cards may be left to gain; limits of turns do not count.
    pub(super) fn worth(&mut self, rules: &Rules, state: &State) -> Halves {
        let seat = state.table.seat;
        let (mover, other, current) = (state.hands[seat.of_two()], state.hands[seat.other().of_two()], state.table.current);
        if current == Action::PASS { self.lead(rules, mover, other) } else { self.play(rules, mover, other, current) }
    }

    /// What it is worth to lead.
    ///
    /// The seat that leads may play, or pass and let the other lead with the same cards, who may pass back: that ends where one of them plays, or never.
    fn lead(&mut self, rules: &Rules, mover: Hand, other: Hand) -> Halves {
        let by_playing = self.play(rules, mover, other, Action::PASS);
        if by_playing == SURE_WIN || !actions::may_pass(rules.allowed(Action::PASS)) {
            return by_playing;
        }
        // If the other seat wins by playing, it does; otherwise it may as well pass for ever.
        let by_passing = SURE_WIN - self.play(rules, other, mover, Action::PASS);
        by_playing.max(by_passing.min(1))
    }

    /// What the best combination on `current` is worth, or passing on it; on a lead (`pass`), the best combination alone.
    fn play(&mut self, rules: &Rules, mover: Hand, other: Hand, current: Action) -> Halves {
        let place = place(mover, other, current);
        let known = &self.table[place];
        if known.mover == mover && known.other == other && known.current == current {
            return known.worth;
        }
        let mut worth = 0;
        let legal = actions::within(mover, rules.sequence_ranks).and(rules.allowed(current));
        // From the highest number down: the longest combinations first, which leave the fewest cards.
        for action in actions::combinations_from_the_longest(legal) {
            let rest = mover.without_combination(action.combination());
            worth = worth.max(if rest.is_empty() { SURE_WIN } else { SURE_WIN - self.play(rules, other, rest, action) });
            if worth == SURE_WIN {
                break;
            }
        }
        if worth < SURE_WIN && current != Action::PASS {
            worth = worth.max(SURE_WIN - self.lead(rules, other, mover));
        }
        self.table[place] = Entry { mover, other, current, worth };
        worth
    }
}

/// The place of a position in the table.
#[inline]
fn place(mover: Hand, other: Hand, current: Action) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (mover.planes() ^ other.planes().rotate_left(23).wrapping_mul(ODD) ^ u64::from(current.0)).wrapping_mul(ODD);
    ((mixed ^ (mixed >> 29)).wrapping_mul(ODD) >> 40) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Crisps;
    use super::*;
    use crate::game::Game;
    use crate::input::Settings;

    fn rules(set: &[&str]) -> Rules {
        let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
        for knob in set {
            settings.apply_option(knob).expect("a knob");
        }
        Crisps::rules(&settings, 2).expect("can be dealt")
    }

    /// The same by plain recursion, where `passes` counts those in a row on leads: after two, nobody will ever play.
    fn plain(rules: &Rules, mover: Hand, other: Hand, current: Action, passes: u8) -> Halves {
        if passes == 2 {
            return 1;
        }
        let legal = actions::within(mover, rules.sequence_ranks).and(rules.allowed(current));
        let legal: Vec<Action> = crate::game::LegalSet::iter(&actions::Legal::new(legal)).collect();
        let values = legal.into_iter().map(|action| {
            let rest = mover.without_combination(action.combination());
            match action {
                Action::PASS => SURE_WIN - plain(rules, other, mover, Action::PASS, if current == Action::PASS { passes + 1 } else { 0 }),
                _ if rest.is_empty() => SURE_WIN,
                _ => SURE_WIN - plain(rules, other, rest, action, 0),
            }
        });
        values.max().unwrap_or(0)
    }

    fn hand() -> impl Strategy<Value = Hand> {
        prop::collection::vec(0u8..10, 1..5).prop_map(|ranks| ranks.into_iter().collect())
    }

    proptest! {
        #[test]
        fn as_by_plain_recursion(one in hand(), other in hand(), pass in any::<bool>(), bga in any::<bool>()) {
            let rules = rules(&[if pass { "lead_may_pass=true" } else { "lead_may_pass=false" }, if bga { "follow_equal=false" } else { "follow_equal=true" }]);
            let mut endgames = EndgameTable::new(true);
            prop_assert_eq!(endgames.lead(&rules, one, other), plain(&rules, one, other, Action::PASS, 0));
            prop_assert_eq!(endgames.lead(&rules, other, one), plain(&rules, other, one, Action::PASS, 0), "with what the table remembers");
        }
    }
}
