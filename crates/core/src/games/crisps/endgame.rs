//! Endgames of Crisps: with no cards left to gain, and both hands known, a search finds the winner.

use super::Crisps;
use super::actions::{self, Action, Legal};
use super::hand::Hand;
use super::rules::Rules;
use super::state::State;
use super::view::View;
use crate::game::{Game, LegalSet, Searchable, SeatView, Turn};
use crate::rng::{BlockStreams, Stream};
use crate::seat::{Seat, WIN};

/// The value of an endgame to a seat under perfect play, in halves of a win. If neither seat can
/// force a win, both pass forever: one half each.
type Halves = u8;

/// A certain win.
const SURE_WIN: Halves = 2;

/// The number of table entries, a power of two.
const PLACES: usize = 1 << 15;

/// An endgame is solved only with this many turns left, so that `max_turns` cannot cut it: the
/// solver ignores limits.
const TURNS_LEFT: u32 = 100;

/// Finds certain wins in endgames, with a transposition table.
#[derive(Clone, Debug)]
pub struct EndgameTable {
    /// The largest number of cards in both hands that it searches.
    cards: u32,
    /// Each position has one entry, which it shares with others: the last one is kept.
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
    /// Returns an empty table for endgames with at most this many cards in both hands, 0 for none.
    pub fn new(cards: u32) -> Self {
        Self { cards, table: vec![Entry::NONE; if cards > 0 { PLACES } else { 0 }] }
    }

    /// Clears the table: under other rules it may be wrong.
    pub fn clear(&mut self) {
        self.table.fill(Entry::NONE);
    }

    /// Returns an action that wins against any defence, in an endgame in which nothing relevant is
    /// unknown. `None` if no win is certain: a search may still use the opponent's mistakes.
    pub fn sure_win(
        &mut self,
        view: &View<'_>,
        legal: &Legal,
        stream: &mut Stream,
    ) -> Option<Action> {
        if self.cards == 0 || !view.rules.knobs.first_pass_ends {
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
            // A solvable endgame has no chance events left.
            Crisps::apply(rules, &mut state, action, &mut BlockStreams::new(0, 0), &mut ());
            if Crisps::is_settled(&determinizer, &state) {
                Crisps::shares(rules, &determinizer, &state)[seat.of_two()] == WIN as u32
            } else {
                self.wins(rules, &state, seat)
            }
        })
    }

    /// Whether a state is a solvable endgame that the seat certainly wins.
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

    /// The value of a state to the seat that decides, in halves of a win. No cards may be left to
    /// gain; limits of turns are ignored.
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

    /// The value of leading.
    ///
    /// The seat that leads may play, or pass and let the other lead with the same cards, which may
    /// pass back. Passing ends when one of them plays, or never.
    fn lead(&mut self, rules: &Rules, mover: Hand, other: Hand) -> Halves {
        let by_playing = self.play(rules, mover, other, Action::PASS);
        if by_playing == SURE_WIN || !actions::may_pass(rules.allowed(Action::PASS)) {
            return by_playing;
        }
        // If the other seat wins by playing, it plays; otherwise passing forever is as good.
        let by_passing = SURE_WIN - self.play(rules, other, mover, Action::PASS);
        by_playing.max(by_passing.min(1))
    }

    /// The value of the best combination on `current`, or of passing on it; on a lead (`pass`), of
    /// the best combination only.
    fn play(&mut self, rules: &Rules, mover: Hand, other: Hand, current: Action) -> Halves {
        let place = place(mover, other, current);
        let known = &self.table[place];
        if known.mover == mover && known.other == other && known.current == current {
            return known.worth;
        }
        let mut worth = 0;
        let legal = actions::within(mover, rules.sequence_ranks).and(rules.allowed(current));
        // From the highest number down: long combinations first, which leave the fewest cards.
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

/// The index of a position in the table.
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

    /// Plain recursion; `passes` counts consecutive passes on leads: after two, neither seat will
    /// ever play.
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
        fn agrees_with_plain_recursion(
            one in hand(),
            other in hand(),
            pass in any::<bool>(),
            bga in any::<bool>(),
        ) {
            let rules = rules(&[
                if pass { "lead_may_pass=true" } else { "lead_may_pass=false" },
                if bga { "follow_equal=false" } else { "follow_equal=true" },
            ]);
            let mut endgames = EndgameTable::new(40);
            prop_assert_eq!(
                endgames.lead(&rules, one, other),
                plain(&rules, one, other, Action::PASS, 0)
            );
            prop_assert_eq!(
                endgames.lead(&rules, other, one),
                plain(&rules, other, one, Action::PASS, 0),
                "with what the table remembers"
            );
        }
    }
}
