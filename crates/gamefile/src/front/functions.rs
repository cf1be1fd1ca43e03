//! The functions of a file: their heads, the calls between them, and the acts that each may do.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, ExprContext, ModModule, Stmt, StmtFunctionDef};

use crate::program::{MOST_SCORE_PARTS, Span};

use super::alias;
use super::arguments::{called, span};
use super::check::{Checker, Facts, LOOKING, order};
use super::diagnostic::{Diagnostic, Sink};
use super::flow::{Variables, each_expression, follow, set_in};
use super::module::{Binding, Made};
use super::names::Names;
use super::source::MOST_CLAUSES;
use super::types::Ty;

/// The most variables of a function.
const MOST_VARIABLES: usize = 200;

/// The most loops inside of each other.
const DEEPEST_LOOP: usize = 8;

/// The functions that are called by the language, with their parameters.
const ROOTS: [(&str, usize); 4] = [("play", 0), ("score", 1), ("worth", 1), ("possible", 1)];

/// Returns a checker that has found the types of all functions; `None` if they cannot be typed.
pub(super) fn checker<'a>(
    syntax: &'a ModModule,
    facts: &'a Facts,
    made: &Made,
    names: &'a mut Names,
    sink: &'a mut Sink,
) -> Option<Checker<'a>> {
    let mut functions: Vec<&StmtFunctionDef> = Vec::new();
    for statement in &syntax.body {
        if let Stmt::FunctionDef(function) = statement {
            // A second function of the same name is reported already.
            if made.functions.get(function.name.as_str()) == Some(&span(&function.name)) {
                functions.push(function);
            }
        }
    }
    let mut is_bounded = true;
    for function in &functions {
        check_head(function, sink);
        let mut nesting = Nesting { loops: 0, clauses: 0, is_bounded: true, sink };
        nesting.visit_body(&function.body);
        is_bounded &= nesting.is_bounded;
        let mut names = set_in(&function.body);
        names.sort_unstable();
        names.dedup();
        if names.len() > MOST_VARIABLES {
            is_bounded = false;
            let message = format!("`{}` has {} variables", function.name, names.len());
            let message = Diagnostic::new(span(&function.name), message);
            sink.report(message.allowed(format!("{MOST_VARIABLES} variables")));
        }
    }
    if !is_bounded {
        return None;
    }
    for (name, count) in ROOTS {
        let found = functions.iter().find(|function| function.name.as_str() == name);
        match found {
            // A message says already that something else has the name.
            None if made.bindings.contains_key(name) => return None,
            None if ["worth", "possible"].contains(&name) => {}
            None => {
                let instead = match name {
                    "play" => {
                        "write `def play():`, which plays a game from the first deal to its end"
                    }
                    _ => "write `def score(p):`, which returns a player's score",
                };
                let message = Diagnostic::new(Span::default(), format!("there is no `{name}`"));
                sink.report(message.instead(instead));
            }
            Some(function) if function.parameters.len() != count => {
                let allowed = if count == 0 { "no parameter" } else { "one parameter, the seat" };
                let message = format!(
                    "`{name}` is a word of the language: a function with {allowed}; this one has {}",
                    function.parameters.len()
                );
                let message = Diagnostic::new(span(&function.name), message);
                sink.report(message.instead(format!(
                    "take another name for another function, such as `the_{name}`"
                )));
                return None;
            }
            Some(_) => {}
        }
    }
    let used = sort_by_use(&mut functions);
    let calls = calls(&functions);
    let order = order(&functions, &calls, sink)?;
    let mut endless: HashSet<String> = HashSet::new();
    let mut variables: Vec<Option<Variables>> = functions.iter().map(|_| None).collect();
    for index in &order {
        let followed = follow(functions[*index], &endless);
        for (name, at, is_sure) in &followed.unset {
            let is_module = facts.bindings.contains_key(name) || made.functions.contains_key(name);
            let words = if *is_sure { "is not set yet here" } else { "may be unset here" };
            let message = Diagnostic::new(*at, format!("`{name}` {words}")).missing(name);
            let numbers = matches!(facts.bindings.get(name), Some((Binding::Numbers(_), _)));
            let class = facts.bindings.iter().find_map(|(class, (binding, _))| match binding {
                Binding::Class(fields) => {
                    fields.iter().any(|(field, _)| field == name).then_some(class)
                }
                _ => None,
            });
            let message = if numbers {
                Diagnostic::new(*at, format!("`{name}` has several numbers"))
            } else {
                message
            };
            sink.report(if let Some(class) = class {
                message.instead(format!("write `{class}.{name}`, the number of `class {class}`"))
            } else if numbers {
                message.instead(format!("write `{name}[p]` for one of the numbers"))
            } else if is_module {
                message.instead(format!(
                    "the function sets `{name}` below, so it is its own: take another name there"
                ))
            } else if *is_sure {
                message.instead("set it before")
            } else {
                message.instead("set it before the loop or the `if`; end an `if` with `else:`")
            });
        }
        if !followed.returns {
            endless.insert(functions[*index].name.to_string());
        }
        variables[*index] = Some(followed);
    }
    let functions = functions
        .into_iter()
        .zip(variables)
        .filter_map(|(function, variables)| Some((function, variables?)))
        .collect();
    let mut checker = Checker::new(names, sink, facts, functions, used);
    // Functions that nothing calls have parameters of no known type.
    let order: Vec<usize> = order.into_iter().filter(|index| *index < used).collect();
    checker.find_types(&order);
    alias::check(&mut checker, &order);
    Some(checker)
}

