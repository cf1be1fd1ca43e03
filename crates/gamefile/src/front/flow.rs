//! Follows the variables of a function: which values reach which uses.
//!
//! A variable that is set anew for another purpose, and perhaps with another type, is another
//! variable from there on. A use that no value reaches on some path is an error.

use std::collections::{BTreeMap, HashMap, HashSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{
    Comprehension, ElifElseClause, Expr, ExprContext, Identifier, Pattern, Stmt, StmtFunctionDef,
};

use crate::program::Span;

use super::arguments::{called, span};
use super::names;

/// The index of the value that a variable has before it is set: none.
const UNSET: u32 = 0;

/// The variables of a function, by the places of their names in the text.
pub(super) struct Variables {
    /// The variable of each name that is read or set, by the name's first byte.
    pub(super) at: HashMap<u32, usize>,
    /// The name of each variable.
    pub(super) names: Vec<String>,
    /// All names that the function sets.
    pub(super) own: HashSet<String>,
    /// Names that are read where they may be unset, and whether they are surely unset.
    pub(super) unset: Vec<(String, Span, bool)>,
    /// Whether a call of the function can come back.
    pub(super) returns: bool,
}

/// The values that may reach a place, for each variable; `None` where the place is not reached.
type State = Option<Vec<Vec<u32>>>;

/// Follows the variables of a function. `endless` holds the functions that do not come back.
pub(super) fn follow(function: &StmtFunctionDef, endless: &HashSet<String>) -> Variables {
    let parameters: Vec<&Identifier> =
        function.parameters.args.iter().map(|parameter| &parameter.parameter.name).collect();
    let mut index: BTreeMap<String, usize> = BTreeMap::new();
    for name in parameters.iter().map(ToString::to_string).chain(set_in(&function.body)) {
        let next = index.len();
        index.entry(name).or_insert(next);
    }
    let mut walk = Walk {
        index,
        endless,
        values: vec![(0, usize::MAX)],
        value_at: HashMap::new(),
        parents: vec![0],
        uses: Vec::new(),
        unset: BTreeMap::new(),
        loops: Vec::new(),
        inner: Vec::new(),
        returns: false,
        state: None,
    };
    walk.state = Some(vec![vec![UNSET]; walk.index.len()]);
    for name in parameters {
        walk.set(name, span(name).start);
    }
    walk.visit_body(&function.body);
    walk.returns |= walk.state.is_some();
    walk.finish()
}

/// A walk through a function.
struct Walk<'a> {
    index: BTreeMap<String, usize>,
    endless: &'a HashSet<String>,
    /// The place and the variable of each value. The first entry is no value.
    values: Vec<(u32, usize)>,
    value_at: HashMap<u32, u32>,
    /// Values that reach one use belong together.
    parents: Vec<u32>,
    /// The place of each use, and a value that reaches it.
    uses: Vec<(u32, u32)>,
    unset: BTreeMap<u32, (String, Span, bool)>,
    /// For each loop: the states at its `break`s and its `continue`s.
    loops: Vec<(State, State)>,
    /// The variables of comprehensions.
    inner: Vec<String>,
    returns: bool,
    state: State,
}

