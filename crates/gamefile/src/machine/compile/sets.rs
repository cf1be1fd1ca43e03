//! Filters of cards by attributes, as operations on sets.

use super::super::code::{MaskTable, NO_VALUE, Op, Slot};
use super::known::{Known, compare};
use super::{Compiler, Result, visit, words};
use crate::program::{
    AttributeId, Comparison, Expression, ExpressionKind as Kind, FunctionId, Iterator, LocalId,
    Statement, StatementKind, Type,
};

/// The largest number of values for which there is a table of masks.
const MOST_VALUES: i64 = 512;

/// A condition on a card that can be tested with sets.
pub(super) enum Filter<'a> {
    /// A set of cards.
    Mask(Vec<u64>),
    /// The cards whose attribute compares so with a value.
    Compared(AttributeId, Comparison, &'a Expression),
    /// All cards or none: a condition that names no card.
    Fixed(&'a Expression),
    Not(Box<Self>),
    /// All of these, or one of them, in the order of the text.
    Every(Vec<Self>),
    Any(Vec<Self>),
    /// The condition that a function returns.
    Within(Context, Box<Self>),
}

/// A function whose expressions are evaluated in the place of a call.
pub(super) struct Context {
    callee: FunctionId,
    /// The function to change to.
    function: FunctionId,
    locals: Vec<Slot>,
    bound: Vec<(LocalId, i64)>,
}

/// The source of the cards of a comprehension.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Zone(&'a Expression),
    /// A zone whose number is in a slot.
    Standing(Slot),
    List(&'a Expression),
}

/// The parts of a condition that must all hold.
pub(super) fn conjuncts<'a>(condition: &'a Expression, found: &mut Vec<&'a Expression>) {
    if let Kind::And(a, b) = &condition.kind {
        conjuncts(a, found);
        conjuncts(b, found);
    } else {
        found.push(condition);
    }
}

impl<'a> Compiler<'a> {
    /// The words of a set of cards.
    pub(super) fn set_words(&self) -> usize {
        self.setup.cards.len().div_ceil(64).max(1)
    }

    /// The cards for which a condition holds, if it depends on nothing else.
    pub(super) fn mask_of(&self, card: LocalId, condition: &Expression) -> Option<Vec<u64>> {
        let mut mask = vec![0; self.set_words()];
        for number in 0..self.setup.cards.len() {
            let known = Known { card: Some((card, number)), ..self.known() };
            if known.word(condition)? != 0 {
                mask[number / 64] |= 1 << (number % 64);
            }
        }
        Some(mask)
    }

