//! Conditions, as jumps.

use super::super::code::{Op, Slot};
use super::super::coverage::Note;
use super::{Compiler, Label, Result, Wanted, visit, words};
use crate::program::{Comparison, Expression, ExpressionKind as Kind, FoldInto, Type};

impl<'a> Compiler<'a> {
    /// Jumps unless a condition holds.
    pub(super) fn jump_unless(&mut self, condition: &'a Expression, target: Label) -> Result<()> {
        self.jump(condition, target, false)
    }

    /// Jumps if a condition is `wanted`.
    pub(super) fn jump(
        &mut self,
        condition: &'a Expression,
        target: Label,
        wanted: bool,
    ) -> Result<()> {
        if !self.is_noted(condition) {
            return self.jump_unnoted(condition, target, wanted);
        }
        let (there, out) = (self.label(), self.label());
        self.jump_unnoted(condition, there, wanted)?;
        self.note(condition.span, Note::of(!wanted));
        self.emit(Op::Jump { target: out.0 });
        self.bind(there);
        self.note(condition.span, Note::of(wanted));
        self.emit(Op::Jump { target: target.0 });
        self.bind(out);
        Ok(())
    }

    /// Whether it is noted how this condition comes out. Of several conditions together each is.
    fn is_noted(&self, condition: &Expression) -> bool {
        !matches!(condition.kind, Kind::Not(_) | Kind::And(..) | Kind::Or(..))
            && self.coverage.as_ref().is_some_and(|notes| notes.has(condition.span))
    }

    /// Notes how a condition comes out which the code does not test.
    pub(super) fn note_known(&mut self, condition: &Expression, holds: bool) {
        match &condition.kind {
            _ if self.coverage.is_none() => (),
            Kind::Not(inner) => self.note_known(inner, !holds),
            Kind::And(a, b) | Kind::Or(a, b) => {
                let is_and = matches!(condition.kind, Kind::And(..));
                let [first, second] = [a, b].map(|part| self.known().word(part).map(|a| a != 0));
                if let Some(first) = first {
                    self.note_known(a, first);
                    if let Some(second) = second.filter(|_| first == is_and) {
                        self.note_known(b, second);
                    }
                }
            }
            _ => self.note(condition.span, Note::of(holds)),
        }
    }

    /// Notes how the conditions in a value come out which the code does not compute.
    pub(super) fn note_known_value(&mut self, value: &Expression) {
        if self.coverage.is_none() {
            return;
        }
        match &value.kind {
            Kind::Not(_) | Kind::And(..) | Kind::Or(..) => {
                if let Some(word) = self.known().word(value) {
                    self.note_known(value, word != 0);
                }
            }
            Kind::Conditional(condition, then, otherwise) => {
                if let Some(word) = self.known().word(condition) {
                    self.note_known(condition, word != 0);
                    self.note_known_value(if word == 0 { otherwise } else { then });
                }
            }
            _ => visit::parts(value, &mut |part| self.note_known_value(part)),
        }
    }

    fn jump_unnoted(
        &mut self,
        condition: &'a Expression,
        target: Label,
        wanted: bool,
    ) -> Result<()> {
        if let Some(known) = self.known().word(condition) {
            if matches!(condition.kind, Kind::Not(_) | Kind::And(..) | Kind::Or(..)) {
                self.note_known(condition, known != 0);
            }
            if (known != 0) == wanted {
                self.emit(Op::Jump { target: target.0 });
            }
            return Ok(());
        }
        let mark = self.mark();
        match &condition.kind {
            Kind::Not(inner) => self.jump(inner, target, !wanted)?,
            Kind::And(a, b) if wanted => {
                let out = self.label();
                self.jump(a, out, false)?;
                self.jump(b, target, true)?;
                self.bind(out);
            }
            Kind::Or(a, b) if !wanted => {
                let out = self.label();
                self.jump(a, out, true)?;
                self.jump(b, target, false)?;
                self.bind(out);
            }
            Kind::And(a, b) | Kind::Or(a, b) => {
                self.jump(a, target, wanted)?;
                self.jump(b, target, wanted)?;
            }
            Kind::Compare(how, a, b) => self.jump_compared(*how, a, b, target, wanted)?,
            Kind::Fold(fold) if matches!(fold.into, FoldInto::Any | FoldInto::All) => {
                let is_all = matches!(fold.into, FoldInto::All);
                match self.fold_set(fold, is_all)? {
                    // `any`: one card is in the set. `all`: no card is in the set of
                    // those that fail.
                    Some(set) if wanted == is_all => {
                        self.emit(Op::JumpIfSetEmpty { set, target: target.0 });
                    }
                    Some(set) => {
                        let out = self.label();
                        self.emit(Op::JumpIfSetEmpty { set, target: out.0 });
                        self.emit(Op::Jump { target: target.0 });
                        self.bind(out);
                    }
                    None => self.jump_by_value(condition, target, wanted)?,
                }
            }
            Kind::Call(function, arguments)
                if condition.type_ == Type::Bool && self.is_inlined(*function) =>
            {
                self.call(condition, *function, arguments, Wanted::Jump(target, wanted))?;
            }
            _ => self.jump_by_value(condition, target, wanted)?,
        }
        self.release(mark);
        Ok(())
    }

