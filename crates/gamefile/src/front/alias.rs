//! Refuses aliases of lists. Lists are values in this language, but shared in Python, so a list
//! that is changed must have one name: then both mean the same.

use std::collections::{BTreeMap, HashMap};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprCall, ExprGenerator, ExprListComp, Operator, Stmt};

use crate::program::Span;

use super::arguments::{called, span};
use super::check::{Checker, FunctionFacts};
use super::diagnostic::Diagnostic;
use super::types::Ty;

/// The calls that make a new list.
const FRESH_CALLS: [&str; 8] =
    ["list", "sorted", "players", "others", "choose_together", "range", "reversed", "enumerate"];

/// The use that a function makes of its lists.
#[derive(Default)]
struct Lists {
    /// The variables whose list is changed, with the first place, and whether an inner list is.
    changed: BTreeMap<usize, (Span, bool)>,
    /// The values that variables are set to.
    set: Vec<(usize, Source, Span)>,
    /// Places where a variable's list gets a second name.
    shared: Vec<(usize, Span)>,
    /// Loops over a variable's list, with the changes inside of them.
    looped: Vec<(usize, Span, Span)>,
    /// The values that the function returns, and whether the lists inside of them are new, too.
    returned: Vec<(Source, Depth)>,
    /// The values that are put into the lists of variables, and where.
    put: Vec<(usize, Depth, Span)>,
}

/// Whether the lists inside of a value are new.
#[derive(Clone, Copy)]
enum Depth {
    New,
    /// New if the lists inside of this variable's list are.
    Variable(usize),
    Other,
}

/// The source of the value of a variable.
#[derive(Clone, Copy)]
enum Source {
    /// It is new.
    Fresh,
    /// It is the list of a variable.
    Variable(usize),
    /// It may be the list of something else.
    Other,
}

/// Reports lists that are changed and have, or may have, two names. `order` has the functions that
/// are called before their callers.
pub(super) fn check(checker: &mut Checker<'_>, order: &[usize]) {
    let (mut returns_fresh, mut returns_new) = (HashMap::new(), HashMap::new());
    let mut messages = Vec::new();
    for index in order {
        let facts = &checker.functions[*index];
        let mut walk = Walk {
            checker,
            facts,
            returns_fresh: &returns_fresh,
            returns_new: &returns_new,
            lists: Lists::default(),
        };
        for parameter in &facts.parameters {
            let at = span(&facts.ast.name);
            walk.lists.put.push((*parameter, Depth::Other, at));
            walk.lists.set.push((*parameter, Source::Other, at));
        }
        walk.visit_body(&facts.ast.body);
        let lists = walk.lists;
        for (variable, (at, _)) in &lists.changed {
            let name = &facts.variables.names[*variable];
            if facts.parameters.contains(variable) {
                let message =
                    format!("`{name}` is the caller's list, which a function cannot change");
                messages.push(
                    Diagnostic::new(*at, message)
                        .allowed("changing a list that has one name")
                        .instead(format!(
                            "copy it first: `mine = list({name})`, and return the copy"
                        )),
                );
                continue;
            }
            let not_fresh = lists
                .set
                .iter()
                .find(|(set, source, _)| set == variable && !matches!(source, Source::Fresh));
            if let Some((_, _, set_at)) = not_fresh {
                let message = format!(
                    "the list of `{name}` is changed, and may have another name since line {}",
                    checker.sink.line(*set_at)
                );
                let instead = format!("set it to a copy there: `{name} = list(...)`");
                messages.push(
                    Diagnostic::new(*at, message)
                        .allowed("changing a list that has one name")
                        .instead(instead),
                );
            } else if let Some((_, shared_at)) =
                lists.shared.iter().find(|(shared, _)| shared == variable)
            {
                let message = format!(
                    "the list of `{name}` gets a second name here, and is changed in line {}",
                    checker.sink.line(*at)
                );
                messages.push(
                    Diagnostic::new(*shared_at, message)
                        .allowed("changing a list that has one name")
                        .instead(format!("give a copy: `list({name})`")),
                );
            }
        }
        let is_new = |depth: Depth| match depth {
            Depth::New => true,
            Depth::Variable(_) | Depth::Other => false,
        };
        for (variable, (at, _)) in lists.changed.iter().filter(|(_, (_, is_inner))| *is_inner) {
            let old = lists.put.iter().find(|(into, depth, _)| into == variable && !is_new(*depth));
            if let Some((_, _, put_at)) = old
                && !facts.parameters.contains(variable)
            {
                let name = &facts.variables.names[*variable];
                let message = format!(
                    "a list inside of `{name}` is changed, and may have another name since line {}",
                    checker.sink.line(*put_at)
                );
                messages.push(
                    Diagnostic::new(*at, message)
                        .instead("put copies in there: `[list(x) for x in ...]`, `list(x)`"),
                );
            }
        }
        for (variable, loop_at, change_at) in &lists.looped {
            let name = &facts.variables.names[*variable];
            let line = checker.sink.line(*loop_at);
            let message = format!("`{name}` is changed while the loop of line {line} goes over it");
            let instead = format!("go over a copy: `for x in list({name}):`");
            messages.push(Diagnostic::new(*change_at, message).instead(instead));
        }
        let all_new = lists.returned.iter().all(|(_, depth)| match depth {
            Depth::Variable(variable) => {
                let mut put = lists.put.iter().filter(|(into, ..)| into == variable);
                put.all(|(_, depth, _)| is_new(*depth))
            }
            depth => is_new(*depth),
        });
        returns_new.insert(*index, all_new);
        let is_fresh = lists.returned.iter().all(|(source, _)| match source {
            Source::Fresh => true,
            Source::Other => false,
            Source::Variable(variable) => {
                let mut set = lists.set.iter().filter(|(set, ..)| set == variable);
                set.all(|(_, source, _)| matches!(source, Source::Fresh))
                    && !lists.shared.iter().any(|(shared, _)| shared == variable)
            }
        });
        returns_fresh.insert(*index, is_fresh);
    }
    for message in messages {
        checker.sink.report(message);
    }
}

