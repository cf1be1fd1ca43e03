//! Sets of kinds of action.

use super::MAX_ACTION_KINDS;

/// Some of a game's kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u64);

const _: () = assert!(MAX_ACTION_KINDS <= u64::BITS as usize, "a bit a kind");

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

    /// Iterates over the kinds, in their order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let kind = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(kind)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_place() {
        let odd = || (1..MAX_ACTION_KINDS).step_by(2);
        let set = odd().fold(KindSet::NONE, KindSet::with);
        assert!(set.iter().eq(odd()));
        assert!(
            (0..MAX_ACTION_KINDS + 9)
                .all(|kind| { set.contains(kind) == (kind < MAX_ACTION_KINDS && kind % 2 == 1) })
        );
        assert_eq!((set.is_empty(), KindSet::NONE.is_empty()), (false, true));
        assert_eq!(KindSet::NONE.iter().next(), None);
    }
}
