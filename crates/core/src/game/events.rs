//! The events that a game counts in every game, for a designer.

use std::fmt::Debug;

use super::Game;

/// An event that a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedEvent {
    /// The name in tables, files and sentences: a plural, such as "Queens led". Of a mean, it
    /// follows "the mean number of": "cards left with the loser".
    pub name: &'static str,
    /// The meaning for a designer.
    pub meaning: &'static str,
    /// The games or events of which its number is a mean or a share.
    pub per: Per,
    /// Whether it is counted only if an experiment names it, not with all events.
    pub by_name: bool,
}

/// The games or events of which the number of an event is a mean or a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Games: the quantity is the mean number in a game.
    Game,
    /// None: it is no quantity, but the total for other events.
    Nothing,
    /// Another event, by its place in the list: the quantity is the share of these. It must not be
    /// counted more often than they are.
    ShareOf(usize),
    /// Another event, by its place in the list: the quantity is the mean number for each of these.
    MeanOf(usize),
}

/// The kinds of [`Per`], without the other event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedAmong {
    /// Games.
    Games,
    /// Other events, of which it is a part.
    Whole,
    /// Other events, each of which has a number.
    Others,
}

impl Per {
    /// Returns the games or events among which it is counted, without the other event.
    pub const fn among(self) -> CountedAmong {
        match self {
            Self::Game | Self::Nothing => CountedAmong::Games,
            Self::ShareOf(_) => CountedAmong::Whole,
            Self::MeanOf(_) => CountedAmong::Others,
        }
    }

    /// Returns the place of the other event, if there is one.
    pub const fn base(self) -> Option<usize> {
        match self {
            Self::Game | Self::Nothing => None,
            Self::ShareOf(base) | Self::MeanOf(base) => Some(base),
        }
    }
}

/// An action that was taken, with the states around it.
#[derive(Debug)]
pub struct Step<'a, G: Game> {
    /// The rules.
    pub rules: &'a G::Rules,
    /// The state in which it was taken.
    pub before: &'a G::State,
    /// The action.
    pub action: G::Action,
    /// The state at the next decision, or at the end.
    pub after: &'a G::State,
}

/// Counts the events of a game's description ([`Game::EVENT_COUNTER`]). A run that does not ask for
/// events never calls it.
///
/// ```
/// use fairdeal_core::game::{CountedEvent, Per};
///
/// const EVENTS: &[CountedEvent] = &[
///     CountedEvent { name: "tricks", meaning: "tricks played", per: Per::Game, by_name: false },
///     CountedEvent {
///         name: "tricks trumped",
///         meaning: "with a trump",
///         per: Per::ShareOf(0),
///         by_name: false,
///     },
/// ];
/// // A counter calls `counts.add(0, 1)` for each trick, and `counts.add_if(1, is_trumped)`.
/// assert_eq!(EVENTS[1].per.base(), Some(0));
/// ```
pub trait EventCounter<G: Game>: Debug + Sync {
    /// Returns whether [`EventCounter::step`] is to be called. By default it is.
    fn has_steps(&self) -> bool {
        true
    }

    /// Counts the events of an action.
    fn step(&self, step: &Step<'_, G>, counts: &mut EventCounts) {
        let _ = (step, counts);
    }

    /// Counts the events of a game that is over.
    fn over(&self, rules: &G::Rules, state: &G::State, counts: &mut EventCounts) {
        let _ = (rules, state, counts);
    }
}

/// How often each event of a description happened in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventCounts(Vec<u64>);

impl EventCounts {
    /// Returns counts of this many events, all zero.
    pub fn new(events: usize) -> Self {
        Self(vec![0; events])
    }

    /// Counts an event, by its place in the list, this many times: at most
    /// [`MAX_EVENTS`](super::MAX_EVENTS) in a game, so that no count leaves its word.
    pub fn add(&mut self, event: usize, times: u64) {
        if let Some(count) = self.0.get_mut(event) {
            *count += times;
        }
    }

    /// Counts an event once, if it happened.
    pub fn add_if(&mut self, event: usize, happened: bool) {
        self.add(event, u64::from(happened));
    }

    /// Returns all counts, in the order of the list.
    pub fn all(&self) -> &[u64] {
        &self.0
    }

    /// Sets all counts to zero.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }
}

/// Declares the events of a game: the constant `EVENTS` for its description, and a constant with
/// the place of each. A share or a mean of another event names its constant; `by_name` behind the
/// meaning marks an event that is not counted with all others.
macro_rules! events {
    ($(
        $place:ident = $name:literal $($per:ident $(($base:ident))?)?:
            $meaning:expr $(, $by_name:ident)?;
    )*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        enum Place { $($place),* }
        $(const $place: usize = Place::$place as usize;)*

        /// The events, in the order of the constants.
        pub(super) const EVENTS: &[$crate::game::CountedEvent] = &[$($crate::game::CountedEvent {
            name: $name,
            meaning: $meaning,
            per: $crate::game::events!(@per $($per $($base)?)?),
            by_name: $crate::game::events!(@by_name $($by_name)?),
        }),*];
    };
    (@by_name) => { false };
    (@by_name by_name) => { true };
    (@per) => { $crate::game::Per::Game };
    (@per $per:ident) => { $crate::game::Per::$per };
    (@per $per:ident $base:ident) => { $crate::game::Per::$per($base) };
}

pub(crate) use events;
