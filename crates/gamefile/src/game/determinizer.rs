//! Hidden cards drawn anew from what a seat knows.

use fairdeal_core::game::{Fingerprint, Searchable, SeatView};
use fairdeal_core::rng::Stream;

use super::knowledge::{Groups, Knowledge};
use super::{FileGame, Rules, State, View};
use crate::machine::redraw;
use crate::machine::zones::NONE;

/// All states that a view allows.
#[derive(Debug)]
pub struct Determinizer {
    base: State,
    pools: Groups,
    heaps: Groups,
    seat: u8,
}

impl Searchable for FileGame {
    type Determinizer = Determinizer;

    fn determinizer(view: &View<'_>) -> Determinizer {
        let code = &view.rules().code;
        let machine = view.state.machine();
        let seat = view.seat().index();
        let (pools, heaps) = Knowledge::of(code, machine, seat).groups();
        let mut base = view.state.clone();
        base.machine_mut().zones.forget();
        Determinizer { base, pools, heaps, seat: seat as u8 }
    }

    fn sample(rules: &Rules, determinizer: &Determinizer, stream: &mut Stream) -> State {
        let Determinizer { base, pools, heaps, seat } = determinizer;
        let mut state = base.clone();
        let mut cards: [u8; 256] = std::array::from_fn(|card| card as u8);
        let mut moved = false;
        for pool in pools.iter() {
            let mut drawn = [0; 256];
            let drawn = &mut drawn[..pool.len()];
            drawn.copy_from_slice(pool);
            stream.shuffle(drawn);
            for (place, card) in pool.iter().zip(drawn) {
                cards[usize::from(*place)] = *card;
            }
            moved = true;
        }
        for heap in heaps.iter() {
            let mut places = [0; 256];
            let places = &mut places[..heap.len()];
            for (to, place) in places.iter_mut().zip(heap) {
                *to = cards[usize::from(*place)];
            }
            stream.shuffle(places);
            for (place, card) in heap.iter().zip(places) {
                cards[usize::from(*place)] = *card;
            }
            moved = true;
        }
        let machine = state.machine_mut();
        if moved {
            redraw::exchange(&rules.code, machine, &cards);
        }
        redraw::choose_anew(&rules.code, machine, *seat, |bound| stream.below(bound));
        state
    }

    fn fingerprint(view: &View<'_>) -> Fingerprint {
        let (code, machine) = (&view.rules().code, view.state.machine());
        let seat = view.seat().index();
        let knowledge = Knowledge::of(code, machine, seat);
        let mut print = Fingerprint::default()
            .with_both(machine.head.decisions, u32::from(machine.head.site))
            .with_both(machine.head.seat.into(), machine.head.out.into());
        for info in &code.numbers {
            for (place, of) in info.of.iter().enumerate() {
                if !info.hidden || *of == crate::machine::code::Of::Seat(seat as u8) {
                    let slot = usize::from(info.first) + place;
                    print = print.with(machine.slots[slot] as u64);
                }
            }
        }
        // A place whose card is unknown is told by its pool and heap, which are told by the first
        // place and by their cards.
        let mut seen = [false; 256];
        for zone in 0..code.zones.len() as u8 {
            print = print.with_both(zone.into(), machine.zones.length(zone).into());
            for card in machine.zones.iter(zone) {
                let (pool, heap) = knowledge.labels(card);
                if pool == 0 && heap == 0 {
                    print = print.with(u64::from(card) | 1 << 32);
                    continue;
                }
                print = print.with_both(
                    first_of(&knowledge, code.setup.cards.len(), pool, false, machine),
                    first_of(&knowledge, code.setup.cards.len(), heap, true, machine),
                );
                seen[usize::from(card)] = true;
            }
        }
        // The cards of pools and heaps: sums, since their order is unknown.
        for card in 0..code.setup.cards.len() as u8 {
            if seen[usize::from(card)] {
                let (pool, heap) = knowledge.labels(card);
                if pool == 0 {
                    print = print.with_both(
                        card.into(),
                        first_of(&knowledge, code.setup.cards.len(), heap, true, machine),
                    );
                } else {
                    print = print.with_both(
                        card.into(),
                        256 + first_of(&knowledge, code.setup.cards.len(), pool, false, machine),
                    );
                }
            }
        }
        for action in &machine.options.actions {
            let number = action.number();
            print = print.with(number as u64).with((number >> 64) as u64);
        }
        print
    }

    fn observation_key(state: &State) -> u32 {
        state.machine().public_key()
    }
}

/// A number for a pool or heap that does not depend on what is hidden: of a pool its lowest card,
/// of a heap its first place.
fn first_of(
    knowledge: &Knowledge,
    cards: usize,
    label: u16,
    is_heap: bool,
    machine: &crate::machine::state::Machine,
) -> u32 {
    if label == 0 {
        return u32::from(NONE);
    }
    if !is_heap {
        let lowest = (0..cards).find(|card| knowledge.labels(*card as u8).0 == label);
        return lowest.unwrap_or_default() as u32;
    }
    let mut first = u32::MAX;
    for card in 0..cards as u8 {
        if knowledge.labels(card).1 == label {
            let zone = machine.zones.of(card);
            let place = machine.zones.iter(zone).position(|other| other == card);
            first = first.min(u32::from(zone) << 8 | place.unwrap_or_default() as u32);
        }
    }
    first
}
