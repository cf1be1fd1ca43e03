//! Seats at the table: numbered from 0 in turn order, clockwise. Texts for people count them from 1.

use serde::{Deserialize, Serialize};

/// The largest number of seats in any game.
pub const MAX_SEATS: usize = 8;

/// The points of a win. Shared by 1 to 8 players, they stay whole numbers.
pub const WIN: u64 = 840;

/// A seat at the table.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this number, which must be below [`MAX_SEATS`].
    #[inline(always)]
    pub const fn new(number: u8) -> Self {
        debug_assert!((number as usize) < MAX_SEATS);
        Self(number)
    }

    /// Returns the seat's number, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seat's number at a table for two: an index that needs no check.
    #[inline(always)]
    pub const fn of_two(self) -> usize {
        self.0 as usize & 1
    }

    /// Returns the other seat of a table for two.
    #[inline(always)]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Returns the next seat in turn order at a table for `players`.
    #[inline(always)]
    pub const fn next(self, players: u8) -> Self {
        let next = self.0 + 1;
        Self(if next == players { 0 } else { next })
    }

    /// Iterates over the seats of a table for `players`, in turn order.
    #[inline]
    pub fn all(players: usize) -> impl Iterator<Item = Self> {
        debug_assert!(players <= MAX_SEATS);
        (0..players as u8).map(Self)
    }
}

/// The number of the seat as people at a table count: from 1. Files, programs and traces have its
/// [`index`](Seat::index).
impl std::fmt::Display for Seat {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.0 + 1)
    }
}

/// A set of seats.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set of one seat.
    #[inline(always)]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Returns the set with one more seat.
    #[inline(always)]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::only(seat).0)
    }

    /// Returns whether the seat is in the set.
    #[inline(always)]
    pub const fn contains(self, seat: Seat) -> bool {
        (self.0 >> seat.0) & 1 == 1
    }

    /// Returns the seats that are in both sets.
    #[inline(always)]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the seats that are in either set.
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set as a number: bit `s` is set for seat `s`.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the number of seats in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the share of a win that the set gives to `seat`, in 840ths: a win is split evenly
    /// among the seats of the set.
    #[inline(always)]
    pub const fn credit(self, seat: Seat) -> u64 {
        // A table: a division would take longer than all other counting of a game.
        const SHARES: [u64; MAX_SEATS + 1] = {
            let mut shares = [0; MAX_SEATS + 1];
            let mut winners = 1;
            while winners <= MAX_SEATS {
                shares[winners] = WIN / winners as u64;
                winners += 1;
            }
            shares
        };
        if self.contains(seat) { SHARES[self.count() as usize] } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_shared_without_remainder() {
        for winners in 1..=MAX_SEATS as u8 {
            let set = SeatSet(((1u16 << winners) - 1) as u8);
            let total: u64 = Seat::all(MAX_SEATS).map(|seat| set.credit(seat)).sum();
            assert_eq!(total, WIN, "{winners} winners");
        }
        assert_eq!(SeatSet::NONE.credit(Seat::new(0)), 0);
    }
}
