//! What a seat may know, as the zones and numbers show it.

use std::fmt::Debug;

use fairdeal_core::game::SeatView;
use fairdeal_core::seat::Seat;
use serde_json::{Map, Value, json};

use super::blind::Blind;
use super::rules::Rules;
use crate::machine::code::{NumberInfo, Of};
use crate::machine::state::{Machine, State};
use crate::program::Type;

/// The knowledge of a seat.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    /// What it is not told.
    pub(super) blind: Blind,
}

impl Debug for View<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.to_json())
    }
}

impl View<'_> {
    fn cards(&self, machine: &Machine, zone: u16) -> Value {
        let names = machine.zones.iter(zone).map(|card| self.rules.card_name(card));
        names.collect::<Vec<_>>().into()
    }

    fn word(&self, kind: &Type, word: i64) -> Value {
        match kind {
            Type::Bool => (word != 0).into(),
            Type::Name => self.rules.code.name(word).into(),
            _ => word.into(),
        }
    }

    fn number(&self, machine: &Machine, info: &NumberInfo, own: bool) -> Option<Value> {
        let words = info.of.iter().enumerate().map(|(place, of)| {
            let word = machine.slots[usize::from(info.first) + place];
            (*of, self.word(&info.kind, word))
        });
        if info.hidden {
            return words
                .filter(|(of, _)| own && *of == Of::Seat(self.seat.index() as u8))
                .map(|(_, value)| value)
                .next();
        }
        Some(joined(&self.rules.code, words))
    }
}

/// The values of a declaration: one, those of all seats as a list, or those of names.
fn joined(code: &crate::machine::code::Code, values: impl Iterator<Item = (Of, Value)>) -> Value {
    let (mut list, mut named) = (Vec::new(), Map::new());
    for (of, value) in values {
        match of {
            Of::One => return value,
            Of::Seat(_) => list.push(value),
            Of::Name(name) => {
                named.insert(code.name(name.0.into()).to_owned(), value);
            }
        }
    }
    if named.is_empty() { list.into() } else { named.into() }
}

impl SeatView for View<'_> {
    type Rules = Rules;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn to_json(&self) -> Value {
        let (code, machine) = (&self.rules.code, self.state.machine());
        let (mut table, mut own) = (Map::new(), Map::new());
        let mut zone = 0;
        while zone < code.zones.len() {
            let info = &code.zones[zone];
            let group: Vec<u16> = (zone..code.zones.len())
                .take_while(|other| code.zones[*other].name == info.name)
                .map(|other| other as u16)
                .collect();
            let values = group.iter().map(|zone| {
                let info = &code.zones[usize::from(*zone)];
                let value = if info.seen == u8::MAX && !self.blind.hides(*zone) {
                    self.cards(machine, *zone)
                } else {
                    machine.zones.length(*zone).into()
                };
                (info.of, value)
            });
            table.insert(info.name.clone(), joined(code, values));
            for zone in &group {
                let info = &code.zones[usize::from(*zone)];
                let is_own = info.seen != u8::MAX && info.seen >> self.seat.index() & 1 == 1;
                if is_own && !self.blind.hides(*zone) {
                    own.insert(info.name.clone(), self.cards(machine, *zone));
                }
            }
            zone += group.len();
        }
        for info in &code.numbers {
            if let Some(value) = self.number(machine, info, true) {
                let to = if info.hidden { &mut own } else { &mut table };
                to.insert(info.name.clone(), value);
            }
        }
        if machine.head.out != 0 {
            let out: Vec<usize> =
                (0..code.players()).filter(|seat| machine.head.out >> seat & 1 == 1).collect();
            table.insert("out".to_owned(), out.into());
        }
        // A single zone is simply the hand.
        let hand = if own.len() == 1 {
            own.into_iter().next().map(|(_, cards)| cards).unwrap_or_default()
        } else {
            own.into()
        };
        json!({"seat": self.seat, "hand": hand, "table": table})
    }
}
