//! A seat's knowledge of where cards lie, from everything that it saw.
//!
//! A seat cannot tell apart the cards of a *pool*: each of them may be any of the others. Nor can
//! it tell apart the places of a *heap*, such as those of a pile that was shuffled. Both are kept
//! as labels of the true cards, which stand for the places where they lie:
//! * A card that the seat sees loses its labels.
//! * A shuffle makes one heap of the pile. A card that is then drawn unseen stays in the heap: its
//!   new place is one of those where any card of the pile may be.
//! * A card that another seat takes unseen out of a hidden hand makes a heap of that hand and the
//!   card's new place.
//! * A heap whose places are shuffled only in part becomes a pool first.
//!
//! A deal that fits everything that the seat saw exchanges the cards of each pool, and then those
//! of each heap. All such deals are equally likely, unless the choices of others reveal something.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use super::blind::Blind;
use crate::machine::code::Code;
use crate::machine::deciding;
use crate::machine::state::{Machine, State};
use crate::machine::zones::{CARDS, Happened, Line, NOWHERE, Zones};

/// A label: 0 is none.
type Label = u32;

/// The knowledge of a seat.
#[derive(Debug)]
pub(crate) struct Knowledge {
    memory: Memory,
    cards: usize,
    last: Label,
    /// The bits of the seats.
    seats: u8,
}

/// Cards in groups. The cards with one label lie side by side.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    cards: [u16; CARDS],
    /// The end of each group.
    ends: [u16; CARDS],
    count: usize,
}

/// The pools and the heaps of a seat, to draw from.
#[derive(Debug)]
pub(crate) struct Drawing(Memory);

/// The labels and the groups of a seat.
#[derive(Debug)]
pub(crate) struct Found {
    pool_of: [Label; CARDS],
    heap_of: [Label; CARDS],
    /// The cards by the places where they lie, and the places by card.
    by_place: [u16; CARDS],
    places: [u16; CARDS],
    /// The cards of each pool by number, and the same cards by the places where they lie.
    pub(crate) pools: Groups,
    pub(crate) pool_places: Groups,
    /// The cards of each heap by the places where they lie.
    pub(crate) heaps: Groups,
}

/// The memory of the labels. It comes from a store of each thread and goes back to it, so that the
/// later games allocate nothing.
#[derive(Debug)]
struct Memory(Option<Box<Found>>);

/// The number of memories that a thread begins with: more than a game and a search in it use at once.
const FIRST: usize = 4;

/// The largest number of memories that a thread keeps for later.
const MOST_KEPT: usize = 64;

thread_local! {
    static STORE: RefCell<Vec<Box<Found>>> = const { RefCell::new(Vec::new()) };
}

impl Memory {
    /// Returns a memory of `cards` cards without labels.
    fn new(cards: usize) -> Self {
        let kept = STORE.try_with(|store| {
            let mut store = store.borrow_mut();
            if store.capacity() == 0 {
                store.reserve(MOST_KEPT);
                store.extend((0..FIRST).map(|_| Box::new(Found::EMPTY)));
            }
            store.pop()
        });
        let mut found = kept.ok().flatten().unwrap_or_else(|| Box::new(Found::EMPTY));
        found.pool_of[..cards].fill(0);
        found.heap_of[..cards].fill(0);
        Self(Some(found))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let Some(found) = self.0.take() else { return };
        // Without a store, while the thread ends, it is simply dropped.
        let _ = STORE.try_with(|store| {
            let mut store = store.borrow_mut();
            if store.len() < MOST_KEPT {
                store.push(found);
            }
        });
    }
}

impl Deref for Memory {
    type Target = Found;

    fn deref(&self) -> &Found {
        self.0.as_deref().expect("a memory that is not dropped")
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut Found {
        self.0.as_deref_mut().expect("a memory that is not dropped")
    }
}

impl Deref for Drawing {
    type Target = Found;

    fn deref(&self) -> &Found {
        &self.0
    }
}

impl Found {
    const EMPTY: Self = Self {
        pool_of: [0; CARDS],
        heap_of: [0; CARDS],
        by_place: [0; CARDS],
        places: [0; CARDS],
        pools: Groups::EMPTY,
        pool_places: Groups::EMPTY,
        heaps: Groups::EMPTY,
    };
}

impl Groups {
    const EMPTY: Self = Self { cards: [0; CARDS], ends: [0; CARDS], count: 0 };