/// Moves the functions that nothing calls to the end, and returns how many others there are.
fn sort_by_use(functions: &mut Vec<&StmtFunctionDef>) -> usize {
    let calls = calls(functions);
    let mut is_used = vec![false; functions.len()];
    let mut open: Vec<usize> = (0..functions.len())
        .filter(|index| ROOTS.iter().any(|(name, _)| functions[*index].name.as_str() == *name))
        .collect();
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut is_used[index], true) {
            open.extend(calls[index].iter().map(|(called, _)| *called));
        }
    }
    let part = |wanted: bool| {
        let pairs = functions.iter().zip(&is_used);
        pairs.filter(move |(_, is_used)| **is_used == wanted).map(|(function, _)| *function)
    };
    let sorted = part(true).chain(part(false)).collect();
    *functions = sorted;
    is_used.into_iter().filter(|is_used| *is_used).count()
}

/// Returns the calls of each function, with their places.
fn calls(functions: &[&StmtFunctionDef]) -> Vec<Vec<(usize, Span)>> {
    let indices: HashMap<&str, usize> =
        functions.iter().enumerate().map(|(i, function)| (function.name.as_str(), i)).collect();
    functions.iter().map(|function| calls_of(function, &indices)).collect()
}

/// Checks the text between `def` and the colon.
fn check_head(function: &StmtFunctionDef, sink: &mut Sink) {
    let mut tell = |at: Span, found: &str, instead: &str| {
        sink.report(Diagnostic::new(at, found).instead(instead));
    };
    if let Some(decorator) = function.decorator_list.first() {
        tell(span(decorator), "decorators cannot be used", "leave it out");
    }
    if function.is_async {
        tell(span(&function.name), "`async` cannot be used", "leave it out");
    }
    if let Some(returns) = &function.returns {
        let found = "the type of a result is not written";
        tell(span(&**returns), found, "leave it out: types are found without it");
    }
    if let Some(types) = &function.type_params {
        tell(span(&**types), "parameters for types cannot be used", "leave them out");
    }
    let parameters = &function.parameters;
    let others = [&parameters.vararg, &parameters.kwarg];
    for other in others.into_iter().flatten() {
        let found = "`*` and `**` before a parameter cannot be used";
        tell(span(&**other), found, "pass a list");
    }
    for parameter in parameters.posonlyargs.iter().chain(&parameters.kwonlyargs) {
        let found = "`/` and `*` between parameters cannot be used";
        tell(span(parameter), found, "leave them out: any argument can be given by its name");
    }
    for parameter in &parameters.args {
        if let Some(annotation) = &parameter.parameter.annotation {
            let found = "the type of a parameter is not written";
            tell(span(&**annotation), found, "leave it out: types are found without it");
        }
        let is_constant = parameter.default.as_deref().is_none_or(|default| match default {
            Expr::UnaryOp(unary) => unary.operand.is_number_literal_expr(),
            other => other.is_literal_expr(),
        });
        if !is_constant {
            let found = "a parameter's default is a fixed number, name or flag";
            tell(span(parameter), found, "give the value in the call");
        }
        let name = parameter.parameter.name.as_str();
        if name == "_" {
            tell(span(parameter), "a parameter needs a name", "give it one");
        }
    }
}

