//! The four actions of Crackpipe. Every decision is between two of them.

use crate::game::{KindCounts, LegalSet};

/// What a seat may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Action {
    /// To place the stack on one's own pipe.
    Own,
    /// To place the stack on THE pipe.
    The,
    /// To put a stack received on top of one's own pipe.
    Top,
    /// To put a stack received at the bottom of one's own pipe.
    Bottom,
}

impl Action {
    /// The names, in order.
    pub const NAMES: [&'static str; 4] = ["own", "the", "top", "bottom"];

    /// The name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
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
}

impl Legal {
    /// The two actions, in their order.
    #[inline(always)]
    pub const fn both(self) -> [Action; 2] {
        match self {
            Self::Placing => [Action::Own, Action::The],
            Self::Receiving => [Action::Top, Action::Bottom],
        }
    }

    /// Adds to `counts` how many of the legal actions are of each kind: every action is a kind of its own.
    #[inline(always)]
    pub(super) fn count_kinds(self, counts: &mut KindCounts) {
        for action in self.both() {
            counts.decisions[action as usize] += 1;
            counts.legal[action as usize] += 1;
        }
    }
}

impl LegalSet<Action> for Legal {
    #[inline(always)]
    fn count(&self) -> u32 {
        2
    }

    #[inline(always)]
    fn nth(&self, n: u32) -> Action {
        // A number that the compiler sees through: no branch, no table.
        match 2 * (*self as u32) + (n & 1) {
            0 => Action::Own,
            1 => Action::The,
            2 => Action::Top,
            _ => Action::Bottom,
        }
    }

    #[inline(always)]
    fn contains(&self, action: Action) -> bool {
        self.both().contains(&action)
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Action> {
        self.both().into_iter()
    }
}
