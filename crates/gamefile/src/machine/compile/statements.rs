//! Statements.

use super::super::code::{Op, Slot};
use super::super::coverage::Note;
use super::expressions::element_words;
use super::{Compiler, Loop, Result, Wanted, copies, words};
use crate::program::{Expression, LocalId, Pattern, Statement, StatementKind as Kind, Type};

impl<'a> Compiler<'a> {
    pub(super) fn body(&mut self, body: &'a [Statement]) -> Result<()> {
        for statement in body {
            self.span = statement.span;
            self.note(statement.span, Note::Line);
            let mark = self.mark();
            self.statement(statement)?;
            self.release(mark);
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one branch for each kind")]
    fn statement(&mut self, statement: &'a Statement) -> Result<()> {
        match &statement.kind {
            Kind::Evaluate(value) => self.drop_value(value)?,
            Kind::Assign(pattern, value) => self.assign(pattern, value)?,
            Kind::SetNumber(numbers, index, value) => {
                let (row, length) = self.number_row(*numbers);
                match index {
                    None => self.into(value, row)?,
                    Some(index) => {
                        let from = self.before(value, std::slice::from_ref(index))?;
                        let place =
                            self.place(&self.program.numbers[numbers.0 as usize].extent, index)?;
                        if let Some(Some((low, high))) = self.setup.ranges.get(numbers.0 as usize) {
                            let (low, high) = (self.constant(*low), self.constant(*high));
                            self.emit(Op::CheckRange { a: from, low, high });
                        }
                        match self.known().word(index) {
                            Some(known)
                                if matches!(index.type_, Type::Int | Type::Player)
                                    && (0..i64::from(length)).contains(&known) =>
                            {
                                self.emit(Op::Copy { to: row + known as Slot, from });
                            }
                            _ => self.emit(Op::Store { row, index: place, length, from }),
                        }
                    }
                }
            }
            Kind::ResetNumbers(numbers) => {
                let (row, length) = self.number_row(*numbers);
                let first = self.first_values.iter().find(|(slot, _)| *slot == row);
                let word = first.map_or(0, |(_, word)| *word);
                let from = self.constant(word);
                for place in 0..length {
                    self.emit(Op::Copy { to: row + place, from });
                }
            }
            Kind::SetElement(local, indices, value) => {
                let from = self.before(value, indices)?;
                let (list, _) = self.inner_list(*local, &indices[..indices.len() - 1])?;
                let index = self.value(&indices[indices.len() - 1])?;
                let words = words(&value.type_) as u16;
                self.emit(Op::ListSet { list, index, from, words });
            }
            Kind::Append(local, indices, value) => {
                let element = self.element_of(value, words(&value.type_))?;
                let (list, outer) = self.inner_list(*local, indices)?;
                self.push(list, element);
                self.put_back(list, outer);
            }
            Kind::Extend(local, indices, value) => {
                let from = self.value(value)?;
                let (list, outer) = self.inner_list(*local, indices)?;
                let words = element_words(&value.type_) as u16;
                self.emit(Op::ListExtend { list, from, words });
                self.put_back(list, outer);
            }
            Kind::Remove(local, indices, value) => {
                let from = self.value(value)?;
                let (list, outer) = self.inner_list(*local, indices)?;
                let layout = self.layout(&value.type_) as u16;
                self.emit(Op::ListRemove { list, value: from, layout });
                self.put_back(list, outer);
            }
            Kind::If(condition, then, otherwise) => {
                let (other, out) = (self.label(), self.label());
                let known = self.known().word(condition);
                if let Some(known) = known {
                    self.note_known(condition, known != 0);
                }
                match known {
                    Some(0) => self.body(otherwise)?,
                    Some(_) => self.body(then)?,
                    None => {
                        self.jump_unless(condition, other)?;
                        self.body(then)?;
                        if !otherwise.is_empty() {
                            self.emit(Op::Jump { target: out.0 });
                        }
                        self.bind(other);
                        self.body(otherwise)?;
                        self.bind(out);
                    }
                }
            }
            Kind::While(condition, body) => {
                let (again, out) = (self.label(), self.label());
                self.bind(again);
                let mark = self.mark();
                self.jump_unless(condition, out)?;
                self.release(mark);
                self.loops.push(Loop { again, out });
                self.body(body)?;
                self.loops.pop();
                self.span = statement.span;
                self.emit(Op::Again { target: again.0 });
                self.bind(out);
            }
            Kind::For(pattern, iterator, body) => {
                let (again, out) = (self.label(), self.label());
                let (to, after) = self.binding(pattern, iterator);
                let cursor = self.open(iterator, to, false)?;
                self.bind(again);
                self.advance(&cursor, to, out);
                if after {
                    self.assign_parts(pattern, to, &self.element_type(iterator))?;
                }
                self.loops.push(Loop { again, out });
                self.body(body)?;
                self.loops.pop();
                self.span = statement.span;
                self.emit(Op::Again { target: again.0 });
                self.bind(out);
            }
            Kind::Break => {
                if let Some(Loop { out, .. }) = self.loops.last().copied() {
                    self.emit(Op::Jump { target: out.0 });
                }
            }
            Kind::Continue => {
                if let Some(Loop { again, .. }) = self.loops.last().copied() {
                    self.emit(Op::Again { target: again.0 });
                }
            }
            Kind::Return(value) => {
                let wanted = self.inlined.last().map_or(Wanted::Own, |inlined| inlined.wanted);
                match (value, wanted) {
                    (Some(value), Wanted::Jump(target, wanted)) => {
                        self.jump(value, target, wanted)?;
                    }
                    (Some(value), Wanted::Own | Wanted::In(..)) => {
                        self.into(value, self.frame().result)?;
                    }
                    (None, _) => (),
                }
                self.leave();
            }
        }
        Ok(())
    }

    /// Evaluates the value that a place is set to: in Python before the indices of the place.
    fn before(&mut self, value: &'a Expression, indices: &[Expression]) -> Result<Slot> {
        if indices.iter().any(|index| self.has_effect(index)) {
            self.fixed(value)
        } else {
            self.value(value)
        }
    }

    /// Where an element goes, and whether its parts must then be assigned.
    pub(super) fn binding(
        &mut self,
        pattern: &Pattern,
        iterator: &'a crate::program::Iterator,
    ) -> (Slot, bool) {
        match pattern {
            Pattern::Local(local) => (self.local(*local), false),
            _ => (self.temp(&self.element_type(iterator)), true),
        }
    }

    fn assign(&mut self, pattern: &'a Pattern, value: &'a Expression) -> Result<()> {
        match pattern {
            Pattern::Local(local) if self.is_zone(*local) => {
                let to = self.local(*local);
                copies::copied_zone(value).map_or(Ok(()), |zone| self.into(zone, to))
            }
            Pattern::Local(local) => self.into(value, self.local(*local)),
            Pattern::Ignored => self.drop_value(value),
            Pattern::Tuple(_) => {
                let from = self.value(value)?;
                self.assign_parts(pattern, from, &value.type_)
            }
        }
    }

    /// Assigns the parts of a value in slots.
    pub(super) fn assign_parts(
        &mut self,
        pattern: &Pattern,
        from: Slot,
        kind: &Type,
    ) -> Result<()> {
        match pattern {
            Pattern::Ignored => Ok(()),
            Pattern::Local(local) => {
                let to = self.local(*local);
                self.copy(to, from, words(self.local_type(*local)));
                Ok(())
            }
            Pattern::Tuple(patterns) => {
                let mut place = from;
                for (number, pattern) in patterns.iter().enumerate() {
                    let part = match kind {
                        Type::Tuple(parts) => parts.get(number).cloned(),
                        Type::List(element) => Some((**element).clone()),
                        _ => None,
                    };
                    let part = part.unwrap_or(Type::Int);
                    self.assign_parts(pattern, place, &part)?;
                    place += words(&part) as Slot;
                }
                Ok(())
            }
        }
    }

    /// The list that a variable holds at these indices, and where it must be put back if it moves:
    /// the list around it and the index.
    fn inner_list(
        &mut self,
        local: LocalId,
        indices: &'a [Expression],
    ) -> Result<(Slot, Option<(Slot, Slot)>)> {
        let (mut list, mut outer) = (self.local(local), None);
        let mut kind = self.local_type(local);
        for index in indices {
            let Type::List(element) = kind else { break };
            kind = &**element;
            let place = self.value(index)?;
            let to = self.temp(kind);
            let words = words(kind) as u16;
            self.emit(Op::ListElement { to, list, index: place, words });
            outer = Some((list, place));
            list = to;
        }
        Ok((list, outer))
    }

    fn put_back(&mut self, inner: Slot, outer: Option<(Slot, Slot)>) {
        if let Some((list, index)) = outer {
            self.emit(Op::ListSet { list, index, from: inner, words: 1 });
        }
    }

    /// Copies a value of `words` words.
    pub(super) fn copy(&mut self, to: Slot, from: Slot, words: usize) {
        if to == from {
            return;
        }
        match words {
            0 => (),
            1 => self.emit(Op::Copy { to, from }),
            _ => self.emit(Op::CopyMany { to, from, words: words as u16 }),
        }
    }
}
