//! `match`: a chain of tests.

use ruff_python_ast::{MatchCase, Pattern, Singleton, StmtMatch};

use crate::program::{
    Comparison, Expression, ExpressionKind, NameId, Pattern as Target, Span, Statement,
    StatementKind,
};

use super::arguments::{span, span_of};
use super::check::{Checker, Known, Typed, Variable, merge};
use super::diagnostic::Diagnostic;
use super::place::Place;
use super::types::Ty;

/// The tests of a pattern, and the variables that it binds.
#[derive(Default)]
struct Tests {
    /// The flags that must all be true.
    flags: Vec<Expression>,
    /// The names that the subject's first part can have.
    names: Option<Vec<NameId>>,
    /// Whether the subject matches if it has one of the names.
    is_only_name: bool,
    /// The variables that are set, with their values.
    bound: Vec<(usize, Typed, Span)>,
}

impl Checker<'_> {
    /// Checks a `match`.
    pub(super) fn cases(&mut self, choice: &StmtMatch, out: &mut Vec<Statement>) {
        let at = span(&*choice.subject);
        let value = self.operand(&choice.subject);
        let shapes: Option<Vec<NameId>> = match &value.ty {
            Ty::Shaped(shapes) => Some(shapes.iter().map(|shape| shape.name).collect()),
            _ => None,
        };
        // A variable is tested itself, so that its shape is known in the cases.
        let own = match (&*choice.subject, &value.ty) {
            (ruff_python_ast::Expr::Name(name), _) => self.variable(&name.id, span(name)),
            _ => None,
        };
        let (ty, subject) = match own {
            Some((variable, ty)) => (ty, variable),
            None => {
                let (variable, held) = self.hold(value, at, out);
                (held.ty, variable)
            }
        };
        if let (Some(shapes), Some(known)) = (shapes, &mut self.known) {
            known.insert(subject, shapes);
        }
        self.case(&choice.cases, subject, &ty, out);
    }

    /// Checks the first of some cases, and the others after it.
    fn case(&mut self, cases: &[MatchCase], subject: Variable, ty: &Ty, out: &mut Vec<Statement>) {
        let Some((case, further)) = cases.split_first() else { return };
        let at = span_of(case.range);
        let mut tests = Tests::default();
        let kind = ExpressionKind::Local(self.local(subject));
        let whole = Typed::new(kind, ty.clone(), span(&case.pattern));
        self.tests(&case.pattern, whole, true, &mut tests);
        let (when_true, when_false) = self.split_names(subject, &tests, case.guard.is_some());
        self.known = when_true;
        let mut then = Vec::new();
        for (own, value, name_at) in std::mem::take(&mut tests.bound) {
            self.set(Place::Variable(own, name_at), value, at, &mut then);
        }
        let test = Self::all(tests.flags, at);
        let Some(guard) = &case.guard else {
            if self.known.is_some() {
                self.block(&case.body, &mut then);
            }
            let after = std::mem::replace(&mut self.known, when_false);
            let mut otherwise = Vec::new();
            if self.known.is_some() {
                self.case(further, subject, ty, &mut otherwise);
            }
            let after_else = self.known.take();
            self.known = merge(after, after_else);
            out.push(Statement { kind: StatementKind::If(test, then, otherwise), span: at });
            return;
        };
        // With a guard, a flag holds whether the case was taken.
        let taken = Variable::Inner(self.new_inner("", Ty::Bool));
        let local = self.local(taken);
        let set = |flag: i64| Statement {
            kind: StatementKind::Assign(
                Target::Local(local),
                Typed::new(ExpressionKind::Constant(flag), Ty::Bool, at).expression,
            ),
            span: at,
        };
        out.push(set(0));
        let (guard, guard_true, guard_false) = self.condition(guard);
        let mut body = vec![set(1)];
        self.known = guard_true;
        if self.known.is_some() {
            self.block(&case.body, &mut body);
        }
        let after = self.known.take();
        then.push(Statement { kind: StatementKind::If(guard, body, Vec::new()), span: at });
        out.push(Statement { kind: StatementKind::If(test, then, Vec::new()), span: at });
        self.known = merge(when_false, guard_false);
        let mut otherwise = Vec::new();
        if self.known.is_some() {
            self.case(further, subject, ty, &mut otherwise);
        }
        let after_else = self.known.take();
        self.known = merge(after, after_else);
        let flag = Typed::new(ExpressionKind::Local(local), Ty::Bool, at).expression;
        let not_taken = ExpressionKind::Not(Box::new(flag));
        let not_taken = Typed::new(not_taken, Ty::Bool, at).expression;
        out.push(Statement { kind: StatementKind::If(not_taken, otherwise, Vec::new()), span: at });
    }

    /// Returns the flag that all of some flags are true.
    fn all(flags: Vec<Expression>, at: Span) -> Expression {
        flags
            .into_iter()
            .reduce(|one, other| {
                let kind = ExpressionKind::And(Box::new(one), Box::new(other));
                Typed::new(kind, Ty::Bool, at).expression
            })
            .unwrap_or_else(|| Typed::new(ExpressionKind::Constant(1), Ty::Bool, at).expression)
    }

    /// Returns the known names if a case is taken, and if it is not.
    fn split_names(
        &self,
        subject: Variable,
        tests: &Tests,
        has_guard: bool,
    ) -> (Option<Known>, Option<Known>) {
        let Some(known) = &self.known else { return (None, None) };
        let Some(names) = &tests.names else {
            let is_always = tests.flags.is_empty() && !has_guard;
            return (Some(known.clone()), if is_always { None } else { Some(known.clone()) });
        };
        let Some(before) = known.get(&subject) else {
            return (Some(known.clone()), Some(known.clone()));
        };
        let part = |is_in: bool| {
            let names: Vec<NameId> =
                before.iter().copied().filter(|name| names.contains(name) == is_in).collect();
            if names.is_empty() {
                return None;
            }
            let mut known = known.clone();
            known.insert(subject, names);
            Some(known)
        };
        let when_false = if tests.is_only_name { part(false) } else { Some(known.clone()) };
        (part(true), when_false)
    }

    /// Collects the tests of a pattern.
    fn tests(&mut self, pattern: &Pattern, value: Typed, is_top: bool, tests: &mut Tests) {
        let at = span(pattern);
        match pattern {
            Pattern::MatchValue(literal) => {
                let other = self.value(&literal.value);
                self.test_equal(value, other, at, tests);
            }
            Pattern::MatchSingleton(literal) => {
                let flag = match literal.value {
                    Singleton::True => 1,
                    Singleton::False => 0,
                    Singleton::None => {
                        let message = Diagnostic::new(at, "`None` cannot be used");
                        self.wrong(message.instead("use `case _:` for all others"));
                        return;
                    }
                };
                let other = Typed::new(ExpressionKind::Constant(flag), Ty::Bool, at);
                self.test_equal(value, other, at, tests);
            }
            Pattern::MatchAs(bound) => {
                if let Some(inner) = &bound.pattern {
                    self.tests(inner, value.clone(), is_top, tests);
                }
                if let Some(name) = &bound.name {
                    let name_at = span(name);
                    let variable = self.functions[self.current].variables.at.get(&name_at.start);
                    if let Some(own) = variable.copied() {
                        tests.bound.push((own, value, name_at));
                    }
                }
            }
            Pattern::MatchSequence(sequence) => {
                self.test_sequence(&sequence.patterns, &value, at, is_top, tests);
            }
            Pattern::MatchOr(either) => self.test_or(&either.patterns, &value, is_top, at, tests),
            Pattern::MatchMapping(_) | Pattern::MatchClass(_) | Pattern::MatchStar(_) => {
                self.wrong(
                    Diagnostic::new(at, "this kind of pattern cannot be used")
                        .allowed("`(\"bid\", n)`, `\"top\"`, `3`, `a | b`, `_`"),
                );
            }
        }
    }

    /// Tests whether a value is equal to another one.
    fn test_equal(&mut self, value: Typed, other: Typed, at: Span, tests: &mut Tests) {
        let Some((one, other, _)) = self.both(value, other, at) else { return };
        let kind = ExpressionKind::Compare(Comparison::Equal, Box::new(one), Box::new(other));
        tests.flags.push(Typed::new(kind, Ty::Bool, at).expression);
    }

    /// Tests a tuple.
    fn test_sequence(
        &mut self,
        patterns: &[Pattern],
        value: &Typed,
        at: Span,
        is_top: bool,
        tests: &mut Tests,
    ) {
        let parts = match &value.ty {
            Ty::Unknown => {
                for pattern in patterns {
                    self.tests(pattern, Typed::wrong(at), false, tests);
                }
                return;
            }
            Ty::Tuple(parts) if parts.len() == patterns.len() => parts.clone(),
            Ty::Shaped(shapes) => {
                let Some(Pattern::MatchValue(first)) = patterns.first() else {
                    self.wrong(
                        Diagnostic::new(at, "a case of an option begins with its kind")
                            .instead("write `case (\"bid\", n):`, and `case _:` for all others"),
                    );
                    return;
                };
                let Some(name) = self.constant_name(&first.value) else {
                    let message = Diagnostic::new(span(first), "the kind is a name in quotes");
                    self.wrong(message);
                    return;
                };
                let Some(shape) = shapes.iter().find(|shape| shape.name == name) else {
                    let known: Vec<String> =
                        shapes.iter().map(|shape| self.names.text(shape.name).to_owned()).collect();
                    let found = self.names.text(name).to_owned();
                    let message = Diagnostic::unknown(span(first), "option", &found, known);
                    self.wrong(message);
                    return;
                };
                if shape.parts.len() + 1 != patterns.len() {
                    let told = Ty::Shaped(vec![shape.clone()]).told(self.names);
                    let message = format!("{} parts for {told}", patterns.len());
                    self.wrong(
                        Diagnostic::new(at, message).instead("write `_` for parts not used"),
                    );
                    return;
                }
                if is_top {
                    tests.names = Some(vec![name]);
                }
                shape.as_tuple()
            }
            other => {
                let message = format!("{} parts for {}", patterns.len(), other.told(self.names));
                self.wrong(Diagnostic::new(at, message));
                return;
            }
        };
        let before = tests.flags.len();
        let is_shaped = matches!(value.ty, Ty::Shaped(_));
        for (i, (pattern, part)) in patterns.iter().zip(parts).enumerate() {
            let kind = ExpressionKind::Part(Box::new(value.expression.clone()), i);
            self.tests(pattern, Typed::new(kind, part, at), false, tests);
        }
        tests.is_only_name = is_shaped && tests.flags.len() == before + 1;
    }

    /// Tests one of several patterns, which bind nothing.
    fn test_or(
        &mut self,
        patterns: &[Pattern],
        value: &Typed,
        is_top: bool,
        at: Span,
        tests: &mut Tests,
    ) {
        let mut flags: Vec<Expression> = Vec::new();
        let mut names = Some(Vec::new());
        let mut is_only_name = true;
        for pattern in patterns {
            let mut one = Tests::default();
            self.tests(pattern, value.clone(), is_top, &mut one);
            if let Some((.., name_at)) = one.bound.first() {
                self.wrong(
                    Diagnostic::new(*name_at, "one of several patterns sets no variable")
                        .instead("write a `case` for each"),
                );
            }
            names = match (names, one.names) {
                (Some(mut names), Some(more)) => {
                    names.extend(more);
                    Some(names)
                }
                _ => None,
            };
            is_only_name &= one.is_only_name;
            flags.push(Self::all(one.flags, at));
        }
        let any = flags.into_iter().reduce(|one, other| {
            let kind = ExpressionKind::Or(Box::new(one), Box::new(other));
            Typed::new(kind, Ty::Bool, at).expression
        });
        tests.flags.extend(any);
        if is_top {
            tests.names = names;
            tests.is_only_name = is_only_name;
        }
    }
}
