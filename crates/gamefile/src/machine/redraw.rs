//! Hidden cards and hidden choices exchanged for others.

use super::code::{Code, NumberInfo, Of};
use super::state::Machine;
use super::zones::Exchange;
use super::{deciding, lists};

/// Keeps the lists alone that are needed from here on, each with words of its own.
pub(crate) fn keep_lists(code: &Code, machine: &mut Machine) {
    if !machine.lists.is_kept() {
        deciding::keep_lists(code, machine.head.site, &mut machine.slots, &mut machine.lists);
    }
}

/// Puts the card `cards[c]` wherever the card `c` is: in zones, and in the variables and lists that
/// are needed from here on.
pub(crate) fn exchange(code: &Code, machine: &mut Machine, cards: &Exchange) {
    keep_lists(code, machine);
    let Machine { head, slots, lists, zones, .. } = machine;
    zones.exchange(cards);
    for slot in &code.card_slots {
        let word = &mut slots[usize::from(*slot)];
        if let Some(card) = usize::try_from(*word).ok().and_then(|card| cards.get(card)) {
            *word = (*card).into();
        }
    }
    if let Some(live) = &code.sites[usize::from(head.site)].all_live {
        lists.exchange(slots, live, &code.layouts, cards);
    } else {
        let mut live = lists.take_live();
        deciding::find_live_lists(code, head.site, slots, &mut live);
        lists.exchange(slots, &live, &code.layouts, cards);
        lists.give_back_live(live);
    }
}

/// Draws anew, from their ranges, hidden numbers of which this is true.
pub(crate) fn draw_numbers(
    code: &Code,
    machine: &mut Machine,
    is_drawn: impl Fn(&NumberInfo, Of) -> bool,
    mut below: impl FnMut(u32) -> u32,
) {
    for info in &code.numbers {
        let Some((low, high)) = info.range else { continue };
        for (place, of) in info.of.iter().enumerate() {
            if is_drawn(info, *of) {
                let slot = usize::from(info.first) + place;
                machine.slots[slot] = low + i64::from(below((high - low) as u32 + 1));
            }
        }
    }
}

/// Draws anew the choices of other seats that are made at the same time and still hidden.
pub(crate) fn choose_anew(
    code: &Code,
    machine: &mut Machine,
    seat: u8,
    mut below: impl FnMut(u32) -> u32,
) {
    let site = &code.sites[usize::from(machine.head.site)];
    let Some(together) = &site.together else { return };
    keep_lists(code, machine);
    let Machine { slots, lists, .. } = machine;
    let word = |slot: u16| slots[usize::from(slot)];
    let (seats, offered, chosen) =
        (word(together.seats), word(together.offered), word(together.chosen));
    for place in 0..lists::length(chosen) {
        if lists.word(seats, place) == i64::from(seat) {
            continue;
        }
        let options = lists.word(offered, place);
        let count = lists::length(options) as u32;
        if count > 0 {
            lists.copy_element(options, below(count) as usize, chosen, place, site.words);
        }
    }
}
