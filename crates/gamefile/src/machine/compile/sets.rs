//! Filters of a zone by attributes, as an AND of sets.

use super::super::code::{MaskTable, Op, Slot};
use super::known::{Known, compare};
use super::{Compiler, Result, visit};
use crate::program::{AttributeId, Comparison, Expression, ExpressionKind as Kind, LocalId, Type};

/// The largest number of values for which there is a table of masks.
const MOST_VALUES: i64 = 512;

/// A condition on a card that a set can tell.
pub(super) enum Filter<'a> {
    /// A set of cards.
    Mask(Vec<u64>),
    /// The cards whose attribute compares so with a value.
    Compared(AttributeId, Comparison, &'a Expression),
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

    /// A condition as a filter; `is_first` says that nothing else is tested before it.
    pub(super) fn filter(
        &self,
        card: LocalId,
        condition: &'a Expression,
        is_first: bool,
    ) -> Option<Filter<'a>> {
        if !visit::mentions(condition, card) && self.known().word(condition).is_none() {
            return None;
        }
        if let Some(mask) = self.mask_of(card, condition) {
            return Some(Filter::Mask(mask));
        }
        let Kind::Compare(how, a, b) = &condition.kind else { return None };
        let of_card = |expression: &Expression| match &expression.kind {
            Kind::Attribute(of, attribute) if matches!(of.kind, Kind::Local(local) if local == card) => {
                Some(*attribute)
            }
            _ => None,
        };
        let (attribute, how, value) = match (of_card(a), of_card(b)) {
            (Some(attribute), None) => (attribute, *how, b),
            (None, Some(attribute)) => (attribute, flipped(*how), a),
            _ => return None,
        };
        let fits = !visit::mentions(value, card)
            && !self.has_effect(value)
            && (is_first || cannot_fail(value))
            && self.range_of(attribute).is_some();
        fits.then_some(Filter::Compared(attribute, how, value))
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
        let place =
            self.masks.chunks_exact(mask.len()).position(|known| known == mask).map_or_else(
                || {
                    self.masks.extend_from_slice(mask);
                    self.masks.len() - mask.len()
                },
                |place| place * mask.len(),
            );
        place as u16
    }

    /// Takes cards out of a set that a filter does not let through.
    pub(super) fn narrow(&mut self, set: Slot, filter: Filter<'a>) -> Result<()> {
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
                let mark = self.mark();
                let value = self.transient(value)?;
                let table = self.table(attribute, how);
                match self.last_here() {
                    Some(Op::SetOfZone { to, zone }) if to == set => {
                        self.replace_last(Op::SetFilter { to, zone, table, value });
                    }
                    _ => self.emit(Op::SetAndTable { set, table, value }),
                }
                self.release(mark);
            }
        }
        Ok(())
    }

    /// The last operation, unless something jumps to after it.
    fn last_here(&self) -> Option<Op> {
        let is_target = self.labels.contains(&Some(self.ops.len() as u16));
        self.ops.last().copied().filter(|_| !is_target)
    }

    fn replace_last(&mut self, op: Op) {
        self.ops.pop();
        self.spans.pop();
        self.emit(op);
    }

    /// The number of cards in a set that was just made, and is not needed otherwise.
    pub(super) fn count_set(&mut self, to: Slot, set: Slot) {
        match self.last_here() {
            Some(Op::SetFilter { to: made, zone, table, value }) if made == set => {
                self.replace_last(Op::CountFilter { to, zone, table, value });
            }
            Some(Op::SetMasked { to: made, zone, mask }) if made == set => {
                self.replace_last(Op::CountMasked { to, zone, mask });
            }
            _ => self.emit(Op::SetCount { to, set }),
        }
    }

    /// The cards of a set that was just made of a zone, and is not needed otherwise, as a list.
    pub(super) fn list_set(&mut self, to: Slot, from: Slot, set: Slot) {
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

    /// Whether evaluating a filter's value can be an error, so that it must not be evaluated for no
    /// card.
    pub(super) fn can_fail(filter: &Filter<'_>) -> bool {
        matches!(filter, Filter::Compared(_, _, value) if !cannot_fail(value))
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

    /// Whether every card has this attribute.
    pub(super) fn all_have(&self, attribute: AttributeId) -> bool {
        self.setup
            .cards
            .iter()
            .all(|card| card.attributes.get(attribute.0 as usize).is_some_and(Option::is_some))
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
        Kind::Part(inner, _) | Kind::Convert(inner) => cannot_fail(inner),
        _ => false,
    }
}
