//! The features that all options of a decision share.

use fairdeal_core::game::SeatView;
use fairdeal_core::strategy::Features;

use super::seen::{
    About, FEW_CARDS, FRONTS, Front, Pen, Position, SMALL, Seen, Set, both, mixed, places_in_step,
    relative, step,
};
use crate::game::View;
use crate::game::knowledge::Remembered;
use crate::machine::zones::{CARDS, MOST_SET_WORDS, Zones};
use crate::program::Type;

/// Notes the numbers that the seat sees.
#[inline(always)]
pub(super) fn note_numbers(view: &View<'_>, tables: &Seen, pen: &mut Pen<'_, impl Features>) {
    let code = &view.rules().code;
    let machine = view.state.machine();
    let (seat, players) = (view.seat().index(), code.players());
    for counted in &tables.numbers {
        let info = &code.numbers[counted.number];
        let word = |place: usize| machine.slots.get(counted.first + place).copied().unwrap_or(0);
        for (place, of) in counted.of.iter().enumerate() {
            if !info.is_seen(*of, seat as u8) {
                continue;
            }
            let value = match counted.kind {
                Type::Name => tables.name(word(place)),
                Type::Player => word(place)
                    .wrapping_add((players - seat) as i64)
                    .rem_euclid(players as i64) as u32,
                _ => step(word(place)),
            };
            let owner = relative(*of, seat, players, &tables.name_hashes);
            pen.note(About::Number, [counted.hash, owner, value]);
            if counted.kind == Type::Int {
                for place in places_in_step(word(place)) {
                    pen.note(About::Number, [counted.hash, owner, place]);
                }
            }
        }
        if counted.is_race {
            let own = word(seat);
            let best = (0..counted.of.len()).filter(|other| *other != seat).map(word).max();
            let lead = own.saturating_sub(best.unwrap_or(own));
            pen.note(About::Lead, [counted.hash, step(lead), 0]);
            for place in places_in_step(lead) {
                pen.note(About::Lead, [counted.hash, place, 0]);
            }
        }
    }
}

/// Notes the cards that the seat remembers.
pub(super) fn remember(
    view: &View<'_>,
    memory: &mut Remembered,
    position: &mut Position<'_>,
    pen: &mut Pen<'_, impl Features>,
) {
    let code = &view.rules().code;
    let (machine, seat, players) = (view.state.machine(), view.seat().index(), code.players());
    let tables = position.seen;
    let knowledge = memory.at(code, machine, seat);
    for (zone, named) in (0_u16..).zip(&tables.zones) {
        let is_other = named.of.seat().is_some_and(|of| usize::from(of) != seat);
        if named.seen >> seat & 1 == 1 || !is_other {
            continue;
        }
        let owner = relative(named.of, seat, players, &tables.name_hashes);
        let hash = mixed(named.hash, owner);
        for card in machine.zones.iter(zone).filter(|card| knowledge.knows(*card)) {
            let (word, bit) = (usize::from(card) / 64 % MOST_SET_WORDS, 1 << (card % 64));
            position.remembered[word] |= bit;
            position.known[word] |= bit;
            pen.note(About::Remembered, [hash, tables.names[usize::from(card) % CARDS], 0]);
        }
    }
}

/// Notes the zones: their sizes, and the cards that the seat sees.
#[inline(always)]
pub(super) fn note_zones(
    view: &View<'_>,
    position: &mut Position<'_>,
    pen: &mut Pen<'_, impl Features>,
) {
    let code = &view.rules().code;
    let zones: &Zones = &view.state.machine().zones;
    let (seat, players) = (view.seat().index(), code.players());
    let tables = position.seen;
    let mut gone: Set = [0; MOST_SET_WORDS];
    for (zone, named) in (0_u16..).zip(&tables.zones) {
        let length = zones.length(zone);
        let owner = relative(named.of, seat, players, &tables.name_hashes);
        let hash = mixed(named.hash, owner);
        pen.note(About::Size, [hash, step(length.into()), 0]);
        if length == 0 || named.seen >> seat & 1 == 0 || view.blind.hides(zone) {
            continue;
        }
        let is_own = named.of.seat() == Some(seat as u8);
        for (word, bits) in zones.bits(zone).iter().enumerate().take(position.words) {
            position.known[word] |= bits;
            if is_own {
                position.own[word] |= bits;
            }
        }
        if is_own {
            for card in zones.iter(zone) {
                pen.note(About::Own, [hash, tables.names[usize::from(card) % CARDS], 0]);
            }
            continue;
        }
        let (top, bottom) = (zones.top(zone), zones.bottom(zone));
        if named.of.seat().is_none() && position.count < FRONTS {
            position.fronts[position.count] = Front { zone, hash, bottom, top, length };
            position.count += 1;
        }
        pen.note(About::Top, [hash, tables.names[usize::from(top) % CARDS], 0]);
        if length <= SMALL {
            for card in zones.iter(zone) {
                pen.note(About::Lies, [hash, tables.names[usize::from(card) % CARDS], 0]);
            }
        } else {
            for (word, bits) in zones.bits(zone).iter().enumerate().take(position.words) {
                gone[word] |= bits;
            }
        }
    }
    position.held = both(position.own(), &[u64::MAX; MOST_SET_WORDS]);
    for attribute in tables.attributes.iter().filter(|attribute| attribute.is_counted) {
        let sets = attribute.cards.chunks_exact(position.words);
        for (set, value) in sets.zip(&attribute.of_sets) {
            let count = both(set, &position.own);
            if count > 0 || attribute.is_name {
                pen.note(About::OwnCount, [attribute.hash, *value, count.min(10)]);
            }
        }
    }
    if tables.names.len() <= FEW_CARDS {
        let mut left = gone[0];
        while left != 0 {
            let card = left.trailing_zeros() as usize;
            pen.note(About::Gone, [tables.names[card], 0, 0]);
            left &= left - 1;
        }
    }
}
