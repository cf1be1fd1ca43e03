//! What a seat knows about the places of cards, from all that it saw.
//!
//! A seat cannot tell apart the cards of a *pool*: each of them may be any of the others. Nor can it
//! tell apart the places of a *heap*, such as those of a pile that was shuffled. Both are kept as
//! labels of the true cards, which stand for the places where they lie:
//! * A card that the seat sees loses its labels.
//! * A shuffle makes one heap of the pile. A card that is then drawn unseen stays in the heap: its
//!   new place is one of those where any card of the pile may be.
//! * A card that another seat takes unseen out of a hidden hand makes a heap of that hand and the
//!   card's new place.
//! * A heap whose places are shuffled only in part becomes a pool first.
//!
//! So a deal that fits all that the seat saw exchanges the cards of each pool, and then those of
//! each heap; all such deals are equally likely, if nothing follows from what others chose.

use super::blind::Blind;
use crate::machine::code::Code;
use crate::machine::deciding;
use crate::machine::state::{Machine, State};
use crate::machine::zones::{CARDS, Happened, Line, NOWHERE, Zones};

/// A label: 0 is none.
type Label = u32;

/// The knowledge of a seat.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pools: [Label; CARDS],
    heaps: [Label; CARDS],
    cards: usize,
    last: Label,
    /// The bits of the seats.
    seats: u8,
}

/// Cards in groups: those of each label side by side.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    cards: [u16; CARDS],
    /// The end of each group.
    ends: [u16; CARDS],
    count: usize,
}

/// The pools and the heaps of a seat, to draw from.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    /// The cards of each pool by number, and the same cards by the places where they lie.
    pub(crate) pools: Groups,
    pub(crate) pool_places: Groups,
    /// The cards of each heap by the places where they lie.
    pub(crate) heaps: Groups,
}

impl Groups {
    /// The groups of these cards, in this order.
    fn of(labels: &[Label; CARDS], order: impl Iterator<Item = u16> + Clone) -> Self {
        let mut groups = Self { cards: [0; CARDS], ends: [0; CARDS], count: 0 };
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
                    groups.cards[used] = card;
                    used += 1;
                }
            }
            // A card alone can be nowhere else.
            if used - begin < 2 {
                used = begin;
            } else {
                groups.ends[groups.count] = used as u16;
                groups.count += 1;
            }
        }
        groups
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

impl Knowledge {
    /// Returns what a seat knows that is blind to something.
    pub(super) fn of(code: &Code, machine: &Machine, seat: usize, blind: &Blind) -> Self {
        let mut knowledge = Self::of_seats(code, machine, 1 << seat, !blind.forgets);
        if blind.hides_any() {
            knowledge.lose_sight(code, machine, blind);
        }
        knowledge
    }

    /// Returns what all seats know together.
    pub(crate) fn of_all(code: &Code, machine: &Machine) -> Self {
        Self::of_seats(code, machine, u8::MAX, true)
    }

    /// Returns what some seats know together, from what they remember or only from what they see.
    fn of_seats(code: &Code, machine: &Machine, seats: u8, remember: bool) -> Self {
        let cards = code.setup.cards.len();
        let mut knowledge = Self { pools: [0; CARDS], heaps: [0; CARDS], cards, last: 0, seats };
        if machine.zones.keeps_log && remember {
            // The cards as they lay, from the beginning of the game on.
            let mut past = State::new(code);
            let zones = &mut past.machine_mut().zones;
            for word in &machine.zones.log {
                let line = Line::unpacked(*word);
                knowledge.hear(code, zones, line);
                zones.replay(line);
            }
        } else {
            // Without memory: all that is hidden now may lie anywhere among what is hidden.
            for card in 0..cards {
                let zone = machine.zones.of(card as u16);
                if zone != NOWHERE && !knowledge.sees(code, zone) {
                    knowledge.pools[card] = 1;
                }
            }
            knowledge.last = 1;
        }
        knowledge
    }

