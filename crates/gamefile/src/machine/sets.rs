//! Sets of cards as bits: the results of filtering zones by attributes.

use super::code::Code;
use super::lists::{Full, Lists};
use super::zones::{MOST_SET_WORDS, NONE, Zones};

/// The place of the mask of a table for a value.
#[inline(always)]
pub(super) fn mask_of(code: &Code, table: u16, value: i64) -> usize {
    let table = &code.tables[usize::from(table)];
    let value = value.wrapping_sub(table.low);
    let place = if value < 0 { 0 } else { (value as u64).min(table.values as u64) as usize + 1 };
    table.first + place * code.set_words
}

/// Puts the cards of a zone that a mask lets through into a set.
#[inline(always)]
pub(super) fn put_masked(code: &Code, zones: &Zones, zone: u16, first: usize, set: &mut [i64]) {
    let masks = &code.masks[first..first + set.len()];
    for ((to, bits), mask) in set.iter_mut().zip(zones.bits(zone)).zip(masks) {
        *to = (*bits & *mask) as i64;
    }
}

/// Puts the cards of a list into a set.
#[inline(always)]
pub(super) fn put_list(cards: &[i64], set: &mut [i64]) {
    if let [bits] = set {
        *bits = cards.iter().fold(0, |bits, card| bits | 1 << (card & 63));
        return;
    }
    set.fill(0);
    for card in cards {
        set[*card as usize / 64] |= 1 << (card & 63);
    }
}

/// Moves the cards that a mask lets through from one set to another.
#[inline(always)]
pub(super) fn move_masked(code: &Code, slots: &mut [i64], (from, to): (u16, u16), first: usize) {
    for word in 0..code.set_words {
        let left = &mut slots[usize::from(from) + word];
        let moved = *left & code.masks[first + word] as i64;
        *left &= !moved;
        slots[usize::from(to) + word] |= moved;
    }
}

/// The cards of a zone that a mask lets through, in the order of the zone.
#[inline(always)]
pub(super) fn list_masked(
    code: &Code,
    zones: &Zones,
    lists: &mut Lists,
    zone: u16,
    first: usize,
) -> Result<i64, Full> {
    if code.set_words == 1 {
        // In a register: a set that is written and read again at once makes the processor wait.
        let bits = zones.word(zone) & code.masks[first];
        return match bits.count_ones() {
            0 => Ok(0),
            1 => lists.make(&[bits.trailing_zeros().into()], 1),
            _ => list_of_set(zones, lists, zone, &[bits as i64]),
        };
    }
    list_masked_wide(code, zones, lists, zone, first)
}

#[inline(never)]
fn list_masked_wide(
    code: &Code,
    zones: &Zones,
    lists: &mut Lists,
    zone: u16,
    first: usize,
) -> Result<i64, Full> {
    let mut set = [0; MOST_SET_WORDS];
    let set = &mut set[..code.set_words];
    put_masked(code, zones, zone, first, set);
    list_of_set(zones, lists, zone, set)
}

/// The cards of a set in the order of their zone.
#[inline(never)]
pub(super) fn list_of_set(
    zones: &Zones,
    lists: &mut Lists,
    zone: u16,
    set: &[i64],
) -> Result<i64, Full> {
    // Few cards pass most filters: the walk through the zone ends with the last one.
    let count: u32 = set.iter().map(|bits| bits.count_ones()).sum();
    let is_in = |card: &u16| set[usize::from(card / 64)] >> (card % 64) & 1 == 1;
    lists.collect(zones.iter(zone).filter(is_in).take(count as usize).map(i64::from))
}

/// Takes the next card of the zone, from the bottom, out of the set, and returns it.
#[inline(always)]
pub(super) fn set_next(zones: &Zones, card: u16, zone: u16, set: &mut [i64]) -> u16 {
    let left: u32 = set.iter().map(|bits| bits.count_ones()).sum();
    let next = match left {
        0 => return NONE,
        // The last one is found without a walk.
        1 => each_of_set(set).next().unwrap_or_default() as u16,
        _ => {
            let mut card = if card == NONE { zones.bottom(zone) } else { zones.above(card) };
            while card != NONE && set[usize::from(card / 64)] >> (card % 64) & 1 == 0 {
                card = zones.above(card);
            }
            card
        }
    };
    if let Some(bits) = set.get_mut(usize::from(next / 64)) {
        *bits &= !(1 << (next % 64));
    }
    next
}

/// The cards of a set, in the order of their numbers.
#[inline(always)]
pub(super) fn each_of_set(set: &[i64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(word, bits)| {
        let mut left = *bits as u64;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(word * 64 + bit)
        })
    })
}
