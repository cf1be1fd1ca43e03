//! Statements of functions.

use ruff_python_ast::{
    ElifElseClause, Expr, Operator, Stmt, StmtAssign, StmtAugAssign, StmtFor, StmtWhile,
};

use crate::program::{
    Expression, ExpressionKind, Library, NumbersId, Pattern, Span, Statement, StatementKind,
};

use super::arguments::{called, span};
use super::check::{Checker, Known, Typed, Variable, merge};
use super::diagnostic::Diagnostic;
use super::flow::{is_always_true, target_names};
use super::module::Binding;
use super::refuse;
use super::types::Ty;

/// What can be set.
pub(super) enum Place {
    /// A variable.
    Variable(Variable, Span),
    /// A declared number.
    Number(NumbersId, Option<Expression>),
    /// An element of a list.
    Element(Variable, Vec<Expression>, Ty),
}

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
            _ => self.sink.report(refuse::statement(statement)),
        }
    }

    /// Checks an expression that stands alone.
    fn line(&mut self, value: &Expr, at: Span, out: &mut Vec<Statement>) {
        if value.is_string_literal_expr() || value.is_ellipsis_literal_expr() {
            return;
        }
        let Expr::Call(call) = value else {
            self.value(value);
            self.sink.report(
                Diagnostic::new(at, "this line does nothing")
                    .instead("use the value: `name = ...`, or leave it out"),
            );
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
                None => name == "end" || name == "unfinished",
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
        let (ty, held) = self.hold(value, at, out);
        for target in &assign.targets {
            let value = Typed::new(ExpressionKind::Local(self.local(held)), ty.clone(), at);
            self.assign_to(target, value, at, out);
        }
    }

    /// Tells if a call that returns nothing is used as a value.
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
            let value = self.value(value);
            let value = self.some_value(value);
            if matches!(
                value.expression.kind,
                ExpressionKind::Constant(_) | ExpressionKind::Name(_)
            ) {
                held.push(value);
            } else {
                let (ty, variable) = self.hold(value, at, out);
                held.push(Typed::new(ExpressionKind::Local(self.local(variable)), ty, at));
            }
        }
        for (target, value) in targets.iter().zip(held) {
            self.assign_to(target, value, at, out);
        }
    }

    /// Keeps a value in a variable of its own.
    pub(super) fn hold(
        &mut self,
        value: Typed,
        at: Span,
        out: &mut Vec<Statement>,
    ) -> (Ty, Variable) {
        let variable = Variable::Inner(self.new_inner("", value.ty.clone()));
        let pattern = Pattern::Local(self.local(variable));
        out.push(Statement { kind: StatementKind::Assign(pattern, value.expression), span: at });
        (value.ty, variable)
    }

    /// Sets a target to a value.
    fn assign_to(&mut self, target: &Expr, value: Typed, at: Span, out: &mut Vec<Statement>) {
        match target {
            Expr::Tuple(_) | Expr::List(_) => {
                let targets = match target {
                    Expr::Tuple(tuple) => &*tuple.elts,
                    Expr::List(list) => &*list.elts,
                    _ => return,
                };
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
                let (ty, held) = self.hold(value, at, out);
                for (i, (target, part)) in targets.iter().zip(parts).enumerate() {
                    let whole = Typed::new(ExpressionKind::Local(self.local(held)), ty.clone(), at);
                    let kind = ExpressionKind::Part(Box::new(whole.expression), i);
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

    /// Sets a place to a value.
    fn set(&mut self, place: Place, value: Typed, at: Span, out: &mut Vec<Statement>) {
        let kind = match place {
            Place::Variable(variable, name_at) => {
                let shapes = match &value.ty {
                    Ty::Shaped(shapes) => Some(shapes.iter().map(|shape| shape.name).collect()),
                    _ => None,
                };
                let value = self.bind(variable, value, name_at);
                if let Some(known) = &mut self.known {
                    match shapes {
                        Some(shapes) => known.insert(variable, shapes),
                        None => known.remove(&variable),
                    };
                }
                StatementKind::Assign(Pattern::Local(self.local(variable)), value)
            }
            Place::Number(id, index) => {
                self.note_act(at);
                let ty = self.facts.numbers[id.0 as usize].1.clone();
                let name = self.facts.numbers[id.0 as usize].0.name.clone();
                let value = self.expect(value, &ty, &format!("`{name}` is set to a value that"));
                StatementKind::SetNumber(id, index, value)
            }
            Place::Element(list, indices, ty) => {
                let value = self.grow_element(list, indices.len(), value, &ty);
                StatementKind::SetElement(self.local(list), indices, value)
            }
        };
        out.push(Statement { kind, span: at });
    }

    /// Lets the type of a variable grow by a value, and returns the value as one of it.
    fn bind(&mut self, variable: Variable, value: Typed, at: Span) -> Expression {
        let Variable::Own(own) = variable else { return value.expression };
        self.join_variable(own, &value.ty, at);
        let (ty, set_at) = self.functions[self.current].types[own].clone();
        if !value.ty.fits(&ty) {
            let name = self.functions[self.current].variables.names[own].clone();
            let message = format!(
                "`{name}` is {} here, but {} {}",
                value.ty.told(self.names),
                ty.told(self.names),
                self.elsewhere(set_at)
            );
            self.sink.report(
                Diagnostic::new(at, message).instead("take two names for two kinds of value"),
            );
            return value.expression;
        }
        Self::convert(value.expression, &ty)
    }

    /// Lets the element type of a list variable grow by a value at some depth of indices.
    pub(super) fn grow_element(
        &mut self,
        list: Variable,
        depth: usize,
        value: Typed,
        element: &Ty,
    ) -> Expression {
        if let Variable::Own(own) = list {
            let mut grown = value.ty.clone();
            for _ in 0..depth {
                grown = Ty::list(grown);
            }
            self.join_variable(own, &grown, value.expression.span);
        }
        self.expect(value, element, "this element")
    }

    /// Finds the place that a target names.
    pub(super) fn place(&mut self, target: &Expr) -> Option<Place> {
        match target {
            Expr::Name(name) => {
                let at = span(name);
                let variable = self.functions[self.current].variables.at.get(&at.start).copied();
                Some(Place::Variable(Variable::Own(variable?), at))
            }
            Expr::Attribute(attribute) => {
                if let Expr::Name(class) = &*attribute.value
                    && let Some(Binding::Class(_)) = self.binding(&class.id)
                {
                    return self.field(attribute).map(|id| Place::Number(id, None));
                }
                let value = self.value(&attribute.value);
                let message = match value.ty {
                    Ty::Card => Diagnostic::new(span(target), "a card does not change")
                        .instead("keep what changes in `each(...)` or in zones"),
                    _ => Diagnostic::new(span(target), "this cannot be set")
                        .allowed("variables, `now.name`, `points[p]`, elements of lists"),
                };
                self.sink.report(message);
                None
            }
            Expr::Subscript(subscript) => {
                if let Some(id) = self.several_numbers(&subscript.value) {
                    let index = self.index_of_numbers(id, &subscript.slice);
                    return Some(Place::Number(id, Some(index)));
                }
                self.element_place(target)
            }
            _ => {
                let message = Diagnostic::new(span(target), "this cannot be set");
                self.sink.report(
                    message.allowed("variables, `now.name`, `points[p]`, elements of lists"),
                );
                None
            }
        }
    }

    /// Finds the element of a local list that a target names.
    fn element_place(&mut self, target: &Expr) -> Option<Place> {
        let (variable, indices, ty) = self.list_path(target)?;
        Some(Place::Element(variable, indices, ty))
    }

    /// Finds the local list, the indices and the type of `list[i][j]`.
    pub(super) fn list_path(&mut self, target: &Expr) -> Option<(Variable, Vec<Expression>, Ty)> {
        match target {
            Expr::Name(name) => {
                let at = span(name);
                if let Some((_, inner)) =
                    self.scopes.iter().rev().find(|(known, _)| known == name.id.as_str())
                {
                    let inner = *inner;
                    return Some((Variable::Inner(inner), Vec::new(), self.inner[inner].1.clone()));
                }
                match self.functions[self.current].variables.at.get(&at.start).copied() {
                    Some(own) if self.is_variable(&name.id) => {
                        let ty = self.functions[self.current].types[own].0.clone();
                        Some((Variable::Own(own), Vec::new(), ty))
                    }
                    _ => {
                        let message = if self.binding(&name.id).is_some() {
                            Diagnostic::new(at, format!("`{}` is a constant", name.id))
                                .instead("copy it into a variable first: `mine = list(NAME)`")
                        } else if self.is_variable(&name.id) {
                            return None;
                        } else {
                            self.unknown_name(&name.id, at)
                        };
                        self.sink.report(message);
                        None
                    }
                }
            }
            Expr::Subscript(subscript) => {
                let (variable, mut indices, ty) = self.list_path(&subscript.value)?;
                let index = self.value(&subscript.slice);
                let index = self.expect(index, &Ty::Int, "this index");
                indices.push(index);
                match ty {
                    Ty::List(of) => Some((variable, indices, *of)),
                    Ty::Unknown => Some((variable, indices, Ty::Unknown)),
                    other => {
                        let message =
                            format!("{} has no elements that can be set", other.told(self.names));
                        let message = Diagnostic::new(span(target), message);
                        self.sink.report(match other {
                            Ty::Tuple(_) | Ty::Shaped(_) => {
                                message.instead("make a new tuple: `pair = (pair[0], value)`")
                            }
                            Ty::Zone => message.instead("use `zone.put(card)`"),
                            _ => message,
                        });
                        None
                    }
                }
            }
            _ => {
                self.sink.report(
                    Diagnostic::new(span(target), "only a variable's own list can be changed")
                        .instead("give the list a name first"),
                );
                None
            }
        }
    }

    /// Checks `x += value` and the like.
    fn change(&mut self, assign: &StmtAugAssign, out: &mut Vec<Statement>) {
        let at = span(assign);
        let Some(place) = self.place(&assign.target) else { return };
        let place = match place {
            // What the index does is done once.
            Place::Number(id, Some(index)) if !is_plain(&index) => {
                let ty = Ty::Int;
                let (_, held) = self.hold(Typed { expression: index, ty }, at, out);
                let index = Typed::new(ExpressionKind::Local(self.local(held)), Ty::Int, at);
                Place::Number(id, Some(index.expression))
            }
            Place::Element(list, indices, ty) => {
                let mut plain = Vec::new();
                for index in indices {
                    if is_plain(&index) {
                        plain.push(index);
                    } else {
                        let (_, held) =
                            self.hold(Typed { expression: index, ty: Ty::Int }, at, out);
                        let kind = ExpressionKind::Local(self.local(held));
                        plain.push(Typed::new(kind, Ty::Int, at).expression);
                    }
                }
                Place::Element(list, plain, ty)
            }
            other => other,
        };
        let before = match &place {
            Place::Variable(Variable::Own(own), _) => {
                let ty = self.functions[self.current].types[*own].0.clone();
                let local = self.local(Variable::Own(*own));
                Typed::new(ExpressionKind::Local(local), ty, at)
            }
            Place::Variable(Variable::Inner(_), _) => return,
            Place::Number(id, index) => {
                let ty = self.facts.numbers[id.0 as usize].1.clone();
                let index = index.as_ref().and_then(copy_plain).map(Box::new);
                Typed::new(ExpressionKind::Number(*id, index), ty, at)
            }
            Place::Element(list, indices, ty) => {
                let mut list_type = ty.clone();
                for _ in indices {
                    list_type = Ty::list(list_type);
                }
                let kind = ExpressionKind::Local(self.local(*list));
                let mut value = Typed::new(kind, list_type.clone(), at);
                for index in indices.iter().filter_map(copy_plain) {
                    let Ty::List(of) = value.ty else { break };
                    let kind = ExpressionKind::Element(Box::new(value.expression), Box::new(index));
                    value = Typed::new(kind, *of, at);
                }
                value
            }
        };
        let added = self.value(&assign.value);
        let added = self.some_value(added);
        if let (Ty::List(_) | Ty::Unknown, Operator::Add, Place::Variable(variable, _)) =
            (&before.ty, assign.op, &place)
            && (matches!(added.ty, Ty::List(_)) || matches!(before.ty, Ty::List(_)))
        {
            self.extend(*variable, Vec::new(), added, at, out);
            return;
        }
        if let (Ty::List(_), Operator::Add, Place::Element(list, indices, _)) =
            (&before.ty, assign.op, &place)
        {
            let indices = indices.iter().filter_map(copy_plain).collect();
            self.extend(*list, indices, added, at, out);
            return;
        }
        let value = self.arithmetic(before, assign.op, added, at);
        self.set(place, value, at, out);
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

    /// Forgets what is known of the variables that statements set.
    fn forget(&mut self, statements: &[Stmt], target: Option<&Expr>) {
        let mut names = Vec::new();
        super::flow::set_in(statements, &mut names);
        if let Some(target) = target {
            target_names(target, &mut names);
        }
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
                Diagnostic::new(span(first), "`else` after a loop is not there")
                    .instead("set a flag before `break`, and test it after the loop"),
            );
        }
        self.forget(&repeated.body, None);
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
                Diagnostic::new(span(first), "`else` after a loop is not there")
                    .instead("set a flag before `break`, and test it after the loop"),
            );
        }
        if repeated.is_async {
            self.sink.report(Diagnostic::new(at, "`async` is not there").instead("leave it out"));
        }
        let (iterator, element) = self.iterator(&repeated.iter);
        self.forget(&repeated.body, Some(&repeated.target));
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
                self.join_variable(own, element, at);
                let (ty, set_at) = self.functions[self.current].types[own].clone();
                if !element.fits(&ty) {
                    let message = format!(
                        "`{}` is {} here, but {} {}",
                        name.id,
                        element.told(self.names),
                        ty.told(self.names),
                        self.elsewhere(set_at)
                    );
                    self.sink.report(
                        Diagnostic::new(at, message)
                            .instead("take two names for two kinds of value"),
                    );
                }
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
            Expr::Tuple(_) | Expr::List(_) => {
                let targets = match target {
                    Expr::Tuple(tuple) => &*tuple.elts,
                    Expr::List(list) => &*list.elts,
                    _ => return Pattern::Ignored,
                };
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

    /// Checks `points.reset()` and `now.reset()`.
    fn reset(
        &mut self,
        call: &ruff_python_ast::ExprCall,
        at: Span,
        out: &mut Vec<Statement>,
    ) -> bool {
        let Expr::Attribute(method) = &*call.func else { return false };
        let Expr::Name(name) = &*method.value else { return false };
        if &method.attr != "reset" || !call.arguments.is_empty() {
            return false;
        }
        let ids: Vec<NumbersId> = match self.binding(&name.id) {
            Some(Binding::Numbers(id)) => vec![*id],
            Some(Binding::Class(fields)) => fields.iter().map(|(_, id)| *id).collect(),
            _ => return false,
        };
        self.note_act(at);
        for id in ids {
            out.push(Statement { kind: StatementKind::ResetNumbers(id), span: at });
        }
        true
    }

    /// Forgets what is known after something that cannot be followed.
    pub(super) fn known_or_empty(&self) -> Option<Known> {
        self.known.clone()
    }
}

/// Whether an expression may be evaluated twice: it does nothing and costs little.
fn is_plain(expression: &Expression) -> bool {
    copy_plain(expression).is_some()
}

/// Copies an expression that may be evaluated twice.
pub(super) fn copy_plain(expression: &Expression) -> Option<Expression> {
    let kind = match &expression.kind {
        ExpressionKind::Constant(number) => ExpressionKind::Constant(*number),
        ExpressionKind::Name(name) => ExpressionKind::Name(*name),
        ExpressionKind::Global(global) => ExpressionKind::Global(*global),
        ExpressionKind::Local(local) => ExpressionKind::Local(*local),
        ExpressionKind::Convert(inner) => ExpressionKind::Convert(Box::new(copy_plain(inner)?)),
        ExpressionKind::Part(inner, part) => {
            ExpressionKind::Part(Box::new(copy_plain(inner)?), *part)
        }
        ExpressionKind::Attribute(inner, attribute) => {
            ExpressionKind::Attribute(Box::new(copy_plain(inner)?), *attribute)
        }
        _ => return None,
    };
    Some(Expression { kind, type_: expression.type_.clone(), span: expression.span })
}
