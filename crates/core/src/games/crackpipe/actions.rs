//! The four actions of Crackpipe. Every decision is between two of them.

use crate::game::LegalSet;

/// What a seat may choose.
///
/// A number and no enumeration: which of two actions is chosen cannot be predicted, and the
/// compiler would make a branch of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(u8);

impl Action {
    /// To place the stack on one's own pipe.
    pub const OWN: Self = Self(0);
    /// To place the stack on THE pipe.
    pub const THE: Self = Self(1);
    /// To put a stack received on top of one's own pipe.
    pub const TOP: Self = Self(2);
    /// To put a stack received at the bottom of one's own pipe.
    pub const BOTTOM: Self = Self(3);

    /// The names, in order.
    pub const NAMES: [&'static str; 4] = ["own", "the", "top", "bottom"];

    /// The name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// Its place in the order.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize & 3
    }

    /// Does it place what was drawn? Otherwise it puts away what was received.
    #[inline(always)]
    pub(super) const fn places(self) -> bool {
        self.0 < Self::TOP.0
    }

    /// Is it the second of the two that there were to choose from?
    #[inline(always)]
    pub(super) const fn is_second(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The legal actions of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Legal {
    /// To place what was drawn: `own` or `the`.
    Placing,
    /// To put away what was received: `top` or `bottom`.
    Receiving,
    /// `own` alone: the rules always leave two, but a player who never takes one of them has the
    /// other.
    Own,
    /// `the` alone.
    The,
    /// `top` alone.
    Top,
    /// `bottom` alone.
    Bottom,
    /// None, where both were left out.
    Nothing,
}

impl Legal {
    /// The two actions, in their order; the same one twice where it is alone.
    #[inline(always)]
    pub const fn both(self) -> [Action; 2] {
        [self.at(0), self.at(1)]
    }

    /// Are there two? (A comparison and no match: of what the rules leave, the compiler then sees
    /// that there are, and no decision asks for it.)
    #[inline(always)]
    const fn is_pair(self) -> bool {
        (self as u8) < Self::Own as u8
    }

    /// The first or the second of two, 0 or 1; the one that is alone in any case.
    #[inline(always)]
    const fn at(self, place: u8) -> Action {
        if self.is_pair() {
            Action(2 * self as u8 + place)
        } else {
            Action((self as u8 - Self::Own as u8) & 3)
        }
    }

    /// One action alone.
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

    fn filtered(&self, keep: impl Fn(Action) -> bool) -> Self {
        let mut kept = self.iter().filter(|action| keep(*action));
        match (kept.next(), kept.next()) {
            (None, _) => Self::Nothing,
            (Some(action), None) => Self::lone(action),
            (Some(_), Some(_)) => *self,
        }
    }
}
