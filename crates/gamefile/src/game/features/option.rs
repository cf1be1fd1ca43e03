//! The features of an option.

use fairdeal_core::game::SeatView;
use fairdeal_core::seat::MAX_SEATS;
use fairdeal_core::strategy::Features;

use super::seen::{
    About, Pen, Position, SMALL, Seen, Set, both, few, mixed, places_in_step, relation, relative,
    step,
};
use crate::game::View;
use crate::machine::code::Of;
use crate::machine::zones::MOST_SET_WORDS;
use crate::program::Type;

/// Notes a card of an option, and the zone in which it lies.
#[inline(always)]
pub(super) fn note_card(
    view: &View<'_>,
    position: &Position<'_>,
    of: u32,
    (card, zone): (u16, u16),
    pen: &mut Pen<'_, impl Features>,
) {
    let (tables, words) = (position.seen, position.words);
    let players = view.rules().code.players();
    let name = tables.names.get(usize::from(card)).copied().unwrap_or(0);
    pen.note(About::Card, [of, name, 0]);
    if let Some(named) = tables.zones.get(usize::from(zone)) {
        let owner = relative(named.of, view.seat().index(), players, &tables.name_hashes);
        pen.note(About::From, [of, named.hash, owner]);
    }
    for attribute in tables.attributes.iter().filter(|attribute| attribute.has(card)) {
        let hash = mixed(of, attribute.hash);
        pen.note(About::Attribute, [hash, attribute.hash_of(card), 0]);
        let same = attribute.set_of(card, words);
        pen.note(About::SameInHand, [hash, both(same, position.own()).min(8), 0]);
        pen.note(About::SameUnseen, [hash, few(position.unseen(same)), 0]);
    }
    for (name, number, sets) in &tables.pairs {
        let hash = mixed(mixed(of, *name as u32), *number as u32);
        let start = usize::from(card) * words;
        let higher = sets.get(start..start + words).unwrap_or(&[]);
        pen.note(About::Higher, [hash, few(position.unseen(higher)), 0]);
        let same = tables.attributes[*name].set_of(card, words);
        let own_higher = both(higher, position.own());
        let own = both(same, position.own());
        let rank = if own_higher == 0 {
            0
        } else if own_higher + 1 >= own {
            2
        } else {
            1
        };
        pen.note(About::Rank, [hash, rank, own.min(4)]);
    }
    if tables.pairs.is_empty() {
        for attribute in tables.attributes.iter().filter(|attribute| !attribute.is_name) {
            let higher = both(attribute.above(card, words), position.own());
            let same = both(attribute.set_of(card, words), position.own());
            let lower = position.held - same - higher;
            let hash = mixed(of, attribute.hash);
            pen.note(About::Rank, [hash, lower.min(3), higher.min(3)]);
        }
    }
    for front in position.fronts() {
        let hash = mixed(of, front.hash);
        for (with, end) in [(front.top, 0), (front.bottom, 1)] {
            if end == 1 && front.length < 2 {
                continue;
            }
            let mut related = end;
            for attribute in &tables.attributes {
                related = related * 3 + relation(attribute.value(card), attribute.value(with));
            }
            pen.note(About::Relation, [hash, related, front.length.min(4).into()]);
        }
        // Whether it is higher than all cards there of its name.
        if let Some((name, number, _)) = tables.pairs.first() {
            let (names, numbers) = (&tables.attributes[*name], &tables.attributes[*number]);
            let (mut beats, mut same) = (1, 0);
            if front.length <= SMALL {
                for other in view.state.machine().zones.iter(front.zone) {
                    if names.value(other) == names.value(card) {
                        same += 1;
                        beats &= u32::from(numbers.value(card) > numbers.value(other));
                    }
                }
                let rest = players.saturating_sub(front.length.into()).min(4) as u32;
                pen.note(About::Beats, [hash, beats * 8 + few(same), rest]);
            }
        }
    }
    // A name that lies open, such as the trumps.
    let machine = view.state.machine();
    for counted in tables.numbers.iter().filter(|number| number.kind == Type::Name).take(3) {
        let Some(word) = machine.slots.get(counted.first) else { continue };
        let info = &view.rules().code.numbers[counted.number];
        if counted.of.len() != 1 || !info.is_seen(counted.of[0], view.seat().index() as u8) {
            continue;
        }
        for attribute in tables.attributes.iter().filter(|attribute| attribute.is_name) {
            let is_it = u32::from(attribute.value(card) == *word);
            pen.note(About::IsNamed, [of, mixed(counted.hash, attribute.hash), is_it]);
        }
    }
}

/// Notes a number of an option, and how it compares with the numbers that the seat sees.
#[inline(always)]
pub(super) fn note_amount(
    view: &View<'_>,
    tables: &Seen,
    of: u32,
    amount: i64,
    pen: &mut Pen<'_, impl Features>,
) {
    let code = &view.rules().code;
    let (seat, players) = (view.seat().index(), code.players());
    let machine = view.state.machine();
    pen.note(About::Amount, [of, step(amount), 0]);
    for place in places_in_step(amount) {
        pen.note(About::Amount, [of, place, 0]);
    }
    let mut noted = 0;
    for counted in tables.numbers.iter().filter(|number| number.kind == Type::Int) {
        let info = &code.numbers[counted.number];
        for (place, owner) in counted.of.iter().enumerate().take(MAX_SEATS) {
            if noted < 12 && info.is_seen(*owner, seat as u8) {
                noted += 1;
                let value = machine.slots.get(counted.first + place).copied().unwrap_or(0);
                let owner = relative(*owner, seat, players, &tables.name_hashes);
                let over = amount.saturating_sub(value).clamp(-4, 4);
                pen.note(About::AmountOver, [of, mixed(counted.hash, owner), step(over)]);
            }
        }
    }
}