    fn jump_by_value(
        &mut self,
        condition: &'a Expression,
        target: Label,
        wanted: bool,
    ) -> Result<()> {
        let a = self.transient(condition)?;
        self.jump_by_word(a, target, wanted);
        Ok(())
    }

    fn jump_by_word(&mut self, a: Slot, target: Label, wanted: bool) {
        self.emit(if wanted {
            Op::JumpIf { a, target: target.0 }
        } else {
            Op::JumpUnless { a, target: target.0 }
        });
    }

    fn jump_compared(
        &mut self,
        how: Comparison,
        a: &'a Expression,
        b: &'a Expression,
        label: Label,
        wanted: bool,
    ) -> Result<()> {
        let target = label.0;
        if is_word(&a.type_) && is_word(&b.type_) {
            if let Some(()) = self.jump_if_empty(how, a, b, label, wanted)? {
                return Ok(());
            }
            let (a, b) = self.both(a, b)?;
            self.emit(word_jump(how, wanted, a, b, target));
            return Ok(());
        }
        if matches!(a.type_, Type::List(_)) {
            let order = self.slots(1);
            let layout = self.layout_of_list(&a.type_);
            let (a, b) = self.both(a, b)?;
            self.emit(Op::Order { to: order, a, b, layout });
            let zero = self.constant(0);
            self.emit(word_jump(how, wanted, order, zero, target));
            return Ok(());
        }
        let kind = if words(&a.type_) > words(&b.type_) { &a.type_ } else { &b.type_ };
        let width = words(kind);
        let lists = self.lists_in(kind);
        let (a, b) = (self.widened(a, width)?, self.widened(b, width)?);
        match how {
            Comparison::Equal | Comparison::NotEqual => {
                let equal_jumps = (how == Comparison::Equal) == wanted;
                let out = self.label();
                let differs = if equal_jumps { out } else { label };
                for place in 0..width as Slot {
                    let layout = lists.iter().find(|(at, _)| *at == usize::from(place));
                    self.jump_if_differs(a + place, b + place, layout.map(|(_, l)| *l), differs);
                }
                if equal_jumps {
                    self.emit(Op::Jump { target });
                }
                self.bind(out);
            }
            _ => {
                // By order: the first word that differs decides.
                let (out, decided) = (self.label(), self.label());
                let strict = matches!(how, Comparison::Less | Comparison::Greater);
                let (low, high) = match how {
                    Comparison::Less | Comparison::AtMost => (a, b),
                    _ => (b, a),
                };
                let (yes, no) = if wanted { (label, out) } else { (out, label) };
                for place in 0..width as Slot {
                    let (a, b) = (low + place, high + place);
                    self.emit(Op::JumpLess { a, b, target: yes.0 });
                    self.emit(Op::JumpLess { a: b, b: a, target: no.0 });
                }
                self.bind(decided);
                let end = if strict { no } else { yes };
                self.emit(Op::Jump { target: end.0 });
                self.bind(out);
            }
        }
        Ok(())
    }

    fn jump_if_differs(&mut self, a: Slot, b: Slot, layout: Option<usize>, target: Label) {
        match layout {
            None => self.emit(Op::JumpDiffers { a, b, target: target.0 }),
            Some(layout) => {
                let order = self.slots(1);
                self.emit(Op::Order { to: order, a, b, layout: layout as u16 });
                self.emit(Op::JumpIf { a: order, target: target.0 });
            }
        }
    }

    fn widened(&mut self, expression: &'a Expression, width: usize) -> Result<Slot> {
        let has = words(&expression.type_);
        if has == width {
            return self.value(expression);
        }
        let to = self.slots(width);
        self.into(expression, to)?;
        self.emit(Op::Zero { to: to + has as Slot, words: (width - has) as u16 });
        Ok(to)
    }

