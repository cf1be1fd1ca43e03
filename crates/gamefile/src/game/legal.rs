//! The legal actions of a decision.

use std::cell::RefCell;
use std::fmt::Debug;

use fairdeal_core::game::{LegalSet, Never};

use crate::machine::options::{Action, ROOM};

/// The options of a decision.
///
/// Its memory comes from a store of each thread and goes back to it, so that the later
/// games allocate nothing.
pub struct Options(Vec<Action>);

/// The largest number of lists of options that a thread keeps for later.
const MOST_KEPT: usize = 64;

thread_local! {
    static STORE: RefCell<Vec<Vec<Action>>> = const { RefCell::new(Vec::new()) };
}

impl Options {
    /// Returns these options.
    #[inline]
    pub(crate) fn new(actions: &[Action]) -> Self {
        let mut own = Self::empty();
        own.0.extend_from_slice(actions);
        own
    }

    #[inline]
    fn empty() -> Self {
        let kept = STORE.try_with(|store| {
            let mut store = store.borrow_mut();
            if store.capacity() == 0 {
                store.reserve(MOST_KEPT);
            }
            store.pop()
        });
        let kept = kept.ok().flatten();
        Self(kept.unwrap_or_else(|| Vec::with_capacity(ROOM)))
    }
}

impl Drop for Options {
    #[inline]
    fn drop(&mut self) {
        let mut actions = std::mem::take(&mut self.0);
        actions.clear();
        // Without a store, while the thread ends, they are simply dropped.
        let _ = STORE.try_with(|store| {
            let mut store = store.borrow_mut();
            if store.len() < MOST_KEPT {
                store.push(actions);
            }
        });
    }
}

impl Clone for Options {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Debug for Options {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(&self.0).finish()
    }
}

impl LegalSet<Action> for Options {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.len() as u32
    }

    #[inline(always)]
    fn nth(&self, n: u32) -> Action {
        self.0.get(n as usize).copied().unwrap_or(Action::NONE)
    }

    fn contains(&self, action: Action) -> bool {
        self.0.contains(&action)
    }

    fn iter(&self) -> impl Iterator<Item = Action> {
        self.0.iter().copied()
    }

    fn without(&self, _never: Never, is_forbidden: impl Fn(Action) -> bool) -> Self {
        let mut left = Self::empty();
        left.0.extend(self.iter().filter(|action| !is_forbidden(*action)));
        left
    }
}
