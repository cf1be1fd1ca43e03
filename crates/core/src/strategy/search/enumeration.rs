//! Exact play near the end of a game, where so few full states are left that all of them can be
//! played on in every way.
//!
//! The other seats play what they are supposed to play (`opponents`, the first of several), or else
//! as the search plays on (`rollout`); against them, and with every full state as likely as any
//! other, what is found is a best response: expectimax over information sets.

use super::rollout::Rollout;
use crate::game::{LegalSet, Searchable, SeatView, Turn};
use crate::rng::{BlockStreams, Stream};
use crate::seat::Seat;
use crate::strategy::{Failure, Playable, Random, StrategyFile};

/// Room for this many times as many states as there may be at first: for those at later decisions
/// of the seat, which are looked at one group after the other.
const ROOM: usize = 8;

/// For each full state that may be left at first, this many actions are tried; more mean that the
/// ending is too large.
const STEPS: u32 = 4096;

/// What a group of states is worth to the seat: the sum of its shares of the win, and of equal ones
/// that of its margins.
type Worth = (u64, u64);

/// Plays endings exactly.
#[derive(Clone, Debug)]
pub struct Enumeration<G: Playable + Searchable> {
    /// With more full states than this it does not try. 0: never.
    most: usize,
    rollout: Rollout<G>,
    /// The states at a decision of the seat, one group behind the other, each with a key of what
    /// the seat knows there.
    states: Vec<(u64, G::State)>,
    /// What is left of the actions that may be tried.
    steps: u32,
}

/// The ending that is looked at.
struct Ending<'a, G: Searchable> {
    rules: &'a G::Rules,
    determinizer: G::Determinizer,
    own: Seat,
}

impl<G: Playable + Searchable> Enumeration<G> {
    /// For endings with at most this many full states, 0 for none, against others who play as the
    /// file says of `opponents`, or of `rollout`.
    pub fn new(file: &StrategyFile, most: u32) -> Self {
        Self { most: most as usize, rollout: Rollout::new(file, 0.0), states: Vec::new(), steps: 0 }
    }

    /// A new game begins: makes room, so that nothing is allocated in it.
    pub fn new_game(&mut self) {
        self.rollout.begin_game();
        self.states.clear();
        self.states.reserve(self.most * ROOM);
    }

    /// The best action, where there are few enough full states; of equals the first in the order of
    /// actions.
    ///
    /// # Errors
    /// When whoever plays for the others makes no choice.
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
            states.push((0, state))
        });
        if !few {
            return Ok(None);
        }
        self.rollout.decide_for(ending.own);
        self.steps = STEPS.saturating_mul(self.states.len() as u32);
        Ok(self.best_of(&ending, 0..self.states.len(), legal, stream)?.map(|(_, action)| action))
    }

    /// The best action where the seat knows that the state is one of this group, and its worth;
    /// `None` if the steps run out.
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

    /// What an action is worth over a group of states; `None` if the steps run out.
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
            // No chance is left in what can be enumerated.
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
                    self.rollout
                        .any(&mut Random)
                        .choose(&G::view(rules, &state, seat), &legal, stream)?
                        .into_action()
                };
                G::apply(rules, &mut state, action, &mut chance, &mut ());
            };
            if decides {
                if self.states.len() == self.most * ROOM {
                    return Ok(None);
                }
                self.states.push((G::fingerprint(&G::view(rules, &state, *own)).number(), state));
            } else {
                sum.0 += u64::from(G::shares(rules, determinizer, &state)[own.index()]);
                sum.1 += u64::from(G::margins(rules, determinizer, &state)[own.index()]);
            }
        }
        // Group by group of what the seat knows at its next decision.
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
