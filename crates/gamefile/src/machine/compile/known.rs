//! Evaluates expressions at compile time: constants of the variant, and conditions on a known card.

use std::ops::ControlFlow;

use super::super::arithmetic;
use crate::program::{
    Comparison, Expression, ExpressionKind as Kind, FunctionId, GlobalId, LocalId, Program, Setup,
    Statement, StatementKind, Value,
};

/// The word of a value that is one word.
pub(super) fn word(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Bool(flag) => Some((*flag).into()),
        Value::Name(name) => Some(name.0.into()),
        Value::Card(card) => Some((*card).into()),
        Value::List(_) | Value::Tuple(_) => None,
    }
}

/// Evaluates expressions at compile time.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) program: &'a Program,
    pub(super) setup: &'a Setup,
    /// A variable that holds this card.
    pub(super) card: Option<(LocalId, usize)>,
    /// Parameters with constant arguments, if the function is inlined.
    pub(super) bound: &'a [(LocalId, i64)],
    /// Whether the results of functions are known, too.
    pub(super) calls: bool,
}

/// Returns whether a comparison of words holds.
pub(super) fn compare(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::Greater => a > b,
        Comparison::AtLeast => a >= b,
    }
}

impl Known<'_> {
    fn global(&self, global: GlobalId) -> Option<&Value> {
        self.setup.globals.get(global.0 as usize)
    }

    /// The value of an expression that is a constant of the module, of any type.
    pub(super) fn value<'v>(&'v self, expression: &'v Expression) -> Option<&'v Value> {
        match &expression.kind {
            Kind::Global(global) => self.global(*global),
            Kind::Part(whole, part) => match self.value(whole)? {
                Value::Tuple(parts) => parts.get(*part),
                _ => None,
            },
            Kind::Element(list, index) => match self.value(list)? {
                Value::List(elements) => {
                    let index = self.word(index)?;
                    let index = if index < 0 { index + elements.len() as i64 } else { index };
                    elements.get(usize::try_from(index).ok()?)
                }
                _ => None,
            },
            Kind::Convert(inner) => self.value(inner),
            _ => None,
        }
    }

    /// The value of an expression of one word, if it is known. (A list is never.)
    pub(super) fn word(&self, expression: &Expression) -> Option<i64> {
        match &expression.kind {
            Kind::Constant(number) => Some(*number),
            Kind::Name(name) => Some(name.0.into()),
            Kind::Local(local) => match self.card {
                Some((bound, card)) if bound == *local => Some(card as i64),
                _ => self.bound.iter().find(|(bound, _)| bound == local).map(|(_, word)| *word),
            },
            Kind::Global(_) | Kind::Part(..) => self.value(expression).and_then(word),
            Kind::Element(list, index) => {
                if let Some(found) = self.value(expression) {
                    return word(found);
                }
                // The elements that are not taken are evaluated anyway, unless they are known too.
                let Kind::List(elements) = &list.kind else { return None };
                let index = usize::try_from(self.word(index)?).ok()?;
                let words: Option<Vec<i64>> = elements.iter().map(|one| self.word(one)).collect();
                words?.get(index).copied()
            }
            Kind::PlayerCount => Some(self.setup.players as i64),
            Kind::Negate(a) => self.word(a)?.checked_neg(),
            Kind::Absolute(a) => self.word(a)?.checked_abs(),
            Kind::Not(a) => Some((self.word(a)? == 0).into()),
            Kind::Arithmetic(how, a, b) => {
                arithmetic::compute(*how, self.word(a)?, self.word(b)?).ok()
            }
            Kind::Compare(how, a, b) => Some(compare(*how, self.word(a)?, self.word(b)?).into()),
            Kind::And(a, b) => match self.word(a)? {
                0 => Some(0),
                _ => self.word(b),
            },
            Kind::Or(a, b) => match self.word(a)? {
                0 => self.word(b),
                one => Some(one),
            },
            Kind::Conditional(condition, then, otherwise) => {
                self.word(if self.word(condition)? == 0 { otherwise } else { then })
            }
            Kind::Attribute(card, attribute) => {
                let card = usize::try_from(self.word(card)?).ok()?;
                let card = self.setup.cards.get(card)?;
                *card.attributes.get(attribute.0 as usize)?
            }
            Kind::CardName(card) => {
                let card = usize::try_from(self.word(card)?).ok()?;
                let name = &self.setup.cards.get(card)?.name;
                self.program.names.iter().position(|known| known == name).map(|name| name as i64)
            }
            Kind::Length(list) => match self.value(list)? {
                Value::List(elements) => Some(elements.len() as i64),
                _ => None,
            },
            Kind::Contains(list, wanted) => {
                let wanted = self.word(wanted)?;
                if let Kind::List(elements) = &list.kind {
                    let words: Option<Vec<i64>> =
                        elements.iter().map(|element| self.word(element)).collect();
                    return Some(words?.contains(&wanted).into());
                }
                match self.value(list)? {
                    Value::List(elements) => {
                        Some(elements.iter().any(|found| word(found) == Some(wanted)).into())
                    }
                    _ => None,
                }
            }
            Kind::Extreme(extreme, all) => {
                let words: Option<Vec<i64>> = all.iter().map(|one| self.word(one)).collect();
                let words = words?;
                match extreme {
                    crate::program::Extreme::Min => words.into_iter().min(),
                    crate::program::Extreme::Max => words.into_iter().max(),
                }
            }
            Kind::Convert(inner) => self.word(inner),
            Kind::Call(function, arguments) if self.calls => self.result(*function, arguments),
            _ => None,
        }
    }

    /// Returns the result of a function that only returns values by conditions, and calls
    /// no other function.
    fn result(&self, function: FunctionId, arguments: &[Expression]) -> Option<i64> {
        let body = &self.program.functions.get(function.0 as usize)?.body;
        let parameter = |(place, argument): (usize, &Expression)| {
            Some((LocalId(place as u32), self.word(argument)?))
        };
        let bound: Vec<(LocalId, i64)> =
            arguments.iter().enumerate().map(parameter).collect::<Option<_>>()?;
        Known { card: None, bound: &bound, ..*self }.returned(body)?.break_value()
    }

    /// Returns the value that statements return, or `Continue` if they go on to the next statement;
    /// `None` if that is not known.
    fn returned(&self, body: &[Statement]) -> Option<ControlFlow<i64>> {
        let word = |value| (!super::visit::calls(value)).then(|| self.word(value))?;
        for statement in body {
            match &statement.kind {
                StatementKind::Return(Some(value)) => {
                    return Some(ControlFlow::Break(word(value)?));
                }
                StatementKind::If(condition, then, otherwise) => {
                    let found =
                        self.returned(if word(condition)? == 0 { otherwise } else { then })?;
                    if found.is_break() {
                        return Some(found);
                    }
                }
                _ => return None,
            }
        }
        Some(ControlFlow::Continue(()))
    }
}
