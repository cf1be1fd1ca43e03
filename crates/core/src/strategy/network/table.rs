//! A table of the positions of a small game, with how often a player takes each action in them.

use std::collections::BTreeMap;

use super::Features;
use crate::game::LegalSet;
use crate::strategy::Learnable;

/// Collects features into a number that tells positions apart: the same features give the same
/// number, in any order.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    /// The position and the actions so far.
    whole: u64,
    /// The sum over the features of what is collected now.
    part: u64,
}

impl Key {
    /// Ends the position or an action.
    #[inline(always)]
    fn end_part(&mut self) {
        self.whole = scattered(self.whole ^ self.part);
        self.part = 0;
    }
}

impl Features for Key {
    #[inline(always)]
    fn with(&mut self, feature: usize) {
        self.part = self.part.wrapping_add(scattered(feature as u64));
    }

    #[inline(always)]
    fn without(&mut self, feature: usize) {
        self.part = self.part.wrapping_sub(scattered(feature as u64));
    }

    fn opinion(&mut self, _: i32) {}
}

/// Scatters numbers over all of 64 bits (the finalizer of `SplitMix64`, G. Steele and others, 2014).
fn scattered(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Returns a number for what a seat knows at a decision, and what it may do: it is the same for two
/// decisions whose features and whose [course](Learnable::course) are the same.
pub(in crate::strategy) fn key<G: Learnable>(
    tables: &mut G::Tables,
    view: &G::View<'_>,
    legal: &G::Legal,
) -> u64 {
    let mut key = Key { whole: G::course(view), part: 0 };
    let position = G::position(tables, view, &mut key);
    key.end_part();
    for action in legal.iter() {
        G::action(view, &position, action, &mut key);
        key.end_part();
    }
    key.whole
}

/// By position: how often each action is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table(BTreeMap<u64, Box<[u16]>>);

impl Table {
    /// Returns the table of these positions; `None` if in one of them no action or more than 255 are
    /// listed, or none is taken.
    pub fn new(positions: impl IntoIterator<Item = (u64, Vec<u16>)>) -> Option<Self> {
        let positions = positions.into_iter().map(|(key, often)| (key, often.into_boxed_slice()));
        let table = Self(positions.collect());
        let is_sound = |often: &[u16]| often.len() < 256 && often.iter().any(|often| *often > 0);
        table.0.values().all(|often| is_sound(often)).then_some(table)
    }

    /// Returns how often each of this many actions is taken in a position, if it is known.
    pub fn often(&self, position: u64, actions: u32) -> Option<&[u16]> {
        self.0.get(&position).map(|often| &**often).filter(|often| often.len() == actions as usize)
    }

    /// Iterates over the positions.
    pub fn positions(&self) -> impl Iterator<Item = (u64, &[u16])> {
        self.0.iter().map(|(key, often)| (*key, &**often))
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no position is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the bytes of a file: by position its number (8 bytes, the low byte first), the number
    /// of its actions, and how often each is taken (2 bytes).
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (key, often) in &self.0 {
            bytes.extend(key.to_le_bytes());
            bytes.push(often.len() as u8);
            bytes.extend(often.iter().flat_map(|often| often.to_le_bytes()));
        }
        bytes
    }

    /// Reads such bytes; `None` if they are damaged.
    pub(super) fn of_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut positions = Vec::new();
        while !bytes.is_empty() {
            let (key, rest) = bytes.split_first_chunk()?;
            let (actions, rest) = rest.split_first()?;
            let (often, rest) = rest.split_at_checked(2 * usize::from(*actions))?;
            let often = often.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            positions.push((u64::from_le_bytes(*key), often.collect()));
            bytes = rest;
        }
        Self::new(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(parts: &[&[usize]]) -> u64 {
        let mut key = Key::default();
        for part in parts {
            part.iter().for_each(|feature| key.with(*feature));
            key.end_part();
        }
        key.whole
    }

    #[test]
    fn the_order_of_features_does_not_matter_and_that_of_actions_does() {
        assert_eq!(key(&[&[1, 2], &[3], &[4]]), key(&[&[2, 1], &[3], &[4]]));
        assert_ne!(key(&[&[1, 2], &[3], &[4]]), key(&[&[1, 2], &[4], &[3]]));
        assert_ne!(key(&[&[1], &[2]]), key(&[&[1, 2], &[]]));
        let mut taken_back = Key::default();
        for feature in [5, 1, 2] {
            taken_back.with(feature);
        }
        taken_back.without(5);
        taken_back.end_part();
        assert_eq!(taken_back.whole, key(&[&[1, 2]]));
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let table = Table::new([(7, vec![1, 0, 65_535]), (u64::MAX, vec![3])]).expect("sound");
        let bytes = table.bytes();
        assert_eq!(Table::of_bytes(&bytes), Some(table.clone()));
        assert_eq!(table.often(7, 3), Some(&[1, 0, 65_535][..]));
        assert_eq!((table.often(7, 2), table.often(8, 3)), (None, None));
        assert!((1..bytes.len()).all(|length| {
            Table::of_bytes(&bytes[..length]).is_none_or(|read| read.len() == 1)
        }));
        assert_eq!(Table::new([(7, vec![0, 0])]), None);
    }
}
