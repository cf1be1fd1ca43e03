//! Exact play near the end of a game, where so few full states are left that all of them can be
//! played on in every way.
//!
//! The other seats play their model (`opponents`, the first of several), or else the rollout
//! strategy (`rollout`). Against them, and with all full states equally likely, the result is a
//! best response: expectimax over information sets.

use super::rollout::Rollout;
use crate::game::{LegalSet, Searchable, SeatView, Turn};
use crate::rng::{BlockStreams, Stream};
use crate::seat::Seat;
use crate::strategy::{Failure, Playable, Strategy, StrategyFile};

/// The room for states, as a multiple of the initial number. Later decisions of the seat need it;
/// their groups are visited one after the other.
const ROOM: usize = 8;

/// The largest number of actions that are tried for each initial full state; if more are needed,
/// the ending is too large.
const STEPS: u32 = 4096;

/// The value of a group of states to the seat: the sum of its shares of the win, and on a tie the
/// sum of its margins.
type Worth = (u64, u64);

/// Plays endings exactly.
#[derive(Clone, Debug)]
pub struct Enumeration<G: Playable + Searchable> {
    /// The largest number of full states that it tries; 0 for never.
    most: usize,
    rollout: Rollout<G>,
    /// The states at a decision of the seat, one group after the other, each with a key of the
    /// seat's knowledge.
    states: Vec<(u64, G::State)>,
    /// The number of actions that may still be tried.
    steps: u32,
}

/// The ending that is solved.
struct Ending<'a, G: Searchable> {
    rules: &'a G::Rules,
    determinizer: G::Determinizer,
    own: Seat,
}

impl<G: Playable + Searchable> Enumeration<G> {
    /// Returns a solver of endings with at most this many full states, 0 for none, against others
    /// who play like `opponents` of the file, or like `rollout`.
    pub fn new(file: &StrategyFile, most: u32) -> Self {
        Self { most: most as usize, rollout: Rollout::new(file, 0.0), states: Vec::new(), steps: 0 }
    }

    /// Begins a new game, and reserves memory so that the game needs no allocation.
    pub fn new_game(&mut self) {
        self.rollout.new_game();
        self.states.clear();
        self.states.reserve(self.most * ROOM);
    }

    /// Returns the best action, if there are few enough full states; on a tie the first in the
    /// order of actions.
    ///
    /// # Errors
    /// If the strategy of the others makes no choice.
    #[inline(never)]
    pub fn best(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<Option<G::Action>, Failure> {
        if self.most == 0 {
            return Ok(None);
        }
        let ending =
            Ending { rules: view.rules(), determinizer: G::determinizer(view), own: view.seat() };
        self.states.clear();
        let (states, most) = (&mut self.states, self.most);
        let few = G::enumerate(ending.rules, &ending.determinizer, most, &mut |state| {
            states.push((0, state));
        });
        if !few {
            return Ok(None);
        }
        self.rollout.decide_for(ending.own);
        self.steps = STEPS.saturating_mul(self.states.len() as u32);
        Ok(self.best_of(&ending, 0..self.states.len(), legal, stream)?.map(|(_, action)| action))
    }

    /// The best action and its value, if the seat knows that the state is one of this group; `None`
    /// if the steps run out.
    fn best_of(
        &mut self,
        ending: &Ending<'_, G>,
        group: std::ops::Range<usize>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<Option<(Worth, G::Action)>, Failure> {
        let mut best: Option<(Worth, G::Action)> = None;
        for action in legal.iter() {
            let Some(worth) = self.worth(ending, group.clone(), action, stream)? else {
                return Ok(None);
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        Ok(best)
    }

    /// The value of an action over a group of states; `None` if the steps run out.
    fn worth(
        &mut self,
        ending: &Ending<'_, G>,
        group: std::ops::Range<usize>,
        action: G::Action,
        stream: &mut Stream,
    ) -> Result<Option<Worth>, Failure> {
        let Ending { rules, determinizer, own } = ending;
        let (mut sum, first) = ((0, 0), self.states.len());
        for index in group {
            let Some(steps) = self.steps.checked_sub(1) else { return Ok(None) };
            self.steps = steps;
            let mut state = self.states[index].1.clone();
            // Enumerable states have no chance events left.
            let mut chance = BlockStreams::new(0, 0);
            G::apply(rules, &mut state, action, &mut chance, &mut ());
            let decides = loop {
                if G::is_settled(determinizer, &state) {
                    break false;
                }
                let Turn::Decide(seat) = G::turn(&state) else { break false };
                let legal = G::legal(rules, &state);
                let action = if legal.count() == 1 {
                    legal.nth(0)
                } else if seat == *own {
                    break true;
                } else {
                    let view = G::view(rules, &state, seat);
                    self.rollout.choose(&view, &legal, stream)?.into_action()
                };
                G::apply(rules, &mut state, action, &mut chance, &mut ());
            };
            if decides {
                if self.states.len() == self.most * ROOM {
                    return Ok(None);
                }
                self.states.push((G::fingerprint(&G::view(rules, &state, *own)).number(), state));
            } else if !G::is_worthless(rules, &state) {
                sum.0 += u64::from(G::shares(rules, determinizer, &state)[own.index()]);
                sum.1 += u64::from(G::margins(rules, determinizer, &state)[own.index()]);
            }
        }
        // Group by group of the seat's knowledge at its next decision.
        self.states[first..].sort_unstable_by_key(|(key, _)| *key);
        let mut next = first;
        while next < self.states.len() {
            let key = self.states[next].0;
            let end =
                next + self.states[next..].iter().take_while(|(other, _)| *other == key).count();
            let last = self.states.len();
            let legal = G::legal(rules, &self.states[next].1);
            let Some((worth, _)) = self.best_of(ending, next..end, &legal, stream)? else {
                return Ok(None);
            };
            debug_assert_eq!(
                self.states.len(),
                last,
                "what lies behind a group is gone when it was looked at"
            );
            sum = (sum.0 + worth.0, sum.1 + worth.1);
            next = end;
        }
        self.states.truncate(first);
        Ok(Some(sum))
    }
}
