//! What follows from a mistake that is told already: a value that cannot be used makes wrong what
//! is done with it. One mistake has one message.

use std::collections::HashSet;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{Alias, Expr, ExprContext, Pattern, Stmt};

use crate::program::Span;

use super::arguments::span;
use super::diagnostic::{Diagnostic, Rank, Sink};
use super::source;

/// A statement without a block, or what stands before the block of one.
struct Unit {
    span: Span,
    /// The function that it stands in; 0 is none.
    function: usize,
    /// The names that it uses, and those that it sets.
    uses: Vec<String>,
    sets: Vec<String>,
    /// The function whose result it is.
    returns: Option<String>,
    /// What it passes on: a function, the place of a parameter, and the names of its value.
    passes: Vec<(String, usize, Vec<String>)>,
}

/// The names whose values are wrong, each with its function.
type Wrong = HashSet<(usize, String)>;

/// Returns the messages about a text without those that follow from others.
pub(super) fn left_out(source: &str, messages: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut silent = Sink::new("");
    silent.is_silent = true;
    let Some(syntax) = source::parse(source, &mut silent) else { return messages };
    let mut units = Units::default();
    units.block(&syntax.body);
    let Units { found: units, parameters, .. } = units;
    let mut kept: Vec<Diagnostic> = Vec::new();
    for rank in [Rank::LeftOut, Rank::NoName, Rank::Other] {
        let wrong = wrong_names(&units, &parameters, &kept);
        let of_rank = messages.iter().filter(|message| message.rank == rank);
        kept.extend(
            of_rank
                .filter(|message| {
                    let unit = unit_of(&units, message.span);
                    rank == Rank::LeftOut
                        || !unit.is_some_and(|unit| any_wrong(&unit.uses, unit.function, &wrong))
                })
                .cloned(),
        );
    }
    kept
}

/// The smallest unit that has the place.
fn unit_of(units: &[Unit], at: Span) -> Option<&Unit> {
    let holds = |unit: &&Unit| unit.span.start <= at.start && at.start < unit.span.end;
    units.iter().filter(holds).min_by_key(|unit| unit.span.end - unit.span.start)
}

/// Whether one of the names is wrong in a function.
fn any_wrong(names: &[String], function: usize, wrong: &Wrong) -> bool {
    let is_wrong = |of: usize, name: &String| wrong.contains(&(of, name.clone()));
    names.iter().any(|name| is_wrong(function, name) || is_wrong(0, name))
}

/// The names whose values are wrong because of these messages. `parameters` has those of each
/// function: its name and number, and theirs.
fn wrong_names(
    units: &[Unit],
    parameters: &[(String, usize, Vec<String>)],
    messages: &[Diagnostic],
) -> Wrong {
    let mut wrong = Wrong::new();
    let add = |unit: &Unit, wrong: &mut Wrong| {
        let own = unit.sets.iter().map(|name| (unit.function, name.clone()));
        let result = unit.returns.iter().map(|name| (0, name.clone()));
        let before = wrong.len();
        wrong.extend(own.chain(result));
        wrong.len() > before
    };
    for message in messages.iter().filter(|message| message.rank != Rank::Other) {
        if let Some(unit) = unit_of(units, message.span) {
            add(unit, &mut wrong);
        }
    }
    loop {
        let mut more = false;
        for unit in units {
            if any_wrong(&unit.uses, unit.function, &wrong) {
                more |= add(unit, &mut wrong);
            }
            for (name, place, names) in &unit.passes {
                let called = parameters.iter().find(|(known, ..)| known == name);
                if let Some((_, function, known)) = called
                    && let Some(parameter) = known.get(*place)
                    && any_wrong(names, unit.function, &wrong)
                {
                    more |= wrong.insert((*function, parameter.clone()));
                }
            }
        }
        if !more {
            return wrong;
        }
    }
}

/// Collects the units of a file.
#[derive(Default)]
struct Units {
    found: Vec<Unit>,
    /// The number of the function that is read, and its name.
    function: usize,
    name: String,
    parameters: Vec<(String, usize, Vec<String>)>,
}