/// A walk through a function.
struct Walk<'c, 'a> {
    checker: &'c Checker<'a>,
    facts: &'c FunctionFacts<'a>,
    returns_fresh: &'c HashMap<usize, bool>,
    returns_new: &'c HashMap<usize, bool>,
    lists: Lists,
}

impl Walk<'_, '_> {
    /// Returns the variable that a name is, if its value is a list.
    fn list(&self, expression: &Expr) -> Option<usize> {
        let Expr::Name(name) = expression else { return None };
        let variable = *self.facts.variables.at.get(&span(name).start)?;
        let is_list = matches!(self.facts.types[variable].0, Ty::List(_));
        (is_list && self.facts.variables.own.contains(name.id.as_str())).then_some(variable)
    }

    /// Returns the variable whose list, or whose inner list, an expression names.
    fn root(&self, expression: &Expr) -> Option<(usize, bool)> {
        match expression {
            Expr::Subscript(subscript) => Some((self.root(&subscript.value)?.0, true)),
            _ => Some((self.list(expression)?, false)),
        }
    }

    /// Collects the variables whose lists a loop goes over, and whether a change of a list inside of
    /// theirs can be seen in the loop, too.
    fn gone_over(&self, expression: &Expr, over: &mut Vec<(usize, bool)>) {
        match expression {
            Expr::Call(call)
                if called(call)
                    .is_some_and(|name| ["enumerate", "reversed", "zip"].contains(&name)) =>
            {
                call.arguments.args.iter().for_each(|list| self.gone_over(list, over));
            }
            Expr::If(conditional) => {
                self.gone_over(&conditional.body, over);
                self.gone_over(&conditional.orelse, over);
            }
            Expr::BoolOp(operation) => {
                operation.values.iter().for_each(|list| self.gone_over(list, over));
            }
            Expr::Subscript(subscript) if subscript.slice.is_slice_expr() => {}
            _ => {
                if let Some((variable, is_inner)) = self.root(expression) {
                    over.push((variable, is_inner || self.depth_of(variable) > 1));
                }
            }
        }
    }

    /// How many lists are inside of each other in a variable.
    fn depth_of(&self, variable: usize) -> usize {
        let (mut depth, mut ty) = (0, &self.facts.types[variable].0);
        while let Ty::List(of) = ty {
            (depth, ty) = (depth + 1, &**of);
        }
        depth
    }

    /// Notes that a list is changed.
    fn change(&mut self, target: &Expr, at: Span, is_element: bool) {
        let root = match target {
            Expr::Subscript(subscript) if is_element => self.root(&subscript.value),
            _ => self.root(target),
        };
        if let Some((variable, is_inner)) = root {
            let is_inner = is_inner && self.depth_of(variable) > 1;
            let entry = self.lists.changed.entry(variable).or_insert((at, is_inner));
            entry.1 |= is_inner;
        }
    }

