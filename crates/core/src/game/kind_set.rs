//! Sets of kinds of action.

use super::MAX_ACTION_KINDS;

/// Some of a game's kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u8);

const _: () = assert!(MAX_ACTION_KINDS <= u8::BITS as usize, "a bit a kind");

impl KindSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set with this kind added: an index into the description's `action_kinds`.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, kind: usize) -> Self {
        Self(self.0 | 1 << (kind % MAX_ACTION_KINDS))
    }

    /// Returns whether the kind is in the set.
    #[inline(always)]
    pub const fn contains(self, kind: usize) -> bool {
        kind < MAX_ACTION_KINDS && (self.0 >> kind) & 1 == 1
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