    /// Changes to the groups of these cards, in this order.
    fn find(&mut self, labels: &[Label; CARDS], order: impl Iterator<Item = u16> + Clone) {
        self.count = 0;
        let mut used = 0;
        let mut done = [false; CARDS];
        let mut left = order;
        while let Some(first) = left.next() {
            let label = labels[usize::from(first)];
            if label == 0 || done[usize::from(first)] {
                continue;
            }
            let begin = used;
            for card in std::iter::once(first).chain(left.clone()) {
                if labels[usize::from(card)] == label {
                    done[usize::from(card)] = true;
                    self.cards[used] = card;
                    used += 1;
                }
            }
            // A card alone can be nowhere else.
            if used - begin < 2 {
                used = begin;
            } else {
                self.ends[self.count] = used as u16;
                self.count += 1;
            }
        }
    }

    /// Changes to the same groups as others.
    fn copy_from(&mut self, other: &Self) {
        let used = other.ends[..other.count].last().map_or(0, |end| usize::from(*end));
        self.count = other.count;
        self.cards[..used].copy_from_slice(&other.cards[..used]);
        self.ends[..self.count].copy_from_slice(&other.ends[..self.count]);
    }

    /// Puts the cards of each group in the order of these keys.
    fn sort_by(&mut self, keys: &[u16; CARDS]) {
        let mut begin = 0;
        for end in &self.ends[..self.count] {
            let end = usize::from(*end);
            self.cards[begin..end].sort_unstable_by_key(|card| keys[usize::from(*card)]);
            begin = end;
        }
    }

    /// Returns the groups.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u16]> + Clone {
        (0..self.count).map(|group| {
            let begin = if group == 0 { 0 } else { self.ends[group - 1] };
            &self.cards[usize::from(begin)..usize::from(self.ends[group])]
        })
    }
}

/// Whether one of some seats sees the cards of a zone.
fn sees(code: &Code, seats: u8, zone: u16) -> bool {
    code.zones.get(usize::from(zone)).is_some_and(|info| info.seen & seats != 0)
}

/// Whether one of some seats sees which card a line is about.
pub(super) fn is_told(code: &Code, seats: u8, line: Line) -> bool {
    match line.happened {
        Happened::LookedAt => seats >> line.from & 1 == 1,
        Happened::Shown => true,
        Happened::Shuffled => false,
        _ => line.from == NOWHERE || sees(code, seats, line.from) || sees(code, seats, line.to),
    }
}

impl Knowledge {
    /// Returns the knowledge of a seat that is blind to something.
    pub(super) fn of(code: &Code, machine: &Machine, seat: usize, blind: &Blind) -> Self {
        let mut knowledge = Self::of_seats(code, machine, 1 << seat, !blind.forgets);
        if blind.hides_any() {
            knowledge.lose_sight(code, machine, blind);
        }
        knowledge
    }

    /// Returns the joint knowledge of all seats.
    pub(crate) fn of_all(code: &Code, machine: &Machine) -> Self {
        Self::of_seats(code, machine, u8::MAX, true)
    }

    /// Returns the joint knowledge of some seats, with their memory or only from the zones
    /// that they see.
    fn of_seats(code: &Code, machine: &Machine, seats: u8, remember: bool) -> Self {
        let mut knowledge = Self::nothing(code, seats);
        let cards = knowledge.cards;
        if machine.zones.keeps_log && remember {
            // The cards as they lay, from the beginning of the game on.
            let mut past = State::new(code);
            knowledge.hear_all(code, &mut past, &machine.zones.log);
        } else {
            // Without memory, all hidden cards may lie in any hidden place.
            for card in 0..cards {
                let zone = machine.zones.of(card as u16);
                if zone != NOWHERE && !knowledge.sees(code, zone) {
                    knowledge.memory.pool_of[card] = 1;
                }
            }
            knowledge.last = 1;
        }
        knowledge
    }

    /// Returns the knowledge of some seats before the game.
    fn nothing(code: &Code, seats: u8) -> Self {
        let cards = code.setup.cards.len();
        Self { memory: Memory::new(cards), cards, last: 0, seats }
    }