    /// Returns the source of the cards, if it is one zone or one list.
    pub(super) fn source(&self, iterator: &'a Iterator) -> Option<Source<'a>> {
        match iterator {
            Iterator::Zone(zone) => Some(Source::Zone(zone)),
            Iterator::List(list) => match &list.kind {
                Kind::Local(local) if self.is_zone(*local) => {
                    Some(Source::Standing(self.local(*local)))
                }
                _ if matches!(&list.type_, Type::List(element) if **element == Type::Card) => {
                    Some(Source::List(list))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the slot of the zone or the list of a source.
    pub(super) fn opened(&mut self, source: Source<'a>) -> Result<Slot> {
        match source {
            Source::Zone(from) | Source::List(from) => self.value(from),
            Source::Standing(zone) => Ok(zone),
        }
    }

    /// Makes the set of all cards of a source, whose number is in a slot.
    pub(super) fn set_of(&mut self, source: Source<'a>, from: Slot) -> Slot {
        let to = self.slots(self.set_words());
        self.emit(match source {
            Source::List(_) => Op::SetOfList { to, list: from },
            Source::Zone(_) | Source::Standing(_) => Op::SetOfZone { to, zone: from },
        });
        to
    }

    /// Returns conditions that must all hold as a filter, if sets can test them. At most one of
    /// their values can fail: the error is then the same, whichever card is tested first.
    pub(super) fn filter(
        &mut self,
        card: LocalId,
        conditions: &[&'a Expression],
    ) -> Option<Filter<'a>> {
        // A filter tests all cards at once, so it cannot note single conditions.
        if self.coverage.is_some() && !conditions.is_empty() {
            return None;
        }
        let filters: Option<Vec<_>> =
            conditions.iter().map(|condition| self.filter_of(card, condition)).collect();
        let filter = Filter::Every(filters?);
        (filter.values_that_fail() <= 1).then_some(filter)
    }

    fn filter_of(&mut self, card: LocalId, condition: &'a Expression) -> Option<Filter<'a>> {
        if let Some(mask) = self.mask_of(card, condition) {
            return Some(Filter::Mask(mask));
        }
        if !visit::mentions(condition, card) {
            return (!self.has_effect(condition)).then_some(Filter::Fixed(condition));
        }
        match &condition.kind {
            Kind::Not(inner) => Some(Filter::Not(Box::new(self.filter_of(card, inner)?))),
            Kind::And(a, b) => {
                Some(Filter::Every(vec![self.filter_of(card, a)?, self.filter_of(card, b)?]))
            }
            Kind::Or(..) => {
                let mut parts = Vec::new();
                alternatives(condition, &mut parts);
                let parts = parts.into_iter().map(|part| self.filter_of(card, part));
                Some(Filter::Any(parts.collect::<Option<_>>()?))
            }
            Kind::Compare(how, a, b) => self.compared(card, *how, a, b),
            Kind::Call(function, arguments) => self.within(card, *function, arguments),
            _ => None,
        }
    }

    fn compared(
        &self,
        card: LocalId,
        how: Comparison,
        a: &'a Expression,
        b: &'a Expression,
    ) -> Option<Filter<'a>> {
        let of_card = |expression: &Expression| match &expression.kind {
            Kind::Attribute(of, attribute) if matches!(of.kind, Kind::Local(local) if local == card) => {
                Some(*attribute)
            }
            _ => None,
        };
        let (attribute, how, value) = match (of_card(a), of_card(b)) {
            (Some(attribute), None) => (attribute, how, b),
            (None, Some(attribute)) => (attribute, flipped(how), a),
            _ => return None,
        };
        let fits = !visit::mentions(value, card)
            && !self.has_effect(value)
            && self.range_of(attribute).is_some();
        fits.then_some(Filter::Compared(attribute, how, value))
    }

    /// The condition that a function of a card returns. Its other arguments are constants, or stand
    /// somewhere.
    fn within(
        &mut self,
        card: LocalId,
        function: FunctionId,
        arguments: &'a [Expression],
    ) -> Option<Filter<'a>> {
        let callee = &self.program.functions[function.0 as usize];
        let [Statement { kind: StatementKind::Return(Some(value)), .. }] = &callee.body[..] else {
            return None;
        };
        let mut context = Context {
            callee: function,
            function,
            locals: self.frames[function.0 as usize].locals.clone(),
            bound: Vec::new(),
        };
        let mut own = None;
        for (place, argument) in arguments.iter().enumerate() {
            let local = LocalId(place as u32);
            if matches!(argument.kind, Kind::Local(found) if found == card) {
                if own.replace(local).is_some() {
                    return None;
                }
            } else if let Some(word) = self.known().word(argument) {
                context.bound.push((local, word));
            } else if words(&argument.type_) == words(&callee.locals[place].kind) {
                context.locals[place] = self.standing(argument)?;
            } else {
                return None;
            }
        }
        let own = own?;
        self.enter(&mut context);
        let filter = self.filter_of(own, value);
        self.enter(&mut context);
        Some(Filter::Within(context, Box::new(filter?)))
    }

    /// Exchanges where expressions are evaluated: a second time, to go back.
    fn enter(&mut self, context: &mut Context) {
        let frame = &mut self.frames[context.callee.0 as usize];
        std::mem::swap(&mut frame.locals, &mut context.locals);
        std::mem::swap(&mut self.bound, &mut context.bound);
        std::mem::swap(&mut self.function, &mut context.function);
    }

    /// The smallest and largest value of an attribute that every card has.
    fn range_of(&self, attribute: AttributeId) -> Option<(i64, i64)> {
        let mut values = Vec::with_capacity(self.setup.cards.len());
        for card in &self.setup.cards {
            values.push((*card.attributes.get(attribute.0 as usize)?)?);
        }
        let (low, high) = (values.iter().min().copied()?, values.iter().max().copied()?);
        (high.checked_sub(low)? < MOST_VALUES).then_some((low, high))
    }

    /// The number of a mask.
    pub(super) fn mask(&mut self, mask: &[u64]) -> u16 {
        let known = self.masks.chunks_exact(mask.len()).position(|known| known == mask);
        let place = known.unwrap_or_else(|| {
            self.masks.extend_from_slice(mask);
            self.masks.len() / mask.len() - 1
        });
        place as u16
    }

    /// Removes the cards from a set that a filter rejects. A value that can fail is evaluated only
    /// if a card is left for it, as in Python.
    pub(super) fn narrow(&mut self, set: Slot, filter: Filter<'a>) -> Result<()> {
        let before = self.mark();
        match filter {
            Filter::Mask(mask) => {
                let mask = self.mask(&mask);
                match self.last_here() {
                    Some(Op::SetOfZone { to, zone }) if to == set => {
                        self.replace_last(Op::SetMasked { to, zone, mask });
                    }
                    _ => self.emit(Op::SetAnd { set, mask }),
                }
            }
            Filter::Compared(attribute, how, value) => {
                let table = self.table(attribute, how);
                let of_zone = match self.last_here() {
                    Some(Op::SetOfZone { to, zone }) if to == set => Some(zone),
                    _ => None,
                };
                let out = self.label();
                if of_zone.is_some() {
                    self.remove_last();
                }
                if !cannot_fail(value) {
                    self.emit(match of_zone {
                        Some(zone) => Op::JumpIfZoneEmpty { zone, target: out.0 },
                        None => Op::JumpIfSetEmpty { set, target: out.0 },
                    });
                }
                let value = self.transient(value)?;
                // No value lets through a card that is not there.
                self.bind(out);
                self.emit(match of_zone {
                    Some(zone) => Op::SetFilter { to: set, zone, table, value },
                    None => Op::SetAndTable { set, table, value },
                });
            }
            Filter::Fixed(condition) => {
                let out = self.label();
                if !cannot_fail(condition) {
                    self.emit(Op::JumpIfSetEmpty { set, target: out.0 });
                }
                self.jump(condition, out, true)?;
                self.emit(Op::Zero { to: set, words: self.set_words() as u16 });
                self.bind(out);
            }
            Filter::Not(inner) => {
                let without = self.copy_of_set(set);
                self.narrow(without, *inner)?;
                self.emit(Op::SetWithout { set, without });
            }
            Filter::Every(filters) => {
                for filter in filters {
                    self.narrow(set, filter)?;
                }
            }
            Filter::Any(filters) => self.narrow_to_some(set, filters)?,
            Filter::Within(mut context, inner) => {
                self.enter(&mut context);
                let narrowed = self.narrow(set, *inner);
                self.enter(&mut context);
                narrowed?;
            }
        }
        self.release(before);
        Ok(())
    }

    /// Keeps the cards that one of some filters accepts: each takes its own out of those
    /// that are left.
    fn narrow_to_some(&mut self, set: Slot, mut filters: Vec<Filter<'a>>) -> Result<()> {
        if matches!(filters.first(), Some(Filter::Fixed(condition)) if cannot_fail(condition)) {
            let (rest, all) = (filters.split_off(1), self.label());
            if let Some(Filter::Fixed(condition)) = filters.pop() {
                self.jump(condition, all, true)?;
            }
            self.narrow(set, Filter::Any(rest))?;
            self.bind(all);
            return Ok(());
        }
        if let [_] = &filters[..] {
            return self.narrow(set, Filter::Every(filters));
        }
        let width = self.set_words();
        let left = if let Some(Op::SetOfZone { to, zone }) = self.last_here()
            && to == set
        {
            let left = self.slots(width);
            self.replace_last(Op::SetOfZone { to: left, zone });
            left
        } else {
            self.copy_of_set(set)
        };
        if width == 1 {
            self.set_constant(set, 0);
        } else {
            self.emit(Op::Zero { to: set, words: width as u16 });
        }
        let done = self.label();
        for filter in filters {
            let before = self.mark();
            match filter {
                Filter::Mask(mask) => {
                    let mask = self.mask(&mask);
                    self.emit(Op::SetMove { set, from: left, mask });
                }
                Filter::Compared(attribute, how, value) => {
                    if !cannot_fail(value) {
                        self.emit(Op::JumpIfSetEmpty { set: left, target: done.0 });
                    }
                    let value = self.transient(value)?;
                    let table = self.table(attribute, how);
                    self.emit(Op::SetMoveTable { set, from: left, table, value });
                }
                other => {
                    let part = self.copy_of_set(left);
                    self.narrow(part, other)?;
                    self.emit(Op::SetWithout { set: left, without: part });
                    self.emit(Op::SetJoin { set, with: part });
                }
            }
            self.release(before);
        }
        self.bind(done);
        Ok(())
    }

    fn copy_of_set(&mut self, set: Slot) -> Slot {
        let width = self.set_words();
        let to = self.slots(width);
        self.copy(to, set, width);
        to
    }

    /// The last operation, unless something jumps to after it.
    fn last_here(&self) -> Option<Op> {
        let is_target = self.labels.contains(&Some(self.ops.len() as u16));
        self.ops.last().copied().filter(|_| !is_target)
    }

    fn remove_last(&mut self) {
        self.ops.pop();
        self.spans.pop();
    }

    fn replace_last(&mut self, op: Op) {
        self.remove_last();
        self.emit(op);
    }

    /// Lists the cards of a set that was just made from a zone and is not needed otherwise.
    pub(super) fn list_set_of_zone(&mut self, to: Slot, from: Slot, set: Slot) {
        match self.last_here() {
            Some(Op::SetFilter { to: made, zone, table, value }) if made == set => {
                self.replace_last(Op::ListFilter { to, zone, table, value });
            }
            Some(Op::SetMasked { to: made, zone, mask }) if made == set => {
                self.replace_last(Op::ListMasked { to, zone, mask });
            }
            _ => self.emit(Op::SetList { to, zone: from, set }),
        }
    }

    /// The table of masks of a comparison with an attribute.
    fn table(&mut self, attribute: AttributeId, how: Comparison) -> u16 {
        let key = (attribute.0, how as u8);
        if let Some(place) = self.table_places.get(&key) {
            return *place;
        }
        let (low, high) = self.range_of(attribute).unwrap_or((0, 0));
        let first = self.masks.len();
        let width = self.set_words();
        // One value below all, every value, and one above all.
        for value in low - 1..=high + 1 {
            let mut mask = vec![0; width];
            for (number, card) in self.setup.cards.iter().enumerate() {
                let own = card.attributes[attribute.0 as usize].unwrap_or_default();
                if compare(how, own, value) {
                    mask[number / 64] |= 1 << (number % 64);
                }
            }
            self.masks.extend(mask);
        }
        self.tables.push(MaskTable { low, first, values: (high - low + 1) as usize });
        let place = self.tables.len() as u16 - 1;
        self.table_places.insert(key, place);
        place
    }

    /// The attribute that an expression is, if it depends on nothing but a card.
    pub(super) fn card_table(&mut self, card: LocalId, expression: &Expression) -> Option<u16> {
        if self.coverage.is_some() {
            return None;
        }
        let value_of = |number| {
            let known = Known { card: Some((card, number)), ..self.known() };
            known.word(expression).filter(|word| *word != NO_VALUE)
        };
        let table: Vec<i64> = (0..self.setup.cards.len()).map(value_of).collect::<Option<_>>()?;
        let place = self.card_tables.iter().position(|known| *known == table);
        let place = place.unwrap_or_else(|| {
            self.card_tables.push(table);
            self.card_tables.len() - 1
        });
        Some((self.program.attributes.len() + place) as u16)
    }

    /// Whether every card has this attribute.
    pub(super) fn all_have(&self, attribute: AttributeId) -> bool {
        self.setup
            .cards
            .iter()
            .all(|card| card.attributes.get(attribute.0 as usize).is_some_and(Option::is_some))
    }
}

/// The parts of a condition of which one must hold.
fn alternatives<'a>(condition: &'a Expression, found: &mut Vec<&'a Expression>) {
    if let Kind::Or(a, b) = &condition.kind {
        alternatives(a, found);
        alternatives(b, found);
    } else {
        found.push(condition);
    }
}

impl Filter<'_> {
    /// How many values can be an error.
    fn values_that_fail(&self) -> usize {
        match self {
            Self::Mask(_) => 0,
            Self::Compared(_, _, value) | Self::Fixed(value) => (!cannot_fail(value)).into(),
            Self::Not(inner) | Self::Within(_, inner) => inner.values_that_fail(),
            Self::Every(all) | Self::Any(all) => all.iter().map(Self::values_that_fail).sum(),
        }
    }
}

fn flipped(how: Comparison) -> Comparison {
    match how {
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
        same => same,
    }
}

/// Whether evaluating it is never an error.
fn cannot_fail(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Constant(_)
        | Kind::Name(_)
        | Kind::Local(_)
        | Kind::PlayerCount
        | Kind::Number(_, None) => true,
        Kind::Global(_) => expression.type_ != Type::Unit,
        Kind::Part(inner, _) | Kind::Convert(inner) | Kind::Not(inner) => cannot_fail(inner),
        Kind::Compare(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) => {
            cannot_fail(a) && cannot_fail(b)
        }
        _ => false,
    }
}