    /// Notes the value of a target.
    fn assign(&mut self, target: &Expr, value: &Expr, is_shared: bool) {
        match (target, value) {
            (Expr::Tuple(targets), Expr::Tuple(values))
                if targets.elts.len() == values.elts.len() =>
            {
                for (target, value) in targets.elts.iter().zip(&values.elts) {
                    self.assign(target, value, is_shared);
                }
            }
            (Expr::Name(_), _) => {
                if let Some(variable) = self.list(target) {
                    let source = if is_shared { Source::Other } else { self.source(value) };
                    self.lists.set.push((variable, source, span(target)));
                    self.put(target, self.depth(value), span(target));
                }
            }
            (Expr::Tuple(_), _) => self.target(target),
            (Expr::Subscript(subscript), _) if self.root(&subscript.value).is_some() => {
                self.change(target, span(target), true);
                self.put(&subscript.value, self.depth_inside(value), span(target));
            }
            _ => {}
        }
    }

    /// Notes a value that is put into the list of an expression.
    fn put(&mut self, into: &Expr, depth: Depth, at: Span) {
        // A value in an inner list contains no list, unless lists are nested three deep.
        if let Some((variable, is_inner)) = self.root(into)
            && (!is_inner || self.depth_of(variable) > 2)
        {
            self.lists.put.push((variable, depth, at));
        }
    }

    /// Whether the lists inside of a value are new.
    fn depth(&self, value: &Expr) -> Depth {
        let both = |one: Depth, other: Depth| match (one, other) {
            (Depth::New, Depth::New) => Depth::New,
            _ => Depth::Other,
        };
        match value {
            Expr::List(list) => {
                list.elts.iter().map(|one| self.depth_inside(one)).fold(Depth::New, both)
            }
            Expr::ListComp(list) => self.depth_inside(&list.elt),
            Expr::BinOp(binary) => both(self.depth(&binary.left), self.depth(&binary.right)),
            Expr::If(conditional) => {
                both(self.depth(&conditional.body), self.depth(&conditional.orelse))
            }
            Expr::Name(_) => match self.list(value) {
                Some(variable) => Depth::Variable(variable),
                None => Depth::Other,
            },
            Expr::Call(call) => {
                match called(call).and_then(|name| self.checker.function_index.get(name)) {
                    Some(index) if self.returns_new.get(index) == Some(&true) => Depth::New,
                    None if called(call) == Some("list") && call.arguments.is_empty() => Depth::New,
                    _ => Depth::Other,
                }
            }
            _ => Depth::Other,
        }
    }

    /// Whether a value that is put into a list is new, with everything inside of it.
    fn depth_inside(&self, value: &Expr) -> Depth {
        match self.source(value) {
            Source::Fresh => Depth::New,
            Source::Variable(_) | Source::Other => Depth::Other,
        }
    }

