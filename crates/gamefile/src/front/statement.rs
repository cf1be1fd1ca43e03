//! Statements of functions.

use ruff_python_ast::{
    ElifElseClause, Expr, ExprList, ExprTuple, Stmt, StmtAssign, StmtFor, StmtWhile,
};

use crate::program::{
    Expression, ExpressionKind, Library, Pattern, Span, Statement, StatementKind,
};

use super::arguments::{called, span};
use super::check::{Checker, Typed, Variable, merge};
use super::diagnostic::Diagnostic;
use super::flow::{is_always_true, set_by, set_in};
use super::names;
use super::refuse;
use super::types::Ty;

impl Checker<'_> {
    /// Checks a statement.
    pub(super) fn statement(&mut self, statement: &Stmt, out: &mut Vec<Statement>) {
        let at = span(statement);
        match statement {
            Stmt::Expr(line) => self.line(&line.value, at, out),
            Stmt::Assign(assign) => self.assign(assign, out),
            Stmt::AugAssign(assign) => self.change(assign, out),
            Stmt::If(conditional) => self.conditional(
                &conditional.test,
                &conditional.body,
                &conditional.elif_else_clauses,
                at,
                out,
            ),
            Stmt::While(repeated) => self.repeat_while(repeated, at, out),
            Stmt::For(repeated) => self.repeat_for(repeated, at, out),
            Stmt::Match(choice) => self.cases(choice, out),
            Stmt::Return(returned) => {
                let value = returned.value.as_deref().map(|value| self.value(value));
                let value = match value {
                    Some(value) if value.ty == Ty::Unit => {
                        out.push(Statement {
                            kind: StatementKind::Evaluate(value.expression),
                            span: at,
                        });
                        self.join_result(&Ty::Unit, at);
                        None
                    }
                    Some(value) => {
                        self.join_result(&value.ty, at);
                        let result = self.functions[self.current].result.clone();
                        Some(if value.ty.fits(&result) {
                            Self::convert(value.expression, &result)
                        } else {
                            value.expression
                        })
                    }
                    None => {
                        self.join_result(&Ty::Unit, at);
                        None
                    }
                };
                out.push(Statement { kind: StatementKind::Return(value), span: at });
                self.known = None;
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                let is_break = matches!(statement, Stmt::Break(_));
                match self.breaks.pop() {
                    None => self.sink.report(refuse::statement(statement)),
                    Some(known) if is_break => {
                        let here = self.known.take();
                        self.breaks.push(merge(known, here));
                    }
                    Some(known) => self.breaks.push(known),
                }
                let kind = if is_break { StatementKind::Break } else { StatementKind::Continue };
                out.push(Statement { kind, span: at });
                self.known = None;
            }
            Stmt::Pass(_) => {}
            _ => self.sink.leave_out(statement, refuse::statement(statement)),
        }
    }

    /// Checks an expression that stands alone.
    fn line(&mut self, value: &Expr, at: Span, out: &mut Vec<Statement>) {
        if value.is_string_literal_expr() || value.is_ellipsis_literal_expr() {
            return;
        }
        let Expr::Call(call) = value else {
            if self.value(value).ty != Ty::Unknown {
                self.sink.report(
                    Diagnostic::new(at, "this line does nothing")
                        .instead("use the value: `name = ...`, or leave it out"),
                );
            }
            return;
        };
        if self.list_change(call, at, out) || self.reset(call, at, out) {
            return;
        }
        let value = self.value(value);
        let is_question = value.ty != Ty::Unit
            && matches!(
                &value.expression.kind,
                ExpressionKind::Fold(_)
                    | ExpressionKind::Extreme(..)
                    | ExpressionKind::Length(_)
                    | ExpressionKind::Absolute(_)
                    | ExpressionKind::Library(
                        Library::Players
                            | Library::Others
                            | Library::After
                            | Library::Before
                            | Library::IsOut
                            | Library::Team,
                        _
                    )
            );
        if is_question {
            self.sink.report(
                Diagnostic::new(at, "this line does nothing")
                    .instead("use the value: `name = ...`, or leave it out"),
            );
        }
        out.push(Statement { kind: StatementKind::Evaluate(value.expression), span: at });
        if let Some(name) = called(call)
            && !self.is_variable(name)
        {
            let is_endless = match self.function_index.get(name) {
                Some(function) => !self.functions[*function].variables.returns,
                None => names::ENDS.contains(&name),
            };
            if is_endless {
                self.known = None;
            }
        }
    }

    /// Checks an assignment.
    fn assign(&mut self, assign: &StmtAssign, out: &mut Vec<Statement>) {
        let at = span(assign);
        if let [target] = &*assign.targets {
            if let (Expr::Tuple(targets), Expr::Tuple(values)) = (target, &*assign.value)
                && targets.elts.len() == values.elts.len()
                && !targets.elts.iter().all(Expr::is_name_expr)
            {
                return self.assign_each(&targets.elts, &values.elts, at, out);
            }
            self.choice_name = match target {
                Expr::Name(name) => Some(name.id.to_string()),
                _ => None,
            };
        }
        let value = self.value(&assign.value);
        self.choice_name = None;
        let value = self.some_value(value);
        if let [target] = &*assign.targets {
            return self.assign_to(target, value, at, out);
        }
        let (_, held) = self.hold(value, at, out);
        for target in &assign.targets {
            self.assign_to(target, held.clone(), at, out);
        }
    }

    /// Reports if a call that returns nothing is used as a value.
    pub(super) fn some_value(&mut self, value: Typed) -> Typed {
        if value.ty == Ty::Unit {
            let at = value.expression.span;
            self.sink
                .report(Diagnostic::new(at, "this returns nothing").instead(
                    "write it in a line of its own, or let the function `return` a value",
                ));
            return Typed::wrong(at);
        }
        value
    }

    /// Sets several places to several values: all values first.
    fn assign_each(
        &mut self,
        targets: &[Expr],
        values: &[Expr],
        at: Span,
        out: &mut Vec<Statement>,
    ) {
        let mut held = Vec::new();
        for value in values {
            let value = self.operand(value);
            if matches!(
                value.expression.kind,
                ExpressionKind::Constant(_) | ExpressionKind::Name(_)
            ) {
                held.push(value);
            } else {
                held.push(self.hold(value, at, out).1);
            }
        }
        for (target, value) in targets.iter().zip(held) {
            self.assign_to(target, value, at, out);
        }
    }

    /// Sets a target to a value.
    fn assign_to(&mut self, target: &Expr, value: Typed, at: Span, out: &mut Vec<Statement>) {
        match target {
            Expr::Tuple(ExprTuple { elts: targets, .. })
            | Expr::List(ExprList { elts: targets, .. }) => {
                if targets.iter().all(Expr::is_name_expr) {
                    let pattern = self.pattern(target, &value.ty, true);
                    let ty = Self::parts_type(&value.ty, targets.len());
                    let value = match ty {
                        Some(parts) => Self::parts_of(value, parts),
                        None => value.expression,
                    };
                    let kind = StatementKind::Assign(pattern, value);
                    out.push(Statement { kind, span: at });
                    return;
                }
                let Some(parts) = Self::parts_type(&value.ty, targets.len()) else {
                    self.tell_parts(&value.ty, targets.len(), span(target));
                    return;
                };
                let (_, held) = self.hold(value, at, out);
                for (i, (target, part)) in targets.iter().zip(parts).enumerate() {
                    let kind = ExpressionKind::Part(Box::new(held.expression.clone()), i);
                    self.assign_to(target, Typed::new(kind, part, at), at, out);
                }
            }
            _ => {
                if let Some(place) = self.place(target) {
                    self.set(place, value, at, out);
                }
            }
        }
    }

    /// Checks an `if`.
    pub(super) fn conditional(
        &mut self,
        test: &Expr,
        body: &[Stmt],
        further: &[ElifElseClause],
        at: Span,
        out: &mut Vec<Statement>,
    ) {
        let (test, when_true, when_false) = self.condition(test);
        self.known = when_true;
        let mut then = Vec::new();
        self.block(body, &mut then);
        let after_then = std::mem::replace(&mut self.known, when_false);
        let mut otherwise = Vec::new();
        if let Some((clause, further)) = further.split_first()
            && self.known.is_some()
        {
            match &clause.test {
                Some(test) => {
                    self.conditional(test, &clause.body, further, span(clause), &mut otherwise);
                }
                None => self.block(&clause.body, &mut otherwise),
            }
        }
        let after_else = self.known.take();
        self.known = merge(after_then, after_else);
        out.push(Statement { kind: StatementKind::If(test, then, otherwise), span: at });
    }

    /// Forgets the known names of variables with these names.
    fn forget(&mut self, names: &[String]) {
        let variables = &self.functions[self.current].variables;
        if let Some(known) = &mut self.known {
            known.retain(|variable, _| match variable {
                Variable::Own(own) => !names.contains(&variables.names[*own]),
                Variable::Inner(_) => true,
            });
        }
    }

    /// Checks a `while`.
    fn repeat_while(&mut self, repeated: &StmtWhile, at: Span, out: &mut Vec<Statement>) {
        if let Some(first) = repeated.orelse.first() {
            self.sink.report(
                Diagnostic::new(span(first), "`else` after a loop cannot be used")
                    .instead("set a flag before `break`, and test it after the loop"),
            );
        }
        self.forget(&set_in(&repeated.body));
        let (test, when_true, when_false) = self.condition(&repeated.test);
        self.breaks.push(None);
        self.known = when_true;
        let mut body = Vec::new();
        self.block(&repeated.body, &mut body);
        let breaks = self.breaks.pop().unwrap_or_default();
        let end = if is_always_true(&repeated.test) { None } else { when_false };
        self.known = merge(end, breaks);
        out.push(Statement { kind: StatementKind::While(test, body), span: at });
    }

    /// Checks a `for`.
    fn repeat_for(&mut self, repeated: &StmtFor, at: Span, out: &mut Vec<Statement>) {
        if let Some(first) = repeated.orelse.first() {
            self.sink.report(
                Diagnostic::new(span(first), "`else` after a loop cannot be used")
                    .instead("set a flag before `break`, and test it after the loop"),
            );
        }
        if repeated.is_async {
            self.sink.report(Diagnostic::new(at, "`async` cannot be used").instead("leave it out"));
        }
        let (iterator, element) = self.iterator(&repeated.iter);
        self.forget(&set_in(&repeated.body));
        self.forget(&set_by(&repeated.target));
        let end = self.known.clone();
        let pattern = self.pattern(&repeated.target, &element, true);
        self.breaks.push(None);
        let mut body = Vec::new();
        self.block(&repeated.body, &mut body);
        let breaks = self.breaks.pop().unwrap_or_default();
        self.known = merge(end, breaks);
        out.push(Statement { kind: StatementKind::For(pattern, iterator, body), span: at });
    }

    /// Binds the names of a target to an element: own variables, or new ones of a comprehension.
    pub(super) fn pattern(&mut self, target: &Expr, element: &Ty, is_own: bool) -> Pattern {
        match target {
            Expr::Name(name) if name.id == "_" => Pattern::Ignored,
            Expr::Name(name) if is_own => {
                let at = span(name);
                let variable = self.functions[self.current].variables.at.get(&at.start).copied();
                let Some(own) = variable else { return Pattern::Ignored };
                self.grow(own, element, at);
                if let Some(known) = &mut self.known {
                    known.remove(&Variable::Own(own));
                }
                Pattern::Local(self.local(Variable::Own(own)))
            }
            Expr::Name(name) => {
                let inner = self.new_inner(&name.id, element.clone());
                self.scopes.push((name.id.to_string(), inner));
                Pattern::Local(self.local(Variable::Inner(inner)))
            }
            Expr::Tuple(ExprTuple { elts: targets, .. })
            | Expr::List(ExprList { elts: targets, .. }) => {
                let parts = Self::parts_type(element, targets.len());
                if parts.is_none() {
                    self.tell_parts(element, targets.len(), span(target));
                }
                let parts = parts.unwrap_or_else(|| vec![Ty::Unknown; targets.len()]);
                let pair = targets.iter().zip(&parts);
                Pattern::Tuple(
                    pair.map(|(target, part)| self.pattern(target, part, is_own)).collect(),
                )
            }
            _ => {
                self.sink.report(
                    Diagnostic::new(span(target), "a loop sets variables only")
                        .instead("set a variable, and copy it in the loop"),
                );
                Pattern::Ignored
            }
        }
    }
}

/// Whether an expression may be evaluated twice: it does nothing and costs little.
pub(super) fn is_plain(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Constant(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::Global(_)
        | ExpressionKind::Local(_) => true,
        ExpressionKind::Convert(inner)
        | ExpressionKind::Part(inner, _)
        | ExpressionKind::Attribute(inner, _) => is_plain(inner),
        _ => false,
    }
}
