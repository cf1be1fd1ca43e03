//! Options that are computed from cards which the chooser cannot see.
//!
//! Only what is sure is told: the cards lie in a zone of another seat, or in one that no player
//! sees, and the function neither shows them nor lays them elsewhere.

use std::collections::HashMap;

use ruff_python_ast::{Comprehension, Expr, ExprCall, Stmt};

use crate::program::{Extent, SeenBy, Span};

use super::arguments::{called, span};
use super::check::Checker;
use super::diagnostic::Diagnostic;
use super::flow::{each_expression, each_part};
use super::module::Binding;

/// A seat, as far as the text names it: a variable of the function (by number) or of a
/// comprehension (by name), or a number.
#[derive(Clone, Debug, PartialEq)]
enum Seat {
    Own(usize),
    Inner(String),
    Fixed(i64),
}

/// Cards that not all can see: whose they are (`None`: no player sees them), and where they are
/// read.
#[derive(Clone, Debug)]
struct Source {
    seat: Option<Seat>,
    at: Span,
}

/// Tells of options that are computed from cards which the chooser cannot see.
pub(super) fn check(checker: &mut Checker<'_>) {
    let mut messages = Vec::new();
    for index in 0..checker.used {
        let facts = &checker.functions[index];
        let mut is_told = false;
        each_expression(&facts.ast.body, &mut |expression| {
            is_told |= matches!(expression, Expr::Call(call) if moves(call));
        });
        let mut walk = Walk {
            checker,
            index,
            // What is shown or moved may be seen by then.
            is_told,
            sources: HashMap::new(),
            others: Vec::new(),
            inner: Vec::new(),
            messages: Vec::new(),
        };
        walk.block(&facts.ast.body);
        messages.extend(walk.messages);
    }
    for message in messages {
        checker.sink.report(message);
    }
}

/// Whether a call shows cards, or lays them elsewhere.
fn moves(call: &ExprCall) -> bool {
    match &*call.func {
        Expr::Name(name) => name.id == "look" || name.id == "show",
        Expr::Attribute(method) => ["put", "put_below"].contains(&method.attr.as_str()),
        _ => false,
    }
}

/// A walk through a function.
struct Walk<'c, 'a> {
    checker: &'c Checker<'a>,
    index: usize,
    is_told: bool,
    /// The hidden cards that variables are computed from.
    sources: HashMap<usize, Vec<Source>>,
    /// Pairs of seats that are not the same.
    others: Vec<(Seat, Seat)>,
    /// The variables of comprehensions, with the hidden cards that they are.
    inner: Vec<(String, Vec<Source>)>,
    messages: Vec<Diagnostic>,
}

impl Walk<'_, '_> {
    /// Returns the variable that a name is.
    fn own(&self, expression: &Expr) -> Option<usize> {
        let Expr::Name(name) = expression else { return None };
        let variables = &self.checker.functions[self.index].variables;
        if self.inner.iter().any(|(inner, _)| inner == name.id.as_str())
            || !variables.own.contains(name.id.as_str())
        {
            return None;
        }
        variables.at.get(&span(name).start).copied()
    }

    /// Returns the seat that an expression names.
    fn seat(&self, expression: &Expr) -> Option<Seat> {
        match expression {
            Expr::Name(name) => match self.own(expression) {
                Some(own) => Some(Seat::Own(own)),
                None => self
                    .inner
                    .iter()
                    .any(|(inner, _)| inner == name.id.as_str())
                    .then(|| Seat::Inner(name.id.to_string())),
            },
            Expr::NumberLiteral(_) => self.checker.constant_number(expression).map(Seat::Fixed),
            _ => None,
        }
    }

    /// Whether two seats are surely not the same.
    fn differ(&self, one: &Seat, other: &Seat) -> bool {
        let pair = |pair: &(Seat, Seat)| {
            (pair.0 == *one && pair.1 == *other) || (pair.0 == *other && pair.1 == *one)
        };
        self.others.iter().any(pair)
            || matches!((one, other), (Seat::Fixed(one), Seat::Fixed(other)) if one != other)
    }