/// Reports chains of clauses that are too long, and loops that are nested too deeply.
struct Nesting<'s> {
    loops: usize,
    /// Clauses of chains inside of others nest as deeply as all of them together.
    clauses: usize,
    /// Whether there are none of these.
    is_bounded: bool,
    sink: &'s mut Sink,
}

impl<'a> Visitor<'a> for Nesting<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let before = (self.loops, self.clauses);
        let mut message = None;
        match statement {
            Stmt::For(_) | Stmt::While(_) => {
                self.loops += 1;
                if self.loops > DEEPEST_LOOP {
                    message = Some(
                        Diagnostic::new(span(statement), "this loop is inside of too many others")
                            .allowed(format!("{DEEPEST_LOOP} loops inside of each other"))
                            .instead("make a function of the inner ones"),
                    );
                }
            }
            Stmt::If(conditional) => self.clauses += conditional.elif_else_clauses.len(),
            Stmt::Match(choice) => self.clauses += choice.cases.len(),
            _ => {}
        }
        if self.clauses > MOST_CLAUSES && self.clauses > before.1 {
            let allowed = format!("{MOST_CLAUSES} clauses, with those of chains inside of it");
            let found = format!("a chain of {} clauses", self.clauses);
            message = Some(
                Diagnostic::new(span(statement), found)
                    .allowed(allowed)
                    .instead("use a table: `VALUES[name]`"),
            );
        }
        if let Some(message) = message {
            self.is_bounded = false;
            self.sink.report(message);
        }
        walk_stmt(self, statement);
        (self.loops, self.clauses) = before;
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// Returns the functions that a function calls, or gives to others as a key, with the places.
fn calls_of(function: &StmtFunctionDef, functions: &HashMap<&str, usize>) -> Vec<(usize, Span)> {
    let parameters = &function.parameters.args;
    let mut own: HashSet<String> = set_in(&function.body).into_iter().collect();
    own.extend(parameters.iter().map(|parameter| parameter.parameter.name.to_string()));
    let mut calls = Vec::new();
    each_expression(&function.body, &mut |expression| {
        if let Expr::Name(name) = expression
            && name.ctx == ExprContext::Load
            && !own.contains(name.id.as_str())
            && let Some(index) = functions.get(name.id.as_str())
        {
            calls.push((*index, span(name)));
        }
    });
    calls
}

/// Whether a file takes seats out of the game.
pub(super) fn calls_out(body: &[Stmt]) -> bool {
    let mut found = false;
    each_expression(body, &mut |expression| {
        found |= matches!(expression, Expr::Call(call) if called(call) == Some("out"));
    });
    found
}

/// Reports if `score`, `worth` or `possible` changes the game, or returns a wrong type.
pub(super) fn check_pure(checker: &mut Checker<'_>) {
    for name in LOOKING {
        let Some(index) = checker.function_index.get(name).copied() else { continue };
        let facts = &checker.functions[index];
        if let Some(at) = facts.decides_at.or(facts.acts_at) {
            let message = Diagnostic::new(at, format!("`{name}` changes the game"));
            checker.sink.report(message.instead(format!("`{name}` only looks: do this in `play`")));
        }
        let result = facts.result.clone();
        let is_right = match &result {
            Ty::Unknown => true,
            Ty::Bool => name == "possible",
            Ty::Int | Ty::Player => name != "possible",
            Ty::Tuple(parts) => {
                name == "score"
                    && (1..=MOST_SCORE_PARTS).contains(&parts.len())
                    && parts.iter().all(Ty::is_number)
            }
            _ => false,
        };
        if !is_right {
            let told = match &result {
                Ty::Tuple(parts) if parts.len() > MOST_SCORE_PARTS => {
                    format!("a tuple of {} parts", parts.len())
                }
                _ => result.told(checker.names),
            };
            let at = span(&checker.functions[index].ast.name);
            let message = Diagnostic::new(at, format!("`{name}` returns {told}"));
            checker.sink.report(match name {
                "score" => message.allowed(format!(
                    "a whole number, or a tuple of at most {MOST_SCORE_PARTS} whole numbers"
                )),
                "possible" => message.allowed("True or False"),
                _ => message.allowed("a whole number"),
            });
        }
    }
}
