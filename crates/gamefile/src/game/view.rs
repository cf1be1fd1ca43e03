//! The knowledge of a seat, in zones and numbers.

use std::fmt::Debug;

use fairdeal_core::game::SeatView;
use fairdeal_core::seat::Seat;
use serde_json::{Map, Value, json};

use super::blind::Blind;
use super::rules::Rules;
use crate::machine::code::{Code, Of};
use crate::machine::state::{Machine, State};
use crate::program::{SeenBy, Type};

/// The knowledge of a seat.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    /// The information that is hidden from it.
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

    /// Returns the part of some zones or numbers that the seat sees, if not everyone sees
    /// them: its own one, or a list of all with nothing in the place of the hidden ones.
    /// `None` if it sees none.
    fn own(&self, values: &[(Of, Option<Value>)]) -> Option<Value> {
        let seat = Some(self.seat.index() as u8);
        let seen = || values.iter().filter(|(_, value)| value.is_some());
        seen().next()?;
        let is_own = seen().all(|(of, _)| of.seat() == seat);
        let told = values.iter().filter(|(of, _)| !is_own || of.seat() == seat);
        let told = told.map(|(of, value)| (*of, value.clone().unwrap_or_default()));
        Some(joined(&self.rules.code, told, is_own))
    }
}

/// Joins the values of a declaration: one, a list over seats, a table by name, or a list over seats
/// of tables by name. `is_own`: all belong to one seat, so they need no list.
fn joined(code: &Code, values: impl Iterator<Item = (Of, Value)>, is_own: bool) -> Value {
    let (mut list, mut named, mut seat_of_named) = (Vec::new(), Map::new(), None);
    for (of, value) in values {
        let (Of::Name(name) | Of::SeatAndName(_, name)) = of else {
            match of {
                Of::Seat(_) if !is_own => list.push(value),
                _ => return value,
            }
            continue;
        };
        if seat_of_named.is_some_and(|seat| seat != of.seat()) {
            list.push(Value::from(std::mem::take(&mut named)));
        }
        seat_of_named = Some(of.seat());
        named.insert(code.name(name.0.into()).to_owned(), value);
    }
    match seat_of_named {
        Some(Some(_)) if !is_own => {
            list.push(named.into());
            list.into()
        }
        Some(_) => named.into(),
        None => list.into(),
    }
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
            let name = &code.zones[zone].name;
            let group: Vec<u16> = (zone..code.zones.len())
                .take_while(|other| code.zones[*other].name == *name)
                .map(|other| other as u16)
                .collect();
            let info = |zone: &u16| &code.zones[usize::from(*zone)];
            let is_public = |zone: &u16| info(zone).seen == u8::MAX;
            let values = group.iter().map(|zone| {
                let value = if is_public(zone) && !self.blind.hides(*zone) {
                    self.cards(machine, *zone)
                } else {
                    machine.zones.length(*zone).into()
                };
                (info(zone).of, value)
            });
            table.insert(name.clone(), joined(code, values, false));
            let values = group.iter().map(|zone| {
                let is_seen = info(zone).seen >> self.seat.index() & 1 == 1 && !is_public(zone);
                let cards = || self.cards(machine, *zone);
                (info(zone).of, (is_seen && !self.blind.hides(*zone)).then(cards))
            });
            if let Some(cards) = self.own(&values.collect::<Vec<_>>()) {
                own.insert(name.clone(), cards);
            }
            zone += group.len();
        }
        for info in &code.numbers {
            let is_public = info.seen_by == SeenBy::Everyone;
            let values = info.of.iter().enumerate().map(|(place, of)| {
                let word = machine.slots[usize::from(info.first) + place];
                let is_seen = info.is_seen(*of, self.seat.index() as u8);
                (*of, is_seen.then(|| self.word(&info.kind, word)))
            });
            if is_public {
                let values = values.map(|(of, value)| (of, value.unwrap_or_default()));
                table.insert(info.name.clone(), joined(code, values, false));
            } else if let Some(value) = self.own(&values.collect::<Vec<_>>()) {
                own.insert(info.name.clone(), value);
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

#[cfg(test)]
mod tests;