    /// Notes that the seats of a loop are not this one: `for q in others(p)`.
    fn note_others(&mut self, target: &Expr, iterator: &Expr) {
        let Expr::Call(call) = iterator else { return };
        if called(call) != Some("others") {
            return;
        }
        let seats = (self.seat(target), call.arguments.args.first().and_then(|p| self.seat(p)));
        if let (Some(one), Some(other)) = seats {
            self.others.push((one, other));
        }
    }

    /// Walks statements.
    fn block(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// Walks a statement.
    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Expr(line) => drop(self.expression(&line.value)),
            Stmt::Assign(assign) => {
                let sources = self.expression(&assign.value);
                for target in &assign.targets {
                    self.set(target, &sources);
                }
            }
            Stmt::AugAssign(assign) => {
                let sources = self.expression(&assign.value);
                self.set(&assign.target, &sources);
            }
            Stmt::If(conditional) => {
                self.expression(&conditional.test);
                self.block(&conditional.body);
                for clause in &conditional.elif_else_clauses {
                    if let Some(test) = &clause.test {
                        self.expression(test);
                    }
                    self.block(&clause.body);
                }
            }
            Stmt::While(repeated) => {
                self.expression(&repeated.test);
                self.block(&repeated.body);
            }
            Stmt::For(repeated) => {
                let sources = self.elements(&repeated.iter);
                let before = self.others.len();
                self.note_others(&repeated.target, &repeated.iter);
                self.set(&repeated.target, &sources);
                self.block(&repeated.body);
                self.others.truncate(before);
            }
            Stmt::Match(choice) => {
                self.expression(&choice.subject);
                for case in &choice.cases {
                    if let Some(guard) = &case.guard {
                        self.expression(guard);
                    }
                    self.block(&case.body);
                }
            }
            Stmt::Return(returned) => {
                if let Some(value) = &returned.value {
                    self.expression(value);
                }
            }
            _ => {}
        }
    }

    /// Notes what a target is computed from.
    fn set(&mut self, target: &Expr, sources: &[Source]) {
        match target {
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.set(part, sources)),
            _ => {
                if let Some(own) = self.own(target)
                    && !sources.is_empty()
                {
                    self.sources.entry(own).or_default().extend(sources.iter().take(4).cloned());
                }
            }
        }
    }

    /// Returns the hidden cards of a zone.
    fn zone(&self, expression: &Expr) -> Option<Source> {
        let (name, index) = match expression {
            Expr::Name(name) => (name, None),
            Expr::Subscript(subscript) => match &*subscript.value {
                Expr::Name(name) => (name, Some(&*subscript.slice)),
                _ => return None,
            },
            _ => return None,
        };
        let variables = &self.checker.functions[self.index].variables;
        let is_variable = variables.own.contains(name.id.as_str())
            || self.inner.iter().any(|(inner, _)| inner == name.id.as_str());
        let facts = self.checker.facts;
        let Some((Binding::Zones(id), _)) = facts.bindings.get(name.id.as_str()) else {
            return None;
        };
        let zones = &facts.zones[id.0 as usize];
        let is_one = (zones.extent == Extent::One) == index.is_none();
        if is_variable || !is_one {
            return None;
        }
        let at = span(expression);
        match zones.seen_by {
            SeenBy::Everyone => None,
            SeenBy::Nobody => Some(Source { seat: None, at }),
            SeenBy::Owner => Some(Source { seat: Some(self.seat(index?)?), at }),
        }
    }

    /// Returns the hidden cards among the elements of what a loop goes over.
    fn elements(&mut self, iterator: &Expr) -> Vec<Source> {
        match self.zone(iterator) {
            Some(source) => vec![source],
            None => self.expression(iterator),
        }
    }

    /// Walks an expression, and returns the hidden cards that it is computed from.
    fn expression(&mut self, expression: &Expr) -> Vec<Source> {
        match expression {
            Expr::Name(name) => {
                let inner = self.inner.iter().rev().find(|(inner, _)| inner == name.id.as_str());
                match (inner, self.own(expression)) {
                    (Some((_, sources)), _) => sources.clone(),
                    (None, Some(own)) => self.sources.get(&own).cloned().unwrap_or_default(),
                    (None, None) => Vec::new(),
                }
            }
            Expr::Attribute(attribute) => match self.zone(&attribute.value) {
                // The top card of a zone.
                Some(source) => vec![source],
                None => self.expression(&attribute.value),
            },
            Expr::Subscript(subscript) => {
                let mut sources = self.expression(&subscript.slice);
                match self.zone(&subscript.value) {
                    Some(source) => sources.push(source),
                    None => sources.extend(self.expression(&subscript.value)),
                }
                sources
            }
            Expr::ListComp(list) => self.comprehension(&list.generators, &list.elt),
            Expr::Generator(generator) => self.comprehension(&generator.generators, &generator.elt),
            Expr::Lambda(_) => Vec::new(),
            Expr::Call(call) => self.call(call),
            _ => {
                let mut sources = Vec::new();
                each_part(expression, &mut |part| sources.extend(self.expression(part)));
                sources
            }
        }
    }

    /// Walks a comprehension.
    fn comprehension(&mut self, clauses: &[Comprehension], element: &Expr) -> Vec<Source> {
        // Pairs of seats that differ stay, for the choice that the list is made for.
        let depth = self.inner.len();
        let mut found = Vec::new();
        for clause in clauses {
            let sources = self.elements(&clause.iter);
            let mut names = Vec::new();
            super::flow::target_names(&clause.target, &mut names);
            self.inner.extend(names.into_iter().map(|name| (name, sources.clone())));
            self.note_others(&clause.target, &clause.iter);
            found.extend(sources);
            for condition in &clause.ifs {
                found.extend(self.expression(condition));
            }
        }
        found.extend(self.expression(element));
        self.inner.truncate(depth);
        found.dedup_by(|one, other| one.at == other.at);
        found.truncate(8);
        found
    }

    /// Walks a call.
    fn call(&mut self, call: &ExprCall) -> Vec<Source> {
        let name = called(call);
        let mut found = Vec::new();
        let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
        let mut each: Vec<Vec<Source>> = Vec::new();
        for argument in call.arguments.args.iter().chain(keywords) {
            let mut sources = self.expression(argument);
            sources.extend(self.zone(argument));
            each.push(sources);
        }
        match name {
            // How many cards there are is public.
            Some("len") => return Vec::new(),
            Some("choose") => {
                if let (Some(seat), Some(options)) = (call.arguments.args.first(), each.get(1)) {
                    self.choose(seat, options);
                }
                // What is chosen is told.
                return Vec::new();
            }
            Some("list" | "sorted" | "min" | "max" | "sum" | "any" | "all" | "reversed") => {
                found.extend(each.into_iter().flatten());
            }
            // What a function of the file returns is not followed.
            _ => {}
        }
        found
    }

    /// Tells if options are computed from cards that the seat cannot see.
    fn choose(&mut self, seat: &Expr, options: &[Source]) {
        let Some(chooser) = self.seat(seat) else { return };
        if self.is_told {
            return;
        }
        let hidden = options.iter().find(|source| match &source.seat {
            None => true,
            Some(owner) => self.differ(owner, &chooser),
        });
        if let Some(source) = hidden {
            let line = self.checker.sink.line(source.at);
            let message =
                format!("these options follow from cards that the seat cannot see (line {line})");
            self.messages.push(
                Diagnostic::new(span(seat), message)
                    .allowed("options from zones that the seat sees, and from public numbers")
                    .instead(
                        "keep the cards in a zone that the seat sees, or show them before; \
                         `zone.draw_any(into)` draws one unseen",
                    ),
            );
        }
    }
}
