//! The parts of a seat's view that can be hidden from a blind strategy.

/// Something that a seat sees, and that a strategy can be blind to.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The name: one word.
    pub name: &'static str,
    /// The information that is hidden from a strategy that is blind to it.
    pub meaning: &'static str,
    /// Whether a view cannot leave it open, so that cards are drawn at random in its place.
    pub is_drawn: bool,
}

impl Sight {
    /// Returns something that a view can leave open.
    pub const fn left_open(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_drawn: false }
    }

    /// Returns something in whose place cards are drawn.
    pub const fn drawn(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_drawn: true }
    }
}

/// Some of the sights of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sights(u64);

impl Sights {
    /// The largest number of sights of a game.
    pub const MOST: usize = 64;

    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set with this sight added: an index into the description's `sights`.
    #[must_use]
    pub const fn with(self, sight: usize) -> Self {
        Self(self.0 | 1 << (sight % Self::MOST))
    }

    /// Returns whether the sight is in the set.
    pub const fn contains(self, sight: usize) -> bool {
        sight < Self::MOST && (self.0 >> sight) & 1 == 1
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