impl Units {
    fn block(&mut self, body: &[Stmt]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn add(&mut self, span: Span, names: Names) {
        let Names { uses, sets, passes, .. } = names;
        let function = self.function;
        self.found.push(Unit { span, function, uses, sets, passes, returns: None });
    }

    /// A statement that is left out as a whole, and the names that it would have set.
    fn whole(&mut self, statement: &Stmt) {
        let mut names = Names::default();
        names.visit_stmt(statement);
        names.uses.clear();
        self.add(span(statement), names);
    }

    /// An expression before a block, and the names that are set with it.
    fn head(&mut self, value: &Expr, target: Option<&Expr>) {
        let mut names = Names::default();
        names.visit_expr(value);
        let mut whole = span(value);
        if let Some(target) = target {
            names.visit_expr(target);
            whole.start = span(target).start;
        }
        self.add(whole, names);
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::FunctionDef(function) if self.function == 0 => {
                let named = &function.parameters.args;
                let named = named.iter().map(|parameter| parameter.parameter.name.to_string());
                self.function = self.parameters.len() + 1;
                self.name = function.name.to_string();
                // A name that cannot be defined makes the calls wrong, and the parameters.
                let mut head = span(&function.name);
                head.end = function.body.first().map_or(head.end, |first| span(first).start);
                let sets: Vec<String> = named.collect();
                self.add(head, Names { sets: sets.clone(), ..Names::default() });
                if let Some(unit) = self.found.last_mut() {
                    unit.returns = Some(self.name.clone());
                }
                self.parameters.push((self.name.clone(), self.function, sets));
                self.block(&function.body);
                self.function = 0;
            }
            Stmt::FunctionDef(_) | Stmt::Try(_) | Stmt::With(_) => self.whole(statement),
            Stmt::ClassDef(class) => {
                let mut head = span(statement);
                head.end = class.body.first().map_or(head.end, |first| span(first).start);
                let sets = vec![class.name.to_string()];
                self.add(head, Names { sets, ..Names::default() });
                self.block(&class.body);
            }
            Stmt::If(conditional) => {
                self.head(&conditional.test, None);
                self.block(&conditional.body);
                for clause in &conditional.elif_else_clauses {
                    if let Some(test) = &clause.test {
                        self.head(test, None);
                    }
                    self.block(&clause.body);
                }
            }
            Stmt::While(repeated) => {
                self.head(&repeated.test, None);
                self.block(&repeated.body);
            }
            Stmt::For(repeated) => {
                self.head(&repeated.iter, Some(&repeated.target));
                self.block(&repeated.body);
            }
            Stmt::Match(choice) => {
                self.head(&choice.subject, None);
                for case in &choice.cases {
                    // A wrong option makes its parts wrong.
                    let mut names = Names::default();
                    names.visit_expr(&choice.subject);
                    names.visit_pattern(&case.pattern);
                    self.add(span(&case.pattern), names);
                    if let Some(guard) = &case.guard {
                        self.head(guard, None);
                    }
                    self.block(&case.body);
                }
            }
            _ => {
                let mut names = Names::default();
                names.visit_stmt(statement);
                self.add(span(statement), names);
                if statement.is_return_stmt()
                    && let Some(unit) = self.found.last_mut()
                {
                    unit.returns = Some(self.name.clone());
                }
            }
        }
    }
}

/// The names that something uses, sets and passes on.
#[derive(Default)]
struct Names {
    uses: Vec<String>,
    sets: Vec<String>,
    passes: Vec<(String, usize, Vec<String>)>,
    /// Whether what is passed on is not asked for.
    is_argument: bool,
}

impl Names {
    fn imports(&mut self, names: &[Alias]) {
        let name = |alias: &Alias| alias.asname.as_ref().unwrap_or(&alias.name).to_string();
        self.sets.extend(names.iter().map(name));
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) if name.ctx == ExprContext::Store => {
                self.sets.push(name.id.to_string());
            }
            Expr::Name(name) => self.uses.push(name.id.to_string()),
            Expr::Call(call) => {
                if let Expr::Name(name) = &*call.func
                    && !self.is_argument
                {
                    for (place, value) in call.arguments.args.iter().enumerate() {
                        let mut names = Self { is_argument: true, ..Self::default() };
                        names.visit_expr(value);
                        self.passes.push((name.id.to_string(), place, names.uses));
                    }
                }
                walk_expr(self, expression);
            }
            _ => walk_expr(self, expression),
        }
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.sets.push(function.name.to_string()),
            Stmt::Global(global) => {
                self.sets.extend(global.names.iter().map(ToString::to_string));
            }
            Stmt::Nonlocal(nonlocal) => {
                self.sets.extend(nonlocal.names.iter().map(ToString::to_string));
            }
            Stmt::Import(import) => self.imports(&import.names),
            Stmt::ImportFrom(import) => self.imports(&import.names),
            Stmt::AugAssign(assign) => {
                // It uses what it sets.
                if let Expr::Name(name) = &*assign.target {
                    self.uses.push(name.id.to_string());
                }
                walk_stmt(self, statement);
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        if let Pattern::MatchAs(named) = pattern
            && let Some(name) = &named.name
        {
            self.sets.push(name.to_string());
        }
        walk_pattern(self, pattern);
    }
}