    /// The cards in zones that the seat is blind to may be any of those that it cannot place. A card
    /// that is an option is seen all the same.
    fn lose_sight(&mut self, code: &Code, machine: &Machine, blind: &Blind) {
        let is_option = deciding::cards_of_options(code, machine);
        let label = self.new_label();
        for (card, is_option) in (0..self.cards).zip(is_option) {
            let zone = machine.zones.of(card as u16);
            let is_lost = zone != NOWHERE && blind.hides(zone) && !is_option;
            if is_lost || self.pools[card] != 0 || self.heaps[card] != 0 {
                (self.pools[card], self.heaps[card]) = (label, 0);
            }
        }
    }

    fn sees(&self, code: &Code, zone: u16) -> bool {
        code.zones.get(usize::from(zone)).is_some_and(|info| info.seen & self.seats != 0)
    }

    fn new_label(&mut self) -> Label {
        self.last += 1;
        self.last
    }

    /// The seat learns which card lies at this place.
    fn see(&mut self, card: u16) {
        self.pools[usize::from(card)] = 0;
        self.heaps[usize::from(card)] = 0;
    }

    fn hear(&mut self, code: &Code, zones: &Zones, line: Line) {
        let Line { happened, card, from, to } = line;
        match happened {
            Happened::LookedAt => {
                if self.seats >> from & 1 == 1 {
                    self.see(card);
                }
            }
            Happened::Shown => self.see(card),
            Happened::Shuffled => {
                if !self.sees(code, to) {
                    self.heap(zones, to);
                }
            }
            _ => {
                if from == NOWHERE || self.sees(code, from) || self.sees(code, to) {
                    self.see(card);
                    return;
                }
                // Which place it leaves is known only for a top card, and for whole zones.
                if matches!(happened, Happened::OnTop | Happened::Below | Happened::AtRandom) {
                    self.heap(zones, from);
                }
            }
        }
    }

    /// The places of a zone become one heap.
    fn heap(&mut self, zones: &Zones, zone: u16) {
        let is_inside = |card: usize| zones.of(card as u16) == zone;
        // Heaps that have places elsewhere become pools.
        for first in 0..self.cards {
            let heap = self.heaps[first];
            if heap == 0 || !is_inside(first) {
                continue;
            }
            let has_more = (0..self.cards).any(|card| self.heaps[card] == heap && !is_inside(card));
            if has_more {
                self.pool(heap);
            }
        }
        let label = self.new_label();
        for card in zones.iter(zone) {
            self.heaps[usize::from(card)] = label;
        }
    }

    /// A heap becomes a pool, together with the pools that its cards belong to.
    fn pool(&mut self, heap: Label) {
        let label = self.new_label();
        for card in 0..self.cards {
            if self.heaps[card] != heap {
                continue;
            }
            self.heaps[card] = 0;
            let pool = self.pools[card];
            self.pools[card] = label;
            if pool != 0 {
                for other in &mut self.pools[..self.cards] {
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
        let order = || 0..self.cards as u16;
        (Groups::of(&self.pools, order()), Groups::of(&self.heaps, order()))
    }

    /// Returns the pools and the heaps in an order that the seat sees, so that a draw does not
    /// depend on what it cannot see.
    pub(crate) fn drawing(&self, code: &Code, zones: &Zones) -> Drawing {
        let (mut by_place, mut places, mut count) = ([0; CARDS], [u16::MAX; CARDS], 0);
        for zone in 0..code.zones.len() as u16 {
            for card in zones.iter(zone) {
                by_place[count % CARDS] = card;
                places[usize::from(card)] = count as u16;
                count += 1;
            }
        }
        let heaps = Groups::of(&self.heaps, by_place[..count.min(CARDS)].iter().copied());
        // All places of a heap look the same.
        for heap in heaps.iter() {
            let first = places[usize::from(heap[0])];
            for card in heap {
                places[usize::from(*card)] = first;
            }
        }
        let pools = Groups::of(&self.pools, 0..self.cards as u16);
        let mut pool_places = pools.clone();
        pool_places.sort_by(&places);
        Drawing { pools, pool_places, heaps }
    }
}

#[cfg(test)]
mod tests;
