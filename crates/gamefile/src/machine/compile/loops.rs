//! Loops over iterators: how they begin, and how they go on to the next element.

use super::super::code::{Op, Slot};
use super::super::zones::NONE;
use super::expressions::element_words;
use super::sets::Source;
use super::{Compiler, Label, Result, words};
use crate::program::{Expression, Iterator, Type};

/// The position of a loop: slots that only it writes.
#[derive(Clone, Debug)]
pub(super) enum Cursor {
    /// The cards of a zone that does not change meanwhile.
    Zone {
        cursor: Slot,
        zone: Slot,
    },
    List {
        list: Slot,
        index: Slot,
        words: u16,
    },
    /// A list from its end.
    Back {
        list: Slot,
        index: Slot,
        words: u16,
    },
    Range {
        counter: Slot,
        end: Slot,
        step: Slot,
    },
    Seats {
        seat: Slot,
        left: Slot,
    },
    Row {
        counter: Slot,
        end: Slot,
        step: Slot,
        row: Slot,
        length: u16,
    },
    Enumerate {
        count: Slot,
        inner: Box<Cursor>,
    },
    Zip {
        one: Box<Cursor>,
        words: usize,
        other: Box<Cursor>,
    },
}

impl<'a> Compiler<'a> {
    /// The type of the elements.
    pub(super) fn element_type(&self, iterator: &Iterator) -> Type {
        match iterator {
            Iterator::Range(..) => Type::Int,
            Iterator::List(list) => match &list.type_ {
                Type::List(element) => (**element).clone(),
                _ => Type::Card,
            },
            Iterator::Zone(_) => Type::Card,
            Iterator::Players(_) | Iterator::Others(_) => Type::Player,
            Iterator::Zones(_) => Type::Zone,
            Iterator::Numbers(numbers) => self.program.numbers[numbers.0 as usize].kind.clone(),
            Iterator::Enumerate(inner, _) => Type::Tuple(vec![Type::Int, self.element_type(inner)]),
            Iterator::Reversed(inner) => self.element_type(inner),
            Iterator::Zip(one, other) => {
                Type::Tuple(vec![self.element_type(one), self.element_type(other)])
            }
        }
    }

    /// Begins a loop. `to` is where elements will go; `is_pure` says that nothing changes the game
    /// or this place meanwhile.
    pub(super) fn open(
        &mut self,
        iterator: &'a Iterator,
        to: Slot,
        is_pure: bool,
    ) -> Result<Cursor> {
        Ok(match iterator {
            Iterator::Range(first, end, step) => {
                let (counter, last) = (self.slots(1), self.slots(1));
                self.into(first, counter)?;
                let end = if self.known().word(end).is_some() {
                    self.value(end)?
                } else {
                    self.into(end, last)?;
                    last
                };
                Cursor::Range { counter, end, step: self.constant(*step) }
            }
            Iterator::Zone(zone) if is_pure => {
                let zone = self.value(zone)?;
                self.set_constant(to, NONE.into());
                Cursor::Zone { cursor: to, zone }
            }
            Iterator::Zone(zone) => {
                let from = self.value(zone)?;
                let list = self.temp(&Type::List(Box::new(Type::Card)));
                self.emit(Op::ListOfZone { to: list, zone: from });
                self.over(list, 1)
            }
            Iterator::List(_)
                if is_pure && let Some(Source::Standing(zone)) = self.source(iterator) =>
            {
                self.set_constant(to, NONE.into());
                Cursor::Zone { cursor: to, zone }
            }
            Iterator::List(inner) if inner.type_ == Type::Zone => {
                let list = self.as_list(inner)?;
                self.over(list, 1)
            }
            Iterator::List(inner) => {
                // A variable's list may change meanwhile.
                let list = if is_pure { self.value(inner)? } else { self.fixed(inner)? };
                let width = element_words(&inner.type_) as u16;
                self.over(list, width)
            }
            Iterator::Players(first) if !self.has_out => self.seats(first, false)?,
            Iterator::Others(seat) if !self.has_out => self.seats(seat, true)?,
            Iterator::Players(first) => self.seat_list(first, false)?,
            Iterator::Others(seat) => self.seat_list(seat, true)?,
            Iterator::Zones(zones) => {
                let (first, length) = self.zone_row(*zones);
                let counter = self.slots(1);
                self.set_constant(counter, first.into());
                let (end, step) = (self.constant((first + length).into()), self.constant(1));
                Cursor::Range { counter, end, step }
            }
            Iterator::Numbers(numbers) if !is_pure => {
                let (row, length) = self.number_row(*numbers);
                let list = self.temp(&Type::List(Box::new(self.element_type(iterator))));
                self.emit(Op::ListMake { to: list, from: row, count: length, words: 1 });
                self.over(list, 1)
            }
            Iterator::Numbers(numbers) => {
                let (row, length) = self.number_row(*numbers);
                let counter = self.slots(1);
                self.set_constant(counter, 0);
                let (end, step) = (self.constant(length.into()), self.constant(1));
                Cursor::Row { counter, end, step, row, length }
            }
            Iterator::Enumerate(inner, start) => {
                let count = self.slots(1);
                let inner = self.open(inner, to + 1, is_pure)?;
                self.into(start, count)?;
                Cursor::Enumerate { count, inner: Box::new(inner) }
            }
            Iterator::Reversed(inner) => {
                let kind = self.element_type(inner);
                let list = self.collected(inner, is_pure, &kind)?;
                let index = self.slots(1);
                self.emit(Op::ListLength { to: index, list });
                Cursor::Back { list, index, words: words(&kind) as u16 }
            }
            Iterator::Zip(one, other) => {
                let width = words(&self.element_type(one));
                let one = self.open(one, to, is_pure)?;
                let other = self.open(other, to + width as Slot, is_pure)?;
                Cursor::Zip { one: Box::new(one), words: width, other: Box::new(other) }
            }
        })
    }