    /// Copies what another one knows of the same cards.
    fn copy_from(&mut self, other: &Self) {
        let Self { cards, last, seats, .. } = *other;
        (self.cards, self.last, self.seats) = (cards, last, seats);
        self.memory.pool_of[..cards].copy_from_slice(&other.memory.pool_of[..cards]);
        self.memory.heap_of[..cards].copy_from_slice(&other.memory.heap_of[..cards]);
    }

    /// Learns from lines of a log; `past` are the cards as they lay before, which are moved.
    fn hear_all(&mut self, code: &Code, past: &mut State, lines: &[u32]) {
        let zones = &mut past.machine_mut().zones;
        for word in lines {
            let line = Line::unpacked(*word);
            self.hear(code, zones, line);
            zones.replay(line);
        }
    }

    /// Returns whether it knows which card this is.
    pub(super) fn knows(&self, card: u16) -> bool {
        let card = usize::from(card);
        self.memory.pool_of[card] == 0 && self.memory.heap_of[card] == 0
    }

    /// Hides the cards in zones to which the seat is blind: each may be any card that the seat
    /// cannot place. Cards that are options are still seen.
    fn lose_sight(&mut self, code: &Code, machine: &Machine, blind: &Blind) {
        let is_option = deciding::cards_of_options(code, machine);
        let label = self.new_label();
        for (card, is_option) in (0..self.cards).zip(is_option) {
            let zone = machine.zones.of(card as u16);
            let is_lost = zone != NOWHERE && blind.hides(zone) && !is_option;
            let memory = &mut *self.memory;
            if is_lost || memory.pool_of[card] != 0 || memory.heap_of[card] != 0 {
                (memory.pool_of[card], memory.heap_of[card]) = (label, 0);
            }
        }
    }

    fn sees(&self, code: &Code, zone: u16) -> bool {
        sees(code, self.seats, zone)
    }

    fn new_label(&mut self) -> Label {
        self.last += 1;
        self.last
    }

    /// The seat learns which card lies at this place.
    fn see(&mut self, card: u16) {
        let memory = &mut *self.memory;
        memory.pool_of[usize::from(card)] = 0;
        memory.heap_of[usize::from(card)] = 0;
    }

    fn hear(&mut self, code: &Code, zones: &Zones, line: Line) {
        let Line { happened, card, from, to } = line;
        if is_told(code, self.seats, line) {
            return self.see(card);
        }
        match happened {
            Happened::Shuffled if !self.sees(code, to) => self.heap(zones, to),
            // Which place it leaves is known only for a top card, and for whole zones.
            Happened::OnTop | Happened::Below | Happened::AtRandom => self.heap(zones, from),
            _ => {}
        }
    }

    /// The places of a zone become one heap.
    fn heap(&mut self, zones: &Zones, zone: u16) {
        let is_inside = |card: usize| zones.of(card as u16) == zone;
        // Heaps that have places elsewhere become pools.
        let mut known = 0;
        for first in 0..self.cards {
            let heaps = &self.memory.heap_of[..self.cards];
            let heap = heaps[first];
            if heap == known || heap == 0 || !is_inside(first) {
                continue;
            }
            if (0..).zip(heaps).any(|(card, label)| *label == heap && !is_inside(card)) {
                self.pool(heap);
            }
            known = heap;
        }
        let label = self.new_label();
        let memory = &mut *self.memory;
        for card in zones.iter(zone) {
            memory.heap_of[usize::from(card)] = label;
        }
    }

    /// A heap becomes a pool, together with the pools that its cards belong to.
    fn pool(&mut self, heap: Label) {
        let label = self.new_label();
        let Found { pool_of, heap_of, .. } = &mut *self.memory;
        for card in 0..self.cards {
            if heap_of[card] != heap {
                continue;
            }
            heap_of[card] = 0;
            let pool = std::mem::replace(&mut pool_of[card], label);
            if pool != 0 && pool != label {
                for other in &mut pool_of[..self.cards] {
                    if *other == pool {
                        *other = label;
                    }
                }
            }
        }
    }

    /// Returns the pools and the heaps.
    #[cfg(test)]
    pub(crate) fn groups(&self) -> (Groups, Groups) {
        let groups = |labels| {
            let mut groups = Groups::EMPTY;
            groups.find(labels, 0..self.cards as u16);
            groups
        };
        (groups(&self.memory.pool_of), groups(&self.memory.heap_of))
    }

