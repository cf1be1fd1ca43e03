//! Endgames of Crisps: with no cards left to gain, and all hands open, who wins is a matter of
//! looking.

use super::Crisps;
use super::actions::{self, Action, Legal};
use super::hand::Hand;
use super::rules::Rules;
use super::state::State;
use super::view::View;
use crate::game::{Game, LegalSet, Searchable, SeatView, Turn};
use crate::rng::{BlockStreams, Stream};
use crate::seat::{Seat, WIN};

/// What an endgame is worth to a seat under perfect play, in halves of a win. Where nobody can
/// force a win, both pass for ever: a half for each.
type Halves = u8;

/// A sure win.
const SURE_WIN: Halves = 2;

/// The places of the table; a power of two.
const PLACES: usize = 1 << 15;

/// An endgame is solved only where so many turns are left that `max_turns` cannot cut it: solving
/// knows no limits.
const TURNS_LEFT: u32 = 100;

/// Finds sure wins in endgames. It remembers the positions that it looked at, with what they are
/// worth.
#[derive(Clone, Debug)]
pub struct EndgameTable {
    /// With more cards in both hands than this it does not look.
    cards: u32,
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
    const NONE: Self =
        Self { mover: Hand::EMPTY, other: Hand::EMPTY, current: Action::PASS, worth: 0 };
}

impl EndgameTable {
    /// A table for endgames with at most this many cards in both hands, 0 for none. It remembers
    /// nothing yet.
    pub fn new(cards: u32) -> Self {
        Self { cards, table: vec![Entry::NONE; if cards > 0 { PLACES } else { 0 }] }
    }

    /// Forgets everything: by other rules it may be wrong.
    pub fn clear(&mut self) {
        self.table.fill(Entry::NONE);
    }

    /// An action that wins whatever the opponent does, in an endgame in which nothing that matters
    /// is unknown. Where no win is sure, there is none: a search may find what the opponent
    /// overlooks.
    pub fn sure_win(
        &mut self,
        view: &View<'_>,
        legal: &Legal,
        stream: &mut Stream,
    ) -> Option<Action> {
        if self.cards == 0 {
            return None;
        }
        let (rules, determinizer) = (view.rules(), Crisps::determinizer(view));
        if !determinizer.is_certain() {
            return None;
        }
        let known = Crisps::sample(rules, &determinizer, stream);
        let Turn::Decide(seat) = Crisps::turn(&known) else { return None };
        if !self.wins(rules, &known, seat) {
            return None;
        }
        legal.iter().find(|&action| {
            let mut state = known.clone();
            // No chance is left in what can be solved.
            Crisps::apply(rules, &mut state, action, &mut BlockStreams::new(0, 0), &mut ());
            if Crisps::is_settled(&determinizer, &state) {
                Crisps::shares(rules, &determinizer, &state)[seat.of_two()] == WIN as u32
            } else {
                self.wins(rules, &state, seat)
            }
        })
    }

    /// Is a state an endgame that can be solved, and does the seat surely win it?
    fn wins(&mut self, rules: &Rules, state: &State, seat: Seat) -> bool {
        let table = &state.table;
        let in_hands = || state.hands[0].size() + state.hands[1].size();
        if table.pile > 0
            || table.face_up().is_some()
            || in_hands() > self.cards
            || table.turns + TURNS_LEFT > rules.knobs.max_turns
        {
            return false;
        }
        self.worth(rules, state) == if table.seat == seat { SURE_WIN } else { 0 }
    }

    /// What a state is worth to the seat whose decision is due, in halves of a win. No cards may be
    /// left to gain; limits of turns do not count.
    fn worth(&mut self, rules: &Rules, state: &State) -> Halves {
        let seat = state.table.seat;
        let (mover, other, current) =
            (state.hands[seat.of_two()], state.hands[seat.other().of_two()], state.table.current);
        if current == Action::PASS {
            self.lead(rules, mover, other)
        } else {
            self.play(rules, mover, other, current)
        }
    }

    /// What it is worth to lead.
    ///
    /// The seat that leads may play, or pass and let the other lead with the same cards, who may
    /// pass back: that ends where one of them plays, or never.
    fn lead(&mut self, rules: &Rules, mover: Hand, other: Hand) -> Halves {
        let by_playing = self.play(rules, mover, other, Action::PASS);
        if by_playing == SURE_WIN || !actions::may_pass(rules.allowed(Action::PASS)) {
            return by_playing;
        }
        // If the other seat wins by playing, it does; otherwise it may as well pass for ever.
        let by_passing = SURE_WIN - self.play(rules, other, mover, Action::PASS);
        by_playing.max(by_passing.min(1))
    }

    /// What the best combination on `current` is worth, or passing on it; on a lead (`pass`), the
    /// best combination alone.
    fn play(&mut self, rules: &Rules, mover: Hand, other: Hand, current: Action) -> Halves {
        let place = place(mover, other, current);
        let known = &self.table[place];
        if known.mover == mover && known.other == other && known.current == current {
            return known.worth;
        }
        let mut worth = 0;
        let legal = actions::within(mover, rules.sequence_ranks).and(rules.allowed(current));
        // From the highest number down: the longest combinations first, which leave the fewest
        // cards.
        for action in actions::combinations_from_the_longest(legal) {
            let rest = mover.without_combination(action.combination());
            worth = worth.max(if rest.is_empty() {
                SURE_WIN
            } else {
                SURE_WIN - self.play(rules, other, rest, action)
            });
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
    let mixed =
        (mover.planes() ^ other.planes().rotate_left(23).wrapping_mul(ODD) ^ u64::from(current.0))
            .wrapping_mul(ODD);
    ((mixed ^ (mixed >> 29)).wrapping_mul(ODD) >> 40) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;
    use crate::input::Settings;

    fn rules(set: &[&str]) -> Rules {
        let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
        for knob in set {
            settings.apply_option(knob).expect("a knob");
        }
        Crisps::rules(&settings, 2).expect("can be dealt")
    }

    /// The same by plain recursion, where `passes` counts those in a row on leads: after two,
    /// nobody will ever play.
    fn plain(rules: &Rules, mover: Hand, other: Hand, current: Action, passes: u8) -> Halves {
        if passes == 2 {
            return 1;
        }
        let legal = actions::within(mover, rules.sequence_ranks).and(rules.allowed(current));
        let legal: Vec<Action> = crate::game::LegalSet::iter(&actions::Legal::new(legal)).collect();
        let values = legal.into_iter().map(|action| {
            let rest = mover.without_combination(action.combination());
            match action {
                Action::PASS => {
                    SURE_WIN
                        - plain(
                            rules,
                            other,
                            mover,
                            Action::PASS,
                            if current == Action::PASS { passes + 1 } else { 0 },
                        )
                }
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
            let mut endgames = EndgameTable::new(40);
            prop_assert_eq!(endgames.lead(&rules, one, other), plain(&rules, one, other, Action::PASS, 0));
            prop_assert_eq!(endgames.lead(&rules, other, one), plain(&rules, other, one, Action::PASS, 0), "with what the table remembers");
        }
    }
}
