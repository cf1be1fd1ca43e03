//! Evaluates expressions of the module's lines, bounded in steps and size.

use std::collections::HashMap;
use std::rc::Rc;

use ruff_python_ast::{BoolOp, CmpOp, Comprehension, Expr, ExprUnaryOp, Number, Operator, UnaryOp};

use super::arguments::{called, no_list, passing, span};
use super::diagnostic::{Diagnostic, Told};
use super::module::Run;
use super::refuse;
use super::value::{Dyn, Word};
use crate::machine::arithmetic;
use crate::program::Arithmetic;

/// The most steps of the module's lines.
const MOST_STEPS: u32 = 200_000;

/// The longest list of the module's lines.
pub(super) const LONGEST: usize = 4_000;

impl Run<'_> {
    /// Evaluates an expression.
    pub(super) fn evaluate(&mut self, expression: &Expr) -> Result<Dyn, Told> {
        let value = self.evaluate_freely(expression)?;
        match &value {
            Dyn::List(_) | Dyn::Tuple(_) | Dyn::Dict(_) if !expression.is_name_expr() => {
                match value.size(0) {
                    // Large values take long.
                    Some(size) => self.steps = self.steps.saturating_add(size as u32 / 8),
                    None => {
                        let message = Diagnostic::new(span(expression), "this value is too large");
                        return self.sink.tell(message.instead("keep what changes in zones"));
                    }
                }
            }
            _ => {}
        }
        Ok(value)
    }

    /// Evaluates an expression whose elements are visited at once.
    pub(super) fn passed(&mut self, expression: &Expr) -> Result<Dyn, Told> {
        match expression {
            Expr::Call(call) => self.call(call),
            _ => self.evaluate(expression),
        }
    }

    /// Evaluates an expression to a value of any size.
    fn evaluate_freely(&mut self, expression: &Expr) -> Result<Dyn, Told> {
        self.steps = self.steps.saturating_add(1);
        if self.steps > MOST_STEPS {
            if !std::mem::replace(&mut self.is_late, true) {
                let message = "the lines at the left margin take too long";
                self.sink.report(
                    Diagnostic::new(span(expression), message)
                        .allowed(format!("{MOST_STEPS} steps")),
                );
            }
            return Err(Told);
        }
        Ok(match expression {
            Expr::NumberLiteral(literal) => match &literal.value {
                Number::Int(number) => match number.as_i64() {
                    Some(number) => Dyn::Int(number),
                    None => return self.sink.tell(refuse::too_large(expression)),
                },
                _ => return self.sink.tell(refuse::number(expression)),
            },
            Expr::BooleanLiteral(literal) => Dyn::Bool(literal.value),
            Expr::StringLiteral(literal) => Dyn::Name(self.names.intern(literal.value.to_str())),
            Expr::Name(name) => self.variable(&name.id, expression)?,
            Expr::UnaryOp(unary) => self.unary(expression, unary)?,
            Expr::BinOp(binary) => {
                let left = self.evaluate(&binary.left)?;
                let right = self.evaluate(&binary.right)?;
                self.binary(expression, &left, binary.op, &right)?
            }
            Expr::BoolOp(operation) => {
                let mut value = Dyn::Wrong;
                for operand in &operation.values {
                    value = self.evaluate(operand)?;
                    if value.is_true() == (operation.op == BoolOp::Or) {
                        break;
                    }
                }
                value
            }
            Expr::Compare(compare) => {
                let mut left = self.evaluate(&compare.left)?;
                for (op, right) in compare.ops.iter().zip(&*compare.comparators) {
                    let right_value = match op {
                        CmpOp::In | CmpOp::NotIn => self.passed(right)?,
                        _ => self.evaluate(right)?,
                    };
                    if !self.compare(expression, &left, *op, &right_value)? {
                        return Ok(Dyn::Bool(false));
                    }
                    left = right_value;
                }
                Dyn::Bool(true)
            }
            Expr::If(conditional) => {
                let condition = self.evaluate(&conditional.test)?.is_true();
                self.evaluate(if condition { &conditional.body } else { &conditional.orelse })?
            }
            Expr::List(list) => Dyn::list(self.elements(&list.elts)?),
            Expr::Tuple(tuple) => Self::tuple(self.elements(&tuple.elts)?),
            Expr::Dict(dict) => {
                let mut items = Items::default();
                for item in &dict.items {
                    let value = self.evaluate(&item.value)?;
                    match &item.key {
                        Some(key) => {
                            let key = self.evaluate(key)?;
                            self.work(items.set(key, value));
                        }
                        None => match value {
                            Dyn::Dict(others) => {
                                for (key, value) in &*others {
                                    self.work(items.set(key.clone(), value.clone()));
                                }
                            }
                            other => return Err(self.not_a(&item.value, &other, "a dictionary")),
                        },
                    }
                    self.check_length(expression, items.items.len())?;
                }
                Dyn::Dict(Rc::new(items.items))
            }
            Expr::ListComp(comprehension) => {
                let mut items = Vec::new();
                self.each_of(&comprehension.generators, &mut |run| {
                    items.push(run.evaluate(&comprehension.elt)?);
                    run.check_length(expression, items.len())
                })?;
                Dyn::list(items)
            }
            Expr::DictComp(comprehension) => {
                let mut items = Items::default();
                let Some(key) = &comprehension.key else {
                    return self.sink.tell(refuse::expression(expression));
                };
                self.each_of(&comprehension.generators, &mut |run| {
                    let key = run.evaluate(key)?;
                    let value = run.evaluate(&comprehension.value)?;
                    run.work(items.set(key, value));
                    run.check_length(expression, items.items.len())
                })?;
                Dyn::Dict(Rc::new(items.items))
            }
            Expr::Subscript(subscript) => {
                let value = self.evaluate(&subscript.value)?;
                self.subscript(expression, &value, &subscript.slice)?
            }
            Expr::Attribute(attribute) => {
                let value = self.evaluate(&attribute.value)?;
                self.attribute_of(expression, &value, &attribute.attr)?
            }
            Expr::Call(call) => match passing(call) {
                Some(told)
                    if called(call).is_none_or(|name| !self.variables.contains_key(name)) =>
                {
                    return self.sink.tell(no_list(span(call), &told));
                }
                _ => self.call(call)?,
            },
            _ => return self.sink.tell(refuse::expression(expression)),
        })
    }

    /// Evaluates `-x`, `not x`.
    fn unary(&mut self, at: &Expr, unary: &ExprUnaryOp) -> Result<Dyn, Told> {
        if is_smallest(unary) {
            return Ok(Dyn::Int(i64::MIN));
        }
        let operand = self.evaluate(&unary.operand)?;
        match (unary.op, operand.number()) {
            (UnaryOp::Not, _) => Ok(Dyn::Bool(!operand.is_true())),
            (UnaryOp::USub, Some(number)) => self.fitting(at, number.checked_neg()),
            (UnaryOp::UAdd, Some(number)) => Ok(Dyn::Int(number)),
            (UnaryOp::Invert, Some(number)) => Ok(Dyn::Int(!number)),
            (_, None) => Err(self.not_a(&unary.operand, &operand, "a whole number")),
        }
    }

    /// Evaluates a name.
    fn variable(&mut self, name: &str, at: &Expr) -> Result<Dyn, Told> {
        if let Some((_, value)) = self.inner.iter().rev().find(|(known, _)| known == name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.variables.get(name) {
            self.depends |= self.dependent.contains(name);
            return if *value == Dyn::Wrong { Err(Told) } else { Ok(value.clone()) };
        }
        match name {
            "zone" => Ok(Dyn::Word(Word::Zone)),
            "nobody" => Ok(Dyn::Word(Word::Nobody)),
            "owner" => Ok(Dyn::Word(Word::Owner)),
            "others" => Ok(Dyn::Word(Word::Others)),
            "everyone" => Ok(Dyn::Word(Word::Everyone)),
            _ => Err(self.unknown_name(name, span(at))),
        }
    }

    /// Returns a whole number that must fit into 64 bits.
    fn fitting(&mut self, at: &Expr, number: Option<i64>) -> Result<Dyn, Told> {
        match number {
            Some(number) => Ok(Dyn::Int(number)),
            None => self.sink.tell(
                Diagnostic::new(span(at), "the result is no whole number of 64 bits")
                    .allowed("no division by 0, no negative power or shift, no overflow"),
            ),
        }
    }

    /// Reports a list that is too long.
    pub(super) fn check_length(&mut self, at: &Expr, length: usize) -> Result<(), Told> {
        if length <= LONGEST {
            return Ok(());
        }
        let message = Diagnostic::new(span(at), "this list is too long");
        self.sink.tell(message.allowed(format!("{LONGEST} elements")))
    }

    /// Evaluates the elements of a list.
    fn elements(&mut self, elements: &[Expr]) -> Result<Vec<Dyn>, Told> {
        let mut items = Vec::new();
        for element in elements {
            match element {
                Expr::Starred(starred) => {
                    let value = self.passed(&starred.value)?;
                    items.extend(self.iterate(&starred.value, &value)?);
                }
                _ => items.push(self.evaluate(element)?),
            }
            self.check_length(element, items.len())?;
        }
        Ok(items)
    }

    /// Counts work on this many values as steps, which are limited.
    pub(super) fn work(&mut self, values: usize) {
        self.steps = self.steps.saturating_add(u32::try_from(values / 8).unwrap_or(u32::MAX));
    }

    /// Counts a comparison of two values as a whole.
    fn work_to_compare(&mut self, one: &Dyn, other: &Dyn) {
        let size = |value: &Dyn| value.size(0).unwrap_or(usize::from(u16::MAX));
        self.work(size(one).min(size(other)));
    }

    /// Returns the elements of a value.
    pub(super) fn iterate(&mut self, at: &Expr, value: &Dyn) -> Result<Vec<Dyn>, Told> {
        if let Dyn::List(items) | Dyn::Tuple(items) = value {
            self.work(items.len());
        }
        match value {
            Dyn::List(items) | Dyn::Tuple(items) => Ok(items.to_vec()),
            Dyn::Dict(items) => Ok(items.iter().map(|(key, _)| key.clone()).collect()),
            Dyn::Zones(_) | Dyn::Numbers(_) => self.sink.tell(
                Diagnostic::new(span(at), "the game has not begun at the left margin")
                    .instead("go over zones and numbers in functions"),
            ),
            _ => Err(self.not_a(at, value, "a list")),
        }
    }

    /// Runs the clauses of a comprehension.
    pub(super) fn each_of(
        &mut self,
        clauses: &[Comprehension],
        inner: &mut dyn FnMut(&mut Self) -> Result<(), Told>,
    ) -> Result<(), Told> {
        let Some((clause, further)) = clauses.split_first() else { return inner(self) };
        let value = self.passed(&clause.iter)?;
        let depth = self.inner.len();
        for item in self.iterate(&clause.iter, &value)? {
            self.bind_inner(&clause.target, &item)?;
            let mut is_taken = true;
            for condition in &clause.ifs {
                is_taken = is_taken && self.evaluate(condition)?.is_true();
            }
            let result = if is_taken { self.each_of(further, inner) } else { Ok(()) };
            self.inner.truncate(depth);
            result?;
        }
        Ok(())
    }

    /// Binds the variables of a comprehension.
    pub(super) fn bind_inner(&mut self, target: &Expr, value: &Dyn) -> Result<(), Told> {
        match (target, value) {
            (Expr::Name(name), _) => {
                self.inner.push((name.id.to_string(), value.clone()));
                Ok(())
            }
            (Expr::Tuple(tuple), Dyn::Tuple(items) | Dyn::List(items))
                if tuple.elts.len() == items.len() =>
            {
                for (target, item) in tuple.elts.iter().zip(&**items) {
                    self.bind_inner(target, item)?;
                }
                Ok(())
            }
            _ => Err(self.not_a(target, value, "as many values as names")),
        }
    }

    /// Evaluates an operation.
    fn binary(&mut self, at: &Expr, left: &Dyn, op: Operator, right: &Dyn) -> Result<Dyn, Told> {
        match (left, op, right) {
            (Dyn::List(one), Operator::Add, Dyn::List(other)) => {
                self.check_length(at, one.len() + other.len())?;
                return Ok(Dyn::list(one.iter().chain(&**other).cloned().collect()));
            }
            (Dyn::Tuple(one), Operator::Add, Dyn::Tuple(other)) => {
                self.check_length(at, one.len() + other.len())?;
                return Ok(Self::tuple(one.iter().chain(&**other).cloned().collect()));
            }
            (Dyn::List(items), Operator::Mult, Dyn::Int(times))
            | (Dyn::Int(times), Operator::Mult, Dyn::List(items)) => {
                let times = (*times).clamp(0, LONGEST as i64 + 1) as usize;
                self.check_length(at, items.len().saturating_mul(times))?;
                return Ok(Dyn::list(
                    items.iter().cycle().take(items.len() * times).cloned().collect(),
                ));
            }
            (Dyn::Name(one), Operator::Add, Dyn::Name(other)) => {
                let text = format!("{}{}", self.names.text(*one), self.names.text(*other));
                if text.len() > 200 {
                    return self.sink.tell(Diagnostic::new(span(at), "this name is too long"));
                }
                return Ok(Dyn::Name(self.names.intern(&text)));
            }
            _ => {}
        }
        let (Some(one), Some(other)) = (left.number(), right.number()) else {
            let message = format!("`{}` of {} and {}", op.as_str(), left.kind(), right.kind());
            return self
                .sink
                .tell(Diagnostic::new(span(at), message).allowed("whole numbers; `+` of lists"));
        };
        let Some(how) = arithmetic(op) else {
            return self.sink.tell(refuse::operator(op, span(at)));
        };
        let number = arithmetic::compute(how, one, other).ok();
        self.fitting(at, number)
    }

    /// Evaluates a comparison.
    pub(super) fn compare(
        &mut self,
        at: &Expr,
        left: &Dyn,
        op: CmpOp,
        right: &Dyn,
    ) -> Result<bool, Told> {
        match op {
            CmpOp::Eq | CmpOp::NotEq => {
                self.work_to_compare(left, right);
                Ok(left.equals(right) == (op == CmpOp::Eq))
            }
            CmpOp::In | CmpOp::NotIn => {
                let items = self.iterate(at, right)?;
                self.work(items.len() * left.size(0).unwrap_or(1));
                Ok(items.iter().any(|item| item.equals(left)) == (op == CmpOp::In))
            }
            CmpOp::Is | CmpOp::IsNot => self
                .sink
                .tell(Diagnostic::new(span(at), "`is` cannot be used").instead("use `==` or `!=`")),
            CmpOp::Lt => Ok(self.order(at, left, right)?.is_lt()),
            CmpOp::LtE => Ok(self.order(at, left, right)?.is_le()),
            CmpOp::Gt => Ok(self.order(at, left, right)?.is_gt()),
            CmpOp::GtE => Ok(self.order(at, left, right)?.is_ge()),
        }
    }

    /// Returns the order of two values.
    pub(super) fn order(
        &mut self,
        at: &Expr,
        left: &Dyn,
        right: &Dyn,
    ) -> Result<std::cmp::Ordering, Told> {
        match (left, right) {
            (Dyn::List(one), Dyn::List(other)) | (Dyn::Tuple(one), Dyn::Tuple(other)) => {
                self.work(one.len().min(other.len()));
                for (one, other) in one.iter().zip(&**other) {
                    let order = self.order(at, one, other)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(one.len().cmp(&other.len()))
            }
            _ => match (left.number(), right.number()) {
                (Some(one), Some(other)) => Ok(one.cmp(&other)),
                _ => {
                    let message = format!("{} and {} have no order", left.kind(), right.kind());
                    self.sink.tell(Diagnostic::new(span(at), message).allowed("whole numbers"))
                }
            },
        }
    }

    /// Evaluates an element or a slice.
    fn subscript(&mut self, at: &Expr, value: &Dyn, index: &Expr) -> Result<Dyn, Told> {
        if let (Expr::Slice(slice), Dyn::List(items) | Dyn::Tuple(items)) = (index, value) {
            if slice.step.is_some() {
                return self.sink.tell(
                    Diagnostic::new(span(index), "a slice with a step cannot be used")
                        .instead("write `[list[i] for i in range(0, len(list), 2)]`"),
                );
            }
            let from = slice.lower.as_deref().map_or(Ok(0), |from| self.whole(from))?;
            let to = slice.upper.as_deref().map_or(Ok(i64::MAX), |to| self.whole(to))?;
            let (from, to) = arithmetic::slice(from, to, items.len());
            let part = items.get(from..to).unwrap_or(&[]).to_vec();
            return Ok(match value {
                Dyn::Tuple(_) => Self::tuple(part),
                _ => Dyn::list(part),
            });
        }
        let key = self.evaluate(index)?;
        let found = match (value, &key) {
            (Dyn::List(items) | Dyn::Tuple(items), Dyn::Int(number)) => {
                let number = if *number < 0 { number + items.len() as i64 } else { *number };
                usize::try_from(number).ok().and_then(|number| items.get(number).cloned())
            }
            (Dyn::Dict(items), _) => {
                self.work(items.len());
                items.iter().find(|(known, _)| known.equals(&key)).map(|(_, value)| value.clone())
            }
            _ => return Err(self.not_a(at, value, "a list, a tuple or a dictionary")),
        };
        match found {
            Some(value) => Ok(value),
            None => {
                let message = format!("there is no element {}", key.told(self.names));
                self.sink.tell(Diagnostic::new(span(index), message))
            }
        }
    }

    /// Evaluates an attribute of a card.
    fn attribute_of(&mut self, at: &Expr, value: &Dyn, name: &str) -> Result<Dyn, Told> {
        let Dyn::Card(card) = value else {
            return Err(self.not_a(at, value, "a card, before the dot"));
        };
        let card = &self.made.cards[*card as usize];
        if name == "name" {
            let text = card.name.clone();
            return Ok(Dyn::Name(self.names.intern(&text)));
        }
        let index = self.made.attributes.iter().position(|(known, _)| known == name);
        let value = index.and_then(|index| card.attributes.get(index).cloned().flatten());
        match value {
            Some(value) => Ok(value),
            None => {
                let known = self.made.attributes.iter().map(|(known, _)| known.clone());
                let message = Diagnostic::unknown(span(at), "attribute", name, known);
                self.sink.tell(message)
            }
        }
    }
}

/// The items of a dictionary that is made.
#[derive(Default)]
struct Items {
    items: Vec<(Dyn, Dyn)>,
    /// The places of keys that are one word.
    places: HashMap<(u8, i64), usize>,
}

impl Items {
    /// Sets an item. Returns how many others were compared with it.
    fn set(&mut self, key: Dyn, value: Dyn) -> usize {
        let word = match &key {
            Dyn::Name(name) => Some((1, i64::from(name.0))),
            Dyn::Card(card) => Some((2, i64::from(*card))),
            other => other.number().map(|number| (0, number)),
        };
        let (found, compared) = match word {
            Some(word) => {
                let place = *self.places.entry(word).or_insert(self.items.len());
                (Some(place).filter(|place| *place < self.items.len()), 1)
            }
            None => {
                let found = self.items.iter().position(|(known, _)| known.equals(&key));
                (found, self.items.len() * key.size(0).unwrap_or(1))
            }
        };
        match found {
            Some(place) => self.items[place].1 = value,
            None => self.items.push((key, value)),
        }
        compared
    }
}

/// Returns the arithmetic of an operator; `None` for those that cannot be used.
pub(super) fn arithmetic(op: Operator) -> Option<Arithmetic> {
    Some(match op {
        Operator::Add => Arithmetic::Add,
        Operator::Sub => Arithmetic::Subtract,
        Operator::Mult => Arithmetic::Multiply,
        Operator::FloorDiv => Arithmetic::Divide,
        Operator::Mod => Arithmetic::Remainder,
        Operator::Pow => Arithmetic::Power,
        Operator::BitAnd => Arithmetic::And,
        Operator::BitOr => Arithmetic::Or,
        Operator::BitXor => Arithmetic::Xor,
        Operator::LShift => Arithmetic::ShiftLeft,
        Operator::RShift => Arithmetic::ShiftRight,
        Operator::Div | Operator::MatMult => return None,
    })
}

/// Whether it is `-9223372036854775808`, whose digits alone do not fit into 64 bits.
pub(super) fn is_smallest(unary: &ExprUnaryOp) -> bool {
    match (unary.op, &*unary.operand) {
        (UnaryOp::USub, Expr::NumberLiteral(literal)) => match &literal.value {
            Number::Int(digits) => digits.as_u64() == Some(i64::MIN.unsigned_abs()),
            _ => false,
        },
        _ => false,
    }
}
