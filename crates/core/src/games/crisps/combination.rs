//! Cards that are played together.

/// The number of ranks: 2 to 10 and the special rank.
pub const RANKS: u8 = 10;

/// The index of the special rank, above all others.
pub const SPECIAL: u8 = 9;

/// The kinds of action, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// One card.
    Single,
    /// Two of the same rank.
    Pair,
    /// Ranks in sequence, one card each.
    Run,
    /// Ranks in sequence, two cards each.
    Stair,
    /// Three of a rank, a special combination.
    Triple,
    /// Four of a rank, a special combination.
    Quad,
    /// Not playing, which ends the round.
    Pass,
    /// The choice of a card to gain.
    Take,
}

impl Kind {
    /// The names, in order.
    pub const NAMES: [&'static str; 8] =
        ["single", "pair", "run", "stair", "triple", "quad", "pass", "take"];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns whether it is a triple or a quad.
    pub const fn is_special_combination(self) -> bool {
        matches!(self, Self::Triple | Self::Quad)
    }
}

/// The cards of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// Its ranks, as bits in all four planes.
    pub(super) columns: u64,
    /// Its cards as a hand.
    pub(super) cards_as_planes: u64,
    /// The shift of its columns beyond one plane (16 bits).
    pub(super) further_shift: u8,
    /// The kind.
    pub kind: Kind,
    /// The index of its lowest rank.
    pub rank: u8,
    /// The length: cards of a run, pairs of a stair, 1 otherwise.
    pub length: u8,
    /// The number of cards; 0 if it is not a combination.
    pub cards: u8,
}

impl Combination {
    pub(super) const NONE: Self = Self {
        columns: 0,
        cards_as_planes: 0,
        further_shift: 0,
        kind: Kind::Pass,
        rank: 0,
        length: 0,
        cards: 0,
    };

    /// Returns `copies` cards of each of `length` ranks from `rank` up.
    pub(super) const fn new(kind: Kind, rank: u8, length: u8, copies: u8) -> Self {
        let ranks = ((1u64 << length) - 1) << rank;
        let columns = ranks | (ranks << 16) | (ranks << 32) | (ranks << 48);
        let planes = if copies == 4 { u64::MAX } else { (1 << (16 * copies)) - 1 };
        Self {
            columns,
            cards_as_planes: columns & planes,
            further_shift: 16 * (copies - 1),
            kind,
            rank,
            length,
            cards: length * copies,
        }
    }

    /// Returns whether it contains a card of the special rank.
    pub const fn contains_special(&self) -> bool {
        self.rank + self.length > SPECIAL && self.cards > 0
    }
}