    /// Comparisons of a length with 0, without the length.
    fn jump_if_empty(
        &mut self,
        how: Comparison,
        a: &'a Expression,
        b: &'a Expression,
        label: Label,
        wanted: bool,
    ) -> Result<Option<()>> {
        let Kind::Length(of) = &a.kind else { return Ok(None) };
        let empty = match (how, self.known().word(b)) {
            (Comparison::Equal | Comparison::AtMost, Some(0)) | (Comparison::Less, Some(1)) => true,
            (Comparison::NotEqual | Comparison::Greater, Some(0))
            | (Comparison::AtLeast, Some(1)) => false,
            _ => return Ok(None),
        };
        let out = self.label();
        let jumps_if_empty = empty == wanted;
        let to_empty = if jumps_if_empty { label } else { out };
        if let Kind::Fold(fold) = &of.kind
            && matches!(fold.into, FoldInto::List)
            && self.is_idle(&fold.element)
            && let Some(set) = self.fold_set(fold, false)?
        {
            self.emit(Op::JumpIfSetEmpty { set, target: to_empty.0 });
        } else {
            let slot = self.transient(of)?;
            self.emit(if of.type_ == Type::Zone {
                Op::JumpIfZoneEmpty { zone: slot, target: to_empty.0 }
            } else {
                Op::JumpIfEmpty { list: slot, target: to_empty.0 }
            });
        }
        if !jumps_if_empty {
            self.emit(Op::Jump { target: label.0 });
        }
        self.bind(out);
        Ok(Some(()))
    }

    /// A condition as a word: 0 or 1.
    pub(super) fn flag(&mut self, condition: &'a Expression, to: Slot) -> Result<()> {
        if let Kind::Compare(how, a, b) = &condition.kind
            && is_word(&a.type_)
            && is_word(&b.type_)
        {
            let (a, b) = self.both(a, b)?;
            self.emit(match how {
                Comparison::Equal | Comparison::NotEqual => Op::Equal { to, a, b },
                Comparison::Less => Op::Less { to, a, b },
                Comparison::AtMost => Op::AtMost { to, a, b },
                Comparison::Greater => Op::Less { to, a: b, b: a },
                Comparison::AtLeast => Op::AtMost { to, a: b, b: a },
            });
            if *how == Comparison::NotEqual {
                self.emit(Op::Not { to, a: to });
            }
            return Ok(());
        }
        if let Kind::Not(inner) = &condition.kind {
            let a = self.transient(inner)?;
            self.emit(Op::Not { to, a });
            return Ok(());
        }
        let (no, out) = (self.label(), self.label());
        self.jump_unless(condition, no)?;
        self.set_constant(to, 1);
        self.emit(Op::Jump { target: out.0 });
        self.bind(no);
        self.set_constant(to, 0);
        self.bind(out);
        Ok(())
    }

    /// Jumps unless the first value comes strictly before the second.
    pub(super) fn jump_unless_before(&mut self, a: Slot, b: Slot, width: usize, target: Label) {
        if width == 1 {
            self.emit(Op::JumpAtMost { a: b, b: a, target: target.0 });
            return;
        }
        let before = self.label();
        for place in 0..width as Slot {
            let (a, b) = (a + place, b + place);
            self.emit(Op::JumpLess { a, b, target: before.0 });
            self.emit(Op::JumpLess { a: b, b: a, target: target.0 });
        }
        self.emit(Op::Jump { target: target.0 });
        self.bind(before);
    }

    fn layout_of_list(&mut self, list: &Type) -> u16 {
        match list {
            Type::List(element) => self.layout(element) as u16,
            _ => 0,
        }
    }
}

fn is_word(kind: &Type) -> bool {
    words(kind) == 1 && !matches!(kind, Type::List(_))
}

fn word_jump(how: Comparison, wanted: bool, a: Slot, b: Slot, target: u16) -> Op {
    match (how, wanted) {
        (Comparison::Equal, true) | (Comparison::NotEqual, false) => Op::JumpEqual { a, b, target },
        (Comparison::Equal, false) | (Comparison::NotEqual, true) => {
            Op::JumpDiffers { a, b, target }
        }
        (Comparison::Less, true) | (Comparison::AtLeast, false) => Op::JumpLess { a, b, target },
        (Comparison::AtLeast, true) | (Comparison::Less, false) => {
            Op::JumpAtMost { a: b, b: a, target }
        }
        (Comparison::AtMost, true) | (Comparison::Greater, false) => {
            Op::JumpAtMost { a, b, target }
        }
        (Comparison::Greater, true) | (Comparison::AtMost, false) => {
            Op::JumpLess { a: b, b: a, target }
        }
    }
}