impl Walk<'_> {
    /// Returns the variables.
    fn finish(mut self) -> Variables {
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut names = Vec::new();
        let mut at = HashMap::new();
        let texts: HashMap<usize, String> =
            self.index.iter().map(|(name, variable)| (*variable, name.clone())).collect();
        for value in 1..self.values.len() as u32 {
            let root = self.root(value);
            let (place, variable) = self.values[value as usize];
            let number = *numbers.entry(root).or_insert_with(|| {
                names.push(texts[&variable].clone());
                names.len() - 1
            });
            at.insert(place, number);
        }
        for (place, value) in std::mem::take(&mut self.uses) {
            let root = self.root(value);
            if let Some(number) = numbers.get(&root) {
                at.insert(place, *number);
            }
        }
        Variables {
            at,
            names,
            own: self.index.into_keys().collect(),
            unset: self.unset.into_values().collect(),
            returns: self.returns,
        }
    }

    /// Returns the representative of all values that belong together with this one.
    fn root(&mut self, value: u32) -> u32 {
        let mut root = value;
        while self.parents[root as usize] != root {
            root = self.parents[root as usize];
        }
        self.parents[value as usize] = root;
        root
    }

    /// Sets a variable.
    fn set(&mut self, name: &str, place: u32) {
        let Some(variable) = self.index.get(name).copied() else { return };
        let value = *self.value_at.entry(place).or_insert_with(|| {
            self.values.push((place, variable));
            self.parents.push(self.parents.len() as u32);
            self.parents.len() as u32 - 1
        });
        if let Some(state) = &mut self.state {
            state[variable] = vec![value];
        }
    }

    /// Reads a variable.
    fn read(&mut self, name: &str, at: Span) {
        if self.inner.iter().any(|inner| inner == name) {
            return;
        }
        let (Some(variable), Some(state)) = (self.index.get(name).copied(), &self.state) else {
            return;
        };
        let reaching = state[variable].clone();
        let real: Vec<u32> = reaching.iter().copied().filter(|value| *value != UNSET).collect();
        if real.len() < reaching.len() {
            let entry = (name.to_owned(), at, real.is_empty());
            self.unset
                .entry(at.start)
                .and_modify(|entry| entry.2 &= real.is_empty())
                .or_insert(entry);
        }
        for pair in real.windows(2) {
            let (one, other) = (self.root(pair[0]), self.root(pair[1]));
            self.parents[one.max(other) as usize] = one.min(other);
        }
        if let Some(value) = real.first() {
            self.uses.push((at.start, *value));
        }
    }

    /// Walks an `if` with its further clauses.
    fn conditional(&mut self, test: &Expr, body: &[Stmt], further: &[ElifElseClause]) {
        self.visit_expr(test);
        let mut before = self.state.clone();
        self.visit_body(body);
        let mut end = self.state.take();
        let mut has_else = false;
        for clause in further {
            self.state = before.take();
            if let Some(test) = &clause.test {
                self.visit_expr(test);
                before.clone_from(&self.state);
            } else {
                has_else = true;
            }
            self.visit_body(&clause.body);
            end = merge(end, self.state.take());
        }
        self.state = if has_else { end } else { merge(end, before) };
    }

    /// Walks a loop until nothing new comes round.
    fn repeat(&mut self, once: &mut dyn FnMut(&mut Self) -> State) {
        let mut head = self.state.take();
        loop {
            self.loops.push((None, None));
            self.state.clone_from(&head);
            let end = once(self);
            let (breaks, continues) = self.loops.pop().unwrap_or_default();
            let next = merge(merge(head.clone(), self.state.take()), continues);
            if next == head {
                self.state = merge(end, breaks);
                return;
            }
            head = next;
        }
    }
}

impl<'s> Visitor<'s> for Walk<'_> {
    fn visit_body(&mut self, statements: &'s [Stmt]) {
        for statement in statements {
            if self.state.is_none() {
                return;
            }
            self.visit_stmt(statement);
        }
    }

    fn visit_stmt(&mut self, statement: &'s Stmt) {
        match statement {
            Stmt::Expr(line) => {
                self.visit_expr(&line.value);
                if let Expr::Call(call) = &*line.value
                    && let Some(name) = called(call)
                    && !self.index.contains_key(name)
                    && (names::ENDS.contains(&name) || self.endless.contains(name))
                {
                    self.state = None;
                }
            }
            Stmt::AugAssign(assign) => {
                self.visit_expr(&assign.value);
                if let Expr::Name(name) = &*assign.target {
                    // It is read and set in one place: both belong to one variable.
                    self.read(&name.id, span(name));
                    let before = self.uses.last().copied();
                    let place = name.range.start().to_u32();
                    self.set(&name.id, place);
                    if let (Some((at, value)), Some(own)) = (before, self.value_at.get(&place))
                        && at == place
                    {
                        let own = *own;
                        let (one, other) = (self.root(value), self.root(own));
                        self.parents[one.max(other) as usize] = one.min(other);
                    }
                } else {
                    self.visit_expr(&assign.target);
                }
            }
            Stmt::If(conditional) => self.conditional(
                &conditional.test,
                &conditional.body,
                &conditional.elif_else_clauses,
            ),
            Stmt::While(repeated) => {
                let is_endless = is_always_true(&repeated.test);
                self.repeat(&mut |walk| {
                    walk.visit_expr(&repeated.test);
                    let end = if is_endless { None } else { walk.state.clone() };
                    walk.visit_body(&repeated.body);
                    end
                });
            }
            Stmt::For(repeated) => {
                self.visit_expr(&repeated.iter);
                self.repeat(&mut |walk| {
                    let end = walk.state.clone();
                    walk.visit_expr(&repeated.target);
                    walk.visit_body(&repeated.body);
                    end
                });
                self.visit_body(&repeated.orelse);
            }
            Stmt::Match(choice) => {
                self.visit_expr(&choice.subject);
                let mut before = self.state.clone();
                let mut end = None;
                for case in &choice.cases {
                    self.state = before.take();
                    let is_last = case.pattern.is_irrefutable();
                    let unmatched = if is_last { None } else { self.state.clone() };
                    self.visit_pattern(&case.pattern);
                    let mut failed = None;
                    if let Some(guard) = &case.guard {
                        self.visit_expr(guard);
                        failed.clone_from(&self.state);
                    }
                    before = merge(unmatched, failed);
                    self.visit_body(&case.body);
                    end = merge(end, self.state.take());
                }
                self.state = merge(end, before);
            }
            Stmt::Return(_) => {
                walk_stmt(self, statement);
                self.returns = true;
                self.state = None;
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                let state = self.state.take();
                if let Some((breaks, continues)) = self.loops.last_mut() {
                    let place = if statement.is_break_stmt() { breaks } else { continues };
                    *place = merge(place.take(), state);
                }
            }
            Stmt::Assign(_) | Stmt::AnnAssign(_) => walk_stmt(self, statement),
            // Others are refused.
            _ => {}
        }
    }

    fn visit_pattern(&mut self, pattern: &'s Pattern) {
        walk_pattern(self, pattern);
        if let Some(name) = captured(pattern) {
            self.set(name, span(name).start);
        }
    }

    fn visit_expr(&mut self, expression: &'s Expr) {
        let depth = self.inner.len();
        match expression {
            Expr::Name(name) if name.ctx == ExprContext::Store => {
                self.set(&name.id, span(name).start);
            }
            Expr::Name(name) => self.read(&name.id, span(name)),
            Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.iter().flat_map(|parameters| &parameters.args);
                self.inner.extend(parameters.map(|one| one.parameter.name.to_string()));
                self.visit_expr(&lambda.body);
            }
            _ => walk_expr(self, expression),
        }
        // The variables of a comprehension are its own.
        self.inner.truncate(depth);
    }

    fn visit_comprehension(&mut self, clause: &'s Comprehension) {
        self.visit_expr(&clause.iter);
        self.inner.extend(set_by(&clause.target));
        clause.ifs.iter().for_each(|condition| self.visit_expr(condition));
    }
}

