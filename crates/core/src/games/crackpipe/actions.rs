//! The four actions of Crackpipe. Every decision is between two of them.

use crate::game::{LegalSet, Never};

/// An action of a seat.
///
/// A number and not an enum: it cannot be predicted which of two actions is chosen, and for an enum
/// the compiler would make a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(u8);

impl Action {
    /// Places the stack on one's own pipe.
    pub const OWN: Self = Self(0);
    /// Places the stack on THE pipe.
    pub const THE: Self = Self(1);
    /// Puts a received stack on top of one's own pipe.
    pub const TOP: Self = Self(2);
    /// Puts a received stack at the bottom of one's own pipe.
    pub const BOTTOM: Self = Self(3);

    /// The names, in order.
    pub const NAMES: [&'static str; 4] = ["own", "the", "top", "bottom"];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// Returns the index in the order of names.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize & 3
    }

    /// Returns whether it places drawn cards. Otherwise it puts away received cards.
    #[inline(always)]
    pub(super) const fn places(self) -> bool {
        self.0 < Self::TOP.0
    }

    /// Returns whether it is the second of the two legal actions.
    #[inline(always)]
    pub(super) const fn is_second(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The legal actions of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Legal {
    /// Placing drawn cards: `own` or `the`.
    Placing,
    /// Putting away received cards: `top` or `bottom`.
    Receiving,
    /// Only `own`: the rules always leave two actions, but a player who never takes one of them has
    /// only the other.
    Own,
    /// Only `the`.
    The,
    /// Only `top`.
    Top,
    /// Only `bottom`.
    Bottom,
    /// None, where a restriction removed both.
    Nothing,
}

impl Legal {
    /// Returns the two actions, in their order; the same one twice if it is the only one.
    #[inline(always)]
    pub const fn both(self) -> [Action; 2] {
        [self.at(0), self.at(1)]
    }

    /// Returns whether there are two. (With a comparison instead of a match, the compiler sees that
    /// the rules always leave two, and no decision tests for it.)
    #[inline(always)]
    const fn is_pair(self) -> bool {
        (self as u8) < Self::Own as u8
    }

    /// Returns the first or the second of two, 0 or 1; a single one in any case.
    #[inline(always)]
    const fn at(self, place: u8) -> Action {
        if self.is_pair() {
            Action(2 * self as u8 + place)
        } else {
            Action((self as u8 - Self::Own as u8) & 3)
        }
    }

    /// A single action.
    const fn lone(action: Action) -> Self {
        match action {
            Action::OWN => Self::Own,
            Action::THE => Self::The,
            Action::TOP => Self::Top,
            _ => Self::Bottom,
        }
    }
}

impl LegalSet<Action> for Legal {
    #[inline(always)]
    fn count(&self) -> u32 {
        if self.is_pair() { 2 } else { u32::from(*self != Self::Nothing) }
    }

    #[inline(always)]
    fn nth(&self, n: u32) -> Action {
        self.at((n & 1) as u8)
    }

    #[inline(always)]
    fn contains(&self, action: Action) -> bool {
        if self.is_pair() {
            action.places() == (*self == Self::Placing)
        } else {
            *self != Self::Nothing && self.at(0) == action
        }
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Action> {
        self.both().into_iter().take(self.count() as usize)
    }

    fn without(&self, _never: Never, is_forbidden: impl Fn(Action) -> bool) -> Self {
        let mut kept = self.iter().filter(|action| !is_forbidden(*action));
        match (kept.next(), kept.next()) {
            (None, _) => Self::Nothing,
            (Some(action), None) => Self::lone(action),
            (Some(_), Some(_)) => *self,
        }
    }
}