    pub(super) fn over(&mut self, list: Slot, words: u16) -> Cursor {
        let index = self.slots(1);
        self.set_constant(index, 0);
        Cursor::List { list, index, words }
    }

    fn seats(&mut self, first: &'a Expression, others: bool) -> Result<Cursor> {
        let (seat, left) = (self.slots(1), self.slots(1));
        self.into(first, seat)?;
        if self.known().word(first).is_none_or(|seat| seat < 0 || seat >= self.setup.players as i64)
        {
            self.emit(Op::Seat { seat });
        }
        if others {
            self.emit(Op::After { to: seat, seat });
        }
        self.set_constant(left, self.setup.players as i64 - i64::from(others));
        Ok(Cursor::Seats { seat, left })
    }

    fn seat_list(&mut self, first: &'a Expression, others: bool) -> Result<Cursor> {
        let first = self.value(first)?;
        let list = self.temp(&Type::List(Box::new(Type::Player)));
        self.emit(Op::SeatList { to: list, first, others });
        Ok(self.over(list, 1))
    }

    /// All elements as a list.
    fn collected(&mut self, iterator: &'a Iterator, is_pure: bool, kind: &Type) -> Result<Slot> {
        let list = self.temp(&Type::List(Box::new(kind.clone())));
        if let Iterator::Zone(zone) = iterator {
            let zone = self.value(zone)?;
            self.emit(Op::ListOfZone { to: list, zone });
            return Ok(list);
        }
        if let Iterator::List(inner) = iterator
            && inner.type_ != Type::Zone
        {
            self.into(inner, list)?;
            return Ok(list);
        }
        let to = self.temp(kind);
        self.set_constant(list, 0);
        let cursor = self.open(iterator, to, is_pure)?;
        let (again, out) = (self.label(), self.label());
        self.bind(again);
        self.advance(&cursor, to, out);
        self.emit(Op::ListPush { list, from: to, words: words(kind) as u16 });
        self.emit(Op::Again { target: again.0 });
        self.bind(out);
        Ok(list)
    }

    /// Moves to the next element, or jumps out.
    pub(super) fn advance(&mut self, cursor: &Cursor, to: Slot, out: Label) {
        let target = out.0;
        match *cursor {
            Cursor::Zone { cursor, zone } => self.emit(Op::ZoneNext { cursor, zone, target }),
            Cursor::List { list, index, words } => {
                self.emit(Op::ListNext { to, list, index, words, target });
            }
            Cursor::Back { list, index, words } => {
                self.emit(Op::ListBefore { to, list, index, words, target });
            }
            Cursor::Range { counter, end, step } => {
                self.emit(Op::RangeNext { to, counter, end, step, target });
            }
            Cursor::Seats { seat, left } => self.emit(Op::SeatNext { to, seat, left, target }),
            Cursor::Row { counter, end, step, row, length } => {
                self.emit(Op::RangeNext { to, counter, end, step, target });
                self.emit(Op::Load { to, row, index: to, length });
            }
            Cursor::Enumerate { count, ref inner } => {
                self.advance(inner, to + 1, out);
                self.emit(Op::Copy { to, from: count });
                let one = self.constant(1);
                self.emit(Op::Add { to: count, a: count, b: one });
            }
            Cursor::Zip { ref one, words, ref other } => {
                self.advance(one, to, out);
                self.advance(other, to + words as Slot, out);
            }
        }
    }
}