/// Whether a condition is `True`.
pub(super) fn is_always_true(test: &Expr) -> bool {
    matches!(test, Expr::BooleanLiteral(literal) if literal.value)
}

/// Joins the values that reach a place on two ways.
fn merge(one: State, other: State) -> State {
    let (mut one, other) = match (one, other) {
        (None, state) | (state, None) => return state,
        (Some(one), Some(other)) => (one, other),
    };
    for (values, others) in one.iter_mut().zip(&other) {
        for value in others {
            if let Err(at) = values.binary_search(value) {
                values.insert(at, *value);
            }
        }
    }
    Some(one)
}

/// Returns the name that a pattern itself sets, without those of its parts.
fn captured(pattern: &Pattern) -> Option<&Identifier> {
    match pattern {
        Pattern::MatchAs(bound) => bound.name.as_ref(),
        _ => None,
    }
}

/// Returns the names that statements set.
pub(super) fn set_in(statements: &[Stmt]) -> Vec<String> {
    let mut names = SetNames::default();
    names.visit_body(statements);
    names.0
}

/// Returns the names that a target sets.
pub(super) fn set_by(target: &Expr) -> Vec<String> {
    let mut names = SetNames::default();
    names.visit_expr(target);
    names.0
}

/// Collects names that are set.
#[derive(Default)]
struct SetNames(Vec<String>);

impl<'s> Visitor<'s> for SetNames {
    fn visit_stmt(&mut self, statement: &'s Stmt) {
        // Nested functions and classes are refused, so their bodies do not matter.
        if !statement.is_function_def_stmt() && !statement.is_class_def_stmt() {
            walk_stmt(self, statement);
        }
    }

    fn visit_pattern(&mut self, pattern: &'s Pattern) {
        walk_pattern(self, pattern);
        self.0.extend(captured(pattern).map(ToString::to_string));
    }

    fn visit_expr(&mut self, expression: &'s Expr) {
        match expression {
            Expr::Name(name) if name.ctx == ExprContext::Store => self.0.push(name.id.to_string()),
            _ => walk_expr(self, expression),
        }
    }

    fn visit_comprehension(&mut self, _: &'s Comprehension) {}
}

/// Calls a function with each expression in statements and those inside of them.
pub(super) fn each_expression<'s>(statements: &'s [Stmt], then: &mut dyn FnMut(&'s Expr)) {
    Each(then).visit_body(statements);
}

/// Calls a function with an expression and all that is in it.
pub(super) fn each_within<'s>(expression: &'s Expr, then: &mut dyn FnMut(&'s Expr)) {
    Each(then).visit_expr(expression);
}

/// Calls a function with each expression.
struct Each<'t, 's>(&'t mut dyn FnMut(&'s Expr));

impl<'s> Visitor<'s> for Each<'_, 's> {
    fn visit_expr(&mut self, expression: &'s Expr) {
        (self.0)(expression);
        walk_expr(self, expression);
    }
}
