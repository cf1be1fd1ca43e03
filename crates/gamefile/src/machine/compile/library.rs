//! Acts of the game, and questions to it.

use super::super::code::{Op, Slot, Trouble};
use super::{Compiler, Label, Result};
use crate::program::{Expression, ExpressionKind as Kind, Library, Span, ZonesId};

impl<'a> Compiler<'a> {
    pub(super) fn library(
        &mut self,
        library: Library,
        arguments: &'a [Expression],
        to: Slot,
    ) -> Result<()> {
        use Library as L;
        let mut slots = [0; 4];
        // The declarations that `deal` and `pass_on` name are no values.
        let is_value = |place: usize| {
            !matches!((library, place), (L::Deal, 2) | (L::PassOn, 0) | (L::Require, 1))
        };
        for (place, argument) in arguments.iter().enumerate().take(slots.len()) {
            if is_value(place) {
                let later = &arguments[place + 1..];
                let changes = later.iter().any(|later| self.has_effect(later));
                let calls = later.iter().any(super::visit::calls);
                slots[place] = if changes {
                    self.fixed(argument)?
                } else if calls {
                    self.value(argument)?
                } else {
                    self.transient(argument)?
                };
            }
        }
        let [a, b, ..] = slots;
        let op = match library {
            L::PutCard => Op::Put { zone: a, card: b },
            L::PutCards => Op::PutList { zone: a, list: b },
            L::PutZone => Op::PutZone { zone: a, from: b },
            L::PutCardBelow => Op::PutBelow { zone: a, card: b },
            L::PutCardsBelow => Op::PutListBelow { zone: a, list: b },
            L::PutZoneBelow => Op::PutZoneBelow { zone: a, from: b },
            L::Draw => Op::Draw { to, zone: a, into: b },
            L::DrawAny => {
                let counter = self.chance_counter(arguments[0].span);
                Op::DrawAny { to, zone: a, into: b, counter }
            }
            L::Deal => {
                let first = self.row_of(&arguments[2])?;
                Op::Deal { zone: a, count: b, first }
            }
            L::PassOn => Op::PassOn { first: self.row_of(&arguments[0])?, by: b },
            L::Shuffle => Op::Shuffle { zone: a },
            L::Top => Op::ZoneTop { to, zone: a },
            L::Bottom => Op::ZoneBottom { to, zone: a },
            L::ZoneOf => Op::ZoneOf { to, card: a },
            L::Players => Op::SeatList { to, first: a, others: false },
            L::Others => Op::SeatList { to, first: a, others: true },
            L::After => Op::After { to, seat: a },
            L::Before => Op::Before { to, seat: a },
            L::Out => Op::Out { seat: a },
            L::IsOut => Op::IsOut { to, seat: a },
            L::Team => Op::Team { to, seat: a },
            L::End => Op::End { reason: a },
            L::EndWithWinner => Op::EndWithWinners { reason: a, list: self.list_of_one(b) },
            L::EndWithWinners => Op::EndWithWinners { reason: a, list: b },
            L::Lost => Op::LostByAll { reason: a },
            L::LostBySeat => Op::Lost { reason: a, list: self.list_of_one(b) },
            L::LostBySeats => Op::Lost { reason: a, list: b },
            L::Unfinished => Op::Unfinished { reason: a },
            L::FirstPlayer => Op::FirstPlayer { seat: a },
            L::Chance => {
                let counter = self.chance_counter(arguments[0].span);
                Op::Chance { to, bound: a, counter }
            }
            L::Tally => {
                let times = if arguments.len() > 1 { b } else { self.constant(1) };
                Op::Tally { name: a, times }
            }
            L::LookCard => Op::Look { seat: a, list: self.list_of_one(b) },
            L::LookZone => Op::Look { seat: a, list: self.list_of_zone(b) },
            L::LookCards => Op::Look { seat: a, list: b },
            L::ShowCard => Op::Show { list: self.list_of_one(a) },
            L::ShowZone => Op::Show { list: self.list_of_zone(a) },
            L::ShowCards => Op::Show { list: a },
            L::Require => {
                let holds: Label = self.label();
                self.emit(Op::JumpIf { a, target: holds.0 });
                let value = match arguments.get(1).map(|text| &text.kind) {
                    Some(Kind::Name(name)) => self.constant(name.0.into()),
                    _ => self.constant(-1),
                };
                self.emit(Op::Fail { trouble: Trouble::Refused, value });
                self.bind(holds);
                return Ok(());
            }
        };
        self.emit(op);
        Ok(())
    }

    /// A list of one word.
    fn list_of_one(&mut self, from: Slot) -> Slot {
        let to = self.slots(1);
        self.emit(Op::ListMake { to, from, count: 1, words: 1 });
        to
    }

    /// The cards of a zone as a list.
    fn list_of_zone(&mut self, zone: Slot) -> Slot {
        let to = self.slots(1);
        self.emit(Op::ListOfZone { to, zone });
        to
    }

    /// The counter of random numbers of one place of the text: the same one wherever its function is
    /// put in the place of a call.
    fn chance_counter(&mut self, place: Span) -> Slot {
        let known = self.chance_sites.iter().position(|known| *known == place);
        let number = known.unwrap_or_else(|| {
            self.chance_sites.push(place);
            self.chance_sites.len() - 1
        });
        self.chances + number as Slot
    }

    /// The first zone of a declaration for each player.
    fn row_of(&mut self, declaration: &Expression) -> Result<u16> {
        let number = match declaration.kind {
            Kind::Constant(number) => Some(number),
            Kind::Zone(ZonesId(number), None) => Some(number.into()),
            _ => None,
        };
        let row = number.and_then(|number| self.zone_rows.get(usize::try_from(number).ok()?));
        match row {
            Some((first, length)) if usize::from(*length) == self.setup.players => Ok(*first),
            _ => self.refused("zones of each player are needed here"),
        }
    }
}