    /// Notes that the variables of a target have values that may have other names.
    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.target(part)),
            _ => {
                if let Some(variable) = self.list(target) {
                    self.lists.set.push((variable, Source::Other, span(target)));
                }
            }
        }
    }

    /// Returns the source of a value.
    fn source(&self, value: &Expr) -> Source {
        let both = |one: Source, other: Source| match (one, other) {
            (Source::Fresh, Source::Fresh) => Source::Fresh,
            _ => Source::Other,
        };
        match value {
            Expr::List(_) | Expr::ListComp(_) | Expr::BinOp(_) => Source::Fresh,
            Expr::Subscript(subscript) if subscript.slice.is_slice_expr() => Source::Fresh,
            Expr::If(conditional) => {
                both(self.source(&conditional.body), self.source(&conditional.orelse))
            }
            Expr::BoolOp(operation) => {
                operation.values.iter().map(|value| self.source(value)).fold(Source::Fresh, both)
            }
            Expr::Call(call) => match called(call) {
                Some(name) => match self.checker.function_index.get(name) {
                    Some(index) if self.returns_fresh.get(index) == Some(&true) => Source::Fresh,
                    None if FRESH_CALLS.contains(&name) => Source::Fresh,
                    _ => Source::Other,
                },
                None => Source::Other,
            },
            Expr::Name(_) => match self.list(value) {
                Some(variable) => Source::Variable(variable),
                None => Source::Other,
            },
            _ => Source::Other,
        }
    }

    /// Walks an expression. `is_kept`: its value gets another name.
    fn expression(&mut self, expression: &Expr, is_kept: bool) {
        match expression {
            Expr::Name(name) => {
                if is_kept && let Some(variable) = self.list(expression) {
                    self.lists.shared.push((variable, span(name)));
                }
            }
            Expr::Subscript(subscript) => {
                // An inner list that is kept is a second name of a part.
                let is_inner = !subscript.slice.is_slice_expr()
                    && self.list(&subscript.value).is_some_and(|variable| {
                        matches!(&self.facts.types[variable].0, Ty::List(of) if matches!(**of, Ty::List(_)))
                    });
                self.expression(&subscript.value, is_kept && is_inner);
                self.expression(&subscript.slice, false);
            }
            Expr::List(list) => list.elts.iter().for_each(|part| self.expression(part, true)),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.expression(part, true)),
            Expr::If(conditional) => {
                self.expression(&conditional.test, false);
                self.expression(&conditional.body, is_kept);
                self.expression(&conditional.orelse, is_kept);
            }
            Expr::BoolOp(operation) => {
                operation.values.iter().for_each(|part| self.expression(part, is_kept));
            }
            Expr::Call(call) => self.call(call, is_kept),
            Expr::ListComp(ExprListComp { generators, elt, .. })
            | Expr::Generator(ExprGenerator { generators, elt, .. }) => {
                for clause in generators {
                    self.visit_comprehension(clause);
                }
                self.expression(elt, true);
            }
            _ => walk_expr(self, expression),
        }
    }

    /// Walks a call.
    fn call(&mut self, call: &ExprCall, is_kept: bool) {
        let mut keeps = false;
        if let Expr::Attribute(method) = &*call.func {
            let name = method.attr.as_str();
            self.expression(&method.value, false);
            if ["append", "extend", "remove"].contains(&name) && self.root(&method.value).is_some()
            {
                self.change(&method.value, span(call), false);
                keeps = name == "append";
                if let Some(value) = call.arguments.args.first() {
                    let depth = match name {
                        "append" => self.depth_inside(value),
                        "extend" => self.depth(value),
                        _ => Depth::New,
                    };
                    self.put(&method.value, depth, span(call));
                }
            }
        } else if let Some(name) = called(call)
            && let Some(index) = self.checker.function_index.get(name)
        {
            // A function may return the list that it was given.
            keeps = is_kept && self.returns_fresh.get(index) != Some(&true);
        }
        let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
        for argument in call.arguments.args.iter().chain(keywords) {
            self.expression(argument, keeps);
        }
    }
}

impl<'s> Visitor<'s> for Walk<'_, '_> {
    fn visit_expr(&mut self, expression: &'s Expr) {
        self.expression(expression, false);
    }

    fn visit_stmt(&mut self, statement: &'s Stmt) {
        match statement {
            Stmt::Assign(assign) => {
                let is_shared = assign.targets.len() > 1;
                for target in &assign.targets {
                    self.assign(target, &assign.value, is_shared);
                }
                // A second name of a variable's list.
                self.expression(&assign.value, true);
            }
            Stmt::AugAssign(assign) => {
                self.visit_expr(&assign.value);
                let is_list = self.list(&assign.target).is_some()
                    || matches!(&*assign.target, Expr::Subscript(_));
                if is_list && assign.op == Operator::Add {
                    self.change(&assign.target, span(assign), false);
                    self.put(&assign.target, self.depth(&assign.value), span(assign));
                }
            }
            Stmt::For(repeated) => {
                self.visit_expr(&repeated.iter);
                self.target(&repeated.target);
                let mut over = Vec::new();
                self.gone_over(&repeated.iter, &mut over);
                let before = std::mem::take(&mut self.lists.changed);
                self.visit_body(&repeated.body);
                let inside = std::mem::replace(&mut self.lists.changed, before);
                for (variable, (at, is_inner)) in inside {
                    if over.iter().any(|(one, inner)| *one == variable && (*inner || !is_inner)) {
                        self.lists.looped.push((variable, span(&*repeated.iter), at));
                    }
                    let entry = self.lists.changed.entry(variable).or_insert((at, is_inner));
                    entry.1 |= is_inner;
                }
            }
            Stmt::Return(returned) => {
                if let Some(value) = &returned.value {
                    let known = (self.source(value), self.depth(value));
                    self.lists.returned.push(known);
                    self.visit_expr(value);
                }
            }
            _ => walk_stmt(self, statement),
        }
    }
}