/// Notes a seat of an option: its cards, and its numbers against one's own.
#[inline(always)]
pub(super) fn note_seat(
    view: &View<'_>,
    tables: &Seen,
    of: u32,
    other: usize,
    pen: &mut Pen<'_, impl Features>,
) {
    let code = &view.rules().code;
    let (seat, players) = (view.seat().index(), code.players());
    let machine = view.state.machine();
    let place = relative(Of::Seat(other as u8), seat, players, &[]);
    pen.note(About::Seat, [of, place, 0]);
    for (zone, named) in (0_u16..).zip(&tables.zones) {
        if named.of == Of::Seat(other as u8) {
            let length = machine.zones.length(zone);
            pen.note(About::SeatSize, [of, named.hash, step(length.into())]);
        }
    }
    for counted in tables.numbers.iter().filter(|number| number.is_race) {
        let word = |seat: usize| machine.slots.get(counted.first + seat).copied().unwrap_or(0);
        pen.note(
            About::SeatNumber,
            [of, counted.hash, step(word(other).saturating_sub(word(seat)))],
        );
    }
}

/// Notes the cards like a card of an option that a seat is known to have.
pub(super) fn note_card_of_seat(
    view: &View<'_>,
    position: &Position<'_>,
    kind: u32,
    (card, seat): (u16, u8),
    pen: &mut Pen<'_, impl Features>,
) {
    let tables = position.seen;
    let zones = &view.state.machine().zones;
    for attribute in tables.attributes.iter().filter(|attribute| attribute.has(card)) {
        let same = attribute.set_of(card, position.words);
        let mut count = 0;
        for (zone, _) in (0_u16..).zip(&tables.zones).filter(|(_, zone)| zone.of == Of::Seat(seat))
        {
            let mut known: Set = [0; MOST_SET_WORDS];
            for (word, bits) in zones.bits(zone).iter().enumerate().take(position.words) {
                known[word] = bits & position.known[word];
            }
            count += both(same, &known);
        }
        pen.note(About::SeatCard, [kind, attribute.hash, count.min(4)]);
    }
}

/// Notes a name of an option: the own cards of this name, and the numbers and zones that have it.
#[inline(always)]
pub(super) fn note_name(
    view: &View<'_>,
    position: &Position<'_>,
    of: u32,
    name: i64,
    pen: &mut Pen<'_, impl Features>,
) {
    let tables = position.seen;
    let code = &view.rules().code;
    let (seat, players) = (view.seat().index(), code.players());
    let machine = view.state.machine();
    let hash = tables.name(name);
    pen.note(About::Name, [of, hash, 0]);
    for attribute in tables.attributes.iter().filter(|attribute| attribute.is_name) {
        let sets = attribute.cards.chunks_exact(position.words);
        let named = sets.zip(&attribute.of_sets).find(|(_, value)| **value == hash);
        let (own, unseen) =
            named.map_or((0, 0), |(set, _)| (both(set, position.own()), position.unseen(set)));
        pen.note(About::NameInHand, [of, attribute.hash, own.min(10)]);
        pen.note(About::NameInHand, [of, attribute.hash, 16 + few(unseen)]);
    }
    let is_it = |of: &Of| match of {
        Of::Name(other) | Of::SeatAndName(_, other) => i64::from(other.0) == name,
        Of::One | Of::Seat(_) => false,
    };
    for counted in &tables.numbers {
        let info = &code.numbers[counted.number];
        for (place, owner) in counted.of.iter().enumerate().filter(|(_, of)| is_it(of)) {
            if info.is_seen(*owner, seat as u8) {
                let value = machine.slots.get(counted.first + place).copied().unwrap_or(0);
                let owner =
                    owner.seat().map_or(0, |other| relative(Of::Seat(other), seat, players, &[]));
                pen.note(About::NameNumber, [of, mixed(counted.hash, owner), step(value)]);
            }
        }
    }
    for (zone, named) in (0_u16..).zip(&tables.zones).filter(|(_, named)| is_it(&named.of)) {
        note_zone(view, position, mixed(of, named.hash), zone, pen);
    }
}

/// Notes a zone of an option: its size, and its top card if the seat sees it.
#[inline(always)]
pub(super) fn note_zone(
    view: &View<'_>,
    position: &Position<'_>,
    of: u32,
    zone: u16,
    pen: &mut Pen<'_, impl Features>,
) {
    let tables = position.seen;
    let Some(named) = tables.zones.get(usize::from(zone)) else { return };
    let (seat, players) = (view.seat().index(), view.rules().code.players());
    let zones = &view.state.machine().zones;
    let owner = relative(named.of, seat, players, &tables.name_hashes);
    pen.note(About::Zone, [of, named.hash, owner]);
    let length = zones.length(zone);
    pen.note(About::ZoneSize, [of, named.hash, step(length.into())]);
    if length == 0 || named.seen >> seat & 1 == 0 || view.blind.hides(zone) {
        return;
    }
    let top = zones.top(zone);
    pen.note(About::ZoneTop, [of, tables.names.get(usize::from(top)).copied().unwrap_or(0), 0]);
    for attribute in tables.attributes.iter().filter(|attribute| attribute.has(top)) {
        pen.note(About::ZoneTop, [mixed(of, attribute.hash), attribute.hash_of(top), 1]);
        let same = both(attribute.set_of(top, position.words), position.own());
        pen.note(About::ZoneTop, [mixed(of, attribute.hash), same.min(8), 2]);
    }
}
