//! Arithmetic, comparisons and conditions; the shapes of tuples that follow from conditions.

use ruff_python_ast::{
    BoolOp, CmpOp, Expr, ExprBoolOp, ExprCompare, ExprUnaryOp, Operator, UnaryOp,
};

use crate::program::{
    Clause, Comparison, Expression, ExpressionKind, Fold, FoldInto, Iterator, NameId, Pattern, Span,
};

use super::arguments::span;
use super::check::{Checker, Known, Typed, Variable, merge};
use super::diagnostic::Diagnostic;
use super::evaluate::{arithmetic, is_smallest};
use super::refuse;
use super::types::Ty;

/// A flag, and the known names where it is true and where it is false.
pub(super) type Condition = (Expression, Option<Known>, Option<Known>);

/// A test of the shape of a variable's tuple: the names that it can have if the test is true.
struct ShapeTest {
    variable: Variable,
    names: Vec<NameId>,
    /// Whether the variable surely has none of the names if the test is not true.
    is_exact: bool,
}

impl Checker<'_> {
    /// Checks a condition. Returns the flag, and the known names where it is true and where
    /// it is false.
    pub(super) fn condition(&mut self, test: &Expr) -> Condition {
        self.test(test, false)
    }

    /// Checks a condition. In a strict one, only flags are taken: its value is used.
    fn test(&mut self, test: &Expr, is_strict: bool) -> Condition {
        match test {
            Expr::BoolOp(operation) => self.chain(None, &operation.values, operation, is_strict),
            Expr::UnaryOp(unary) if unary.op == UnaryOp::Not => {
                let (flag, when_true, when_false) = self.condition(&unary.operand);
                let kind = ExpressionKind::Not(Box::new(flag));
                (Typed::new(kind, Ty::Bool, span(unary)).expression, when_false, when_true)
            }
            _ => {
                let shape_test = self.shape_test(test);
                let typed = self.value(test);
                let flag = if is_strict { self.flag(typed) } else { self.truth(typed) };
                let (when_true, when_false) = match shape_test {
                    Some(test) => self.split(&test),
                    None => (self.known.clone(), self.known.clone()),
                };
                (flag, when_true, when_false)
            }
        }
    }

    /// Checks the operands of `and` or `or`, from the first, which may be checked already.
    fn chain(
        &mut self,
        first: Option<Expression>,
        operands: &[Expr],
        operation: &ExprBoolOp,
        is_strict: bool,
    ) -> Condition {
        let before = self.known.clone();
        let is_and = operation.op == BoolOp::And;
        let mut early = if first.is_some() { self.known.clone() } else { None };
        let mut whole = first;
        for operand in operands {
            let (flag, when_true, when_false) = self.test(operand, is_strict);
            let (on, off) = if is_and { (when_true, when_false) } else { (when_false, when_true) };
            early = merge(early, off);
            // A part that is not reached does not affect the known names.
            self.known = on;
            whole = Some(match whole {
                None => flag,
                Some(whole) => {
                    let parts = (Box::new(whole), Box::new(flag));
                    let kind = if is_and {
                        ExpressionKind::And(parts.0, parts.1)
                    } else {
                        ExpressionKind::Or(parts.0, parts.1)
                    };
                    Typed::new(kind, Ty::Bool, span(operation)).expression
                }
            });
        }
        let late = std::mem::replace(&mut self.known, before);
        let whole = whole.unwrap_or_else(|| Typed::wrong(span(operation)).expression);
        if is_and { (whole, late, early) } else { (whole, early, late) }
    }

    /// Returns a value that must be a flag.
    fn flag(&mut self, typed: Typed) -> Expression {
        if !matches!(typed.ty, Ty::Bool | Ty::Unknown) {
            let message = format!("`and` or `or` of {}", typed.ty.told(self.names));
            let message = Diagnostic::new(typed.expression.span, message)
                .allowed("flags and comparisons; `or` of two lists");
            let message = match typed.ty {
                Ty::Int | Ty::List(_) | Ty::Zone => {
                    message.instead("write a comparison, or `a if condition else b`")
                }
                _ => message,
            };
            return self.wrong(message).expression;
        }
        Self::convert(typed.expression, &Ty::Bool)
    }

    /// Returns the flag that a value counts as.
    pub(super) fn truth(&mut self, typed: Typed) -> Expression {
        let at = typed.expression.span;
        let compared = |value: Expression| {
            let zero = Box::new(Typed::new(ExpressionKind::Constant(0), Ty::Int, at).expression);
            let kind = ExpressionKind::Compare(Comparison::NotEqual, Box::new(value), zero);
            Typed::new(kind, Ty::Bool, at).expression
        };
        match &typed.ty {
            Ty::Bool | Ty::Unknown => Self::convert(typed.expression, &Ty::Bool),
            Ty::Int => compared(typed.expression),
            Ty::List(_) | Ty::Zone => {
                let kind = ExpressionKind::Length(Box::new(typed.expression));
                compared(Typed::new(kind, Ty::Int, at).expression)
            }
            other => {
                let message = format!("{} is neither true nor false", other.told(self.names));
                let message = Diagnostic::new(at, message)
                    .allowed("comparisons, flags, whole numbers, lists, zones");
                let message = match other {
                    Ty::Player => message.instead("compare the seat: `p == 0`"),
                    Ty::Name => message.instead("compare the name: `x == \"name\"`"),
                    Ty::Unit => message.instead("let the function `return True` or `False`"),
                    _ => message.instead("write a comparison"),
                };
                self.wrong(message).expression
            }
        }
    }

    /// Returns the test of a variable's shape in a comparison.
    fn shape_test(&mut self, test: &Expr) -> Option<ShapeTest> {
        let Expr::Compare(compare) = test else { return None };
        let ([op], [right]) = (&*compare.ops, &*compare.comparators) else { return None };
        let (names, is_whole, subject) = match &*compare.left {
            Expr::Subscript(subscript) if self.constant_number(&subscript.slice) == Some(0) => {
                let names = match (op, right) {
                    (CmpOp::Eq | CmpOp::NotEq, _) => vec![self.constant_name(right)?],
                    (CmpOp::In | CmpOp::NotIn, Expr::Tuple(tuple)) => tuple
                        .elts
                        .iter()
                        .map(|name| self.constant_name(name))
                        .collect::<Option<_>>()?,
                    (CmpOp::In | CmpOp::NotIn, Expr::List(list)) => list
                        .elts
                        .iter()
                        .map(|name| self.constant_name(name))
                        .collect::<Option<_>>()?,
                    _ => return None,
                };
                (names, true, &*subscript.value)
            }
            subject => match (op, right) {
                (CmpOp::Eq | CmpOp::NotEq, Expr::Tuple(tuple)) => {
                    let name = self.constant_name(tuple.elts.first()?)?;
                    (vec![name], tuple.elts.len() == 1, subject)
                }
                _ => return None,
            },
        };
        let Expr::Name(subject) = subject else { return None };
        let at = span(subject);
        let (variable, ty) = self.variable(&subject.id, at)?;
        let Ty::Shaped(shapes) = &ty else { return None };
        for name in &names {
            if !shapes.iter().any(|shape| shape.name == *name) {
                let known: Vec<String> =
                    shapes.iter().map(|shape| self.names.text(shape.name).to_owned()).collect();
                let found = self.names.text(*name).to_owned();
                let message = Diagnostic::unknown(span(right), "option", &found, known);
                self.sink.report(message);
                return None;
            }
        }
        let is_equal = matches!(op, CmpOp::Eq | CmpOp::In);
        if is_equal {
            return Some(ShapeTest { variable, names, is_exact: is_whole });
        }
        if !is_whole {
            return None;
        }
        // `!=` is the same test the other way round.
        let others: Vec<NameId> =
            shapes.iter().map(|shape| shape.name).filter(|name| !names.contains(name)).collect();
        Some(ShapeTest { variable, names: others, is_exact: true })
    }

    /// Returns the known names where a test of a shape is true, and where it is false.
    fn split(&mut self, test: &ShapeTest) -> (Option<Known>, Option<Known>) {
        let Some(known) = &self.known else { return (None, None) };
        let ty = match test.variable {
            Variable::Own(own) => &self.functions[self.current].types[own].0,
            Variable::Inner(inner) => &self.inner[inner].1,
        };
        let Ty::Shaped(shapes) = ty else { return (Some(known.clone()), Some(known.clone())) };
        let before = match known.get(&test.variable) {
            Some(names) => names.clone(),
            None => shapes.iter().map(|shape| shape.name).collect(),
        };
        let part = |is_in: bool| {
            let names: Vec<NameId> =
                before.iter().copied().filter(|name| test.names.contains(name) == is_in).collect();
            if names.is_empty() {
                return None;
            }
            let mut known = known.clone();
            known.insert(test.variable, names);
            Some(known)
        };
        let when_false = if test.is_exact { part(false) } else { Some(known.clone()) };
        (part(true), when_false)
    }

    /// Checks `-x`, `not x`.
    pub(super) fn unary(&mut self, unary: &ExprUnaryOp) -> Typed {
        let at = span(unary);
        if unary.op == UnaryOp::Not {
            let (flag, ..) = self.condition(&unary.operand);
            return Typed::new(ExpressionKind::Not(Box::new(flag)), Ty::Bool, at);
        }
        if is_smallest(unary) {
            return Typed::new(ExpressionKind::Constant(i64::MIN), Ty::Int, at);
        }
        let operand = self.of_type(&unary.operand, &Ty::Int, "this");
        match (unary.op, &operand.kind) {
            (UnaryOp::USub, ExpressionKind::Constant(number)) => match number.checked_neg() {
                Some(number) => Typed::new(ExpressionKind::Constant(number), Ty::Int, at),
                None => Typed::new(ExpressionKind::Negate(Box::new(operand)), Ty::Int, at),
            },
            (UnaryOp::USub, _) => {
                Typed::new(ExpressionKind::Negate(Box::new(operand)), Ty::Int, at)
            }
            (UnaryOp::Invert, _) => {
                // In whole numbers, `~x` is `-x - 1`.
                let negated = ExpressionKind::Negate(Box::new(operand));
                let negated = Typed::new(negated, Ty::Int, at);
                let one = Typed::new(ExpressionKind::Constant(1), Ty::Int, at);
                self.arithmetic(negated, Operator::Sub, one, at)
            }
            _ => Typed { expression: operand, ty: Ty::Int },
        }
    }

    /// Checks `a and b`, `a or b` whose value is used.
    pub(super) fn either(&mut self, operation: &ExprBoolOp) -> Typed {
        let at = span(operation);
        let first = &operation.values[0];
        let is_test = first.is_compare_expr()
            || matches!(first, Expr::UnaryOp(unary) if unary.op == UnaryOp::Not);
        if is_test {
            let (expression, ..) = self.chain(None, &operation.values, operation, true);
            return Typed { expression, ty: Ty::Bool };
        }
        let mut whole = self.value(first);
        if operation.op == BoolOp::And || !matches!(whole.ty, Ty::List(_)) {
            let first = self.flag(whole);
            let (expression, ..) = self.chain(Some(first), &operation.values[1..], operation, true);
            return Typed { expression, ty: Ty::Bool };
        }
        for operand in &operation.values[1..] {
            let other = self.operand(operand);
            let Some((one, other, ty)) = self.both(whole, other, at) else {
                return Typed::wrong(at);
            };
            whole = Typed::new(ExpressionKind::OrList(Box::new(one), Box::new(other)), ty, at);
        }
        whole
    }

    /// Checks a comparison, perhaps a chain.
    pub(super) fn comparison(&mut self, compare: &ExprCompare) -> Typed {
        let is_none = |(op, right): (&CmpOp, &Expr)| {
            matches!(op, CmpOp::Is | CmpOp::IsNot) && right.is_none_literal_expr()
        };
        if compare.ops.iter().zip(&*compare.comparators).any(is_none) {
            let message = Diagnostic::new(span(compare), "there is no `None` to compare with");
            let instead = "use a number that means none: `best == -1`; `len(zone) == 0` for an \
                empty zone";
            return self.wrong(message.instead(instead));
        }
        let middles = &compare.comparators[..compare.comparators.len() - 1];
        if middles.iter().all(is_plain) {
            return self.chained(compare);
        }
        // The value in the middle is computed first, and once.
        self.no_acts.push("a chain of comparisons");
        let typed = self.chained(compare);
        self.no_acts.pop();
        typed
    }

    /// Checks the links of a comparison. A middle that is not plain is held in a variable, by a
    /// loop over this one value.
    fn chained(&mut self, compare: &ExprCompare) -> Typed {
        let at = span(compare);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut whole: Option<Expression> = None;
        let mut left = self.operand(&compare.left);
        let mut left_at = &*compare.left;
        for (i, (op, right_at)) in compare.ops.iter().zip(&*compare.comparators).enumerate() {
            let is_last = i + 1 == compare.ops.len();
            let is_in = matches!(op, CmpOp::In | CmpOp::NotIn);
            let (right, next) = if is_last || is_plain(right_at) {
                let right = if is_in { self.collection(right_at) } else { self.operand(right_at) };
                (right, (!is_last).then(|| self.operand(right_at)))
            } else {
                let middle = if is_in { self.collection(right_at) } else { self.operand(right_at) };
                let (ty, middle_at) = (middle.ty, middle.expression.span);
                let (local, held) = self.nameless(ty.clone(), middle_at);
                let one = ExpressionKind::List(vec![middle.expression]);
                let one = Typed::new(one, Ty::list(ty), middle_at).expression;
                clauses.extend(whole.take().map(Clause::If));
                clauses.push(Clause::For(Pattern::Local(local), Iterator::List(one)));
                (held.clone(), Some(held))
            };
            let link = self.compare(left, left_at, *op, right, right_at, at);
            whole = Some(match whole {
                None => link,
                Some(whole) => {
                    let kind = ExpressionKind::And(Box::new(whole), Box::new(link));
                    Typed::new(kind, Ty::Bool, at).expression
                }
            });
            left = match next {
                Some(next) => next,
                None => break,
            };
            left_at = right_at;
        }
        let expression = whole.unwrap_or_else(|| Typed::wrong(at).expression);
        if clauses.is_empty() {
            return Typed { expression, ty: Ty::Bool };
        }
        let fold = Fold { into: FoldInto::Any, clauses, element: expression };
        Typed::new(ExpressionKind::Fold(Box::new(fold)), Ty::Bool, at)
    }

    /// Checks an expression whose value is used.
    pub(super) fn operand(&mut self, operand: &Expr) -> Typed {
        let typed = self.value(operand);
        self.some_value(typed)
    }

    /// Checks the collection of `in`: a list, a zone, or a tuple as a list.
    fn collection(&mut self, at: &Expr) -> Typed {
        match at {
            Expr::Tuple(tuple) => self.list(&tuple.elts, span(at)),
            Expr::Call(call) if super::arguments::passing(call).is_some() => {
                let (iterator, of) = self.iterator(at);
                self.collect(iterator, of, span(at))
            }
            _ => {
                let typed = self.operand(at);
                if matches!(typed.ty, Ty::Zone | Ty::List(_) | Ty::Unknown) {
                    return typed;
                }
                let (iterator, of) = self.iterator_of(typed, at);
                self.collect(iterator, of, span(at))
            }
        }
    }

    /// Checks one comparison.
    fn compare(
        &mut self,
        left: Typed,
        left_at: &Expr,
        op: CmpOp,
        right: Typed,
        right_at: &Expr,
        at: Span,
    ) -> Expression {
        let flag = |kind| Typed::new(kind, Ty::Bool, at).expression;
        let comparison = match op {
            CmpOp::Eq => Comparison::Equal,
            CmpOp::NotEq => Comparison::NotEqual,
            CmpOp::Lt => Comparison::Less,
            CmpOp::LtE => Comparison::AtMost,
            CmpOp::Gt => Comparison::Greater,
            CmpOp::GtE => Comparison::AtLeast,
            CmpOp::In | CmpOp::NotIn => {
                let wanted = right.ty.element();
                self.check_names(left_at, &right.expression);
                let (value, list) = match (&right.ty, wanted.join(&left.ty)) {
                    (Ty::List(_), Some(joined)) => (
                        Self::convert(left.expression, &joined),
                        Self::convert(right.expression, &Ty::list(joined)),
                    ),
                    _ => {
                        let value = self.expect(left, &wanted, "what is looked for");
                        (value, right.expression)
                    }
                };
                let found = flag(ExpressionKind::Contains(Box::new(list), Box::new(value)));
                return if op == CmpOp::In {
                    found
                } else {
                    flag(ExpressionKind::Not(Box::new(found)))
                };
            }
            CmpOp::Is | CmpOp::IsNot => {
                let message = Diagnostic::new(at, "`is` cannot be used");
                let instead = if op == CmpOp::Is { "use `==`" } else { "use `!=`" };
                return self.wrong(message.instead(instead)).expression;
            }
        };
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        self.check_names(left_at, &right.expression);
        self.check_names(right_at, &left.expression);
        let (left_type, right_type) = (left.ty.clone(), right.ty.clone());
        let Some(ty) = left_type.join(&right_type) else {
            let message = format!(
                "{} is compared with {}",
                left_type.told(self.names),
                right_type.told(self.names)
            );
            let message = Diagnostic::new(at, message);
            let message = match (&left_type, &right_type) {
                (Ty::Card, Ty::Int) | (Ty::Int, Ty::Card) => {
                    message.instead("compare an attribute: `card.rank == 3`")
                }
                (Ty::Card, Ty::Name) | (Ty::Name, Ty::Card) => message
                    .instead("compare an attribute: `card.suit == \"hearts\"`, or `card.name`"),
                (Ty::Zone | Ty::List(_), Ty::Int) | (Ty::Int, Ty::Zone | Ty::List(_)) => {
                    message.instead("compare its length: `len(x) == 0`")
                }
                (Ty::Shaped(_), Ty::Name) => {
                    message.instead("compare its first part: `x[0] == \"pass\"`")
                }
                (Ty::Zone, Ty::List(_)) | (Ty::List(_), Ty::Zone) => {
                    message.instead("write `list(zone)` for its cards")
                }
                _ => message.allowed("two values of the same kind"),
            };
            return self.wrong(message).expression;
        };
        if is_order && !is_ordered(&ty) {
            let message = format!("there is no order of {}", ty.told(self.names));
            let message = Diagnostic::new(at, message)
                .allowed("whole numbers, and lists and tuples of whole numbers");
            let message = match ty {
                Ty::Card => message.instead("compare an attribute: `a.rank < b.rank`"),
                Ty::Name => message.instead("compare places in a list: `ORDER.index(name)`"),
                Ty::Zone => message.instead("compare lengths: `len(zone)`"),
                _ => message,
            };
            return self.wrong(message).expression;
        }
        let parts = (Self::convert(left.expression, &ty), Self::convert(right.expression, &ty));
        flag(ExpressionKind::Compare(comparison, Box::new(parts.0), Box::new(parts.1)))
    }

    /// Reports if an attribute is compared with a name that no card has.
    fn check_names(&mut self, attribute_at: &Expr, other: &Expression) {
        let Expr::Attribute(attribute) = attribute_at else { return };
        let names: Vec<&Expression> = match &other.kind {
            ExpressionKind::Name(_) => vec![other],
            ExpressionKind::List(items) => items.iter().collect(),
            _ => return,
        };
        let facts = self.facts;
        let index = facts.attributes.iter().position(|(name, _)| *name == attribute.attr.as_str());
        let Some(index) = index else { return };
        let known = &facts.attribute_names[index];
        if facts.attributes[index].1 != Ty::Name || known.is_empty() {
            return;
        }
        for name in names {
            let ExpressionKind::Name(id) = name.kind else { continue };
            if !known.contains(&id) {
                let found = self.names.text(id).to_owned();
                let known: Vec<String> =
                    known.iter().map(|id| self.names.text(*id).to_owned()).collect();
                let mut message = Diagnostic::unknown(name.span, "name", &found, known);
                message.found = format!("no card has the {} \"{found}\"", attribute.attr);
                self.sink.report(message);
            }
        }
    }

    /// Checks arithmetic, and `+` of lists.
    pub(super) fn arithmetic(
        &mut self,
        left: Typed,
        op: Operator,
        right: Typed,
        at: Span,
    ) -> Typed {
        let Some(how) = arithmetic(op) else { return self.wrong(refuse::operator(op, at)) };
        match (&left.ty, op, &right.ty) {
            (Ty::List(_), Operator::Add, Ty::List(_) | Ty::Unknown)
            | (Ty::Unknown, Operator::Add, Ty::List(_)) => {
                let Some((one, other, ty)) = self.both(left, right, at) else {
                    return Typed::wrong(at);
                };
                let kind = ExpressionKind::Concatenate(Box::new(one), Box::new(other));
                return Typed::new(kind, ty, at);
            }
            (Ty::List(_), Operator::Mult, _) => {
                let times = self.expect(right, &Ty::Int, "the number of times");
                return self.repeat(left, times, at);
            }
            (_, Operator::Mult, Ty::List(_)) => {
                let times = self.expect(left, &Ty::Int, "the number of times");
                return self.repeat(right, times, at);
            }
            _ => {}
        }
        if (&left.ty, op, &right.ty) == (&Ty::Name, Operator::Add, &Ty::Name) {
            let message = Diagnostic::new(at, "texts cannot be joined");
            let instead = "`say=\"plays {}\"` in choose fills in the option; for two parts use a \
                tuple: `(\"bid\", 3)`";
            return self.wrong(message.instead(instead));
        }
        let is_number = |ty: &Ty| ty.is_number() || *ty == Ty::Bool;
        if !is_number(&left.ty) || !is_number(&right.ty) {
            if left.ty == Ty::Unknown || right.ty == Ty::Unknown {
                return Typed::wrong(at);
            }
            let message = format!(
                "`{}` of {} and {}",
                op.as_str(),
                left.ty.told(self.names),
                right.ty.told(self.names)
            );
            let message = Diagnostic::new(at, message).allowed("whole numbers; `+` of two lists");
            let message = match (&left.ty, &right.ty) {
                (Ty::Zone, Ty::Zone | Ty::List(_)) | (Ty::List(_), Ty::Zone) => {
                    message.instead("write `list(zone)` for the cards of a zone")
                }
                (Ty::List(_), _) => message.instead("write `list + [value]`"),
                (Ty::Card, _) | (_, Ty::Card) => message.instead("write `card.rank`"),
                _ => message,
            };
            return self.wrong(message);
        }
        let parts = (
            Box::new(Self::convert(left.expression, &Ty::Int)),
            Box::new(Self::convert(right.expression, &Ty::Int)),
        );
        Typed::new(ExpressionKind::Arithmetic(how, parts.0, parts.1), Ty::Int, at)
    }

    /// `[value] * times`.
    fn repeat(&mut self, list: Typed, times: Expression, at: Span) -> Typed {
        match list.expression.kind {
            ExpressionKind::List(items)
                if items.len() == 1 && matches!(items[0].type_, Ty::List(_)) =>
            {
                let message = "in Python these would all be one and the same list";
                let instead = "write `[[0] for _ in range(n)]`, which makes a new one each time";
                self.wrong(Diagnostic::new(at, message).instead(instead))
            }
            ExpressionKind::List(mut items) if items.len() == 1 => {
                let Some(item) = items.pop() else { return Typed::wrong(at) };
                let kind = ExpressionKind::Repeat(Box::new(item), Box::new(times));
                Typed::new(kind, list.ty, at)
            }
            _ => self.wrong(
                Diagnostic::new(at, "only a list of one element can be repeated")
                    .instead("write `[0] * n`, or a comprehension"),
            ),
        }
    }
}

/// Whether values of a type have an order.
pub(super) fn is_ordered(ty: &Ty) -> bool {
    match ty {
        Ty::Int | Ty::Player | Ty::Bool | Ty::Unknown => true,
        Ty::List(of) => is_ordered(of),
        Ty::Tuple(parts) => parts.iter().all(is_ordered),
        _ => false,
    }
}

/// Whether an expression may be evaluated twice: it does nothing and costs little.
fn is_plain(expression: &Expr) -> bool {
    match expression {
        Expr::Name(_) | Expr::NumberLiteral(_) | Expr::StringLiteral(_) => true,
        Expr::Attribute(attribute) => is_plain(&attribute.value),
        Expr::Subscript(subscript) => is_plain(&subscript.value) && is_plain(&subscript.slice),
        Expr::BinOp(binary) => is_plain(&binary.left) && is_plain(&binary.right),
        Expr::UnaryOp(unary) => is_plain(&unary.operand),
        Expr::Call(call) => {
            super::arguments::called(call) == Some("len")
                && call.arguments.args.iter().all(is_plain)
        }
        _ => false,
    }
}
