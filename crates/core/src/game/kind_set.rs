//! Sets of kinds of action.

use super::MAX_ACTION_KINDS;

/// Some of a game's kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u8);

const _: () = assert!(MAX_ACTION_KINDS <= u8::BITS as usize, "a bit a kind");

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// The same kinds and this one: an index into the description's `action_kinds`.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, kind: usize) -> Self {
        Self(self.0 | 1 << (kind % MAX_ACTION_KINDS))
    }

    /// Is the kind one of these?
    #[inline(always)]
    pub const fn contains(self, kind: usize) -> bool {
        kind < MAX_ACTION_KINDS && (self.0 >> kind) & 1 == 1
    }

    /// Are there none?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