    /// Returns the pools and the heaps in an order that the seat sees, so that a draw does not
    /// depend on hidden things.
    pub(crate) fn drawing(mut self, code: &Code, zones: &Zones) -> Drawing {
        let found = &mut *self.memory;
        found.places[..self.cards].fill(u16::MAX);
        let mut count = 0;
        for zone in 0..code.zones.len() as u16 {
            for card in zones.iter(zone) {
                found.by_place[count % CARDS] = card;
                found.places[usize::from(card)] = count as u16;
                count += 1;
            }
        }
        let by_place = &found.by_place[..count.min(CARDS)];
        found.heaps.find(&found.heap_of, by_place.iter().copied());
        // All places of a heap look the same.
        for heap in found.heaps.iter() {
            let first = found.places[usize::from(heap[0])];
            for card in heap {
                found.places[usize::from(*card)] = first;
            }
        }
        found.pools.find(&found.pool_of, 0..self.cards as u16);
        found.pool_places.copy_from(&found.pools);
        found.pool_places.sort_by(&found.places);
        Drawing(self.memory)
    }
}

/// The knowledge of a seat at its decisions, which goes on from the last one where the game does.
/// Where games branch, as when the actions of a decision are played on from, it goes on from the
/// branching.
#[derive(Debug, Default)]
pub struct Remembered {
    now: Option<Followed>,
    /// At the last branching.
    branching: Option<Followed>,
}

/// So many lines are heard again rather than that a later branching is kept: games that branch may
/// go the same way for a while.
const FEW: usize = 24;

#[derive(Debug)]
struct Followed {
    knowledge: Knowledge,
    past: State,
    log: Vec<u32>,
}

impl Followed {
    fn nothing(code: &Code, seat: usize) -> Self {
        let knowledge = Knowledge::nothing(code, 1 << seat);
        Self { knowledge, past: State::new(code), log: Vec::with_capacity(1 << 10) }
    }

    /// Returns how many lines it shares with the log of a seat; `None` if it is of another seat or
    /// game.
    fn shared(&self, code: &Code, seat: usize, log: &[u32]) -> Option<usize> {
        let Knowledge { seats, cards, .. } = self.knowledge;
        let same = || self.log.iter().zip(log).take_while(|(own, line)| own == line).count();
        (seats == 1 << seat && cards == code.setup.cards.len()).then(same)
    }

    fn hear(&mut self, code: &Code, lines: &[u32]) {
        self.knowledge.hear_all(code, &mut self.past, lines);
        self.log.extend_from_slice(lines);
    }

    fn copy_from(&mut self, other: &Self) {
        self.knowledge.copy_from(&other.knowledge);
        self.past.clone_from(&other.past);
        self.log.clone_from(&other.log);
    }
}

/// A copy begins with nothing: another player uses it.
impl Clone for Remembered {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Remembered {
    /// Returns the knowledge of a seat. The game must keep its log.
    pub(super) fn at(&mut self, code: &Code, machine: &Machine, seat: usize) -> &Knowledge {
        let log = &machine.zones.log;
        let shared = |followed: &Option<Followed>| {
            followed.as_ref().and_then(|followed| followed.shared(code, seat, log))
        };
        let whole = |followed: &Option<Followed>| followed.as_ref().map(|of| of.log.len());
        let of_now = shared(&self.now);
        if of_now.is_none() || of_now != whole(&self.now) {
            let of_branching = shared(&self.branching);
            let nothing = || Followed::nothing(code, seat);
            let mut now = self.now.take().filter(|_| of_now.is_some()).unwrap_or_else(nothing);
            if of_branching.is_some_and(|lines| lines > 0) && of_branching == whole(&self.branching)
            {
                self.branching.iter().for_each(|branching| now.copy_from(branching));
            } else {
                now = nothing();
            }
            let heard = now.log.len();
            if let Some(branched) = of_now.filter(|branched| *branched > heard + FEW) {
                now.hear(code, &log[heard..branched]);
                self.branching.get_or_insert_with(nothing).copy_from(&now);
            }
            self.now = Some(now);
        }
        let now = self.now.get_or_insert_with(|| Followed::nothing(code, seat));
        let heard = now.log.len();
        now.hear(code, &log[heard..]);
        &now.knowledge
    }
}

#[cfg(test)]
mod tests;
